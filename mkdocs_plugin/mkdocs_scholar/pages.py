"""The files that a build adds to a site: the style sheet, and the pages made from what was found."""

from __future__ import annotations

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils import get_relative_url

from scholar_build import Location, PageLink, Report, ReportLinks, asset_path, page_html, page_parts

STYLE_SHEET = "assets/scholar/scholar.css"
REPORT = "scholar/references.md"


def style_sheet(config: MkDocsConfig) -> File:
    """The style sheet of badges and pages."""
    return File.generated(config, STYLE_SHEET, abs_src_path=str(asset_path()))


def link_style(config: MkDocsConfig, page: Page | None) -> None:
    """Have a page link the style sheet if something on it needs that; None: a page without a source (404).

    What a theme makes of other pages while it writes (a blog's list of posts) is not known yet: it links it.
    """
    needed = page is not None and (type(page) is not Page or '="scholar-' in (page.content or ""))
    if needed != (STYLE_SHEET in config.extra_css):
        (config.extra_css.append if needed else config.extra_css.remove)(STYLE_SHEET)


def report_file(config: MkDocsConfig, title: str) -> File:
    """The report page, to be filled when the report is there; it stands in the navigation only if that names it."""
    content = f"---\nsearch:\n  exclude: true\n---\n# {title}\n"  # in Material's words; MkDocs' own search has none
    return File.generated(config, REPORT, content=content, inclusion=InclusionLevel.NOT_IN_NAV)


def fill_report(
    page: Page, report: Report, sources: dict[str, Page], badges: dict[Location, str], *, lang: str, page_lang: str
) -> None:
    """Write the report into its page, with a table of contents of its own.

    Its links lead to the `badges`, by their places in the sources, and else to the pages made of the `sources`.
    """
    links = {
        source: PageLink(title=other.title or other.file.src_uri, url=other.file.url_relative_to(page.file))
        for source, other in sources.items()
    }
    places = {place: links[place.source].url for place in _places(report) if place.source in links}
    places |= {place: get_relative_url(url, page.url) for place, url in badges.items()}
    parts = page_parts(report, ReportLinks(pages=links, places=places), lang)
    page.content = (page.content or "") + page_html(parts, page_lang=page_lang)
    groups = [(group.title, group.anchor) for group in parts.groups]
    entries = [
        AnchorLink(title, anchor, 1) for title, anchor in (*groups, (parts.about_title, "scholar-about-verdicts"))
    ]
    for top in page.toc:
        top.children += entries


def _places(report: Report) -> Iterator[Location]:
    for verdict in report.verdicts:
        yield verdict.reference.location
        yield from verdict.reference.cited_at
    for problem in report.problems:
        yield problem.location
