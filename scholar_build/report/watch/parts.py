"""A literature watch as data, for builders that write no HTML: lines of running text under headings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scholar_build.model import Frozen
from scholar_build.model.watch import WatchItem, WatchResult
from scholar_build.report.inline import Line, Link, Text
from scholar_build.report.watch.html import abstract_of, address
from scholar_build.report.watch.words import (
    answered_line,
    byline,
    cites_line,
    empty_line,
    found_by,
    identifier_line,
    intro,
    month_of,
    month_title,
    unavailable_line,
    version_line,
)
from scholar_build.report.words import N_, Words, words


class WatchParts(Frozen, frozen=True, kw_only=True):
    """The whole block: months with their works, each work some lines; revised versions and cross-lists apart."""

    intro: str
    unavailable_title: str
    unavailable: tuple[Line, ...]
    about: str
    empty: str
    months: tuple[tuple[str, tuple[tuple[Line, ...], ...]], ...]
    apart_title: str
    apart: tuple[Line, ...]


def watch_parts(result: WatchResult, lang: str = "en") -> WatchParts:
    """All that a watch says."""
    wording = words(lang)
    months = tuple(
        (month_title(month, wording), tuple(tuple(_work(item, wording)) for item in items))
        for month, items in groupby(result.items, key=month_of)
    )
    return WatchParts(
        intro=intro(result, wording),
        unavailable_title=wording.text(N_("Not available this time")),
        unavailable=tuple(unavailable_line(source, result, wording) for source in result.unavailable),
        about=answered_line(result, wording),
        empty="" if result.items else empty_line(result, wording),
        months=months,
        apart_title=wording.text(N_("Revised versions and cross-lists")),
        apart=tuple(_apart(result, wording)),
    )


def _work(item: WatchItem, words: Words) -> Iterator[Line]:
    new = f" [{words.text(N_('new'))}]" if item.is_new else ""
    yield (_title(item), Text(text=new)) if new else (_title(item),)
    parts = [byline(item), words.date(item.date) if item.date else "", identifier_line(item), found_by(item, words)]
    yield (Text(text=". ".join(part.rstrip(".") for part in parts if part)),)
    if cited := cites_line(item, words):
        yield cited
    if abstract := abstract_of(item):
        yield (Text(text=abstract),)


def _title(item: WatchItem, *, version: bool = False) -> Text | Link:
    title, url = item.work.record.title or item.id, address(item, version=version)
    return Link(text=title, url=url) if url else Text(text=title)


def _apart(result: WatchResult, words: Words) -> Iterator[Line]:
    colon = words.context("after a mark", ": ")
    for item in result.revised:
        yield _title(item, version=True), Text(text=colon + version_line(item, words))
    for item in result.cross_listed:
        yield _title(item), Text(text=colon + words.text(N_("cross-listed, {date}"), date=words.date(item.date)))
