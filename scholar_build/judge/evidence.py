"""Who was asked about a reference, and what came of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from scholar_build.model import Absent, Answer, Asked, Found, Question, Search, Unavailable


def answered(searches: Iterable[Search], answers: Mapping[Question, Answer]) -> list[Answer]:
    """The answers to the searches that have one."""
    return [answer for search in searches if (answer := answers.get(search)) is not None]


def is_complete(given: Collection[Answer], searches: Collection[Search]) -> bool:
    """Whether every search was answered and none failed; an aged result says nothing about what it lacks."""
    return len(given) == len(searches) and not any(isinstance(answer, Unavailable) or answer.stale for answer in given)


def asked(given: Iterable[Answer]) -> tuple[Asked, ...]:
    """One line per answer, each once."""
    return tuple(dict.fromkeys(_line(answer) for answer in given))


def _line(answer: Answer) -> Asked:
    provider = answer.question.provider
    match answer:
        case Found():
            return Asked(provider=provider, outcome="found", fetched_at=answer.fetched_at)
        case Absent():
            return Asked(provider=provider, outcome="absent", fetched_at=answer.fetched_at)
        case Unavailable():
            return Asked(provider=provider, outcome=answer.reason.value, detail=answer.detail)
