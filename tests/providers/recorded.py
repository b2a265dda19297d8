"""Recorded provider replies as the calls that would have led to them.

Each file of the shared `recorded/` folder is turned into a `Call` and a `Reply` by its manifest row:
a file that holds only the useful part of a body is wrapped again, and a request that this product
never makes (BibTeX, XML forms, citations of one paper) is put as the nearest one it does make.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Lookup, ProviderName, Question, Search
from scholar_build.providers import PROVIDERS
from scholar_build.providers.base import Call, Provider, Reply, Request
from scholar_build.providers.values import arxiv, doi, pmid
from tests.shared import SHARED

FOLDER = SHARED / "recorded"
FETCHED_AT = "2026-11-30T12:00:00Z"

_NAMES = {
    "crossref": ProviderName.CROSSREF,
    "openalex": ProviderName.OPENALEX,
    "arxiv": ProviderName.ARXIV,
    "ncbi": ProviderName.PUBMED,
    "doi-org": ProviderName.DOI_ORG,
    "datacite": ProviderName.DATACITE,
    "europepmc": ProviderName.EUROPEPMC,
    "semanticscholar": ProviderName.SEMANTICSCHOLAR,
}


@dataclass(frozen=True)
class Recorded:
    """One recorded reply and the call it answers."""

    file: str
    provider: Provider
    call: Call
    reply: Reply


def manifest() -> list[dict[str, Any]]:
    """Every row of the manifest; empty where the folder is absent."""
    path = FOLDER / "manifest.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def recorded(row: dict[str, Any]) -> Recorded:
    """The call and reply of one manifest row."""
    file = row["file"]
    name = _NAMES[file.split("/")[0]]
    body = (FOLDER / file).read_bytes()
    url = row["request_url"] or ""
    if "transform-application-vnd.cit" in file and row["status"] == 200:
        name = ProviderName.DOI_ORG
    step, questions, params = _PUT[name](file, unquote(urlsplit(url).path), dict(parse_qsl(urlsplit(url).query)), body)
    if row["capture"] == "inner":
        body = _WRAP[name](body)
    headers = {key.lower(): value for key, value in (row["headers"] or {}).items()}
    if row["parses_as"] == "html":
        headers.setdefault("content-type", "text/html")
    request = Request(endpoint="crossref", path="/", params=params)
    reply = Reply(status=row["status"] or 200, body=body, fetched_at=FETCHED_AT, headers=headers)
    return Recorded(file, PROVIDERS[name], Call(request=request, questions=questions, step=step), reply)


Put = tuple[str, tuple[Question, ...], tuple[tuple[str, str], ...]]


def _ask(provider: ProviderName, *identifiers: Identifier | None) -> tuple[Question, ...]:
    return tuple(Lookup(provider=provider, identifier=one) for one in identifiers if one)


def _search(provider: ProviderName) -> tuple[Question, ...]:
    return (Search(provider=provider, text="recorded"),)


def _crossref(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    found = re.match(r"(?:/v1)?/works/(10\..+?)(?:/agency|/transform.*)?$", path)
    if not found and b'"message-type":"work"' in body.replace(b": ", b":")[:200]:
        found = re.match("(.*)", json.loads(body)["message"]["DOI"])
    if found:
        return "single", _ask(ProviderName.CROSSREF, doi(found[1])), ()
    return "search", _search(ProviderName.CROSSREF), ()


def _openalex(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    work = re.match(r"/works/(?:doi\.org/|doi:)?(.+)$", path)
    name = work[1] if work else json.loads(body).get("id", "") if file.endswith("-papers.json") else ""
    identifier = doi(name) or (Identifier(Scheme.OPENALEX, "W" + name.rpartition("W")[2]) if "W" in name else None)
    if identifier:
        return "single", _ask(ProviderName.OPENALEX, identifier), ()
    return "search", _search(ProviderName.OPENALEX), ()


def _arxiv(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    ids = [one for one in query.get("id_list", "").split(",") if one]
    if ids:
        asked = [arxiv(one) or Identifier(Scheme.ARXIV, one) for one in ids]
        return "batch", _ask(ProviderName.ARXIV, *asked), ()
    return "search", _search(ProviderName.ARXIV), ()


def _ncbi(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    name = ProviderName.PUBMED
    if "idconv" in file:
        return "pmcids", _ask(name, Identifier(Scheme.PMCID, "PMC2883744")), ()
    if "esearch" in file:
        return "search", _search(name), ()
    ids = query.get("id") or ",".join(re.findall(r"<PMID[^>]*>(\d+)</PMID>", body.decode()))
    asked = _ask(name, *dict.fromkeys(pmid(one) for one in ids.split(","))) or _ask(name, pmid("1"))
    wanted = ",".join(one.identifier.value for one in asked if isinstance(one, Lookup))
    return "records", asked, (("id", wanted),)


def _doi_org(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    found = re.search(r"10\.\d{4,9}/[^?]+", path)
    identifier = doi(found[0].split("/transform")[0]) if found else Identifier(Scheme.DOI, "10.5555/asked")
    step = "handle" if "/ra/" in path else f"csl {identifier.value if identifier else ''}"
    return step, _ask(ProviderName.DOI_ORG, identifier), ()


def _datacite(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    found = re.match(r"/dois/(10\..+)$", path)
    if found:
        return "single", _ask(ProviderName.DATACITE, doi(found[1])), ()
    return "search", _search(ProviderName.DATACITE), ()


def _europepmc(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    return "search", _search(ProviderName.EUROPEPMC), ()


def _semanticscholar(file: str, path: str, query: dict[str, str], body: bytes) -> Put:
    name = ProviderName.SEMANTICSCHOLAR
    if "paper-batch" in file:
        count = len(json.loads(body)) if file.split("/")[1].startswith("paper") else 1
        return "batch", _ask(name, *(Identifier(Scheme.DOI, f"10.5555/asked.{n}") for n in range(count))), ()
    paper = re.match(r"/graph/v1/paper/(?!search)(?:DOI:|ARXIV:|CorpusID:)?(.+?)(/citations|/references)?$", path)
    if paper:
        return "single", _ask(name, doi(paper[1]) or arxiv(paper[1]) or pmid(paper[1]) or pmid("1")), ()
    return "search", _search(name), ()


_PUT = {
    ProviderName.CROSSREF: _crossref,
    ProviderName.OPENALEX: _openalex,
    ProviderName.ARXIV: _arxiv,
    ProviderName.PUBMED: _ncbi,
    ProviderName.DOI_ORG: _doi_org,
    ProviderName.DATACITE: _datacite,
    ProviderName.EUROPEPMC: _europepmc,
    ProviderName.SEMANTICSCHOLAR: _semanticscholar,
}


def _wrap_crossref(body: bytes) -> bytes:
    inner = json.loads(body)
    listed = isinstance(inner, list)
    message = {"total-results": len(inner), "items": inner} if listed else inner
    kind = "work-list" if listed else "work"
    return json.dumps({"status": "ok", "message-type": kind, "message": message}).encode()


def _wrap_openalex(body: bytes) -> bytes:
    inner = json.loads(body)
    return json.dumps({"meta": {"count": len(inner)}, "results": inner}).encode()


def _wrap_doi_org(body: bytes) -> bytes:
    return json.dumps(json.loads(body)[0]).encode()


def _wrap_semanticscholar(body: bytes) -> bytes:
    return json.dumps({"data": [json.loads(body)]}).encode()


_WRAP = {
    ProviderName.CROSSREF: _wrap_crossref,
    ProviderName.OPENALEX: _wrap_openalex,
    ProviderName.DOI_ORG: _wrap_doi_org,
    ProviderName.SEMANTICSCHOLAR: _wrap_semanticscholar,
}
