"""Each provider's limits, kept as the real service keeps them; whoever breaks one gets its own 429.

Sources: `providers.md` §0.1 and each provider's section on limits.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from tests.twin.exchange import Asked, Reply, as_json, as_text

Limits = Literal["real", "fast", "off"]
SPEED = {"real": 1.0, "fast": 20.0, "off": 1.0}
"""How much faster than the real service each twin runs."""
TOLERANCE = {"real": 0.0, "fast": 0.4, "off": 0.0}
"""The share of a window by which a request may come early, beside the tolerance in seconds."""


@dataclass(frozen=True)
class Pool:
    """`number` requests in any `seconds`, at most `at_once` of them at the same time (0: no limit)."""

    name: str
    number: int
    seconds: float = 1.0
    at_once: int = 0


SLOWEST = {
    "crossref": 1.0,
    "openalex": 10.0,
    "arxiv": 1 / 3,
    "ncbi": 3.0,
    "doi": 0.0,
    "datacite": 500 / 300,
    "europepmc": 0.0,
    "semanticscholar": 1.0,
}
"""Requests per second that an anonymous client may always send (0: no limit is published)."""


def pool_of(provider: str, asked: Asked) -> Pool | None:
    """The pool to which a request is charged; it depends on the route and on who asks."""
    polite = "mailto:" in asked.headers.get("user-agent", "") or bool(asked.param("mailto"))
    match provider:
        case "crossref":
            if asked.headers.get("crossref-plus-api-token"):
                return Pool("plus", 150)
            single = asked.path.removeprefix("/v1").startswith("/works/")
            number = (10 if polite else 5) if single else (3 if polite else 1)
            name = f"{'polite' if polite else 'public'}-{'single' if single else 'array'}"
            return Pool(name, number, at_once=3 if polite else 1)
        case "openalex":
            keyed = bool(asked.param("api_key") or asked.headers.get("authorization"))
            return Pool("keyed" if keyed else "keyless", 30 if keyed else 10)
        case "arxiv":
            return Pool("arxiv", 1, 3.0, at_once=1)
        case "ncbi":
            return Pool("key", 10) if asked.param("api_key") else Pool("ip", 3)
        case "datacite":
            return Pool("identified", 1000, 300.0) if polite else Pool("anonymous", 500, 300.0)
        case "semanticscholar":
            return Pool("key", 1) if asked.headers.get("x-api-key") else Pool("shared", 1)
        case _:
            return None


def credits_of(asked: Asked) -> int:
    """What OpenAlex charges: nothing for a lookup, 1 for a list or the URL form, 10 for a search."""
    if any(name.startswith("search") or ".search:" in value for name, value in asked.params):
        return 10
    return int(asked.path == "/works" or "https://" in asked.path)


@dataclass
class Limiter:
    """The bookkeeping of one provider; `clock` is in seconds and may be a test's own."""

    provider: str
    limits: Limits = "real"
    tolerance: float = 0.005
    clock: Callable[[], float] = time.monotonic
    budget: int = 1000
    """OpenAlex's credits for the day."""
    _starts: dict[str, deque[float]] = field(default_factory=dict)
    _running: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, asked: Asked) -> Reply | None:
        """Count a request in; the refusal when it is too much. Call `leave` once the answer is known."""
        pool = pool_of(self.provider, asked)
        with self._lock:
            self._running += 1
            if asked.switches.s2_always_429 and self.provider == "semanticscholar":
                return _refusal(self.provider, asked, pool or Pool("shared", 1))
            if self.limits == "off" or pool is None:
                return self._spend(asked) if self.provider == "openalex" else None
            window = pool.seconds / SPEED[self.limits]
            now = self.clock()
            starts = self._starts.setdefault(pool.name, deque())
            edge = now - window + self.tolerance + window * TOLERANCE[self.limits]
            while starts and starts[0] <= edge:
                starts.popleft()
            if len(starts) >= pool.number or (pool.at_once and self._running > pool.at_once):
                return _refusal(self.provider, asked, pool)
            starts.append(now)
            return self._spend(asked) if self.provider == "openalex" else None

    def leave(self) -> None:
        with self._lock:
            self._running -= 1

    def headers(self, asked: Asked) -> dict[str, str]:
        """What the provider says about its limits in every answer; a faster twin announces more."""
        pool = pool_of(self.provider, asked)
        speed = 1000 if self.limits == "off" else int(SPEED[self.limits])
        match self.provider, pool:
            case "crossref", Pool(name, number, _, at_once):
                number *= speed
                headers = {"x-rate-limit-limit": str(number), "x-rate-limit-interval": "1s", "x-api-pool": name}
                return headers | ({"x-concurrency-limit": str(at_once)} if at_once else {})
            case "ncbi", Pool(_, number):
                number *= speed
                left = number - len(self._starts.get(pool.name, ()))
                return {"X-RateLimit-Limit": str(number), "X-RateLimit-Remaining": str(max(0, left))}
            case "openalex", _:
                cost = credits_of(asked)
                return {
                    "X-RateLimit-Limit": "1000",
                    "X-RateLimit-Remaining": str(self.budget),
                    "X-RateLimit-Credits-Used": str(cost),
                    "X-RateLimit-Reset": "47052",
                    "X-RateLimit-Onetime-Remaining": "0",
                    "X-RateLimit-Limit-USD": "0.1",
                    "X-RateLimit-Remaining-USD": f"{self.budget / 10_000:g}",
                    "X-RateLimit-Prepaid-Remaining-USD": "0",
                    "X-RateLimit-Cost-USD": f"{cost / 10_000:g}",
                }
            case "datacite", _:
                return {"x-anonymous-consumer": "true"}
            case _:
                return {}

    def _spend(self, asked: Asked) -> Reply | None:
        if "api_key" in dict(asked.params) and asked.param("api_key") in ("", "wrong"):
            return as_json({"error": "Invalid or missing API key", "message": "API key not found"}, 401)
        if asked.param("cursor") and not asked.param("api_key"):
            return as_json({"error": "Invalid or missing API key", "message": "Cursor paging requires an API key"}, 401)
        cost = credits_of(asked)
        if cost > self.budget:
            message = (
                f"Insufficient budget. This request costs ${cost / 10_000:g} but you only have "
                f"${self.budget / 10_000:g} remaining. Resets at midnight UTC."
            )
            body = {"error": "Rate limit exceeded", "message": message, "retryAfter": 47052}
            body |= {"costUsd": cost / 10_000, "dailyRemainingUsd": self.budget / 10_000}
            body |= {"creditsRequired": cost, "creditsRemaining": self.budget}
            retry = {"Retry-After": "47052", "X-RateLimit-Credits-Required": str(cost)}
            return as_json(body, 429, **(retry if asked.switches.retry_after else {}))
        self.budget -= cost
        return None


def _refusal(provider: str, asked: Asked, pool: Pool) -> Reply:
    """The provider's own words for "too fast"."""
    match provider:
        case "arxiv":
            return as_text("Rate exceeded.", 429)
        case "openalex":
            message = f"Rate limit exceeded: {pool.number} requests per second. Please slow down."
            body = {"error": "Rate limit exceeded", "message": message, "retryAfter": 1}
            return as_json(body, 429, **({"Retry-After": "1"} if asked.switches.retry_after else {}))
        case "ncbi":
            body = {"error": "API rate limit exceeded", "api-key": "127.0.0.1", "count": str(pool.number + 1)}
            status = int(asked.switches.ncbi_limit)
            retry = {"Retry-After": "2"} if asked.switches.retry_after and status == 429 else {}
            return as_json(body | {"limit": str(pool.number)}, status, **retry)
        case "semanticscholar":
            message = (
                "Too Many Requests. Please wait and try again or apply for a key for higher rate limits. "
                "https://www.semanticscholar.org/product/api#api-key-form"
            )
            kind = {"x-amzn-ErrorType": "TooManyRequestsException"}
            return as_json({"message": message, "code": "429"}, 429, **kind)
        case "datacite":
            return as_json({"errors": [{"status": "429", "title": "Too many requests."}]}, 429)
        case _:
            return Reply(status=429, body=b"", content_type="text/html")
