"""Total readers for values of unknown shape: whatever JSON holds, they answer, and never raise.

Registries leave out, null, nest and double what their documents promise. A field of the wrong
shape counts as absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar
from urllib.parse import unquote

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.providers import clean

T = TypeVar("T")


def at(value: Any, *path: str) -> Any:
    """The value under a path of keys, or None."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def items(value: Any) -> list[Any]:
    """A list as it is, nothing as no item, anything else as one item."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def text(value: Any) -> str:
    """A string, or a number written out; else an empty string."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def number(value: Any) -> int | None:
    """A count: an integer from 0, or digits; else None."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def unique(values: Iterable[T | None]) -> tuple[T, ...]:
    """The values that are not empty, each once, in their order."""
    return tuple(dict.fromkeys(value for value in values if value))


def present(values: Iterable[T | None]) -> tuple[T, ...]:
    """The values that are not empty, in their order: two authors may share one name."""
    return tuple(value for value in values if value)


def titles(*candidates: Any) -> tuple[str, ...]:
    """Every title among strings and lists of strings, cleaned, each once."""
    return unique(clean.plain(text(one), clean.TITLE) for candidate in candidates for one in items(candidate))


_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|2[0-5]\d\d)(?!\d)")


def year(value: Any) -> int | None:
    """The first year in a number or a date text, if it can be a year of publication (1400-2599)."""
    found = _YEAR.search(text(value)[:40])
    return int(found[0]) if found else None


def years(*values: Any) -> tuple[int, ...]:
    """Every year among numbers and date texts, each once, in order of mention.

    A year of the Buddhist era, as Thai repositories write it, stands with its common year.
    """
    found = [year(value) or 0 for value in values]
    return unique(one for stated in found for one in (stated, stated - 543 if stated > 2_399 else 0))


_DATE = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?!\d)")


def iso_date(value: Any) -> str:
    """The date at the start of a text, in ISO form and as exact as given (`2024`, `2024-03`, `2024-03-01`)."""
    found = _DATE.match(text(value).strip()[:40])
    return date_of_parts([int(part) for part in found.groups() if part]) if found else ""


def date_of_parts(parts: list[Any]) -> str:
    """The ISO form of year, month and day; what follows an impossible part is left off."""
    numbers = [number(part) or 0 for part in parts[:3]]
    if not numbers or not years(numbers[0]):
        return ""
    date = f"{numbers[0]:04}"
    for part, most in zip(numbers[1:], (12, 31), strict=False):
        if not 0 < part <= most:
            break
        date += f"-{part:02}"
    return date


# Identifiers as registries state them: whole values, not prose, so nothing is trimmed off their end.

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S{1,500}")
_DOI_ADDRESS = re.compile(r"(?:https?://(?:dx\.|www\.)?doi\.org/|doi:\s*|info:doi/)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf)/|arxiv:)?"
    r"(?:(\d{4}\.\d{4,5})|([a-z-]+)(?:\.[a-z]{2})?(/\d{7}))(?:v([1-9]\d{0,3}))?",
    re.IGNORECASE,
)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)")
_OPENALEX = re.compile(r"(?:https?://(?:api\.)?openalex\.org/)?(?:works/)?(W\d{1,15})", re.IGNORECASE)


def doi(value: Any) -> Identifier | None:
    """A DOI with or without an address before it; ASCII letters in lower case."""
    written = text(value).strip()
    address = _DOI_ADDRESS.match(written)
    if address:
        written = written[address.end() :].strip()
        written = unquote(written) if address[0].lower().startswith("http") else written
    written = "".join(char.lower() if char.isascii() else char for char in written)
    if not _DOI.fullmatch(written) or clean.line(written, 600) != written:
        return None
    return Identifier(Scheme.DOI, written)


def arxiv(value: Any) -> Identifier | None:
    """An arXiv id, new or old, with or without version, prefix or address; the subject class is dropped."""
    found = _ARXIV.fullmatch(text(value).strip())
    if not found:
        return None
    identity = found[1] or found[2].lower() + found[3]
    return Identifier(Scheme.ARXIV, identity, int(found[4]) if found[4] else None)


def arxiv_of_doi(identifier: Identifier | None) -> Identifier | None:
    """The arXiv id that arXiv's own DOI stands for."""
    found = _ARXIV_DOI.fullmatch(identifier.value) if identifier and identifier.scheme is Scheme.DOI else None
    return arxiv(found[1]) if found else None


def related(value: Any) -> Identifier | None:
    """The identifier that a related work goes by: a DOI, or the arXiv id where it is arXiv's own DOI of one."""
    own = doi(value)
    return arxiv_of_doi(own) or own


def doi_of_arxiv(identifier: Identifier) -> Identifier:
    """ArXiv's own DOI of a paper (registered for every id, without version)."""
    return Identifier(Scheme.DOI, f"10.48550/arxiv.{identifier.value}")


def pmid(value: Any) -> Identifier | None:
    """A PubMed id: digits, perhaps behind an address."""
    written = text(value).strip().rstrip("/").rpartition("/")[2]
    return Identifier(Scheme.PMID, written) if re.fullmatch(r"[1-9]\d{0,8}", written, re.ASCII) else None


def pmcid(value: Any) -> Identifier | None:
    """A PubMed Central id: `PMC` and digits, or an address that ends in it; a version is dropped."""
    found = re.fullmatch(r"(?:.*/)?(?:PMC)?([1-9]\d{0,9})(?:\.\d+)?/?", text(value).strip(), re.IGNORECASE | re.ASCII)
    return Identifier(Scheme.PMCID, f"PMC{found[1]}") if found else None


def openalex(value: Any) -> Identifier | None:
    """An OpenAlex work id, bare or as an address."""
    found = _OPENALEX.fullmatch(text(value).strip())
    return Identifier(Scheme.OPENALEX, found[1].upper()) if found else None


def record_id(identifiers: Iterable[Identifier]) -> str:
    """The CURIE a record goes by: its DOI where there is one, else its first identifier."""
    known = list(identifiers)
    return str(next((one for one in known if one.scheme is Scheme.DOI), known[0])) if known else ""
