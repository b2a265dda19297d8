"""OpenAlex: works by OpenAlex id, DOI, PMID or PMCID, the search by title, and who cites whom.

A single work costs nothing, a list of works 1 credit, a search 10.
Search filters: `cites:W…`, `cited_by:W…`, `openalex:W…|W…`, `author:`, `type:` (an OpenAlex type), `order:newest`
(by date instead of relevance). A search without text, by filters alone, is a plain list.
Documentation: help.openalex.org/api; the works page of the same site names the fields.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

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
    Search,
)
from scholar_build.providers import replies
from scholar_build.providers.base import Call, Pace, Reply, ReplyError, Request
from scholar_build.providers.openalex_work import read_work
from scholar_build.providers.requests import URL_BYTES, batches, filter_values, fitting, segment, split, words
from scholar_build.providers.values import at, doi_of_arxiv, number, openalex

NAME = ProviderName.OPENALEX
SCHEMES = frozenset({Scheme.OPENALEX, Scheme.DOI, Scheme.ARXIV, Scheme.PMID, Scheme.PMCID})
FILTERS = frozenset({"cites", "cited_by", "openalex", "author", "type", "order"})

_SELECT = (
    "id,doi,title,display_name,publication_year,publication_date,language,type,ids,primary_location,"
    "best_oa_location,locations,open_access,authorships,is_authors_truncated,biblio,is_retracted,cited_by_count,"
    "referenced_works,referenced_works_count,abstract_inverted_index"
)
_BATCH = 50  # OpenAlex takes 100 values, but a work with many authors and places can weigh 200 kB
_ROOM = URL_BYTES - len(_SELECT) * 2
_UNBATCHED = frozenset(",|+!<>\"'")  # OpenAlex reads these as operators of a filter
_OPERATORS = str.maketrans(dict.fromkeys('"()[]{}*?~:|&!<>^\\/,', " "))


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """Batches by kind of identifier; a lone identifier by its free route; one request for each search."""
    lookups, searches = split(questions, SCHEMES)
    kinds: defaultdict[Scheme, list[Lookup]] = defaultdict(list)
    alone: list[Lookup] = []
    for lookup in lookups:
        kind = Scheme.DOI if lookup.identifier.scheme is Scheme.ARXIV else lookup.identifier.scheme
        (alone if _UNBATCHED & set(lookup.identifier.value) else kinds[kind]).append(lookup)
    for scheme, members in kinds.items():
        for batch in batches(members, _BATCH, _ROOM, extra=len("10.48550%2Farxiv.%7C")):
            if len(batch) == 1:
                alone += batch
                continue
            values = "|".join(_asked(lookup.identifier).value for lookup in batch)
            params = (("filter", f"{scheme}:{values}"), ("per_page", str(_BATCH)), ("select", _SELECT))
            yield Call(request=_list(params), questions=tuple(batch), step="batch")
    for lookup in alone:
        yield _single(lookup)
    for search in searches:
        yield Call(request=_list(tuple(_search_params(search))), questions=(search,), step="search")


def _asked(identifier: Identifier) -> Identifier:
    return doi_of_arxiv(identifier) if identifier.scheme is Scheme.ARXIV else identifier


def _single(lookup: Lookup, step: str = "single") -> Call:
    asked = _asked(lookup.identifier)
    prefix = "" if asked.scheme is Scheme.OPENALEX else f"{asked.scheme}:"
    path = f"/works/{prefix}{segment(asked.value)}"
    return Call(request=Request(endpoint="openalex", path=path), questions=(lookup,), step=step)


def _list(params: tuple[tuple[str, str], ...]) -> Request:
    return Request(endpoint="openalex", path="/works", params=params, pace=Pace.LIST)


def _search_params(search: Search) -> Iterator[tuple[str, str]]:
    text = words(search, 1_200).translate(_OPERATORS)
    # AND, OR and NOT in capitals are operators
    text = " ".join(word.lower() if word in ("AND", "OR", "NOT") else word for word in text.split())
    if text:
        yield "search", text
    filters = []
    for name in ("cites", "cited_by", "openalex"):
        values = [part for value in filter_values(search, name) for part in value.split("|")]
        works = [work.value for value in values if (work := openalex(value))]
        if works:
            filters.append(f"{name}:{'|'.join(works)}")
    for name, field in (("author", "raw_author_name.search"), ("type", "type")):
        values = [" ".join(fitting(value, 200).translate(_OPERATORS).split()) for value in filter_values(search, name)]
        if values:
            filters.append(f"{field}:{'|'.join(values)}")
    if search.since:
        filters.append(f"from_publication_date:{search.since}")
    if filters:
        yield "filter", ",".join(filters)
    if (search.since and not text) or "newest" in filter_values(search, "order"):
        yield "sort", "publication_date:desc"
    yield from (("per_page", str(min(search.limit, 100))), ("select", _SELECT))


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read a list or a single work; an OpenAlex id that a list lacks is asked once more, for it may be merged."""
    if call.step in ("single", "confirm"):
        return {question: _read_single(question, reply) for question in call.questions}
    tree = replies.json(reply)
    entries = at(tree, "results")
    if not isinstance(entries, list):
        raise replies.stated_error(at(tree, "message") or at(tree, "error"), "no list of works in reply")
    total = number(at(tree, "meta", "count"))
    replies.refuse_empty_page(total, entries)
    records = [record for entry in entries if (record := read_work(entry, NAME, in_list=True))]
    if entries and not records:
        raise ReplyError("no readable work in reply")
    if call.step == "search":
        (search,) = call.questions
        return {search: replies.found(search, reply, *records, total=total)}
    known: dict[Identifier, Record] = {}
    for record in records:
        for identifier in record.identifiers:
            known.setdefault(identifier, record)
    answers: dict[Question, Answer | Call] = {}
    for question in call.questions:
        assert isinstance(question, Lookup)
        found = known.get(_asked(question.identifier))
        if found:
            answers[question] = replies.found(question, reply, found)
        elif question.identifier.scheme is Scheme.OPENALEX:
            answers[question] = _single(question, "confirm")
        else:
            answers[question] = replies.absent(question, reply)
    return answers


def _read_single(question: Question, reply: Reply) -> Answer:
    assert isinstance(question, Lookup)
    if reply.status == 404:  # an HTML page by the framework's default, JSON by the documentation
        return replies.absent(question, reply)
    tree = replies.json(reply)
    record = read_work(tree, NAME)
    if record is None:
        raise replies.stated_error(at(tree, "message") or at(tree, "error"), "no work in reply")
    if question.identifier.scheme is Scheme.OPENALEX and question.identifier not in record.identifiers:
        merged = Relation(type=RelationType.IDENTICAL, target=question.identifier)
        record = msgspec.structs.replace(record, relations=(*record.relations, merged))
    return replies.found(question, reply, record)
