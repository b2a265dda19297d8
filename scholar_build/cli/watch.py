"""`scholar-build watch`: what is new on the topics of the settings."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from scholar_build import watch
from scholar_build.check import lock_path, session_for
from scholar_build.cli.context import settings_for, today, unheard
from scholar_build.cli.pages import better, remembered
from scholar_build.config import Settings, Watch
from scholar_build.errors import SourceError
from scholar_build.lock import read_lock, read_watches, write_lock
from scholar_build.lookup import open_session
from scholar_build.model import Unavailable
from scholar_build.model.watch import WatchResult
from scholar_build.report.watch.formats import WatchFormat, render_watch


@click.command("watch")
@click.argument("name", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice([str(format_) for format_ in WatchFormat]),
    default="text",
    help="What is printed.",
)
@click.option("--update", is_flag=True, help="Ask anew, and write the answers and what is new into the lock file.")
@click.option("--offline", is_flag=True, default=None, help="Ask no provider; use the lock file, else the cache.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
def command(name: str | None, format_: str, update: bool, offline: bool | None, config: str | None) -> None:
    """Print what the [[watch]] entries of the settings find, or the one of that NAME.

    What the lock file holds is printed as it was found; --update asks again. Ends with 0, with 2 for a name that
    there is not, with 3 where a source did not answer.
    """
    given = {"offline": offline if not update else False}
    settings = settings_for((), config, given)
    wanted = _wanted(name, settings)
    if format_ == WatchFormat.ATOM and len(wanted) > 1:
        raise SourceError("a feed holds one watch; name it: " + ", ".join(one.name for one in wanted))
    path = lock_path(settings)
    if update:
        _update(msgspec.structs.replace(settings, watch=tuple(wanted)), settings, path)
    lines = read_watches(path)
    with session_for(settings) as session:
        results = [watch.watch(one, session, lines=lines, today=today()) for one in wanted]
    text = render_watch(results, WatchFormat(format_), lang=settings.lang or "en").rstrip("\n")
    click.echo(unheard(text) if format_ == WatchFormat.TEXT else text)
    sys.exit(3 if any(map(_is_incomplete, results)) else 0)


def _wanted(name: str | None, settings: Settings) -> list[Watch]:
    found = [one for one in settings.watch if name in (None, one.name)]
    if not found:
        names = ", ".join(one.name for one in settings.watch) or "there are none"
        raise SourceError(f"no watch is named `{name}` ({names})" if name else "the settings hold no [[watch]] entry")
    return found


def _update(asked: Settings, settings: Settings, path: Path) -> None:
    """Ask for some watches anew and write the lock, in which everything else stays."""
    held = read_lock(path) if path.is_file() else {}
    fresh = msgspec.structs.replace(asked, record_days=0, absence_days=0, search_days=0)
    with open_session(fresh, lock=None) as session:
        given = watch.gather(asked, session)
        best = {question: better(held.get(question), answer) for question, answer in given.items()}
        answers = {**held, **{one: answer for one, answer in best.items() if not isinstance(answer, Unavailable)}}
        lines = remembered(settings, path, answers, given, session)
    write_lock(path, answers, watches=lines)


def _is_incomplete(result: WatchResult) -> bool:
    return bool(result.unavailable)
