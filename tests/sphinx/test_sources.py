"""What counts as a reference in a Sphinx project, and where its badge stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sphinx.building import Built, Project


def built(name: str, folder: Path) -> tuple[Project, Built]:
    project = Project(name, folder)
    return project, project.build(scholar_report="report.json")


def found(project: Project) -> list[tuple[str, str, str]]:
    """Every reference with its place, its first identifier and its status."""
    listed = project.report()["references"]
    return [(f"{each['source']}:{each['line']}", each["identifiers"][0], each["status"]) for each in listed]


def text_before_badges(page: str) -> list[str]:
    """The last words before each badge."""
    pieces = re.split(r'<span class="no-search"', page)[:-1]
    return [re.sub(r"<[^>]*>", "", piece).rstrip()[-12:] for piece in pieces]


def test_rest(tmp_path: Path) -> None:
    """Roles, links, list entries, citations and footnotes of reST are found at their lines; code is not."""
    project, _ = built("sphinx-rst", tmp_path)
    assert found(project) == [
        ("chapters/one.rst:8", "doi:10.5555/fraud", "verified"),
        ("chapters/one.rst:9", "doi:10.5555/tides", "verified"),
        ("chapters/two.rst:4", "doi:10.5555/a&b_100%(x)#y", "verified"),
        ("chapters/two.rst:6", "doi:10.5555/gulls", "verified"),
        ("index.rst:4", "doi:10.5555/gulls", "verified"),
        ("index.rst:5", "doi:10.5555/tides", "verified"),
        ("index.rst:5", "doi:10.5555/fraud", "verified"),
        ("index.rst:6", "doi:10.5555/ghost", "not_found"),
        ("index.rst:19", "doi:10.5555/gulls", "verified"),
        ("index.rst:21", "doi:10.5555/tides", "mismatch"),
        ("index.rst:22", "doi:10.5555/ghost", "not_found"),
        ("index.rst:23", "doi:10.5555/unknown", "unchecked"),
        ("refs.bib:1", "doi:10.5555/gulls", "verified"),
        ("refs.bib:9", "doi:10.5555/pair", "verified"),
    ]


def test_badges_stand_behind_their_references(tmp_path: Path) -> None:
    """A badge follows the role, the link or the last word of the entry that it judges."""
    _, result = built("sphinx-rst", tmp_path)
    assert text_before_badges(result.page("index.html")) == [
        "t al. (2018)", " patient man", "nd one paper", "0.5555/ghost", " Lind (2015)", "halloran2018", "0.5555/gulls",
        "0.5555/tides", "0.5555/ghost", "5555/unknown",
    ]  # fmt: skip


def test_a_role_is_named_after_its_record(tmp_path: Path) -> None:
    """A role reads as authors and year once its work is verified, else as written, and leads to the work."""
    page = built("sphinx-rst", tmp_path)[1].page("index.html")
    assert 'href="https://doi.org/10.5555/gulls">Halloran et al. (2018)</a>' in page
    assert 'href="https://doi.org/10.5555/tides">a patient man</a>' in page
    assert 'href="https://doi.org/10.5555/ghost">10.5555/ghost</a>' in page


def test_citations_by_key(tmp_path: Path) -> None:
    """`:scholar:cite:` shows the entry's work by name; `[@key]` stays as written, with the entry's badge."""
    page = built("sphinx-rst", tmp_path)[1].page("index.html")
    assert 'href="https://doi.org/10.5555/pair">Okafor and Lind (2015)</a>' in page
    assert "See [&#64;halloran2018 <span" in page


def test_myst(tmp_path: Path) -> None:
    """MyST's roles, links, citations, lists and footnotes count; footnotes stand where they were written."""
    project, result = built("sphinx-myst", tmp_path)
    assert found(project) == [
        ("index.md:7", "doi:10.5555/tides", "verified"),
        ("index.md:8", "doi:10.5555/fraud", "verified"),
        ("index.md:8", "doi:10.5555/gulls", "verified"),
        ("index.md:17", "doi:10.5555/gulls", "verified"),
        ("index.md:19", "doi:10.5555/pair", "verified"),
        ("index.md:21", "doi:10.5555/tides", "mismatch"),
        ("index.md:25", "doi:10.5555/fraud", "verified"),
        ("refs.bib:1", "doi:10.5555/gulls", "verified"),
        ("refs.bib:9", "doi:10.5555/pair", "verified"),
    ]
    page = result.page("index.html")
    assert "someone&#64;example.org" in page
    assert '<span class="pre">[&#64;halloran2018]</span>' in page
    assert result.badges("other.html") == []


def test_a_page_may_name_its_bibliography(tmp_path: Path) -> None:
    """Front matter `bibliography: refs.bib` is read, and the page depends on the file."""
    _, result = built("sphinx-myst", tmp_path)
    assert {Path(name).name for name in result.app.env.dependencies["index"]} == {"refs.bib"}
    assert "refs.bib" not in {Path(name).name for name in result.app.env.dependencies["other"]}


def test_sphinxcontrib_bibtex(tmp_path: Path) -> None:
    """Each entry of its bibliographies and each of its footnotes has the badge of the entry."""
    project, result = built("sphinx-bibtex", tmp_path)
    assert found(project) == [
        ("refs.bib:1", "doi:10.5555/gulls", "verified"),
        ("refs.bib:9", "doi:10.5555/pair", "verified"),
        ("refs.bib:17", "doi:10.5555/tides", "mismatch"),
    ]
    assert result.badges("index.html") == ["verified", "verified", "mismatch"]
    assert result.badges("listed.html") == ["mismatch"]
    assert [line for line in result.warnings.splitlines() if "missing" in line] == []


def test_citations_of_sphinxcontrib_bibtex_are_places(tmp_path: Path) -> None:
    """The report names where an entry is cited by the roles `cite` and `footcite`."""
    project, _ = built("sphinx-bibtex", tmp_path)
    for each in project.report()["references"]:
        assert [(place["source"], place["line"]) for place in each["cited_at"]] == [("index.rst", 4)]


def test_docstrings(tmp_path: Path) -> None:
    """References of numpydoc docstrings are found, at their line of the Python file."""
    project, result = built("sphinx-autodoc", tmp_path)
    assert found(project) == [
        ("gulls.py:10", "doi:10.5555/pair", "verified"),
        ("gulls.py:14", "doi:10.5555/gulls", "verified"),
        ("gulls.py:25", "doi:10.5555/tides", "mismatch"),
    ]
    assert result.badges("index.html") == ["verified", "verified", "mismatch"]
    assert [each["key"] for each in project.report()["references"]] == ["", "1", ""]


def test_notebooks(tmp_path: Path) -> None:
    """MyST-NB's Markdown cells are read, at their line of the file; code and its output are not."""
    project, result = built("sphinx-notebook", tmp_path)
    lines = (project.root / "index.ipynb").read_text(encoding="utf-8").splitlines()
    gulls, tides = (next(n for n, line in enumerate(lines, 1) if doi in line) for doi in ("10.5555/gulls", "Moreau"))
    assert found(project) == [
        (f"index.ipynb:{gulls}", "doi:10.5555/gulls", "verified"),
        (f"index.ipynb:{tides}", "doi:10.5555/tides", "mismatch"),
    ]
    assert result.badges("index.html") == ["verified", "mismatch"]


def test_extlinks_keep_their_role(tmp_path: Path) -> None:
    """An `extlinks` role named `doi` stays as its author made it, without a warning, and its links are read."""
    project, result = built("sphinx-extlinks", tmp_path)
    assert "already registered" not in result.warnings
    assert ">doi:10.5555/gulls</a>" in result.page("index.html")
    assert [status for _, _, status in found(project)] == ["verified", "verified", "unchecked"]


@pytest.mark.parametrize("role", ["doi", "scholar:doi"])
def test_a_role_that_names_nothing(tmp_path: Path, role: str) -> None:
    """Text that is no identifier is marked and named with its line; the build goes on."""
    project = Project("sphinx-extlinks", tmp_path)
    (project.root / "index.rst").write_text(f"Page\n====\n\n:{role}:`not one`\n")
    result = project.build(extlinks={})
    assert "index.rst:4: WARNING: `not one` is no DOI" in result.warnings
    assert result.status == 0


def test_titles_stay_plain(tmp_path: Path) -> None:
    """A role in a heading is a link there and words in every table of contents; no badge gets into a title."""
    project = Project("sphinx-extlinks", tmp_path)
    (project.root / "index.rst").write_text(
        "Of :doi:`10.5555/gulls`\n=======================\n\nText.\n\n.. toctree::\n\n   a\n"
    )
    (project.root / "a.rst").write_text("A :scholar:cite:`x` [@x] by :doi:`10.5555/gulls`\n" + "=" * 60 + "\n")
    result = project.build(extlinks={})
    assert result.badges("index.html") == []
    assert "<title>Of 10.5555/gulls" in result.page("index.html")
    assert "10.5555/gulls</a>" in result.page("index.html")


def test_smart_quotes_leave_identifiers_alone(tmp_path: Path) -> None:
    """Dashes and quotes in identifiers stay what they are where Sphinx makes others smart."""
    project = Project("sphinx-extlinks", tmp_path)
    (project.root / "index.rst").write_text('A\n=\n\n"Smart" -- :doi:`10.5555/a--b` and doi:10.5555/c--d here.\n')
    project.build(extlinks={}, scholar_report="report.json")
    assert [identifier for _, identifier, _ in found(project)] == ["doi:10.5555/a--b", "doi:10.5555/c--d"]


def test_included_files_are_named(tmp_path: Path) -> None:
    """A reference in an included file is reported at its place in that file."""
    project = Project("sphinx-extlinks", tmp_path)
    (project.root / "index.rst").write_text("A\n=\n\n.. include:: part.inc\n")
    (project.root / "part.inc").write_text("Some words\nand doi:10.5555/ghost here.\n")
    project.build(scholar_report="report.json")
    assert [place for place, _, _ in found(project)] == ["part.inc:2"]
