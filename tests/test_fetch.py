"""Fetching: who we say we are, retries, redirects, caps, and how faults are named."""

from __future__ import annotations

import gzip
import socket
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholar_build.config import Settings
from scholar_build.fetch import Fetcher, FetchError, MootError, client, policy
from scholar_build.fetch.bounds import is_inner
from scholar_build.fetch.identity import Identity
from scholar_build.limiter import Limiter
from scholar_build.model import Failure
from scholar_build.providers.base import Pace, Reply, Request
from tests.wire import Clock, Send, Server

REQUEST = Request(endpoint="crossref", path="/works", params=(("filter", "doi:10.5555/a b"),))
KEYS = {
    "OPENALEX_API_KEY": "openalex-secret",
    "NCBI_API_KEY": "ncbi-secret",
    "SEMANTIC_SCHOLAR_API_KEY": "s2-secret",
    "CROSSREF_PLUS_TOKEN": "crossref-secret",
}
MAIL = "ada@example.org"


class Wire:
    """A server, a clock that does not sleep, and a fetcher between them."""

    def __init__(self, server: Server, tmp_path: Path, **settings: object) -> None:
        self.server = server
        self.clock = Clock()
        endpoints = {"crossref": server.url, **settings.pop("endpoints", {})}  # type: ignore[dict-item]
        environ = settings.pop("environ", {})
        self.settings = Settings(endpoints=endpoints, **settings)  # type: ignore[arg-type]
        limiter = Limiter(tmp_path, clock=self.clock, sleep=self.clock.sleep)
        self.fetcher = Fetcher(self.settings, limiter, environ=environ, jitter=lambda: 0.5)  # type: ignore[arg-type]

    def send(self, request: Request = REQUEST) -> Reply:
        return self.fetcher.send(request)

    def fails(self, request: Request = REQUEST) -> tuple[Failure, str]:
        with pytest.raises(FetchError) as caught:
            self.fetcher.send(request)
        return caught.value.reason, caught.value.detail


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Callable[..., Wire]]:
    opened: list[Wire] = []

    def open_(script: Callable[[str, int], Send] | Send | list[Send], **settings: object) -> Wire:
        def one(path: str, number: int) -> Send:
            if callable(script):
                return script(path, number)
            return script if isinstance(script, Send) else script[min(number, len(script) - 1)]

        server = Server(one).__enter__()
        opened.append(Wire(server, tmp_path, **settings))
        return opened[-1]

    yield open_
    for one in opened:
        one.fetcher.close()
        one.server.__exit__()


def waits(clock: Clock) -> list[float]:
    """The waits beyond the pace, rounded."""
    return [round(seconds, 1) for seconds in clock.slept]


# Who we are


def test_a_request_says_who_asks(wire: Callable[..., Wire]) -> None:
    """The User-Agent names the product and its page; without an address none is invented."""
    opened = wire(Send(body=b'{"ok": 1}'))
    reply = opened.send()
    hit = opened.server.hits[0]
    assert hit.path == "/works?filter=doi%3A10.5555%2Fa%20b"
    assert hit.headers["user-agent"].startswith("scholar-build/")
    assert "https://" in hit.headers["user-agent"]
    assert "mailto" not in hit.headers["user-agent"]
    assert hit.headers["accept"] == "application/json"
    assert (reply.status, reply.body) == (200, b'{"ok": 1}')
    assert reply.url == opened.server.url + hit.path


def identity(**settings: object) -> Identity:
    environ = settings.pop("environ", KEYS)
    return Identity(Settings(**settings), environ)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("address", "header", "value"),
    [
        ("https://api.openalex.org/works/W1", "authorization", "Bearer openalex-secret"),
        ("https://api.semanticscholar.org/graph/v1/paper/x", "x-api-key", "s2-secret"),
        ("https://api.crossref.org/works/x", "crossref-plus-api-token", "Bearer crossref-secret"),
    ],
)
def test_keys_go_to_their_own_provider(address: str, header: str, value: str) -> None:
    """Each key from the environment reaches the provider that it is for, in the header it wants, and no other one."""
    sent, headers = identity(contact_email=MAIL).dress(address)
    assert headers[header] == value
    assert sent == address
    others = set(KEYS.values()) - {value.removeprefix("Bearer ")}
    assert not any(other in str(headers) for other in others)
    assert f"mailto:{MAIL}" in headers["user-agent"]


def test_ncbi_is_told_tool_address_and_key_in_the_query() -> None:
    """NCBI wants `tool` and `email` on every call, and its key as a parameter."""
    who = identity(contact_email=MAIL)
    request = Request(endpoint="ncbi", path="/entrez/eutils/esummary.fcgi", params=(("id", "1"),))
    bare = who.address(request)
    assert bare == "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esummary.fcgi?id=1&tool=scholar-build"
    assert who.dress(bare)[0] == bare + "&email=ada%40example.org&api_key=ncbi-secret"


def test_ncbis_second_host_is_ncbi_too() -> None:
    """The PMC ID converter lives on another host of the same provider."""
    who = identity()
    address = who.address(Request(endpoint="ncbi", host="idconv", path="/tools/idconv/api/v1/articles/"))
    assert address.startswith("https://pmc.ncbi.nlm.nih.gov/tools/")
    assert who.owner(address) == "ncbi"


def test_a_blank_key_is_no_key() -> None:
    """OpenAlex and NCBI answer a blank key like a wrong one, so it is left out."""
    assert "authorization" not in identity(environ={"OPENALEX_API_KEY": " "}).dress("https://api.openalex.org/works")[1]


def test_a_key_that_would_break_the_header_is_left_out() -> None:
    """Line breaks in a key cannot smuggle headers."""
    headers = identity(environ={"OPENALEX_API_KEY": "a\r\nx: y"}).dress("https://api.openalex.org/works")[1]
    assert "authorization" not in headers


def test_an_address_in_other_letters_is_encoded() -> None:
    """A contact address outside ASCII is sent as the `mailto:` form allows."""
    headers = identity(contact_email="adä+x@example.org").dress("https://api.crossref.org/works")[1]
    assert "mailto:ad%C3%A4+x@example.org)" in headers["user-agent"]


def test_a_replaced_endpoint_learns_nothing(wire: Callable[..., Wire]) -> None:
    """A settings file that names another server gets neither keys nor the contact address."""
    opened = wire(Send(), contact_email=MAIL, environ=KEYS)
    opened.send()
    seen = str(opened.server.hits[0])
    assert MAIL not in seen
    assert not any(key in seen for key in KEYS.values())


def test_the_environment_can_trust_replaced_endpoints(wire: Callable[..., Wire]) -> None:
    """Whoever owns the environment may send keys and address to a mirror."""
    opened = wire(Send(), contact_email=MAIL, environ={**KEYS, "SCHOLAR_BUILD_TRUST_ENDPOINTS": "1"})
    opened.send()
    headers = opened.server.hits[0].headers
    assert headers["crossref-plus-api-token"] == "Bearer crossref-secret"
    assert f"mailto:{MAIL}" in headers["user-agent"]


def test_a_host_that_is_nobodys_learns_nothing() -> None:
    """The servers that doi.org leads to are no endpoint of ours: they get no key and no address."""
    address, headers = identity(contact_email=MAIL).dress("https://data.crosscite.org/10.5555/x")
    assert address == "https://data.crosscite.org/10.5555/x"
    assert MAIL not in str(headers)


@pytest.mark.parametrize("name", ["email", "api_key", "x"])
def test_what_a_redirect_repeats_of_us_is_dropped(name: str) -> None:
    """A server that puts our key into a redirect's address does not get it sent elsewhere."""
    who = identity(contact_email=MAIL)
    for secret in (MAIL, "ncbi-secret"):
        assert who.undress(f"https://pmc.ncbi.nlm.nih.gov/a?id=1&{name}={secret}&b=") == (
            "https://pmc.ncbi.nlm.nih.gov/a?id=1&b="
        )


# Redirects


def test_a_redirect_on_the_same_host_is_followed(wire: Callable[..., Wire]) -> None:
    """An aliased DOI leads to its prime DOI's record."""
    opened = wire([Send(301, {"Location": "/works/prime"}), Send(body=b"{1}")])
    reply = opened.send()
    assert reply.body == b"{1}"
    assert reply.url == opened.server.url + "/works/prime"
    assert opened.fetcher.requests == 2


def test_redirects_end_after_five(wire: Callable[..., Wire]) -> None:
    """A redirect loop is a failure of the provider."""
    opened = wire(Send(302, {"Location": "/again"}))
    assert opened.fails() == (Failure.PROVIDER_UNAVAILABLE, "too many redirects")
    assert len(opened.server.hits) == 6


@pytest.mark.parametrize("location", ["http://169.254.169.254/latest", "http://foreign.invalid/", ""])
def test_other_redirects_are_handed_on_unfollowed(wire: Callable[..., Wire], location: str) -> None:
    """No reply can lead us to another host; the provider's reader sees the redirect itself."""
    opened = wire(Send(302, {"Location": location}))
    assert opened.send().status == 302
    assert len(opened.server.hits) == 1


@pytest.mark.parametrize(
    "location", ["http://[::1", "http://a b/", "http://x:99999999/", "\\\\x", "javascript:1", "//"]
)
def test_a_redirect_to_no_address_is_a_failure_or_an_answer(wire: Callable[..., Wire], location: str) -> None:
    """Nonsense in a redirect's address ends the request, not the run."""
    opened = wire(Send(302, {"Location": location}))
    with suppress(FetchError):
        assert opened.send().status == 302
    assert {hit.headers["host"] for hit in opened.server.hits} == {opened.server.url.removeprefix("http://")}


def test_a_replaced_endpoint_may_lead_to_another_replaced_one(wire: Callable[..., Wire], tmp_path: Path) -> None:
    """A mirror of doi.org leads to the mirror of Crossref, whose own pace is then kept."""
    target = wire(Send(body=b"{2}"))
    source = wire(
        Send(302, {"Location": target.server.url + "/v1/works/x/transform"}),
        endpoints={"doi": "http://later.invalid", "crossref": target.server.url},
    )
    source.settings.endpoints["doi"] = source.server.url
    fetcher = Fetcher(source.settings, source.fetcher._limiter, environ={})
    for path in ("/10.5555/x", "/10.5555/y"):
        assert fetcher.send(Request(endpoint="doi", path=path)).body == b"{2}"
    fetcher.close()
    assert [pytest.approx(1 / 3 + 0.02, abs=0.01)] == source.clock.slept
    assert {path.name.partition("-")[0] for path in tmp_path.glob("*.json")} == {"doi", "crossref"}


def test_an_endpoint_that_said_stop_is_not_reached_by_redirects_either(wire: Callable[..., Wire]) -> None:
    """When Crossref asks for a long wait, doi.org is still asked, but not followed to Crossref."""
    crossref = wire(Send(429, {"Retry-After": "3600"}))
    doi = wire(Send(302, {"Location": crossref.server.url + "/transform"}), endpoints={"crossref": crossref.server.url})
    doi.settings.endpoints["doi"] = doi.server.url
    fetcher = Fetcher(doi.settings, doi.fetcher._limiter, environ={})
    for _ in range(2):
        with pytest.raises(FetchError) as caught:
            fetcher.send(Request(endpoint="doi", path="/10.5555/x"))
        assert (caught.value.detail, caught.value.is_final) == ("429", False)
    fetcher.close()
    assert (len(crossref.server.hits), len(doi.server.hits)) == (1, 2)


@pytest.mark.parametrize(
    ("endpoint", "target", "allowed"),
    [
        ("doi", "https://api.crossref.org:443/v1/works/x/transform", True),
        ("doi", "https://data.crosscite.org/x", True),
        ("doi", "https://data.crosscite.org:8443/x", False),
        ("doi", "http://data.crosscite.org/x", False),
        ("doi", "https://publisher.example/x", False),
        ("doi", "https://doi.org.evil.example/x", False),
        ("arxiv", "https://arxiv.org/api/query", True),
        ("ncbi", "https://pmc.ncbi.nlm.nih.gov/x", True),
        ("crossref", "https://api.crossref.org@evil.example/x", False),
        ("crossref", "http://api.crossref.org/works/x", False),
        ("crossref", "https://169.254.169.254/", False),
        ("crossref", "https://api.openalex.org/", False),
    ],
)
def test_where_redirects_may_lead(endpoint: str, target: str, allowed: bool) -> None:
    """Only to hosts that are known for the provider, and never to less protection."""
    source = identity().address(Request(endpoint=endpoint, path="/x"))  # type: ignore[arg-type]
    assert identity().may_follow(endpoint, source, target) is allowed  # type: ignore[arg-type]


def test_a_post_is_not_redirected(wire: Callable[..., Wire]) -> None:
    """A body is sent to the address it was meant for, and nowhere else."""
    opened = wire(Send(307, {"Location": "/elsewhere"}))
    request = Request(endpoint="crossref", path="/batch", body=b'{"ids": []}')
    assert opened.send(request).status == 307
    assert (opened.server.hits[0].body, opened.server.hits[0].headers["content-type"]) == (
        b'{"ids": []}',
        "application/json",
    )


# Retries


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_passing_failures_are_tried_again_twice(wire: Callable[..., Wire], status: int) -> None:
    """The third try still counts."""
    opened = wire([Send(status), Send(status), Send(body=b"{3}")])
    assert opened.send().body == b"{3}"
    assert waits(opened.clock) == [1.0, 2.0]


@pytest.mark.parametrize(
    ("status", "reason"),
    [(429, Failure.RATE_LIMITED), (500, Failure.PROVIDER_UNAVAILABLE), (503, Failure.PROVIDER_UNAVAILABLE)],
)
def test_after_three_tries_the_status_is_the_detail(wire: Callable[..., Wire], status: int, reason: Failure) -> None:
    """The report says what the provider said last."""
    opened = wire(Send(status, body=b"<html>429 Too Many Requests</html>"))
    assert opened.fails() == (reason, str(status))
    assert len(opened.server.hits) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 406, 410])
def test_other_statuses_are_answers(wire: Callable[..., Wire], status: int) -> None:
    """What the provider says about the question is its reader's to judge, and is not asked again."""
    opened = wire(Send(status, body=b"no"))
    assert (opened.send().status, len(opened.server.hits)) == (status, 1)


def test_arxivs_406_is_a_request_to_slow_down(wire: Callable[..., Wire]) -> None:
    """arXiv's edge throttles with 406."""
    opened = wire([Send(406), Send()])
    opened.settings.endpoints["arxiv"] = opened.server.url
    fetcher = Fetcher(opened.settings, opened.fetcher._limiter, environ={}, jitter=lambda: 0.5)
    assert fetcher.send(Request(endpoint="arxiv", path="/api/query")).status == 200
    fetcher.close()
    assert len(opened.server.hits) == 2
    assert waits(opened.clock) == [3.0]  # arXiv's own interval, not a second


def test_the_wait_that_is_asked_for_is_kept(wire: Callable[..., Wire]) -> None:
    """`Retry-After: 7` means seven seconds."""
    opened = wire([Send(429, {"Retry-After": "7"}), Send()])
    opened.send()
    assert waits(opened.clock) == [7.0]


def test_a_wait_of_more_than_thirty_seconds_ends_the_run_for_the_provider(wire: Callable[..., Wire]) -> None:
    """Twelve hours are not waited; the provider is not asked again."""
    opened = wire(Send(429, {"Retry-After": "43200"}))
    with pytest.raises(FetchError) as caught:
        opened.send()
    assert (caught.value.reason, caught.value.detail, caught.value.is_final) == (Failure.RATE_LIMITED, "429", True)
    assert opened.fails() == (Failure.RATE_LIMITED, "429")
    assert len(opened.server.hits) == 1
    assert opened.clock.slept == []


NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7.0),
        (" 2 ", 2.0),
        ("-3", 0.0),
        ("inf", float("inf")),
        ("nan", None),
        ("soon", None),
        ("", None),
        (format_datetime(NOW + timedelta(seconds=20), usegmt=True), 20.0),
        ("Mon, 30 Nov 2026 12:00:05 -0000", 5.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("Mon, 99 Nov 2026 11:00:00 GMT", None),
    ],
)
def test_both_forms_of_retry_after(text: str, seconds: float | None) -> None:
    """Seconds and HTTP dates are read; nonsense is no wait."""
    assert policy.retry_after_s({"retry-after": text}, NOW) == seconds


@given(st.text(max_size=40))
def test_no_header_breaks_the_policy(text: str) -> None:
    """Whatever a server writes into its headers, reading them never fails."""
    headers = dict.fromkeys(
        ("retry-after", "x-rate-limit-limit", "x-rate-limit-interval", "x-ratelimit-limit", "x-ratelimit-remaining"),
        text,
    )
    asked = policy.retry_after_s(headers, NOW)
    assert asked is None or asked >= 0
    for endpoint in ("crossref", "ncbi", "openalex"):
        announced = policy.announced_interval_s(endpoint, headers)  # type: ignore[arg-type]
        assert announced is None or announced > 0
        left = policy.credits_left(endpoint, headers)  # type: ignore[arg-type]
        assert left is None or left >= 0


# Paces


@pytest.mark.parametrize(
    ("endpoint", "pace", "polite", "interval"),
    [
        ("crossref", Pace.LIST, False, 1.0),
        ("crossref", Pace.LIST, True, 1 / 3),
        ("crossref", Pace.SINGLE, False, 1 / 3),
        ("arxiv", Pace.SINGLE, True, 3.0),
        ("openalex", Pace.LIST, False, 0.2),
        ("ncbi", Pace.SINGLE, True, 1 / 3),
        ("doi", Pace.SINGLE, False, 1 / 3),
        ("datacite", Pace.SINGLE, False, 1 / 1.6),
        ("datacite", Pace.SINGLE, True, 1 / 3),
        ("semanticscholar", Pace.SINGLE, False, 1.0),
    ],
)
def test_the_etiquettes_paces(endpoint: str, pace: Pace, polite: bool, interval: float) -> None:
    """Each provider is asked at the pace that the etiquette names."""
    assert policy.interval_s(endpoint, pace, polite=polite) == pytest.approx(interval)  # type: ignore[arg-type]


def test_a_pace_can_be_raised_for_a_server_of_ones_own(wire: Callable[..., Wire]) -> None:
    """`paces` makes a replaced endpoint faster, whatever its headers announce."""
    opened = wire(Send(headers={"x-rate-limit-limit": "1"}), paces={"crossref": 100.0})
    opened.send()
    opened.send()
    assert [pytest.approx(0.011, abs=0.01)] == opened.clock.slept


def test_a_pace_cannot_be_raised_for_a_provider(tmp_path: Path) -> None:
    """`paces` says nothing about a provider's own host."""
    clock = Clock()
    fetcher = Fetcher(
        Settings(paces={"arxiv": 100.0}, timeout_s=0.0),
        Limiter(tmp_path, clock=clock, sleep=clock.sleep),
        environ={},
    )
    for _ in range(2):
        with pytest.raises(FetchError, match="timeout"):
            fetcher.send(Request(endpoint="arxiv", path="/api/query"))
    fetcher.close()
    assert [pytest.approx(3.02)] == clock.slept  # and no less


def test_an_announced_limit_slows_us_down(wire: Callable[..., Wire]) -> None:
    """Crossref's headers are obeyed where they allow less than the etiquette."""
    opened = wire(Send(headers={"x-rate-limit-limit": "2", "x-rate-limit-interval": "10s"}))
    opened.send()
    opened.send()
    assert [pytest.approx(5.02, abs=0.1)] == opened.clock.slept


# OpenAlex's budget

OPENALEX = Request(endpoint="openalex", path="/works")


def openalex(opened: Wire) -> Fetcher:
    opened.settings.endpoints["openalex"] = opened.server.url
    return Fetcher(opened.settings, opened.fetcher._limiter, environ={}, jitter=lambda: 0.5)


def test_remaining_credits_are_known(wire: Callable[..., Wire]) -> None:
    """The credits that OpenAlex says are left can be reported."""
    fetcher = openalex(wire(Send(headers={"X-RateLimit-Remaining": "989", "X-RateLimit-Onetime-Remaining": "5"})))
    fetcher.send(OPENALEX)
    fetcher.close()
    assert fetcher.credits == {"openalex": 994}


def test_a_used_up_budget_stops_the_provider_for_the_run(wire: Callable[..., Wire]) -> None:
    """With no credit left, no further request is sent."""
    opened = wire(Send(headers={"X-RateLimit-Remaining": "0"}))
    fetcher = openalex(opened)
    assert fetcher.send(OPENALEX).status == 200
    with pytest.raises(FetchError) as caught:
        fetcher.send(OPENALEX)
    fetcher.close()
    assert (caught.value.detail, caught.value.is_final) == ("daily budget used up", True)
    assert len(opened.server.hits) == 1


@pytest.mark.parametrize(
    ("words", "final"), [(b"Insufficient budget. Resets", True), (b"Plan upgrade required", False)]
)
def test_a_429_about_money_is_not_waited_for(wire: Callable[..., Wire], words: bytes, final: bool) -> None:
    """OpenAlex also says 429 when the money is spent or the plan too small: waiting does not help."""
    opened = wire(Send(429, body=b'{"message": "' + words + b'"}'))
    fetcher = openalex(opened)
    with pytest.raises(FetchError) as caught:
        fetcher.send(OPENALEX)
    fetcher.close()
    assert (caught.value.reason, caught.value.is_final) == (Failure.RATE_LIMITED, final)
    assert len(opened.server.hits) == 1


# Bodies, time and faults


def test_a_compressed_body_is_unpacked(wire: Callable[..., Wire]) -> None:
    """Providers that compress are read like those that do not."""
    body = b'{"title": "x"}' * 1000
    opened = wire(
        [
            Send(body=gzip.compress(body), headers={"Content-Encoding": "gzip"}),
            Send(body=zlib.compress(body), headers={"Content-Encoding": "deflate"}),
        ]
    )
    assert opened.send().body == body
    assert opened.send().body == body


@pytest.mark.parametrize(
    ("send", "detail"),
    [
        (Send(body=b" " * (client.MAX_BYTES + 1)), "too large"),
        (Send(body=gzip.compress(b" " * 64 * 1024 * 1024), headers={"Content-Encoding": "gzip"}), "too large"),
        (Send(body=b"\x1f\x8bnot gzip", headers={"Content-Encoding": "gzip"}), "damaged encoding"),
        (Send(body=b"x", headers={"Content-Encoding": "br"}), "unknown encoding"),
        (Send(raw=b"ni hao\r\n\r\n"), "not HTTP"),
    ],
)
def test_faults_that_are_not_tried_again(wire: Callable[..., Wire], send: Send, detail: str) -> None:
    """A body that is too large or cannot be read is a failure with its name, after one request."""
    opened = wire(send)
    assert opened.fails() == (Failure.PROVIDER_UNAVAILABLE, detail)
    assert len(opened.server.hits) == 1


@pytest.mark.parametrize(
    ("send", "detail"),
    [
        (Send(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"), "cut off"),
        (Send(body=gzip.compress(b"{}" * 99)[:-12], headers={"Content-Encoding": "gzip"}), "cut off"),
        (Send(raw=b""), "reset"),
    ],
)
def test_broken_lines_are_tried_again(wire: Callable[..., Wire], send: Send, detail: str) -> None:
    """A connection that breaks is tried twice more; then its kind is reported."""
    opened = wire(send)
    assert opened.fails() == (Failure.PROVIDER_UNAVAILABLE, detail)
    assert len(opened.server.hits) == 3


def test_a_long_error_page_does_not_hide_the_status(wire: Callable[..., Wire]) -> None:
    """Of an error page only the start is read."""
    opened = wire(Send(404, body=b"x" * (client.MAX_BYTES + 1)))
    assert len(opened.send().body) == client.MAX_ERROR_BYTES


@pytest.mark.parametrize(
    "send",
    [
        Send(raw=b"", hang=True),
        Send(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", hang=True),
        Send(body=b"{" * 100, drip_s=0.05),  # headers and body drip
    ],
)
def test_the_time_for_an_answer_is_limited_in_total(wire: Callable[..., Wire], send: Send) -> None:
    """A server that says nothing, or one byte now and then, is given up after `timeout_s`, and not asked again."""
    opened = wire(send, timeout_s=0.3)
    started = datetime.now(UTC)
    assert opened.fails() == (Failure.PROVIDER_UNAVAILABLE, "timeout")
    assert (datetime.now(UTC) - started).total_seconds() < 2
    assert len(opened.server.hits) == 1
    opened.fails()
    assert waits(opened.clock) == [2.0]  # a server that is still at it counts the old request


@contextmanager
def closed_port() -> Iterator[str]:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"


def fetch_error(address: str, tmp_path: Path) -> str:
    clock = Clock()
    limiter = Limiter(tmp_path, clock=clock, sleep=clock.sleep)
    fetcher = Fetcher(Settings(endpoints={"crossref": address}), limiter, environ={})
    with pytest.raises(FetchError) as caught:
        fetcher.send(REQUEST)
    fetcher.close()
    return f"{caught.value.reason} {caught.value.detail} {fetcher.requests}"


def test_a_refused_connection(tmp_path: Path) -> None:
    """A server that is down is named as such, after three tries."""
    with closed_port() as address:
        assert fetch_error(address, tmp_path) == "provider_unavailable connection refused 3"


def test_a_name_that_does_not_resolve(tmp_path: Path) -> None:
    """Without a network, the name resolution is what failed."""
    assert fetch_error("http://nowhere.invalid", tmp_path) == "provider_unavailable name resolution 3"


@pytest.mark.parametrize("address", ["https://", "http://x:99999999", "http://[::1", "http://a b"])
def test_an_endpoint_that_is_no_address(tmp_path: Path, address: str) -> None:
    """A wrong address in the settings is a failure of that provider, not a traceback."""
    assert fetch_error(address, tmp_path).startswith("provider_unavailable ")


def test_a_server_without_tls(tmp_path: Path, wire: Callable[..., Wire]) -> None:
    """A server that does not speak TLS is not tried again."""
    opened = wire(Send())
    address = opened.server.url.replace("http://", "https://")
    assert fetch_error(address, tmp_path) == "provider_unavailable TLS 1"


@pytest.mark.parametrize(
    ("address", "inner"),
    [
        ("127.0.0.1", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
        ("93.184.216.34", False),
        ("2606:4700::1111", False),
        ("169.254.169.254", True),
        ("::ffff:169.254.169.254", True),
        ("fe80::1%eth0", True),
        ("10.0.0.1", True),
        ("172.17.0.2", True),
        ("192.168.1.1", True),
        ("100.64.0.1", True),
        ("0.0.0.0", True),
        ("224.0.0.1", True),
        ("64:ff9b::a00:1", True),
        ("2002:a00:1::", True),
        ("fec0::1", True),
        ("fc00::1", True),
    ],
)
def test_inner_addresses(address: str, inner: bool) -> None:
    """Addresses of the machine's network are told from public ones and from its own loopback."""
    assert is_inner(address) is inner


def test_a_settings_file_cannot_reach_into_the_network(
    wire: Callable[..., Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replaced endpoint inside the network gets nothing, unless the environment trusts replaced endpoints."""
    monkeypatch.setattr("scholar_build.fetch.bounds.is_inner", lambda address: address == "127.0.0.1")
    opened = wire(Send())
    assert opened.fails() == (Failure.PROVIDER_UNAVAILABLE, "inner address refused")
    assert opened.server.hits == []
    trusting = wire(Send(), environ={"SCHOLAR_BUILD_TRUST_ENDPOINTS": "1"})
    assert trusting.send().status == 200


def test_the_environments_proxy_is_used_but_not_for_loopback(
    wire: Callable[..., Wire], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machines behind a proxy can build, and a local test server needs none."""
    proxy = wire(Send(body=b"{}"))
    direct = wire(Send(body=b"{}"))
    monkeypatch.setenv("HTTP_PROXY", proxy.server.url)
    clock = Clock()
    settings = Settings(endpoints={"crossref": direct.server.url, "doi": "http://doi.invalid"})
    fetcher = Fetcher(settings, Limiter(tmp_path / "l", clock=clock, sleep=clock.sleep), environ={})
    fetcher.send(Request(endpoint="crossref", path="/local"))
    fetcher.send(Request(endpoint="doi", path="/far"))
    fetcher.close()
    assert [hit.path for hit in direct.server.hits] == ["/local"]
    assert [hit.path for hit in proxy.server.hits] == ["http://doi.invalid/far"]


def test_a_request_that_another_process_has_answered_is_not_sent(wire: Callable[..., Wire]) -> None:
    """Whoever waited for his turn looks once more whether he still needs it."""
    opened = wire(Send())
    with pytest.raises(MootError):
        opened.fetcher.send(REQUEST, is_moot=lambda: True)
    assert (opened.server.hits, opened.fetcher.requests) == ([], 0)


def test_a_provider_that_other_processes_hold_is_a_failure(
    wire: Callable[..., Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that hangs with a provider's slot does not hang everybody."""
    monkeypatch.setattr("scholar_build.limiter.BUSY_S", 0.05)
    opened = wire(Send())
    name = Identity(opened.settings, {}).limits_name("crossref")
    with opened.fetcher._limiter.slot(name, "x", 0.0):
        assert opened.fails() == (Failure.PROVIDER_UNAVAILABLE, "busy with other processes")
