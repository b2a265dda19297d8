"""Which reminders are due: the smallest distance that is at least the days left, and nothing for what is past."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.deadlines import build_moment, parse_deadlines, reminders
from scholar_build.model.deadline import Deadline, due_distance, zone_key, zone_named

DISTANCES = (30, 14, 7, 3, 1, 0)
ZONES = [*sorted(name for name in available_timezones() if "/" in name), "AoE", "UTC"]
DAYS = st.dates(date(1950, 1, 1), date(2150, 1, 1))


def deadline(day: date, zone: str = "Asia/Tokyo") -> Deadline:
    return Deadline(name="Grant", day=day, zone=zone)


@pytest.mark.parametrize(
    ("days", "distance"),
    [(-1, None), (0, 0), (1, 1), (2, 3), (3, 3), (4, 7), (7, 7), (8, 14), (14, 14), (15, 30), (30, 30), (31, None)],
)
def test_the_distances(days: int, distance: int | None) -> None:
    """A deadline n days away falls in the smallest distance at least n: 0 on the day, none when past or too far."""
    assert due_distance(days, DISTANCES) == distance


def test_distances_in_any_order() -> None:
    """The order of the list means nothing, nor does a repetition; without distances nothing is ever due."""
    assert due_distance(5, (0, 7, 3, 7, 30)) == 7
    assert due_distance(0, ()) is None


@settings(max_examples=300, deadline=None)
@given(DAYS, st.integers(-400, 4000), st.lists(st.integers(0, 3650), max_size=8), st.sampled_from(ZONES))
def test_the_rule_for_any_day(day: date, days: int, distances: list[int], zone: str) -> None:
    """For any date, distances and zone: the reminder is the nearest distance that still covers the days left."""
    found = reminders([deadline(day, zone)], day - timedelta(days=days), tuple(distances))
    covering = sorted(distance for distance in distances if distance >= days)
    if days < 0 or not covering:
        assert found == ()
        return
    (reminder,) = found
    assert (reminder.days_left, reminder.distance) == (days, covering[0])
    assert reminder.id == f"grant:Grant:{day.isoformat()}:d{covering[0]}"


@settings(max_examples=300, deadline=None)
@given(DAYS, st.datetimes(datetime(1950, 1, 2), datetime(2149, 12, 1)), st.sampled_from(ZONES))
def test_days_are_those_of_the_zone(day: date, clock: datetime, zone: str) -> None:
    """The zone decides what today is: a deadline is today's while its own zone has that day, and over afterwards."""
    now = clock.replace(tzinfo=UTC)
    own = now.astimezone(zone_named(zone)).date()
    assert deadline(day, zone).days_left(now) == (day - own).days


@settings(max_examples=200, deadline=None)
@given(DAYS, st.sets(st.integers(0, 60), min_size=1, max_size=6))
def test_each_reminder_comes_once(day: date, distances: set[int]) -> None:
    """A job that runs every day and files each id once files one reminder a distance."""
    ids = []
    for days in range(70, -3, -1):
        ids += [one.id for one in reminders([deadline(day)], day - timedelta(days=days), tuple(distances))]
    assert list(dict.fromkeys(ids)) == [
        f"grant:Grant:{day}:d{distance}" for distance in sorted(distances, reverse=True)
    ]


def test_anywhere_on_earth() -> None:
    """At one in the morning in Berlin after the day, the day still lasts somewhere: due today, not over (C039)."""
    grant = deadline(date(2019, 12, 20), "AoE")
    assert grant.days_left(datetime.fromisoformat("2019-12-21T01:00:00+01:00")) == 0
    assert grant.days_left(datetime.fromisoformat("2019-12-21T11:59:59+00:00")) == 0
    assert grant.days_left(datetime.fromisoformat("2019-12-21T12:00:00+00:00")) == -1
    assert zone_key("AoE") == "Etc/GMT+12"


def test_a_time_of_day() -> None:
    """A deadline at a time of day is over afterwards, on the same day, and not before."""
    (grant,) = parse_deadlines("- 2026-12-01 17:00 | Grant", "", "Asia/Tokyo").deadlines
    assert grant.days_left(datetime.fromisoformat("2026-12-01T17:00:00+09:00")) == 0
    assert grant.days_left(datetime.fromisoformat("2026-12-01T17:00:01+09:00")) == -1
    assert reminders([grant], datetime.fromisoformat("2026-12-01T18:00:00+09:00"), DISTANCES) == ()
    assert grant.days_left(date(2026, 12, 1)) == 0


def test_the_time_of_a_build() -> None:
    """A build takes its time from SOURCE_DATE_EPOCH where that is set, so that equal sources give equal pages."""
    assert build_moment({"SOURCE_DATE_EPOCH": "1796000400"}).isoformat() == "2026-11-30T01:00:00+00:00"
    assert abs(build_moment({}) - datetime.now(UTC)) < timedelta(minutes=1)
    assert abs(build_moment({"SOURCE_DATE_EPOCH": "x"}) - datetime.now(UTC)) < timedelta(minutes=1)
