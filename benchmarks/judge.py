"""Judging speed: 10,000 references against their records and search hits, one core, no network."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks import MISSED
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.judge import judge, next_questions
from scholar_build.model import (
    Answer,
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
)  # fmt: skip

REFERENCES = 10_000
LIMIT_S = 5.0
HITS = 5
_NOUNS = ("frogs", "ponds", "calls", "toads", "reeds", "newts", "marshes", "eggs", "leaves", "rivers")
_PLACES = ("Alps", "Andes", "Balkans", "Baltic", "Carpathians", "Danube", "Euphrates", "Fens", "Ganges", "Highlands")


def made(number: int) -> tuple[Reference, dict[Question, Answer]]:
    """One reference and its answers: half of them by DOI, half by search, a tenth of them wrong."""
    title = (
        f"On {_NOUNS[number % 10]} and {_NOUNS[number // 10 % 10]} of the {_PLACES[number // 100 % 10]}, part {number}"
    )
    author = tuple(Name(family=f"Reed{(number + i) % 977}", given=f"Ada {chr(65 + i)}.") for i in range(4))
    year = 1990 + number % 35
    record = Record(
        id=f"doi:10.5555/{number}",
        provider=ProviderName.CROSSREF,
        titles=(title,),
        author=author,
        container_titles=("Journal of Ponds and Rivers",),
        years=(year,),
        volume="12",
        page=f"{number}-{number + 9}",
        identifiers=(Identifier(Scheme.DOI, f"10.5555/{number}"),),
    )
    by_doi = number % 2 == 0
    reference = Reference(
        key=str(number),
        text=f"{title} ({year})",
        location=Location(source="bench.bib"),
        origin=Origin.BIBLIOGRAPHY,
        identifiers=record.identifiers if by_doi else (),
        fields=Fields(
            type="article-journal",
            title=title,
            author=author,
            issued=(year + (number % 10 == 0),),
            container_title="J. Ponds Rivers",
            page=record.page,
        ),
    )
    answers: dict[Question, Answer] = {}
    while questions := [one for one in next_questions(reference, answers) if one not in answers]:
        for question in questions:
            records = (record,) if isinstance(question, Lookup) else tuple(_hits(record, number))
            answers[question] = Found(question=question, records=records, fetched_at="2026-11-30T00:00:00Z")
            assert isinstance(question, Lookup | Search)
    return reference, answers


def _hits(record: Record, number: int) -> Iterator[Record]:
    for i in range(HITS - 1):
        other = f"Notes on the {_PLACES[(number + i) % 10]} and {_NOUNS[i]} in winter, volume {number * 7 + i}"
        yield Record(id=f"x:{number}-{i}", provider=ProviderName.CROSSREF, titles=(other,), years=(2001,))
    yield record


def run() -> dict[str, float]:
    """Seconds for all references, and references per second."""
    pairs = [made(number) for number in range(REFERENCES)]
    start = time.process_time()
    for reference, answers in pairs:
        judge(reference, answers)
    seconds = time.process_time() - start
    return {"references": REFERENCES, "seconds": round(seconds, 2), "per_second": round(REFERENCES / seconds)}


if __name__ == "__main__":
    result = run()
    print(result)
    raise SystemExit(MISSED if result["seconds"] > LIMIT_S else 0)
