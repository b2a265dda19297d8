"""Answers for tests: records written short, and the loop that a check runs between plan and providers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scholar_build.identifiers import Identifier, Scheme, parse_identifier
from scholar_build.judge import judge, next_questions
from scholar_build.model import (
    Absent,
    Answer,
    Failure,
    Fields,
    Found,
    Location,
    Lookup,
    Name,
    Origin,
    ProviderName,
    Question,
    Record,
    Reference,
    Search,
    Unavailable,
    Verdict,
)

AT = "2026-11-30T00:00:00Z"
PLACE = Location(source="page.md", line=3)
Source = Callable[[Question], Answer]


def doi(value: str) -> Identifier:
    """A DOI."""
    return Identifier(Scheme.DOI, value)


def name(text: str) -> Name:
    """`Family, Given` or `Given Family`."""
    family, comma, given = text.partition(",")
    if comma:
        return Name(family=family.strip(), given=given.strip())
    given, _, family = text.rpartition(" ")
    return Name(family=family, given=given)


def record(title: str | Iterable[str] = "", authors: Iterable[str] = (), year: int = 0, **more: Any) -> Record:
    """A Crossref record, unless `provider` says otherwise."""
    values: dict[str, Any] = {
        "id": "doi:10.1000/x",
        "provider": ProviderName.CROSSREF,
        "titles": (title,) if isinstance(title, str) and title else tuple(title),
        "author": tuple(name(one) for one in authors),
        "years": (year,) if year else (),
    }
    return Record(**{**values, **more})


def entry(text: str, *identifiers: Identifier, **more: Any) -> Reference:
    """An entry of a reference list, in free text."""
    return Reference(key="e", text=text, location=PLACE, origin=Origin.ENTRY, identifiers=identifiers, **more)


def cited(
    title: str = "", authors: Iterable[str] = (), year: int = 0, *identifiers: Identifier, **fields: Any
) -> Reference:
    """A structured entry."""
    values: dict[str, Any] = {
        "title": title,
        "author": tuple(name(one) for one in authors),
        "issued": (year,) if year else (),
        "type": "article-journal",
    }
    return Reference(
        key="b",
        text=f"{title} {year}",
        location=PLACE,
        origin=Origin.BIBLIOGRAPHY,
        identifiers=identifiers,
        fields=Fields(**{**values, **fields}),
    )


def found(question: Question, *records: Record) -> Found:
    """The records as an answer."""
    return Found(question=question, records=records, fetched_at=AT)


class Sources:
    """What the providers would say; whatever is not named is absent, and no search finds it."""

    def __init__(
        self,
        lookups: Mapping[tuple[str, str], Record] | None = None,
        searches: Mapping[str, Iterable[Record]] | None = None,
        down: Mapping[str, Failure] | None = None,
    ) -> None:
        self.lookups = {(who, what.lower()): one for (who, what), one in (lookups or {}).items()}
        self.searches = {who: tuple(records) for who, records in (searches or {}).items()}
        self.down = down or {}
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> Answer:
        """Answer one question."""
        self.asked.append(question)
        if question.provider in self.down:
            return Unavailable(question=question, reason=self.down[question.provider])
        if isinstance(question, Search):
            return found(question, *self.searches.get(question.provider, ()))
        assert isinstance(question, Lookup)
        one = self.lookups.get((question.provider, str(question.identifier).lower()))
        return found(question, one) if one else Absent(question=question, fetched_at=AT)


def ask(reference: Reference, source: Source) -> dict[Question, Answer]:
    """Ask and answer until nothing is open."""
    answers: dict[Question, Answer] = {}
    for _ in range(12):
        questions = next_questions(reference, answers)
        if not questions:
            return answers
        answers.update((question, source(question)) for question in questions)
    raise AssertionError(f"the plan does not end: {questions}")


def verdict(reference: Reference, source: Source | None = None, checks: Iterable[str] | None = None) -> Verdict:
    """The verdict after asking all that the plan asks."""
    answers = ask(reference, source or Sources())
    return judge(reference, answers) if checks is None else judge(reference, answers, checks=tuple(checks))


def same(text: str) -> Identifier:
    """Any identifier from its usual spelling."""
    identifier = parse_identifier(text)
    assert identifier is not None
    return identifier
