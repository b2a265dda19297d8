"""Works as several providers describe them, and what a literature search found."""

from __future__ import annotations

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model.base import Frozen
from scholar_build.model.record import ProviderName, Record, Update

IDENTITY_SCHEMES = (Scheme.DOI, Scheme.ARXIV, Scheme.PMID, Scheme.OPENALEX)
"""The identifiers that make two records one work; a title never does."""


class Said(Frozen, frozen=True, kw_only=True):
    """One value of a fact, and the providers that state it."""

    value: str
    providers: tuple[ProviderName, ...]


class Work(Frozen, frozen=True, kw_only=True):
    """One work by all the records that name it, in the order in which the providers gave them."""

    records: tuple[Record, ...]

    @property
    def id(self) -> str:
        """The CURIE of the work's first identifier, DOIs first."""
        return str(self.identifiers[0]) if self.identifiers else self.records[0].id

    @property
    def identifiers(self) -> tuple[Identifier, ...]:
        """Every identifier that a record states, each once, DOIs first."""
        found = dict.fromkeys(identifier for record in self.records for identifier in record.identifiers)
        order = list(Scheme)
        return tuple(sorted(found, key=lambda identifier: order.index(identifier.scheme)))

    @property
    def record(self) -> Record:
        """The record that stands for the work where one is needed."""
        return self.records[0]

    @property
    def updates(self) -> tuple[Update, ...]:
        """Every notice that a record states, each once."""
        return tuple(dict.fromkeys(update for record in self.records for update in record.updates))

    def said(self, fact: str) -> tuple[Said, ...]:
        """Every value of `title`, `year` or `venue` with its providers; more than one means that they contradict."""
        values: dict[str, tuple[str, list[ProviderName]]] = {}
        for record in self.records:
            value = _FACTS[fact](record)
            if value:
                _, providers = values.setdefault(_folded(value), (value, []))
                providers.append(record.provider)
        return tuple(
            Said(value=value, providers=tuple(dict.fromkeys(providers))) for value, providers in values.values()
        )


class SourceResult(Frozen, frozen=True, kw_only=True):
    """How one provider answered: `found` or a failure's name, with the provider's own count of hits."""

    provider: ProviderName
    outcome: str
    detail: str = ""
    found: int = 0
    total: int | None = None

    @property
    def is_available(self) -> bool:
        """Whether the provider answered."""
        return self.outcome == "found"


class SearchResult(Frozen, frozen=True, kw_only=True):
    """Everything one search found, and what each provider came to."""

    queries: tuple[str, ...]
    works: tuple[Work, ...]
    sources: tuple[SourceResult, ...]


def _year(record: Record) -> str:
    return record.issued[:4] or (str(record.years[0]) if record.years else "")


def _title(record: Record) -> str:
    return record.title


def _venue(record: Record) -> str:
    return record.container_title


_FACTS = {"title": _title, "year": _year, "venue": _venue}


def _folded(value: str) -> str:
    """Spelling that does not make another value: case, punctuation, spacing."""
    return "".join(char for char in value.casefold() if char.isalnum())
