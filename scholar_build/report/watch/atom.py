"""A literature watch as an Atom feed (RFC 4287): one entry a work, ids that never change, the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from scholar_build.identifiers import parse_identifier
from scholar_build.model.watch import WatchItem, WatchResult
from scholar_build.report import escape
from scholar_build.report.watch.html import abstract_of, address
from scholar_build.report.watch.words import ABOUT, found_by, identifier_line
from scholar_build.report.words import N_, words

_AUTHORS = 10
_UNKNOWN = "1970-01-01"


def watch_atom(result: WatchResult, *, site: str = "", page: str = "", feed: str = "", lang: str = "en") -> str:
    """The feed; `page` and `feed` are the addresses of the watch's page and of the feed itself, where known.

    The feed's id rests on the site's address where there is one, else on the watch's name. An entry's id is the
    address of the work as it was first seen, so that no reader sees a work twice.
    """
    wording = words(lang)
    title = f"{wording.text(N_('Literature watch'))}{wording.context('after a mark', ': ')}{result.name}"
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{wording.lang}">',
            f"  <title>{escape.xml(title)}</title>",
            f"  <id>{escape.xml(_feed_id(result, site))}</id>",
            f"  <updated>{_time(max([_seen(item) for item in result.items], default=result.as_of))}</updated>",
            "  <author><name>scholar-build</name></author>",
            f"  <subtitle>{escape.xml(wording.text(ABOUT))}</subtitle>",
            *([f'  <link rel="self" type="application/atom+xml" href="{escape.href(feed)}"/>'] if feed else []),
            *([f'  <link rel="alternate" type="text/html" href="{escape.href(page)}"/>'] if page else []),
            *(line for item in result.items for line in _entry(item, lang)),
            "</feed>",
            "",
        ]
    )


def _feed_id(result: WatchResult, site: str) -> str:
    name = quote(result.name.strip().lower().replace(" ", "-"), safe="")
    if site:
        return f"{site.rstrip('/')}/#watch-{name}"
    return uuid5(NAMESPACE_URL, f"scholar-build watch {name}").urn


def _entry(item: WatchItem, lang: str) -> Iterator[str]:
    record = item.work.record
    yield "  <entry>"
    yield f"    <title>{escape.xml(record.title or item.id)}</title>"
    yield f"    <id>{escape.xml(entry_id(item))}</id>"
    yield f"    <updated>{_time(_seen(item))}</updated>"
    if item.date:
        yield f"    <published>{_time(item.date)}</published>"
    yield f'    <link rel="alternate" href="{escape.href(address(item))}"/>'
    people = next((one.author for one in item.work.records if one.author), ())
    for name in people[:_AUTHORS]:
        yield f"    <author><name>{escape.xml(str(name) or '?')}</name></author>"
    told = f"{found_by(item, words(lang))}. {identifier_line(item)}"
    abstract = abstract_of(item)
    yield f"    <summary>{escape.xml(f'{abstract} — {told}' if abstract else told)}</summary>"
    yield "  </entry>"


def entry_id(item: WatchItem) -> str:
    """The address of the identifier under which a work was first seen."""
    identifier = parse_identifier(item.id)
    return identifier.url if identifier else uuid5(NAMESPACE_URL, item.id).urn


def _seen(item: WatchItem) -> str:
    """The day on which the work was first shown, else its own date."""
    return item.first_seen or item.date


def _time(iso: str) -> str:
    """RFC 3339; a partial date becomes its first day."""
    parts = [*iso[:10].split("-"), "01", "01"][:3]
    try:
        return f"{date.fromisoformat('-'.join(parts)).isoformat()}T00:00:00Z"
    except ValueError:
        return f"{_UNKNOWN}T00:00:00Z"
