"""Notices beside a verdict: retractions and their like, other versions, aliases, sources that differ."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Notice, NoticeType, Record, RelationType, UpdateType

_TYPES = {
    UpdateType.RETRACTION: NoticeType.RETRACTION,
    UpdateType.WITHDRAWAL: NoticeType.WITHDRAWAL,
    UpdateType.EXPRESSION_OF_CONCERN: NoticeType.EXPRESSION_OF_CONCERN,
    UpdateType.CORRECTION: NoticeType.CORRECTION,
}
_VICTIM = (
    (NoticeType.RETRACTION, re.compile(r"^\W*retracted\b(?:\s+(?:article|paper|chapter))?\W*[:\]—–-]", re.IGNORECASE)),
    (
        NoticeType.WITHDRAWAL,
        re.compile(r"^\W*(?:withdrawn|removed)\b(?:\s+(?:article|paper))?\W*[:\]—–-]", re.IGNORECASE),
    ),
)
_NOTICE = re.compile(
    r"^\W*(?:retraction(?: note| notice)?\b\W*(?:to|of|for)?|notice of (?:retraction|withdrawal)|withdrawal notice"
    r"|erratum|corrigendum|(?:author |publisher )?correction to|expression of concern)\b",
    re.IGNORECASE,
)


def is_notice(record: Record) -> bool:
    """Whether the record is itself the notice, not the work that it is about."""
    return record.is_notice or _NOTICE.match(record.title) is not None


def notices(records: Iterable[Record], asked: Collection[Identifier]) -> tuple[Notice, ...]:
    """What stands in the records of one work besides its bibliography, each notice once."""
    found: dict[tuple[NoticeType, str], Notice] = {}
    for record in records:
        for notice in _of(record, asked):
            key = (notice.type, str(notice.target or "") if notice.type in _MANY else "")
            if key not in found or _richer(notice, found[key]):
                found[key] = notice
    return tuple(found.values())


_MANY = frozenset({NoticeType.CORRECTION, NoticeType.PUBLISHED_VERSION})


def _richer(new: Notice, old: Notice) -> bool:
    return (new.target is not None, new.date) > (old.target is not None, old.date) and old.target is None


def _of(record: Record, asked: Collection[Identifier]) -> Iterator[Notice]:
    if not is_notice(record):
        for update in record.updates:
            yield Notice(type=_TYPES[update.type], target=update.notice, date=update.date, provider=record.provider)
        for kind, mark in _VICTIM:
            if mark.match(record.title):
                yield Notice(type=kind, provider=record.provider)
    for relation in record.relations:
        if relation.type is RelationType.PUBLISHED_VERSION and relation.target not in asked:
            yield Notice(type=NoticeType.PUBLISHED_VERSION, target=relation.target, provider=record.provider)
    concept = [one.target for one in record.relations if one.type is RelationType.HAS_VERSION]
    if concept:
        yield Notice(
            type=NoticeType.CONCEPT_DOI, provider=record.provider, detail=f"names all versions ({len(concept)} known)"
        )
    prime = _prime(record, asked)
    if prime is not None:
        yield Notice(type=NoticeType.ALIAS, target=prime, provider=record.provider)


def _prime(record: Record, asked: Collection[Identifier]) -> Identifier | None:
    """The DOI under which the work is registered, where another DOI was asked for."""
    dois = [one for one in asked if one.scheme is Scheme.DOI]
    prime = next((one for one in record.identifiers if str(one) == record.id and one.scheme is Scheme.DOI), None)
    if prime is None or len(dois) != 1 or prime == dois[0] or dois[0] in record.identifiers:
        return None
    return prime if record.identifiers and not any(one in record.identifiers for one in asked) else None
