"""Grant deadlines: when each ends, what can be wrong with a line, and the reminders that are due."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo

from scholar_build.model.base import Frozen

AOE = "AoE"
"""Anywhere on Earth: a day ends when it ends in the last zone, UTC−12."""

Moment = datetime | date
"""What counts as now: an instant (aware), or a day that holds in every zone."""


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """The zone of a name of the IANA database, of `UTC` or `AoE`; raises `ValueError` for any other."""
    if name.casefold() == AOE.casefold():
        return timezone(timedelta(hours=-12), AOE)
    if name.upper() in ("UTC", "Z"):
        return UTC
    if re.fullmatch(r"[A-Za-z][\w+-]*(?:/[\w+-]+)*", name, re.ASCII):
        try:
            return ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            pass
    raise ValueError(f"`{name}` is no time zone; write a name such as Asia/Tokyo or Europe/Berlin, or AoE")


def zone_key(name: str) -> str:
    """The name that browsers and the IANA database know a zone by."""
    return "Etc/GMT+12" if name.casefold() == AOE.casefold() else name


class Deadline(Frozen, frozen=True, kw_only=True):
    """One deadline of the list. Without a `time` it ends with the end of its day in its zone.

    `line` counts from 1. `name` and `note` are one line of visible characters each.
    """

    name: str
    day: date
    time: time | None = None
    zone: str
    note: str = ""
    line: int = 0

    @property
    def ends(self) -> datetime:
        """The first instant that is too late for a day; the last one in time for a time of day."""
        zone = zone_named(self.zone)
        if self.time is not None:
            return datetime.combine(self.day, self.time, tzinfo=zone)
        return datetime.combine(self.day + timedelta(days=1), time(), tzinfo=zone)

    def days_left(self, now: Moment) -> int:
        """How many days are left: 0 on the day, negative when it is over. Days are those of the deadline's zone."""
        if not isinstance(now, datetime):
            return (self.day - now).days
        left = (self.day - now.astimezone(zone_named(self.zone)).date()).days
        over = now > self.ends if self.time is not None else now >= self.ends
        return min(left, -1) if over else max(left, 0)


def due_distance(days: int, distances: tuple[int, ...]) -> int | None:
    """The distance in which a deadline `days` away falls: the smallest that is at least as large; past ones in none."""
    return min((distance for distance in distances if distance >= days), default=None) if days >= 0 else None


class Reminder(Frozen, frozen=True, kw_only=True):
    """A deadline that has come within one of the reminder distances."""

    deadline: Deadline
    days_left: int
    distance: int

    @property
    def id(self) -> str:
        """What tells this reminder from all others, today and tomorrow: file each id once."""
        return f"grant:{self.deadline.name}:{self.deadline.day.isoformat()}:d{self.distance}"


class Fault(StrEnum):
    """What is wrong with a line of the list."""

    NO_DATE = "no_date"
    NO_SUCH_DAY = "no_such_day"
    NO_SUCH_TIME = "no_such_time"
    NO_SUCH_ZONE = "no_such_zone"
    NO_NAME = "no_name"
    NO_DASH = "no_dash"
    TOO_LONG = "too_long"
    DUPLICATE = "duplicate"
    OPEN_COMMENT = "open_comment"


class BadLine(Frozen, frozen=True, kw_only=True):
    """A line that does not count, and why; `detail` is what in it is wrong, `other` the line that it repeats."""

    line: int
    fault: Fault
    detail: str = ""
    other: int = 0


class DeadlineList(Frozen, frozen=True, kw_only=True):
    """What a file holds: its deadlines in the order in which they end, and the lines that do not count."""

    source: str
    deadlines: tuple[Deadline, ...] = ()
    bad_lines: tuple[BadLine, ...] = ()


class DeadlineBoard(Frozen, frozen=True, kw_only=True):
    """What a page shows: the list, the days left of each deadline on the day `today`, the reminder distances."""

    listed: DeadlineList
    left: tuple[int, ...]
    today: date
    remind_days: tuple[int, ...] = ()
