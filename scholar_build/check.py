"""The one pipeline: references in, a report out.

source -scan-> Reference -lookup-> Answer -judge-> Verdict -report-> badges, pages, JSON
                                                   Verdict -gate-> Passed | Failed
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date

import msgspec

from scholar_build.config import Settings
from scholar_build.judge import judge, next_questions
from scholar_build.lock import lock_path as lock_path
from scholar_build.lock import read_lock
from scholar_build.lookup import Session, open_session
from scholar_build.model import Acceptance, Answer, Problem, Question, Reference, Report, Scan, Verdict

Progress = Callable[[int, int], None]
"""Told how many questions of how many have been answered."""


def check(scan: Scan, settings: Settings, session: Session, *, today: date, progress: Progress | None = None) -> Report:
    """Ask what each reference really is, and judge all of them."""
    references = accept(scan.references, settings, today)
    answers = gather(references, session, progress)
    return judge_all(references, answers, scan.problems, settings, session, today)


def session_for(settings: Settings) -> Session:
    """Open a session that knows the project's lock file, where there is one; raises `LockError`."""
    path = lock_path(settings)
    return open_session(settings, lock=read_lock(path) if path.is_file() else None)


def judge_all(
    references: Iterable[Reference],
    answers: dict[Question, Answer],
    problems: Iterable[Problem],
    settings: Settings,
    session: Session,
    today: date,
) -> Report:
    """Judge references by the answers at hand."""
    references = tuple(references)
    with _uncollected():
        verdicts = tuple(_judge_each(references, answers, settings))
    expired = tuple(
        _expired(reference) for reference in references if reference.accepted and reference.accepted.expired
    )
    return Report(verdicts=verdicts, problems=(*problems, *expired), outages=session.outages, requests=session.requests)


def gather(
    references: Iterable[Reference], session: Session, progress: Progress | None = None, *, wait: bool = True
) -> dict[Question, Answer]:
    """Ask in rounds, each for all references at once so that providers get batches, until every verdict is final.

    `wait=False` asks no provider: what neither lock nor cache knows stays pending.
    """
    answers: dict[Question, Answer] = {}
    open_references = list({_claim(reference): reference for reference in references}.values())
    while open_references:
        asked: dict[Question, None] = {}
        still_open = []
        with _uncollected():
            for reference in open_references:
                wanted = [question for question in next_questions(reference, answers) if question not in answers]
                if wanted:
                    asked.update(dict.fromkeys(wanted))
                    still_open.append(reference)
        if asked:
            answers.update(session.ask(asked, progress) if wait else session.ask(asked, wait=False))
        open_references = still_open
    return answers


def accept(references: Iterable[Reference], settings: Settings, today: date) -> tuple[Reference, ...]:
    """Mark the references that the settings or the sources accept, and those whose acceptance has run out."""
    by_id = {entry.id.lower(): Acceptance(reason=entry.reason, until=entry.until) for entry in settings.accept}
    return tuple(_accepted(reference, by_id, today) for reference in references)


def _accepted(reference: Reference, by_id: dict[str, Acceptance], today: date) -> Reference:
    names = (*(str(identifier).lower() for identifier in reference.identifiers), reference.key.lower())
    named = next((by_id[name] for name in names if name and name in by_id), None)
    acceptance = reference.accepted or named
    if acceptance is None:
        return reference
    expired = bool(acceptance.until) and date.fromisoformat(acceptance.until) < today
    return msgspec.structs.replace(reference, accepted=msgspec.structs.replace(acceptance, expired=expired))


def _judge_each(
    references: Iterable[Reference], answers: dict[Question, Answer], settings: Settings
) -> Iterable[Verdict]:
    """Judge every reference; those that say the same (one entry on many pages) only once."""
    judged: dict[object, Verdict] = {}
    for reference in references:
        claim = _claim(reference)
        if claim not in judged:
            judged[claim] = judge(reference, answers, checks=settings.checks)
        verdict = judged[claim]
        yield verdict if verdict.reference is reference else msgspec.structs.replace(verdict, reference=reference)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the garbage collector: judging makes no cycles, and each of its rounds looks at a host's whole site."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _claim(reference: Reference) -> object:
    """What a reference says, wherever it stands: all that its verdict depends on."""
    versions = tuple(identifier.version for identifier in reference.identifiers)
    return (reference.text, reference.identifiers, versions, reference.alternatives, reference.fields, reference.origin)


def _expired(reference: Reference) -> Problem:
    assert reference.accepted is not None
    return Problem(
        rule="expired-acceptance",
        location=reference.location,
        key=reference.key,
        message=f"Accepted until {reference.accepted.until} ({reference.accepted.reason}); the reference counts again.",
    )
