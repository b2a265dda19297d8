"""DataCite's REST API, and the content negotiation of data.crosscite.org under `/crosscite/`."""

from __future__ import annotations

import re
from typing import Any

from tests.twin.exchange import Asked, Reply, as_json, as_text, date_text, is_group, split_author
from tests.twin.works import Work, words

GENERAL = {
    "journal-article": "JournalArticle",
    "posted-content": "Preprint",
    "dataset": "Dataset",
    "software": "Software",
    "dissertation": "Dissertation",
    "book": "Book",
    "report": "Report",
    "proceedings-article": "ConferencePaper",
}
CSL = {
    "journal-article": "article-journal",
    "posted-content": "article",
    "dissertation": "thesis",
    "proceedings-article": "paper-conference",
}


def answer(asked: Asked) -> Reply:
    if asked.path.startswith("/crosscite/"):
        work = asked.works.find("datacite", "doi", asked.path.removeprefix("/crosscite/"))
        if work is None:
            return as_text("The resource you are looking for doesn't exist.", 404)
        return as_json(csl(work), content_type="application/vnd.citationstyles.csl+json; charset=utf-8")
    if asked.path == "/dois":
        return _list(asked)
    work = asked.works.find("datacite", "doi", asked.path.removeprefix("/dois/"))
    if not asked.path.startswith("/dois/") or work is None:
        missing = {"status": "404", "title": "The resource you are looking for doesn't exist."}
        return as_json({"errors": [missing]}, 404, content_type="application/json; charset=utf-8")
    return as_json({"data": record(work)}, content_type="application/vnd.api+json; charset=utf-8")


def record(work: Work) -> dict[str, Any]:
    """One item of `data`."""
    doi = work.doi.lower()
    prefix, _, suffix = doi.partition("/")
    versions = work.versions
    attributes = {
        "doi": doi,
        "prefix": prefix,
        "suffix": suffix,
        "identifiers": [{"identifier": work.arxiv, "identifierType": "arXiv"}] if work.arxiv else [],
        "creators": [_creator(author) for author in work.authors] or [{"name": ":(unav)", "affiliation": []}],
        "titles": [{"title": versions[-1].title or work.title if versions else work.title}]
        + ([{"title": work.subtitle, "titleType": "Subtitle"}] if work.subtitle else []),
        "publisher": work.publisher or work.venue,
        "container": _container(work),
        "publicationYear": (work.issued or (None,))[0],
        "subjects": [],
        "contributors": [],
        "dates": [{"date": date_text(work.issued)[: 4 if len(work.issued) == 1 else 10], "dateType": "Issued"}],
        "language": None if work.arxiv else work.language,
        "types": {
            "citeproc": CSL.get(work.type, work.type),
            "resourceType": "",
            "resourceTypeGeneral": GENERAL.get(work.type, "Other"),
        },
        "relatedIdentifiers": _related(work),
        "relatedItems": [],
        "version": str(len(versions)) if versions else None,
        "rightsList": [{"rights": "", "rightsUri": work.licence}] if work.licence else [],
        "descriptions": [{"description": work.abstract, "descriptionType": "Abstract"}] if work.abstract else [],
        "fundingReferences": [],
        "url": f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv else f"https://pond.example/{doi}",
        "state": "findable",
        "referenceCount": len(work.references),
        "citationCount": 0,
        "versionCount": 0,
        "created": "2024-03-01T00:00:00Z",
        "registered": "2024-03-01T00:00:00Z",
        "published": str((work.issued or ("",))[0]),
        "updated": "2026-07-01T00:00:00Z",
    }
    client = {"client": {"data": {"id": "twin.content", "type": "clients"}}}
    attributes = work.overlaid("datacite", attributes)
    return {"id": doi, "type": "dois", "attributes": attributes, "relationships": client}


def csl(work: Work) -> dict[str, Any]:
    """CSL-JSON as DataCite writes it: the DOI in capitals, groups as `literal`."""
    fields: dict[str, Any] = {
        "type": CSL.get(work.type, work.type),
        "id": f"https://doi.org/{work.doi.lower()}",
        "categories": [],
        "author": [_csl_author(author) for author in work.authors],
        "issued": {"date-parts": [list(work.issued)]},
        "abstract": work.abstract,
        "DOI": work.doi.upper(),
        "publisher": work.publisher or work.venue,
        "title": work.title,
        "version": str(len(work.versions)) if work.versions else "",
        "URL": f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv else f"https://pond.example/{work.doi}",
        "copyright": work.licence,
    }
    if len(work.authors) == 1:
        fields["author"] = fields["author"][0]
    if work.venue and work.type != "posted-content":
        fields["container-title"] = work.venue
    fields |= {key: value for key in ("volume", "issue", "page") if (value := getattr(work, key))}
    return work.overlaid("csl", {key: value for key, value in fields.items() if value})


def _creator(author: str) -> dict[str, Any]:
    family, given, _ = split_author(author)
    rest: dict[str, Any] = {"affiliation": [], "nameIdentifiers": []}
    if is_group(author) or not author:
        return {"name": author or ":(unav)", "nameType": "Organizational", **rest}
    name = ", ".join(filter(None, (family, given)))
    return {"name": name, "nameType": "Personal", "givenName": given, "familyName": family, **rest}


def _csl_author(author: str) -> dict[str, str]:
    family, given, _ = split_author(author)
    return {"literal": author} if is_group(author) else {"family": family, "given": given}


def _container(work: Work) -> dict[str, str]:
    if not work.venue or work.type == "posted-content":
        return {}
    first, _, last = work.page.partition("-")
    parts = {"type": "Journal", "title": work.venue, "volume": work.volume, "issue": work.issue}
    parts |= {"firstPage": first, "lastPage": last}
    return {key: value for key, value in parts.items() if value}


def _related(work: Work) -> list[dict[str, str]]:
    kinds = (("IsVersionOf", work.version_of), ("IsPreviousVersionOf", work.preprint_of))
    return [
        {"relationType": kind, "relatedIdentifier": doi, "relatedIdentifierType": "DOI"} for kind, doi in kinds if doi
    ]


def _list(asked: Asked) -> Reply:
    size, page = asked.number("page[size]", 25), asked.number("page[number]", 1)
    found = asked.works.of("datacite")
    if size > 1000 or page * size > 10_000:
        return as_json({"errors": {"title": "The page is out of reach."}}, 400)
    if ids := asked.param("ids"):
        wanted = dict.fromkeys(ids.lower().split(","))
        found = [work for doi in wanted if (work := asked.works.find("datacite", "doi", doi))]
        found.sort(key=lambda work: work.doi, reverse=True)
    if query := asked.param("query"):
        try:
            test = _query(query)
        except re.error:
            return as_json({"errors": {"title": "The query cannot be read."}}, 400)
        found = [work for work in found if test(work)]
    if prefix := asked.param("prefix"):
        found = [work for work in found if work.doi.startswith(prefix + "/")]
    pages = -(-len(found) // size)
    shown = [record(work) for work in found[(page - 1) * size : page * size]]
    links = {"self": asked.url("datacite") + asked.target}
    if page < pages:
        links["next"] = f"{asked.url('datacite')}/dois?page%5Bnumber%5D={page + 1}&page%5Bsize%5D={size}"
    body = {"data": shown, "meta": {"total": len(found), "totalPages": pages, "page": page}, "links": links}
    return as_json(body, content_type="application/vnd.api+json; charset=utf-8")


def _query(query: str):
    """A reading of the OpenSearch query string: `doi:("a" OR "b")`, fields with words, AND between them."""
    if query.startswith("doi:"):
        dois = {text.replace("\\", "") for text in re.findall(r'"([^"]+)"', query)} or {query[4:].replace("\\", "")}
        return lambda work: work.doi.lower() in dois
    parts = [part for part in query.split(" AND ") if not part.startswith(("updated:", "created:"))]
    wanted = [(part.partition(":(")[0], words(re.sub(r"^[\w.]+:", "", part))) for part in parts]
    return lambda work: all(terms <= work.words | words(work.publisher) for _, terms in wanted)
