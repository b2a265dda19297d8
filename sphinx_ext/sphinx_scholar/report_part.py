"""The directive `scholar-report`: the reference report of the whole site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes

from scholar_build import (
    EntryParts,
    GroupParts,
    Location,
    PageLink,
    PageParts,
    ReportLinks,
    Text,
    badge_words,
    is_shown,
    page_html,
    page_parts,
    relative,
)
from sphinx_scholar.badges import slug
from sphinx_scholar.domain import domain_of
from sphinx_scholar.parts import PartContext, inline_nodes, paragraph
from sphinx_scholar.settings import badges_of, settings_of

_SIGN = re.compile(r"^\W+")  # LaTeX's fonts have no check mark


def report_part(context: PartContext) -> list[nodes.Node]:
    """The report: with the filter in HTML, as lists elsewhere."""
    parts = page_parts(context.judged.report, _links(context), context.lang)
    if context.is_html:
        html = page_html(parts, page_lang=context.app.config.language or "en")
        return [nodes.raw("", html, format="html", classes=["no-search"])]
    return list(_nodes(parts))


def _links(context: PartContext) -> ReportLinks:
    """Where each source's page is, and where on it each reference has its badge."""
    app = context.app
    root = Path(settings_of(app).root or app.confdir)
    pages: dict[str, PageLink] = {}
    places: dict[Location, str] = {}
    domain = domain_of(app.env)
    shown = badges_of(app)
    for docname in sorted(domain.encoded):
        link = PageLink(title=app.env.titles[docname].astext(), url=context.url(docname))
        pages[relative(Path(app.env.doc2path(docname)), root)] = link
        for number, verdict in enumerate(context.judged.verdicts(docname), start=1):
            place = verdict.reference.location
            pages.setdefault(place.source, link)
            if link.url and is_shown(verdict, shown):
                places.setdefault(place, _anchored(context, docname, number, link.url))
        if link.url:
            for citation in domain.page(docname).citations:
                places.setdefault(citation.location, link.url)
    return ReportLinks(pages=pages, places=places)


def _anchored(context: PartContext, docname: str, number: int, url: str) -> str:
    if context.app.builder.name == "singlehtml":
        before = "" if docname == context.app.config.root_doc else f"{slug(docname)}-"
        return f"#scholar-at-{before}{number}"
    return f"{url.removesuffix('#')}#scholar-at-{number}"


def _nodes(parts: PageParts) -> Iterator[nodes.Node]:
    yield paragraph(*parts.intro)
    if parts.banner is not None:
        head, said = parts.banner
        text = nodes.paragraph("", "", nodes.strong("", head), nodes.Text(" "), *inline_nodes(said))
        yield nodes.container("", text, classes=["scholar-banner"])
    counts = [nodes.paragraph("", f"{count.number} {_SIGN.sub('', count.label)}") for count in parts.counts]
    yield _list(*counts)
    for group in parts.groups:
        yield from _group(group)
    if parts.problems:
        yield nodes.rubric("", parts.problems_title)
        yield _list(*(paragraph(*problem) for problem in parts.problems))
    yield nodes.rubric("", parts.about_title)
    yield nodes.paragraph("", parts.about)
    if parts.files:
        yield paragraph(*parts.files)


def _group(group: GroupParts) -> Iterator[nodes.Node]:
    title: nodes.Node = nodes.Text(group.title)
    if group.url:
        title = nodes.reference("", group.title, refuri=group.url, internal=True)
    yield nodes.rubric("", "", title)
    yield paragraph(*group.about, classes=["scholar-meta"])
    items = nodes.bullet_list(classes=["scholar-list"])
    for entry in group.entries:
        items += nodes.list_item("", *_entry(entry), classes=["scholar-entry", *entry.classes])
    yield items


def _entry(entry: EntryParts) -> Iterator[nodes.Node]:
    yield paragraph(Text(text=badge_words(entry.badge) + " "), *entry.text)
    yield paragraph(*entry.says, classes=["scholar-meta"])
    yield paragraph(*entry.cited, classes=["scholar-meta"])


def _list(*paragraphs: nodes.paragraph) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", each) for each in paragraphs))
