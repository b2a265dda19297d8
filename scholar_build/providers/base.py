"""The one interface of all providers: build calls, read replies; no I/O.

A provider is a module with the names of `Provider`. It turns questions into calls (`plan`), and
each reply into answers or follow-up calls (`read`). The driver in `lookup` sends, waits, retries
and stores; it turns every failure of a call into `Unavailable` answers for the call's questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from scholar_build.config import Endpoint
from scholar_build.identifiers import Scheme
from scholar_build.model import Answer, Frozen, ProviderName, Question


class Pace(StrEnum):
    """Which of an endpoint's rate limits a request is charged to (only Crossref has two)."""

    SINGLE = "single"
    LIST = "list"


class Request(Frozen, frozen=True, kw_only=True):
    """One HTTP request, relative to an endpoint's base address.

    `path` is already percent-encoded and starts with `/`; `params` are not yet encoded (space may
    become `+` or `%20`; nothing in a value is left raw but unreserved characters). `accept`
    is sent as it stands. `body` makes it a POST with `content_type`.
    `host` names a second host of the same endpoint (`idconv` of NCBI).
    """

    endpoint: Endpoint
    path: str
    params: tuple[tuple[str, str], ...] = ()
    accept: str = "application/json"
    pace: Pace = Pace.SINGLE
    body: bytes | None = None
    content_type: str = "application/json"
    host: str = ""


class Reply(Frozen, frozen=True, kw_only=True):
    """One HTTP answer that was read to its end: any status that is not retried, headers in lower case.

    A 3xx status means that the redirect leads to a host that is not allowed (`endpoints`), so it
    was not followed. `url` is the final address after redirects; `fetched_at` is UTC, ISO 8601 to
    the second.
    """

    status: int
    body: bytes
    fetched_at: str
    headers: dict[str, str] = {}
    url: str = ""


class Call(Frozen, frozen=True, kw_only=True):
    """A request together with the questions it is to answer. `step` tells a provider's own stages apart."""

    request: Request
    questions: tuple[Question, ...]
    step: str = ""


class ReplyError(Exception):
    """A reply that cannot be read as what was asked for: a provider fault, never an absence.

    `str()` is the kind in a few words: `not JSON`, `cut off`, `HTTP 403`, `error in reply: …`.
    """


class Provider(Protocol):
    """What each provider module offers."""

    NAME: ProviderName
    SCHEMES: frozenset[Scheme]
    """The identifiers that `Lookup` questions may hold."""
    FILTERS: frozenset[str]
    """The names of `Search.filters` that it understands; others have no effect."""

    def plan(self, questions: Sequence[Question]) -> Iterator[Call]:
        """Group questions into as few calls as the provider allows.

        Questions that the provider cannot take (another scheme, a search at doi.org) are in no call.
        """
        ...

    def read(self, call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
        """Answer every question of the call, or name the follow-up call that will; raise `ReplyError`."""
        ...
