"""What `mkdocs build` shows, says and writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mkdocs.building import Built, Site, statuses, without_badges


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Built]:
    site = Site("mkdocs-verdicts", tmp_path_factory.mktemp("site"))
    site.lock()
    return site, site.build()


def test_every_reference_gets_the_badge_of_its_verdict(built: tuple[Site, Built]) -> None:
    """A badge stands beside each role, link and list entry, and says what the registry holds against it."""
    site, _ = built
    mentions = ["verified", "verified", "verified"]
    entries = ["verified", "mismatch", "not_found", "verified", "unchecked"]
    assert statuses(site.page()) == mentions + entries
    assert statuses(site.page("second/index.html")) == ["verified", "not_found"]


def test_code_is_left_alone(built: tuple[Site, Built]) -> None:
    """Nothing inside code spans and fences is read as a reference."""
    site, result = built
    assert "invented-in" not in result.log
    assert "<code>10.5555/invented-in-code</code>, and" in site.page()


def test_a_role_is_named_after_its_record(built: tuple[Site, Built]) -> None:
    """A role reads as authors and year, and leads to the work."""
    site, _ = built
    assert '<a class="scholar-role" href="https://doi.org/10.5555/gulls">Halloran et al. (2018)</a>' in site.page()


def test_the_log_names_file_and_line_of_what_is_not_verified(built: tuple[Site, Built]) -> None:
    """Lines are those of the author's file, front matter counted."""
    _, result = built
    assert result.status == 0
    assert "WARNING -  mkdocs_scholar: docs/index.md:19: mismatch: year" in result.log
    assert "WARNING -  mkdocs_scholar: docs/index.md:20: not found" in result.log
    assert "WARNING -  mkdocs_scholar: docs/index.md:21: retracted" in result.log
    assert "INFO    -  mkdocs_scholar: docs/index.md:22: could not be checked" in result.log
    assert "WARNING -  mkdocs_scholar: docs/second.md:9: not found" in result.log
    assert "mkdocs_scholar: 10 references: 6 verified, 1 mismatch, 2 not found, 1 could not be checked" in result.log


def test_the_json_report_lists_every_reference(built: tuple[Site, Built]) -> None:
    """The report of a build is that of the command line: counts, places, identifiers, statuses."""
    site, _ = built
    report = site.report()
    assert report["schema"] == 1
    assert report["summary"] == {"verified": 6, "mismatch": 1, "not_found": 2, "unchecked": 1, "total": 10}
    by_line = {(each["source"], each["line"]): each for each in report["references"]}
    assert by_line["docs/index.md", 20]["identifiers"] == ["doi:10.5555/invented"]
    assert by_line["docs/index.md", 20]["status"] == "not_found"


def test_the_report_page_stands_in_the_navigation_with_its_own_contents(built: tuple[Site, Built]) -> None:
    """The report page can be placed in `nav`, lists the pages in its contents, and links back to them."""
    site, _ = built
    page = site.page("scholar/references/index.html")
    assert 'href="scholar/references/"' in site.page()
    assert page.count('class="scholar-entry ') == 10
    assert 'href="#scholar-in-docs-index-md"' in page
    assert '<h2 id="scholar-in-docs-second-md"><a href="../../second/">Second</a></h2>' in page


def test_the_search_index_has_the_names_of_works_and_no_marks(built: tuple[Site, Built]) -> None:
    """Search sees the page as readers do: no mark is left in it."""
    site, _ = built
    index = site.page("search/search_index.json")
    assert "Halloran et al. (2018)" in index
    assert "scholar-badge" not in index
    for page in (*site.root.glob("site/**/*.html"),):
        assert "<scholar-" not in page.read_text(encoding="utf-8")


def test_pages_link_the_style_sheet(built: tuple[Site, Built]) -> None:
    """The style sheet is part of the site and linked from its pages."""
    site, _ = built
    assert 'href="assets/scholar/scholar.css"' in site.page()
    assert (site.root / "site/assets/scholar/scholar.css").stat().st_size > 1000


def test_only_badges_and_roles_differ_from_a_build_without_the_plugin(built: tuple[Site, Built]) -> None:
    """Switched off, the plugin does nothing; switched on, it changes no other byte of a page."""
    site, _ = built
    off = site.build("-d", "off", env={"SCHOLAR": "false"})
    assert off.status == 0
    plain = site.page("second/index.html", "off")
    mine = without_badges(site.page("second/index.html")).replace(
        '<link href="../assets/scholar/scholar.css" rel="stylesheet">', ""
    )
    assert _article(mine) == _article(plain)
    assert not (site.root / "off/assets/scholar").exists()


def test_a_second_build_changes_nothing(built: tuple[Site, Built]) -> None:
    """The same site gives the same bytes."""
    site, _ = built
    before = site.page(), site.page("scholar/references/index.html"), json.dumps(site.report())
    site.build()
    assert (site.page(), site.page("scholar/references/index.html"), json.dumps(site.report())) == before


@pytest.mark.parametrize(
    "arguments", [(), ("-q",), ("--strict",), ("--dirty",)], ids=["plain", "quiet", "strict", "dirty"]
)
def test_strict_fails_the_build_and_names_each_failure(built: tuple[Site, Built], arguments: tuple[str, ...]) -> None:
    """Under `strict` every failing reference is printed with file and line, then the build ends with status 1."""
    site, _ = built
    result = site.build("-d", "strict", *arguments, env={"SCHOLAR_BUILD_STRICT": "1"})
    assert result.status == 1
    assert "ERROR   -  mkdocs_scholar: docs/index.md:20: not found: " in result.log
    assert "(identifier-not-found) doi:10.5555/invented" in result.log
    assert "ERROR   -  mkdocs_scholar: docs/second.md:9: not found: " in result.log
    assert "docs/index.md:19" not in "".join(line for line in result.log.splitlines() if "ERROR" in line)
    assert "Traceback" not in result.log
    assert not (site.root / "strict/index.html").exists()


def test_mkdocs_strict_counts_what_is_wrong(built: tuple[Site, Built]) -> None:
    """`mkdocs build --strict` fails on mismatches and what is not found, as on any other warning."""
    site, _ = built
    result = site.build("--strict", "-d", "out")
    assert result.status == 1
    assert "Aborted with 4 warnings in strict mode!" in result.log


def _article(page: str) -> str:
    return page[page.index("<h1") : page.index("<footer")]


def test_a_dirty_build_still_knows_the_pages_it_did_not_read(tmp_path: Path) -> None:
    """`--dirty` judges and reports the whole site although it reads only the pages that changed."""
    site = Site("mkdocs-verdicts", tmp_path)
    site.lock()
    site.build()
    whole = site.report()
    (site.root / "report.json").unlink()
    result = site.build("--dirty")
    assert result.status == 0
    assert site.report() == whole
    assert statuses(site.page()) == ["verified"] * 3 + ["verified", "mismatch", "not_found", "verified", "unchecked"]
