"""arXiv API: preprints by id, fifty in one request, and the search by words.

A request for a certain version brings the newest one too: the record is the newest version's, with
the titles of both. Ids that arXiv might refuse are asked alone, for one bad id fails a whole list.
Search filters: `author:`, `category:` (`cs.CL`), `order:updated` (by last change instead of first submission;
`since` then has no effect, for arXiv knows no filter by last change).
Documentation: info.arxiv.org/help/api/user-manual.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from scholar_build.identifiers import Scheme
from scholar_build.model import Answer, Lookup, ProviderName, Question, Record, Search
from scholar_build.providers import replies
from scholar_build.providers.arxiv_entry import ATOM, entry_identifier, entry_text, read_entries
from scholar_build.providers.base import Call, Pace, Reply, ReplyError, Request
from scholar_build.providers.requests import batches, filter_values, fitting, split
from scholar_build.providers.values import number, unique

NAME = ProviderName.ARXIV
SCHEMES = frozenset({Scheme.ARXIV})
FILTERS = frozenset({"author", "category", "order"})

ACCEPT = "application/atom+xml, */*"
_BATCH = 50
_IDS = 25  # of works, where each may need two ids
_WELL_FORMED = re.compile(
    r"(?:0[7-9]|1[0-4])(?:0[1-9]|1[0-2])\.\d{4}|(?:1[5-9]|[2-9]\d)(?:0[1-9]|1[0-2])\.\d{5}"
    r"|[a-z]+(?:-[a-z]+)*/(?:9[1-9]|0[0-7])(?:0[1-9]|1[0-2])\d{3}"
)
_STOP_WORDS = frozenset({"a", "an", "and", "for", "in", "of", "on", "the", "to", "with"})  # hardly indexed
_OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """Lists of up to fifty ids; one request for each search."""
    lookups, searches = split(questions, SCHEMES)
    alone = [one for one in lookups if not _WELL_FORMED.fullmatch(one.identifier.value)]
    together = [one for one in lookups if _WELL_FORMED.fullmatch(one.identifier.value)]
    most = _IDS if any(one.version for one in together) else _BATCH
    for batch in batches(together, most):
        yield _list(batch, "batch")
    for one in alone:
        yield _list([one], "batch")
    for search in searches:
        yield _search(search)


def _list(lookups: Sequence[Lookup], step: str) -> Call:
    ids = unique(written for one in lookups for written in (one.identifier.value, _versioned(one)))
    params = (("id_list", ",".join(ids)), ("max_results", str(len(ids))))
    return Call(request=_request(params), questions=tuple(lookups), step=step)


def _versioned(lookup: Lookup) -> str:
    return f"{lookup.identifier.value}v{lookup.version}" if lookup.version else ""


def _request(params: tuple[tuple[str, str], ...]) -> Request:
    return Request(endpoint="arxiv", path="/api/query", params=params, accept=ACCEPT, pace=Pace.LIST)


def _search(search: Search) -> Call:
    updated = "updated" in filter_values(search, "order")
    clauses = list(_clauses(search))
    if search.since and not updated:
        clauses.append(f"submittedDate:[{search.since.replace('-', '')}0000 TO 209912312359]")
    params = (
        ("search_query", " AND ".join(clauses)),
        ("max_results", str(search.limit)),
        ("sortBy", "lastUpdatedDate" if updated else "submittedDate" if search.since else "relevance"),
        ("sortOrder", "descending"),
    )
    return Call(request=_request(params), questions=(search,), step="search")


def _clauses(search: Search) -> Iterator[str]:
    words = _words(search.title or search.text)
    telling = [word for word in words if word.lower() not in _STOP_WORDS]
    yield from (f"{'ti' if search.title else 'all'}:{word}" for word in telling or words)
    if search.title and _words(search.author):
        yield f'au:"{" ".join(_words(search.author))}"'
    authors = [f'au:"{" ".join(words)}"' for name in filter_values(search, "author") if (words := _words(name))]
    categories = [f"cat:{value}" for value in filter_values(search, "category") if re.fullmatch(r"[\w.*-]+", value)]
    yield from (f"({' OR '.join(group)})" for group in (authors, categories) if group)


def _words(text: str) -> list[str]:
    """Words without what the query language reads as syntax."""
    words = re.findall(r"[^\W_]+(?:['’.][^\W_]+)*", fitting(text, 1_500))
    return [word for word in words if word not in ("AND", "OR", "ANDNOT", "TO")]


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read a feed; what a list lacks is asked once more, since arXiv sometimes answers too little."""
    if reply.status == 400 and len(call.questions) > 1:
        return {question: _list([question], "batch") for question in call.questions if isinstance(question, Lookup)}
    feed = replies.xml(reply, (f"{ATOM}feed",), 200, 400)
    entries = feed.findall(f"{ATOM}entry")
    _refuse_errors(entries)
    replies.require(reply)
    total = number((feed.findtext(f"{_OPENSEARCH}totalResults") or "").strip())
    replies.refuse_empty_page(total, entries)
    if call.step == "search":
        (search,) = call.questions
        records = tuple(record for entry in entries if (record := read_entries([entry], NAME)))
        if entries and not records:
            raise ReplyError("no readable entry in reply")
        return {search: replies.found(search, reply, *records, total=total)}
    answers: dict[Question, Answer | Call] = {}
    missing: list[Lookup] = []
    for question in call.questions:
        assert isinstance(question, Lookup)
        record = _record_of(question, entries)
        if record:
            answers[question] = replies.found(question, reply, record)
        elif (total or 0) > len(entries):
            raise ReplyError("fewer entries than counted")
        elif call.step == "confirm":
            answers[question] = replies.absent(question, reply)
        else:
            missing.append(question)
    again = _list(missing, "confirm") if missing else None
    return answers | {question: again for question in missing if again}


def _record_of(lookup: Lookup, entries: list[Element]) -> Record | None:
    """The newest version and the one that was asked for, whatever others another question of the list has brought."""
    own = [(each.version or 0, entry) for entry in entries if (each := entry_identifier(entry)) == lookup.identifier]
    newest = max((version for version, _ in own), default=0)
    return read_entries([entry for version, entry in own if version in (newest, lookup.version)], NAME)


def _refuse_errors(entries: list[Element]) -> None:
    for entry in entries:
        if "/api/errors" in entry_text(entry, "id"):
            raise replies.stated_error(entry_text(entry, "summary"))
