"""One DataCite DOI (DataCite metadata schema 4, as JSON:API attributes) as a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from scholar_build.identifiers import Identifier
from scholar_build.model import Name, ProviderName, Record, Relation, RelationType
from scholar_build.providers import clean, csl_types, names
from scholar_build.providers.updates import notice_by_title, with_title
from scholar_build.providers.values import (
    arxiv,
    arxiv_of_doi,
    at,
    doi,
    iso_date,
    items,
    number,
    pmid,
    present,
    related,
    text,
    titles,
    unique,
    years,
)

_DATES = ("Issued", "Available", "Created", "Submitted", "Accepted", "Copyrighted", "Updated")
_RELATIONS = {
    "HasVersion": RelationType.HAS_VERSION,
    "IsVersionOf": RelationType.VERSION_OF,
    "IsIdenticalTo": RelationType.IDENTICAL,
    "Reviews": RelationType.REVIEW_OF,
    "IsPreprintOf": RelationType.PUBLISHED_VERSION,
    "HasPreprint": RelationType.PREPRINT,
}
_TARGETS = {"doi": related, "arxiv": arxiv, "pmid": pmid}


def read_doi(entry: Any, provider: ProviderName) -> Record | None:
    """The record of one DOI, or None where the object names none."""
    work = at(entry, "attributes")
    own = doi(at(work, "doi")) or doi(at(entry, "id"))
    if own is None or not isinstance(work, dict):
        return None
    container = at(work, "container")
    dates = _dates(work)
    all_titles = _titles(work)
    general = text(at(work, "types", "resourceTypeGeneral")).strip()
    first, last = (clean.plain(text(at(container, key)), clean.SHORT) for key in ("firstPage", "lastPage"))
    publisher = at(work, "publisher")
    return Record(
        id=str(own),
        provider=provider,
        titles=all_titles,
        author=_names(items(at(work, "creators"))),
        editor=_names(one for one in items(at(work, "contributors")) if at(one, "contributorType") == "Editor"),
        container_titles=titles(at(container, "title")),
        issued=next((date for date in dates if date), ""),
        years=years(at(work, "publicationYear"), at(work, "published"), *dates),
        type=csl_types.of_datacite(
            text(at(work, "types", "citeproc")), general, text(at(work, "types", "resourceType"))
        ),
        volume=clean.plain(text(at(container, "volume")), clean.SHORT),
        issue=clean.plain(text(at(container, "issue")), clean.SHORT),
        page=f"{first}-{last}" if first and last and first != last else first,
        publisher=clean.plain(text(at(publisher, "name")) or text(publisher), clean.NAME),
        version=clean.line(text(at(work, "version")), clean.SHORT),
        language=clean.line(text(at(work, "language")), clean.SHORT),
        identifiers=unique((own, arxiv_of_doi(own))),
        url=clean.address(text(at(work, "url"))) or own.url,
        license=_licence(work),
        abstract=_abstract(work),
        updates=with_title((), all_titles[0] if all_titles else "", "title"),
        is_notice=notice_by_title(all_titles[0]) if all_titles else False,
        relations=unique(_relations(work, own, preprint=general == "Preprint")),
        cited_by_count=number(at(work, "citationCount")),
        references=unique(
            doi(at(one, "relatedIdentifier"))
            for one in items(at(work, "relatedIdentifiers"))
            if at(one, "relationType") in ("References", "Cites")
        ),
        references_count=number(at(work, "referenceCount")),
    )


def _titles(work: Any) -> tuple[str, ...]:
    """The main title first, wherever it stands; then with its subtitle, then the others."""
    entries = items(at(work, "titles"))
    main = [at(one, "title") for one in entries if not at(one, "titleType")]
    other = [at(one, "title") for one in entries if at(one, "titleType") not in (None, "", "Subtitle")]
    subtitles = titles([at(one, "title") for one in entries if at(one, "titleType") == "Subtitle"])
    first = titles(main)[:1]
    full = [f"{first[0]}: {subtitle}" for subtitle in subtitles[:1]] if first else []
    return titles(main[:1], full, main[1:], other, [] if first else list(subtitles))


def _names(creators: Iterable[Any]) -> tuple[Name, ...]:
    return present(name for creator in creators for name in _names_of(creator))


def _names_of(creator: Any) -> list[Name | None]:
    """A person by its parts, an organisation whole, several in one string apart; `:(unav)` and its like name nobody."""
    whole = text(at(creator, "name")).strip()
    if whole.startswith(":"):
        return []
    if at(creator, "nameType") == "Organizational":
        return [names.group(whole)]
    if text(at(creator, "familyName")).strip():
        return [names.person(at(creator, "familyName"), at(creator, "givenName"))]
    each = re.split(r"\s*(?:\([^()]*\)\s*)?;\s*", whole or text(at(creator, "givenName")))
    if len(each) == 1:
        return [names.whole_name(each[0])]
    return [names.whole_name(re.sub(r"\s*\([^()]*\)$", "", one)) for one in each]


def _dates(work: Any) -> list[str]:
    """The dates that may be called that of publication; both ends of a range."""
    found = []
    for kind in _DATES:
        for entry in items(at(work, "dates")):
            if at(entry, "dateType") == kind:
                found += [iso_date(part) for part in text(at(entry, "date"))[:60].split("/")]
    return [*found, iso_date(at(work, "publicationYear"))]


def _licence(work: Any) -> str:
    for entry in items(at(work, "rightsList")):
        found = clean.address(text(at(entry, "rightsUri"))) or text(at(entry, "rightsIdentifier"))
        if found:
            return clean.line(found, clean.NAME)
    return ""


def _abstract(work: Any) -> str:
    for entry in items(at(work, "descriptions")):
        if at(entry, "descriptionType") == "Abstract":
            return clean.plain(text(at(entry, "description")), clean.ABSTRACT)
    return ""


def _relations(work: Any, own: Identifier, *, preprint: bool) -> Iterator[Relation]:
    """What the work says of other works; a preprint that "is a version of" a DOI elsewhere is published there."""
    for entry in items(at(work, "relatedIdentifiers")):
        kind = _RELATIONS.get(text(at(entry, "relationType")))
        read = _TARGETS.get(text(at(entry, "relatedIdentifierType")).lower())
        target = read(at(entry, "relatedIdentifier")) if read else None
        if not kind or not target or target in (own, arxiv_of_doi(own)):
            continue
        if kind is RelationType.VERSION_OF and preprint and target.value.split("/")[0] != own.value.split("/")[0]:
            kind = RelationType.PUBLISHED_VERSION
        yield Relation(type=kind, target=target)
