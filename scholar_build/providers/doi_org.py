"""doi.org: whether a DOI is registered (handle API), and what its agency says of it (content negotiation).

The handle API is the registry's own word: only its `responseCode` 100 is an absence. Short DOIs and
aliases are handles that hold another DOI (`HS_ALIAS`).
Documentation: handle.net/proxy_servlet.html; citation.doi.org/docs.html.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Answer,
    Lookup,
    ProviderName,
    Question,
    Record,
    Relation,
    RelationType,
)
from scholar_build.providers import replies
from scholar_build.providers.base import Call, Reply, ReplyError, Request
from scholar_build.providers.crossref_work import read_work
from scholar_build.providers.requests import segment, split
from scholar_build.providers.values import arxiv_of_doi, at, doi, items, text, unique

NAME = ProviderName.DOI_ORG
SCHEMES = frozenset({Scheme.DOI})
FILTERS: frozenset[str] = frozenset()

CSL_JSON = "application/vnd.citationstyles.csl+json"
_FOUND, _NO_HANDLE, _NO_VALUES = 1, 100, 200  # response codes


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """One handle request for each DOI; searches are not offered."""
    lookups, _ = split(questions, SCHEMES)
    for lookup in lookups:
        path = "/api/handles/" + segment(lookup.identifier.value)
        yield Call(request=Request(endpoint="doi", path=path), questions=(lookup,), step="handle")


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read a handle, then ask the agency; registered without metadata is found without a title."""
    (question,) = call.questions
    assert isinstance(question, Lookup)
    if call.step == "handle":
        return {question: _read_handle(question, reply)}
    target = doi(call.step.removeprefix("csl ")) or question.identifier
    record = _read_csl(target, reply)
    if target != question.identifier or record.id != str(target):
        alias = Relation(type=RelationType.IDENTICAL, target=question.identifier)
        record = msgspec.structs.replace(record, relations=(*record.relations, alias))
    return {question: replies.found(question, reply, record)}


def _read_handle(question: Lookup, reply: Reply) -> Answer | Call:
    handle = replies.json(reply, 200, 404)
    code = at(handle, "responseCode")
    if reply.status == 404:
        if code == _NO_HANDLE:
            return replies.absent(question, reply)
        raise ReplyError("HTTP 404")
    if code not in (_FOUND, _NO_VALUES):
        raise ReplyError(f"handle response {text(code)[:8]}")
    target = _alias(handle) or question.identifier
    request = Request(endpoint="doi", path="/" + segment(target.value), accept=CSL_JSON)
    return Call(request=request, questions=(question,), step=f"csl {target.value}")


def _alias(handle: Any) -> Identifier | None:
    for value in items(at(handle, "values")):
        if at(value, "type") == "HS_ALIAS":
            return doi(at(value, "data", "value"))
    return None


def _read_csl(target: Identifier, reply: Reply) -> Record:
    landing_page = 300 <= reply.status < 400 or (
        reply.status == 200 and reply.headers.get("content-type", "").lower().startswith("text/html")
    )
    if reply.status == 404 and b"DOI Not Found" in reply.body[:20_000]:
        raise ReplyError("doi.org knows the handle but does not resolve it")
    if landing_page or reply.status in (204, 404, 406):
        return Record(id=str(target), provider=NAME, identifiers=unique((target, arxiv_of_doi(target))), url=target.url)
    record = read_work(replies.json(reply), NAME, asked=target)
    if record is None:
        raise ReplyError("no work in reply")
    return record
