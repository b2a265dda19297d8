"""The twin fails on demand."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.twin import Fault, Twin
from tests.twin.asking import CLIENT, follow, get

STATUS_FAULTS = {
    Fault.TOO_MANY: (429, None),
    Fault.TOO_MANY_NOW: (429, "0"),
    Fault.TOO_MANY_SECONDS: (429, "1"),
    Fault.TOO_MANY_LONG: (429, "43200"),
    Fault.TOO_MANY_NONSENSE: (429, "soon"),
    Fault.FORBIDDEN: (403, None),
    Fault.NOT_ACCEPTABLE: (406, None),
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
    with CLIENT.stream("GET", address, timeout=0.3) as answer:
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
    with CLIENT.stream("GET", failing.url("crossref") + "/works/10.5555/old.1") as answer:
        for chunk in answer.iter_bytes():
            size += len(chunk)
            if size > 20_000_000:
                break
    assert size > 20_000_000


def test_redirects_that_lead_astray(failing: Twin) -> None:
    """A provider can redirect to itself without end, to another host or to a private address."""
    for fault, location in (
        (Fault.REDIRECT_LOOP, failing.url("crossref") + "/works/10.5555/old.1"),
        (Fault.REDIRECT_FOREIGN, failing.foreign),
        (Fault.REDIRECT_PRIVATE, "http://169.254.169.254/latest/meta-data/"),
    ):
        failing.fail("crossref", fault, times=1)
        assert get(failing, "crossref", "/works/10.5555/old.1").headers["location"] == location
    follow(failing.foreign)
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


def test_a_provider_can_come_back(failing: Twin) -> None:
    """What was down can be opened again under the same address."""
    failing.down("crossref")
    failing.up()
    assert get(failing, "crossref", "/works/10.5555/old.1").status_code == 200


def test_pages_can_be_empty_although_there_are_hits(failing: Twin) -> None:
    """A list can count hits and hold none."""
    for provider in ("crossref", "arxiv"):
        failing.fail(provider, Fault.EMPTY_PAGE)
    works = get(failing, "crossref", "/works?rows=5").json()["message"]
    feed = get(failing, "arxiv", "/api/query?id_list=2101.99001").text
    assert (works["items"], works["total-results"] > 100) == ([], True)
    assert ("<entry>" in feed, "<opensearch:totalResults>1<" in feed) == (False, True)


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
