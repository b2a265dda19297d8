"""One Europe PMC result, `core` or `lite` (Europe PMC Web Service Reference Guide), as a record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scholar_build.identifiers import Identifier
from scholar_build.model import Name, ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.providers import clean, names
from scholar_build.providers.updates import notice_by_title, with_title
from scholar_build.providers.values import (
    arxiv_of_doi,
    at,
    doi,
    iso_date,
    items,
    number,
    pmcid,
    pmid,
    present,
    record_id,
    text,
    titles,
    unique,
    years,
)

_UPDATES = {
    "retraction in": UpdateType.RETRACTION,
    "retracted and republished in": UpdateType.RETRACTION,
    "expression of concern in": UpdateType.EXPRESSION_OF_CONCERN,
    "erratum in": UpdateType.CORRECTION,
    "corrected and republished in": UpdateType.CORRECTION,
}
_NOTICE_FOR = frozenset({"retraction of", "erratum for", "expression of concern for"})
_NOTICE_TYPES = frozenset(
    {"retraction of publication", "retraction notice", "published erratum", "expression of concern", "correction"}
)


def read_result(result: Any, provider: ProviderName) -> Record | None:
    """The record of one result, or None where it has no identifier at all."""
    identifiers = _identifiers(result)
    source, own = (clean.line(text(at(result, key)), clean.SHORT) for key in ("source", "id"))
    if not identifiers and not (source and own):
        return None
    found_titles = unique(_title(title) for title in titles(at(result, "title")))
    main = found_titles[0] if found_titles else ""
    kinds = {text(kind).lower() for kind in _kinds(result)}
    journal = at(result, "journalInfo")
    notes = items(at(result, "commentCorrectionList", "commentCorrection"))
    dates = [
        iso_date(at(journal, "printPublicationDate")),
        iso_date(at(result, "electronicPublicationDate")),
        iso_date(at(result, "firstPublicationDate")),
    ]
    report = at(result, "bookOrReportDetails")
    return Record(
        id=record_id(identifiers) or f"europepmc:{source}:{own}",
        provider=provider,
        titles=found_titles,
        author=_authors(result),
        container_titles=titles(
            at(journal, "journal", "title"),
            at(journal, "journal", "isoabbreviation"),
            at(journal, "journal", "medlineAbbreviation"),
            at(result, "journalTitle"),
            at(report, "comprising-title"),
        ),
        issued=next((date for date in dates if date), ""),
        years=years(
            at(result, "pubYear"),
            at(journal, "yearOfPublication"),
            at(journal, "dateOfPublication"),
            at(report, "yearOfPublication"),
            *dates,
        ),
        type="article" if source == "PPR" else "article-journal" if journal or at(result, "journalTitle") else "",
        volume=_short(at(journal, "volume") or at(result, "journalVolume")),
        issue=_short(at(journal, "issue") or at(result, "issue")),
        page=_short(at(result, "pageInfo")),
        publisher=clean.plain(text(at(report, "publisher")), clean.NAME),
        version=_short(at(result, "versionNumber")) if source == "PPR" else "",
        language=_short(at(result, "language")),
        identifiers=identifiers,
        url=f"https://europepmc.org/article/{source}/{own}" if re.fullmatch(r"\w+/\w+", f"{source}/{own}") else "",
        license=_short(at(result, "license")),
        abstract=clean.plain(text(at(result, "abstractText")), clean.ABSTRACT),
        updates=with_title(_updates(notes, kinds, identifiers), main, "title"),
        is_notice=bool(kinds & _NOTICE_TYPES)
        or any(text(at(note, "type")).lower() in _NOTICE_FOR for note in notes)
        or notice_by_title(main),
        relations=tuple(_relations(notes)),
        cited_by_count=number(at(result, "citedByCount")),
    )


def _short(value: Any) -> str:
    return clean.plain(text(value), clean.SHORT)


def _kinds(result: Any) -> list[Any]:
    """Publication types: a list in `core`, one string with `;` in `lite`."""
    listed = at(result, "pubTypeList", "pubType")
    return items(listed) if listed is not None else text(at(result, "pubType")).split("; ")


def _title(title: str) -> str:
    """A title without the final full stop and without the brackets that mark a translation."""
    title = title.removesuffix(".") if not title.endswith("..") else title
    bracketed = re.fullmatch(r"\[(.*?)\.?\]", title)
    return bracketed[1] if bracketed else title


def _identifiers(result: Any) -> tuple[Identifier, ...]:
    own = doi(at(result, "doi"))
    medline = at(result, "pmid") or (at(result, "id") if at(result, "source") == "MED" else None)
    return unique((own, pmid(medline), pmcid(at(result, "pmcid")), arxiv_of_doi(own)))


def _authors(result: Any) -> tuple[Name, ...]:
    listed = items(at(result, "authorList", "author"))
    if listed:
        return present(_author(one) for one in listed)
    return present(_initialled(part) for part in text(at(result, "authorString")).rstrip(". ").split(", "))


def _author(entry: Any) -> Name | None:
    return (
        names.group(at(entry, "collectiveName"))
        or names.person(at(entry, "lastName"), at(entry, "firstName") or at(entry, "initials"), at(entry, "suffix"))
        or _initialled(text(at(entry, "fullName")))
    )


def _initialled(name: str) -> Name | None:
    """`Reed A` or `van der Berg JP` (family first, initials last); anything else is a group."""
    found = re.fullmatch(r"(\S.*?)\s+([A-Z](?:[A-Z-]|\s(?=[A-Z]\b)){0,5})(?:\s+(Jr|Sr|\d(?:nd|rd|th)))?", name.strip())
    return names.person(found[1], found[2], found[3] or "") if found else names.group(name)


def _target(note: Any) -> Identifier | None:
    found = re.search(r"\b10\.\d{4,9}/[^\s\"]+", text(at(note, "reference"))[:1_000])
    medline = pmid(at(note, "id")) if at(note, "source") == "MED" else None
    return medline or (doi(found[0].rstrip(".,;")) if found else None)


def _updates(notes: list[Any], kinds: set[str], own: tuple[Identifier, ...]) -> list[Update]:
    updates = []
    for note in notes:
        kind = _UPDATES.get(text(at(note, "type")).lower())
        if kind:
            target = _target(note)
            date = re.search(r"\b(?:19|20)\d\d\b", re.sub(r"\b10\.\S+", "", text(at(note, "reference"))[:500]))
            notice = None if target in own else target
            updates.append(Update(type=kind, notice=notice, date=date[0] if date else "", asserted_by="europepmc"))
    if "retracted publication" in kinds and not any(one.type is UpdateType.RETRACTION for one in updates):
        updates.append(Update(type=UpdateType.RETRACTION, asserted_by="europepmc"))
    return updates


def _relations(notes: list[Any]) -> Iterator[Relation]:
    kinds = {"preprint of": RelationType.PUBLISHED_VERSION, "preprint in": RelationType.PREPRINT}
    for note in notes:
        kind, target = kinds.get(text(at(note, "type")).lower()), _target(note)
        if kind and target:
            yield Relation(type=kind, target=target)
