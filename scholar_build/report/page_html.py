"""The reference report as the body of an HTML page: the counts are the filter, without script."""

from __future__ import annotations

from collections.abc import Iterator

from scholar_build.model import Report
from scholar_build.report import escape
from scholar_build.report.html import badge_html
from scholar_build.report.inline import as_html
from scholar_build.report.page import ABOUT, Count, EntryParts, GroupParts, PageParts, ReportLinks, page_parts


def report_page(report: Report, links: ReportLinks | None = None, lang: str = "en", *, page_lang: str = "") -> str:
    """The report below the page's own heading, which is the host's to write (`page_parts(…).title`).

    `page_lang` is the language of the page around, where it may be another.
    """
    return page_html(page_parts(report, links, lang), page_lang=page_lang)


def page_html(parts: PageParts, *, page_lang: str = "") -> str:
    """The same, from parts that have been made before."""
    language = f' lang="{parts.lang}"' if page_lang and page_lang != parts.lang else ""
    blocks = [
        f'<div class="scholar-page scholar-report"{language}>',
        f'<p>{as_html(parts.intro)} <a href="#{ABOUT}">{escape.html(parts.about_title)}</a></p>',
        *_banner(parts),
        *(_filter(parts) if parts.groups else ()),
        *(_group(group) for group in parts.groups),
        *_problems(parts),
        f'<h2 id="{ABOUT}">{escape.html(parts.about_title)}</h2>',
        f"<p>{escape.html(parts.about)}</p>",
        *([f'<p class="scholar-meta">{as_html(parts.files)}</p>'] if parts.files else []),
        "</div>",
    ]
    return "\n".join(blocks) + "\n"


def _banner(parts: PageParts) -> list[str]:
    if parts.banner is None:
        return []
    head, said = parts.banner
    text = f"<p><strong>{escape.html(head)}</strong> {as_html(said)}</p>"
    return [f'<div class="scholar-banner scholar-banner--partial">{text}</div>']


def _filter(parts: PageParts) -> Iterator[str]:
    yield f'<fieldset class="scholar-filter"><legend>{escape.html(parts.show)}</legend>'
    yield from map(_count, parts.counts)
    yield "</fieldset>"


def _count(count: Count) -> str:
    state = " checked" if count.value == "all" else " disabled" if not count.number else ""
    return (
        f'<label><input type="radio" name="scholar-show" value="{count.value}"{state}> '
        f"<b>{count.number}</b> <span>{escape.html(count.label)}</span></label>"
    )


def _group(group: GroupParts) -> str:
    title = escape.html(group.title)
    if group.lang:
        title = f'<span lang="{escape.attribute(group.lang)}">{title}</span>'
    if group.url:
        title = f'<a href="{escape.href(group.url)}">{title}</a>'
    return "\n".join(
        (
            f'<section class="scholar-group" aria-labelledby="{group.anchor}">',
            f'<h2 id="{group.anchor}">{title}</h2>',
            f'<p class="scholar-meta">{as_html(group.about)}</p>',
            '<ul class="scholar-list">',
            *map(_entry, group.entries),
            "</ul>",
            "</section>",
        )
    )


def _entry(entry: EntryParts) -> str:
    text = as_html(entry.text)
    if entry.text_lang:
        text = f'<span lang="{entry.text_lang}">{text}</span>'
    return (
        f'<li class="scholar-entry {" ".join(entry.classes)}">{badge_html(entry.badge, details=False)}'
        f'<div><p>{text}</p><p class="scholar-meta">{as_html(entry.says)}</p>'
        f'<p class="scholar-meta">{as_html(entry.cited)}</p></div></li>'
    )


def _problems(parts: PageParts) -> list[str]:
    if not parts.problems:
        return []
    items = "".join(f"<li>{as_html(problem)}</li>" for problem in parts.problems)
    title = f'<h2 id="scholar-problems">{escape.html(parts.problems_title)}</h2>'
    return [f'<section class="scholar-group" aria-labelledby="scholar-problems">{title}<ul>{items}</ul></section>']
