"""`scholar-build lock`: write down the records and absences that the verdicts rest on."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from scholar_build.check import gather, lock_path, session_for
from scholar_build.cli.context import progress_bar, settings_for
from scholar_build.cli.sources import read_sources
from scholar_build.config import Settings
from scholar_build.lock import merge_lock, read_lock, write_lock
from scholar_build.lookup import open_session
from scholar_build.model import Answer, Question, Reference, Scan, Unavailable


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
    settings = settings_for(sources, config, {"offline": True if only_check else None})
    path = lock_path(settings)
    if merge:
        _merge(path)
        return
    scan = read_sources(sources, settings)
    assert scan is not None
    if only_check:
        sys.exit(_check(scan, settings, path))
    sys.exit(_write(scan, settings, path, update=update, prune=prune))


def _write(scan: Scan, settings: Settings, path: Path, *, update: bool, prune: bool) -> int:
    held = read_lock(path) if path.is_file() else {}
    session = open_session(_asking_anew(settings), lock=None) if update else session_for(settings)
    with session, progress_bar("Locking references") as progress:
        answers = gather(scan.references, session, progress)
    kept = {} if prune else {question: answer for question, answer in held.items() if question not in answers}
    # An answer that could not be had anew does not cost the one that was held.
    given = {
        question: held.get(question, answer) if isinstance(answer, Unavailable) else answer
        for question, answer in answers.items()
    }
    missing = [answer for answer in given.values() if isinstance(answer, Unavailable)]
    write_lock(
        path,
        {**kept, **{question: answer for question, answer in given.items() if not isinstance(answer, Unavailable)}},
    )
    click.echo(f"{path}: {len(kept) + len(given) - len(missing)} answers for {len(scan.references)} references")
    for answer in missing:
        click.echo(
            f"missing: {answer.question.provider} ({answer.reason} {answer.detail})".replace(" )", ")"), err=True
        )
    return 3 if missing else 0


def _check(scan: Scan, settings: Settings, path: Path) -> int:
    if not path.is_file():
        click.echo(f"{path} does not exist; write it with `scholar-build lock`", err=True)
        return 1
    with session_for(settings) as session:
        answers = gather(scan.references, session)
    uncovered = [reference for reference in scan.references if _misses(reference, answers)]
    for reference in uncovered:
        click.echo(f"{reference.location}: not in the lock: {reference.text[:100]}", err=True)
    click.echo(f"{path} covers {len(scan.references) - len(uncovered)} of {len(scan.references)} references")
    return 1 if uncovered else 0


def _misses(reference: Reference, answers: dict[Question, Answer]) -> bool:
    from scholar_build.judge import judge

    return str(judge(reference, answers).reason) == "offline"


def _asking_anew(settings: Settings) -> Settings:
    return msgspec.structs.replace(settings, record_days=0, absence_days=0, search_days=0)


def _merge(path: Path) -> None:
    answers = merge_lock(path.read_text(encoding="utf-8"))
    write_lock(path, answers)
    click.echo(f"{path}: merged, {len(answers)} answers")
