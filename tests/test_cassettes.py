"""Each provider's wire format, replayed from `cassettes/` without a network; `docs/recording.md` says how to record."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from scholar_build.config import Settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.limiter import Limiter
from scholar_build.lookup import open_session
from scholar_build.model import Absent, Answer, Found, Lookup, ProviderName, Question, Record, Search
from scholar_build.providers.endpoints import ENDPOINTS
from tests.twin import Twin

Ask = Callable[..., dict[Question, Answer]]
CASSETTES = Path(__file__).with_name("cassettes")
KEPT_HEADERS = re.compile(r"content-type|location|retry-after|x-(rate|concurrency|api-pool|ratelimit).*", re.IGNORECASE)
DOI, ARXIV, PMID, OPENALEX = Scheme.DOI, Scheme.ARXIV, Scheme.PMID, Scheme.OPENALEX
XGBOOST, ELIFE, LANCET = "10.1145/2939672.2939785", "10.7554/elife.01567", "10.1016/s0140-6736(97)11096-0"
ATTENTION, UNKNOWN = "1706.03762", "10.1371/notarealdoi"

# What each provider is asked, and the family name, title and year of what it must tell; None: that it knows nothing.
Expected = tuple[str, str, int] | None
SANKAR = ("Sankar", "Automated quantitative histology reveals vascular morphodynamics", 2014)
CHEN = ("Chen", "XGBoost", 2016)
VASWANI = ("Vaswani", "Attention Is All You Need", 2017)
ASKED: dict[ProviderName, dict[tuple[Scheme, str], Expected]] = {
    ProviderName.CROSSREF: {
        (DOI, XGBOOST): CHEN,
        (DOI, LANCET): ("Wakefield", "RETRACTED: Ileal-lymphoid-nodular hyperplasia", 1998),
        (DOI, UNKNOWN): None,
    },
    ProviderName.OPENALEX: {
        (DOI, XGBOOST): CHEN,
        (DOI, ELIFE): SANKAR,
        (DOI, UNKNOWN): None,
    },
    ProviderName.ARXIV: {
        (ARXIV, ATTENTION): VASWANI,
        (ARXIV, "hep-th/9711200"): ("Maldacena", "The Large N Limit of Superconformal Field Theories", 1997),
        (ARXIV, "0000.00000"): None,
    },
    ProviderName.PUBMED: {
        (PMID, "11237011"): ("Lander", "Initial sequencing and analysis of the human genome", 2001),
        (PMID, "9929727"): ("de Granda Orive", "Tobacco control in children, adolescents and young people", 1998),
        (PMID, "999999999"): None,
    },
    ProviderName.DOI_ORG: {
        (DOI, XGBOOST): CHEN,
        (DOI, "10.5281/zenodo.48440"): ("Garza", "Analysis Tools for Crossover Experiment", 2016),
        (DOI, UNKNOWN): None,
    },
    ProviderName.DATACITE: {
        (DOI, "10.48550/arxiv.1706.03762"): VASWANI,
        (DOI, "10.5281/zenodo.48440"): ("Garza", "Analysis Tools for Crossover Experiment", 2016),
        (DOI, XGBOOST): None,
    },
    ProviderName.EUROPEPMC: {(DOI, ELIFE): SANKAR, (DOI, UNKNOWN): None},
    ProviderName.SEMANTICSCHOLAR: {(DOI, XGBOOST): CHEN, (DOI, ELIFE): SANKAR, (DOI, UNKNOWN): None},
}


@pytest.fixture(scope="module")
def source() -> Iterator[Twin | None]:
    """The twin when `RECORD_FROM=twin` asks for it, else nobody: the services themselves."""
    if os.environ.get("RECORD_FROM") != "twin":
        yield None
        return
    with Twin(limits="real") as twin:
        yield twin


@pytest.fixture
def ask(source: Twin | None, record_mode: str, tmp_path: Path) -> Ask:
    """Put questions to the services, or to their cassettes, which need no waiting for."""

    def ask(*questions: Question) -> dict[Question, Answer]:
        settings = Settings(
            cache_dir=str(tmp_path),
            root=str(tmp_path),
            endpoints=source.endpoints() if source else {},  # type: ignore[arg-type]
        )
        limiter = Limiter(tmp_path / "limits", sleep=(lambda _: None) if record_mode == "none" else None)
        with open_session(settings, environ={}, limiter=limiter) as session:
            return session.ask(questions)

    return ask


@pytest.fixture(scope="module")
def vcr_cassette_dir() -> str:
    return str(CASSETTES)


@pytest.fixture
def default_cassette_name(request: pytest.FixtureRequest) -> str:
    return str(request.node.callspec.params["provider"])


@pytest.fixture
def vcr_config(source: Twin | None) -> dict[str, Any]:
    """Nothing about whoever records is kept; what came from the twin is filed under the services' own hosts."""

    def tidy_request(request: Any) -> Any:
        request.headers = {name: value for name, value in request.headers.items() if name.lower() == "accept"}
        request.uri = _real_address(request.uri, source)
        return request

    def tidy_response(response: dict[str, Any]) -> dict[str, Any]:
        headers = {
            name: [_real_address(value, source) for value in values]
            for name, values in response["headers"].items()
            if KEPT_HEADERS.fullmatch(name)
        }
        body = _real_address(response["body"]["string"].decode(), source).encode()
        return response | {"headers": headers, "body": {"string": body}}

    return {
        "before_record_request": tidy_request,
        "before_record_response": tidy_response,
        "filter_query_parameters": ["mailto", "email", "api_key"],
        "decode_compressed_response": True,
        "match_on": ["method", "scheme", "host", "path"],
    }


def _real_address(text: str, source: Twin | None) -> str:
    """The text with the twin's addresses replaced by the services' own."""
    for endpoint, base in source.endpoints().items() if source else ():
        text = text.replace(f"{base}/crosscite", "https://data.crosscite.org")
        text = text.replace(base, ENDPOINTS[endpoint].base)  # type: ignore[index]
    return text


@pytest.mark.vcr
@pytest.mark.block_network
@pytest.mark.parametrize("provider", ASKED)
def test_wire_format(provider: ProviderName, ask: Ask) -> None:
    """A service's answers, as it words them, become records with the right title, author and year, or absences."""
    told = ask(*(_lookup(provider, *asked) for asked in ASKED[provider]))
    for asked, expected in ASKED[provider].items():
        answer = told[_lookup(provider, *asked)]
        if expected is None:
            assert isinstance(answer, Absent), answer
        else:
            assert isinstance(answer, Found), answer
            assert _facts(answer.records[0], expected) == expected


@pytest.mark.vcr
@pytest.mark.block_network
@pytest.mark.parametrize("provider", ["crossref-search"])
def test_search_format(provider: str, ask: Ask) -> None:
    """A bibliographic search's answer becomes ranked records."""
    text = "Shokri Membership Inference Attacks Against Machine Learning Models 2017"
    question = Search(provider=ProviderName.CROSSREF, text=text, limit=2)
    answer = ask(question)[question]
    assert isinstance(answer, Found), answer
    assert answer.records[0].title == "Membership Inference Attacks Against Machine Learning Models"


@pytest.mark.parametrize("path", sorted(CASSETTES.glob("*.yaml")), ids=lambda path: path.stem)
def test_cassettes_hold_nothing_private(path: Path) -> None:
    """A cassette names no mail address, key, cookie or local server, and is small enough to read."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(
        r"mailto|[\w.]+@[\w-]+\.\w+|api_key|authorization|cookie|127\.0\.0\.1|localhost", text, re.IGNORECASE
    )
    assert len(text) < 60_000
    hosts = {urlsplit(line.split()[-1]).hostname for line in text.splitlines() if line.strip().startswith("uri:")}
    assert hosts <= HOSTS


HOSTS = {urlsplit(base).hostname for s in ENDPOINTS.values() for base in (s.base, *s.hosts.values())} | {
    host for service in ENDPOINTS.values() for host in service.redirect_hosts
}


def _lookup(provider: ProviderName, scheme: Scheme, value: str) -> Lookup:
    return Lookup(provider=provider, identifier=Identifier(scheme, value))


def _facts(record: Record, expected: tuple[str, str, int]) -> tuple[str, str, int]:
    """The record's facts, as far as they were expected: the start of the title, any of the years."""
    _, title, year = expected
    years = [year] if year in record.years else list(record.years)
    return record.author[0].family, record.title[: len(title)], years[0] if years else 0
