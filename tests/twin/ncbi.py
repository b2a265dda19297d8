"""NCBI's E-utilities for PubMed, and the PMC ID converter."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl

from tests.twin import pubmed
from tests.twin.exchange import Asked, Reply, as_json, as_text, date_text, redirect
from tests.twin.works import Work, words

IDCONV = "/tools/idconv/api/v1/articles"
BAD_KEYS = ("", "wrong")


def answer(asked: Asked) -> Reply:
    if asked.path.rstrip("/") == IDCONV:
        return _idconv(asked)
    if asked.path.startswith("/pmc/utils/idconv/v1.0"):
        return redirect(301, f"{asked.url('ncbi')}{IDCONV}/?{asked.target.partition('?')[2]}")
    params = dict(asked.params)
    if asked.method == "POST":
        params |= dict(parse_qsl(asked.body.decode(), keep_blank_values=True))
    if "api_key" in params and params["api_key"] in BAD_KEYS:
        key = params["api_key"]
        return as_json({"error": "API key invalid", "api-key": key, "type": "invalid", "status": "unknown"}, 400)
    match asked.path.removeprefix("/entrez/eutils"):
        case "/efetch.fcgi":
            return _efetch(asked, params)
        case "/esummary.fcgi":
            return _esummary(asked, params)
        case "/esearch.fcgi":
            return _esearch(asked, params)
        case "/elink.fcgi":
            return _elink(asked, params)
        case _:
            return as_text("<html><h1>404 Not Found</h1></html>", 404, content_type="text/html")


def _ids(params: dict[str, str]) -> list[str]:
    return list(dict.fromkeys(filter(None, (part.strip() for part in params.get("id", "").split(",")))))


def _efetch(asked: Asked, params: dict[str, str]) -> Reply:
    ids = [name for name in _ids(params) if name.isdigit()]
    if not ids:
        error = "ID list is empty! Possibly it has no correct IDs."
        return as_text(f"<eFetchResult>\n<ERROR>{error}</ERROR>\n</eFetchResult>", 400, content_type="text/xml")
    if len(ids) > 200 and asked.method == "GET":
        return as_text("<html><h1>414 Request-URI Too Large</h1></html>", 414, content_type="text/html")
    found = [work for name in reversed(ids) if (work := asked.works.find("ncbi", "pmid", name))]
    return Reply(body=pubmed.article_set(found).encode(), content_type="text/xml; charset=UTF-8")


def _esummary(asked: Asked, params: dict[str, str]) -> Reply:
    header = {"type": "esummary", "version": "0.3"}
    ids = _ids(params)
    if not ids:
        return as_json({"header": header, "esummaryresult": ["Empty id list - nothing todo"]})
    if len(ids) > 500:
        message = "Too many UIDs in request. Maximum number of UIDs is 500 for JSON format output."
        return as_json({"header": header, "error": message})
    if wrong := next((name for name in ids if not name.isdigit()), ""):
        return as_json({"header": header, "error": f"Invalid uid {wrong} at position= {ids.index(wrong)}"})
    result: dict[str, Any] = {"uids": ids}
    for name in ids:
        work = asked.works.find("ncbi", "pmid", name)
        result[name] = pubmed.summary(work) if work else {"uid": name, "error": "cannot get document summary"}
    return as_json({"header": header, "result": result}, content_type="application/json; charset=UTF-8")


def _esearch(asked: Asked, params: dict[str, str]) -> Reply:
    header = {"type": "esearch", "version": "0.3"}
    term, start, size = params.get("term", ""), int(params.get("retstart", 0)), int(params.get("retmax", 20))
    if not term.strip():
        return as_json({"header": header, "esearchresult": {"ERROR": "Empty term and query_key - nothing todo"}})
    if start > 9998:
        error = "Search Backend failed: Exception:\n'retstart' cannot be larger than 9998. For PubMed, ESearch can only"
        return as_json({"header": header, "esearchresult": {"ERROR": error}})
    found = [work for work in asked.works.of("ncbi") if _matches(term, work)]
    if params.get("mindate") and params.get("maxdate"):
        low, high = (params[name].replace("/", "-") for name in ("mindate", "maxdate"))
        found = [work for work in found if low <= date_text(work.issued) <= high + "~"]
    if params.get("sort") == "pub_date":
        found.sort(key=lambda work: work.issued, reverse=True)
    ids = [work.pmid for work in found[start : start + size]]
    result: dict[str, Any] = {"count": str(len(found)), "retmax": str(len(ids)), "retstart": str(start), "idlist": ids}
    result |= {"translationset": [], "querytranslation": term}
    if not found:
        result["errorlist"] = {"phrasesnotfound": [term], "fieldsnotfound": []}
        result["warninglist"] = {
            "phrasesignored": [],
            "quotedphrasesnotfound": [],
            "outputmessages": ["No items found."],
        }
    return as_json({"header": header, "esearchresult": result}, content_type="application/json; charset=UTF-8")


def _matches(term: str, work: Work) -> bool:
    """Whether all parts of `a[Title] AND b[Author] OR 10.5555/x[doi]` hold (OR binds last)."""
    return any(all(_part(part, work) for part in option.split(" AND ")) for option in re.split(r"\s+OR\s+", term))


def _part(part: str, work: Work) -> bool:
    value, _, name = part.strip(" ()").partition("[")
    value = value.strip(' "()')
    match name.rstrip("]) ").lower():
        case "doi" | "aid" | "lid":
            return work.doi.lower() == value.lower()
        case "title" | "ti":
            return words(value) <= words(work.title)
        case "author" | "au" | "1au":
            return bool({word for word in words(value) if len(word) > 2} & words(" ".join(work.authors)))
        case "uid" | "pmid":
            return work.pmid == value
        case "pmcid":
            return work.pmcid.lower() == value.lower()
        case "dp" | "pdat":
            return str(work.printed[:1]).strip("(,)") == value[:4]
        case _:
            return words(value) <= work.words | words(work.abstract)


def _elink(asked: Asked, params: dict[str, str]) -> Reply:
    sets = []
    for name in _ids(params):
        work = asked.works.find("ncbi", "pmid", name)
        linked: list[str] = []
        if work and params.get("linkname", "").endswith("citedin"):
            linked = [
                w.pmid
                for w in asked.works.of("ncbi")
                if {work.doi.lower(), work.arxiv} & {r.lower() for r in w.references}
            ]
        elif work:
            linked = [w.pmid for reference in work.references if (w := asked.works.cited(reference)) and w.pmid]
        links = [{"dbto": "pubmed", "linkname": params.get("linkname", ""), "links": linked}] if linked else []
        sets.append({"dbfrom": "pubmed", "ids": [name], "linksetdbs": links})
    return as_json({"header": {"type": "elink", "version": "0.3"}, "linksets": sets})


def _idconv(asked: Asked) -> Reply:
    ids, kind = [part.strip() for part in asked.param("ids").split(",")], asked.param("idtype")
    strict = asked.switches.idconv == "strict"
    if len(ids) > 200:
        return _bad_ids("Too many ids: at most 200", "too_many_ids")
    kind = kind or ("pmid" if strict else "")
    patterns = {"pmid": r"\d+", "pmcid": r"(PMC)?\d+(\.\d+)?", "doi": r"10\..+"}
    if kind and not all(re.fullmatch(patterns.get(kind, ".*"), name, re.IGNORECASE) for name in ids):
        wanted = {"pmid": "PubMed IDs (Positive Integers)", "doi": "DOIs", "pmcid": "PMC IDs"}[kind]
        return _bad_ids(f"All values of query param `ids` must be {wanted}.", f"invalid_{kind}s")
    records = [_converted(asked, name, kind or _kind(name)) for name in ids]
    return as_json({"status": "ok", "response-date": "2026-11-30 00:00:00", "request": {}, "records": records})


def _kind(name: str) -> str:
    return "doi" if name.startswith("10.") else "pmcid" if name.upper().startswith("PMC") else "pmid"


def _converted(asked: Asked, name: str, kind: str) -> dict[str, Any]:
    key = f"PMC{name.upper().removeprefix('PMC').partition('.')[0]}" if kind == "pmcid" else name
    work = asked.works.get(kind, key)
    if work is None or not work.pmcid:
        return {"requested-id": name, "status": "error", "errmsg": "Identifier not found in PMC"}
    fields: dict[str, Any] = {"requested-id": name, "pmcid": work.pmcid}
    if work.doi:
        fields["doi"] = work.doi
    return fields | ({"pmid": int(work.pmid)} if work.pmid else {})


def _bad_ids(message: str, code: str) -> Reply:
    body = {"status": "error", "http_status": "400", "http_status_reason": "Bad Request"}
    return as_json(body | {"errors": [{"message": message, "code": code}]}, 400)
