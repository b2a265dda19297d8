"""The normal form of each scheme, from a value that has been cut out of its surroundings."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase

from scholar_build.identifiers.identifier import Identifier, Scheme

_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+", re.ASCII)
_SHORT_DOI = re.compile(r"10/[a-z0-9]{3,}", re.ASCII)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.ASCII)
_NEW_ARXIV = re.compile(r"(\d\d)(\d\d)\.(\d{4,5})(?:v([1-9]\d{0,3}))?", re.ASCII | re.IGNORECASE)
_OLD_ARXIV = re.compile(
    r"([a-z][a-z-]*)(?:\.[a-z]{2})?/(\d{2})(\d{2})(\d{3})(?:v([1-9]\d{0,3}))?", re.ASCII | re.IGNORECASE
)

ARCHIVES = frozenset({
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph",
    "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th",
    "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph", "q-alg",
    "q-bio", "quant-ph", "solv-int", "supr-con",
})  # fmt: skip
"""The archives of arXiv identifiers from before April 2007."""


def doi(value: str) -> Identifier | None:
    """Read a DOI or short DOI; the DOI that arXiv registers for each of its works is that arXiv id."""
    lower = value.lower() if value.isascii() else value.translate(_LOWER)
    if own := _ARXIV_DOI.fullmatch(lower):
        return arxiv(own[1])
    if _DOI.fullmatch(lower) or _SHORT_DOI.fullmatch(lower):
        return Identifier(Scheme.DOI, lower)
    return None


def arxiv(value: str) -> Identifier | None:
    """Read an arXiv identifier of either age; its version is kept apart, its subject class dropped."""
    if new := _NEW_ARXIV.fullmatch(value):
        year, month, number, version = new.groups()
        digits = 4 if year < "15" else 5
        if not ("01" <= month <= "12" and year + month >= "0704" and len(number) == digits):
            return None
        return Identifier(Scheme.ARXIV, f"{year}{month}.{number}", int(version) if version else None)
    if old := _OLD_ARXIV.fullmatch(value):
        archive, year, month, number, version = old.groups()
        archive = archive.lower()
        if archive not in ARCHIVES or not "01" <= month <= "12" or not (year >= "91" or year + month <= "0703"):
            return None
        return Identifier(Scheme.ARXIV, f"{archive}/{year}{month}{number}", int(version) if version else None)
    return None


def pmid(value: str) -> Identifier | None:
    """Read a PubMed id: up to nine digits, without PubMed's own version suffix."""
    match = re.fullmatch(r"0*([1-9]\d{0,8})(?:\.\d+)?", value, re.ASCII)
    return Identifier(Scheme.PMID, match[1]) if match else None


def pmcid(value: str) -> Identifier | None:
    """Read a PubMed Central id, with or without its `PMC`; a version suffix is dropped."""
    match = re.fullmatch(r"(?:PMC)?0*([1-9]\d{0,9})(?:\.\d+)?", value, re.ASCII | re.IGNORECASE)
    return Identifier(Scheme.PMCID, f"PMC{match[1]}") if match else None


def openalex(value: str) -> Identifier | None:
    """Read an OpenAlex id of a work."""
    match = re.fullmatch(r"W([1-9]\d{2,11})", value, re.ASCII | re.IGNORECASE)
    return Identifier(Scheme.OPENALEX, f"W{match[1]}") if match else None


def isbn(value: str) -> Identifier | None:
    """Read an ISBN of 10 or 13 digits with a right check digit, as 13 digits (ISO 2108)."""
    digits = re.sub(r"[\s-]", "", value).upper()
    if re.fullmatch(r"\d{9}[\dX]", digits, re.ASCII):
        total = sum((10 - place) * (10 if char == "X" else int(char)) for place, char in enumerate(digits))
        if total % 11:
            return None
        digits = "978" + digits[:9]
        return Identifier(Scheme.ISBN, digits + str(-_weighted(digits) % 10))
    if re.fullmatch(r"97[89]\d{10}", digits, re.ASCII) and _weighted(digits) % 10 == 0:
        return Identifier(Scheme.ISBN, digits)
    return None


def _weighted(digits: str) -> int:
    return sum(int(char) * (3 if place % 2 else 1) for place, char in enumerate(digits))
