"""Semantic Scholar's Academic Graph."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.twin.exchange import Asked, Reply, as_json, date_text, is_group, split_author
from tests.twin.works import Work, Works, s2_id, words

FIELDS = frozenset(
    [
        "paperId",
        "corpusId",
        "externalIds",
        "url",
        "title",
        "abstract",
        "venue",
        "publicationVenue",
        "year",
        "publicationDate",
        "publicationTypes",
        "journal",
        "authors",
        "referenceCount",
        "citationCount",
        "influentialCitationCount",
        "isOpenAccess",
        "openAccessPdf",
        "fieldsOfStudy",
        "s2FieldsOfStudy",
        "citationStyles",
        "tldr",
        "textAvailability",
        "citations",
        "references",
        "contexts",
        "intents",
        "isInfluential",
    ]
)
SCHEMES = {"DOI": "doi", "ARXIV": "arxiv", "PMID": "pmid"}


def answer(asked: Asked) -> Reply:
    path = asked.path.removeprefix("/graph/v1")
    if asked.headers.get("x-api-key") == "wrong":
        return as_json({"message": "Forbidden"}, 403)
    unknown = [name for name in asked.param("fields").split(",") if name and name.partition(".")[0] not in FIELDS]
    if unknown:
        return as_json({"error": f"Unrecognized or unsupported fields: [{', '.join(unknown)}]"}, 400)
    match path:
        case "/paper/batch":
            return _batch(asked)
        case "/paper/search":
            return _search(asked)
        case "/paper/search/bulk":
            return _bulk(asked)
        case "/paper/search/match":
            return _match(asked)
    key, _, what = path.removeprefix("/paper/").rpartition("/")
    if what not in ("citations", "references"):
        key, what = path.removeprefix("/paper/"), ""
    work = find(asked.works, key)
    if work is None:
        return as_json({"error": f"Paper with id {key} not found"}, 404)
    return _linked(asked, work, what) if what else as_json(_shown(asked, work))


def find(works: Works, key: str) -> Work | None:
    scheme, colon, value = key.partition(":")
    if colon and scheme.upper() == "PMCID":
        return works.find("semanticscholar", "pmcid", f"PMC{value}")
    if colon and scheme.upper() in SCHEMES:
        scheme = SCHEMES[scheme.upper()]
        work = works.find("semanticscholar", scheme, value)
        arxiv = re.fullmatch(r"10\.48550/arxiv\.(.+)", value, re.IGNORECASE) if scheme == "doi" else None
        return works.get("arxiv", arxiv[1]) or work if arxiv else work
    if key.startswith("10."):
        return works.find("semanticscholar", "doi", key)
    return works.find("semanticscholar", "s2", key)


def record(work: Work) -> dict[str, Any]:
    """Everything that can be asked for with `fields`."""
    ids: dict[str, Any] = {"DOI": work.doi.upper(), "ArXiv": work.arxiv, "PubMed": work.pmid}
    ids = {name: value for name, value in (ids | {"PubMedCentral": work.pmcid.removeprefix("PMC")}).items() if value}
    number = int(s2_id(work)[:7], 16)
    journal = {"name": work.venue, "volume": work.volume, "pages": work.page}
    fields = {
        "paperId": s2_id(work),
        "corpusId": number,
        "externalIds": ids | {"CorpusId": number},
        "url": f"https://www.semanticscholar.org/paper/{s2_id(work)}",
        "title": work.title,
        "abstract": None,
        "venue": work.venue,
        "publicationVenue": None,
        "year": (work.issued or (None,))[0],
        "publicationDate": date_text(work.issued) if len(work.issued) == 3 else None,
        "publicationTypes": ["JournalArticle"] if work.type == "journal-article" else None,
        "journal": {key: value for key, value in journal.items() if value} if work.venue else None,
        "authors": [_author(author) for author in work.authors if author],
        "referenceCount": len(work.references),
        "citationCount": 0,
        "influentialCitationCount": 0,
        "isOpenAccess": work.open_access,
        "openAccessPdf": {"url": work.pdf, "status": "GOLD", "license": "CCBY"} if work.pdf else None,
        "fieldsOfStudy": None,
    }
    return work.overlaid("semanticscholar", fields)


def _author(author: str) -> dict[str, str]:
    family, given, _ = split_author(author)
    name = author if is_group(author) else " ".join(filter(None, (" ".join(p[0] + "." for p in given.split()), family)))
    return {"authorId": str(sum(map(ord, author))), "name": name}


def _shown(asked: Asked, work: Work, fields: str | None = None, **more: Any) -> dict[str, Any]:
    wanted = (fields if fields is not None else asked.param("fields")) or "title"
    names = {name.rpartition("Paper.")[2].partition(".")[0] for name in wanted.split(",")} | {"paperId"}
    return {name: value for name, value in record(work).items() if name in names} | more


def _batch(asked: Asked) -> Reply:
    try:
        ids = json.loads(asked.body)["ids"]
    except (ValueError, KeyError, TypeError):
        return as_json({"error": "No valid paper ids given"}, 400)
    if len(ids) > 500:
        return as_json({"error": "Request exceeds maximum batch size of 500"}, 400)
    works = [find(asked.works, key) if key else None for key in ids]
    if not any(works) or not all(ids):
        return as_json({"error": "No valid paper ids given"}, 400)
    return as_json([_shown(asked, work) if work else None for work in works])


def _found(asked: Asked) -> list[Work]:
    wanted = words(asked.param("query"))
    found = [work for _, work in asked.works.search("semanticscholar", asked.param("query")) if wanted <= work.words]
    if years := asked.param("year"):
        low, _, high = years.partition("-") if "-" in years else (years, "", years)
        found = [work for work in found if (low or "0") <= str((work.issued or (0,))[0]) <= (high or "9999")]
    if since := asked.param("publicationDateOrYear"):
        low, _, high = since.partition(":")
        found = [work for work in found if low <= date_text(work.issued) <= (high or "9999")]
    return found


def _page(asked: Asked, found: list[Any], size: int, **rest: Any) -> dict[str, Any]:
    start = asked.number("offset", 0)
    body = {**rest, "offset": start, "data": found[start : start + size]}
    return body | ({"next": start + size} if start + size < len(found) else {})


def _search(asked: Asked) -> Reply:
    found, size = _found(asked), asked.number("limit", 10)
    if size > 100 or asked.number("offset", 0) + size > 1000:
        return as_json({"error": "Requested data for this limit and/or offset is not available"}, 400)
    if not found:
        return as_json({"total": 0, "offset": 0})
    return as_json(_page(asked, [_shown(asked, work) for work in found], size, total=len(found)))


def _bulk(asked: Asked) -> Reply:
    found = [_shown(asked, work) for work in _found(asked)]
    return as_json({"total": len(found), "token": None, "data": found[:1000]})


def _match(asked: Asked) -> Reply:
    wanted = words(asked.param("query"))
    best = next((work for _, work in asked.works.search("semanticscholar", asked.param("query"))), None)
    if best is None or 2 * len(wanted & words(best.title)) < len(wanted):
        return as_json({"error": "Title match not found"}, 404)
    return as_json({"data": [_shown(asked, best, matchScore=174.2)]})


def _linked(asked: Asked, work: Work, what: str) -> Reply:
    size = asked.number("limit", 100)
    if asked.number("offset", 0) + size >= 10_000:
        return as_json({"error": "offset + limit must be < 10000"}, 400)
    if what == "references":
        if asked.switches.s2_references == "withheld":
            return as_json({"offset": 0, "data": None})
        found = [(asked.works.cited(reference), reference) for reference in work.references]
        rows = [{"citedPaper": _shown(asked, w) if w else {"paperId": None, "title": text}} for w, text in found]
    else:
        names = {work.doi.lower(), work.arxiv.lower(), work.openalex.lower()} - {""}
        citing = [w for w in asked.works.of("semanticscholar") if names & {name.lower() for name in w.references}]
        rows = [{"citingPaper": _shown(asked, w)} for w in citing]
    more = {"contexts": [], "intents": [], "isInfluential": False}
    return as_json(_page(asked, [more | row for row in rows], size))
