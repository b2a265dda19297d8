"""doi.org: content negotiation, the handle API and the registration agencies."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

from tests.twin.crossref import csl
from tests.twin.exchange import Asked, Reply, as_json, as_text, redirect
from tests.twin.works import Work

DOI = re.compile(r"10\.\d{4,9}(\.\d+)*/\S+")
PAGE = '<!DOCTYPE html>\n<html lang="en-us"><head><title>{title}</title></head><body>{text}{filler}</body></html>'
FILLER = "<!-- a long help page follows -->" * 300


def answer(asked: Asked) -> Reply:
    path = asked.path
    if path.startswith("/api/handles/"):
        return _handle(asked, path.removeprefix("/api/handles/"))
    for route in ("/ra/", "/doiRA/"):
        if path.startswith(route):
            return _agencies(asked, path.removeprefix(route))
    return _resolve(asked, path.removeprefix("/"))


def registered(asked: Asked, doi: str) -> Work | None:
    """The work with this DOI or alias, when some agency registered it."""
    work = asked.works.get("doi", doi) or asked.works.get("alias", doi) or asked.works.get("short", doi)
    return work if work and work.agency else None


def _resolve(asked: Asked, doi: str) -> Reply:
    work = registered(asked, doi)
    if work is None:
        known = bool(DOI.fullmatch(doi) or re.fullmatch(r"10/[a-z0-9]+", doi, re.IGNORECASE))
        title = "Error: DOI Not Found" if known else "Error: Not a DOI"
        page = PAGE.format(title=title, text=f"<h1>{title.removeprefix('Error: ')}</h1>", filler=FILLER)
        return as_text(page, 404 if known else 400, content_type="text/html;charset=utf-8")
    wants = asked.headers.get("accept", "*/*")
    if work.agency == "Crossref" and _negotiated(wants):
        return redirect(302, f"{asked.url('crossref')}/v1/works/{quote(doi, safe='')}/transform")
    if work.agency == "DataCite" and _negotiated(wants):
        return redirect(302, f"{asked.url('datacite')}/crosscite/{quote(work.doi, safe='/')}")
    if "doi" in work.raw and _negotiated(wants):  # of the other agencies only some answer for themselves
        return as_json(work.overlaid("doi", csl(work)), content_type="application/vnd.citationstyles.csl+json")
    return redirect(302, f"{asked.url('foreign')}/landing-page")


def _negotiated(accept: str) -> bool:
    return any(kind in accept for kind in ("csl+json", "x-bibtex", "research-info", "x-bibliography", "rdf", "turtle"))


def _handle(asked: Asked, doi: str) -> Reply:
    if "/" not in doi:
        return as_json({"responseCode": 102, "handle": doi}, 400)
    work = registered(asked, doi)
    if work is None:
        return as_json({"responseCode": 100, "handle": doi}, 404, content_type="application/json;charset=UTF-8")
    stamp = {"ttl": 86400, "timestamp": "2024-03-01T00:00:00Z"}
    target = {"format": "string", "value": f"https://pond.example/{quote(work.doi, safe='')}"}
    admin = {"handle": f"0.na/{work.doi.partition('/')[0]}", "index": 200, "permissions": "111111110010"}
    values = [
        {"index": 1, "type": "URL", "data": target, **stamp},
        {"index": 100, "type": "HS_ADMIN", "data": {"format": "admin", "value": admin}, **stamp},
    ]
    if doi.lower() != work.doi.lower():
        values[0] = {"index": 1, "type": "HS_ALIAS", "data": {"format": "string", "value": work.doi}, **stamp}
    if wanted := asked.param("type"):
        values = [value for value in values if value["type"] == wanted]
        if not values:
            return as_json({"responseCode": 200, "handle": doi})
    return as_json({"responseCode": 1, "handle": doi, "values": values}, content_type="application/json;charset=UTF-8")


def _agencies(asked: Asked, text: str) -> Reply:
    rows = [_agency(asked, doi) for doi in text.split(",")]
    return as_text(json.dumps(rows, indent=2), content_type="application/json;charset=UTF-8")


def _agency(asked: Asked, doi: str) -> dict[str, str]:
    prefixes = {work.doi.partition("/")[0]: work.agency for work in asked.works.all if work.doi and work.agency}
    if work := registered(asked, doi):
        return {"DOI": doi, "RA": work.agency}
    if doi in prefixes:
        return {"DOI": doi, "RA": prefixes[doi]}
    if not DOI.fullmatch(doi):
        return {"DOI": doi, "status": "Invalid DOI"}
    prefix = doi.partition("/")[0]
    return {"DOI": doi, "status": "DOI does not exist" if prefix in prefixes else "Unknown"}
