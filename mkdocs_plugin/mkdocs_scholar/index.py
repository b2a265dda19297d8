"""What the pages of a site hold, kept from build to build: `--dirty` reads only the pages that changed."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from mkdocs_scholar.collect import Collected
from scholar_build import Citation, Problem, Reference, Settings, __version__, cache_folder

_Placed = TypeVar("_Placed", Reference, Citation, Problem)


class Index(msgspec.Struct, frozen=True):
    """Everything that was found in the pages at the last build, by this version."""

    version: str
    references: tuple[Reference, ...]
    citations: tuple[Citation, ...]
    problems: tuple[Problem, ...]


def index_path(settings: Settings, config_file: str, language: str) -> Path:
    """Where the index of a site, or of one of its languages, lies: in the cache folder, which no server watches."""
    name = hashlib.sha256(f"{settings.root}\0{config_file}\0{language}".encode()).hexdigest()[:16]
    return cache_folder(settings) / "sites" / f"{name}.json"


def save(collected: Collected, path: Path) -> None:
    """Keep what was found; without a place to write, the next build that is not dirty finds it anew."""
    index = Index(__version__, tuple(collected.references), tuple(collected.citations), tuple(collected.problems))
    encoded = msgspec.json.encode(index)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded)
    except OSError:
        return


def add_unread(collected: Collected, path: Path, pages: Collection[str]) -> None:
    """Add what the `pages` that this build did not read held at the last one, and what they include."""
    try:
        index = msgspec.json.decode(path.read_bytes(), type=Index)
    except (OSError, msgspec.DecodeError):
        return
    if index.version != __version__:
        return
    unread = set(pages) - collected.read
    _add(collected.references, index.references, unread, pages)
    _add(collected.citations, index.citations, unread, pages)
    _add(collected.problems, index.problems, unread, pages)


def _add(found: list[_Placed], kept: Iterable[_Placed], unread: Collection[str], pages: Collection[str]) -> None:
    known = set(found)
    found += [
        each
        for each in kept
        if each.location.source in unread or (each.location.source not in pages and each not in known)
    ]
