"""`scholar-build lock`: write down the records and absences that the verdicts rest on."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from scholar_build.check import gather, session_for
from scholar_build.cli.context import progress_bar, say, settings_for
from scholar_build.cli.pages import better, gather_pages, remembered
from scholar_build.cli.sources import read_sources
from scholar_build.config import Settings
from scholar_build.judge import judge
from scholar_build.lock import lock_path, mend_lock, mend_watches, read_lock, write_lock
from scholar_build.lookup import open_session
from scholar_build.model import Answer, Found, Scan, Unavailable


@click.command("lock")
@click.argument("sources", nargs=-1, metavar="PATH...")
@click.option("--update", is_flag=True, help="Ask everything anew, also what the lock holds.")
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; end with 1 where the lock does not cover the sources."
)
@click.option("--prune", is_flag=True, help="Drop what no source cites.")
@click.option("--merge", is_flag=True, help="Mend a lock file with merge conflicts; needs no PATH.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
def command(
    sources: tuple[str, ...], update: bool, only_check: bool, prune: bool, merge: bool, config: str | None
) -> None:
    """Write the lock file for the references in PATHs, so that builds can be judged offline.

    Ends with 0, with 1 where --check finds the lock incomplete, with 2 where it could not run, and with
    3 where a provider did not answer, so that something is still missing.
    """
    settings = _online(settings_for(sources, config, {"offline": True if only_check else None}))
    path = lock_path(settings)
    if merge:
        answers = mend_lock(path)
        write_lock(path, answers, watches=mend_watches(path))
        say(f"{path}: merged, {len(answers)} answers")
        return
    scan = read_sources(sources, settings)
    assert scan is not None
    sys.exit(_check(scan, settings, path) if only_check else _write(scan, settings, path, update=update, prune=prune))


def _online(settings: Settings) -> Settings:
    """A project that judges offline still asks to fill its lock, unless its user said otherwise."""
    if settings.origins.get("offline") in ("command line", "environment"):
        return settings
    return msgspec.structs.replace(settings, offline=False)


def _write(scan: Scan, settings: Settings, path: Path, *, update: bool, prune: bool) -> int:
    held = read_lock(path) if path.is_file() else {}
    session = open_session(_asking_anew(settings), lock=None) if update else session_for(settings)
    with session, progress_bar("Locking references") as progress:
        answers = {**gather(scan.references, session, progress), **gather_pages(settings, session)}
    # An answer that could not be had anew does not cost the one that was held.
    given = {question: better(held.get(question), answer) for question, answer in answers.items()}
    missing = [answer for answer in given.values() if isinstance(answer, Unavailable)]
    wanted = {question: answer for question, answer in given.items() if not isinstance(answer, Unavailable)}
    kept = {} if prune else {question: answer for question, answer in held.items() if question not in wanted}
    write_lock(path, {**kept, **wanted}, watches=remembered(settings, path, wanted, answers, session))
    added, dropped = len(wanted.keys() - held.keys()), len(held.keys() - wanted.keys() - kept.keys())
    say(f"{path}: {len(kept) + len(wanted)} answers, {added} new, {dropped} dropped, "
        f"for {len(scan.references)} references")  # fmt: skip
    for answer in missing:
        why = " ".join(filter(None, (str(answer.reason), answer.detail)))
        say(f"missing: {answer.question.key[:120]} ({why})", err=True)
    if old := sum(1 for question, answer in answers.items() if answer is not given[question] or _is_stale(answer)):
        say(f"{old} answers could not be had anew and stay as they were", err=True)
    for outage in session.outages:
        say(f"not available this time: {outage.provider} ({outage.reason})", err=True)
    return 3 if missing else 0


def _is_stale(answer: Answer) -> bool:
    return isinstance(answer, Found) and answer.stale


def _check(scan: Scan, settings: Settings, path: Path) -> int:
    if not path.is_file():
        say(f"{path} does not exist; write it with `scholar-build lock`", err=True)
        return 1
    with session_for(settings) as session:
        answers = gather(scan.references, session)
        pages = gather_pages(settings, session)
    uncovered = [item for item in scan.references if judge(item, answers, checks=settings.checks).reason == "offline"]
    for item in uncovered:
        say(f"{settings.prefix}{item.location}: not in the lock: {item.text[:100]}", err=True)
    missing = [question for question, answer in pages.items() if isinstance(answer, Unavailable)]
    for question in missing:
        say(f"not in the lock, for a chain or watch: {question.key[:100]}", err=True)
    say(f"{path} covers {len(scan.references) - len(uncovered)} of {len(scan.references)} references")
    return 1 if uncovered or missing else 0


def _asking_anew(settings: Settings) -> Settings:
    return msgspec.structs.replace(settings, record_days=0, absence_days=0, search_days=0)
