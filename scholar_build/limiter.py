"""One request at a time per provider, at the etiquette's pace, for all processes that share a cache folder.

A slot is an operating-system lock on a small file per provider, held while the request is under
way, with a JSON file beside it that says when the last request was sent. That is all: the lock
gives "one at a time" and goes away with a killed process; the times are written before a request
is sent, so a killed process has been counted. Waits are slept inside the slot, so nobody spins.

Why no library: pyrate-limiter bounds the rate only, stamps grants with the planned and not the
real time, and would still need this lock for the single connection; `diskcache.throttle` gives
every process its own budget; limits and throttled have no file backend.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

import msgspec

log = logging.getLogger(__name__)

MARGIN_S = 0.02
"""Added to intervals (at most a tenth of them): clocks and schedulers are not exact."""
TRANSIT_S = 1.0
"""A server may count a request any time between its sending and the first byte of the answer; the latest is
assumed, up to this much. Keeping the pace for sure is worth more than the last bit of speed."""
GRACE_S = 2.0
"""How long the last request of a killed process is given to be answered, since it still counts at the server."""
MAX_PAUSE_S = 30.0
"""The longest shared pause; also what a wrong clock can cost at most."""
MAX_INTERVAL_S = 60.0
"""The longest announced interval that is obeyed."""
BUSY_S = 300.0
"""How long to wait for other processes to be done with a provider."""


class BusyError(Exception):
    """Other processes held the provider for too long."""


class CancelledError(Exception):
    """The limiter was closed while waiting."""


class State(msgspec.Struct):
    """What processes tell each other about one provider; times are seconds since the epoch."""

    last: dict[str, float] = {}  # when a request was last sent, by lane
    announced: dict[str, float] = {}  # seconds between requests as the provider announces them, by lane
    paused_until: float = 0.0
    under_way_since: float = 0.0  # still set when a slot is taken: the holder before was killed


class Store(Protocol):
    """Where the states are kept and locked."""

    def exclusive(self, name: str, cancelled: Callable[[], bool]) -> AbstractContextManager[None]:
        """Hold one provider; raises `BusyError`."""

    def read(self, name: str) -> State:
        """The state of a provider that is held."""

    def write(self, name: str, state: State) -> None:
        """Keep the state of a provider that is held."""


class Slot:
    """The right to send one request now."""

    def __init__(self, limiter: Limiter, name: str, lane: str, state: State) -> None:
        self._limiter, self._name, self._lane, self._state = limiter, name, lane, state

    def sent(self) -> None:
        """Count the request from now on."""
        self._state.last[self._lane] = self._state.under_way_since = self._limiter.clock()
        self._write()

    def answered(self) -> None:
        """Allow for the way to the server: the request may have arrived later than it was sent."""
        sent = self._state.last[self._lane]
        self._state.last[self._lane] = sent + min(max(self._limiter.clock() - sent, 0.0), TRANSIT_S)
        self._write()

    def announce(self, interval_s: float) -> None:
        """Note the provider's own limit for this lane, in seconds between requests."""
        interval_s = min(interval_s, MAX_INTERVAL_S)
        if self._state.announced.get(self._lane) != interval_s:
            self._state.announced[self._lane] = interval_s
            self._write()

    def pause(self, seconds: float) -> None:
        """Let nobody ask this provider for some seconds, at most `MAX_PAUSE_S`."""
        until = self._limiter.clock() + min(seconds, MAX_PAUSE_S)
        self._state.paused_until = max(self._state.paused_until, until)
        self._write()

    def done(self) -> None:
        """Nothing is under way any more."""
        self._state.under_way_since = 0.0
        self._write()

    def _write(self) -> None:
        self._limiter.store.write(self._name, self._state)


class Limiter:
    """Hands out slots.

    `folder` is shared by processes; where it cannot be written, limits hold in this process only.
    `store` replaces the folder.
    """

    def __init__(
        self,
        folder: Path,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], None] | None = None,
        store: Store | None = None,
    ) -> None:
        self.clock = clock
        self.store = store or _open_store(folder)
        self._closed = threading.Event()
        self._sleep = sleep or self._closed.wait

    @contextmanager
    def slot(self, name: str, lane: str, interval_s: float, *, obey: bool = True) -> Iterator[Slot]:
        """Wait until a request may be sent, and hold the provider for as long as the block runs.

        `name` is the provider's, `lane` one of its separate paces, `interval_s` the seconds between
        requests of that lane; `obey`: the provider's announced limit counts where it is lower.
        The holder calls `sent` when it sends. Raises `BusyError` or `CancelledError`.
        """
        with self.store.exclusive(name, self._closed.is_set):
            state = self.store.read(name)
            announced_s = state.announced.get(lane, 0.0) if obey else 0.0
            self._wait(state, lane, max(interval_s, announced_s))
            if self._closed.is_set():
                raise CancelledError
            slot = Slot(self, name, lane, state)
            try:
                yield slot
            finally:
                slot.done()

    def close(self) -> None:
        """End all waits."""
        self._closed.set()

    def _wait(self, state: State, lane: str, interval_s: float) -> None:
        now = self.clock()
        interval_s += min(MARGIN_S, interval_s / 10)
        last = min(state.last.get(lane, 0.0), now)  # a clock that was set back must not stop us
        killed = min(state.under_way_since, now) + GRACE_S if state.under_way_since else 0.0
        pause = min(state.paused_until - now, MAX_PAUSE_S)
        wait = max(last + interval_s - now, killed - now, pause)
        if wait > 0:
            self._sleep(wait)


class _Files:
    """States in a folder that processes share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def exclusive(self, name: str, cancelled: Callable[[], bool]) -> Iterator[None]:
        from filelock import FileLock, Timeout

        lock = FileLock(self._folder / f"{name}.lock", preserve_lock_file=True)
        try:
            lock.acquire(timeout=BUSY_S, cancel_check=cancelled)
        except Timeout as error:
            raise (CancelledError if cancelled() else BusyError) from error
        try:
            yield
        finally:
            lock.release()

    def read(self, name: str) -> State:
        path = self._folder / f"{name}.json"
        try:
            return msgspec.json.decode(path.read_bytes(), type=State)
        except FileNotFoundError:
            return State()
        except (msgspec.DecodeError, OSError):
            log.warning("%s is damaged; it is written anew", path)
            return State(paused_until=time.time() + 1.0)  # somebody may just have asked

    def write(self, name: str, state: State) -> None:
        path = self._folder / f"{name}.json"
        draft = path.with_suffix(".new")
        try:
            draft.write_bytes(msgspec.json.encode(state))
            draft.replace(path)
        except OSError as error:
            log.warning("%s cannot be written (%s); other processes do not see our requests", path, error.strerror)


class _Memory:
    """States of this process."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}
        self._states: dict[str, State] = {}

    @contextmanager
    def exclusive(self, name: str, cancelled: Callable[[], bool]) -> Iterator[None]:
        with self._guard:
            lock = self._locks.setdefault(name, threading.Lock())
        if not lock.acquire(timeout=BUSY_S):
            raise BusyError
        try:
            yield
        finally:
            lock.release()

    def read(self, name: str) -> State:
        return self._states.setdefault(name, State())

    def write(self, name: str, state: State) -> None:
        self._states[name] = state


_THIS_PROCESS = _Memory()


def _open_store(folder: Path) -> Store:
    probe = folder / ".writable"
    try:
        for part in (folder.parent, folder):
            part.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.touch()
    except OSError as error:
        log.warning(
            "%s cannot be written (%s); request limits hold for this process only, so run one at a time",
            folder,
            error.strerror,
        )
        return _THIS_PROCESS
    return _Files(folder)
