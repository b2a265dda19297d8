"""Files, folders and patterns."""

from __future__ import annotations

import pytest

from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.model import Scan
from scholar_build.scan import files, read_bibliography, scan_paths

BIB = "@article{doe, title={First title}, year=2001}\n@book{roe, title={Second}}\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def keys(scan: Scan) -> list[str]:
    return sorted(reference.key or reference.text for reference in scan.references)


def scan(project, *paths, **options) -> Scan:
    all_drafts = options.pop("all_drafts", False)
    return scan_paths(paths, Settings(root=str(project), **options), all_drafts=all_drafts)


def test_files_of_every_text_format_are_read(project):
    """The suffix chooses the reader, and locations are relative to the project."""
    write(
        project,
        {
            "a.bib": BIB,
            "b.json": '[{"id": "csl", "title": "T"}]',
            "c.ris": "TY  - JOUR\nID  - ris\nTI  - T\nER  - \n",
            "d.txt": "[txt] Doe 2001 Some title here",
            "e.tex": "\\bibitem{tex} Doe 2001 Title",
            "f.bbl": "\\bibitem{bbl} Doe 2001 Title",
            "g.html": "<h1>References</h1><p>[html] Doe 2001 Title</p>",
            "h.HTM": "<h1>References</h1><p>[htm] Doe 2001 Title</p>",
        },
    )
    found = scan(project, *sorted(project.iterdir()))
    assert keys(found) == ["bbl", "csl", "doe", "htm", "html", "ris", "roe", "tex", "txt"]
    assert {str(each.location) for each in found.references if each.key in ("doe", "txt")} == {"a.bib:1", "d.txt:1"}


def test_a_file_named_twice_is_read_once(project):
    """Arguments may overlap."""
    write(project, {"sub/a.bib": BIB})
    assert keys(scan(project, "sub/a.bib", "sub", "./sub/a.bib", "sub/*.bib", "**/*.bib")) == ["doe", "roe"]


def test_a_folder_gives_its_newest_documents_or_all(project):
    """Old drafts wait until `all_drafts` asks for them; build output and odd files are passed over."""
    write(
        project,
        {
            "d/p_v1.txt": "[old] Doe 2001 Some title here",
            "d/p_v2.txt": "[new] Doe 2001 Some title here",
            "d/refs.bib": BIB,
            "d/refs.bbl": "\\bibitem{bbl} Doe 2001 T",
            "d/_build/x.bib": "@misc{built, title={T}}",
            "d/package.json": '{"name": "x", "version": 1}',
            "d/csl.json": '[{"id": "csl", "title": "T"}]',
            "d/.git/x.bib": "@misc{hidden, title={T}}",
            "d/requirements.txt": "httpx\nmkdocs>=1.6\n",
            "d/image.png": b"x",
            "d/b.json": b"[]",
        },
    )
    assert keys(scan(project, "d")) == ["csl", "doe", "new", "roe"]
    assert keys(scan(project, "d", all_drafts=True)) == ["csl", "doe", "new", "old", "roe"]
    assert keys(scan(project, "d*")) == ["csl", "doe", "new", "roe"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("nowhere.md", "no such file or folder"),
        ("*.bib", "matches no document"),
        ("picture.png", "files of this kind are not read; known are .md"),
        ("empty", "holds no document"),
        ("*.png", "matches no document"),
    ],
)
def test_wrong_paths_are_said_so(project, wrong, told):
    """A path that gives nothing is a mistake worth a sentence."""
    write(project, {"picture.png": b"x", "empty/x.png": b"x"})
    with pytest.raises(SourceError, match=told):
        scan(project, wrong)


@pytest.mark.parametrize(
    "content",
    [
        "@misc{m, title={Größe}}".encode("latin-1"),
        "@misc{m, title={Größe}}".encode("utf-8-sig"),
        "@misc{m, title={Größe}}".encode("utf-16"),
        "@misc{m, title={Größe}}".encode("utf-32"),
        "% Encoding: ISO-8859-15\n@misc{m, title={Größe}}".encode("iso8859-15"),
        "% Encoding: nonsense\n@misc{m, title={Größe}}".encode("cp1252"),
        "% Encoding: UTF-8\n@misc{m, title={Größe}}".encode("cp1252"),
    ],
    ids=["latin-1", "utf-8 with mark", "utf-16", "utf-32", "declared", "declared nonsense", "declared wrongly"],
)
def test_bibliographies_in_old_encodings_are_read(project, content):
    """Latin-1, byte-order marks and declared encodings give the right letters."""
    (project / "a.bib").write_bytes(content)
    assert [each.fields.title for each in scan(project, "a.bib").references] == ["Größe"]


def test_japanese_bibliographies_may_declare_their_encoding(project):
    """What JabRef writes at the top of a Shift-JIS file counts."""
    (project / "a.bib").write_bytes("% Encoding: Shift_JIS\n@misc{服部1976, title={題名}}".encode("shift_jis"))
    assert [(each.key, each.fields.title) for each in scan(project, "a.bib").references] == [("服部1976", "題名")]


def test_files_that_are_no_text_are_problems(project):
    """A binary file under a text suffix hides nothing else."""
    write(project, {"a.bib": b"\x89PNG\x00\x00", "b.txt": b"\x00\x01", "c.docx": b"x", "d.bib": BIB})
    found = scan(project, "a.bib", "b.txt", "c.docx", "d.bib")
    assert keys(found) == ["doe", "roe"]
    assert sorted((each.rule, each.location.source) for each in found.problems) == [
        ("unreadable-source", "a.bib"), ("unreadable-source", "b.txt"), ("unreadable-source", "c.docx"),
    ]  # fmt: skip


def test_a_thesis_leads_to_its_bibliography(project):
    """`\\bibliography` is followed, entries know where they are cited, a missing file is reported."""
    write(project, {"t/thesis.tex": "\\bibliography{refs,lost}\n\\cite{doe}\n", "t/refs.bib": BIB})
    found = scan(project, "t/thesis.tex")
    assert [(each.key, [str(place) for place in each.cited_at]) for each in found.references] == [
        ("doe", ["t/thesis.tex:2"]), ("roe", []),
    ]  # fmt: skip
    assert [(each.rule, each.location.source) for each in found.problems] == [
        ("unreadable-source", "t/thesis.tex"), ("uncited-entry", "t/refs.bib"),
    ]  # fmt: skip
    assert keys(scan(project, "t/thesis.tex", check_uncited=False)) == ["doe"]
    write(project, {"t/thesis.tex": "\\bibliography{refs}\n\\nocite{*}\n"})
    assert keys(scan(project, "t/thesis.tex", check_uncited=False)) == ["doe", "roe"]


def test_configured_bibliographies_are_read_too(project):
    """The setting `bibliography` counts; a pattern of it that matches nothing is a mistake."""
    write(project, {"refs.bib": BIB, "x.txt": "[t] Doe 2001 Some title here"})
    assert keys(scan(project, "x.txt", bibliography=("*.bib",))) == ["doe", "roe", "t"]
    with pytest.raises(SourceError, match="lost"):
        scan(project, "x.txt", bibliography=("lost.bib",))


def test_a_bibliography_is_read_as_text_or_as_file(project):
    """The first characters of a text tell its format; a file that cannot be opened is a mistake."""
    texts = (BIB, '[{"id": "csl"}]', "TY  - JOUR\nID  - r\nTI  - T\nER  -")
    assert [keys(read_bibliography(text)) for text in texts] == [
        ["doe", "roe"], ["csl"], ["r"],
    ]  # fmt: skip
    write(project, {"odd.biblatex": BIB})
    assert keys(read_bibliography(project / "odd.biblatex")) == ["doe", "roe"]
    with pytest.raises(SourceError, match="cannot be read"):
        read_bibliography(project / "lost.bib")


PAGE = "# P\n\nAs [@doe, p. 3; @lost] says, see [@doi:10.1234/own].\n\n## References\n\n1. Poe, E. (1998). An entry.\n"


def test_pages_cite_bibliographies(project):
    """Markdown, reST and notebooks know the bibliography they name, and a key without an entry is reported."""
    write(
        project,
        {
            "a.md": f"---\ntitle: x\nbibliography: refs.bib\n---\n{PAGE}",
            "b.md": f"---\nbibliography:\n  - 'refs.bib'\n---\n{PAGE}",
            "c.rst": "P\n=\n\n:cite:`doe,lost`\n\n.. bibliography:: refs.bib\n",
            "d.md": "See {cite}`doe` and {cite}`lost`.\n\n```{bibliography} refs.bib\n```\n",
            "refs.bib": BIB,
        },
    )
    for name in ("a.md", "b.md", "c.rst", "d.md"):
        found = scan(project, name)
        doe = next(each for each in found.references if each.key == "doe")
        assert [place.source for place in doe.cited_at] == [name]
        missing = [(each.key, each.location.source) for each in found.problems if each.rule == "missing-entry"]
        assert missing == [("lost", name)]


def test_notebooks_cite_too(project):
    """The citation's line is that of the notebook."""
    write(
        project,
        {
            "refs.bib": BIB,
            "odd.ipynb": "x",
            "n.ipynb": '{"cells": [\n{"cell_type": "markdown", "source": ["see [@doe]"]}\n]}',
        },
    )
    doe = next(each for each in scan(project, "n.ipynb", "odd.ipynb", "refs.bib").references if each.key == "doe")
    assert [str(place) for place in doe.cited_at] == ["n.ipynb:2"]


def test_a_page_whose_bibliography_is_unknown_misses_nothing(project):
    """Keys that another tool resolves are no faults."""
    write(project, {"a.md": "Says [@doe].\n"})
    assert scan(project, "a.md").problems == ()


def test_one_work_in_two_bibliographies_is_linted(project):
    """The offline lint sees all files together."""
    write(project, {"a.bib": BIB, "b.bib": "@misc{doe, title={Something else entirely}}"})
    assert [each.rule for each in scan(project, "a.bib", "b.bib").problems] == ["duplicate-key"]


def test_files_that_cannot_be_opened_are_said_so(project, monkeypatch):
    """A link to nowhere, and a file too large to be a document."""
    (project / "loop.txt").symlink_to("loop.txt")
    with pytest.raises(SourceError, match="no such file"):
        scan(project, "loop.txt")
    write(project, {"big.txt": "Doe 2001 Some title here"})
    monkeypatch.setattr(files, "_MAX_BYTES", 3)
    assert [each.rule for each in scan(project, "big.txt").problems] == ["unreadable-source"]


def test_word_documents_and_folders_by_pattern_are_read(project):
    """A pattern may match folders; a path outside of the project keeps its own name."""
    write(project, {"one/a.bib": BIB, "two/b.txt": "[b] Doe 2001 Some title here", "two/skip.png": b""})
    assert keys(scan(project, "*")) == ["b", "doe", "roe"]
    found = scan(project / "two", project / "one/a.bib")
    assert {each.location.source for each in found.references} == {"one/a.bib"}
