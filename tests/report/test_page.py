from __future__ import annotations

import html5lib
import msgspec
import pytest
from bs4 import BeautifulSoup

from scholar_build.config import Settings
from scholar_build.model import Location, Report
from scholar_build.report import render
from scholar_build.report.html import asset_path
from scholar_build.report.inline import Link, as_html, as_text
from scholar_build.report.page import PageLink, ReportLinks, page_parts, reference_line
from scholar_build.report.page_html import report_page
from tests.report import samples
from tests.report.samples import REPORT, STATES, arxiv, doi, reference
from tests.report.snapshots import snapshot

replace = msgspec.structs.replace
LINKS = ReportLinks(
    pages={
        "docs/reading-list.md": PageLink(title="Reading list", url="../reading-list/", lang="en"),
        "docs/ja/bunken.md": PageLink(title="参考文献", url="../ja/bunken/", lang="ja"),
    },
    places={samples.VERIFIED.reference.location: "../reading-list/#ref-1"},
    files=(PageLink(title="JSON", url="scholar.json"), PageLink(title="SARIF", url="scholar.sarif")),
)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_report_page_is_as_it_was(lang: str) -> None:
    """The whole page body is kept in a snapshot for each language."""
    text = report_page(REPORT, LINKS, lang)
    assert snapshot(f"page.{lang}.html", text) == text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_report_page_is_valid(lang: str) -> None:
    """The page body has no fault in HTML, with and without links."""
    for links in (LINKS, None):
        body = report_page(REPORT, links, lang)
        html5lib.HTMLParser(strict=True).parse(
            f"<!DOCTYPE html><html><head><title>x</title></head><body>{body}</body></html>"
        )


def soup(report: Report = REPORT, links: ReportLinks | None = LINKS, lang: str = "en") -> BeautifulSoup:
    return BeautifulSoup(report_page(report, links, lang), "html5lib")


def test_each_choice_of_the_filter_shows_as_many_as_it_says() -> None:
    """The counts are the filter: the number on a choice is the number of rows with its class."""
    page = soup()
    for label in page.select(".scholar-filter label"):
        box, number = label.select_one("input"), label.select_one("b")
        assert box is not None
        assert number is not None
        chosen = "" if box["value"] == "all" else f".scholar-entry--{box['value']}"
        assert int(number.get_text()) == len(page.select(f".scholar-entry{chosen}"))


def test_a_count_of_zero_cannot_be_chosen() -> None:
    """A choice that would show nothing is disabled."""
    page = soup(Report(verdicts=(samples.VERIFIED,)))
    disabled = [box["value"] for box in page.select("input[disabled]")]
    assert disabled == ["problem", "mismatch", "not_found", "unchecked", "notice"]


def test_ids_are_unique_on_the_page() -> None:
    """Headings can be linked to, each by its own address."""
    ids = [tag["id"] for tag in soup().select("[id]")]
    assert len(ids) == len(set(ids))


def test_one_group_a_source_each_linked_to_its_page() -> None:
    """References stand under the page that cites them, named and linked where the host knows it."""
    heads = [head.get_text() for head in soup().select(".scholar-group h2")]
    assert heads == ["docs/index.md", "参考文献", "Reading list", "Problems in the sources"]
    linked = [link["href"] for link in soup().select(".scholar-group h2 a")]
    assert linked == ["../ja/bunken/", "../reading-list/"]


def test_a_reference_links_to_where_it_is_cited() -> None:
    """Each row names its line, linked where the host knows the address, and further places by their page."""
    cited = replace(
        samples.VERIFIED.reference,
        cited_at=(Location(source="docs/thesis.md", line=211), Location(source="docs/ja/bunken.md", line=5)),
    )
    page = soup(Report(verdicts=(replace(samples.VERIFIED, reference=cited),)))
    last = page.select(".scholar-entry .scholar-meta")[-1]
    assert last.get_text() == "Cited at line 14, docs/thesis.md, line 211, 参考文献, line 5"
    assert [link["href"] for link in last.select("a")] == ["../reading-list/#ref-1"]


def test_identifiers_are_linked_where_they_stand() -> None:
    """An identifier in a reference's text becomes a link in its place, any other follows."""
    both = reference("A. (2020) T. https://doi.org/10.5555/ABC.", doi("10.5555/abc"), arxiv("2213.00001"))
    pieces = reference_line(replace(samples.VERIFIED, reference=both))
    assert as_text(pieces) == "A. (2020) T. https://doi.org/10.5555/ABC. arXiv:2213.00001"
    assert [piece.text for piece in pieces if isinstance(piece, Link)] == ["10.5555/ABC", "arXiv:2213.00001"]


def test_a_bare_identifier_reads_as_its_record() -> None:
    """A role without text is listed by what its record says, or by the identifier alone."""
    assert as_text(reference_line(samples.MENTION)).startswith("Abernold, T.; Kestrelmann, J. (2021).")
    assert as_text(reference_line(replace(samples.MENTION, record=None))) == "10.5555/jbrr.2021.0142"


def test_japanese_references_are_marked_as_japanese() -> None:
    """A screen reader reads a Japanese reference in an English report as Japanese."""
    assert [span["lang"] for span in soup().select(".scholar-entry p > span[lang]")] == ["ja"]
    assert soup(lang="ja").select(".scholar-entry p > span[lang]") == []


def test_an_outage_is_told_at_the_top() -> None:
    """A reader of the report sees first that a provider was silent and how many references that concerns."""
    banner = soup().select_one(".scholar-banner")
    assert banner is not None
    assert banner.get_text() == (
        "One provider did not answer. arXiv asked us to wait (rate_limited). "
        "4 references got no answer. The next build asks again."
    )
    assert soup(Report(verdicts=(samples.VERIFIED, samples.BOOK))).select_one(".scholar-banner") is None
    offline = soup(Report(verdicts=(samples.OFFLINE,))).select_one(".scholar-banner")
    assert offline is not None
    assert offline.get_text() == (
        "Not everything could be checked. 1 reference got no answer. Run scholar-build lock and commit scholar.lock."
    )
    late = soup(replace(REPORT, verdicts=(samples.VERIFIED,))).select_one(".scholar-banner")
    assert late is not None
    assert late.get_text().endswith("(rate_limited). The next build asks again.")


def test_the_age_of_the_records_is_told() -> None:
    """The intro counts references and pages and names the days of the records."""
    assert as_text(page_parts(REPORT).intro) == (
        "21 references on 3 pages, checked with records of 28\u00a0Nov\u00a02026 to 30\u00a0Nov\u00a02026."
    )
    assert as_text(page_parts(Report(verdicts=(samples.BOOK,))).intro) == "1 reference on 1 page."
    assert as_text(page_parts(Report(verdicts=(samples.VERIFIED,))).intro).endswith("records of 28\u00a0Nov\u00a02026.")


def test_a_report_in_another_language_than_its_page_says_so() -> None:
    """A Japanese report inside an English site is marked."""
    assert ' lang="ja"' in report_page(REPORT, LINKS, "ja", page_lang="en").splitlines()[0]
    assert " lang=" not in report_page(REPORT, LINKS, "ja", page_lang="ja").splitlines()[0]


def test_the_page_as_data_says_what_the_page_says() -> None:
    """A host that writes its own nodes loses nothing."""
    parts = page_parts(REPORT, LINKS)
    html = report_page(REPORT, LINKS)
    for group in parts.groups:
        for entry in group.entries:
            assert as_html(entry.says) in html
            assert as_html(entry.cited) in html
    assert as_html(parts.files) in html
    assert sum(len(group.entries) for group in parts.groups) == len(STATES)


def test_the_report_as_one_file_needs_nothing_else() -> None:
    """The file asks no server for anything and runs no script."""
    text = render(REPORT, "html", Settings(lang="ja"))
    page = BeautifulSoup(text, "html5lib")
    assert page.select("script, link, img, iframe") == []
    assert asset_path().read_text(encoding="utf-8") in text
    assert page.html is not None
    assert page.html["lang"] == "ja"
