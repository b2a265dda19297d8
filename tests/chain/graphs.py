"""Small citation graphs for the twin, and a chain asked of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scholar_build.chain import expand
from scholar_build.config import Settings
from scholar_build.limiter import Limiter
from scholar_build.lookup import Session, open_session
from scholar_build.model.chain import CitationChain
from tests.twin import Twin, Work


def work(number: int, *references: int | str, **more: Any) -> Work:
    """Work number n: DOI 10.5555/c.n, OpenAlex id W70n, year 2000 + n; references are numbers or identifiers."""
    facts = {
        "title": f"Work number {number} of the graph",
        "authors": (f"Reed{number}, Ada",),
        "year": 2000 + number % 25,
        "venue": "Journal of Ponds",
        "doi": doi(number),
        "openalex": openalex(number),
        "references": tuple(doi(one) if isinstance(one, int) else one for one in references),
    }
    return Work(**{**facts, **more})


def doi(number: int) -> str:
    return f"10.5555/c.{number}"


def openalex(number: int) -> str:
    return f"W70{number:05d}"


def session(twin: Twin, folder: Path, **settings: Any) -> Session:
    """A session that asks the twin and never waits."""
    known = {
        "cache_dir": str(folder / "cache"),
        "root": str(folder),
        "endpoints": twin.endpoints(),
        "paces": twin.paces(),
        "timeout_s": 2.0,
    }
    limiter = Limiter(folder / "limits", sleep=lambda _: None)
    return open_session(Settings(**{**known, **settings}), environ={}, limiter=limiter)


def expanded(twin: Twin, folder: Path, seed: str = "10.5555/c.0", **bounds: Any) -> CitationChain:
    """A chain as the twin's OpenAlex gives it."""
    with session(twin, folder) as asking:
        return expand(seed, asking.ask, sent=lambda: asking.requests, **bounds)


def edges(chain: CitationChain) -> set[tuple[str, str]]:
    """Edges by the numbers of works, citing first."""
    return {(_number(edge.citing), _number(edge.cited)) for edge in chain.edges}


def _number(id_: str) -> str:
    return str(int(id_.removeprefix("openalex:W70")))
