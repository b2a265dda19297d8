"""Requests in, replies out: slots, redirects and retries around single exchanges.

Tried again, at most twice: 429 and 5xx (arXiv's 406 too), and connections that were refused, reset
or cut off. Not tried again: a time-out, which has used up the time; TLS, proxies, bodies that are
too large. So one request takes at most three times `timeout_s`, twice the longest wait of 30 s, and
its turns; a provider that does not answer at all is left out after five of them.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import NamedTuple

from scholar_build.config import Endpoint, Settings
from scholar_build.fetch import policy
from scholar_build.fetch.client import Client, Exchange, ExchangeError
from scholar_build.fetch.identity import Identity
from scholar_build.limiter import GRACE_S, BusyError, Limiter, Slot
from scholar_build.model import Failure
from scholar_build.providers.base import Pace, Reply, Request

MAX_REDIRECTS = 5


class FetchError(Exception):
    """A request that got no answer. `is_final`: the provider must not be asked again in this run."""

    def __init__(self, reason: Failure, detail: str, *, is_final: bool = False) -> None:
        super().__init__(f"{reason} {detail}")
        self.reason, self.detail, self.is_final = reason, detail, is_final


class MootError(Exception):
    """The request need not be sent any more: another process has asked meanwhile."""


class _RetryError(Exception):
    """A failure after which the provider may be asked once more; the wait is noted with the limiter."""

    def __init__(self, error: FetchError) -> None:
        self.error = error


class _Hop(NamedTuple):
    endpoint: Endpoint
    pace: Pace
    address: str


class Fetcher:
    """Sends requests within all limits; safe to use from several threads, one per endpoint."""

    def __init__(
        self,
        settings: Settings,
        limiter: Limiter,
        *,
        environ: Mapping[str, str],
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._settings = settings
        self._limiter = limiter
        self._identity = Identity(settings, environ)
        self._jitter = jitter
        self._client = Client()
        self._guard = threading.Lock()
        self.requests = 0
        self.credits: dict[Endpoint, int] = {}
        self._asleep: dict[Endpoint, tuple[Failure, str]] = {}  # endpoints not to be asked again, and why

    def send(self, request: Request, *, is_moot: Callable[[], bool] = lambda: False) -> Reply:
        """Send a request, with retries and redirects; raises `FetchError` where no answer comes.

        `is_moot` is asked when our turn has come; where it says yes, nothing is sent and `MootError` is raised.
        """
        for attempt in range(policy.RETRIES + 1):
            try:
                return self._follow(request, attempt, is_moot)
            except _RetryError as again:
                error = again.error
        raise error

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def _follow(self, request: Request, attempt: int, is_moot: Callable[[], bool]) -> Reply:
        hop = _Hop(request.endpoint, request.pace, self._identity.address(request))
        left_s = self._settings.timeout_s
        for _ in range(MAX_REDIRECTS + 1):
            exchange, took_s = self._ask(request, hop, left_s, attempt, is_moot)
            left_s -= took_s
            target = exchange.redirect
            follows = target and request.body is None
            if not follows or not self._identity.may_follow(request.endpoint, hop.address, target):
                return Reply(
                    status=exchange.status,
                    body=exchange.body,
                    headers=exchange.headers,
                    url=hop.address,
                    fetched_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                )
            owner = self._identity.owner(target) or hop.endpoint
            # doi.org leads to Crossref, whose own limits then count
            hop = _Hop(owner, hop.pace if owner == hop.endpoint else Pace.SINGLE, self._identity.undress(target))
        raise FetchError(Failure.PROVIDER_UNAVAILABLE, "too many redirects")

    def _ask(
        self, request: Request, hop: _Hop, left_s: float, attempt: int, is_moot: Callable[[], bool]
    ) -> tuple[Exchange, float]:
        """One exchange in a slot of its own; what it says about waiting is noted before the slot ends."""
        if hop.endpoint in self._asleep:
            reason, detail = self._asleep[hop.endpoint]
            raise FetchError(reason, detail, is_final=hop.endpoint == request.endpoint)
        address, headers = self._identity.dress(hop.address)
        headers["accept"] = request.accept
        if request.body is not None:
            headers["content-type"] = request.content_type
        try:
            with self._slot(hop) as slot:
                if is_moot():
                    raise MootError
                slot.sent()  # also here, so that a process that is killed now has been counted
                with self._guard:
                    self.requests += 1
                started = time.monotonic()
                try:
                    exchange = self._client.exchange(
                        address,
                        headers,
                        request.body,
                        timeout_s=left_s,
                        inner=self._identity.is_told(hop.endpoint),
                        sent=slot.sent,
                        answered=slot.answered,
                    )
                except ExchangeError as fault:
                    raise self._failed(hop, fault, slot, attempt) from fault
                self._heed(hop, exchange, slot, attempt, is_own=hop.endpoint == request.endpoint)
                return exchange, time.monotonic() - started
        except BusyError as busy:
            raise FetchError(Failure.PROVIDER_UNAVAILABLE, "busy with other processes") from busy

    def _failed(self, hop: _Hop, fault: ExchangeError, slot: Slot, attempt: int) -> Exception:
        error = FetchError(Failure.PROVIDER_UNAVAILABLE, str(fault))
        if not fault.is_passing:
            if str(fault) == "timeout":  # the server may still be at it, and counts it
                slot.pause(GRACE_S)
            return error
        if attempt < policy.RETRIES:
            slot.pause(policy.back_off_s(attempt, self._jitter(), self._interval_s(hop)))
        return _RetryError(error)

    def _heed(self, hop: _Hop, exchange: Exchange, slot: Slot, attempt: int, *, is_own: bool) -> None:
        """Note what an answer says about limits; raises where it is no answer but a request to wait."""
        endpoint = hop.endpoint
        if announced_s := policy.announced_interval_s(endpoint, exchange.headers):
            slot.announce(announced_s)
        left = policy.credits_left(endpoint, exchange.headers)
        if left is not None:
            self.credits[endpoint] = left
            if not left:
                self._asleep[endpoint] = (Failure.RATE_LIMITED, "daily budget used up")
        reason = policy.retried_as(endpoint, exchange.status)
        if reason is None:
            return
        asked_s = policy.retry_after_s(exchange.headers, datetime.now(UTC))
        too_long = asked_s is not None and asked_s > policy.LONGEST_WAIT_S
        if too_long or policy.is_budget_spent(endpoint, exchange.body):
            self._asleep[endpoint] = (reason, str(exchange.status))
            raise FetchError(reason, str(exchange.status), is_final=is_own)
        if policy.is_about_money(endpoint, exchange.body):
            raise FetchError(reason, str(exchange.status))
        if asked_s is not None:
            slot.pause(asked_s)
        elif attempt < policy.RETRIES:
            slot.pause(policy.back_off_s(attempt, self._jitter(), self._interval_s(hop)))
        raise _RetryError(FetchError(reason, str(exchange.status)))

    def _slot(self, hop: _Hop) -> AbstractContextManager[Slot]:
        name = self._identity.limits_name(hop.endpoint)
        return self._limiter.slot(name, hop.pace, self._interval_s(hop), obey=not self._own_rate(hop.endpoint))

    def _interval_s(self, hop: _Hop) -> float:
        interval_s = policy.interval_s(hop.endpoint, hop.pace, polite=self._identity.is_polite(hop.endpoint))
        rate = self._own_rate(hop.endpoint)
        return min(1 / rate, interval_s) if rate else interval_s

    def _own_rate(self, endpoint: Endpoint) -> float:
        """The pace set for a replaced endpoint: whoever names a server knows it better than its headers do."""
        return self._settings.paces.get(endpoint, 0.0) if self._identity.is_replaced(endpoint) else 0.0
