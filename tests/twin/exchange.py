"""What a provider of the twin is asked and what it replies."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.twin.works import Works


@dataclass(frozen=True, kw_only=True)
class Switches:
    """The readings between which `providers.md` leaves a service's behaviour open."""

    openalex_404: Literal["html", "json"] = "html"
    openalex_merged: Literal["301", "404"] = "301"
    arxiv_malformed: Literal["400", "200"] = "400"
    ncbi_limit: Literal["429", "200"] = "429"
    idconv: Literal["strict", "lenient"] = "strict"
    retry_after: bool = True
    crossref_long_url: bool = True
    """Whether Crossref refuses request lines above 4,096 bytes."""
    s2_references: Literal["given", "withheld"] = "given"
    s2_always_429: bool = False
    arxiv_stall_s: float = 0.0
    """How long arXiv lets one wait for its 429, in seconds."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request: `path` is decoded once and starts with `/`, `target` is the line as it was sent."""

    method: str
    target: str
    path: str
    params: tuple[tuple[str, str], ...]
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes = b""
    works: Works
    switches: Switches
    url: Callable[[str], str]
    """The base address of a provider of this twin."""

    def param(self, name: str, default: str = "") -> str:
        return next((value for key, value in self.params if key == name), default)

    def number(self, name: str, default: int) -> int:
        value = self.param(name)
        return int(value) if value.isdigit() else default


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer; `headers` come beside the content type and length."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


def as_json(value: Any, status: int = 200, *, content_type: str = "application/json", **headers: str) -> Reply:
    body = json.dumps(value, ensure_ascii=False).encode()
    return Reply(status=status, body=body, content_type=content_type, headers=headers)


def as_text(text: str, status: int = 200, *, content_type: str = "text/plain") -> Reply:
    return Reply(status=status, body=text.encode(), content_type=content_type)


def redirect(status: int, location: str) -> Reply:
    body = f'<html><head><title>Handle Redirect</title></head><body><a href="{location}">{location}</a></body></html>'
    return Reply(
        status=status, body=body.encode(), content_type="text/html;charset=utf-8", headers={"Location": location}
    )


def date_text(date: tuple[int, ...]) -> str:
    """ISO 8601, to the day; what is missing counts as 1."""
    year, month, day = (*date, 1, 1)[:3] if date else (1, 1, 1)
    return f"{year:04d}-{month:02d}-{day:02d}"


def split_author(author: str) -> tuple[str, str, str]:
    """Family name, given name and suffix; a group has only the first and no comma."""
    family, given, suffix = (*(part.strip() for part in author.split(",")), "", "")[:3]
    return family, given, suffix


def is_group(author: str) -> bool:
    return bool(author) and "," not in author
