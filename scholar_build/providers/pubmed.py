"""PubMed (NCBI E-utilities): articles by PMID, PMCID or DOI, and the search by title and author.

Records come from efetch, which alone tells corrections and retractions. A PMCID is turned into a PMID by
the PMC ID converter, a DOI and a search by esearch; efetch follows.
Search filters: `author:`, `venue:` (a journal).
Documentation: NCBI Bookshelf NBK25499 (E-utilities), pmc.ncbi.nlm.nih.gov/tools/id-converter-api/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Answer, Lookup, ProviderName, Question, Record, Search
from scholar_build.providers import replies
from scholar_build.providers.base import Call, Reply, ReplyError, Request
from scholar_build.providers.pubmed_article import read_article
from scholar_build.providers.requests import batches, filter_values, fitting, split
from scholar_build.providers.values import at, doi, items, number, pmcid, pmid, record_id, text, unique

NAME = ProviderName.PUBMED
SCHEMES = frozenset({Scheme.PMID, Scheme.PMCID, Scheme.DOI})
FILTERS = frozenset({"author", "venue"})

_EUTILS = "/entrez/eutils/"
_BATCH = 100  # NCBI takes 200 and more, but a record with its reference list can weigh 100 kB
_DOIS = 40  # in one esearch term
_ROOM = 3_000


def plan(questions: Sequence[Question]) -> Iterator[Call]:
    """Up to a hundred PMIDs or PMCIDs in one request, or 40 DOIs; one request for each search."""
    lookups, searches = split(questions, SCHEMES)
    by_scheme = {scheme: [one for one in lookups if one.identifier.scheme is scheme] for scheme in SCHEMES}
    for batch in batches(by_scheme[Scheme.PMID], _BATCH, _ROOM):
        yield _efetch(batch, [one.identifier.value for one in batch], "records")
    for batch in batches(by_scheme[Scheme.PMCID], _BATCH, _ROOM):
        yield _idconv(batch)
    for batch in batches(by_scheme[Scheme.DOI], _DOIS, _ROOM, extra=len("%22%22%5Bdoi%5D+OR+")):
        term = " OR ".join(_doi_term(one.identifier.value) for one in batch)
        yield _esearch(tuple(batch), (("term", term), ("retmax", str(_BATCH))), "dois")
    for search in searches:
        yield _esearch((search,), tuple(_search_params(search)), "search")


def _request(tool: str, params: tuple[tuple[str, str], ...], accept: str = "application/json") -> Request:
    return Request(endpoint="ncbi", path=_EUTILS + tool, params=(("db", "pubmed"), *params), accept=accept)


def _efetch(questions: Sequence[Question], ids: Sequence[str], step: str) -> Call:
    params = (("retmode", "xml"), ("id", ",".join(ids)))
    request = _request("efetch.fcgi", params, accept="application/xml, text/xml")
    return Call(request=request, questions=tuple(questions), step=step)


def _esearch(questions: tuple[Question, ...], params: tuple[tuple[str, str], ...], step: str) -> Call:
    return Call(request=_request("esearch.fcgi", (("retmode", "json"), *params)), questions=questions, step=step)


def _idconv(lookups: Sequence[Lookup]) -> Call:
    params = (
        ("ids", ",".join(one.identifier.value for one in lookups)),
        ("idtype", "pmcid"),
        ("format", "json"),
        ("versions", "no"),
    )
    request = Request(endpoint="ncbi", host="idconv", path="/tools/idconv/api/v1/articles/", params=params)
    return Call(request=request, questions=tuple(lookups), step="pmcids")


def _doi_term(doi: str) -> str:
    plain = re.fullmatch(r"[\w./-]+", doi, re.ASCII)
    return f"{doi}[doi]" if plain else f'"{doi.replace(chr(34), " ")}"[doi]'


def _search_params(search: Search) -> Iterator[tuple[str, str]]:
    if search.title:
        clauses = [f"{word}[ti]" for word in _words(search.title) if len(word) > 2] or [search.title]
        clauses += [f"{search.author}[au]"] if _words(search.author) else []
    else:
        clauses = _words(search.text)
    for name, tag in (("author", "au"), ("venue", "ta")):
        values = [f"{' '.join(_words(value))}[{tag}]" for value in filter_values(search, name) if _words(value)]
        if values:
            clauses.append(f"({' OR '.join(values)})")
    yield "term", " AND ".join(clauses) if search.title or search.filters else " ".join(clauses)
    yield "retmax", str(search.limit)
    yield "sort", "pub_date" if search.since else "relevance"
    if search.since:
        yield from (("datetype", "pdat"), ("mindate", search.since.replace("-", "/")), ("maxdate", "3000/12/31"))


def _words(value: str) -> list[str]:
    """Words without what PubMed reads as syntax."""
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", fitting(value, 1_500))
    return [word for word in words if word not in ("AND", "OR", "NOT")]


def read(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    """Read ids and ask for their records, or read records."""
    if call.step == "pmcids":
        return _read_pmcids(call, reply)
    if call.step in ("dois", "search"):
        return _read_esearch(call, reply)
    aligned = dict(zip(call.questions, _ids(call), strict=True)) if call.step in ("records", "converted") else {}
    if reply.status == 400 and len(aligned) > 1:
        return {question: _efetch([question], [one], call.step) for question, one in aligned.items()}
    records = _records(reply)
    if call.step.startswith("found "):
        (search,) = call.questions
        total = number(call.step.removeprefix("found "))
        replies.refuse_empty_page(total, records)
        ordered = sorted(records.values(), key=lambda record: _position(record, _ids(call)))
        return {search: replies.found(search, reply, *ordered, total=total)}
    answers: dict[Question, Answer | Call] = {}
    for question in call.questions:
        assert isinstance(question, Lookup)
        record = records.get(aligned.get(question, "")) or _bearing(question.identifier, records)
        if record:
            answers[question] = replies.found(question, reply, record)
        elif call.step == "converted" or (call.step == "matches" and not records):
            raise ReplyError("no record of an id that NCBI has named")
        else:
            answers[question] = replies.absent(question, reply)
    return answers


def _ids(call: Call) -> list[str]:
    return dict(call.request.params)["id"].split(",")


def _position(record: Record, ids: list[str]) -> int:
    own = next((one.value for one in record.identifiers if one.scheme is Scheme.PMID), "")
    return ids.index(own) if own in ids else len(ids)


def _bearing(identifier: Identifier, records: Mapping[str, Record]) -> Record | None:
    return next((record for record in records.values() if identifier in record.identifiers), None)


def _records(reply: Reply) -> dict[str, Record]:
    """Every readable record of an efetch reply by its PMID."""
    if reply.status == 400:
        raise ReplyError("HTTP 400")
    tree = replies.xml(reply, ("PubmedArticleSet", "PubmedBookArticleSet"), doctype=True)
    errors = [text(child.text) for child in tree.iter("ERROR")]
    if errors:
        raise replies.stated_error(errors[0])
    records = [record for child in tree if (record := read_article(child, NAME))]
    if not records and any(child.tag != "DeleteCitation" for child in tree):
        raise ReplyError("no readable article in reply")
    known: dict[str, Record] = {}
    for record in records:
        for one in record.identifiers:
            if one.scheme is Scheme.PMID:
                known.setdefault(one.value, record)
    return known


def _read_esearch(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    result = at(_without_error(replies.json(reply)), "esearchresult")
    if at(result, "ERROR"):
        raise replies.stated_error(at(result, "ERROR"))
    listed = at(result, "idlist")
    if not isinstance(listed, list):
        raise ReplyError("no list of ids in reply")
    ids = [one.value for entry in listed if (one := pmid(entry))][:_BATCH]
    total = number(at(result, "count"))
    replies.refuse_empty_page(total, ids)
    if call.step == "search":
        (search,) = call.questions
        if not ids:
            return {search: replies.found(search, reply, total=total)}
        return {search: _efetch([search], ids, f"found {total or len(ids)}")}
    if not ids:
        return {question: replies.absent(question, reply) for question in call.questions}
    follow_up = _efetch(call.questions, ids, "matches")
    return dict.fromkeys(call.questions, follow_up)


def _read_pmcids(call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
    tree = _without_error(replies.json(reply))
    entries = at(tree, "records")
    if at(tree, "status") != "ok" or not isinstance(entries, list):
        raise ReplyError("no list of records in reply")
    known = {
        identity: entry for entry in entries if (identity := pmcid(at(entry, "requested-id") or at(entry, "pmcid")))
    }
    answers: dict[Question, Answer | Call] = {}
    ids: list[str] = []
    follow: list[Question] = []
    for question in call.questions:
        assert isinstance(question, Lookup)
        entry = known.get(question.identifier)
        if entry is None:
            raise ReplyError("ids missing in reply")
        article = pmid(at(entry, "pmid"))
        if article:
            ids.append(article.value)
            follow.append(question)
        elif at(entry, "status") == "error" or at(entry, "errmsg"):
            answers[question] = replies.absent(question, reply)
        else:
            record = _without_pubmed(question.identifier, entry)
            answers[question] = replies.found(question, reply, record)
    if follow:
        answers |= dict.fromkeys(follow, _efetch(follow, ids, "converted"))
    return answers


def _without_pubmed(identifier: Identifier, entry: Any) -> Record:
    """An article that is in PMC but not in PubMed: it exists, and that is all there is to read here."""
    identifiers = unique((doi(at(entry, "doi")), identifier))
    return Record(id=record_id(identifiers), provider=NAME, identifiers=identifiers, url=identifier.url)


def _without_error(tree: Any) -> Any:
    """Refuse an error that stands where the result should be (NCBI sends some with status 200)."""
    if at(tree, "error"):
        raise replies.stated_error(at(tree, "error"))
    first = next(iter(items(at(tree, "errors"))), None)
    if first is not None:
        raise replies.stated_error(at(first, "message"))
    return tree
