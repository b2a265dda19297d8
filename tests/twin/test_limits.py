"""The twin keeps each provider's limits."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.twin import Twin
from tests.twin.asking import PUBMED, get


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
        ("ncbi", PUBMED + "90000123", {}, 3, 1.0),
        ("ncbi", PUBMED + "90000123&api_key=k", {}, 10, 1.0),
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
        ncbi = [get(twin, "ncbi", PUBMED + "1") for _ in range(4)][-1]
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
    with Twin(limits="real", clock=clock, latency=0.4) as twin, ThreadPoolExecutor(4) as pool:
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
