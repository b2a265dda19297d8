"""The deadlines as a calendar that can be subscribed to (RFC 5545, RFC 7986); pure, equal bytes for equal input.

Written here and not by a library: the shape is fixed and small, and a library's next release may order or fold
lines in another way, which would change a published file with nothing changed. Tests read it with `icalendar`.

A UID belongs to one name and date for ever. SEQUENCE counts the revisions of such an event: it is one more than
in `previous`, the calendar as it was published last, where anything else of the event has changed since.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, timedelta

from scholar_build.model.deadline import Deadline
from scholar_build.report.deadline.words import instant_words, until_words
from scholar_build.report.escape import plain
from scholar_build.report.words import N_, Words

_STAMP = "20000101T000000Z"  # required by RFC 5545; the time of writing would make equal input differ
_OCTETS = 75


def render_calendar(
    deadlines: Iterable[Deadline], distances: Sequence[int], words: Words, *, previous: str = ""
) -> str:
    """The calendar of a list, past deadlines among it, with an alarm at each reminder distance. Lines end in CRLF."""
    before = _events(previous)
    title = _text(words.text(N_("Grant deadlines")))
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//scholar-build//deadlines//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{title}",
        f"X-WR-CALNAME:{title}",
        "REFRESH-INTERVAL;VALUE=DURATION:P1D",
        "X-PUBLISHED-TTL:P1D",
    ]
    for deadline in deadlines:
        body = [folded for line in _event(deadline, distances, words) for folded in _folded(line)]
        uid = _uid(deadline)
        lines += ["BEGIN:VEVENT", f"UID:{uid}", f"SEQUENCE:{_sequence(before.get(uid), body)}", *body, "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def _event(deadline: Deadline, distances: Sequence[int], words: Words) -> Iterator[str]:
    yield f"DTSTAMP:{_STAMP}"
    if deadline.time is None:
        yield f"DTSTART;VALUE=DATE:{deadline.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{deadline.day + timedelta(days=1):%Y%m%d}"
    else:
        yield f"DTSTART:{deadline.ends.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SUMMARY:{_text(deadline.name)}"
    until = f"{until_words(deadline, words)} = {instant_words(deadline)}"
    said = [deadline.note, until, words.text(N_("A reminder only: nothing is submitted from here."))]
    yield f"DESCRIPTION:{_lines(said)}"
    yield "TRANSP:TRANSPARENT"
    for distance in sorted(set(distances), reverse=True):
        yield from (
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            f"TRIGGER:-P{distance}D" if distance else "TRIGGER:PT0S",
            f"DESCRIPTION:{_text(deadline.name)}",
            "END:VALARM",
        )


def _uid(deadline: Deadline) -> str:
    named = f"{deadline.name}\n{deadline.day.isoformat()}"
    return f"grant-{deadline.day.isoformat()}-{hashlib.sha256(named.encode()).hexdigest()[:20]}@scholar-build"


def _sequence(before: tuple[int, list[str]] | None, body: list[str]) -> int:
    if before is None:
        return 0
    number, was = before
    return number if was == body else number + 1


def _events(calendar: str) -> dict[str, tuple[int, list[str]]]:
    """The events of a calendar that was written here: number and lines by UID. Anything else in it is left out."""
    found = {}
    event = re.compile(
        r"^BEGIN:VEVENT\r?\nUID:(?P<uid>[^\r\n]+)\r?\nSEQUENCE:(?P<number>\d{1,9})\r?\n(?P<body>.*?)^END:VEVENT",
        re.MULTILINE | re.DOTALL,
    )
    for one in event.finditer(calendar):
        found[one["uid"]] = (int(one["number"]), re.split(r"\r?\n", one["body"].rstrip("\r\n")))
    return found


def _lines(texts: Iterable[str]) -> str:
    return "\\n".join(_text(text) for text in texts if text)


def _text(text: str) -> str:
    """A TEXT value (RFC 5545, 3.3.11)."""
    return re.sub(r"([\\;,])", r"\\\1", plain(text))


def _folded(line: str) -> Iterator[str]:
    """A content line in pieces of at most 75 octets, no character cut in two (RFC 5545, 3.1)."""
    piece, size = "", 0
    for char in line:
        octets = len(char.encode())
        if size + octets > _OCTETS:
            yield piece
            piece, size = " ", 1
        piece, size = piece + char, size + octets
    yield piece
