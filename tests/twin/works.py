"""The one table of works behind every provider of the twin: bibliographic facts, none of their prose."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

ARXIV_PREFIX = "10.48550/arxiv."
REAL_WORKS = Path(__file__).with_name("real.jsonl")

Date = tuple[int, ...]
"""A year, a year and a month, or a full date."""


@dataclass(frozen=True, kw_only=True)
class Version:
    """One version of an arXiv paper, as its own entry of the feed would state it."""

    date: Date
    title: str = ""
    comment: str = ""


@dataclass(frozen=True, kw_only=True)
class Update:
    """A correction, retraction … of a work (`doi` names the notice), or what a notice is about."""

    type: str
    doi: str = ""
    source: str = "publisher"
    date: Date = (2025, 2, 3)
    pmid: str = ""


@dataclass(frozen=True, kw_only=True)
class Work:
    """One work; each provider states those facts of it that its real service would.

    Authors are written `Family, Given` or `Family, Given, Suffix`; without a comma it is a group, and
    an empty string an author without any name. `raw` replaces whole fields of one provider's record
    (`raw={"crossref": {"title": []}}`; None removes the field). A provider knows the works that have an
    identifier of its own, unless `absent` names it; Semantic Scholar knows whatever has any identifier.
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    date: Date = ()
    """The print or only date; the year alone when unset."""
    online: Date = ()
    type: str = "journal-article"
    """In Crossref's words."""
    subtitle: str = ""
    venue: str = ""
    short_venue: str = ""
    publisher: str = ""
    volume: str = ""
    issue: str = ""
    page: str = ""
    issn: str = ""
    isbn: str = ""
    language: str = "en"
    abstract: str = ""
    doi: str = ""
    agency: str = "Crossref"
    """Who registered the DOI; empty: nobody did."""
    aliases: tuple[str, ...] = ()
    """Further DOIs that lead to this one."""
    short_doi: str = ""
    arxiv: str = ""
    versions: tuple[Version, ...] = ()
    categories: tuple[str, ...] = ("cs.LG",)
    journal_ref: str = ""
    pmid: str = ""
    pmcid: str = ""
    pubdate: str = ""
    """PubMed's `MedlineDate`, where it has no year of its own."""
    vernacular: str = ""
    """The original title of which `title` is PubMed's translation."""
    ppr: str = ""
    """Europe PMC's id of a preprint."""
    openalex: str = ""
    merged: tuple[str, ...] = ()
    """OpenAlex ids that were merged into this work."""
    s2: str = ""
    references: tuple[str, ...] = ()
    """What it cites: DOIs, arXiv ids or OpenAlex ids; what the table does not know is left dangling."""
    updated_by: tuple[Update, ...] = ()
    update_to: tuple[Update, ...] = ()
    retracted: bool = False
    preprint_of: str = ""
    """The DOI of the published version."""
    has_preprint: str = ""
    version_of: str = ""
    """The concept DOI of which this is a version."""
    open_access: bool = False
    pdf: str = ""
    licence: str = ""
    absent: frozenset[str] = frozenset()
    raw: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def issued(self) -> Date:
        """The earliest date, as Crossref's `issued`."""
        dates = [date for date in (self.printed, self.online) if date]
        return min(dates) if dates else ()

    @property
    def printed(self) -> Date:
        return self.date or ((self.year,) if self.year else ())

    @cached_property
    def words(self) -> frozenset[str]:
        """Everything a plain search looks at."""
        names = " ".join(self.authors)
        return words(f"{self.title} {self.subtitle} {names} {self.venue} {self.issued[:1]} {self.printed[:1]}")

    def in_provider(self, provider: str) -> bool:
        if provider in self.absent:
            return False
        match provider:
            case "crossref":
                return bool(self.doi) and self.agency == "Crossref"
            case "datacite":
                return bool(self.doi) and self.agency == "DataCite"
            case "openalex":
                return bool(self.openalex)
            case "arxiv":
                return bool(self.arxiv)
            case "ncbi":
                return bool(self.pmid)
            case "europepmc":
                return bool(self.pmid or self.pmcid or self.ppr)
            case _:
                return bool(self.doi or self.arxiv or self.pmid)

    def overlaid(self, provider: str, record: dict[str, Any]) -> dict[str, Any]:
        """The provider's record with this work's oddities in place."""
        changed = {**record, **self.raw.get(provider, {})}
        return {
            key: value for key, value in changed.items() if not (value is None and key in self.raw.get(provider, {}))
        }


def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", re.sub(r"<[^>]*>", "", text).casefold()))


class Works:
    """The table, with an index for each identifier; safe to add to while the servers run."""

    def __init__(self, works: Iterable[Work] = ()) -> None:
        self._lock = threading.Lock()
        self._by_id: dict[str, Work] = {}
        self.all: list[Work] = []
        self.add(*works)

    def add(self, *works: Work) -> None:
        """Add works; one with an identifier that is already there takes its place."""
        with self._lock:
            for work in works:
                ids = list(_ids(work))
                old = [self._by_id[key] for key in ids if key in self._by_id]
                self.all = [known for known in self.all if known not in old] if old else self.all
                self._by_id.update(dict.fromkeys(ids, work))
                self.all.append(work)
                if work.arxiv and not work.doi.lower().startswith(ARXIV_PREFIX):
                    registered = _as_registered_by_arxiv(work)
                    self._by_id.setdefault(f"doi:{registered.doi}", registered)

    def get(self, scheme: str, value: str) -> Work | None:
        """The work with this identifier; `scheme` is doi, alias, short, arxiv, pmid, pmcid, openalex, merged, s2."""
        return self._by_id.get(f"{scheme}:{value.lower()}")

    def of(self, provider: str) -> list[Work]:
        with self._lock:
            return [work for work in self.all if work.in_provider(provider)]

    def find(self, provider: str, scheme: str, value: str) -> Work | None:
        work = self.get(scheme, value)
        return work if work and work.in_provider(provider) else None

    def cited(self, reference: str) -> Work | None:
        """The work that an entry of `references` names."""
        return next((w for s in ("doi", "arxiv", "openalex") if (w := self.get(s, reference))), None)

    def search(self, provider: str, query: str) -> list[tuple[float, Work]]:
        """Works that share words with the query, the best first; words that few works have count more."""
        wanted = words(query)
        known = self.of(provider)
        rarity = {word: 1 / (1 + sum(word in work.words for work in known)) for word in wanted}
        scored = [(100 * sum(rarity[word] for word in wanted & work.words), work) for work in known]
        scored = [(score * len(wanted & work.words) / len(wanted), work) for score, work in scored if score]
        return sorted(scored, key=lambda pair: -pair[0])


def _as_registered_by_arxiv(work: Work) -> Work:
    """The preprint as DataCite has it, beside the published work."""
    return replace(
        work,
        doi=ARXIV_PREFIX + work.arxiv.lower(),
        agency="DataCite",
        type="posted-content",
        venue="",
        publisher="arXiv",
        year=(work.versions[0].date if work.versions else work.issued or (2020,))[0],
        date=(),
        online=(),
        volume="",
        issue="",
        page="",
        pmid="",
        pmcid="",
        openalex="",
        aliases=(),
    )


def _ids(work: Work) -> Iterable[str]:
    for scheme in ("doi", "arxiv", "pmid", "pmcid", "ppr", "openalex"):
        if value := getattr(work, scheme):
            yield f"{scheme}:{value.lower()}"
    yield f"s2:{s2_id(work)}"
    yield from (f"alias:{alias.lower()}" for alias in work.aliases)
    yield from (f"merged:{old.lower()}" for old in work.merged)
    if work.short_doi:
        yield f"short:{work.short_doi.lower()}"


def s2_id(work: Work) -> str:
    """Semantic Scholar's id: 40 hexadecimal digits."""
    return work.s2 or hashlib.sha1(f"{work.doi or work.arxiv or work.pmid or work.title}".encode()).hexdigest()


def real_works() -> list[Work]:
    """Facts of real works, as provider answers of 2017–2026 state them."""
    return [_from_json(json.loads(line)) for line in REAL_WORKS.read_text(encoding="utf-8").splitlines()]


def _from_json(row: dict[str, Any]) -> Work:
    for key in ("authors", "date", "online", "categories", "references", "aliases"):
        if key in row:
            row[key] = tuple(row[key])
    for key, kind in (("versions", Version), ("updated_by", Update), ("update_to", Update)):
        if key in row:
            row[key] = tuple(kind(**{**entry, "date": tuple(entry["date"])}) for entry in row[key])
    return Work(**row)


def generated(number: int, *, prefix: str = "10.5555/twin.", first: int = 1) -> list[Work]:
    """Invented works with titles that differ in several words, for tests with many references."""
    first_words = ("Quiet", "Amber", "Distant", "Hollow", "Restless", "Silver", "Broken", "Early")
    things = ("rivers", "signals", "meadows", "lattices", "markets", "enzymes", "galaxies", "dialects", "glaciers")
    verbs = ("shaping", "tracing", "crossing", "mapping", "dating", "sorting", "taming")
    return [
        Work(
            title=f"{first_words[n % 8]} {things[n % 9]} {verbs[n % 7]} specimen {n} of the survey",
            authors=(f"Reed{n}, Ada", f"Moss{n % 50}, Bo"),
            year=1980 + n % 45,
            venue="Journal of Ponds",
            volume=str(1 + n % 45),
            page=f"{n}-{n + 9}",
            doi=f"{prefix}{n}",
            openalex=f"W9{n:08d}",
        )
        for n in range(first, first + number)
    ]
