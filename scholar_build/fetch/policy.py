"""How often to ask, when to ask again, and when to stop: pure functions on replies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from scholar_build.config import Endpoint
from scholar_build.model import Failure
from scholar_build.providers.base import Pace

RETRIES = 2
LONGEST_WAIT_S = 30.0
"""A provider that asks for more is left alone for the rest of the run."""

# Requests per second: the etiquette of the design, and for the rest what the providers publish
# (DataCite: 500 per 5 minutes, 1000 for those who leave an address).
_SINGLE: dict[Endpoint, float] = {
    "crossref": 3,
    "openalex": 5,
    "arxiv": 1 / 3,
    "ncbi": 3,
    "doi": 3,
    "datacite": 1.6,
    "europepmc": 3,
    "semanticscholar": 1,
}
_SINGLE_POLITE: dict[Endpoint, float] = {"datacite": 3}


def interval_s(endpoint: Endpoint, pace: Pace, *, polite: bool) -> float:
    """Seconds between two requests; `polite`: the provider is told a contact address."""
    if endpoint == "crossref" and pace is Pace.LIST:
        return 1 / 3 if polite else 1.0
    rate = _SINGLE_POLITE.get(endpoint, _SINGLE[endpoint]) if polite else _SINGLE[endpoint]
    return 1 / rate


def announced_interval_s(endpoint: Endpoint, headers: Mapping[str, str]) -> float | None:
    """The pace that a reply announces, as seconds between requests, where it announces one.

    Crossref: `x-rate-limit-limit` per `x-rate-limit-interval` ("1s"). NCBI: `x-ratelimit-limit` per
    second. OpenAlex's header of that name counts credits a day and is no pace.
    """
    if endpoint == "ncbi":
        limit, interval = _number(headers.get("x-ratelimit-limit")), 1
    else:
        limit = _number(headers.get("x-rate-limit-limit"))
        interval = _number(headers.get("x-rate-limit-interval", "1s").removesuffix("s")) or 1
    return interval / limit if limit else None


def retried_as(endpoint: Endpoint, status: int) -> Failure | None:
    """What a status means when it stays: a failure that is worth another try, or None for an answer."""
    if status == 429 or (status == 406 and endpoint == "arxiv"):  # arXiv's edge also throttles with 406
        return Failure.RATE_LIMITED
    return Failure.PROVIDER_UNAVAILABLE if status >= 500 else None


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """The wait that a reply asks for (`Retry-After`: seconds or an HTTP date), or None."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
        return None if math.isnan(seconds) else max(seconds, 0.0)
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(((when if when.tzinfo else when.replace(tzinfo=UTC)) - now).total_seconds(), 0.0)


def back_off_s(attempt: int, jitter: float, interval_s: float) -> float:
    """The wait before the next try where none is asked for: about a second, or a provider's own interval, then double.

    `attempt` counts from 0, `jitter` lies between 0 and 1.
    """
    return max(1.0, interval_s) * 2.0**attempt * (0.5 + jitter)


def credits_left(endpoint: Endpoint, headers: Mapping[str, str]) -> int | None:
    """OpenAlex's daily credits that remain, with those that were bought; None where a reply does not say."""
    left = _number(headers.get("x-ratelimit-remaining")) if endpoint == "openalex" else None
    return None if left is None else left + (_number(headers.get("x-ratelimit-onetime-remaining")) or 0)


def is_about_money(endpoint: Endpoint, body: bytes) -> bool:
    """Whether an OpenAlex 429 speaks of the budget or the plan, not of pace: waiting does not help."""
    return endpoint == "openalex" and any(words in body for words in (b"Insufficient budget", b"Plan upgrade required"))


def is_budget_spent(endpoint: Endpoint, body: bytes) -> bool:
    """Whether an OpenAlex 429 says that today's budget is used up, for whatever comes next too."""
    return endpoint == "openalex" and b"Insufficient budget" in body


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 10 else None
