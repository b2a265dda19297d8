"""The twin says no as each service does."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.twin import Switches, Twin
from tests.twin.asking import PUBMED, get


@pytest.fixture(scope="module")
def twin() -> Iterator[Twin]:
    with Twin(limits="off", latency=0.0) as twin:
        twin.limiters["openalex"].budget = 100_000
        yield twin


PLAIN, JSON, HTML = "text/plain", "application/json", "text/html"


@pytest.mark.parametrize(
    ("provider", "path", "status", "kind", "body"),
    [
        ("crossref", "/works/10.5555/none", 404, PLAIN, "Resource not found."),
        ("crossref", "/works/10.5555%2Fnone", 404, PLAIN, "Resource not found."),
        ("crossref", "/works/10.48550/arXiv.1706.03762", 404, PLAIN, "Resource not found."),
        ("crossref", "/works/10.5555/none/agency", 404, "application/json;charset=utf-8", "Resource not found."),
        ("crossref", "/nowhere", 404, JSON, "route-not-found"),
        ("crossref", "/works?rows=things", 400, JSON, "integer-not-valid"),
        ("crossref", "/works?rows=1001", 400, JSON, "integer-not-valid"),
        ("crossref", "/works?cursor=thing", 404, JSON, "cursor-invalid"),
        ("crossref", "/works?filter=nope:1", 400, JSON, "filter-not-available"),
        ("crossref", "/works?foo=1", 400, JSON, "parameter-not-allowed"),
        ("crossref", "/works/10.5555/frog.2024.7?select=DOI", 400, JSON, "parameter-not-allowed"),
        ("crossref", "/works?query=" + "x" * 4096, 414, HTML, "414"),
        ("openalex", "/works/doi:10.5555/none", 404, HTML, "<title>404 Not Found</title>"),
        ("openalex", "/works?filter=foo:1", 400, JSON, "foo is not a valid field."),
        ("openalex", "/works?foo=1", 400, JSON, "Invalid query parameters error."),
        ("openalex", "/works?filter=doi:" + "|".join(["a"] * 101), 400, JSON, "Maximum number of values exceeded"),
        ("openalex", "/works?page=101&per_page=100", 400, JSON, "Maximum results size of 10,000"),
        ("openalex", "/works?per_page=0", 400, JSON, "Pagination error."),
        ("openalex", "/works?cursor=*", 401, JSON, "Invalid or missing API key"),
        ("openalex", "/works?api_key=", 401, JSON, "API key not found"),
        ("openalex", "/works/W9000000100?select=nope", 400, JSON, "nope is not a valid select field"),
        ("arxiv", "/api/query?id_list=abc", 400, "application/atom+xml", "api/errors#incorrect_id_format_for_abc"),
        ("arxiv", "/api/query?id_list=2101.99001,abc", 400, "application/atom+xml", "<title>Error</title>"),
        ("arxiv", "/api/query?id_list=1706.0376x", 200, "application/atom+xml", "<opensearch:totalResults>0<"),
        ("arxiv", "/api/query?id_list=0000.0000", 200, "application/atom+xml", "<opensearch:totalResults>0<"),
        ("arxiv", "/api/query?start=-1", 400, "application/atom+xml", "start must be non-negative"),
        ("arxiv", "/api/query?max_results=x", 400, "application/atom+xml", "max_results must be an integer"),
        ("ncbi", PUBMED + "1", 200, "text/xml", "<PubmedArticleSet></PubmedArticleSet>"),
        ("ncbi", PUBMED + "abc", 400, "text/xml", "<ERROR>ID list is empty! Possibly it has no correct IDs.</ERROR>"),
        ("ncbi", "/entrez/eutils/esearch.fcgi?db=pubmed&term=", 200, JSON, "Empty term and query_key - nothing todo"),
        ("ncbi", "/entrez/eutils/esearch.fcgi?term=x&retstart=9999", 200, JSON, "cannot be larger than 9998"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=1", 200, JSON, "cannot get document summary"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=x", 200, JSON, "Invalid uid x at position= 0"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=", 200, JSON, "Empty id list - nothing todo"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=" + ",".join(map(str, range(1, 502))), 200, JSON, "Too many UIDs"),
        ("ncbi", PUBMED + "1&api_key=", 400, JSON, "API key invalid"),
        ("ncbi", "/tools/idconv/api/v1/articles/?ids=10.5555/x&idtype=doi", 200, JSON, "Identifier not found in PMC"),
        ("ncbi", "/tools/idconv/api/v1/articles/?ids=10.5555/x,1", 400, JSON, "invalid_pmids"),
        ("doi", "/10.5555/none", 404, HTML, "<title>Error: DOI Not Found</title>"),
        ("doi", "/foo", 400, HTML, "<title>Error: Not a DOI</title>"),
        ("doi", "/api/handles/10.5555/none", 404, JSON, '{"responseCode": 100, "handle": "10.5555/none"}'),
        ("doi", "/api/handles/10.5555/prime?type=EMAIL", 200, JSON, '"responseCode": 200'),
        ("doi", "/ra/10.5555/none", 200, "application/json;charset=UTF-8", '"status": "DOI does not exist"'),
        ("doi", "/ra/foo", 200, JSON, '"status": "Invalid DOI"'),
        ("doi", "/ra/10.0000/x", 200, JSON, '"status": "Unknown"'),
        ("datacite", "/dois/10.5555/frog.2024.7", 404, JSON, '"title": "The resource you are looking for'),
        ("datacite", "/dois/10.5281/zenodo.99000003", 404, JSON, '"status": "404"'),
        ("datacite", "/crosscite/10.5555/frog.2024.7", 404, PLAIN, "doesn't exist"),
        ("europepmc", "/search?query=", 200, JSON, '{"errCode": 404, "errMsg": "No search criteria provided.'),
        ("europepmc", "/search?query=x&pageSize=2000", 200, JSON, "Invalid page size provided"),
        ("europepmc", "/search?query=" + "%20OR%20".join(["DOI:a"] * 25), 504, HTML, "504"),
        ("europepmc", "/nowhere", 200, JSON, '{"version": "6.9"}'),
        ("semanticscholar", "/graph/v1/paper/DOI:10.5555/none", 404, JSON, "Paper with id DOI:10.5555/none not found"),
        ("semanticscholar", "/graph/v1/paper/0?fields=nope", 400, JSON, "Unrecognized or unsupported fields: [nope]"),
        ("semanticscholar", "/graph/v1/paper/search/match?query=qqqq", 404, JSON, "Title match not found"),
        ("semanticscholar", "/graph/v1/paper/search?query=x&offset=990&limit=20", 400, JSON, "limit and/or offset"),
        ("semanticscholar", "/graph/v1/paper/search?query=qqqq", 200, JSON, '{"total": 0, "offset": 0}'),
    ],
)
def test_nothing_and_mistakes(twin: Twin, provider: str, path: str, status: int, kind: str, body: str) -> None:
    """Absences and wrong questions come with each service's own status, content type and words."""
    answer = get(twin, provider, path)
    assert (answer.status_code, answer.headers["content-type"].startswith(kind)) == (status, True)
    assert body in answer.text


def test_arxiv_wants_an_accept_header(twin: Twin) -> None:
    """Without an `Accept` header arXiv's edge refuses with 406."""
    request = httpx.Request("GET", twin.url("arxiv") + "/api/query?id_list=2101.99001")
    with httpx.Client() as client:
        assert client.send(request).status_code == 406


@pytest.mark.parametrize(
    ("switches", "provider", "path", "status"),
    [
        (Switches(openalex_merged="404"), "openalex", "/works/W9000000199", 404),
        (Switches(arxiv_malformed="200"), "arxiv", "/api/query?id_list=abc", 200),
        (Switches(idconv="lenient"), "ncbi", "/tools/idconv/api/v1/articles/?ids=10.5555/x,1", 200),
        (Switches(crossref_long_url=False), "crossref", "/works?query=" + "x" * 4096, 200),
        (Switches(s2_always_429=True), "semanticscholar", "/graph/v1/paper/0", 429),
        (Switches(s2_references="withheld"), "semanticscholar", "/graph/v1/paper/PMID:90000123/references", 200),
    ],
)
def test_switches(switches: Switches, provider: str, path: str, status: int) -> None:
    """Where the documents leave a behaviour open, both readings can be chosen."""
    with Twin(limits="off", switches=switches) as twin:
        assert get(twin, provider, path).status_code == status
