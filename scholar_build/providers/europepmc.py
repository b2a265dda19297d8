"""Europe PMC: articles and preprints by DOI, PMID or PMCID, twenty in one request, and the search by words.

Search filters: `author:`, `venue:` (a journal), `source:` (`PPR` for preprints, `MED`, `PMC`, …).
Documentation: europepmc.org/RestfulWebService and its reference guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Answer, Lookup, ProviderName, Question, Record, Search
from scholar_build.providers import replies
from scholar_build.providers.base import Call, Pace, Reply, ReplyError, Request
from scholar_build.providers.europepmc_result import read_result
from scholar_build.providers.requests import batches, filter_values, fitting, split
from scholar_build.providers.values import at, number

NAME = ProviderName.EUROPEPMC
SCHEMES = frozenset({Scheme.DOI, Scheme.PMID, Scheme.PMCID})
FILTERS = frozenset({"author", "venue", "source"})

_BATCH = 20


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """Up to twenty identifiers in one query; one request for each search."""
    lookups, searches = split(questions, SCHEMES)
    for batch in batches(lookups, _BATCH, 3_000, extra=30):
        query = " OR ".join(_term(one.identifier) for one in batch)
        yield _call(batch, query, 100, "batch")
    for search in searches:
        newest_first = (("sort", "P_PDATE_D desc"),) if search.since else ()
        yield _call([search], _search_query(search), search.limit, "search", *newest_first)


def _call(questions: Sequence[Question], query: str, size: int, step: str, *more: tuple[str, str]) -> Call:
    params = (
        ("query", query),
        ("resultType", "core"),
        ("format", "json"),
        ("pageSize", str(size)),
        ("cursorMark", "*"),
        ("synonym", "false"),
        *more,
    )
    path = "/europepmc/webservices/rest/search"
    request = Request(endpoint="europepmc", path=path, params=params, pace=Pace.LIST)
    return Call(request=request, questions=tuple(questions), step=step)


def _term(identifier: Identifier) -> str:
    match identifier.scheme:
        case Scheme.PMID:
            return f"(EXT_ID:{identifier.value} AND SRC:MED)"
        case Scheme.PMCID:
            return f"PMCID:{identifier.value}"
        case _:
            return 'DOI:"' + identifier.value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _search_query(search: Search) -> str:
    clauses = []
    if words := _words(search.title or search.text):
        clauses.append(f"TITLE:({' AND '.join(words)})" if search.title else f"({' AND '.join(words)})")
    if search.title and (family := _words(search.author)):
        clauses.append(f'AUTH:"{" ".join(family)}"')
    for name, field in (("author", "AUTH"), ("venue", "JOURNAL"), ("source", "SRC")):
        values = [f'{field}:"{" ".join(_words(value))}"' for value in filter_values(search, name) if _words(value)]
        if values:
            clauses.append(f"({' OR '.join(values)})")
    if search.since:
        clauses.append(f"FIRST_PDATE:[{search.since} TO 3000-12-31]")
    return " AND ".join(clauses)


def _words(text: str) -> list[str]:
    """Words without what the query language reads as syntax."""
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", fitting(text, 1_500))
    return [word for word in words if word not in ("AND", "OR", "NOT", "TO")]


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read a result list; Europe PMC hides its errors in replies of status 200."""
    tree = replies.json(reply)
    if at(tree, "errCode") is not None or at(tree, "errMsg") is not None:
        raise replies.stated_error(at(tree, "errMsg"))
    total = number(at(tree, "hitCount"))
    entries = at(tree, "resultList", "result")
    if total is None or not isinstance(entries, list):
        raise ReplyError("no list of results in reply")
    replies.refuse_empty_page(total, entries)
    records = [record for entry in entries if (record := read_result(entry, NAME))]
    if entries and not records:
        raise ReplyError("no readable result in reply")
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
        found = known.get(question.identifier)
        if found:
            answers[question] = replies.found(question, reply, found)
        elif total > len(entries):
            raise ReplyError("more results than fit one page")
        else:
            answers[question] = replies.absent(question, reply)
    return answers
