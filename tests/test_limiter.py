"""The limiter: one request at a time per provider, at a pace that processes share."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from scholar_build import limiter as limiter_module
from scholar_build.limiter import GRACE_S, BusyError, CancelledError, Limiter
from tests.wire import Clock

MARGIN = 0.02


@pytest.fixture
def clock() -> Clock:
    return Clock()


def a_limiter(folder: Path, clock: Clock) -> Limiter:
    return Limiter(folder, clock=clock, sleep=clock.sleep)


def take(limiter: Limiter, lane: str = "single", interval_s: float = 1.0, name: str = "crossref") -> None:
    with limiter.slot(name, lane, interval_s) as slot:
        slot.sent()


def test_the_first_request_does_not_wait(tmp_path: Path, clock: Clock) -> None:
    """Nobody waits for a provider that has not been asked."""
    take(a_limiter(tmp_path, clock))
    assert clock.slept == []


def test_the_next_request_waits_for_its_turn(tmp_path: Path, clock: Clock) -> None:
    """Two requests to one provider are an interval apart."""
    limiter = a_limiter(tmp_path, clock)
    take(limiter)
    clock.now += 0.25
    take(limiter)
    assert [pytest.approx(0.75 + MARGIN)] == clock.slept


def test_another_limiter_on_the_same_folder_shares_the_pace(tmp_path: Path, clock: Clock) -> None:
    """What one process has sent, another one counts."""
    take(a_limiter(tmp_path, clock))
    take(a_limiter(tmp_path, clock))
    assert [pytest.approx(1.0 + MARGIN)] == clock.slept


def test_lists_and_single_records_have_their_own_paces(tmp_path: Path, clock: Clock) -> None:
    """Crossref's lists do not slow down its single records."""
    limiter = a_limiter(tmp_path, clock)
    take(limiter, "list")
    take(limiter, "single")
    assert clock.slept == []


def test_providers_do_not_wait_for_each_other(tmp_path: Path, clock: Clock) -> None:
    """arXiv's three seconds are arXiv's only."""
    limiter = a_limiter(tmp_path, clock)
    take(limiter, interval_s=3.0, name="arxiv")
    take(limiter, name="openalex")
    assert clock.slept == []


def test_a_pause_holds_for_every_lane_and_process(tmp_path: Path, clock: Clock) -> None:
    """A provider that says "wait" is left alone by all workers."""
    with a_limiter(tmp_path, clock).slot("crossref", "list", 1.0) as slot:
        slot.sent()
        slot.pause(12.0)
    take(a_limiter(tmp_path, clock), "single")
    assert [pytest.approx(12.0)] == clock.slept


def test_a_pause_is_never_longer_than_thirty_seconds(tmp_path: Path, clock: Clock) -> None:
    """A wrong clock or a wrong file cannot stop us for hours."""
    (tmp_path / "crossref.json").write_text(json.dumps({"paused_until": clock.now + 1e9}))
    take(a_limiter(tmp_path, clock))
    assert clock.slept == [30.0]


def test_a_clock_that_was_set_back_costs_one_interval(tmp_path: Path, clock: Clock) -> None:
    """Times from the future are taken for now."""
    (tmp_path / "crossref.json").write_text(json.dumps({"last": {"single": clock.now + 1e6}}))
    take(a_limiter(tmp_path, clock))
    assert [pytest.approx(1.0 + MARGIN)] == clock.slept


def test_an_announced_limit_is_obeyed_where_it_is_lower(tmp_path: Path, clock: Clock) -> None:
    """A provider that announces one request in five seconds gets no more."""
    limiter = a_limiter(tmp_path, clock)
    with limiter.slot("crossref", "single", 1.0) as slot:
        slot.sent()
        slot.announce(5.0)
    take(a_limiter(tmp_path, clock))
    assert [pytest.approx(5.0 + MARGIN)] == clock.slept


def test_an_announced_limit_never_makes_us_faster(tmp_path: Path, clock: Clock) -> None:
    """The etiquette's pace stays although the provider would allow more."""
    limiter = a_limiter(tmp_path, clock)
    with limiter.slot("crossref", "single", 1.0) as slot:
        slot.sent()
        slot.announce(0.02)
    take(limiter)
    assert [pytest.approx(1.0 + MARGIN)] == clock.slept


def test_an_announced_limit_is_at_most_a_minute(tmp_path: Path, clock: Clock) -> None:
    """A header that announces one request a day does not stop the build."""
    limiter = a_limiter(tmp_path, clock)
    with limiter.slot("crossref", "single", 1.0) as slot:
        slot.sent()
        slot.announce(86_400.0)
    take(limiter)
    assert [pytest.approx(60.0 + MARGIN)] == clock.slept


def test_the_way_to_the_server_is_allowed_for(tmp_path: Path, clock: Clock) -> None:
    """A server may count a request up to a second after it was sent; the next one keeps its distance from that."""
    limiter = a_limiter(tmp_path, clock)
    with limiter.slot("crossref", "single", 1.0) as slot:
        slot.sent()
        clock.now += 1.5
        slot.answered()
    take(limiter)
    assert [pytest.approx(0.5 + MARGIN)] == clock.slept


def test_a_damaged_state_costs_a_second(tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    """A file that cannot be read is replaced, with a warning, and nobody rushes."""
    (tmp_path / "crossref.json").write_bytes(b"\x00garbage")
    limiter = Limiter(tmp_path, clock=time.time, sleep=clock.sleep)
    take(limiter)
    assert "crossref.json is damaged" in caplog.text
    assert len(clock.slept) == 1
    assert 0 < clock.slept[0] <= 1.0
    assert json.loads((tmp_path / "crossref.json").read_text())["last"]["single"] > 0


def test_a_folder_that_cannot_be_made_still_limits_this_process(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a writable folder there is a warning, and the pace holds within the process."""
    (tmp_path / "file").write_text("")
    take(a_limiter(tmp_path / "file" / "limits", clock), name="only-here")
    take(a_limiter(tmp_path / "file" / "limits", clock), name="only-here")
    assert [pytest.approx(1.0 + MARGIN)] == clock.slept
    assert "request limits hold for this process only" in caplog.text


def test_a_state_that_cannot_be_written_is_warned_about(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """A full disk does not end the run."""
    (tmp_path / "crossref.new").mkdir()
    take(a_limiter(tmp_path, clock))
    assert "other processes do not see our requests" in caplog.text


def test_closing_ends_a_wait(tmp_path: Path) -> None:
    """Somebody who interrupts a build does not wait for a provider's pace."""
    limiter = Limiter(tmp_path)
    take(limiter, interval_s=60.0)
    threading.Timer(0.05, limiter.close).start()
    started = time.monotonic()
    with pytest.raises(CancelledError):
        take(limiter, interval_s=60.0)
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("writable", [True, False])
def test_one_request_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writable: bool) -> None:
    """While one request is under way, nobody else sends one; who waits too long is told so."""
    monkeypatch.setattr(limiter_module, "BUSY_S", 0.1)
    folder = tmp_path / "limits"
    if not writable:
        (tmp_path / "limits").write_text("")
        folder = tmp_path / "limits" / "x"
    limiter = Limiter(folder)
    with limiter.slot("held", "single", 0.0), pytest.raises(BusyError):
        take(Limiter(folder), name="held")


def test_closing_ends_the_wait_for_another_process(tmp_path: Path) -> None:
    """Somebody who interrupts a build does not wait for other processes either."""
    with Limiter(tmp_path).slot("crossref", "single", 0.0):
        other = Limiter(tmp_path)
        other.close()
        with pytest.raises(CancelledError):
            take(other)


HOLDER = textwrap.dedent(
    """
    import sys, time
    from pathlib import Path
    from scholar_build.limiter import Limiter
    with Limiter(Path(sys.argv[1])).slot("crossref", "single", 0.2) as slot:
        slot.sent()
        print("held", flush=True)
        time.sleep(60)
    """
)


def test_a_killed_process_lets_go_but_has_been_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A process that is killed in the middle of a request blocks nobody, and its request counts."""
    caplog.set_level(logging.DEBUG)
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    sent = json.loads((tmp_path / "crossref.json").read_text())["last"]["single"]
    process.kill()
    process.wait()
    clock = Clock()
    clock.now = sent + 0.05
    take(a_limiter(tmp_path, clock), interval_s=0.2)
    assert [pytest.approx(GRACE_S - 0.05)] == clock.slept  # the server may still be answering
    take(a_limiter(tmp_path, clock), interval_s=0.2)
    assert clock.slept[1:] == [pytest.approx(0.22)]
