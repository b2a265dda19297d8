"""Grant deadlines: the researcher's own list, and the reminders that are due.

One deadline a line of a Markdown file:

    - 2026-12-18 | Example Foundation: field school | Two letters
    - 2026-12-01 17:00 Europe/Berlin | Stonewater Travel Grant
    - 2026-12-06 AoE | Young Rivers Fellowship

Other lines are the author's own, and so is what stands in HTML comments and fenced code. Nothing is sent
anywhere: a reminder is text for whoever reads it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path

from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.model.deadline import (
    BadLine,
    Deadline,
    DeadlineBoard,
    DeadlineList,
    Fault,
    Moment,
    Reminder,
    due_distance,
    zone_named,
)
from scholar_build.report.escape import plain

MAX_NAME = 200
MAX_NOTE = 1000
MAX_BYTES = 1024 * 1024
_SHOWN = 80

_BULLET = re.compile(r"(?P<indent>[ \t]*)[-*+](?:[ \t]+(?P<text>.*))?")
_FENCE = re.compile(r"[ ]{0,3}(?P<fence>`{3,}|~{3,})")
_WHEN = re.compile(
    r"(?P<day>\d{4}-\d{2}-\d{2})(?:[ T]+(?P<time>\d{1,2}:\d{2}))?(?:[ ]*(?P<zone>[A-Za-z][^\s|]*))?", re.ASCII
)
_SPLIT = re.compile(r"(?<!\\)\|")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def deadlines_path(settings: Settings) -> Path | None:
    """The file that the settings name; None where they name none."""
    return Path(settings.root) / settings.deadlines.file if settings.deadlines.file else None


def read_deadlines(path: Path, source: str, tz: str) -> DeadlineList:
    """Read a file; raises `SourceError` where it cannot be read as text."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SourceError(f"{source}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise SourceError(f"{source}: is not UTF-8 text; save it as UTF-8") from None
    if len(data) > MAX_BYTES:
        raise SourceError(f"{source}: is larger than {MAX_BYTES // 1024} KiB; this is no list of deadlines")
    return parse_deadlines(text, source, tz)


def parse_deadlines(text: str, source: str, tz: str) -> DeadlineList:
    """The deadlines of a text, and what is wrong with its other lines; `tz` holds where a line names no zone."""
    deadlines: dict[tuple[str, date], Deadline] = {}
    bad: list[BadLine] = []
    for number, line in _lines(text):
        read = _read(line, number, tz)
        if isinstance(read, BadLine):
            bad.append(read)
        elif isinstance(read, Deadline):
            first = deadlines.setdefault((read.name, read.day), read)
            if first is not read:
                bad.append(BadLine(line=number, fault=Fault.DUPLICATE, detail=read.name, other=first.line))
    if opened := _open_comment(text):
        bad.append(BadLine(line=opened, fault=Fault.OPEN_COMMENT))
    return DeadlineList(
        source=source,
        deadlines=tuple(sorted(deadlines.values(), key=lambda deadline: (deadline.ends, deadline.name))),
        bad_lines=tuple(sorted(bad, key=lambda one: one.line)),
    )


def reminders(deadlines: Iterable[Deadline], now: Moment, distances: tuple[int, ...]) -> tuple[Reminder, ...]:
    """The reminders that are due, in the order of the deadlines."""
    found = []
    for deadline in deadlines:
        days = deadline.days_left(now)
        distance = due_distance(days, distances)
        if distance is not None:
            found.append(Reminder(deadline=deadline, days_left=days, distance=distance))
    return tuple(found)


def board(settings: Settings) -> DeadlineBoard:
    """What a page of deadlines shows in this build; raises `SourceError` where the list cannot be read."""
    options = settings.deadlines
    listed = read_deadlines(Path(settings.root) / options.file, options.file, options.tz)
    now = build_moment()
    return DeadlineBoard(
        listed=listed,
        left=tuple(deadline.days_left(now) for deadline in listed.deadlines),
        today=now.astimezone(zone_named(options.tz)).date(),
        remind_days=options.remind_days,
    )


def build_moment(environ: Mapping[str, str] = os.environ) -> datetime:
    """The time of a build: `SOURCE_DATE_EPOCH` where that is set (reproducible-builds.org), else now."""
    epoch = environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither in comments nor in fenced code, with their numbers."""
    visible = _COMMENT.sub(lambda comment: re.sub(r"[^\r\n]", "", comment[0]), text)
    fence = ""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", visible), start=1):
        found = _FENCE.match(line)
        if fence:
            closes = found and found["fence"].startswith(fence) and not line.strip("`~ \t")
            fence = "" if closes else fence
        elif found:
            fence = found["fence"]
        else:
            yield number, line


def _open_comment(text: str) -> int:
    """The line of a comment that is never closed; 0 where there is none."""
    opened = next((found.start() for found in _COMMENT.finditer(text) if not found[0].endswith("-->")), None)
    return 0 if opened is None else len(re.split(r"\r\n|\r|\n", text[:opened]))


def _read(line: str, number: int, tz: str) -> Deadline | BadLine | None:
    """One line: a deadline, a bad one, or neither (a heading, a sentence, a remark below a deadline)."""
    bullet = _BULLET.fullmatch(line)
    text = (bullet["text"] or "").strip() if bullet else line.strip()
    begins_with_date = re.match(r"\d{4}-\d", text) is not None
    if not bullet:
        bad = begins_with_date and "|" in text
        return BadLine(line=number, fault=Fault.NO_DASH, detail=_shown(text)) if bad else None
    if not begins_with_date:
        is_remark = not text or len(bullet["indent"].expandtabs(4)) > 1
        return None if is_remark else BadLine(line=number, fault=Fault.NO_DATE, detail=_shown(text))
    return _deadline(text, number, tz)


def _deadline(text: str, number: int, tz: str) -> Deadline | BadLine:
    written, *rest = (plain(part).replace("\\|", "|").strip() for part in _SPLIT.split(text, maxsplit=2))
    name, note = [*rest, "", ""][:2]

    def bad(fault: Fault, detail: str) -> BadLine:
        return BadLine(line=number, fault=fault, detail=_shown(detail))

    found = _WHEN.fullmatch(written)
    if found is None:
        return bad(Fault.NO_DATE, text)
    try:
        day = date.fromisoformat(found["day"])
    except ValueError:
        return bad(Fault.NO_SUCH_DAY, found["day"])
    if not 1900 <= day.year <= 9998:  # beyond, instants in some zones have no date
        return bad(Fault.NO_SUCH_DAY, found["day"])
    try:
        at = _time(found["time"])
    except ValueError:
        return bad(Fault.NO_SUCH_TIME, found["time"])
    zone = found["zone"] or tz
    try:
        zone_named(zone)
    except ValueError:
        return bad(Fault.NO_SUCH_ZONE, zone)
    if not name:
        return bad(Fault.NO_NAME, text)
    if len(name) > MAX_NAME or len(note) > MAX_NOTE:
        return bad(Fault.TOO_LONG, name)
    return Deadline(name=name, day=day, time=at, zone=zone, note=note, line=number)


def _time(written: str | None) -> time | None:
    if written is None or written == "24:00":  # the end of the day
        return None
    hours, minutes = written.split(":")
    return time(int(hours), int(minutes))


def _shown(text: str) -> str:
    shown = plain(text)
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"
