"""The twin answers as `providers.md` says the services do."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.twin import Fault, Switches, Twin, Work, generated
from tests.twin.works import Works, real_works

ATOM = "{http://www.w3.org/2005/Atom}"
SEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
CSL = "application/vnd.citationstyles.csl+json"


@pytest.fixture(scope="module")
def twin() -> Iterator[Twin]:
    with Twin(limits="off", latency=0.0) as twin:
        twin.limiters["openalex"].budget = 100_000
        yield twin


def get(twin: Twin, provider: str, path: str, **headers: str) -> httpx.Response:
    headers = {"Accept": "application/json, */*"} | headers
    return httpx.get(twin.url(provider) + path, headers=headers, timeout=10)


def titles(feed: httpx.Response) -> list[str]:
    return [
        " ".join(entry.findtext(f"{ATOM}title", "").split())
        for entry in ET.fromstring(feed.content).iter(f"{ATOM}entry")
    ]


# What the services answer when there is nothing, or the question is wrong.

PLAIN, JSON, HTML = "text/plain", "application/json", "text/html"
E404 = "/entrez/eutils/efetch.fcgi?db=pubmed&retmode=xml&id="


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
        ("ncbi", E404 + "1", 200, "text/xml", "<PubmedArticleSet></PubmedArticleSet>"),
        ("ncbi", E404 + "abc", 400, "text/xml", "<ERROR>ID list is empty! Possibly it has no correct IDs.</ERROR>"),
        ("ncbi", "/entrez/eutils/esearch.fcgi?db=pubmed&term=", 200, JSON, "Empty term and query_key - nothing todo"),
        ("ncbi", "/entrez/eutils/esearch.fcgi?term=x&retstart=9999", 200, JSON, "cannot be larger than 9998"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=1", 200, JSON, "cannot get document summary"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=x", 200, JSON, "Invalid uid x at position= 0"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=", 200, JSON, "Empty id list - nothing todo"),
        ("ncbi", "/entrez/eutils/esummary.fcgi?id=" + ",".join(map(str, range(1, 502))), 200, JSON, "Too many UIDs"),
        ("ncbi", E404 + "1&api_key=", 400, JSON, "API key invalid"),
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


# What they answer when there is something.


def test_a_single_crossref_work(twin: Twin) -> None:
    """A Crossref work stands in its envelope, with lists of titles and date parts."""
    body = get(twin, "crossref", "/works/10.5555%2FFROG.2024.7").json()
    work = body["message"]
    assert (body["status"], body["message-type"]) == ("ok", "work")
    assert (work["DOI"], work["title"], work["container-title"]) == (
        "10.5555/frog.2024.7",
        ["Calls of Rana in noisy ponds"],
        ["Journal of Ponds"],
    )
    assert work["issued"] == {"date-parts": [[2023, 12, 5]]}
    assert work["published-print"] == {"date-parts": [[2024, 3, 1]]}
    assert [author.get("family", author.get("name")) for author in work["author"]] == [
        "Reed",
        "Moss",
        "The Pond Consortium",
    ]


def test_a_crossref_batch_drops_what_it_does_not_know(twin: Twin) -> None:
    """A batch answers only known prime DOIs: unknown ones and aliases are missing without a word."""
    filters = ",".join(
        f"doi:{doi}" for doi in ("10.5555/old.1", "10.5555/none", "10.5555/alias", "10.5555/FROG.2024.7")
    )
    items = get(twin, "crossref", f"/works?filter={filters}&rows=50&select=DOI").json()["message"]["items"]
    assert sorted(item["DOI"] for item in items) == ["10.5555/frog.2024.7", "10.5555/old.1"]


def test_an_aliased_doi_is_redirected(twin: Twin) -> None:
    """Crossref answers an alias with 301 to the prime DOI."""
    answer = get(twin, "crossref", "/works/10.5555/alias")
    assert answer.status_code == 301
    assert httpx.get(answer.headers["location"]).json()["message"]["DOI"] == "10.5555/prime"


@pytest.mark.parametrize(
    ("doi", "field", "value"),
    [
        ("10.5555/title.missing", "title", None),
        ("10.5555/title.empty", "title", []),
        ("10.5555/title.two", "title", ["Der Teich im Winter", "The pond in winter"]),
        ("10.5555/title.glued", "title", ["Regulation of<i>Leishmania</i>gene expression in<i>vitro</i>"]),
        ("10.5555/title.escaped", "title", ["Leaves &lt;scp&gt;CO&lt;/scp&gt; &amp;amp; light"]),
        ("10.5555/date.null", "issued", {"date-parts": [[None]]}),
        ("10.5555/date.null", "published", None),
        ("10.5555/date.two", "published-online", {"date-parts": [[2020, 11, 30]]}),
        ("10.5555/author.none", "author", None),
        ("10.5555/author.group", "author", [{"name": "The Pond Consortium", "sequence": "first", "affiliation": []}]),
        ("10.5555/a#b", "title", ["Sharp notes"]),
        ("10.5555/a%2fb", "title", ["Percentages of water"]),
        ("10.5555/a,b", "title", ["Pauses in song"]),
        ("10.5555/a[1]|b+c", "title", ["Brackets and pipes"]),
        ("10.5555/1520-0493(1974)102<0736:wacoj>2.0.co;2", "title", ["Waves on a shallow pond"]),
    ],
)
def test_odd_crossref_records(twin: Twin, doi: str, field: str, value: Any) -> None:
    """The odd shapes of the real service are there to be met."""
    assert get(twin, "crossref", "/works/" + quote(doi, safe="/")).json()["message"].get(field) == value


def test_a_nameless_author(twin: Twin) -> None:
    """A Crossref author may have neither name nor family name."""
    authors = get(twin, "crossref", "/works/10.5555/author.nameless").json()["message"]["author"]
    assert authors[0] == {"sequence": "first", "affiliation": []}


def test_retractions_at_crossref(twin: Twin) -> None:
    """The same retraction comes once from each source; the notice says what it retracts."""
    work = get(twin, "crossref", "/works/10.5555/retracted.both").json()["message"]
    assert [(update["type"], update["source"]) for update in work["updated-by"]] == [
        ("correction", "publisher"),
        ("retraction", "publisher"),
        ("retraction", "retraction-watch"),
    ]
    notices = get(twin, "crossref", "/works?filter=updates:10.5555/retracted.publisher").json()["message"]["items"]
    assert [notice["DOI"] for notice in notices] == ["10.5555/notice.1"]


@pytest.mark.parametrize("provider", ["crossref", "openalex", "semanticscholar"])
def test_searches_put_the_best_first(twin: Twin, provider: str) -> None:
    """A search ranks by shared words, and a bad one still answers something."""
    query = "MMseqs2 enables sensitive protein sequence searching"
    path = {
        "crossref": f"/works?query.bibliographic={query}&rows=3",
        "openalex": f"/works?search={query}",
        "semanticscholar": f"/graph/v1/paper/search/match?query={query}",
    }[provider]
    body = get(twin, provider, path).json()
    hits = body["message"]["items"] if provider == "crossref" else body.get("results") or body["data"]
    title = hits[0]["title"]
    assert (title[0] if isinstance(title, list) else title).startswith("MMseqs2 enables")


def test_crossref_pages_with_a_cursor(twin: Twin) -> None:
    """Following `next-cursor` meets every work once and ends with an empty page."""
    seen: list[str] = []
    cursor = "*"
    for _ in range(50):
        message = get(twin, "crossref", f"/works?rows=20&select=DOI&cursor={cursor}").json()["message"]
        if not message["items"]:
            break
        seen += [item["DOI"] for item in message["items"]]
        cursor = message["next-cursor"]
    assert len(seen) == len(set(seen)) == message["total-results"]


def test_content_negotiation(twin: Twin) -> None:
    """doi.org sends Crossref's DOIs to Crossref, DataCite's to its resolver; both end in CSL-JSON."""
    with httpx.Client(headers={"Accept": CSL}, follow_redirects=True) as client:
        crossref = client.get(twin.url("doi") + "/10.5555/frog.2024.7")
        datacite = client.get(twin.url("doi") + "/10.48550/arXiv.2101.99001")
        landing = client.get(twin.url("doi") + "/10.5556/medra.1")
    assert (crossref.json()["title"], crossref.json()["type"]) == ("Calls of Rana in noisy ponds", "journal-article")
    assert (datacite.json()["DOI"], datacite.json()["author"][2]) == (
        "10.48550/ARXIV.2101.99001",
        {"literal": "Pond Collaboration"},
    )
    assert [answer.status_code for answer in crossref.history] == [302]
    assert (landing.status_code, landing.headers["content-type"][:9]) == (200, "text/html")


def test_handles_and_agencies(twin: Twin) -> None:
    """The handle API and `/ra` know all agencies' DOIs, aliases and short forms."""
    handle = get(twin, "doi", "/api/handles/10.5556/medra.1").json()
    alias = get(twin, "doi", "/api/handles/10/prime?type=HS_ALIAS").json()
    agencies = get(twin, "doi", "/ra/10.5556/medra.1,10.5555/alias,10.48550").json()
    assert (handle["responseCode"], handle["values"][0]["type"]) == (1, "URL")
    assert alias["values"][0]["data"]["value"] == "10.5555/prime"
    assert [row["RA"] for row in agencies] == ["mEDRA", "Crossref", "DataCite"]


def test_openalex_forms(twin: Twin) -> None:
    """One work answers to its OpenAlex id, DOI, PMID and PMCID; merged and lower-case ids are redirected."""
    keys = (
        "W9000000100",
        "doi:10.5555/frog.2024.7",
        "https://doi.org/10.5555/frog.2024.7",
        "pmid:90000123",
        "pmcid:PMC9000009",
    )
    found = {get(twin, "openalex", f"/works/{key}").json()["id"] for key in keys}
    assert found == {"https://openalex.org/W9000000100"}
    assert get(twin, "openalex", "/works/w9000000100").status_code == 302
    assert get(twin, "openalex", "/works/W9000000199").status_code == 301


def test_openalex_lists(twin: Twin) -> None:
    """OpenAlex's batches, citing works and dates are filters of one list."""
    batch = get(
        twin, "openalex", "/works?filter=doi:10.5555/old.1|https://doi.org/10.5555/FROG.2024.7|10.5555/none"
    ).json()
    citing = get(twin, "openalex", "/works?filter=cites:W9000000100,from_publication_date:2026-06-01").json()
    cited = get(twin, "openalex", "/works/W9000000100").json()["referenced_works"]
    assert batch["meta"]["count"] == 2
    assert [work["id"][-10:] for work in citing["results"]] == ["9000000102"]
    assert [name[-11:] for name in cited] == ["W9000000009", "W9000000010", "W9999999999"]
    assert get(twin, "openalex", "/works/W9999999999").status_code == 404


def test_arxiv_versions(twin: Twin) -> None:
    """Each version has its own title; no version means the last; the order is not the question's."""
    feed = get(twin, "arxiv", "/api/query?id_list=hep-th/9711200,2101.99001v1,2101.99001,2101.99001v9&max_results=9")
    assert titles(feed) == [
        "Frog calls in very noisy ponds",
        "Frog calls",
        "The Large N Limit of Superconformal Field Theories and Supergravity",
    ]
    assert ET.fromstring(feed.content).findtext(f"{SEARCH}totalResults") == "3"


def test_arxiv_gives_ten_unless_told(twin: Twin) -> None:
    """Without `max_results` only ten entries come, whatever the id list holds."""
    ids = ",".join(work.arxiv for work in twin.works.of("arxiv")[:12])
    assert len(titles(get(twin, "arxiv", f"/api/query?id_list={ids}"))) == 10
    answer = httpx.post(twin.url("arxiv") + "/api/query", data={"id_list": ids, "max_results": "12"})
    assert len(titles(answer)) == 12


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('ti:"frog calls" AND au:reed', {"Frog calls in very noisy ponds"}),
        ("cat:cs.LG AND submittedDate:[202611010000 TO 202612312359]", {"Amphibian attention networks"}),
        ("(ti:vortices OR ti:amphibian) ANDNOT cat:cs.CL", {"Vortices in shallow water"}),
    ],
)
def test_arxiv_searches(twin: Twin, query: str, expected: set[str]) -> None:
    """The query language of the manual selects works."""
    answer = httpx.get(twin.url("arxiv") + "/api/query", params={"search_query": query})
    assert set(titles(answer)) == expected


def test_pubmed_records(twin: Twin) -> None:
    """efetch gives articles and book articles, out of order, without the unknown ones."""
    answer = get(twin, "ncbi", E404 + "90000301,1,90000300,90000302,90000203")
    root = ET.fromstring(answer.content)
    found = {article.findtext(".//PMID"): article for article in root}
    assert list(found) == ["90000203", "90000302", "90000300", "90000301"]
    assert found["90000302"].tag == "PubmedBookArticle"
    assert found["90000300"].findtext(".//ArticleTitle") == "[Winter sleep of the pond turtle]."
    assert found["90000300"].findtext(".//PubDate/MedlineDate") == "1998 Dec-1999 Jan"
    assert "".join(found["90000301"].find(".//ArticleTitle").itertext()) == "Vitamin D3 and Rana calls."  # type: ignore[union-attr]
    assert found["90000203"].find(".//CommentsCorrections/PMID") is None


def test_pubmed_searches_and_summaries(twin: Twin) -> None:
    """esearch counts in strings; esummary holds one object an id; idconv gives numbers."""
    search = get(
        twin, "ncbi", "/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json&term=10.5555/frog.2024.7[doi]"
    ).json()
    summary = get(twin, "ncbi", "/entrez/eutils/esummary.fcgi?db=pubmed&retmode=json&id=90000123").json()["result"]
    convert = get(twin, "ncbi", "/pmc/utils/idconv/v1.0/?ids=PMC9000009&idtype=pmcid")
    assert (search["esearchresult"]["count"], search["esearchresult"]["idlist"]) == ("1", ["90000123"])
    assert (summary["uids"], summary["90000123"]["title"]) == (["90000123"], "Calls of Rana in noisy ponds.")
    assert convert.status_code == 301
    assert httpx.get(convert.headers["location"]).json()["records"][0]["pmid"] == 90000123


def test_datacite_records(twin: Twin) -> None:
    """DataCite's records have creators and relations; batches drop unknown ids."""
    one = get(twin, "datacite", "/dois/10.5281/ZENODO.99000002").json()["data"]["attributes"]
    batch = get(twin, "datacite", "/dois?ids=10.5281/zenodo.99000001,10.5555/none,10.48550/arxiv.2101.99001").json()
    assert one["creators"][0]["nameType"] == "Organizational"
    assert one["relatedIdentifiers"][0]["relationType"] == "IsVersionOf"
    assert (batch["meta"]["total"], len(batch["data"])) == (2, 2)


def test_arxiv_papers_have_a_datacite_doi_beside_the_publishers(twin: Twin) -> None:
    """A published paper with an arXiv id is found at DataCite under arXiv's own DOI."""
    twin.add(Work(title="Twice registered", doi="10.5555/twice", arxiv="2101.99009", year=2021))
    record = get(twin, "datacite", "/dois/10.48550/arXiv.2101.99009").json()["data"]["attributes"]
    assert (record["titles"][0]["title"], record["publisher"]) == ("Twice registered", "arXiv")


def test_europepmc_searches(twin: Twin) -> None:
    """A search finds by DOI, PMID, words and date; no hit has no next cursor."""
    for query in (
        'DOI:"10.5555/frog.2024.7"',
        "EXT_ID:90000123 AND SRC:MED",
        "PMCID:PMC9000009",
        'TITLE:"noisy ponds"',
    ):
        body = httpx.get(twin.url("europepmc") + "/search", params={"query": query, "resultType": "core"}).json()
        assert body["resultList"]["result"][0]["pmid"] == "90000123"
    nothing = get(twin, "europepmc", "/search?query=DOI:10.5555/none").json()
    assert (nothing["hitCount"], "nextCursorMark" in nothing) == (0, False)
    citations = get(twin, "europepmc", "/MED/90000123/references").json()
    assert citations["referenceList"]["reference"]


def test_semanticscholar_batches_keep_their_order(twin: Twin) -> None:
    """A batch is aligned with its ids, `null` for unknown ones, and refused when none is known."""
    address = twin.url("semanticscholar") + "/graph/v1/paper/batch?fields=title,externalIds"
    some = httpx.post(address, json={"ids": ["DOI:10.5555/none", "ARXIV:2101.99001", "PMCID:9000009"]}).json()
    none = httpx.post(address, json={"ids": ["DOI:10.5555/none"]})
    assert some[0] is None
    assert [paper["title"] for paper in some[1:]] == ["Frog calls in very noisy ponds", "Calls of Rana in noisy ponds"]
    assert (none.status_code, none.json()) == (400, {"error": "No valid paper ids given"})


def test_every_work_is_served_by_every_provider_that_has_it(twin: Twin) -> None:
    """No work of the table breaks a provider."""
    with httpx.Client(headers={"Accept": "*/*"}, follow_redirects=True) as client:
        for work in twin.works.all:
            doi = quote(work.doi, safe="/")
            paths = {
                "crossref": f"/works/{doi}",
                "openalex": f"/works/{work.openalex}",
                "arxiv": f"/api/query?id_list={work.arxiv}",
                "ncbi": f"/entrez/eutils/efetch.fcgi?id={work.pmid}",
                "datacite": f"/dois/{doi}",
                "europepmc": f"/search?query=EXT_ID:{work.pmid or work.ppr}",
            }
            for provider, path in paths.items():
                if work.in_provider(provider):
                    answer = client.get(twin.url(provider) + path)
                    assert (answer.status_code, len(answer.content) > 150) == (200, True), (provider, work.title)
                    if provider in ("arxiv", "ncbi"):
                        ET.fromstring(answer.content)


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


# Limits.


class Clock:
    """A clock that a test turns by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("provider", "path", "headers", "number", "seconds"),
    [
        ("crossref", "/works/10.5555/old.1", {}, 5, 1.0),
        ("crossref", "/works?rows=0", {}, 1, 1.0),
        ("crossref", "/works?rows=0&mailto=a@pond.example", {}, 3, 1.0),
        ("crossref", "/works/10.5555/old.1", {"User-Agent": "x (mailto:a@pond.example)"}, 10, 1.0),
        ("openalex", "/works/W9000000100", {}, 10, 1.0),
        ("arxiv", "/api/query?id_list=2101.99001", {}, 1, 3.0),
        ("ncbi", E404 + "90000123", {}, 3, 1.0),
        ("ncbi", E404 + "90000123&api_key=k", {}, 10, 1.0),
        ("semanticscholar", "/graph/v1/paper/PMID:90000123", {"x-api-key": "k"}, 1, 1.0),
    ],
)
def test_paces(provider: str, path: str, headers: dict[str, str], number: int, seconds: float) -> None:
    """One request too many in a provider's window is answered 429; when the window is over all is well."""
    clock = Clock()
    with Twin(limits="real", clock=clock, latency=0.0) as twin:
        statuses = [get(twin, provider, path, **headers).status_code for _ in range(number + 1)]
        clock.now += seconds - 0.01
        early = get(twin, provider, path, **headers).status_code
        clock.now += 0.006
        later = get(twin, provider, path, **headers).status_code
    assert statuses == [200] * number + [429]
    assert (early, later) == (429, 200)


def test_datacite_window() -> None:
    """DataCite counts 500 requests in five minutes."""
    clock = Clock()
    with (
        Twin([], limits="real", clock=clock, latency=0.0) as twin,
        httpx.Client(base_url=twin.url("datacite")) as client,
    ):
        statuses = [client.get("/dois/10.5555/none").status_code for _ in range(501)]
    assert (statuses.count(404), statuses[-1]) == (500, 429)


def test_refusals_are_worded_as_the_services_do() -> None:
    """arXiv says `Rate exceeded.` in 14 bytes; NCBI names count and limit; Crossref says nothing."""
    clock = Clock()
    with Twin(limits="real", clock=clock, latency=0.0) as twin:
        arxiv = [get(twin, "arxiv", "/api/query?id_list=2101.99001") for _ in range(2)][-1]
        ncbi = [get(twin, "ncbi", E404 + "1") for _ in range(4)][-1]
        crossref = [get(twin, "crossref", "/works?rows=0") for _ in range(2)][-1]
    assert (arxiv.content, "retry-after" in arxiv.headers) == (b"Rate exceeded.", False)
    assert (ncbi.json()["count"], ncbi.json()["limit"], ncbi.headers["retry-after"]) == ("4", "3", "2")
    assert crossref.content == b""


@pytest.mark.parametrize(
    ("provider", "path"), [("crossref", "/works/10.5555/old.1"), ("arxiv", "/api/query?id_list=2101.99001")]
)
def test_one_at_a_time(provider: str, path: str) -> None:
    """Requests at the same time are refused although the pace is kept."""
    clock = Clock()
    with Twin(limits="real", clock=clock, latency=0.2) as twin, ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(lambda _: get(twin, provider, path).status_code, range(4)))
    assert sorted(statuses) == [200, 429, 429, 429]


def test_what_crossref_announces() -> None:
    """Every Crossref answer names its pool and its limits, also a 404."""
    with Twin(limits="real") as twin:
        headers = get(twin, "crossref", "/works/10.5555/none", **{"User-Agent": "x (mailto:a@pond.example)"}).headers
    assert [
        headers[name] for name in ("x-api-pool", "x-rate-limit-limit", "x-rate-limit-interval", "x-concurrency-limit")
    ] == [
        "polite-single",
        "10",
        "1s",
        "3",
    ]


def test_openalex_credits() -> None:
    """A look-up is free, the URL form and a list cost 1, a search 10; a spent budget is a 429 till midnight."""
    with Twin(limits="off") as twin:
        twin.limiters["openalex"].budget = 12
        paths = (
            "/works/doi:10.5555/old.1",
            "/works/https://doi.org/10.5555/old.1",
            "/works?filter=doi:10.5555/old.1",
            "/works?search=pond",
        )
        left = [get(twin, "openalex", path).headers["x-ratelimit-remaining"] for path in paths]
        spent = get(twin, "openalex", "/works?filter=doi:10.5555/old.1")
        free = get(twin, "openalex", "/works/doi:10.5555/old.1")
    assert left == ["12", "11", "10", "0"]
    assert (spent.status_code, spent.headers["retry-after"], spent.json()["creditsRequired"]) == (429, "47052", 1)
    assert free.status_code == 200


def test_a_client_that_keeps_the_pace_is_never_refused() -> None:
    """At the paces that the twin names, no request meets a 429."""
    with Twin(limits="fast") as twin, httpx.Client(headers={"Accept": "*/*"}) as client:
        pace = twin.paces()["arxiv"]
        for _ in range(6):
            start = time.monotonic()
            client.get(twin.url("arxiv") + "/api/query?id_list=2101.99001")
            time.sleep(max(0.0, start + 1 / pace - time.monotonic()))
        assert twin.answered(429) == []


def test_a_client_without_a_pace_is_refused() -> None:
    """Without waiting, most requests to a fast twin are refused still."""
    with Twin(limits="fast") as twin, httpx.Client(headers={"Accept": "*/*"}) as client:
        for _ in range(8):
            client.get(twin.url("arxiv") + "/api/query?id_list=2101.99001")
        assert len(twin.answered(429)) > 3


# Faults.

STATUS_FAULTS = {
    Fault.TOO_MANY: (429, None),
    Fault.TOO_MANY_NOW: (429, "0"),
    Fault.TOO_MANY_SECONDS: (429, "1"),
    Fault.TOO_MANY_LONG: (429, "43200"),
    Fault.TOO_MANY_NONSENSE: (429, "soon"),
    Fault.FORBIDDEN: (403, None),
    Fault.SERVER_ERROR: (500, None),
    Fault.BAD_GATEWAY: (502, None),
    Fault.UNAVAILABLE: (503, None),
    Fault.UNAVAILABLE_SECONDS: (503, "1"),
    Fault.GATEWAY_TIMEOUT: (504, None),
}


@pytest.fixture
def failing() -> Iterator[Twin]:
    with Twin(limits="off", latency=0.0) as twin:
        yield twin


@pytest.mark.parametrize("fault", STATUS_FAULTS)
def test_statuses_on_demand(failing: Twin, fault: Fault) -> None:
    """A provider can be told to answer with a status, with or without `Retry-After`."""
    failing.fail("crossref", fault, times=1)
    bad, good = (get(failing, "crossref", "/works/10.5555/old.1") for _ in range(2))
    assert ((bad.status_code, bad.headers.get("retry-after")), good.status_code) == (STATUS_FAULTS[fault], 200)


def test_a_fault_can_be_aimed(failing: Twin) -> None:
    """A fault meets only the requests it was ordered for, on its provider, until it is taken back."""
    failing.fail("crossref", Fault.SERVER_ERROR, where=lambda asked: "old" in asked.path)
    statuses = [get(failing, "crossref", f"/works/10.5555/{name}").status_code for name in ("old.1", "prime", "old.1")]
    failing.recover()
    assert [*statuses, get(failing, "crossref", "/works/10.5555/old.1").status_code] == [500, 200, 500, 200]


@pytest.mark.parametrize(
    "fault", [Fault.RESET, Fault.RESET_IN_BODY, Fault.CUT_BODY, Fault.STALL, Fault.STALL_IN_BODY, Fault.DRIP]
)
def test_broken_lines(failing: Twin, fault: Fault) -> None:
    """A line can be reset, cut short, stall or drip."""
    failing.fail("crossref", fault)
    expected = httpx.ReadTimeout if "stall" in fault else httpx.TransportError
    with pytest.raises((expected, TimeoutError)):
        read_slowly(failing.url("crossref") + "/works/10.5555/old.1")


def read_slowly(address: str) -> None:
    """Read an answer, for half a second at most."""
    end = time.monotonic() + 0.5
    with httpx.stream("GET", address, timeout=0.3) as answer:
        for _ in answer.iter_raw():
            if time.monotonic() > end:
                raise TimeoutError


@pytest.mark.parametrize(
    "fault", [Fault.CUT_JSON, Fault.HTML, Fault.CAPTCHA, Fault.EMPTY, Fault.WRONG_CHARSET, Fault.BAD_GZIP]
)
def test_bodies_that_are_no_json(failing: Twin, fault: Fault) -> None:
    """A 200 can carry something that is not the promised document."""
    failing.fail("crossref", fault)
    with pytest.raises((ValueError, httpx.DecodingError)):
        get(failing, "crossref", "/works/10.5555/old.1").json()


@pytest.mark.parametrize("fault", [Fault.HUGE_BODY, Fault.BOMB])
def test_bodies_that_are_too_large(failing: Twin, fault: Fault) -> None:
    """A body can be larger than any cap, on the line or after unpacking."""
    failing.fail("crossref", fault)
    size = 0
    with httpx.stream("GET", failing.url("crossref") + "/works/10.5555/old.1") as answer:
        for chunk in answer.iter_bytes():
            size += len(chunk)
            if size > 32_000_000:
                break
    assert size > 32_000_000


def test_redirects_that_lead_astray(failing: Twin) -> None:
    """A provider can redirect to itself without end, to another host or to a private address."""
    for fault, location in (
        (Fault.REDIRECT_LOOP, failing.url("crossref") + "/works/10.5555/old.1"),
        (Fault.REDIRECT_FOREIGN, failing.foreign),
        (Fault.REDIRECT_PRIVATE, "http://169.254.169.254/latest/meta-data/"),
    ):
        failing.fail("crossref", fault, times=1)
        assert get(failing, "crossref", "/works/10.5555/old.1").headers["location"] == location
    httpx.get(failing.foreign)
    assert failing.count("foreign") == 1


def test_malicious_titles(failing: Twin) -> None:
    """Every title and name can be made an attack, in a document that is right otherwise."""
    failing.fail("crossref", Fault.MALICIOUS)
    items = get(failing, "crossref", "/works?rows=100").json()["message"]["items"]
    shown = " ".join(title for item in items for title in item.get("title", []))
    assert all(attack in shown for attack in ("<script>", "\x1b]0;", "::error", "javascript:"))


def test_everything_can_be_down(failing: Twin) -> None:
    """When a provider is down its port refuses connections; the others go on."""
    failing.down("crossref")
    with pytest.raises(httpx.ConnectError):
        get(failing, "crossref", "/works/10.5555/old.1")
    assert get(failing, "openalex", "/works/W9000000100").status_code == 200
    failing.down()
    with pytest.raises(httpx.ConnectError):
        get(failing, "openalex", "/works/W9000000100")


def test_a_stall_ends_with_the_twin() -> None:
    """No client waits longer than the twin lives."""
    failures: list[Exception] = []

    def ask(twin: Twin) -> None:
        try:
            get(twin, "crossref", "/works/10.5555/old.1")
        except httpx.TransportError as error:
            failures.append(error)

    with Twin(limits="off") as twin:
        twin.fail("crossref", Fault.STALL)
        waiting = threading.Thread(target=ask, args=(twin,))
        waiting.start()
        while not twin.count("crossref"):
            time.sleep(0.005)
    waiting.join(5)
    assert (waiting.is_alive(), len(failures)) == (False, 1)


# The table and the log.


def test_the_log_tells_what_was_asked(failing: Twin) -> None:
    """Each request is kept with its provider, path, parameters, headers, times and status."""
    get(failing, "crossref", "/works/10.5555%2Fold.1?mailto=a@pond.example", **{"X-Mark": "m"})
    seen = failing.requests[-1]
    assert (seen.provider, seen.method, seen.path, seen.params, seen.headers["x-mark"], seen.status) == (
        "crossref",
        "GET",
        "/works/10.5555/old.1",
        {"mailto": "a@pond.example"},
        "m",
        200,
    )
    assert seen.start <= seen.end
    assert (failing.count("crossref"), failing.count("arxiv"), failing.count()) == (1, 0, 1)


def test_works_can_be_added_and_replaced(failing: Twin) -> None:
    """Generated works are served at once, and a known DOI takes on new facts."""
    failing.add(*generated(1200))
    failing.add(Work(title="New facts", doi="10.5555/twin.7", year=2000))
    message = get(failing, "crossref", "/works/10.5555/twin.7").json()["message"]
    assert message["title"] == ["New facts"]
    assert len({work.title for work in generated(1200)}) == 1200
    assert len([work for work in failing.works.all if work.doi == "10.5555/twin.7"]) == 1


def test_real_works_are_facts_only() -> None:
    """The table of real works holds no abstract, and no identifier twice."""
    works = real_works()
    ids = [work.doi for work in works if work.doi] + [work.pmid for work in works if work.pmid]
    assert len(works) > 100
    assert not any(work.abstract for work in works)
    assert len(ids) == len(set(ids))
    assert len(Works(works).all) == len(works)
