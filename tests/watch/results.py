"""Answers and results of watches, made by hand."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from scholar_build.config import Watch
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Answer,
    Failure,
    Found,
    Lookup,
    Name,
    ProviderName,
    Question,
    Record,
    Search,
    Unavailable,
)
from scholar_build.model.watch import Outage, Seen, WatchRun, WatchState
from scholar_build.providers.values import doi_of_arxiv
from scholar_build.watch import read
from scholar_build.watch.questions import ask_all

P = ProviderName
TODAY = date(2026, 11, 30)
FROGS = Watch(name="Frog calls", queries=("frog calls",), sources=("arxiv", "openalex"), since="30d")


def paper(number: str, version: int = 1, **more: Any) -> Record:
    """An arXiv paper as the search states it."""
    own = Identifier(Scheme.ARXIV, number)
    facts = {
        "id": str(own),
        "provider": P.ARXIV,
        "titles": (f"Frog calls {number}",),
        "author": (Name(family="Reed", given="Ada"),),
        "container_titles": ("arXiv",),
        "issued": "2026-11-10",
        "updated": "2026-11-21" if version > 1 else "",
        "version": str(version),
        "identifiers": (own, doi_of_arxiv(own)),
        "open_access": "green",
        "categories": ("cs.SD",),
    }
    return Record(**{**facts, **more})


def article(name: str, provider: ProviderName = P.OPENALEX, **more: Any) -> Record:
    """A published work, under 10.5555."""
    own = Identifier(Scheme.DOI, f"10.5555/{name}")
    facts = {
        "id": str(own),
        "provider": provider,
        "titles": (f"Frog calls {name}",),
        "author": (Name(family="Moss", given="Bo"), Name(family="Reed", given="Ada")),
        "container_titles": ("Journal of Ponds",),
        "issued": "2026-11-20",
        "identifiers": (own,),
        "abstract": "We listen. " * 120,
    }
    return Record(**{**facts, **more})


def found(question: Question, *records: Record, day: date = TODAY) -> Found:
    return Found(question=question, records=records, fetched_at=f"{day.isoformat()}T08:00:00Z", total=len(records))


class Providers:
    """Answers each search of a provider with records; `new` holds those of searches by date, `changed` by change."""

    def __init__(self, day: date = TODAY, **records: Iterable[Record]) -> None:
        self.day = day
        self.records = {name: tuple(found) for name, found in records.items()}
        self.failing: dict[ProviderName, Failure] = {}
        self.asked: list[Question] = []

    def ask(self, questions: Iterable[Question]) -> dict[Question, Answer]:
        answers: dict[Question, Answer] = {}
        for question in questions:
            self.asked.append(question)
            if question.provider in self.failing:
                answers[question] = Unavailable(question=question, reason=self.failing[question.provider])
            elif isinstance(question, Lookup):
                own = [one for one in self.records.get("own", ()) if question.identifier in one.identifiers]
                answers[question] = found(question, *own, day=self.day)
            else:
                answers[question] = found(question, *self.records.get(self._list(question), ()), day=self.day)
        return answers

    @staticmethod
    def _list(search: Search) -> str:
        if "order:updated" in search.filters:
            return "changed"
        return "citing" if any(one.startswith("cites:") for one in search.filters) else str(search.provider)


STATE = WatchState(
    run=WatchRun(
        watch="Frog calls",
        checked="2026-11-30",
        previous="2026-11-23",
        unavailable=(Outage(provider=P.ARXIV, reason=Failure.RATE_LIMITED),),
    ),
    seen=(
        Seen(watch="Frog calls", id="doi:10.5555/old", first_seen="2026-11-16"),
        Seen(watch="Frog calls", id="doi:10.5555/new", first_seen="2026-11-30"),
        Seen(watch="Frog calls", id="doi:10.48550/arxiv.2611.00001", first_seen="2026-11-16", version=1),
    ),
)


def result() -> Any:
    """Two months, one new work, a revised one, a cross-list, a source that did not answer, contradictions."""
    setting = Watch(
        name="Frog calls",
        queries=("frog calls",),
        sources=("arxiv", "openalex", "crossref"),
        categories=("cs.SD",),
        since="60d",
        show_cross_lists=True,
    )
    providers = Providers(
        openalex=[
            article("new", license="cc-by", open_access="gold"),
            article("old", issued="2026-10-08", titles=("カエルの声 <b>",)),
        ],
        crossref=[article("new", P.CROSSREF, titles=("Frogs call",), abstract="")],
        arxiv=[
            paper("2611.00001", 2),
            paper("2611.00002", categories=("math.CO", "cs.SD"), issued="2026-11-12"),
            paper("2611.00003", issued="2026-11-24"),
        ],
    )
    earlier = date(2026, 11, 27)
    answers = {
        question: found(question, *answer.records, day=earlier)
        if question.provider is P.ARXIV and isinstance(answer, Found)
        else answer
        for question, answer in ask_all(setting, providers.ask).items()
    }
    return read(setting, answers, {}, STATE, today=TODAY)


RESULT = result()
