"""What the deadline page, the calendar and the command say, in each language."""

from __future__ import annotations

from datetime import UTC, date

from scholar_build.model.deadline import AOE, BadLine, Deadline, Fault
from scholar_build.report.words import N_, Words

_WEEKDAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))

_FAULTS = {
    Fault.NO_DATE: N_("“{detail}” does not start with a date; write - YYYY-MM-DD | name | note."),
    Fault.NO_SUCH_DAY: N_("“{detail}” is no day of the calendar."),
    Fault.NO_SUCH_TIME: N_("“{detail}” is no time of day."),
    Fault.NO_SUCH_ZONE: N_("“{detail}” is no time zone; write a name such as Asia/Tokyo, or AoE."),
    Fault.NO_NAME: N_("“{detail}” has no name; write - YYYY-MM-DD | name | note."),
    Fault.NO_DASH: N_("“{detail}” does not start with a dash; write - YYYY-MM-DD | name | note."),
    Fault.TOO_LONG: N_("The name or the note is too long: “{detail}”."),
    Fault.DUPLICATE: N_("“{detail}” stands in line {other} with the same date; give one of them another name."),
    Fault.OPEN_COMMENT: N_("A comment starts here and never ends; what follows does not count."),
}


def fault_sentence(bad: BadLine, words: Words) -> str:
    """What is wrong with a line, as a sentence."""
    return words.text(_FAULTS[bad.fault], detail=bad.detail, other=bad.other)


def day_words(day: date, words: Words) -> str:
    """A day with its weekday: `Tue 1 Dec 2026`."""
    weekday = words.text(_WEEKDAYS[day.weekday()])
    return words.text(N_("{weekday}\u00a0{day}"), weekday=weekday, day=words.date(day.isoformat()))


def until_words(deadline: Deadline, words: Words) -> str:
    """Until when on its day a deadline lasts, and in which zone."""
    if deadline.time is not None:
        return words.text(N_("{time}, {zone}"), time=f"{deadline.time:%H:%M}", zone=_zone(deadline, words))
    if _is_aoe(deadline):
        return words.text(N_("end of day, anywhere on Earth"))
    return words.text(N_("end of day, {zone}"), zone=deadline.zone)


def instant_words(deadline: Deadline) -> str:
    """The end of a deadline in UTC: `2026-12-07 12:00 UTC`."""
    return f"{deadline.ends.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _zone(deadline: Deadline, words: Words) -> str:
    return words.text(N_("anywhere on Earth")) if _is_aoe(deadline) else deadline.zone


def _is_aoe(deadline: Deadline) -> bool:
    return deadline.zone.casefold() == AOE.casefold()
