"""One OpenAlex work (help.openalex.org, works attributes) as a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scholar_build.identifiers import Identifier
from scholar_build.model import Name, ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.providers import clean, csl_types
from scholar_build.providers.names import whole_name
from scholar_build.providers.updates import merged, notice_by_title, victim_by_title
from scholar_build.providers.values import (
    arxiv_of_doi,
    at,
    doi,
    iso_date,
    items,
    number,
    openalex,
    pmcid,
    pmid,
    present,
    record_id,
    related,
    text,
    titles,
    unique,
    years,
)

_AUTHORS_IN_LISTS = 100  # where a list cuts `authorships`, whether or not it says so
_WORDS = 3_000  # of an abstract


def read_work(work: Any, provider: ProviderName, *, in_list: bool = False) -> Record | None:
    """The record of one work, or None where the object has no OpenAlex id and no DOI."""
    identifiers = _identifiers(work)
    if not identifiers:
        return None
    found_titles = titles(at(work, "title"), at(work, "display_name"))
    main = found_titles[0] if found_titles else ""
    people = items(at(work, "authorships"))
    cut = at(work, "is_authors_truncated") is True or (in_list and len(people) >= _AUTHORS_IN_LISTS)
    kind = text(at(work, "type"))
    raw_kind = text(at(work, "primary_location", "raw_type")) or text(at(work, "type_crossref"))
    best = at(work, "best_oa_location") or _open_primary(work)
    address = at(work, "primary_location", "landing_page_url") or at(work, "doi") or at(work, "id")
    return Record(
        id=record_id(identifiers),
        provider=provider,
        titles=found_titles,
        author=present(_name(person) for person in people),
        author_complete=not cut,
        container_titles=_venues(work),
        issued=iso_date(at(work, "publication_date")) or iso_date(at(work, "publication_year")),
        years=years(at(work, "publication_year"), at(work, "publication_date")),
        type=csl_types.of_openalex(kind, raw_kind),
        volume=_short(work, "volume"),
        issue=_short(work, "issue"),
        page=_pages(work),
        publisher=clean.plain(text(at(work, "primary_location", "source", "host_organization_name")), clean.NAME),
        language=clean.line(text(at(work, "language")), clean.SHORT),
        identifiers=identifiers,
        url=clean.address(text(address)),
        open_access=clean.line(text(at(work, "open_access", "oa_status")), clean.SHORT),
        license=clean.line(text(at(best, "license")), clean.SHORT),
        pdf_url=clean.address(text(at(best, "pdf_url"))),
        abstract=clean.plain(_abstract(at(work, "abstract_inverted_index")), clean.ABSTRACT),
        updates=_updates(work, main),
        is_notice=kind in ("retraction", "erratum") or notice_by_title(main),
        relations=tuple(_relations(work, identifiers)) if kind == "preprint" else (),
        cited_by_count=number(at(work, "cited_by_count")),
        references=unique(openalex(entry) for entry in items(at(work, "referenced_works"))),
        references_count=number(at(work, "referenced_works_count")),
    )


def _open_primary(work: Any) -> Any:
    """The primary location where it is open access, for records without a best one."""
    primary = at(work, "primary_location")
    return primary if at(primary, "is_oa") is True else None


def _short(work: Any, name: str) -> str:
    return clean.plain(text(at(work, "biblio", name)), clean.SHORT)


def _identifiers(work: Any) -> tuple[Identifier, ...]:
    own = doi(at(work, "doi")) or doi(at(work, "ids", "doi"))
    return unique(
        (
            own,
            openalex(at(work, "id")) or openalex(at(work, "ids", "openalex")),
            arxiv_of_doi(own),
            pmid(at(work, "ids", "pmid")),
            pmcid(at(work, "ids", "pmcid")),
        )
    )


def _name(person: Any) -> Name | None:
    """As printed where that tells family from given name, else as OpenAlex shows it."""
    raw = at(person, "raw_author_name")
    shown = at(person, "author", "display_name")
    return whole_name(raw if "," in text(raw) or not shown else shown)


def _venues(work: Any) -> tuple[str, ...]:
    source = at(work, "primary_location", "source")
    return titles(
        at(source, "display_name"),
        at(source, "abbreviated_title"),
        at(work, "primary_location", "raw_source_name"),
        at(work, "host_venue", "display_name"),
    )


def _pages(work: Any) -> str:
    first, last = _short(work, "first_page"), _short(work, "last_page")
    return f"{first}-{last}" if first and last and first != last else first


def _abstract(index: Any) -> str:
    """The words of the inverted index, each at its positions."""
    placed: dict[int, str] = {}
    for word, positions in index.items() if isinstance(index, dict) else ():
        for position in items(positions):
            if (place := number(position)) is not None and place < _WORDS:
                placed[place] = word
    return " ".join(placed[place] for place in sorted(placed))


def _updates(work: Any, title: str) -> tuple[Update, ...]:
    """OpenAlex says only whether, not by which notice (its source is Retraction Watch)."""
    if at(work, "is_retracted") is True and not notice_by_title(title):
        return (Update(type=victim_by_title(title) or UpdateType.RETRACTION, asserted_by="openalex"),)
    told = victim_by_title(title)
    return merged([Update(type=told, asserted_by="title")] if told else [])


def _relations(work: Any, own: tuple[Identifier, ...]) -> Iterator[Relation]:
    """The published version of a preprint, where OpenAlex knows it as a further location."""
    for location in items(at(work, "locations")):
        target = related(text(at(location, "id"))) if at(location, "version") == "publishedVersion" else None
        if target and target not in own:
            yield Relation(type=RelationType.PUBLISHED_VERSION, target=target)
