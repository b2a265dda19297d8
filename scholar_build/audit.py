"""The audit log: which provider was asked for what identifiers, when, and how much came back.

JSON lines. The fields are closed so that no query, title or abstract can get in: a search is
logged as `search`, without what was searched for.
"""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

log = logging.getLogger(__name__)

Operation = Literal["lookup", "search", "pdf"]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One call to a provider. `outcome` is an HTTP status or a failure's reason and detail."""

    operation: Operation
    provider: str
    ids: tuple[str, ...] = ()
    questions: int
    found: int = 0
    absent: int = 0
    bytes: int = 0
    seconds: float = 0.0
    outcome: str = ""


class _Line(Entry, frozen=True, kw_only=True):
    at: str  # UTC, when the answer was there


class AuditLog:
    """Appends entries to a file; without a path, to nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._guard = threading.Lock()

    def write(self, entry: Entry) -> None:
        """Append one line. A file that cannot be written is warned about once and then left alone."""
        if self._path is None:
            return
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        line = msgspec.json.encode(_Line(at=at, **msgspec.structs.asdict(entry))) + b"\n"
        with self._guard:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with self._path.open("ab") as file:
                    file.write(line)
            except OSError as error:
                log.warning("audit_log %s cannot be written: %s", self._path, error.strerror)
                self._path = None
