"""Europe PMC's search service."""

from __future__ import annotations

import base64
import re
from typing import Any
from urllib.parse import parse_qsl

from tests.twin.exchange import Asked, Reply, as_json, as_text, date_text, is_group, split_author
from tests.twin.works import Work, Works, words

ROOT = "/europepmc/webservices/rest"


def answer(asked: Asked) -> Reply:
    path = asked.path.removeprefix(ROOT)
    params = dict(asked.params)
    if path == "/searchPOST":
        params |= dict(parse_qsl(asked.body.decode(), keep_blank_values=True))
    if len(asked.target) > 12_000:
        return as_text("<html><h1>414 Request-URI Too Large</h1></html>", 414, content_type="text/html")
    if path in ("/search", "/searchPOST"):
        return _search(asked, params)
    if match := re.fullmatch(r"/(MED|PPR|PMC)/(\w+)/(citations|references)", path):
        return _linked(asked, *match.groups())
    return as_json({"version": "6.9"})


def record(work: Work, *, core: bool) -> dict[str, Any]:
    """One result; `core` has everything, `lite` the short form."""
    names = ", ".join(_short(author) for author in work.authors)
    fields: dict[str, Any] = {
        "id": work.pmid or work.ppr or work.pmcid,
        "source": "MED" if work.pmid else "PPR" if work.ppr else "PMC",
        "pmid": work.pmid,
        "pmcid": work.pmcid,
        "doi": work.doi.lower(),
        "title": work.title + ("." if work.pmid and not work.title.endswith(".") else ""),
        "authorString": names + "." if names else "",
        "pubYear": str((work.printed or work.issued or ("",))[0]),
        "pageInfo": work.page,
        "isOpenAccess": "Y" if work.open_access else "N",
        "inEPMC": "Y" if work.pmcid else "N",
        "citedByCount": 0,
        "firstIndexDate": date_text(work.issued),
        "firstPublicationDate": date_text(work.issued),
        "pubTypeList": {"pubType": _types(work)},
    }
    if core:
        fields |= _core(work)
    else:
        del fields["pubTypeList"]
        fields |= {"journalTitle": work.short_venue or work.venue, "journalVolume": work.volume, "issue": work.issue}
    return work.overlaid("europepmc", {key: value for key, value in fields.items() if value not in ("", None)})


def _core(work: Work) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "abstractText": work.abstract,
        "language": "eng",
        "license": "cc by" if work.licence else "",
    }
    if work.authors:
        fields["authorList"] = {"author": [_author(author) for author in work.authors if author]}
    if work.ppr and not work.pmid:
        year = (work.issued or (0,))[0]
        fields["bookOrReportDetails"] = {"publisher": work.publisher or work.venue, "yearOfPublication": year}
    else:
        journal = {"title": work.venue, "isoabbreviation": work.short_venue, "issn": work.issn}
        fields["journalInfo"] = {
            "volume": work.volume,
            "issue": work.issue,
            "dateOfPublication": " ".join(map(str, work.printed)),
            "yearOfPublication": (work.printed or (None,))[0],
            "printPublicationDate": date_text(work.printed),
            "journal": {key: value for key, value in journal.items() if value},
        }
        if work.online:
            fields["journalInfo"]["electronicPublicationDate"] = date_text(work.online)
    notes = [("Retraction in" if update.type == "retraction" else "Erratum in", update) for update in work.updated_by]
    if notes:
        entries = [
            {
                "source": "MED",
                "reference": work.short_venue,
                "type": kind,
                "orderIn": i,
                **({"id": u.pmid} if u.pmid else {}),
            }
            for i, (kind, u) in enumerate(notes, 1)
        ]
        fields["commentCorrectionList"] = {"commentCorrection": entries}
    return fields


def _types(work: Work) -> list[str]:
    retracted = work.retracted or any(update.type == "retraction" for update in work.updated_by)
    return [*(["Retracted Publication"] if retracted else []), "Preprint" if work.ppr else "Journal Article"]


def _short(author: str) -> str:
    family, given, _ = split_author(author)
    return author if is_group(author) else f"{family} {''.join(part[0] for part in given.split())}".strip()


def _author(author: str) -> dict[str, str]:
    family, given, _ = split_author(author)
    if is_group(author):
        return {"collectiveName": author}
    initials = "".join(part[0] for part in given.split())
    return {"fullName": _short(author), "firstName": given, "lastName": family, "initials": initials}


def _search(asked: Asked, params: dict[str, str]) -> Reply:
    query, size = params.get("query", ""), params.get("pageSize", "25")
    if not query.strip():
        message = "No search criteria provided. Please provide search criteria for the request."
        return as_json({"errCode": 404, "errMsg": message})
    if not size.isdigit() or not 1 <= int(size) <= 1000:
        return as_json({"errCode": 404, "errMsg": "Invalid page size provided. Valid size is between 1 and 1000"})
    if query.count(" OR ") >= 24:
        return as_text("<html><h1>504 Gateway Time-out</h1></html>", 504, content_type="text/html")
    kind, mark = params.get("resultType", "lite"), params.get("cursorMark", "*")
    found = search(asked.works, query)
    if params.get("sort", "").upper().startswith("P_PDATE_D"):
        found.sort(key=lambda work: work.issued, reverse=True)
    start = 0 if mark in ("*", "%2A") else int(base64.b64decode(mark).decode())
    page = found[start : start + int(size)]
    if kind == "idlist":
        results = [{key: r[key] for key in ("id", "source") if key in r} for w in page if (r := record(w, core=False))]
    else:
        results = [record(work, core=kind == "core") for work in page]
    request = {
        "queryString": query,
        "resultType": kind,
        "cursorMark": mark,
        "pageSize": int(size),
        "sort": "",
        "synonym": False,
    }
    body: dict[str, Any] = {
        "version": "6.9",
        "hitCount": len(found),
        "request": request,
        "resultList": {"result": results},
    }
    if page:
        body["nextCursorMark"] = base64.b64encode(str(start + len(page)).encode()).decode()
    return as_json(body, content_type="application/json;charset=UTF-8")


def search(works: Works, query: str) -> list[Work]:
    """Works for which the query holds: fields and words, AND before OR, words ranked by how many agree."""
    options = [[_term(part) for part in option.split(" AND ")] for option in re.split(r"\s+OR\s+", query)]
    found = [work for work in works.of("europepmc") if any(all(test(work) for test in option) for option in options)]
    wanted = words(query)
    return sorted(found, key=lambda work: -len(wanted & work.words))


def _term(text: str):
    name, colon, value = text.strip(" ()").partition(":")
    if not colon:
        wanted = words(name)
        return lambda work: wanted <= work.words | words(work.abstract)
    value = value.strip('" ')
    match name.upper():
        case "DOI":
            return lambda work: work.doi.lower() == value.lower()
        case "EXT_ID":
            return lambda work: value in (work.pmid, work.ppr)
        case "PMCID":
            return lambda work: work.pmcid.lower() == value.lower()
        case "SRC":
            return lambda work: {"MED": work.pmid, "PPR": work.ppr, "PMC": work.pmcid}.get(value, "") != ""
        case "TITLE":
            return lambda work: words(value) <= words(work.title)
        case "AUTH":
            return lambda work: bool({word for word in words(value) if len(word) > 1} & words(" ".join(work.authors)))
        case "PUB_YEAR" | "FIRST_PDATE":
            low, high = [part.strip("[] ") for part in (*value.split(" TO "), value)[:2]]
            return lambda work: (
                low <= date_text(work.issued)[: len(low)] and date_text(work.issued)[: len(high)] <= high
            )
        case _:
            return lambda work: words(value) <= work.words | words(work.abstract)


def _linked(asked: Asked, source: str, identifier: str, what: str) -> Reply:
    works = asked.works
    work = works.get("pmid", identifier) or works.get("ppr", identifier) or works.get("pmcid", identifier)
    found: list[dict[str, Any]] = []
    if work and what == "references":
        for reference in work.references:
            cited = works.cited(reference)
            found.append(_brief(cited) if cited else {"title": reference, "match": "N"})
    elif work:
        found = [_brief(w) for w in works.of("europepmc") if work.doi.lower() in {r.lower() for r in w.references}]
    size, page = asked.number("pageSize", 25), asked.number("page", 1)
    key, inner = ("referenceList", "reference") if what == "references" else ("citationList", "citation")
    request = {"id": identifier, "source": source, "offSet": (page - 1) * size, "pageSize": size}
    shown = found[(page - 1) * size : page * size]
    return as_json({"version": "6.9", "hitCount": len(found), "request": request, key: {inner: shown}})


def _brief(work: Work) -> dict[str, Any]:
    short = record(work, core=False)
    names = ("id", "source", "title", "authorString", "pubYear", "doi")
    fields = {name: short[name] for name in names if name in short}
    fields["journalAbbreviation"] = work.short_venue or work.venue
    return {**fields, "pubYear": (work.printed or (0,))[0]}
