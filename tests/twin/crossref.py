"""Crossref's REST API, as `api.crossref.org` speaks it."""

from __future__ import annotations

import base64
import binascii
import html
from collections.abc import Callable
from typing import Any

from tests.twin.exchange import Asked, Reply, as_json, as_text, date_text, is_group, redirect, split_author
from tests.twin.works import Date, Update, Work, words

PARAMETERS = frozenset(
    [
        "rows",
        "offset",
        "cursor",
        "sort",
        "order",
        "select",
        "sample",
        "mailto",
        "filter",
        "query",
        "query.bibliographic",
        "query.author",
        "query.title",
        "query.container-title",
        "query.editor",
    ]
)
SORTS = frozenset(
    [
        "score",
        "relevance",
        "published",
        "published-print",
        "published-online",
        "issued",
        "created",
        "updated",
        "deposited",
        "indexed",
        "is-referenced-by-count",
        "references-count",
    ]
)


def answer(asked: Asked) -> Reply:
    path = asked.path.removeprefix("/v1")
    if asked.switches.crossref_long_url and len(asked.target) > 4096:
        return as_text("<html><h1>414 Request-URI Too Large</h1></html>", 414, content_type="text/html")
    if path == "/works":
        return _list(asked)
    if not path.startswith("/works/"):
        return as_json(_message("error", "route-not-found", "Route not found"), 404)
    doi, route = path.removeprefix("/works/"), ""
    for suffix in ("/agency", "/transform/application/vnd.citationstyles.csl+json", "/transform"):
        if doi.endswith(suffix):
            doi, route = doi.removesuffix(suffix), suffix
    if route == "/agency":
        return _agency(asked, doi)
    if prime := asked.works.get("alias", doi):
        return redirect(301, f"{asked.url('crossref')}/v1/works/{_escape(prime.doi)}{route}")
    work = asked.works.find("crossref", "doi", doi)
    if work is None:
        return as_text("Resource not found.", 404)
    if route:
        return as_json(csl(work), content_type="application/vnd.citationstyles.csl+json")
    for name, _ in asked.params:
        if name != "mailto":
            return _invalid("parameter-not-allowed", name, "This route does not support " + name)
    return as_json(_message("ok", "work", record(work)))


def record(work: Work, score: float | None = None) -> dict[str, Any]:
    """The work object of Crossref."""
    fields: dict[str, Any] = {
        "DOI": work.doi.lower(),
        "type": work.type,
        "prefix": work.doi.partition("/")[0],
        "source": "Crossref",
        "publisher": work.publisher,
        "title": [work.title] if work.title else [],
        "subtitle": [work.subtitle] if work.subtitle else [],
        "original-title": [],
        "short-title": [],
        "container-title": [work.venue] if work.venue else [],
        "issued": {"date-parts": [list(work.issued) or [None]]},
        "created": {"date-parts": [[2026, 1, 1]], "date-time": "2026-01-01T00:00:00Z", "timestamp": 1767225600000},
        "URL": f"https://doi.org/{work.doi}",
        "relation": _relation(work),
        "reference-count": len(work.references),
        "references-count": len(work.references),
        "is-referenced-by-count": 0,
    }
    if work.authors:
        fields["author"] = [_author(name, first=i == 0) for i, name in enumerate(work.authors)]
    if work.short_venue:
        fields["short-container-title"] = [work.short_venue]
    if work.issued:
        fields["published"] = {"date-parts": [list(work.issued)]}
    if work.type == "posted-content":
        fields |= {"subtype": "preprint", "posted": {"date-parts": [list(work.issued)]}}
        fields["institution"] = [{"name": work.venue}]
        fields["container-title"] = []
    elif work.printed:
        fields["published-print"] = {"date-parts": [list(work.printed)]}
    if work.online:
        fields["published-online"] = {"date-parts": [list(work.online)]}
    for key in ("volume", "issue", "page", "language"):
        if value := getattr(work, key):
            fields[key] = value
    if work.issn:
        fields |= {"ISSN": [work.issn], "issn-type": [{"type": "print", "value": work.issn}]}
    if work.isbn:
        fields["ISBN"] = [work.isbn]
    if work.abstract:
        fields["abstract"] = f"<jats:title>Abstract</jats:title><jats:p>{html.escape(work.abstract)}</jats:p>"
    if cited := [_reference(i, name) for i, name in enumerate(work.references) if not name.startswith("W")]:
        fields["reference"] = cited
    if work.licence:
        fields["license"] = [{"URL": work.licence, "content-version": "vor", "delay-in-days": 0}]
    if work.pdf:
        link = {"URL": work.pdf, "content-type": "application/pdf", "content-version": "vor"}
        fields["link"] = [{**link, "intended-application": "text-mining"}]
    if work.updated_by:
        fields["updated-by"] = [_update(update) for update in work.updated_by]
    if work.update_to:
        fields["update-to"] = [_update(update) for update in work.update_to]
    if score is not None:
        fields["score"] = score
    return work.overlaid("crossref", fields)


def csl(work: Work) -> dict[str, Any]:
    """The record as content negotiation gives it: titles as strings, types still Crossref's."""
    fields = record(work)
    for key in ("title", "container-title", "short-container-title"):
        if isinstance(fields.get(key), list):
            fields[key] = fields[key][0] if fields[key] else ""
    return fields


def _author(author: str, *, first: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {"sequence": "first" if first else "additional", "affiliation": []}
    family, given, suffix = split_author(author)
    if is_group(author):
        return {"name": author, **fields}
    named = {"given": given, "family": family, "suffix": suffix}
    return {key: value for key, value in named.items() if value} | fields


def _reference(index: int, cited: str) -> dict[str, Any]:
    if cited.startswith("10."):
        return {"key": f"r{index}", "doi-asserted-by": "publisher", "DOI": cited}
    return {"key": f"r{index}", "unstructured": cited}


def _relation(work: Work) -> dict[str, Any]:
    kinds = {"is-preprint-of": work.preprint_of, "has-preprint": work.has_preprint, "is-version-of": work.version_of}
    return {k: [{"id-type": "doi", "id": doi, "asserted-by": "subject"}] for k, doi in kinds.items() if doi}


def _update(update: Update) -> dict[str, Any]:
    label = update.type.replace("_", " ").capitalize()
    when = {"date-parts": [list(update.date)], "date-time": f"{date_text(update.date)}T00:00:00Z"}
    fields = {"DOI": update.doi, "type": update.type, "label": label, "source": update.source, "updated": when}
    return fields | ({"record-id": "1234"} if update.source == "retraction-watch" else {})


def _message(status: str, kind: str, message: Any) -> dict[str, Any]:
    return {"status": status, "message-type": kind, "message-version": "1.0.0", "message": message}


def _invalid(kind: str, value: str, message: str, status: int = 400, failure: str = "validation-failure") -> Reply:
    problem = {"type": kind, "value": value, "message": message}
    body = {"status": "failed", "message-type": failure, "message": [problem]}
    return as_json(body, status, content_type="application/json;charset=utf-8")


def _agency(asked: Asked, doi: str) -> Reply:
    work = asked.works.get("doi", doi) or asked.works.get("alias", doi)
    if work is None or not work.agency:
        return as_text("Resource not found.", 404, content_type="application/json;charset=utf-8")
    agency = {"id": work.agency.lower(), "label": work.agency}
    return as_json(_message("ok", "work-agency", {"DOI": doi.lower(), "agency": agency}))


def _list(asked: Asked) -> Reply:
    rows, problem = asked.number("rows", 20), _problem(asked)
    if problem:
        return problem
    found = [(1.0, work) for work in asked.works.of("crossref")]
    query = " ".join(value for key, value in asked.params if key.startswith("query"))
    if query:
        found = asked.works.search("crossref", query)
    for group in _filters(asked.param("filter")).values():
        found = [(score, work) for score, work in found if any(test(work) for test in group)]
    if not query and asked.param("sort") in ("published", "issued", "published-print", "published-online"):
        found.sort(key=lambda pair: pair[1].issued, reverse=asked.param("order", "desc") == "desc")
    start = asked.number("offset", 0)
    cursor = asked.param("cursor")
    if cursor and cursor != "*":
        start = _read_cursor(cursor)
    selected = asked.param("select")
    items = [record(work, score) for score, work in found[start : start + rows]]
    if selected:
        names = selected.split(",")
        items = [{key: value for key, value in item.items() if key in names} for item in items]
    listing = {
        "facets": {},
        "total-results": len(found),
        "items": items,
        "items-per-page": rows,
        "query": {"start-index": start, "search-terms": query or None},
    }
    if cursor:
        listing["next-cursor"] = base64.urlsafe_b64encode(f"twin:{start + rows}".encode()).decode()
    return as_json(_message("ok", "work-list", listing))


def _problem(asked: Asked) -> Reply | None:
    for name, _ in asked.params:
        if name not in PARAMETERS:
            return _invalid("parameter-not-allowed", name, "This route does not support " + name)
    rows = asked.param("rows", "20")
    if not rows.isdigit() or int(rows) > 1000:
        wanted = "must be a positive integer less than or equal to 1000. "
        return _invalid("integer-not-valid", rows, f"Integer specified as {rows} but {wanted}")
    if (sort := asked.param("sort", "score")) not in SORTS:
        return _invalid("sort-not-available", sort, "Sort is not available")
    if (cursor := asked.param("cursor", "*")) != "*" and _read_cursor(cursor) < 0:
        message = "Cursor specified but it is invalid"
        return _invalid("cursor-invalid", cursor, message, 404, "resource-failure")
    for name in _parts(asked.param("filter")):
        if name[0] not in FILTERS:
            return _invalid("filter-not-available", name[0], f"Filter {name[0]} specified but there is no such filter")
    return None


def _read_cursor(cursor: str) -> int:
    try:
        mark, _, number = base64.urlsafe_b64decode(cursor.encode()).decode().partition(":")
        return int(number) if mark == "twin" else -1
    except (binascii.Error, ValueError):
        return -1


def _parts(text: str) -> list[tuple[str, str]]:
    pairs = (part.partition(":") for part in text.split(",") if part)
    return [(name, value) for name, _, value in pairs]


def _filters(text: str) -> dict[str, list[Callable[[Work], bool]]]:
    groups: dict[str, list[Callable[[Work], bool]]] = {}
    for name, value in _parts(text):
        groups.setdefault(name, []).append(FILTERS[name](value.strip()))
    return groups


def _same(get: Callable[[Work], str]) -> Callable[[str], Callable[[Work], bool]]:
    return lambda value: lambda work: get(work).lower() == value.lower()


def _since(get: Callable[[Work], Date]) -> Callable[[str], Callable[[Work], bool]]:
    return lambda value: lambda work: bool(get(work)) and date_text(get(work)) >= (value + "-01-01")[:10]


def _until(get: Callable[[Work], Date]) -> Callable[[str], Callable[[Work], bool]]:
    return lambda value: lambda work: bool(get(work)) and date_text(get(work))[: len(value)] <= value


def _updates(value: str) -> Callable[[Work], bool]:
    return lambda work: any(update.doi.lower() == value.lower() for update in work.update_to)


FILTERS: dict[str, Callable[[str], Callable[[Work], bool]]] = {
    "doi": _same(lambda work: work.doi),
    "type": _same(lambda work: work.type),
    "issn": _same(lambda work: work.issn),
    "prefix": _same(lambda work: work.doi.partition("/")[0]),
    "updates": _updates,
    "is-update": lambda value: lambda work: bool(work.update_to) == (value in ("true", "1")),
    "update-type": lambda value: lambda work: any(update.type == value for update in work.update_to),
    "relation.type": lambda value: lambda work: value in _relation(work),
    "relation.object": lambda value: lambda work: value.lower() in (work.preprint_of, work.has_preprint),
    "container-title": lambda value: lambda work: words(value) <= words(work.venue),
    **{
        f"{side}-{kind}": test(lambda work: work.issued)
        for side, test in (("from", _since), ("until", _until))
        for kind in ("pub-date", "issued-date", "online-pub-date", "print-pub-date", "posted-date", "accepted-date")
    },
    **{
        f"{side}-{kind}": test(lambda _: (2026, 1, 1))
        for side, test in (("from", _since), ("until", _until))
        for kind in ("index-date", "update-date", "deposit-date", "created-date")
    },
}


def _escape(doi: str) -> str:
    from urllib.parse import quote

    return quote(doi, safe="")
