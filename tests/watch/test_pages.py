"""A watch as page, feed, text and data."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import feedparser
import html5lib
import msgspec
import pytest
from bs4 import BeautifulSoup
from lxml import etree

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Failure, Name, Record, Update, UpdateType
from scholar_build.model.watch import ItemKind, WatchItem, WatchResult, WatchSource
from scholar_build.model.work import Work
from scholar_build.report.page import PageLink
from scholar_build.report.watch.atom import entry_id, watch_atom
from scholar_build.report.watch.formats import WatchFormat, render_watch
from scholar_build.report.watch.html import abstract_of, watch_html
from scholar_build.report.watch.parts import watch_parts
from scholar_build.report.words import words
from tests.watch.atom import SCHEMA
from tests.watch.results import RESULT, P, article, paper

replace = msgspec.structs.replace
FILES = (PageLink(title="Atom", url="../scholar/watch-x.xml"), PageLink(title="JSON", url="../scholar/watch-x.json"))
EMPTY = replace(RESULT, items=(), revised=(), cross_listed=())
SILENT = replace(EMPTY, sources=(WatchSource(provider=P.ARXIV, failure=Failure.PROVIDER_UNAVAILABLE),))
SCHEMA_OF_ATOM = etree.RelaxNG(etree.fromstring(SCHEMA.encode()))


def page(result: WatchResult, **options: Any) -> BeautifulSoup:
    return BeautifulSoup(watch_html(result, **options), "html5lib")


def item(record: Record, **more: Any) -> WatchItem:
    work = Work(records=(record,))
    return WatchItem(**{"id": work.id, "work": work, "kind": ItemKind.WORK, "date": record.issued, **more})


def of(*records: Record) -> WatchResult:
    return replace(RESULT, items=tuple(item(record) for record in records), revised=(), cross_listed=())


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("result", [RESULT, EMPTY, SILENT], ids=["full", "empty", "silent"])
def test_pages_are_valid(result: WatchResult, lang: str) -> None:
    """The page has no fault in HTML, in both languages, with results and without."""
    body = watch_html(result, files=FILES, lang=lang, page_lang="en")
    html5lib.HTMLParser(strict=True).parse(
        f"<!DOCTYPE html><html><head><title>x</title></head><body>{body}</body></html>"
    )


def test_works_stand_under_their_months() -> None:
    """New works by month, the newest first, each with who found it, its date and where to find it."""
    found = page(RESULT, files=FILES)
    assert [head.get_text() for head in found.select("h2")] == ["November\u00a02026", "October\u00a02026"]
    assert [len(group.select(".scholar-work")) for group in found.select(".scholar-group")] == [2, 1]
    text = found.get_text()
    for said in ("Found by OpenAlex and Crossref", "B. Moss, A. Reed", "10.5555/new", "open access, CC BY", "Abstract"):
        assert said in text
    assert found.select_one('a[href="https://doi.org/10.5555/new"]')
    assert found.select_one('a[href="https://arxiv.org/abs/2611.00003"]')
    assert found.select_one('a[href="../scholar/watch-x.xml"]')


def test_facts_on_which_providers_differ_are_told() -> None:
    """A title that two providers state differently is shown with who says what."""
    assert "title differs: Frog calls new (OpenAlex); Frogs call (Crossref)" in page(RESULT).get_text()


def test_what_is_new_is_marked_and_can_be_chosen() -> None:
    """New works carry a word, and a switch names how many there are and since when."""
    found = page(RESULT)
    assert len(found.select(".scholar-work--new .scholar-chip--new")) == 2
    said = "Only the 2 that are new since the last published build (23\u00a0November\u00a02026)"
    assert said in found.select_one("label.scholar-only").get_text()  # type: ignore[union-attr]
    none = replace(RESULT, items=tuple(replace(one, is_new=False) for one in RESULT.items))
    assert page(none).select_one("label.scholar-only") is None


def test_sources_that_did_not_answer_are_named() -> None:
    """With the reason, the age and the day of what is shown instead."""
    banner = page(RESULT).select_one(".scholar-banner--partial")
    assert banner is not None
    assert banner.get_text() == (
        "Not available this time: arxiv (rate_limited), last good result 3 days ago, on 27\u00a0November\u00a02026. "
        "Its works of that day are shown."
    )
    two = replace(
        SILENT,
        sources=(*SILENT.sources, WatchSource(provider=P.PUBMED, failure=Failure.OFFLINE, fetched_at="garbage")),
    )
    assert len(page(two).select(".scholar-banner li")) == 2
    assert "of which there is no earlier result" in page(SILENT).get_text()


def test_the_page_says_what_the_list_is_not() -> None:
    """Nothing is ranked, nothing is exhaustive, and an empty list is no proof."""
    assert "Nothing is ranked, and the list is not exhaustive." in page(RESULT).get_text()
    assert "Others may exist." in page(EMPTY).get_text()
    assert "No source answered" in page(SILENT).get_text()


def test_revised_versions_and_cross_lists_stand_apart() -> None:
    """Folded, each with its version and its days, linked to that version."""
    fold = page(RESULT).select("details")[-1]
    assert fold.select_one("summary").get_text() == "Revised versions and cross-lists (2)"  # type: ignore[union-attr]
    lines = [line.get_text() for line in fold.select("li")]
    assert lines == [
        "Frog calls 2611.00001: version 2 of 21\u00a0Nov\u00a02026; first seen in version 1 on 16\u00a0Nov\u00a02026.",
        "Frog calls 2611.00002: cross-listed, 12\u00a0Nov\u00a02026.",
    ]
    assert fold.select_one('a[href="https://arxiv.org/abs/2611.00001v2"]')


def test_abstracts_are_cut() -> None:
    """At most 800 characters."""
    assert len(abstract_of(RESULT.items[0])) <= 800
    assert abstract_of(RESULT.items[1]).endswith("…")


def test_what_was_looked_for_is_told() -> None:
    """Queries, authors, categories and our own works in one sentence."""
    text = page(replace(RESULT, authors=("Reed",), cites=("doi:10.5555/own",))).get_text()
    assert "New works on “frog calls”, by Reed, in cs.SD, since 1\u00a0October\u00a02026." in text
    assert "Works that cite ours are among them." in text
    only = replace(RESULT, queries=(), categories=(), cites=("doi:10.5555/own",))
    assert "New works that cite ours, since 1\u00a0October\u00a02026." in page(only).get_text()


def test_works_that_cite_ours_say_which() -> None:
    """Linked to our own work."""
    citing = replace(RESULT, items=(replace(RESULT.items[0], cites=("doi:10.5555/own",)),))
    assert page(citing).select_one('a[href="https://doi.org/10.5555/own"]')


def test_retracted_works_stand_out() -> None:
    """A retraction is the first thing that is said of a work."""
    retracted = article("r", updates=(Update(type=UpdateType.RETRACTION, date="2026-11-21"),))
    first = page(of(retracted)).select_one(".scholar-work p")
    assert first is not None
    assert first.get_text().startswith("⚠\ufe0e retracted")


def test_works_that_say_little_are_shown() -> None:
    """No title, no author, no date, no identifier: what there is stands there."""
    bare = Record(id="semanticscholar:1", provider=P.SEMANTICSCHOLAR, url="https://example.org/1")
    many = article("m", author=tuple(Name(family=f"Moss{n}", given="Bo") for n in range(5)), author_complete=False)
    group = article(
        "g", author=(Name(literal="Pond Consortium"), Name(family="森", given="花子")), author_complete=False
    )
    found = page(of(bare, many, group))
    assert "Without a date" in found.get_text()
    assert found.select_one('a[href="https://example.org/1"]').get_text() == "semanticscholar:1"  # type: ignore[union-attr]
    assert "B. Moss0, B. Moss1, B. Moss2, +2…" in found.get_text()
    assert "Pond Consortium, 森 花子, …" in found.get_text()


ATTACKS = (
    "</script><script>alert(1)</script>",
    '"><img src=x>',
    "]]></title><evil/>",
    "\x1b[2J\u202e",
    "{0} {work} `x`",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_text_stays_text(attack: str) -> None:
    """Titles, names, venues and abstracts that are markup somewhere are shown as they stand, everywhere."""
    odd = article(
        "o", titles=(attack,), author=(Name(family=attack, given=attack),), container_titles=(attack,), abstract=attack
    )
    result, plain = of(odd), of(article("o", author=odd.author[:1]))
    assert len(page(result).find_all(True)) == len(page(plain).find_all(True))
    feed = watch_atom(result)
    assert len(list(ET.fromstring(feed).iter())) == len(list(ET.fromstring(watch_atom(plain)).iter()))
    assert SCHEMA_OF_ATOM.validate(etree.fromstring(feed.encode()))
    assert not re.search("[\x1b\u202e]", render_watch([result], WatchFormat.TEXT))


# the feed


FEED = {"site": "https://lab.example/", "page": "https://lab.example/watch/", "feed": "https://lab.example/watch.xml"}


@pytest.mark.parametrize("where", [FEED, {}], ids=["with addresses", "without"])
@pytest.mark.parametrize("result", [RESULT, EMPTY], ids=["full", "empty"])
def test_the_feed_is_valid_atom(result: WatchResult, where: dict[str, str]) -> None:
    """It obeys RFC 4287's schema, and a feed parser reads it without complaint."""
    feed = watch_atom(result, **where)
    tree = etree.fromstring(feed.encode())
    assert SCHEMA_OF_ATOM.validate(tree), SCHEMA_OF_ATOM.error_log
    parsed = feedparser.parse(feed)
    assert not parsed.bozo
    assert parsed.version == "atom10"
    assert [entry.title for entry in parsed.entries] == [one.work.record.title for one in result.items]
    assert len({entry.id for entry in parsed.entries}) == len(parsed.entries)
    assert all(entry.id and entry.updated_parsed and entry.link for entry in parsed.entries)


def test_the_feed_is_the_same_byte_by_byte() -> None:
    """Two builds of the same data give the same feed."""
    assert watch_atom(RESULT, **FEED) == watch_atom(RESULT, **FEED)


def test_a_work_keeps_its_entry_when_more_is_known_of_it() -> None:
    """The id of an entry is that under which the work was seen first, and its time the day of that."""
    before = item(paper("2611.00001"), first_seen="2026-11-16")
    published = (Identifier(Scheme.DOI, "10.5555/p"), *paper("2611.00001").identifiers)
    after = replace(item(article("p", identifiers=published)), id=before.id, first_seen="2026-11-16")
    assert entry_id(before) == entry_id(after) == "https://arxiv.org/abs/2611.00001"
    feeds = [feedparser.parse(watch_atom(replace(RESULT, items=(one,)))) for one in (before, after)]
    assert feeds[0].entries[0].updated == feeds[1].entries[0].updated == "2026-11-16T00:00:00Z"


def test_feeds_of_two_sites_and_two_watches_have_ids_of_their_own() -> None:
    """The id rests on the site's address where there is one, else on the watch's name."""
    ids = {
        feedparser.parse(watch_atom(result, site=site)).feed.id
        for result in (RESULT, replace(RESULT, name="Toad calls"))
        for site in ("", "https://a.example/", "https://b.example/")
    }
    assert len(ids) == 6


@pytest.mark.parametrize(
    ("date_", "written"),
    [("2026", "2026-01-01"), ("2026-11", "2026-11-01"), ("2026-11-30", "2026-11-30"), ("soon", "1970-01-01")],
)
def test_partial_dates_become_days(date_: str, written: str) -> None:
    """Atom wants a time; a month is told by its first day."""
    feed = feedparser.parse(watch_atom(replace(RESULT, items=(item(article("a"), date=date_),))))
    assert feed.entries[0].published == f"{written}T00:00:00Z"


def test_a_work_without_identifier_has_an_id_of_its_own() -> None:
    """A URN made of what the provider calls it."""
    bare = item(Record(id="semanticscholar:1", provider=P.SEMANTICSCHOLAR, url="https://example.org/1"))
    assert entry_id(bare).startswith("urn:uuid:")
    assert SCHEMA_OF_ATOM.validate(etree.fromstring(watch_atom(replace(RESULT, items=(bare,))).encode()))


# data and text


def test_the_json_holds_everything() -> None:
    """Works with the provider of each fact, what is new, and which sources answered."""
    data = json.loads(render_watch([RESULT], WatchFormat.JSON))
    assert [work["new"] for work in data["works"]] == [one.is_new for one in RESULT.items]
    assert data["works"][1]["providers"] == ["openalex", "crossref"]
    assert {source["provider"]: source["outcome"] for source in data["sources"]}["arxiv"] == "rate_limited"
    assert (len(data["revised"]), len(data["cross_listed"])) == (1, 1)
    assert len(json.loads(render_watch([RESULT, EMPTY], WatchFormat.JSON))) == 2


def test_the_text_marks_what_is_new() -> None:
    """New works with a star, revised ones with a tilde, cross-lists with an x."""
    lines = render_watch([RESULT, SILENT], WatchFormat.TEXT).splitlines()
    assert sum(line.startswith(("*  2026", "* 2026")) for line in lines) == 2
    assert sum(line.startswith("~") for line in lines) == 1
    assert sum(line.startswith("x ") for line in lines) == 1
    assert any(line.startswith("Not available this time: arxiv (rate_limited)") for line in lines)


@pytest.mark.parametrize("format_", list(WatchFormat))
def test_every_format_can_be_written(format_: WatchFormat) -> None:
    """All formats end in a newline."""
    assert render_watch([RESULT], format_, lang="ja").endswith("\n")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_builders_without_html_get_the_same(lang: str) -> None:
    """Months, works, what did not answer and what stands apart, as running text."""
    parts = watch_parts(
        replace(RESULT, items=(replace(RESULT.items[0], cites=("doi:10.5555/own",)), *RESULT.items[1:])), lang
    )
    assert [len(works) for _, works in parts.months] == [2, 1]
    assert (len(parts.unavailable), len(parts.apart), parts.empty) == (1, 2, "")
    assert watch_parts(EMPTY, lang).empty
    assert words(lang).text("new") in "".join(piece.text for line in parts.months[0][1][0] for piece in line)
