"""Invented works under 10.5555, a registry that knows them, and locks that hold what it says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scholar_build.check import gather
from scholar_build.identifiers import Identifier, Scheme, find_identifiers
from scholar_build.lock import write_lock
from scholar_build.model import (
    Absent,
    Answer,
    Failure,
    Found,
    Location,
    Lookup,
    Name,
    ProviderName,
    Question,
    Record,
    Reference,
    Unavailable,
    Update,
    UpdateType,
)
from scholar_build.scan import read_mention

DAY = "2026-11-28T09:00:00Z"


def record(doi: str, title: str, *families: str, year: int, venue: str = "Shore Letters", **more: Any) -> Record:
    """A journal article in the form of Crossref's records."""
    return Record(
        id=f"doi:{doi}",
        provider=ProviderName.CROSSREF,
        titles=(title,),
        author=tuple(Name(family=family, given="A.") for family in families),
        issued=str(year),
        years=(year,),
        type="article-journal",
        container_titles=(venue,),
        identifiers=(Identifier(Scheme.DOI, doi),),
        **more,
    )


WORKS = {
    work.id: work
    for work in (
        record("10.5555/gulls", "Counting gulls with borrowed drones", "Halloran", "Beck", "Ito", year=2018,
               venue="Journal of Patient Birds"),
        record("10.5555/tides", "Tides and the habits of limpets", "Moreau", year=2011),
        record("10.5555/pair", "Two keepers and one lighthouse", "Okafor", "Lind", year=2015),
        record("10.5555/fraud", "Crabs that predict the weather", "Vane", year=2009,
               updates=(Update(type=UpdateType.RETRACTION, date="2012-05-04"),)),
        record("10.5555/script", 'Parsing </script><!-- <script>alert(1)</script> safely & "quickly"', "Quine",
               year=2020),
        record("10.5555/right-to-left", "שלום עולם", "כהן", year=2020),
        record("10.5555/crowd", "Three hundred names 🦀", *(f"Name{number}" for number in range(300)), year=2021),
        record("10.5555/a&b_100%(x)#y", "Costs of R&D_work: 100 % of #1 <tag> & \"quotes\" in {braces}~^", "Quine",
               year=2020),
    )
}  # fmt: skip


class Registry:
    """A session that knows `WORKS` and nothing else; what has `unknown` in its DOI it does not answer."""

    outages = ()
    requests = 0

    def ask(
        self, questions: Iterable[Question], progress: object = None, *, wait: bool = True
    ) -> dict[Question, Answer]:
        """One answer for each question."""
        return {question: self._answer(question) for question in questions}

    def _answer(self, question: Question) -> Answer:
        if "unknown" in question.key:
            return Unavailable(question=question, reason=Failure.OFFLINE)
        if not isinstance(question, Lookup):
            return Found(question=question, records=(), fetched_at=DAY)
        known = WORKS.get(str(question.identifier))
        if known and question.provider is ProviderName.CROSSREF:
            return Found(question=question, records=(known,), fetched_at=DAY)
        return Absent(question=question, fetched_at=DAY)


def lock_for(folder: Path, *, name: str = "scholar.lock") -> None:
    """Write the lock that judges every DOI which the text files below a folder name."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.*")) if path.suffix in _TEXT]
    found = {each.identifier for text in texts for each in find_identifiers(text)} | {
        identifier for work in WORKS.values() for identifier in work.identifiers
    }
    write_lock(folder / name, gather(list(filter(None, map(_mention, found))), Registry()))  # type: ignore[arg-type]


_TEXT = frozenset({".rst", ".md", ".bib", ".py", ".ipynb", ".txt"})


def _mention(identifier: Identifier) -> Reference | None:
    return read_mention(str(identifier), "", Location(source="lock"))
