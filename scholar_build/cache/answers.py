"""Answers by question: what is kept, and for how long it counts as fresh.

Failures are never kept and verdicts never. Nothing expires on disk: age is judged when an answer is
read, so that an old record can stand in, marked stale, for a provider that cannot be reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from scholar_build.cache.storage import open_storage
from scholar_build.config import Settings
from scholar_build.lock import read_lock, write_lock
from scholar_build.model import Absent, Found, Frozen, Lookup, Question, Unavailable

SCHEMA = 1
"""Part of every key: answers of another schema are not seen."""
DAY_S = 86_400.0

Held = Found | Absent
_DECODER = msgspec.json.Decoder(Held)


class CacheStats(Frozen, frozen=True, kw_only=True):
    """What a cache holds: where, answers per provider, bytes on disk, first and last time of an answer."""

    folder: str
    answers: dict[str, int]
    size_bytes: int
    oldest: str = ""
    newest: str = ""


def cache_folder(settings: Settings) -> Path:
    """The folder of cache and limits: the setting, relative to the settings file, or the user's cache folder."""
    if settings.cache_dir:
        return Path(settings.root) / Path(settings.cache_dir).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("scholar-build", appauthor=False)


class Cache:
    """Answers by question; safe to use from several threads and processes."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._folder = folder / "answers"
        self._settings = settings
        self._storage = open_storage(self._folder)

    def get(self, question: Question) -> Held | None:
        """The answer that is kept, marked `stale` where it is older than the settings allow, or None."""
        return self.get_all([question]).get(question)

    def get_all(self, questions: Iterable[Question]) -> dict[Question, Held]:
        """The answers that are kept, read together."""
        keys = {f"{SCHEMA} {question.key}": question for question in questions}
        found: dict[Question, Held] = {}
        for key, value in self._storage.get(keys).items():
            answer = _read(value)
            if answer is not None and answer.question == keys[key]:
                found[keys[key]] = answer if self._is_fresh(answer) else msgspec.structs.replace(answer, stale=True)
        return found

    def put(self, answer: Held) -> None:
        """Keep an answer at once."""
        value = msgspec.json.encode(msgspec.structs.replace(answer, stale=False))
        self._storage.set(f"{SCHEMA} {answer.question.key}", value)

    def answers(self) -> Iterator[Held]:
        """Every answer that is kept, in no order."""
        keys = [key for key in self._storage.keys() if key.startswith(f"{SCHEMA} ")]  # noqa: SIM118 - no dict
        for value in self._storage.get(keys).values():
            if (answer := _read(value)) is not None:
                yield answer

    def add(self, answers: Iterable[Held]) -> int:
        """Keep answers that are newer than those at hand; how many were."""
        added = 0
        for answer in answers:
            held = self.get(answer.question)
            if held is None or held.fetched_at < answer.fetched_at:
                self.put(answer)
                added += 1
        return added

    def export_to(self, path: Path) -> int:
        """Write every answer to a file in the form of a lock file; how many. Raises `LockError`."""
        answers = list(self.answers())
        write_lock(path, answers, trim=False)
        return len(answers)

    def import_from(self, path: Path) -> int:
        """Keep the answers of an exported file, or of a lock file; how many were new. Raises `LockError`."""
        return self.add(answer for answer in read_lock(path).values() if not isinstance(answer, Unavailable))

    def stats(self) -> CacheStats:
        """Count what is kept."""
        counts: dict[str, int] = {}
        times = []
        for answer in self.answers():
            provider = str(answer.question.provider)
            counts[provider] = counts.get(provider, 0) + 1
            times.append(answer.fetched_at)
        return CacheStats(
            folder=str(self._folder),
            answers=dict(sorted(counts.items())),
            size_bytes=self._storage.size_bytes(),
            oldest=min(times, default=""),
            newest=max(times, default=""),
        )

    def clear(self) -> int:
        """Remove everything; how many answers there were."""
        return self._storage.clear()

    def close(self) -> None:
        """Let go of files."""
        self._storage.close()

    def _is_fresh(self, answer: Held) -> bool:
        settings = self._settings
        if isinstance(answer, Absent):
            days = settings.absence_days
        else:
            days = settings.record_days if isinstance(answer.question, Lookup) else settings.search_days
        try:
            age_s = (datetime.now(UTC) - datetime.fromisoformat(answer.fetched_at)).total_seconds()
        except (ValueError, TypeError):  # no date, or one without a zone
            return False
        return age_s < days * DAY_S


def _read(value: bytes) -> Held | None:
    """An answer, or None where the text is none."""
    try:
        return _DECODER.decode(value)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
