"""The invented works and entries from which cases are made."""

from __future__ import annotations

from typing import Any

from tests.cases.pipeline import Case
from tests.twin import Work

DOI = "10.5555/frog.2020.7"
CITED = "Reed A, Moss B. Calls of the marsh frog in noisy ponds. Journal of Ponds 2020;12(3):101-109."


def frog(doi: str = DOI, **more: Any) -> Work:
    """An ordinary article, unless told otherwise."""
    facts: dict[str, Any] = {
        "title": "Calls of the marsh frog in noisy ponds",
        "authors": ("Reed, Ada", "Moss, Bo"),
        "year": 2020,
        "venue": "Journal of Ponds",
        "short_venue": "J Ponds",
        "volume": "12",
        "issue": "3",
        "page": "101-109",
        "doi": doi,
    }
    return Work(**{**facts, **more})


def newt(doi: str = "10.5555/newt.1", **more: Any) -> Work:
    """Another article by others."""
    facts: dict[str, Any] = {
        "title": "Winter shelters of alpine newts under alder roots",
        "authors": ("Lindqvist, Tove", "Okafor, Chidi", "van der Berg, Jan"),
        "year": 2015,
        "venue": "Acta Stagni",
        "volume": "41",
        "page": "7-19",
    }
    return Work(**{**facts, "doi": doi, **more})


def bib(fields: str = "", kind: str = "article", key: str = "frog") -> str:
    """The article as a BibTeX entry; `fields` come last and so replace nothing."""
    return (
        f"@{kind}{{{key},\n  author = {{Reed, Ada and Moss, Bo}},\n"
        "  title = {Calls of the marsh frog in noisy ponds},\n  journal = {Journal of Ponds},\n"
        f"  year = {{2020}},\n  {fields}\n}}\n"
    )


def cases(kind: str, *rows: dict[str, Any]) -> tuple[Case, ...]:
    """Cases of one kind."""
    return tuple(Case(kind=kind, **row) for row in rows)
