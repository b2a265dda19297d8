"""The type of an identifier: a scheme and a value in normal form."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import quote


class Scheme(StrEnum):
    """A family of identifiers; the value is the CURIE prefix."""

    DOI = "doi"
    ARXIV = "arxiv"
    PMID = "pmid"
    PMCID = "pmcid"
    OPENALEX = "openalex"
    ISBN = "isbn"


@dataclass(frozen=True, order=True, slots=True)
class Identifier:
    """One identifier in its normal form; `str()` is its CURIE (`doi:10.5555/x`).

    `version` is the revision that was cited (arXiv `v2` → 2). It selects a revision of the
    same work, so it takes no part in equality.
    """

    scheme: Scheme
    value: str
    version: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"

    @property
    def url(self) -> str:
        """The address at which a reader finds the work."""
        return _ADDRESS[self.scheme] + quote(self.value, safe="/:;.,()-_")


_ADDRESS = {
    Scheme.DOI: "https://doi.org/",
    Scheme.ARXIV: "https://arxiv.org/abs/",
    Scheme.PMID: "https://pubmed.ncbi.nlm.nih.gov/",
    Scheme.PMCID: "https://pmc.ncbi.nlm.nih.gov/articles/",
    Scheme.OPENALEX: "https://openalex.org/",
    Scheme.ISBN: "https://openlibrary.org/isbn/",
}


@dataclass(frozen=True, slots=True)
class FoundIdentifier:
    """An identifier and where it stands: `text[start:end]` holds it with its `doi:` or address.

    `alternatives` are other readings of the same characters, best first: text does not always say
    whether a hyphen at a line's end or a last full stop belongs to a DOI. They are tried, in order,
    where the identifier itself is not registered.
    """

    identifier: Identifier
    start: int
    end: int
    alternatives: tuple[Identifier, ...] = ()
