"""Limits shared by machines through a real Redis server."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from itertools import pairwise

import pytest

from scholar_build.config import load_settings
from scholar_build.errors import SettingsError
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.limiter import BusyError, CancelledError, Limiter, State
from scholar_build.limiter_redis import VARIABLE, RedisStore
from scholar_build.lookup import open_session
from scholar_build.model import Found, Lookup, ProviderName
from tests.twin import Twin

pytestmark = [
    pytest.mark.redis,
    pytest.mark.skipif(not shutil.which("redis-server"), reason="redis-server is not installed"),
]


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A Redis server of our own, in memory only."""

    def __init__(self) -> None:
        self.port = free_port()
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        next(line for line in self._process.stdout if "Ready to accept connections" in line)
        threading.Thread(target=self._process.stdout.read, daemon=True).start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=10)


@pytest.fixture
def server():
    """One server a test."""
    running = Server()
    yield running
    running.stop()


def test_two_machines_share_one_pace(server, tmp_path):
    """Two limiters with nothing in common but Redis keep the interval between all their requests."""
    sent: list[float] = []

    def machine(name: str) -> None:
        limiter = Limiter(tmp_path / name, store=RedisStore(server.url))
        for _ in range(3):
            with limiter.slot("arxiv", "single", 0.2) as slot:
                sent.append(time.time())  # before it counts: what follows waits from then on at least
                slot.sent()

    machines = [threading.Thread(target=machine, args=(name,)) for name in ("a", "b")]
    for each in machines:
        each.start()
    for each in machines:
        each.join()
    gaps = [later - earlier for earlier, later in pairwise(sent)]
    assert len(sent) == 6
    assert min(gaps) >= 0.2


def test_a_pause_is_shared(server):
    """What one machine was told to wait, the other waits too."""
    told, other = RedisStore(server.url), RedisStore(server.url)
    told.write("crossref", State(paused_until=123.0, announced={"list": 1.0}))
    assert other.read("crossref") == State(paused_until=123.0, announced={"list": 1.0})


def test_a_damaged_state_is_written_anew(server):
    """Rubbish in Redis stops nobody; the next request waits a second to be safe."""
    store = RedisStore(server.url)
    store._redis.set("scholar-build:state:crossref", b"{rubbish")
    assert store.read("crossref").paused_until > time.time()


def test_a_cancelled_wait_ends(server):
    """A build that is stopped does not wait for another machine."""
    store = RedisStore(server.url)
    other = RedisStore(server.url)
    with store.exclusive("arxiv", lambda: False), pytest.raises(CancelledError), other.exclusive("arxiv", lambda: True):
        pass


def test_redis_going_away_makes_providers_busy(server):
    """Without Redis the pace cannot be kept, so nothing is asked; it is no crash."""
    store = RedisStore(server.url)
    with store.exclusive("arxiv", lambda: False):
        server.stop()
        store.write("arxiv", State())
        with pytest.raises(BusyError):
            store.read("arxiv")
    with pytest.raises(BusyError), store.exclusive("arxiv", lambda: False):
        pass


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "nonsense"])
def test_an_address_that_cannot_be_used_is_named(url):
    """A user who mistyped the address reads which variable is wrong."""
    with pytest.raises(SettingsError, match=VARIABLE):
        RedisStore(url)


def test_a_run_keeps_its_limits_in_redis(server, tmp_path):
    """With the variable set, a whole look-up goes through Redis and succeeds."""
    with Twin(limits="off") as twin:
        host = {"endpoints": twin.endpoints(), "paces": twin.paces(), "cache_dir": str(tmp_path / "cache")}
        settings = load_settings(tmp_path, host=host, environ={})
        question = Lookup(provider=ProviderName.CROSSREF, identifier=Identifier(Scheme.DOI, "10.1093/nar/28.1.235"))
        with open_session(settings, environ={VARIABLE: server.url}) as session:
            assert isinstance(session.ask([question])[question], Found)
    assert any(RedisStore(server.url)._redis.keys("scholar-build:state:*"))
