"""What the pages of a project rest on beside its references: the chains and watches of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scholar_build import chain, watch
from scholar_build.cli.context import today
from scholar_build.config import Settings
from scholar_build.lock import read_watches
from scholar_build.lookup import Session
from scholar_build.model import Answer, Question, Unavailable
from scholar_build.model.watch import WatchLine


def gather_pages(settings: Settings, session: Session) -> dict[Question, Answer]:
    """The answers that the chains and watches of the settings rest on."""
    return {**chain.gather(settings, session), **watch.gather(settings, session)}


def better(held: Answer | None, answer: Answer) -> Answer:
    """The newer of the answer that a lock holds and the one that was given; no failure replaces an answer."""
    if held is None or isinstance(held, Unavailable):
        return answer
    return held if isinstance(answer, Unavailable) or answer.fetched_at < held.fetched_at else answer


def remembered(
    settings: Settings,
    path: Path,
    answers: Mapping[Question, Answer],
    given: Mapping[Question, Answer],
    session: Session,
) -> tuple[WatchLine, ...]:
    """What the lock is to remember of watches, where it will hold `answers` and `given` is what was to be had now."""
    refused = {question: answer for question, answer in given.items() if isinstance(answer, Unavailable)}
    return watch.remember(settings, answers, {**session.stood_in, **refused}, read_watches(path), today=today())
