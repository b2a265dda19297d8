"""DataCite REST API: works by DOI, a hundred in one request, and the search by title and author.

An arXiv id is looked up by arXiv's own DOI.
Search filters: `author:` (a family name), `type:` (a `resource-type-id` such as `dataset`).
Documentation: support.datacite.org/docs/api; schema: schema.datacite.org.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Answer, Lookup, ProviderName, Question, Search
from scholar_build.providers import replies
from scholar_build.providers.base import Call, Pace, Reply, ReplyError, Request
from scholar_build.providers.datacite_doi import read_doi
from scholar_build.providers.requests import URL_BYTES, batches, filter_values, fitting, segment, split
from scholar_build.providers.values import at, doi_of_arxiv, items, number

NAME = ProviderName.DATACITE
SCHEMES = frozenset({Scheme.DOI, Scheme.ARXIV})
FILTERS = frozenset({"author", "type"})

_BATCH = 100


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """One list request for up to a hundred DOIs; one request each for a search, and for a DOI with a comma."""
    lookups, searches = split(questions, SCHEMES)
    alone = [one for one in lookups if "," in one.identifier.value]
    together = [one for one in lookups if "," not in one.identifier.value]
    for batch in batches(together, _BATCH, URL_BYTES - 300, extra=len("10.48550%2Farxiv.%2C")):
        if len(batch) == 1:
            alone += batch
            continue
        ids = ",".join(_asked(one.identifier).value for one in batch)
        yield _list(batch, (("ids", ids), ("page[size]", str(_BATCH))), "batch")
    for one in alone:
        path = f"/dois/{segment(_asked(one.identifier).value)}"
        yield Call(request=Request(endpoint="datacite", path=path), questions=(one,), step="single")
    for search in searches:
        yield _list([search], tuple(_search_params(search)), "search")


def _asked(identifier: Identifier) -> Identifier:
    return doi_of_arxiv(identifier) if identifier.scheme is Scheme.ARXIV else identifier


def _list(questions: Sequence[Question], params: tuple[tuple[str, str], ...], step: str) -> Call:
    request = Request(endpoint="datacite", path="/dois", params=(*params, ("disable-facets", "true")), pace=Pace.LIST)
    return Call(request=request, questions=tuple(questions), step=step)


def _search_params(search: Search) -> Iterator[tuple[str, str]]:
    clauses = []
    if words := _words(search.title or search.text):
        field = "titles.title:" if search.title else ""
        clauses.append(f"{field}({' '.join(words)})")
    if search.title and (family := _words(search.author)):
        clauses.append(f"creators.familyName:({' '.join(family)})")
    authors = [word for value in filter_values(search, "author") for word in _words(value)]
    if authors:
        clauses.append(f"creators.name:({' '.join(authors)})")
    if search.since:
        clauses.append(f"registered:[{search.since} TO *]")
    yield "query", " AND ".join(clauses)
    yield from (("resource-type-id", value) for value in filter_values(search, "type")[:1])
    yield "page[size]", str(search.limit)
    yield "sort", "-created" if search.since else "relevance"


def _words(text: str) -> list[str]:
    """Words without what the query language reads as syntax."""
    words = re.findall(r"[^\W_]+", fitting(text, 1_500))
    return [word for word in words if word not in ("AND", "OR", "NOT", "TO")]


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read a list or a single DOI."""
    if call.step == "single":
        return {question: _read_single(question, reply) for question in call.questions}
    tree = replies.json(reply)
    entries = at(tree, "data")
    if not isinstance(entries, list):
        raise _error(tree)
    total = number(at(tree, "meta", "total"))
    replies.refuse_empty_page(total, entries)
    records = [record for entry in entries if (record := read_doi(entry, NAME))]
    if entries and not records:
        raise ReplyError("no readable work in reply")
    if call.step == "search":
        (search,) = call.questions
        return {search: replies.found(search, reply, *records, total=total)}
    known = {record.id: record for record in records}
    answers: dict[Question, Answer | Call] = {}
    for question in call.questions:
        assert isinstance(question, Lookup)
        found = known.get(str(_asked(question.identifier)))
        answers[question] = replies.found(question, reply, found) if found else replies.absent(question, reply)
    return answers


def _read_single(question: Question, reply: Reply) -> Answer:
    tree = replies.json(reply, 200, 404)
    if reply.status == 404:
        if at(tree, "errors") is None:
            raise ReplyError("HTTP 404")
        return replies.absent(question, reply)
    record = read_doi(at(tree, "data"), NAME)
    if record is None:
        raise _error(tree)
    return replies.found(question, reply, record)


def _error(tree: object) -> ReplyError:
    first = next(iter(items(at(tree, "errors"))), None)
    return replies.stated_error(at(first, "title"), "no work in reply")
