"""The calendar, read back by an independent parser."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import icalendar
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.deadlines import parse_deadlines
from scholar_build.model.deadline import Deadline
from scholar_build.report.deadline.calendar import render_calendar
from scholar_build.report.words import words

DISTANCES = (30, 14, 7, 3, 1, 0)
LIST = """
- 2026-12-18 | Field school; “spring, 2027” \\ more | Two letters, by post
- 2026-12-01 17:00 Europe/Berlin | Travel grant
- 2026-12-06 AoE | 架空財団 水環境研究助成の第二次募集に関するたいへん長い名称をもつ助成金 | 学内締切は12月11日
- 2020-01-01 | Long past
"""


def calendar(text: str = LIST, previous: str = "", lang: str = "en", distances: tuple[int, ...] = DISTANCES) -> str:
    return render_calendar(parse_deadlines(text, "", "Asia/Tokyo").deadlines, distances, words(lang), previous=previous)


def events(text: str) -> dict[str, icalendar.Event]:
    read = icalendar.Calendar.from_ical(text.encode())
    assert read.errors == []
    return {str(event["SUMMARY"]): event for event in read.walk("VEVENT")}


def test_another_parser_reads_it() -> None:
    """Names, notes and days are what the list says, whatever characters they hold."""
    read = events(calendar())
    assert list(read) == [
        "Long past", "Travel grant", "架空財団 水環境研究助成の第二次募集に関するたいへん長い名称をもつ助成金",
        "Field school; “spring, 2027” \\ more",
    ]  # fmt: skip
    school = read["Field school; “spring, 2027” \\ more"]
    assert (school["DTSTART"].dt, school["DTEND"].dt) == (date(2026, 12, 18), date(2026, 12, 19))
    assert str(school["DESCRIPTION"]).splitlines()[0] == "Two letters, by post"


def test_a_time_of_day_is_an_instant() -> None:
    """A deadline at a time of day stands at its instant, in every calendar's own zone."""
    travel = events(calendar())["Travel grant"]
    assert travel["DTSTART"].dt == datetime(2026, 12, 1, 16, tzinfo=UTC)
    assert "17:00, Europe/Berlin = 2026-12-01 16:00 UTC" in travel["DESCRIPTION"]


def test_the_zone_is_shown() -> None:
    """An entry says in which zone its day ends, and when that is (C039)."""
    (event,) = events(calendar("- 2019-12-20 AoE | Demo grant")).values()
    assert event["DTSTART"].dt == date(2019, 12, 20)
    assert "end of day, anywhere on Earth = 2019-12-21 12:00 UTC" in event["DESCRIPTION"]
    (japanese,) = events(calendar("- 2019-12-20 AoE | Demo grant", lang="ja")).values()
    assert "AoE（地球上のどこかで当日中） = 2019-12-21 12:00 UTC" in japanese["DESCRIPTION"]


def test_alarms_at_the_distances() -> None:
    """Each event has one alarm a distance that shows something and contacts nobody; none where there is no distance."""
    for event in events(calendar()).values():
        alarms = event.walk("VALARM")
        assert [alarm["TRIGGER"].dt for alarm in alarms] == [timedelta(days=-days) for days in DISTANCES]
        assert {str(alarm["ACTION"]) for alarm in alarms} == {"DISPLAY"}
    assert events(calendar(distances=()))["Long past"].walk("VALARM") == []


def test_equal_input_gives_equal_bytes() -> None:
    """Nothing in the calendar depends on when or where it was written."""
    assert calendar() == calendar()
    assert calendar(previous=calendar()) == calendar()


def test_uids_are_stable() -> None:
    """A UID belongs to a name and a date: it outlives another note, another time, other lines and another language."""
    before = events(calendar())
    changed = LIST.replace("Two letters", "Three letters").replace("17:00", "18:00") + "- 2027-01-01 | New\n"
    after = events(calendar(changed, lang="ja"))
    uids = {name: str(event["UID"]) for name, event in after.items()}
    assert {name: uids[name] for name in before} == {name: str(event["UID"]) for name, event in before.items()}
    assert len(set(uids.values())) == 5


def test_the_sequence_counts_revisions() -> None:
    """Against the calendar that was published last, an event that has changed has a higher number, no other."""
    first = calendar()
    second = calendar(LIST.replace("Two letters", "Three letters"), previous=first)
    third = calendar(LIST.replace("17:00", "18:00"), previous=second)
    numbers = [[int(event["SEQUENCE"]) for event in events(text).values()] for text in (first, second, third)]
    assert numbers == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 2]]
    assert calendar(LIST.replace("17:00", "18:00"), previous=third) == third


@pytest.mark.parametrize(
    "previous", ["", "no calendar", "BEGIN:VEVENT\r\nUID:x\r\n", "BEGIN:VEVENT\nUID:\nSEQUENCE:9\nEND:VEVENT"]
)
def test_a_previous_file_that_is_something_else(previous: str) -> None:
    """What is no calendar of ours counts as none."""
    assert calendar(previous=previous) == calendar()


def test_it_asks_nobody_for_anything() -> None:
    """There is no organiser, no attendee, no method and no mail in it: nobody is contacted, nothing is submitted."""
    text = calendar()
    for word in ("ATTENDEE", "ORGANIZER", "METHOD", "EMAIL", "mailto", "URL", "PROCEDURE", "AUDIO"):
        assert word not in text
    assert "A reminder only: nothing is submitted from here." in str(events(text)["Travel grant"]["DESCRIPTION"])


@settings(max_examples=150, deadline=None)
@given(
    st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=120),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=200),
    st.dates(date(1900, 1, 1), date(9998, 12, 30)),
)
def test_any_text_stays_text(name: str, note: str, day: date) -> None:
    """No name or note can break out of its line: lines are short, end in CRLF, and there is one event."""
    text = render_calendar([Deadline(name=name, day=day, note=note, zone="UTC")], (1,), words("en"))
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    assert "\r" not in text.replace("\r\n", "")
    read = icalendar.Calendar.from_ical(text.encode())
    assert len(read.walk("VEVENT")) == 1
    assert len(read.walk("VALARM")) == 1
