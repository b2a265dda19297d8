"""The twin answers as `providers.md` says the services do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.twin import Twin, Work
from tests.twin.asking import CLIENT, PUBMED, follow, get

ATOM = "{http://www.w3.org/2005/Atom}"
SEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
CSL = "application/vnd.citationstyles.csl+json"


@pytest.fixture(scope="module")
def twin() -> Iterator[Twin]:
    with Twin(limits="off", latency=0.0) as twin:
        twin.limiters["openalex"].budget = 100_000
        yield twin


def titles(feed: httpx.Response) -> list[str]:
    entries = ET.fromstring(feed.content).iter(f"{ATOM}entry")
    return [" ".join(entry.findtext(f"{ATOM}title", "").split()) for entry in entries]


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
    assert follow(answer.headers["location"]).json()["message"]["DOI"] == "10.5555/prime"


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


def test_long_author_lists_are_cut_in_lists(twin: Twin) -> None:
    """OpenAlex shows 100 authors in lists and all of them in the single record."""
    listed = get(twin, "openalex", "/works?filter=openalex:W9000000202&select=authorships,is_authors_truncated").json()
    alone = get(twin, "openalex", "/works/W9000000202").json()
    assert (len(listed["results"][0]["authorships"]), listed["results"][0]["is_authors_truncated"]) == (100, True)
    assert (len(alone["authorships"]), "is_authors_truncated" in alone) == (120, False)


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
    answer = CLIENT.post(twin.url("arxiv") + "/api/query", data={"id_list": ids, "max_results": "12"})
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
    answer = CLIENT.get(twin.url("arxiv") + "/api/query", params={"search_query": query})
    assert set(titles(answer)) == expected


def test_pubmed_records(twin: Twin) -> None:
    """efetch gives articles and book articles, out of order, without the unknown ones."""
    answer = get(twin, "ncbi", PUBMED + "90000301,1,90000300,90000302,90000203")
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
    assert follow(convert.headers["location"]).json()["records"][0]["pmid"] == 90000123


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
        body = CLIENT.get(twin.url("europepmc") + "/search", params={"query": query, "resultType": "core"}).json()
        assert body["resultList"]["result"][0]["pmid"] == "90000123"
    nothing = get(twin, "europepmc", "/search?query=DOI:10.5555/none").json()
    assert (nothing["hitCount"], "nextCursorMark" in nothing) == (0, False)
    citations = get(twin, "europepmc", "/MED/90000123/references").json()
    assert citations["referenceList"]["reference"]


def test_semanticscholar_batches_keep_their_order(twin: Twin) -> None:
    """A batch is aligned with its ids, `null` for unknown ones, and refused when none is known."""
    address = twin.url("semanticscholar") + "/graph/v1/paper/batch?fields=title,externalIds"
    some = CLIENT.post(address, json={"ids": ["DOI:10.5555/none", "ARXIV:2101.99001", "PMCID:9000009"]}).json()
    none = CLIENT.post(address, json={"ids": ["DOI:10.5555/none"]})
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
