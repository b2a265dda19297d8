"""`scholar-build deadlines`: the reminders that are due today, or the calendar of all deadlines."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import click
import msgspec

from scholar_build.cli.context import settings_for
from scholar_build.config import Settings, check_deadlines
from scholar_build.deadlines import deadlines_path, read_deadlines, reminders
from scholar_build.errors import SourceError
from scholar_build.model.deadline import Moment, zone_named
from scholar_build.report.deadline.calendar import render_calendar
from scholar_build.report.deadline.formats import (
    DeadlineFormat,
    render_bad_lines,
    render_reminders,
    render_reminders_json,
)
from scholar_build.report.words import words


@click.command("deadlines")
@click.argument("file", required=False, type=click.Path())
@click.option("--today", "day", metavar="YYYY-MM-DD", help="The day to count from; by default the zone's own today.")
@click.option("--tz", metavar="ZONE", help="Zone of today and of lines that name none: Asia/Tokyo, …, or AoE.")
@click.option("--remind-days", metavar="LIST", help="Distances in days, such as 30,14,7,3,1,0.")
@click.option(
    "--format",
    "format_",
    type=click.Choice([str(format_) for format_ in DeadlineFormat]),
    default="text",
    help="Reminders as text or JSON, or the calendar of the whole list.",
)
@click.option(
    "--previous",
    type=click.Path(exists=True, dir_okay=False),
    help="The calendar as it was published last: what has changed since gets a higher SEQUENCE.",
)
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
def command(
    file: str | None,
    day: str | None,
    tz: str | None,
    remind_days: str | None,
    format_: str,
    previous: str | None,
    config: str | None,
) -> None:
    """Print the reminders that are due today for the deadlines in FILE, each with an id that never changes.

    FILE holds `- YYYY-MM-DD | name | note`, one a line; by default it is the one that the settings name. A line
    that cannot be read is named on standard error, and the others count. Nothing is submitted or sent anywhere.
    """
    settings = _settings(file, config, tz, remind_days)
    options = settings.deadlines
    path = Path(file) if file else deadlines_path(settings)
    if path is None:
        raise SourceError("no list of deadlines; name a file, or set `file` under [deadlines]")
    listed = read_deadlines(path, file or options.file, options.tz)
    wording = words(settings.lang)
    if format_ == DeadlineFormat.ICS:
        before = Path(previous).read_bytes().decode("utf-8", "replace") if previous else ""
        _echo(render_calendar(listed.deadlines, options.remind_days, wording, previous=before))
    else:
        now = _now(day)
        found = reminders(listed.deadlines, now, options.remind_days)
        today = (now.astimezone(zone_named(options.tz)).date() if isinstance(now, datetime) else now).isoformat()
        if format_ == DeadlineFormat.JSON:
            _echo(render_reminders_json(found, listed, today, options.tz))
        else:
            _echo(render_reminders(found, wording))
            if not found:
                click.echo(f"No reminder is due on {today} ({options.tz}).", err=True)
    click.echo(render_bad_lines(listed, wording), nl=False, err=True)


def _settings(file: str | None, config: str | None, tz: str | None, remind_days: str | None) -> Settings:
    settings = settings_for((file,) if file else (), config, {})
    options = settings.deadlines
    if tz is not None:
        options = msgspec.structs.replace(options, tz=tz)
    if remind_days is not None:
        try:
            days = tuple(int(part) for part in remind_days.split(",") if part.strip())
        except ValueError:
            raise SourceError(f"--remind-days `{remind_days}` is no list of days; write 30,14,7,3,1,0") from None
        options = msgspec.structs.replace(options, remind_days=days)
    check_deadlines("command line", msgspec.structs.asdict(options))
    return msgspec.structs.replace(settings, deadlines=options)


def _now(day: str | None) -> Moment:
    if day is None:
        return datetime.now(UTC)
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise SourceError(f"--today `{day}` is no date; write YYYY-MM-DD") from None


def _echo(text: str) -> None:
    """Bytes as they are: a calendar's line ends and names in any script, whatever the terminal's encoding is."""
    click.echo(text.encode(), nl=False)
