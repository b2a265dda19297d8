"""Limits shared by several machines: the limiter's states in Redis instead of in a folder.

For build farms behind one address, where a folder cannot be shared. The address comes from the
environment only (`SCHOLAR_BUILD_REDIS_URL`), so that no settings file can make a build connect anywhere.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from scholar_build.errors import SettingsError
from scholar_build.limiter import BUSY_S, BusyError, CancelledError, State

log = logging.getLogger(__name__)

VARIABLE = "SCHOLAR_BUILD_REDIS_URL"

LEASE_S = 180.0
"""How long a killed holder keeps a provider; longer than any pause and request together."""
STEP_S = 1.0
"""How long one attempt to take a provider blocks before cancellation is looked at."""
TIMEOUT_S = 10.0
"""How long Redis may take to answer."""
KEPT_S = 3600
"""How long a state that nobody touches is kept."""


class RedisStore:
    """States in one Redis database; raises `SettingsError` where it cannot be used at the start of a run.

    Redis going away in the middle of a run makes the providers busy: without it the pace cannot be kept.
    """

    def __init__(self, url: str) -> None:
        try:
            import redis
        except ImportError:
            raise SettingsError(
                "environment", VARIABLE, 'needs the extra: pip install "scholar-build[redis]"'
            ) from None
        self._lost: type[Exception] = redis.RedisError
        try:
            self._redis = redis.Redis.from_url(url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S)
            self._redis.ping()
        except (redis.RedisError, ValueError) as error:
            raise SettingsError("environment", VARIABLE, f"cannot be used: {type(error).__name__}") from error

    @contextmanager
    def exclusive(self, name: str, cancelled: Callable[[], bool]) -> Iterator[None]:
        """Hold one provider for all machines; raises `BusyError` or `CancelledError`."""
        lock = self._redis.lock(_key(name, "lock"), timeout=LEASE_S, sleep=0.05)
        give_up_at = time.monotonic() + BUSY_S
        try:
            while not lock.acquire(blocking_timeout=STEP_S):
                if cancelled():
                    raise CancelledError
                if time.monotonic() > give_up_at:
                    raise BusyError
        except self._lost as error:
            raise BusyError from error
        try:
            yield
        finally:
            try:
                lock.release()
            except self._lost:
                log.warning("Redis went away while %s was held; it is free again in %.0f s", name, LEASE_S)

    def read(self, name: str) -> State:
        """The state of a provider that is held; a fresh one where Redis has none or a damaged one."""
        try:
            held = self._redis.get(_key(name, "state"))
            return msgspec.json.decode(held, type=State) if isinstance(held, bytes) else State()
        except self._lost as error:
            raise BusyError from error
        except msgspec.DecodeError:
            log.warning("the state of %s in Redis is damaged; it is written anew", name)
            return State(paused_until=time.time() + 1.0)

    def write(self, name: str, state: State) -> None:
        """Keep the state of a provider that is held."""
        try:
            self._redis.set(_key(name, "state"), msgspec.json.encode(state), ex=KEPT_S)
        except self._lost:
            log.warning("Redis does not take the state of %s; other machines do not see our requests", name)


def _key(name: str, kind: str) -> str:
    return f"scholar-build:{kind}:{name}"
