"""Small citation graphs for the twin, and a chain asked of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scholar_build.chain import Ask, expand
from scholar_build.config import Settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.limiter import Limiter
from scholar_build.lookup import Session, open_session
from scholar_build.model import Found, Lookup, Name, ProviderName, Question, Record
from scholar_build.model.chain import CitationChain
from tests.twin import Twin, Work


def work(number: int, *references: int | str, **more: Any) -> Work:
    """Work number n: DOI 10.5555/c.n, OpenAlex id W70n, year 2000 + n; references are numbers or identifiers."""
    facts = {
        "title": f"Work number {number} of the graph",
        "authors": (f"Reed{number}, Ada",),
        "year": 2000 + number % 25,
        "venue": "Journal of Ponds",
        "doi": doi(number),
        "openalex": openalex(number),
        "references": tuple(doi(one) if isinstance(one, int) else one for one in references),
    }
    return Work(**{**facts, **more})


def doi(number: int) -> str:
    return f"10.5555/c.{number}"


def openalex(number: int) -> str:
    return f"W70{number:05d}"


def session(twin: Twin, folder: Path, **settings: Any) -> Session:
    """A session that asks the twin and never waits."""
    known = {
        "cache_dir": str(folder / "cache"),
        "root": str(folder),
        "endpoints": twin.endpoints(),
        "paces": twin.paces(),
        "timeout_s": 2.0,
    }
    limiter = Limiter(folder / "limits", sleep=lambda _: None)
    return open_session(Settings(**{**known, **settings}), environ={}, limiter=limiter)


def expanded(twin: Twin, folder: Path, seed: str = "10.5555/c.0", **bounds: Any) -> CitationChain:
    """A chain as the twin's OpenAlex gives it."""
    with session(twin, folder) as asking:
        return expand(seed, asking.ask, sent=lambda: asking.requests, **bounds)


def edges(chain: CitationChain) -> set[tuple[str, str]]:
    """Edges by the numbers of works, citing first."""
    return {(_number(edge.citing), _number(edge.cited)) for edge in chain.edges}


def _number(id_: str) -> str:
    return str(int(id_.removeprefix("openalex:W70")))


def record(number: int, *references: int, **more: Any) -> Record:
    """The record of work number n, as OpenAlex would give it."""
    own = (Identifier(Scheme.DOI, doi(number)), Identifier(Scheme.OPENALEX, openalex(number)))
    facts = {
        "id": str(own[0]),
        "provider": ProviderName.OPENALEX,
        "titles": (f"Work number {number} of the graph",),
        "author": (Name(family=f"Reed{number}", given="Ada"),),
        "issued": f"{2000 + number % 25}-03-0{1 + number % 9}",
        "years": (2000 + number % 25,),
        "identifiers": own,
        "type": "article-journal",
        "references": tuple(Identifier(Scheme.OPENALEX, openalex(one)) for one in references),
        "references_count": len(references),
    }
    return Record(**{**facts, **more})


def answering(*records: Record) -> Ask:
    """An OpenAlex that holds these records and nothing else."""
    known = {identifier: one for one in records for identifier in one.identifiers}

    def answer(question: Question) -> Found:
        if isinstance(question, Lookup):
            found = [known[question.identifier]]
        else:
            name, _, value = question.filters[0].partition(":")
            ids = [Identifier(Scheme.OPENALEX, part) for part in value.split("|")]
            cited = set(ids)
            found = (
                [known[one] for one in ids if one in known]
                if name == "openalex"
                else [one for one in records if cited & set(one.references)]
            )
        return Found(question=question, records=tuple(found), total=len(found), fetched_at="2026-11-28T09:00:00Z")

    return lambda questions: {question: answer(question) for question in questions}


def full_graph() -> CitationChain:
    """Thirty works, two steps, with edges between works already shown."""
    records = [record(0, 1, 2, 3, 4, 5)]
    records += [record(n, 10 + n, 20 + n, 1 + n % 5) for n in range(1, 6)]
    records += [record(n) for n in range(10, 27)]
    records += [record(30 + n, 0, 1 + n, 25, 16 + n) for n in range(5)]
    records += [record(40 + n, 30 + n % 5, 30) for n in range(10)]
    return expand(doi(0), answering(*records), max_depth=2, max_per_direction=5, name="Full graph")
