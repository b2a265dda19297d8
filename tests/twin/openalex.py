"""OpenAlex's works, as `api.openalex.org` speaks of them."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any

from tests.twin.exchange import Asked, Reply, as_json, as_text, date_text, is_group, redirect, split_author
from tests.twin.works import Work, Works, words

PARAMETERS = frozenset(
    [
        "api_key",
        "corpus",
        "cursor",
        "filter",
        "format",
        "group_by",
        "include_xpac",
        "mailto",
        "page",
        "per_page",
        "per-page",
        "q",
        "sample",
        "seed",
        "search",
        "select",
        "sort",
        "search.title",
        "search.title_and_abstract",
        "search.exact",
    ]
)
TYPES = {
    "journal-article": "article",
    "posted-content": "preprint",
    "proceedings-article": "conference-paper",
    "book-chapter": "book-chapter",
    "monograph": "book",
}
NOT_FOUND = """<!doctype html>
<html lang=en>
<title>404 Not Found</title>
<h1>Not Found</h1>
<p>The requested URL was not found on the server. \
If you entered the URL manually please check your spelling and try again.</p>
"""


def answer(asked: Asked) -> Reply:
    if asked.path == "/works":
        return _list(asked)
    if not asked.path.startswith("/works/"):
        return _not_found(asked)
    key = asked.path.removeprefix("/works/")
    if re.fullmatch(r"w\d+", key) or key.lower().startswith("https://openalex.org/"):
        return redirect(302, f"{asked.url('openalex')}/works/{key.rpartition('/')[2].upper()}")
    if merged := asked.works.get("merged", key):
        if asked.switches.openalex_merged == "404":
            return _not_found(asked)
        return redirect(301, f"{asked.url('openalex')}/works/{merged.openalex}")
    work = find(asked.works, key)
    if work is None:
        return _not_found(asked)
    return _selected(asked, [record(work, asked.works)], lambda works: works[0])


def find(works: Works, key: str) -> Work | None:
    """The work that one of OpenAlex's single-record forms names."""
    key = re.sub(r"^https://(dx\.)?doi\.org/", "doi:", key, flags=re.IGNORECASE)
    scheme, colon, value = key.partition(":")
    return works.find("openalex", scheme.lower(), value) if colon else works.find("openalex", "openalex", key)


def _not_found(asked: Asked) -> Reply:
    if asked.switches.openalex_404 == "json":
        return as_json({"error": "Not Found", "message": "The requested resource could not be found."}, 404)
    return as_text(NOT_FOUND, 404, content_type="text/html; charset=utf-8")


def record(work: Work, works: Works) -> dict[str, Any]:
    """The work object of OpenAlex."""
    doi = f"https://doi.org/{work.doi.lower()}" if work.doi else None
    ids = {"openalex": f"https://openalex.org/{work.openalex}", "doi": doi}
    if work.pmid:
        ids["pmid"] = f"https://pubmed.ncbi.nlm.nih.gov/{work.pmid}"
    if work.pmcid:
        ids["pmcid"] = f"https://www.ncbi.nlm.nih.gov/pmc/articles/{work.pmcid.removeprefix('PMC')}"
    first, _, last = work.page.partition("-")
    cited = [_cited(reference, works) for reference in work.references]
    location = _location(work)
    fields = {
        "id": ids["openalex"],
        "doi": doi,
        "title": work.title or None,
        "display_name": work.title or None,
        "publication_year": (work.printed or work.issued or (None,))[0],
        "publication_date": date_text(work.printed or work.issued) if work.issued else None,
        "language": work.language,
        "type": TYPES.get(work.type, "retraction" if work.update_to and work.type == "retraction" else work.type),
        "indexed_in": [name for name in ("crossref", "arxiv", "datacite") if work.in_provider(name)]
        + (["pubmed"] if work.pmid else []),
        "ids": {key: value for key, value in ids.items() if value},
        "primary_location": location,
        "best_oa_location": location if work.open_access else None,
        "locations": [location, *([_arxiv_location(work)] if work.arxiv else [])],
        "locations_count": 2 if work.arxiv else 1,
        "open_access": {
            "is_oa": work.open_access,
            "oa_status": "gold" if work.open_access else "closed",
            "oa_url": (work.pdf or location["landing_page_url"]) if work.open_access else None,
            "any_repository_has_fulltext": False,
        },
        "authorships": [_authorship(name, i, len(work.authors)) for i, name in enumerate(work.authors) if name],
        "biblio": {
            "volume": work.volume or None,
            "issue": work.issue or None,
            "first_page": first or None,
            "last_page": last or first or None,
        },
        "is_retracted": work.retracted or any("retraction" in update.type for update in work.updated_by),
        "is_paratext": False,
        "is_xpac": False,
        "cited_by_count": len(citing(work, works)),
        "cited_by_api_url": f"https://api.openalex.org/works?filter=cites:{work.openalex}",
        "referenced_works": [f"https://openalex.org/{name}" for name in cited if name],
        "referenced_works_count": len(cited),
        "related_works": [],
        "abstract_inverted_index": _inverted(work.abstract) if work.abstract else None,
        "created_date": "2024-03-02",
        "updated_date": "2026-07-01T00:00:00",
    }
    return work.overlaid("openalex", fields)


def _cited(reference: str, works: Works) -> str:
    if re.fullmatch(r"W\d+", reference):
        return reference
    work = works.cited(reference)
    return work.openalex if work else ""


def citing(work: Work, works: Works) -> list[Work]:
    names = {work.openalex, work.doi.lower(), work.arxiv} - {""}
    return [
        other
        for other in works.of("openalex")
        if names & {name if name[0] == "W" else name.lower() for name in other.references}
    ]


def _location(work: Work) -> dict[str, Any]:
    source = {
        "id": f"https://openalex.org/S{sum(map(ord, work.venue))}",
        "display_name": work.venue,
        "issn_l": work.issn or None,
        "issn": [work.issn] if work.issn else None,
        "is_oa": work.open_access,
        "is_in_doaj": False,
        "is_core": True,
        "host_organization": None,
        "host_organization_name": work.publisher or None,
        "type": "repository" if work.type == "posted-content" else "journal",
    }
    page = f"https://doi.org/{work.doi}" if work.doi else f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv else None
    return {
        "id": f"doi:{work.doi}" if work.doi else None,
        "is_oa": work.open_access,
        "landing_page_url": page,
        "pdf_url": work.pdf or None,
        "source": source if work.venue else None,
        "license": "cc-by" if "creativecommons.org/licenses/by/" in work.licence else None,
        "license_id": None,
        "version": "submittedVersion" if work.type == "posted-content" else "publishedVersion",
        "is_accepted": work.type != "posted-content",
        "is_published": work.type != "posted-content",
        "raw_source_name": work.short_venue or work.venue or None,
        "raw_type": work.type,
    }


def _arxiv_location(work: Work) -> dict[str, Any]:
    return _location(work) | {
        "id": f"pmh:oai:arXiv.org:{work.arxiv}",
        "is_oa": True,
        "landing_page_url": f"http://arxiv.org/abs/{work.arxiv}",
        "pdf_url": f"https://arxiv.org/pdf/{work.arxiv}",
        "source": {"id": "https://openalex.org/S4306400194", "display_name": "arXiv (Cornell University)"},
        "version": "submittedVersion",
        "raw_type": "text",
    }


def _authorship(author: str, index: int, total: int) -> dict[str, Any]:
    family, given, _ = split_author(author)
    return {
        "author_position": "first" if index == 0 else "last" if index == total - 1 else "middle",
        "author": {
            "id": f"https://openalex.org/A{sum(map(ord, author))}",
            "display_name": f"{given} {family}".strip(),
            "orcid": None,
        },
        "institutions": [],
        "countries": [],
        "is_corresponding": False,
        "raw_author_name": author if is_group(author) else f"{given} {family}".strip(),
        "raw_affiliation_strings": [],
        "affiliations": [],
    }


def _inverted(abstract: str) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for position, word in enumerate(abstract.split()):
        index.setdefault(word, []).append(position)
    return index


def _bad(message: str, error: str = "Invalid query parameters error.") -> Reply:
    return as_json({"error": error, "message": message}, 400)


def _list(asked: Asked) -> Reply:
    for name, _ in asked.params:
        if name not in PARAMETERS:
            return _bad(f"{name} is not a valid parameter. Valid parameters are: {', '.join(sorted(PARAMETERS))}.")
    size = asked.number("per_page", asked.number("per-page", 25))
    page = asked.number("page", 1)
    if not 1 <= size <= 200:
        return _bad("per_page parameter must be between 1 and 200", "Pagination error.")
    if page * size > 10_000:
        return _bad(
            "Maximum results size of 10,000 records is exceeded. Cursor pagination is required for records past 10,000."
        )
    search = next((value for key, value in asked.params if key.startswith("search")), "")
    if len(search) > 1500:
        return _bad("Search query too long")
    found = asked.works.of("openalex")
    if search:
        found = [work for score, work in asked.works.search("openalex", search) if words(search) & words(work.title)]
    for name, value in _parts(asked.param("filter")):
        if name not in FILTERS:
            return _bad(
                f"{name} is not a valid field. Valid fields are underscore or hyphenated versions of: "
                + ", ".join(FILTERS)
            )
        if value.count("|") >= 100:
            return _bad(
                f"Maximum number of values exceeded for {name}. Decrease values to 100 or below, or consider "
                "downloading the full dataset."
            )
        test = FILTERS[name](value, asked.works)
        found = [work for work in found if test(work)]
    if (sort := asked.param("sort")).startswith("publication_date"):
        found = sorted(found, key=lambda work: date_text(work.issued), reverse=sort.endswith(":desc"))
    cursor = asked.param("cursor")
    start = (page - 1) * size
    if cursor and cursor != "*":
        start = int(base64.b64decode(cursor).decode())
    more = start + size < len(found)
    meta = {
        "count": len(found),
        "db_response_time_ms": 12,
        "page": None if cursor else page,
        "per_page": size,
        "groups_count": None,
        "next_cursor": base64.b64encode(str(start + size).encode()).decode() if cursor and more else None,
        "cost_usd": 0.0001,
        "x_query": {},
    }
    records = [_short(record(work, asked.works)) for work in found[start : start + size]]
    return _selected(asked, records, lambda results: {"meta": meta, "results": results})


def _selected(asked: Asked, records: list[dict[str, Any]], shape: Callable[[list[dict[str, Any]]], Any]) -> Reply:
    if selected := asked.param("select"):
        names = selected.split(",")
        if wrong := next((name for name in names if name not in SELECTABLE), ""):
            return _bad(f"{wrong} is not a valid select field. Valid fields for select are: {', '.join(SELECTABLE)}.")
        records = [{name: item[name] for name in names if name in item} for item in records]
    return as_json(shape(records))


def _short(work: dict[str, Any]) -> dict[str, Any]:
    """As lists show it: at most 100 authors."""
    if len(work["authorships"]) <= 100:
        return work
    return work | {"authorships": work["authorships"][:100], "is_authors_truncated": True}


def _parts(text: str) -> list[tuple[str, str]]:
    pairs = (part.partition(":") for part in re.findall(r'(?:"[^"]*"|[^,"])+', text))
    return [(name.replace("-", "_"), value) for name, _, value in pairs]


def _values(value: str) -> set[str]:
    return {part.strip('"').lower() for part in value.split("|")}


def _any_of(get: Callable[[Work], str]) -> Callable[[str, Works], Callable[[Work], bool]]:
    def make(value: str, _: Works) -> Callable[[Work], bool]:
        wanted = {re.sub(r"^https?://[^/]+/(pmc/articles/)?", "", part) for part in _values(value)}
        return lambda work: bool(get(work)) and get(work).lower() in wanted

    return make


def _cites(value: str, works: Works) -> Callable[[Work], bool]:
    cited = [work for part in value.split("|") if (work := works.find("openalex", "openalex", part.rpartition("/")[2]))]
    found = {other.openalex for work in cited for other in citing(work, works)}
    return lambda work: work.openalex in found


def _cited_by(value: str, works: Works) -> Callable[[Work], bool]:
    sources = [
        work for part in value.split("|") if (work := works.find("openalex", "openalex", part.rpartition("/")[2]))
    ]
    names = {_cited(reference, works) for work in sources for reference in work.references}
    return lambda work: work.openalex in names


FILTERS: dict[str, Callable[[str, Works], Callable[[Work], bool]]] = {
    "doi": _any_of(lambda work: work.doi),
    "openalex": _any_of(lambda work: work.openalex),
    "openalex_id": _any_of(lambda work: work.openalex),
    "ids.openalex": _any_of(lambda work: work.openalex),
    "pmid": _any_of(lambda work: work.pmid),
    "ids.pmid": _any_of(lambda work: work.pmid),
    "pmcid": _any_of(lambda work: work.pmcid.removeprefix("PMC")),
    "cites": _cites,
    "cited_by": _cited_by,
    "from_publication_date": lambda value, _: lambda work: bool(work.issued) and date_text(work.issued) >= value,
    "to_publication_date": lambda value, _: lambda work: bool(work.issued) and date_text(work.issued) <= value,
    "publication_year": lambda value, _: lambda work: bool(work.printed) and str(work.printed[0]) in _values(value),
    "title.search": lambda value, _: lambda work: words(value) <= words(work.title),
    "display_name.search": lambda value, _: lambda work: words(value) <= words(work.title),
    "title_and_abstract.search": lambda value, _: lambda work: words(value) <= words(f"{work.title} {work.abstract}"),
    "type": lambda value, _: lambda work: TYPES.get(work.type, work.type) in _values(value),
    "is_retracted": lambda value, _: lambda work: work.retracted == (value == "true"),
    "primary_location.source.issn": lambda value, _: lambda work: work.issn.lower() in _values(value),
    "authorships.author.id": lambda value, _: lambda work: False,
}

SELECTABLE = (*record(Work(), Works()), "is_authors_truncated", "relevance_score", "mesh", "topics", "primary_topic")
