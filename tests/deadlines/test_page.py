"""The page of deadlines as HTML, complete without script."""

from __future__ import annotations

import json
from datetime import datetime

import html5lib
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model.deadline import DeadlineBoard, DeadlineList
from scholar_build.report.deadline.html import deadlines_html
from scholar_build.report.deadline.parts import deadlines_page
from tests.deadlines.samples import board, fragment


def soup(html: str) -> BeautifulSoup:
    html5lib.HTMLParser(strict=True).parseFragment(html)
    return BeautifulSoup(html, "html.parser")


def rows(html: str) -> list[tuple[str, str]]:
    """Each deadline with the days left, in the order of the page."""
    return [
        (item.strong.get_text(), item.select_one(".scholar-days").get_text())
        for item in soup(html).select(".scholar-deadline")
    ]


def test_the_days_left_on_the_day_of_the_build() -> None:
    """Upcoming deadlines stand in order with the days left in their own zones; past ones are over, the latest first."""
    assert rows(fragment()) == [
        ("Reading room prize", "today"),
        ("Stonewater Travel Grant, winter round", "1 day left"),
        ("Example Foundation: Young Rivers Fellowship", "7 days left"),
        ("架空財団 水環境研究助成", "18 days left"),
        ("Quiet Sensors Instrument Fund, call 7", "60 days left"),
        ("Braided Rivers Network, seed money", "over"),
        ("Example Foundation: field school", "over"),
    ]


def test_past_deadlines_are_folded() -> None:
    """What is past stands in a fold with its number."""
    fold = soup(fragment()).select_one("details.scholar-fold")
    assert fold.summary.get_text() == "Past deadlines (2)"
    assert len(fold.select(".scholar-deadline")) == 2
    assert not fold.has_attr("open")


def test_dates_are_absolute_and_say_their_zone() -> None:
    """Each date is written out for readers and for machines, with until when on that day and where."""
    page = soup(fragment())
    times = [(time.get_text(), time["datetime"]) for time in page.select("time")]
    assert times[1:3] == [
        ("Tue 1\u00a0Dec\u00a02026".replace(" ", "\u00a0"), "2026-12-01T17:00:00+09:00"),
        ("Sun 6\u00a0Dec\u00a02026".replace(" ", "\u00a0"), "2026-12-06T23:59:59-12:00"),
    ]
    until = [item.select_one(".scholar-meta").get_text() for item in page.select(".scholar-deadline")]
    assert until[:3] == ["end of day, Asia/Tokyo", "17:00, Asia/Tokyo", "end of day, anywhere on Earth"]


def test_the_page_says_from_which_day_it_counts() -> None:
    """Without script the days left are those of the build's day, which is named."""
    counted = soup(fragment()).select_one("[data-scholar-today]").get_text()
    assert counted == "30\u00a0November\u00a02026, when this page was built"


def test_bad_lines_are_reported() -> None:
    """Lines that do not count are named on the page with file and line."""
    banner = soup(fragment()).select_one(".scholar-banner--partial")
    repeated = "Braided Rivers Network, seed money"
    assert banner.strong.get_text() == "2 lines could not be read."
    assert [item.get_text() for item in banner.select("li")] == [
        "knowledge/grants.md:9: “2026-13-01” is no day of the calendar.",
        f"knowledge/grants.md:10: “{repeated}” stands in line 7 with the same date; give one of them another name.",
    ]


def test_a_page_in_japanese() -> None:
    """The page is in the reader's language throughout; names keep theirs."""
    page = soup(fragment(lang="ja"))
    assert [found for _, found in rows(fragment(lang="ja"))][:3] == ["本日", "あと1日", "あと7日"]
    assert page.select("time")[1].get_text() == "2026年12月1日（火）"
    assert "「2026-13-01」という日付はありません。" in page.get_text()
    assert page.select("[lang]") == []
    assert [span.get_text() for span in soup(fragment()).select("[lang=ja]")] == [
        "架空財団 水環境研究助成",
        "学内締切は12月11日",
    ]


def test_an_empty_list() -> None:
    """Where nothing lies ahead the page says so; where nothing is past there is no fold."""
    page = soup(fragment(""))
    assert "No deadline lies ahead." in page.get_text()
    assert page.select(".scholar-deadline, details, .scholar-banner") == []


def test_the_calendar_is_linked_where_there_is_one() -> None:
    """The link to the calendar is there only where the calendar is."""
    assert soup(fragment()).select_one("a")["href"] == "scholar/deadlines.ics"
    assert soup(fragment(calendar="")).select("a") == []


def test_a_page_of_another_language() -> None:
    """A fragment in a page of another language says its own."""
    parts = deadlines_page(board(), "ja")
    assert soup(deadlines_html(parts, page_lang="en")).div["lang"] == "ja"
    assert not soup(deadlines_html(parts, page_lang="ja")).div.has_attr("lang")


def test_equal_input_gives_an_equal_page() -> None:
    """The page depends on the list and the day, not on the hour."""
    later = datetime.fromisoformat("2026-11-30T20:00:00+09:00")
    tokyo = "- 2026-12-18 | Grant\n"
    assert fragment(tokyo) == fragment(tokyo, now=later)


def test_nothing_is_submitted() -> None:
    """There is no form, no button and no address of anybody on the page, and it says what it is."""
    page = soup(fragment())
    assert page.select("form, button, input, [href^=mailto]") == []
    assert "A reminder only: nothing is submitted from here." in page.get_text()
    script = page.script.get_text()
    assert not any(word in script for word in ("fetch", "XMLHttpRequest", "sendBeacon", "http", "WebSocket"))


HOSTILE = st.text(st.characters(exclude_categories=("Cs",)) | st.sampled_from("<>\"&'/"), min_size=1, max_size=40)


@settings(max_examples=100, deadline=None)
@given(HOSTILE, HOSTILE)
def test_hostile_names_stay_text(name: str, note: str) -> None:
    """Whatever stands in the list is shown as text."""
    (deadline,) = board("- 2027-01-01 | Grant").listed.deadlines
    changed = type(deadline)(name=f"<script>{name}", day=deadline.day, zone="UTC", note=f'"><img src=x>{note}')
    shown = DeadlineBoard(
        listed=DeadlineList(source="<b>.md", deadlines=(changed,)), left=(5,), today=deadline.day, remind_days=()
    )
    page = BeautifulSoup(deadlines_html(deadlines_page(shown)), "html.parser")
    assert len(page.select("script")) == 1
    assert page.select("img, b, a") == []


def test_the_words_for_the_script() -> None:
    """The script finds its words beside the text, in the page's language."""
    for lang, one in (("en", "{number} day left"), ("ja", "あと{number}日")):
        words = json.loads(soup(fragment(lang=lang)).div["data-scholar-words"])
        assert set(words) == {"over", "today", "one", "many", "now"}
        assert words["one"] == one


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_fragment_stands_alone(lang: str) -> None:
    """The fragment is valid HTML wherever a block may stand."""
    soup(f"<main>{fragment(lang=lang)}</main>")
