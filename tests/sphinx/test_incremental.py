"""What a build reads, judges, asks and writes again."""

from __future__ import annotations

from pathlib import Path

import pytest
from sphinx_scholar import state

import scholar_build
from tests.invented import lock_for
from tests.sphinx.building import Built, Project


def pages(result: Built) -> set[str]:
    """The documents that a build has written."""
    return {name for name in result.written if name.startswith("_sources") is False} & {
        "index.html", "other.html", "chapters/one.html", "chapters/two.html", "report.html", "listed.html",
    }  # fmt: skip


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The identifiers of the references that each build has judged."""
    seen: list[list[str]] = []
    original = scholar_build.check_scan

    def watched(scan, settings, session, **more) -> scholar_build.Report:  # type: ignore[no-untyped-def]
        seen.append([str(each.identifiers[0]) for each in scan.references])
        return original(scan, settings, session, **more)

    monkeypatch.setattr(scholar_build, "check_scan", watched)
    return seen


def test_nothing_changed(tmp_path: Path, judged: list[list[str]]) -> None:
    """A build with nothing changed reads, judges and says nothing."""
    project = Project("sphinx-bibtex", tmp_path)
    project.build()
    judged.clear()
    warm = project.build()
    assert (warm.read, judged, warm.warnings, pages(warm)) == (set(), [], "", set())


def test_a_changed_bibliography_reaches_the_pages_that_cite_it(tmp_path: Path) -> None:
    """A year changed in the .bib file changes the badge on the page that cites it, and touches no other page."""
    project = Project("sphinx-myst", tmp_path)
    assert project.build().badges("index.html")[:2] == ["verified", "verified"]
    project.edit("refs.bib", "year = {2018}", "year = {1995}")
    edited = project.build()
    assert edited.badges("index.html")[:2] == ["mismatch", "verified"]
    assert pages(edited) == {"index.html"}
    assert edited.read == {"index"}
    assert "refs.bib:1: WARNING: mismatch: year" in edited.warnings


def test_a_new_verdict_rewrites_its_pages_only(tmp_path: Path) -> None:
    """Where the lock says something new, the pages whose badges change are written, and none is read."""
    project = Project("sphinx-rst", tmp_path)
    (project.root / "scholar.lock").unlink()
    cold = project.build()
    assert set(cold.badges("chapters/one.html")) == {"unchecked"}
    lock_for(project.root)
    known = project.build()
    assert known.read == set()
    assert pages(known) == {"index.html", "chapters/one.html", "chapters/two.html", "report.html"}
    assert known.badges("chapters/one.html") == ["verified", "verified"]


def test_an_edited_page_is_judged_alone(tmp_path: Path, judged: list[list[str]]) -> None:
    """Editing one page judges its references and those left open; the report page follows."""
    project = Project("sphinx-rst", tmp_path)
    project.build()
    judged.clear()
    project.edit("chapters/two.rst", "doi:10.5555/gulls", "doi:10.5555/tides")
    edited = project.build()
    assert judged == [["doi:10.5555/a&b_100%(x)#y", "doi:10.5555/tides"]]
    assert edited.read == {"chapters/two"}
    assert pages(edited) == {"chapters/two.html", "report.html", "index.html"}, "Sphinx writes the toctree's page"
    assert edited.page("report.html").count("10.5555/tides</a>") == 4


def test_a_removed_page_leaves_the_report(tmp_path: Path) -> None:
    """References of a page that is gone are gone from the report."""
    project = Project("sphinx-rst", tmp_path)
    project.build(scholar_report="report.json")
    project.edit("index.rst", "   chapters/one\n", "")
    (project.root / "chapters" / "one.rst").unlink()
    result = project.build(scholar_report="report.json")
    assert {each["source"] for each in project.report()["references"]} == {"index.rst", "chapters/two.rst", "refs.bib"}
    assert "Vane, A. (2009)" not in result.page("report.html")


def test_an_entry_that_is_cited_no_more(tmp_path: Path) -> None:
    """With `check_uncited` off, only entries that a page cites are reported."""
    project = Project("sphinx-myst", tmp_path)
    project.edit("index.md", "; @okafor2015] and", "] and")
    project.edit("index.md", "and {scholar:cite}`okafor2015`", "and nothing")
    project.build(scholar_report="report.json", scholar_check_uncited=False)
    keys = [each["key"] for each in project.report()["references"] if each["key"]]
    assert keys == ["made", "halloran2018"]


@pytest.mark.parametrize("damage", [b"", b"\xff\xff", b"\x81\xa5stamp\x01"])
def test_damaged_state(tmp_path: Path, damage: bytes) -> None:
    """A damaged file of state costs nothing but judging again."""
    project = Project("sphinx-rst", tmp_path)
    first = project.build()
    (project.root / "_build" / "doctrees" / state.FILE).write_bytes(damage)
    again = project.build()
    assert again.status == 0
    assert again.badges("index.html") == first.badges("index.html")


def test_another_day_or_setting_judges_anew(
    tmp_path: Path, judged: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdicts are kept for their day and their settings only."""
    project = Project("sphinx-bibtex", tmp_path)
    project.build()
    project.build(scholar_checks=["title"])
    assert [len(each) for each in judged] == [3, 3]


def test_a_report_file_that_is_gone_comes_back(tmp_path: Path) -> None:
    """A report file that was deleted is written again, with the same content."""
    project = Project("sphinx-rst", tmp_path)
    project.build(scholar_report="report.json")
    first = (project.root / "report.json").read_bytes()
    (project.root / "report.json").unlink()
    project.build(scholar_report="report.json")
    assert (project.root / "report.json").read_bytes() == first


def test_an_interrupted_build_writes_its_pages_next_time(tmp_path: Path) -> None:
    """A build that fails while writing does not count its pages as written."""
    project = Project("sphinx-rst", tmp_path)
    (project.root / "scholar.lock").unlink()
    project.build()
    lock_for(project.root)
    project.edit("conf.py", '"sphinx_scholar"]', '"sphinx_scholar", "broken"]')
    (project.root / "broken.py").write_text(
        "def fail(*_): raise ValueError('broken')\n"
        "def setup(app): app.connect('html-page-context', fail); return {'parallel_read_safe': True}\n"
    )
    project.edit("conf.py", "extensions", "import sys; sys.path.insert(0, __file__.rpartition('/')[0])\nextensions")
    with pytest.raises(Exception, match="broken"):
        project.build()
    project.edit("conf.py", ', "broken"]', "]")
    assert project.build().badges("chapters/one.html") == ["verified", "verified"]
