"""A literature watch as HTML: months, what is new, revised versions apart, sources that did not answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scholar_build.model import UpdateType
from scholar_build.model.watch import WatchItem, WatchResult
from scholar_build.report import escape
from scholar_build.report.chain.parts import slug
from scholar_build.report.html import alarm_html
from scholar_build.report.inline import as_html
from scholar_build.report.page import PageLink
from scholar_build.report.watch.words import (
    answered_line,
    byline,
    cites_line,
    differences,
    empty_line,
    found_by,
    identifier_line,
    intro,
    month_of,
    month_title,
    only_new,
    unavailable_line,
    version_line,
)
from scholar_build.report.words import N_, Words, words
from scholar_build.report.works import ABSTRACT_IN_LISTS

_GRAVE = {
    UpdateType.RETRACTION: N_("retracted"),
    UpdateType.WITHDRAWAL: N_("withdrawn"),
}
_LICENCES = {
    "cc-by": "CC BY",
    "cc-by-sa": "CC BY-SA",
    "cc-by-nc": "CC BY-NC",
    "cc-by-nc-nd": "CC BY-NC-ND",
    "cc0": "CC0",
}


def watch_html(
    result: WatchResult,
    *,
    files: tuple[PageLink, ...] = (),
    lang: str = "en",
    page_lang: str = "",
    heading: int = 2,
) -> str:
    """The watch as a block; `files` are its feed and its data, `heading` the level of the months' headings."""
    wording = words(lang)
    language = f' lang="{wording.lang}"' if page_lang and page_lang != wording.lang else ""
    links = " · ".join(f'<a href="{escape.href(file.url)}">{escape.html(file.title)}</a>' for file in files)
    blocks = [
        f'<div class="scholar-page scholar-watch"{language}>',
        f"<p>{escape.html(intro(result, wording))} {links}</p>",
        *_unavailable(result, wording),
        f'<p class="scholar-meta">{escape.html(answered_line(result, wording))}</p>',
    ]
    if result.new:
        box = f'<input type="checkbox" name="scholar-only-new"> {escape.html(only_new(result, wording))}'
        blocks.append(f'<label class="scholar-only">{box}</label>')
    if not result.items:
        blocks.append(f"<p>{escape.html(empty_line(result, wording))}</p>")
    for month, items in groupby(result.items, key=month_of):
        blocks += _month(f"watch-{slug(result.name)}-{month or 'undated'}", month, list(items), wording, heading)
    blocks += _apart(result, wording)
    return "\n".join([*blocks, "</div>"]) + "\n"


def _unavailable(result: WatchResult, words: Words) -> Iterator[str]:
    if not result.unavailable:
        return
    head = escape.html(words.text(N_("Not available this time")) + words.context("after a mark", ": ").rstrip())
    lines = [as_html(unavailable_line(source, result, words)) for source in result.unavailable]
    said = f"<p><strong>{head}</strong> {lines[0]}</p>"
    if len(lines) > 1:
        said = f"<p><strong>{head}</strong></p><ul>{''.join(f'<li>{one}</li>' for one in lines)}</ul>"
    yield f'<div class="scholar-banner scholar-banner--partial">{said}</div>'


def _month(anchor: str, month: str, items: list[WatchItem], words: Words, heading: int) -> Iterator[str]:
    yield f'<section class="scholar-group" aria-labelledby="{anchor}">'
    yield f'<h{heading} id="{anchor}">{escape.html(month_title(month, words))}</h{heading}>'
    yield '<ul class="scholar-list">'
    for item in items:
        new = " scholar-work--new" if item.is_new else ""
        yield f'<li class="scholar-work{new}">{"".join(_work(item, words))}</li>'
    yield "</ul></section>"


def _work(item: WatchItem, words: Words) -> Iterator[str]:
    chips = (
        [f'<span class="scholar-chip scholar-chip--new">{escape.html(words.text(N_("new")))}</span> ']
        if item.is_new
        else []
    )
    chips += [alarm_html(words.text(_GRAVE[update.type])) for update in item.work.updates if update.type in _GRAVE]
    yield f"<p>{''.join(chips)}{title_link(item)}{_open_access(item, words)}</p>"
    parts = [escape.html(byline(item)), _venue(item), _date(item, words), escape.html(identifier_line(item))]
    yield f'<p class="scholar-meta">{_sentence(parts)}</p>'
    told = "; ".join(part for part in (escape.html(found_by(item, words)), as_html(cites_line(item, words))) if part)
    yield f'<p class="scholar-meta">{told}</p>'
    for difference in differences(item, words):
        yield f'<p class="scholar-meta">{escape.html(difference)}</p>'
    abstract = abstract_of(item)
    if abstract:
        label = escape.html(words.text(N_("Abstract")))
        yield f'<details class="scholar-fold"><summary>{label}</summary><p>{escape.html(abstract)}</p></details>'


def title_link(item: WatchItem, *, version: bool = False) -> str:
    """The title, linked to where a reader finds the work."""
    title = escape.html(item.work.record.title or item.id)
    url = address(item, version=version)
    return f'<a class="scholar-title" href="{escape.href(url)}">{title}</a>' if url else title


def address(item: WatchItem, *, version: bool = False) -> str:
    """Where a reader finds the work; `version` names its revision at arXiv."""
    identifiers = item.work.identifiers
    arxiv = next((one for one in identifiers if one.scheme == "arxiv"), None)
    first = identifiers[0] if identifiers else None
    if arxiv and (version or (first and first.value.startswith("10.48550/"))):
        return arxiv.url + (f"v{item.version}" if version and item.version else "")
    return first.url if first else item.work.record.url


def abstract_of(item: WatchItem) -> str:
    """At most 800 characters of the abstract."""
    text = next((record.abstract for record in item.work.records if record.abstract), "")
    return text if len(text) <= ABSTRACT_IN_LISTS else text[: ABSTRACT_IN_LISTS - 1].rstrip() + "…"


def is_open(item: WatchItem) -> bool:
    """Whether a provider says that the work can be read freely."""
    return any(record.open_access not in ("", "closed") for record in item.work.records)


def _open_access(item: WatchItem, words: Words) -> str:
    if not is_open(item):
        return ""
    known = (record.license.lower() for record in item.work.records)
    licence = next((_LICENCES[one] for one in known if one in _LICENCES), "")
    comma = words.context("between names", ", ")
    label = comma.join(part for part in (words.text(N_("open access")), licence) if part)
    return f' <span class="scholar-chip scholar-chip--open">{escape.html(label)}</span>'


def _venue(item: WatchItem) -> str:
    names = (record.container_title for record in item.work.records)
    venue = next((name for name in names if name and name != "arXiv"), "")
    return f"<em>{escape.html(venue)}</em>" if venue else ""


def _date(item: WatchItem, words: Words) -> str:
    if not item.date:
        return ""
    return f'<time datetime="{escape.attribute(item.date)}">{escape.html(words.date(item.date))}</time>'


def _sentence(parts: list[str]) -> str:
    return ". ".join(part.rstrip(".") for part in parts if part)


def _apart(result: WatchResult, words: Words) -> Iterator[str]:
    items = [*result.revised, *result.cross_listed]
    if not items:
        return
    lines = [
        f"<li>{title_link(one, version=True)}: {escape.html(version_line(one, words))}.</li>" for one in result.revised
    ]
    for item in result.cross_listed:
        told = words.text(N_("cross-listed, {date}"), date=words.date(item.date))
        lines.append(f"<li>{title_link(item)}: {escape.html(told)}.</li>")
    head = escape.html(words.text(N_("Revised versions and cross-lists")))
    yield f'<details class="scholar-fold"><summary>{head} ({len(items)})</summary><ul>{"".join(lines)}</ul></details>'
