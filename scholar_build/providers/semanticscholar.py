"""Semantic Scholar Graph API: papers by DOI, arXiv id, PMID or PMCID, 500 in one request, and the search by words.

It has no flag for retractions, merges preprints with publications, and often answers 429: use it last.
Search filters: `venue:`.
Documentation: api.semanticscholar.org/api-docs/graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Answer, Lookup, ProviderName, Question, Search
from scholar_build.providers import replies
from scholar_build.providers.base import Call, Reply, ReplyError, Request
from scholar_build.providers.requests import filter_values, fitting, split, words
from scholar_build.providers.semanticscholar_paper import read_paper
from scholar_build.providers.values import at, number, text

NAME = ProviderName.SEMANTICSCHOLAR
SCHEMES = frozenset({Scheme.DOI, Scheme.ARXIV, Scheme.PMID, Scheme.PMCID})
FILTERS = frozenset({"venue"})

_BATCH = 500
_FIELDS = (
    "externalIds,url,title,abstract,venue,publicationVenue,year,publicationDate,publicationTypes,journal,authors,"
    "referenceCount,citationCount,isOpenAccess,openAccessPdf"
)
_ROOT = "/graph/v1/paper"
_PREFIX = {Scheme.DOI: "DOI", Scheme.ARXIV: "ARXIV", Scheme.PMID: "PMID", Scheme.PMCID: "PMCID"}


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """One request for up to 500 papers, a plain one for a single paper; one request for each search."""
    lookups, searches = split(questions, SCHEMES)
    for start in range(0, len(lookups), _BATCH):
        batch = lookups[start : start + _BATCH]
        yield _single(batch[0]) if len(batch) == 1 else _batch(batch)
    for search in searches:
        request = Request(endpoint="semanticscholar", path=f"{_ROOT}/search", params=tuple(_search_params(search)))
        yield Call(request=request, questions=(search,), step="search")


def _asked(identifier: Identifier) -> str:
    value = identifier.value.removeprefix("PMC") if identifier.scheme is Scheme.PMCID else identifier.value
    return f"{_PREFIX[identifier.scheme]}:{value}"


def _batch(lookups: Sequence[Lookup]) -> Call:
    body = msgspec.json.encode({"ids": [_asked(one.identifier) for one in lookups]})
    request = Request(endpoint="semanticscholar", path=f"{_ROOT}/batch", params=(("fields", _FIELDS),), body=body)
    return Call(request=request, questions=tuple(lookups), step="batch")


def _single(lookup: Lookup) -> Call:
    path = f"{_ROOT}/{quote(_asked(lookup.identifier), safe=':')}"
    request = Request(endpoint="semanticscholar", path=path, params=(("fields", _FIELDS),))
    return Call(request=request, questions=(lookup,), step="single")


def _search_params(search: Search) -> Iterator[tuple[str, str]]:
    yield "query", " ".join(re.findall(r"[^\W_]+", words(search, 1_500)))
    if search.since:
        yield "publicationDateOrYear", f"{search.since}:"
    if venues := filter_values(search, "venue"):
        yield "venue", ",".join(fitting(venue.replace(",", " "), 200) for venue in venues)
    yield from (("limit", str(min(search.limit, 100))), ("fields", _FIELDS))


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read an array aligned with the ids, a single paper, or a list of hits."""
    if call.step == "single":
        return {question: _read_single(question, reply) for question in call.questions}
    if call.step == "batch":
        return _read_batch(call, reply)
    (search,) = call.questions
    tree = replies.json(reply)
    total = number(at(tree, "total"))
    entries = at(tree, "data")
    if entries is None and total == 0:  # no hit: no `data` at all
        entries = []
    if not isinstance(entries, list):
        raise _error(tree)
    replies.refuse_empty_page(total, entries)
    records = tuple(record for entry in entries if (record := read_paper(entry, NAME)))
    if entries and not records:
        raise ReplyError("no readable paper in reply")
    return {search: replies.found(search, reply, *records, total=total)}


def _read_batch(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    lookups = [question for question in call.questions if isinstance(question, Lookup)]
    if reply.status == 400:  # also where none of the ids is known
        return {lookup: _single(lookup) for lookup in lookups}
    papers = replies.json(reply)
    if not isinstance(papers, list):
        raise _error(papers)
    if len(papers) != len(lookups):
        raise ReplyError("another number of papers than asked for")
    answers: dict[Question, Answer | Call] = {}
    for lookup, paper in zip(lookups, papers, strict=True):
        record = read_paper(paper, NAME, asked=lookup.identifier)
        if record:
            answers[lookup] = replies.found(lookup, reply, record)
        elif paper is None:
            answers[lookup] = replies.absent(lookup, reply)
        else:
            answers[lookup] = _single(lookup)
    return answers


def _read_single(question: Question, reply: Reply) -> Answer:
    assert isinstance(question, Lookup)
    tree = replies.json(reply, 200, 404)
    if reply.status == 404:
        if not text(at(tree, "error")).lower().endswith("not found"):
            raise ReplyError("HTTP 404")
        return replies.absent(question, reply)
    record = read_paper(tree, NAME, asked=question.identifier)
    if record is None:
        raise _error(tree)
    return replies.found(question, reply, record)


def _error(tree: Any) -> ReplyError:
    return replies.stated_error(at(tree, "error") or at(tree, "message"), "no paper in reply")
