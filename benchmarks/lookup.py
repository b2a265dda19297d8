"""Answering from a warm cache and from a lock, beside the storage alone on the same answers in the same run.

Goals: the cache costs no more than diskcache's own reads of the same values one by one (though they
are also decoded into checked types); the lock at most one and a half times what `json.loads` of the same file costs.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import diskcache

from benchmarks import MISSED
from scholar_build.cache import Cache
from scholar_build.config import Settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.lock import read_lock, write_lock
from scholar_build.lookup import open_session
from scholar_build.model import Found, Lookup, Name, ProviderName, Record

ANSWERS = 2_000
REPEATS = 3
CACHE_LIMIT = 1.0
LOCK_LIMIT = 1.5


def run() -> list[str]:
    """One line a source of answers; a line that begins with `!` misses its goal."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        settings = Settings(cache_dir=folder, root=folder, record_days=36_500, offline=True)
        answers = [_answer(number) for number in range(ANSWERS)]
        cache = Cache(root, settings)
        for answer in answers:
            cache.put(answer)
        cache.close()
        write_lock(root / "scholar.lock", answers)
        questions = [answer.question for answer in answers]
        storage: Any = diskcache.Cache(str(root / "answers"), disk=diskcache.JSONDisk)  # type: ignore[no-untyped-call]

        def ask() -> None:
            with open_session(settings) as session:
                session.ask(questions)

        return [
            _line("cache", ask, lambda: [storage.get(f"1 {question.key}") for question in questions], CACHE_LIMIT),
            _line(
                "lock",
                lambda: read_lock(root / "scholar.lock"),
                lambda: json.loads((root / "scholar.lock").read_text(encoding="utf-8")),
                LOCK_LIMIT,
            ),
        ]


def _line(name: str, ours: Callable[[], object], alone: Callable[[], object], limit: float) -> str:
    mine, other = _best(ours), _best(alone)
    return (
        f"{'!' if mine / other > limit else ' '} lookup {name:6} {ANSWERS / mine:8.0f} answers/s   "
        f"storage alone {ANSWERS / other:8.0f}   ratio {mine / other:4.2f} (goal: at most {limit:.2f})"
    )


def _best(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def _answer(number: int) -> Found:
    identifier = Identifier(Scheme.DOI, f"10.5555/bench.{number}")
    record = Record(
        id=str(identifier),
        provider=ProviderName.CROSSREF,
        titles=(f"Calls of frogs and toads in noisy ponds, part {number}",),
        author=tuple(Name(family=f"Reed{n}", given="Ada") for n in range(6)),
        container_titles=("Journal of Ponds", "J Ponds"),
        issued="2024-03-01",
        years=(2023, 2024),
        type="article-journal",
        identifiers=(identifier,),
        abstract="We listen to frogs. " * 30,
    )
    question = Lookup(provider=ProviderName.CROSSREF, identifier=identifier)
    return Found(question=question, records=(record,), fetched_at="2026-11-30T00:00:00Z")


if __name__ == "__main__":
    lines = run()
    print("\n".join(lines))
    raise SystemExit(MISSED if any(line.startswith("!") for line in lines) else 0)
