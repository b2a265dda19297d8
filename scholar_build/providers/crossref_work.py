"""One Crossref work (schema: github.com/CrossRef/rest-api-doc, api_format.md) as a record.

The same object comes from the REST API and, with `title` and `container-title` as plain strings,
from content negotiation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scholar_build.identifiers import Identifier
from scholar_build.model import Name, ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.providers import clean, csl_types, names
from scholar_build.providers.crossref_licence import licence_and_pdf
from scholar_build.providers.updates import UPDATE_TYPES, merged, notice_by_title, victim_by_title, with_title
from scholar_build.providers.values import (
    arxiv,
    arxiv_of_doi,
    at,
    date_of_parts,
    doi,
    iso_date,
    items,
    number,
    pmcid,
    pmid,
    present,
    related,
    text,
    titles,
    unique,
    years,
)

_DATES = (
    "issued",
    "published",
    "published-print",
    "published-online",
    "published-other",
    "posted",
    "accepted",
    "approved",
    "content-created",
    "submitted",
    "available-date",
)
_RELATIONS = {
    "is-preprint-of": RelationType.PUBLISHED_VERSION,
    "has-preprint": RelationType.PREPRINT,
    "has-version": RelationType.HAS_VERSION,
    "is-version-of": RelationType.VERSION_OF,
    "is-identical-to": RelationType.IDENTICAL,
    "is-review-of": RelationType.REVIEW_OF,
}
_ABSTRACT = re.compile(r"^\s*<(?:jats:)?title>\s*(?:abstract|summary)\s*</(?:jats:)?title>", re.IGNORECASE)
_TARGETS = {"doi": related, "arxiv": arxiv, "pmid": pmid, "pmcid": pmcid}
_GRAVE = (UpdateType.RETRACTION, UpdateType.WITHDRAWAL)


def read_work(work: Any, provider: ProviderName, asked: Identifier | None = None) -> Record | None:
    """The record of one work, or None where neither the object nor the question names a DOI."""
    own = (doi(at(work, "DOI")) or asked) if isinstance(work, dict) else None
    if own is None:
        return None
    found_titles = _titles(work)
    updates, is_notice = _updates(work, own, found_titles[0] if found_titles else "")
    issued = next((date for name in _DATES if (date := _date(at(work, name)))), "")
    licence, pdf_url = licence_and_pdf(work)
    return Record(
        id=str(own),
        provider=provider,
        titles=found_titles,
        author=_names(at(work, "author")),
        editor=_names(at(work, "editor")),
        container_titles=_venues(work),
        issued=issued,
        years=years(*(_date(at(work, name)) for name in _DATES)),
        type=csl_types.of_crossref(text(at(work, "type"))),
        volume=_short(work, "volume"),
        issue=_short(work, "issue"),
        page=_short(work, "page") or _short(work, "article-number"),
        publisher=clean.plain(text(at(work, "publisher")), clean.NAME),
        version=_short(work, "version"),
        language=_short(work, "language"),
        identifiers=unique((own, arxiv_of_doi(own))),
        url=clean.address(text(at(work, "URL"))) or own.url,
        license=licence or _short(work, "copyright"),
        pdf_url=pdf_url,
        abstract=clean.plain(_ABSTRACT.sub("", text(at(work, "abstract"))), clean.ABSTRACT),
        updates=updates,
        is_notice=is_notice,
        relations=tuple(_relations(work)),
        cited_by_count=number(at(work, "is-referenced-by-count")),
        references=unique(doi(at(entry, "DOI")) for entry in items(at(work, "reference"))),
        references_count=number(at(work, "references-count")),
    )


def _short(work: Any, name: str) -> str:
    return clean.plain(text(at(work, name)), clean.SHORT)


def _titles(work: Any) -> tuple[str, ...]:
    """Main title, with its subtitle, then translations, original and short forms."""
    main = titles(at(work, "title"))
    full = [f"{main[0]}: {subtitle}" for subtitle in titles(at(work, "subtitle")) if main and subtitle not in main[0]]
    return titles(list(main[:1]), full[:1], list(main[1:]), at(work, "original-title"), at(work, "short-title"))


def _names(people: Any) -> tuple[Name, ...]:
    """Persons and groups in order; an entry that holds no name at all is no author."""
    return present(_name(person) for person in items(people))


def _name(person: Any) -> Name | None:
    family = " ".join(part for part in (text(at(person, "non-dropping-particle")), text(at(person, "family"))) if part)
    if family.strip():
        return names.person(family, at(person, "given"), at(person, "suffix"))
    return names.group(at(person, "name")) or names.group(at(person, "literal")) or names.group(at(person, "given"))


def _venues(work: Any) -> tuple[str, ...]:
    venues = titles(
        at(work, "container-title"),
        at(work, "short-container-title"),
        at(work, "container-title-short"),
        at(work, "event", "name"),
    )
    if venues:
        return venues
    return titles(at(work, "group-title"), [at(place, "name") for place in items(at(work, "institution"))])


def _date(value: Any) -> str:
    """ISO form, as exact as given, of `{"date-parts": [[2024, 3]]}`; `[[null]]` is no date."""
    parts = at(value, "date-parts")
    if parts is None:
        return iso_date(at(value, "raw") or at(value, "literal") or value)
    first = next(iter(items(parts)), None)
    return date_of_parts(items(first))


def _relations(work: Any) -> Iterator[Relation]:
    relation = at(work, "relation")
    for name, kind in _RELATIONS.items():
        for entry in items(at(relation, name)):
            read = _TARGETS.get(text(at(entry, "id-type")).lower())
            target = read(at(entry, "id")) if read else None
            if target:
                yield Relation(type=kind, target=target)


def _updates(work: Any, own: Identifier, title: str) -> tuple[tuple[Update, ...], bool]:
    """What happened to the work, and whether it is itself a notice.

    `updated-by` stands on the affected work and `update-to` on the notice, but publishers deposit
    some the wrong way round: then both stand on both. The title and Retraction Watch tell them apart.
    """
    by = list(_entries(at(work, "updated-by"), own))
    to = list(_entries(at(work, "update-to"), own))
    on_itself = [update for update in by + to if update.notice is None]
    by = [update for update in by if update.notice]
    to = [update for update in to if update.notice]
    if victim_by_title(title):
        grave = any(update.type in _GRAVE for update in by + on_itself)
        return with_title([*by, *on_itself, *([] if grave else to)], title, "title"), False
    watched = any(update.type in _GRAVE and update.asserted_by == "retraction-watch" for update in by)
    if to and (notice_by_title(title) or not watched):
        targets = {update.notice for update in to}
        return merged([update for update in by if update.notice not in targets] + on_itself), True
    if notice_by_title(title) and not by:
        return merged(on_itself), True
    return merged([*by, *on_itself]), False


def _entries(value: Any, own: Identifier) -> Iterator[Update]:
    for entry in items(value):
        kind = UPDATE_TYPES.get(text(at(entry, "type")).lower().replace("-", "_").replace(" ", "_"))
        if kind:
            notice = doi(at(entry, "DOI"))
            source = clean.line(text(at(entry, "source")), clean.SHORT) or "publisher"
            yield Update(
                type=kind,
                notice=None if notice == own else notice,
                date=_date(at(entry, "updated")),
                asserted_by=source,
            )
