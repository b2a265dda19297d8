"""Questions to providers, and the three kinds of answer."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum

from scholar_build.identifiers import Identifier
from scholar_build.model.base import Frozen
from scholar_build.model.record import ProviderName, Record


class Lookup(Frozen, frozen=True, kw_only=True, tag="lookup", order=True):
    """The question what an identifier names, put to one provider.

    `version` is the revision whose title counts beside the newest one's; 0: none. Only arXiv keeps them apart.
    """

    provider: ProviderName
    identifier: Identifier
    version: int = 0

    @classmethod
    def of(cls, provider: ProviderName, identifier: Identifier) -> Lookup:
        """The question what an identifier names, in the version that was cited where the provider keeps them apart."""
        version = identifier.version or 0 if provider is ProviderName.ARXIV else 0
        return cls(provider=provider, identifier=identifier, version=version)

    @property
    def key(self) -> str:
        """One line that tells this question from all others."""
        return f"{self.provider} {self.identifier}" + (f"v{self.version}" if self.version else "")


class Search(Frozen, frozen=True, kw_only=True, tag="search", order=True):
    """The question which works fit a description, put to one provider.

    `text` is the whole reference or query; `title`, `author` (a family name) and `year` help the
    providers that search by field. `since` is an ISO date that results must not precede, or a number of
    days before the day on which the question is asked (`30d`): so the same question can be asked every day.
    """

    provider: ProviderName
    text: str
    title: str = ""
    author: str = ""
    year: int = 0
    since: str = ""
    limit: int = 5
    filters: tuple[str, ...] = ()  # `name:value`, as the provider's own file documents them

    @property
    def key(self) -> str:
        """One line that tells this question from all others."""
        parts = (self.text, self.title, self.author, str(self.year), self.since, str(self.limit), *self.filters)
        return f"{self.provider} search " + " | ".join(" ".join(part.split()) for part in parts)


Question = Lookup | Search


def since_day(since: str, asked_on: date) -> date:
    """The day that `since` means (`2026-10-01`, `30d`) where it is asked on a day; raises `ValueError`."""
    if since.endswith("d") and since[:-1].isdigit():
        return asked_on - timedelta(days=int(since[:-1]))
    return date.fromisoformat(since)


class Failure(StrEnum):
    """Why a provider gave no answer."""

    RATE_LIMITED = "rate_limited"
    PROVIDER_UNAVAILABLE = "provider_unavailable"
    OFFLINE = "offline"
    PENDING = "pending"


class Found(Frozen, frozen=True, kw_only=True, tag="found"):
    """The provider's records: exactly one for a `Lookup`, best first and perhaps none for a `Search`.

    `fetched_at` is UTC, ISO 8601 to the second. `total` is the provider's own count of hits.
    `stale`: older than the cache allows, used because the provider could not be reached.
    """

    question: Question
    records: tuple[Record, ...]
    fetched_at: str
    total: int | None = None
    stale: bool = False


class Absent(Frozen, frozen=True, kw_only=True, tag="absent"):
    """The provider answered and does not know the identifier."""

    question: Question
    fetched_at: str
    stale: bool = False


class Unavailable(Frozen, frozen=True, kw_only=True, tag="unavailable"):
    """The provider gave no answer: never a statement about a reference, never stored.

    `detail` is the final HTTP status or the kind of failure (`timeout`, `not JSON`, …).
    """

    question: Question
    reason: Failure
    detail: str = ""


Answer = Found | Absent | Unavailable
