"""A literature watch for people on a terminal and for programs: text, JSON, Atom, HTML."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any

from scholar_build.model.watch import WatchItem, WatchResult, WatchSource
from scholar_build.model.work import SearchResult
from scholar_build.report import escape
from scholar_build.report.inline import as_text
from scholar_build.report.watch.words import (
    answered_line,
    byline,
    empty_line,
    found_by,
    identifier_line,
    intro,
    unavailable_line,
    version_line,
)
from scholar_build.report.words import N_, Words, words
from scholar_build.report.works import works_data


class WatchFormat(StrEnum):
    """How watches are written out."""

    TEXT = "text"
    JSON = "json"
    ATOM = "atom"
    HTML = "html"


def render_watch(results: Sequence[WatchResult], format: WatchFormat, *, lang: str = "en") -> str:  # noqa: A002
    """Write watches out, ending in a newline."""
    match format:
        case WatchFormat.TEXT:
            return "\n".join("\n".join(_text(result, words(lang))) for result in results) + "\n"
        case WatchFormat.JSON:
            data = [watch_data(result) for result in results]
            return json.dumps(data[0] if len(data) == 1 else data, ensure_ascii=False, indent=2) + "\n"
        case WatchFormat.ATOM:
            from scholar_build.report.watch.atom import watch_atom

            return "".join(watch_atom(result, lang=lang) for result in results)
        case WatchFormat.HTML:
            from scholar_build.report.watch.html import watch_html

            return "".join(watch_html(result, lang=lang) for result in results)


def watch_data(result: WatchResult) -> dict[str, Any]:
    """The watch as plain values."""
    return {
        "schema": 1,
        "name": result.name,
        "queries": list(result.queries),
        "authors": list(result.authors),
        "categories": list(result.categories),
        "cites": list(result.cites),
        "since": result.since,
        "as_of": result.as_of,
        "previous": result.previous,
        "limit": result.limit,
        "claims": "Nothing is ranked, and the list is not exhaustive.",
        "sources": [_source(source) for source in result.sources],
        "works": [_item(item) for item in result.items],
        "revised": [_item(item) for item in result.revised],
        "cross_listed": [_item(item) for item in result.cross_listed],
    }


def _source(source: WatchSource) -> dict[str, Any]:
    return {
        "provider": source.provider,
        "outcome": source.failure or "found",
        "last_good": source.fetched_at,
        "found": source.found,
        "total": source.total,
    }


def _item(item: WatchItem) -> dict[str, Any]:
    (work,) = works_data(SearchResult(queries=(), works=(item.work,), sources=()), mark=_cleaned)["works"]
    return {
        **work,
        "id": item.id,
        "new": item.is_new,
        "first_seen": item.first_seen,
        "date": item.date,
        "version": item.version,
        "cites": list(item.cites),
    }


_cleaned: Callable[[str], str] = escape.plain


def _text(result: WatchResult, words: Words) -> Iterator[str]:
    yield escape.terminal(f"{result.name}{words.context('after a mark', ': ')}{intro(result, words)}")
    for source in result.unavailable:
        head = words.text(N_("Not available this time"))
        yield escape.terminal(f"{head}: {as_text(unavailable_line(source, result, words))}")
    yield ""
    if not result.items:
        yield escape.terminal(empty_line(result, words))
    for item in result.items:
        mark = "*" if item.is_new else " "
        yield escape.terminal(f"{mark} {item.date or '–':<10}  {item.work.record.title or item.id}")
        told = ". ".join(part for part in (byline(item), identifier_line(item), found_by(item, words)) if part)
        yield "              " + escape.terminal(told)
    for item in result.revised:
        yield escape.terminal(f"~ {item.work.record.title or item.id}: {version_line(item, words)}")
    for item in result.cross_listed:
        yield escape.terminal(f"x {item.work.record.title or item.id}: {identifier_line(item)}")
    yield ""
    if result.new:
        yield escape.terminal(f"* {words.text(N_('new'))} ({result.previous})")
    yield escape.terminal(answered_line(result, words))
