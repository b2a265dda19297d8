"""The identifiers of a structured entry, from the fields in which people put them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scholar_build.identifiers import Identifier, Scheme, find_identifiers, parse_identifier

# Fields that name the entry itself, with the scheme to read them by, in order of trust.
_OWN = (
    ("doi", Scheme.DOI),
    ("pmid", Scheme.PMID),
    ("pubmed", Scheme.PMID),
    ("pmcid", Scheme.PMCID),
    ("pmc", Scheme.PMCID),
    ("arxiv", Scheme.ARXIV),
    ("arxivid", Scheme.ARXIV),
    ("openalex", Scheme.OPENALEX),
)
# Fields in which an identifier may stand among other words; they only fill gaps.
_FREE = (
    "url",
    "journal",
    "journaltitle",
    "volume",
    "number",
    "pages",
    "eid",
    "howpublished",
    "note",
    "addendum",
    "ee",
    "link",
)
_EPRINT = ("eprint", "eprinttype", "archiveprefix", "archive", "eprintclass", "primaryclass")
IDENTIFYING_FIELDS = (*(name for name, _ in _OWN), *_EPRINT, "isbn", *_FREE)

_EPRINT_SCHEMES = {
    "arxiv": Scheme.ARXIV,
    "pubmed": Scheme.PMID,
    "pmid": Scheme.PMID,
    "medline": Scheme.PMID,
    "pmcid": Scheme.PMCID,
    "pmc": Scheme.PMCID,
    "doi": Scheme.DOI,
}
_DIGIT = re.compile(r"\d")
_SIGN = re.compile(r"10\.|[^\W\d_]|/")
_OLD_ARCHIVE = re.compile(r"[a-z-]+(?:\.[A-Z]{2})?")
_OLD_NUMBER = re.compile(r"\d{7}(?:v\d+)?")


def entry_identifiers(values: Mapping[str, str], *, part: bool = False) -> tuple[Identifier, ...]:
    """Read the identifiers of an entry, the most telling first, each once, at most one of a scheme.

    `values` maps lower-case BibTeX field names to plain text. An ISBN counts only where the entry is
    a whole book: on a `part` it names the container.
    """
    found: dict[Scheme, Identifier] = {}

    def add(identifier: Identifier | None) -> None:
        if identifier is not None:
            found.setdefault(identifier.scheme, identifier)

    for name, scheme in _OWN:
        if value := values.get(name, ""):
            add(_first(value, scheme) or parse_identifier(value, scheme) or parse_identifier(value))
    add(_eprint(values))
    if not part and (value := values.get("isbn", "")):
        add(parse_identifier(value.split(",")[0].split(";")[0].split(" and ")[0], Scheme.ISBN))
    for name in _FREE:
        value = values.get(name, "")
        if name == "volume" and value.startswith("abs/"):  # DBLP's way of citing arXiv
            add(parse_identifier(value.removeprefix("abs/"), Scheme.ARXIV))
        elif (
            len(value) > 6
            and _DIGIT.search(value)
            and _SIGN.search(value)
            and not any(known.value in value.lower() for known in found.values())
        ):
            for item in find_identifiers(value):
                if item.identifier.scheme is not Scheme.ISBN:
                    add(item.identifier)
    return tuple(found.values())


def _first(value: str, scheme: Scheme) -> Identifier | None:
    """The identifier that stands in a DOI field as it is, by far the most common; other fields are bare numbers."""
    if scheme is not Scheme.DOI:
        return None
    found = find_identifiers(value)
    return found[0].identifier if found and found[0].identifier.scheme in (Scheme.DOI, Scheme.ARXIV) else None


def _eprint(values: Mapping[str, str]) -> Identifier | None:
    """`eprint` with `eprinttype` or `archiveprefix`; before 2007 the archive may stand apart from the number."""
    eprint = values.get("eprint", "")
    if not eprint:
        return None
    kind = values.get("eprinttype") or values.get("archiveprefix") or values.get("archive") or ""
    category = values.get("eprintclass") or values.get("primaryclass") or ""
    if _OLD_NUMBER.fullmatch(eprint):
        for archive in (category, kind):
            if archive.lower() != "arxiv" and _OLD_ARCHIVE.fullmatch(archive):
                return parse_identifier(f"{archive}/{eprint}", Scheme.ARXIV)
    scheme = _EPRINT_SCHEMES.get(kind.lower(), None if kind else Scheme.ARXIV)
    own = parse_identifier(eprint, scheme) if scheme else None
    return own or parse_identifier(eprint)
