"""Entries of an arXiv Atom feed (arXiv API user's manual, section 3.3) as a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.providers import clean
from scholar_build.providers.latex import readable
from scholar_build.providers.names import whole_name
from scholar_build.providers.updates import victim_by_title
from scholar_build.providers.values import arxiv, doi, doi_of_arxiv, iso_date, present, unique, years

ATOM = "{http://www.w3.org/2005/Atom}"
ARXIV = "{http://arxiv.org/schemas/atom}"


def entry_text(entry: Element, name: str, space: str = ATOM) -> str:
    """The text of one child of an entry, or an empty string."""
    child = entry.find(space + name)
    return "" if child is None else "".join(child.itertext()).strip()


def entry_identifier(entry: Element) -> Identifier | None:
    """The arXiv id of an entry, always with its version."""
    return arxiv(entry_text(entry, "id"))


def read_entries(entries: Sequence[Element], provider: ProviderName) -> Record | None:
    """One record from the versions of one paper that a feed holds: the newest, with the titles of all."""
    versions = [(own.version or 0, own, entry) for entry in entries if (own := entry_identifier(entry))]
    if not versions:
        return None
    versions.sort(key=lambda version: version[0], reverse=True)
    number, own, entry = versions[0]
    identity = Identifier(Scheme.ARXIV, own.value)
    published = unique(doi(found.text) for found in entry.iter(f"{ARXIV}doi"))
    journal = clean.plain(entry_text(entry, "journal_ref", ARXIV), clean.VENUE)
    dates = [entry_text(one, name) for _, _, one in versions for name in ("published", "updated")]
    return Record(
        id=str(identity),
        provider=provider,
        titles=unique(readable(entry_text(one, "title"), clean.TITLE) for _, _, one in versions),
        author=present(whole_name(name.text) for name in entry.iterfind(f"{ATOM}author/{ATOM}name")),
        container_titles=("arXiv", journal) if journal else ("arXiv",),
        issued=iso_date(dates[0]),
        years=years(*dates),
        updated=iso_date(dates[1]) if number and number > 1 else "",
        type="article",
        publisher="arXiv",
        version=str(number) if number else "",
        identifiers=(identity, doi_of_arxiv(identity)),
        url=identity.url,
        open_access="green",
        pdf_url=f"https://arxiv.org/pdf/{identity.value}",
        abstract=clean.line(entry_text(entry, "summary"), clean.ABSTRACT),
        updates=_updates(entry),
        relations=tuple(Relation(type=RelationType.PUBLISHED_VERSION, target=target) for target in published),
        categories=unique(
            clean.line(found.get("term", ""), clean.SHORT)
            for found in (*entry.iter(f"{ARXIV}primary_category"), *entry.iterfind(f"{ATOM}category"))
        ),
    )


# arXiv has no flag: the comment (or the summary that replaces the abstract) of the newest version says so.
_PAPER = r"(?:this|the|our)\s+(?:\w+\s+){0,2}?(?:paper|article|manuscript|submission|preprint|work|version|e-?print)"
_WITHDRAWN = re.compile(
    rf"^\W*(?:withdrawn|withdrawal|retracted)\b(?!\s+from)(?!\s+(?:paper|manuscript)s?\b)"
    rf"|\b{_PAPER}\s+(?:has\s+been|have\s+been|is|was|had\s+to\s+be)\s+(?:\w+\s+)?(?:withdrawn|retracted)\b"
    rf"|\b(?:withdraw|retract)(?:ing|s)?\s+{_PAPER}"
    rf"|\b(?:have|has)\s+(?:withdrawn|retracted)\s+{_PAPER}",
    re.IGNORECASE,
)
_NOT_IT = re.compile(
    r"\b(?:could|may|might|will|would|can)\s+be\s+(?:withdrawn|retracted)|(?:previous|earlier|former|original|old)\s+version"
    r"|\bwithdrawn\s+from\s+the\s+(?:proceedings|conference|workshop|journal)",
    re.IGNORECASE,
)


def says_withdrawn(comment: str) -> bool:
    """Whether a comment says that the paper itself is withdrawn, not another one, a version or a part of it."""
    return any(
        _WITHDRAWN.search(part) and not _NOT_IT.search(part) for part in re.split(r"(?<=[.;])\s+|:\s+(?=This)", comment)
    )


def _updates(entry: Element) -> tuple[Update, ...]:
    comment = clean.line(entry_text(entry, "comment", ARXIV), clean.TITLE)
    summary = clean.line(entry_text(entry, "summary"), clean.NAME)
    if says_withdrawn(comment) or says_withdrawn(summary) or victim_by_title(entry_text(entry, "title")):
        return (Update(type=UpdateType.WITHDRAWAL, date=iso_date(entry_text(entry, "updated")), asserted_by="arXiv"),)
    return ()
