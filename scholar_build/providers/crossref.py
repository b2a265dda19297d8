"""Crossref REST API: works by DOI, fifty in one request, and the search for a whole reference.

Search filters: `author:`, `venue:`, `type:` (a Crossref type).
Documentation: github.com/CrossRef/rest-api-doc; limits and pools: Crossref's blog of 5 November 2025.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from scholar_build.identifiers import Scheme
from scholar_build.model import (
    Answer,
    Lookup,
    ProviderName,
    Question,
    Record,
    Relation,
    RelationType,
    Search,
)
from scholar_build.providers import replies
from scholar_build.providers.base import Call, Pace, Reply, ReplyError, Request
from scholar_build.providers.crossref_work import read_work
from scholar_build.providers.requests import URL_BYTES, batches, filter_values, fitting, segment, split
from scholar_build.providers.values import at, items, number, text

NAME = ProviderName.CROSSREF
SCHEMES = frozenset({Scheme.DOI})
FILTERS = frozenset({"author", "venue", "type"})

# All that `read_work` reads and a list may select (`language`, `subtype`, `institution` are refused there).
_SELECT = (
    "DOI,type,title,subtitle,original-title,short-title,container-title,short-container-title,group-title,event,"
    "author,editor,issued,published,published-print,published-online,posted,accepted,approved,content-created,"
    "volume,issue,page,article-number,publisher,ISBN,URL,license,link,relation,update-to,updated-by,abstract,"
    "is-referenced-by-count,references-count"
)
_BATCH = 50
_ROOM = URL_BYTES - len(_SELECT) * 2


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """One list request for up to fifty DOIs; one request each for a search, and for a DOI that cannot be in a list."""
    lookups, searches = split(questions, SCHEMES)
    alone = [one for one in lookups if "," in one.identifier.value]
    together = [one for one in lookups if "," not in one.identifier.value]
    for batch in batches(together, _BATCH, _ROOM, extra=len("doi%3A%2C")):
        if len(batch) == 1:
            alone.append(batch[0])
            continue
        filters = ",".join(f"doi:{one.identifier.value}" for one in batch)
        params = (("filter", filters), ("rows", str(len(batch))), ("select", _SELECT))
        yield Call(request=_list(params), questions=tuple(batch), step="batch")
    for one in alone:
        yield _single(one)
    for search in searches:
        yield Call(request=_list(tuple(_search_params(search))), questions=(search,), step="search")


def _single(lookup: Lookup, step: str = "single") -> Call:
    path = f"/works/{segment(lookup.identifier.value)}"
    return Call(request=Request(endpoint="crossref", path=path), questions=(lookup,), step=step)


def _list(params: tuple[tuple[str, str], ...]) -> Request:
    return Request(endpoint="crossref", path="/works", params=params, pace=Pace.LIST)


def _search_params(search: Search) -> Iterator[tuple[str, str]]:
    words = fitting(search.text, 2_000)
    if words:
        yield "query.bibliographic", words
    if authors := filter_values(search, "author"):
        yield "query.author", fitting(" ".join(authors), 300)
    if venues := filter_values(search, "venue"):
        yield "query.container-title", fitting(" ".join(venues), 300)
    filters = [f"type:{kind}" for kind in filter_values(search, "type")]
    if search.since:
        filters.append(f"from-pub-date:{search.since}")
    if filters:
        yield "filter", ",".join(filters)
    if search.since and not words:
        yield from (("sort", "published"), ("order", "desc"))
    yield from (("rows", str(search.limit)), ("select", _SELECT))


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read a list or a single work; what a list lacks is asked once more by itself, for lists know no aliases."""
    if call.step in ("single", "confirm"):
        return {question: _read_single(question, reply) for question in call.questions}
    message = _message(replies.json(reply), "work-list")
    entries = at(message, "items")
    if not isinstance(entries, list):
        raise ReplyError("no list of works in reply")
    total = number(at(message, "total-results"))
    replies.refuse_empty_page(total, entries)
    records = [record for entry in entries if (record := read_work(entry, NAME))]
    if entries and not records:
        raise ReplyError("no readable work in reply")
    if call.step == "search":
        (search,) = call.questions
        return {search: replies.found(search, reply, *records, total=total)}
    known = {record.id: record for record in records}
    answers: dict[Question, Answer | Call] = {}
    for question in call.questions:
        assert isinstance(question, Lookup)
        record = known.get(str(question.identifier))
        if record:
            answers[question] = replies.found(question, reply, record)
        else:
            answers[question] = _single(question, "confirm")
    return answers


def _read_single(question: Question, reply: Reply) -> Answer:
    assert isinstance(question, Lookup)
    if reply.status == 404 and reply.body.strip() == b"Resource not found.":
        return replies.absent(question, reply)
    record = read_work(_message(replies.json(reply), "work"), NAME)
    if record is None:
        raise ReplyError("no work in reply")
    return replies.found(question, reply, _as_alias(record, question))


def _as_alias(record: Record, question: Lookup) -> Record:
    """Mark a prime DOI's record that answers for one of its aliases."""
    if record.id == str(question.identifier):
        return record
    alias = Relation(type=RelationType.IDENTICAL, target=question.identifier)
    return msgspec.structs.replace(record, relations=(*record.relations, alias))


def _message(envelope: Any, kind: str) -> Any:
    if at(envelope, "status") != "ok":
        first = items(at(envelope, "message"))[:1]
        raise replies.stated_error(at(first[0], "message") or text(first[0]) if first else "")
    if at(envelope, "message-type") != kind:
        raise ReplyError(f"no {kind} in reply")
    return at(envelope, "message")
