"""Every builder of Sphinx writes a project with references, serially and in parallel, cold and warm."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from tests.sphinx.building import Built, Project, contents

BUILDERS = [
    "html", "dirhtml", "singlehtml", "epub", "latex", "text", "man", "texinfo", "xml", "pseudoxml", "json", "gettext",
    "dummy", "changes",
]  # fmt: skip
PLAIN = {
    "text": "index.txt", "latex": "shorenotes.tex", "man": "shorenotes.1", "texinfo": "shorenotes.texi",
    "xml": "index.xml", "pseudoxml": "index.pseudoxml",
}  # fmt: skip
TIMES = re.compile(
    rb'"last_updated": "[^"]*"|"meta": (?:null|{})|Last updated on [^<]*|POT-Creation-Date:[^"]*|<dc:date>.*?</dc:date>'
    rb'|dcterms:modified">.*?<|\d{4}-\d\d-\d\dT[\d:]*Z'
)


def same(folder: Path) -> dict[str, bytes]:
    """What a build has written, without the time of day."""
    return {name: TIMES.sub(b"", data) for name, data in contents(folder).items() if not name.endswith(".epub")}


@pytest.mark.parametrize("builder", BUILDERS)
def test_serial_parallel_cold_and_warm_are_equal(tmp_path: Path, builder: str) -> None:
    """However often and with however many processes a project is built, the same files come out, without a fault."""
    project = Project("sphinx-rst", tmp_path)
    cold = project.build(builder, folder="one")
    first = same(cold.out)
    warm = project.build(builder, folder="one")
    parallel = project.build(builder, folder="two", parallel=4)
    assert [cold.status, warm.status, parallel.status] == [0, 0, 0]
    assert [line for line in cold.warnings.splitlines() if line.strip() and "[scholar." not in line] == []
    assert sorted(cold.warnings.splitlines()) == sorted(parallel.warnings.splitlines())
    assert warm.warnings == ""
    assert warm.read == set()
    assert first == same(warm.out)
    assert first == same(parallel.out)


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "xml", "json"])
def test_a_second_build_writes_no_document(tmp_path: Path, builder: str) -> None:
    """With nothing changed no document is written again."""
    project = Project("sphinx-rst", tmp_path)
    project.build(builder)
    warm = project.build(builder)
    ours = (
        ".buildinfo",
        "genindex",
        "search",
        "objects",
        "_static",
        "environment",
        "globalcontext",
        "self",
        "last_build",
    )
    assert {name for name in warm.written if not name.startswith(ours)} == set()


@pytest.mark.parametrize("builder", PLAIN)
def test_badges_are_words_where_there_is_no_colour(tmp_path: Path, builder: str) -> None:
    """Formats without colour say each verdict in brackets, in plain letters."""
    result = Project("sphinx-rst", tmp_path).build(builder)
    text = " ".join(result.page(PLAIN[builder]).split()).replace("{[}", "[").replace("{]}", "]")
    for words in ("[verified]", "[verified, retracted]", "[not found]", "[mismatch: year]", "[could not be checked]"):
        assert words in text
    assert not set("✓≠✗⚠") & set(text)


def test_latex_escapes_what_registries_say(tmp_path: Path) -> None:
    """`%`, `&`, `_` and `#` of DOIs and titles are text in LaTeX, and links still lead to the work."""
    project = Project("sphinx-rst", tmp_path)
    project.edit("chapters/two.rst", "   doi:10.5555/gulls\n", "   doi:10.5555/gulls\n   doi:10.5555/a&b_100%(x)#y\n")
    tex = project.build("latex").page("shorenotes.tex")
    assert r"R\&D\_work: 100 \% of \#1" in tex
    assert r"\sphinxhref{https://doi.org/10.5555/a\%26b\_100\%25(x)\%23y}" in tex


def _latex_engine() -> str:
    """An engine whose packages for Sphinx are installed, or an empty string."""
    finder = shutil.which("kpsewhich")
    needs = {
        "pdflatex": ("cmap.sty", "fncychap.sty", "tgtermes.sty"),
        "lualatex": ("luatex85.sty", "fncychap.sty", "FreeSerif.otf"),
    }
    for engine, styles in needs.items():
        if finder and shutil.which(engine):
            found = [subprocess.run([finder, style], capture_output=True, check=False).returncode for style in styles]
            if not any(found):
                return engine
    return ""


@pytest.mark.slow
@pytest.mark.skipif(not _latex_engine(), reason="no LaTeX with what Sphinx needs here")
def test_a_pdf_is_compiled(tmp_path: Path) -> None:
    """The LaTeX that comes out compiles to a PDF."""
    engine = _latex_engine()
    result = Project("sphinx-rst", tmp_path).build("latex", latex_engine=engine)
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", "shorenotes.tex"]
    done = subprocess.run(command, cwd=result.out, capture_output=True, text=True, check=False, timeout=300)
    assert (result.out / "shorenotes.pdf").is_file(), done.stdout[-2000:]


def test_epub_is_well_formed(tmp_path: Path) -> None:
    """Every page of an EPUB is XML, with badges that need no button and no script."""
    result = Project("sphinx-rst", tmp_path).build("epub")
    (epub,) = result.out.glob("*.epub")
    with zipfile.ZipFile(epub) as book:
        pages = {
            name: book.read(name).decode() for name in book.namelist() if name.endswith((".xhtml", ".opf", ".ncx"))
        }
        names = set(book.namelist())
    for page in pages.values():
        ET.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", page))
    assert 'data-scholar-status="mismatch"' in pages["index.xhtml"]
    assert not any("<button" in page or "<input" in page for page in pages.values())
    assert "_static/scholar.css" in names
    assert 'href="_static/scholar.css"' in pages["content.opf"]


def test_singlehtml_has_the_badges_of_html(tmp_path: Path) -> None:
    """A project on one page has each badge of its many pages once, every id once."""
    project = Project("sphinx-rst", tmp_path)
    many = project.build()
    pages = ("index.html", "chapters/one.html", "chapters/two.html", "report.html")
    one = project.build("singlehtml").page("index.html")
    statuses = re.findall(r'data-scholar-status="(\w+)"', one)
    assert sorted(statuses) == sorted(status for page in pages for status in many.badges(page))
    ids = re.findall(r'\bid="([^"]+)"', one)
    assert sorted(ids) == sorted(set(ids))


def test_ids_are_unique(tmp_path: Path) -> None:
    """No id of a badge stands twice on a page."""
    result = Project("sphinx-rst", tmp_path).build()
    for name in ("index.html", "chapters/one.html", "chapters/two.html", "report.html"):
        ids = re.findall(r'\bid="([^"]+)"', result.page(name))
        assert sorted(ids) == sorted(set(ids))


def test_another_builder_judges_nothing_anew(tmp_path: Path) -> None:
    """A second builder on the same doctrees reads nothing, even where lock and cache are gone meanwhile."""
    project = Project("sphinx-rst", tmp_path)
    project.build(scholar_lock="../sphinx-rst/scholar.lock")
    text = project.build("text", scholar_lock="../sphinx-rst/scholar.lock")
    assert text.read == set()
    assert "[mismatch: year]" in text.page("index.txt")


def test_translators_see_no_badge(tmp_path: Path) -> None:
    """Message catalogues hold what the author wrote, and nothing of ours."""
    pot = Project("sphinx-rst", tmp_path).build("gettext").page("index.pot")
    assert "verified" not in pot
    assert "Gulls were counted (:doi:`10.5555/gulls`)" in pot


def test_the_search_index_holds_no_badge(tmp_path: Path) -> None:
    """Searching a site for the words of badges does not find every page with references."""
    index = Project("sphinx-rst", tmp_path).build(scholar_badge_style="words").page("searchindex.js")
    assert "gull" in index
    assert '"verifi"' not in index
    assert '"mismatch"' not in index


def test_the_style_sheet_is_linked_where_badges_are(tmp_path: Path) -> None:
    """Only pages with badges load the style sheet."""
    result = Project("sphinx-myst", tmp_path).build()
    assert '"_static/scholar.css' in result.page("index.html")
    assert "scholar.css" not in result.page("other.html")
    assert (result.out / "_static" / "scholar.css").is_file()


def test_badges_by_builder(tmp_path: Path) -> None:
    """`scholar_badges` chooses for each builder or format; `*` stands for all others."""
    project = Project("sphinx-rst", tmp_path)
    badges = {"text": "none", "html": "problems", "*": "all"}
    assert "[" + "verified" not in project.build("text", scholar_badges=badges).page("index.txt")
    html = project.build("html", scholar_badges=badges)
    assert html.badges("index.html") == ["verified", "not_found", "mismatch", "not_found", "unchecked"]
    assert "[verified]" in project.build("xml", scholar_badges=badges).page("index.xml")


def linkchecked(project: Project, **conf: str) -> set[str]:
    result: Built = project.build("linkcheck", linkcheck_ignore=["https://.*"], **conf)
    return {line.split('"uri": "')[1].split('"')[0] for line in result.page("output.json").splitlines()}


def test_linkcheck_leaves_out_what_is_verified(tmp_path: Path) -> None:
    """linkcheck visits no link of a verified reference, unless it is told to."""
    project = Project("sphinx-rst", tmp_path)
    some, every = linkchecked(project), linkchecked(project, scholar_linkcheck="all")
    assert "https://doi.org/10.5555/ghost" in some
    assert "https://doi.org/10.5555/gulls" not in some
    assert "https://doi.org/10.5555/gulls" in every
