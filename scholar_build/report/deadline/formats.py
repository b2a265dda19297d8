"""Reminders as text for people and as JSON for jobs; pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from enum import StrEnum
from typing import Any

import msgspec

from scholar_build.model.deadline import DeadlineList, Reminder
from scholar_build.report import escape
from scholar_build.report.deadline.words import fault_sentence, until_words
from scholar_build.report.page_words import days_left
from scholar_build.report.words import Words, words


class DeadlineFormat(StrEnum):
    """What `scholar-build deadlines` prints: the reminders that are due, or the calendar of the whole list."""

    TEXT = "text"
    JSON = "json"
    ICS = "ics"


def render_reminders(found: Sequence[Reminder], wording: Words) -> str:
    """One line a reminder, each ending in its id; empty where none is due."""
    return "".join(f"{_line(reminder, wording)}\n" for reminder in found)


def render_bad_lines(listed: DeadlineList, wording: Words) -> str:
    """One line for each line of the list that does not count."""
    return "".join(
        escape.terminal(f"{listed.source}:{bad.line}: {fault_sentence(bad, wording)}") + "\n"
        for bad in listed.bad_lines
    )


def render_reminders_json(found: Sequence[Reminder], listed: DeadlineList, today: str, tz: str) -> str:
    """The reminders with their ids, and the lines that do not count.

    `ends` is the first instant that is too late (for a time of day the last one in time), in UTC.
    """
    english = words("en")
    document = {
        "today": today,
        "tz": tz,
        "source": listed.source,
        "reminders": [_json(reminder) for reminder in found],
        "problems": [
            {"line": bad.line, "fault": str(bad.fault), "message": fault_sentence(bad, english)}
            for bad in listed.bad_lines
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _line(reminder: Reminder, wording: Words) -> str:
    deadline = reminder.deadline
    note = f" – {deadline.note}" if deadline.note else ""
    when = f"{deadline.day.isoformat()} ({until_words(deadline, wording)})"
    return escape.terminal(f"{days_left(wording, reminder.days_left)}: {deadline.name}, {when}{note}  [{reminder.id}]")


def _json(reminder: Reminder) -> dict[str, Any]:
    deadline = reminder.deadline
    return {
        "id": reminder.id,
        "name": deadline.name,
        "date": deadline.day.isoformat(),
        "time": f"{deadline.time:%H:%M}" if deadline.time else "",
        "zone": deadline.zone,
        "ends": f"{deadline.ends.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "days_left": reminder.days_left,
        "distance": reminder.distance,
        "note": deadline.note,
        "line": deadline.line,
    }
