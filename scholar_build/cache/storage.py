"""Where answers are kept: a diskcache folder, and what to do when it is damaged or cannot be written.

The disk format is compressed JSON, and a pickled row is refused: `diskcache.JSONDisk` alone would still unpickle
one that somebody planted (CVE-2025-69872). What the JSON says is for `answers` to read and to check.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

import diskcache
from diskcache.core import MODE_PICKLE, UNKNOWN

log = logging.getLogger(__name__)

SIZE_LIMIT = 512 * 1024 * 1024
COMPRESS_LEVEL = 6
MAX_VALUE = 64 * 1024 * 1024
_UNREADABLE = (ValueError, RecursionError, zlib.error)

_AT_ONCE = 500

T = TypeVar("T")
Row = tuple[Any, ...]


class SafeDisk(diskcache.JSONDisk):
    """JSON text in, JSON text out; a row that we cannot have written (pickled, in a file, huge) is refused."""

    def store(self, value: Any, read: bool, key: Any = UNKNOWN) -> Any:
        """Prepare a value for its row."""
        return diskcache.Disk.store(self, zlib.compress(value, self.compress_level), read, key=key)  # type: ignore[no-untyped-call]

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
        """Read a value."""
        if mode == MODE_PICKLE or filename is not None or read or not isinstance(value, bytes):
            raise ValueError("foreign row refused")
        inflate = zlib.decompressobj()
        text = inflate.decompress(value, MAX_VALUE)
        if not inflate.eof:
            raise ValueError("value is cut off or too large")
        return text

    def get(self, key: Any, raw: bool) -> Any:
        """Read a key."""
        if not raw:
            raise ValueError("pickled key refused")
        return super().get(key, raw)  # type: ignore[no-untyped-call]


class Storage(Protocol):
    """JSON text by key."""

    def get(self, keys: Collection[str]) -> dict[str, bytes]:
        """The values that are there and can be read."""

    def set(self, key: str, value: bytes) -> None:
        """Keep a value at once."""

    def keys(self) -> Iterator[str]:
        """All keys, in no order."""

    def clear(self) -> int:
        """Remove everything; how many there were."""

    def size_bytes(self) -> int:
        """The space taken."""

    def close(self) -> None:
        """Let go of files."""


def open_storage(folder: Path) -> Storage:
    """Open a folder; where it cannot be written, what it holds can be read and new values live in memory."""
    before = _inode(folder)
    try:
        _make(folder)
        if not _is_writable(folder):
            raise PermissionError(13, "Permission denied")
        return DiskStorage(folder)
    except (sqlite3.DatabaseError, FileExistsError) as error:
        is_in_the_way = isinstance(error, FileExistsError) and folder.exists()
        if is_in_the_way or (isinstance(error, sqlite3.DatabaseError) and not _is_passing(error)):
            return _rebuilt(folder, before, error)
        problem: Exception = error
    except OSError as error:
        problem = error
    log.warning("the cache %s cannot be written (%s); new answers are kept for this run only", folder, problem)
    return MemoryStorage(folder)


class DiskStorage:
    """A diskcache folder. Damage that shows while it is used sets it aside and starts a new one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cache = _connect(folder)
        self._inode = _inode(folder)

    def get(self, keys: Collection[str]) -> dict[str, bytes]:
        """The values that are there and can be read."""
        return _values(
            self._cache.disk, keys, lambda *query: self._guarded(lambda: self._cache._sql(*query).fetchall())
        )

    def set(self, key: str, value: bytes) -> None:
        """Keep a value at once."""
        self._guarded(lambda: self._cache.set(key, value))

    def keys(self) -> Iterator[str]:
        """All keys, in no order; one that cannot be read is passed over."""
        rows = self._guarded(lambda: self._cache._sql("SELECT key, raw FROM Cache").fetchall()) or []
        for key, raw in rows:
            with suppress(*_UNREADABLE):
                yield str(self._cache.disk.get(key, raw))

    def clear(self) -> int:
        """Remove everything; how many there were."""
        return int(self._guarded(lambda: self._cache.clear()) or 0)

    def size_bytes(self) -> int:
        """The space taken."""
        return int(self._guarded(lambda: self._cache.volume()) or 0)

    def close(self) -> None:
        """Close this thread's connection; those of ended threads close with them."""
        self._cache.close()

    def _guarded(self, operation: Callable[[], T]) -> T | None:
        try:
            return operation()
        except diskcache.Timeout:
            log.warning("the cache %s is busy; one answer was passed over", self._folder)
            return None
        except sqlite3.DatabaseError as error:
            if _is_passing(error):
                log.warning("the cache %s cannot be written (%s); one answer was not kept", self._folder, error)
                return None
            _set_aside(self._folder, self._inode, error)
            self._cache = _connect(self._folder)
            self._inode = _inode(self._folder)
            return None


class MemoryStorage:
    """Values of this run, above what a folder that cannot be written already holds."""

    def __init__(self, folder: Path) -> None:
        self._values: dict[str, bytes] = {}
        self._guard = threading.Lock()
        self._disk: Any = SafeDisk(str(folder), compress_level=COMPRESS_LEVEL)  # type: ignore[no-untyped-call]
        self._rows = _read_only(folder)

    def get(self, keys: Collection[str]) -> dict[str, bytes]:
        """The values that are there and can be read."""
        mine = {key: self._values[key] for key in keys if key in self._values}
        return {**_values(self._disk, [key for key in keys if key not in mine], self._select), **mine}

    def set(self, key: str, value: bytes) -> None:
        """Keep a value for this run."""
        self._values[key] = value

    def keys(self) -> Iterator[str]:
        """All keys, in no order."""
        stored = set()
        for (key,) in self._select("SELECT key FROM Cache WHERE raw = 1"):
            with suppress(*_UNREADABLE):
                stored.add(str(self._disk.get(key, True)))
        yield from stored | self._values.keys()

    def clear(self) -> int:
        """Forget the values of this run; how many there were."""
        count = len(self._values)
        self._values.clear()
        return count

    def size_bytes(self) -> int:
        """Nothing is written."""
        return 0

    def close(self) -> None:
        """Let go of the folder."""
        if self._rows is not None:
            self._rows.close()

    def _select(self, query: str, values: Sequence[object] = ()) -> list[Row]:
        if self._rows is None:
            return []
        try:
            with self._guard:
                return self._rows.execute(query, values).fetchall()
        except sqlite3.DatabaseError:
            return []


def _values(
    disk: Any, keys: Iterable[str], select: Callable[[str, Sequence[object]], list[Row] | None]
) -> dict[str, bytes]:
    """The values of keys, some hundred in one query: asked for one by one they cost a warm build twice as much."""
    found: dict[str, bytes] = {}
    waiting = {bytes(disk.put(key)[0]): key for key in keys}
    rest = iter(waiting)
    while some := list(islice(rest, _AT_ONCE)):
        marks = ", ".join("?" * len(some))
        query = f"SELECT key, mode, filename, value FROM Cache WHERE raw = 1 AND key IN ({marks})"  # noqa: S608 - our own words
        for key, *row in select(query, some) or ():
            with suppress(*_UNREADABLE):
                found[waiting[bytes(key)]] = disk.fetch(*row, read=False)
    return found


def _connect(folder: Path) -> Any:
    """Open diskcache in the one way we use it: every value in the database, so that each is written in one step."""
    return diskcache.Cache(  # type: ignore[no-untyped-call]
        str(folder),
        disk=SafeDisk,
        timeout=60,
        disk_compress_level=COMPRESS_LEVEL,
        disk_min_file_size=1 << 30,
        size_limit=SIZE_LIMIT,
    )


def _make(folder: Path) -> None:
    for part in (folder.parent, folder):
        part.mkdir(mode=0o700, parents=True, exist_ok=True)


def _rebuilt(folder: Path, inode: int, error: Exception) -> Storage:
    _set_aside(folder, inode, error)
    _make(folder)
    try:
        return DiskStorage(folder)
    except sqlite3.DatabaseError as again:
        log.warning("the cache %s cannot be used (%s); answers are kept for this run only", folder, again)
        return MemoryStorage(folder)


def _set_aside(folder: Path, inode: int, error: Exception) -> None:
    """Rename a damaged folder, unless another process already has."""
    if _inode(folder) != inode:
        return
    aside = folder.with_name(f"{folder.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    folder.rename(aside)
    log.warning("the cache was damaged (%s); it was set aside as %s and a new one begun", error, aside)


def _inode(folder: Path) -> int:
    """What tells a database from the one that takes its place."""
    for path in (folder / "cache.db", folder):
        try:
            return path.stat().st_ino
        except OSError:
            continue
    return 0


def _is_writable(folder: Path) -> bool:
    if not os.access(folder, os.W_OK):
        return False
    database = folder / "cache.db"
    return not database.exists() or os.access(database, os.W_OK)


def _is_passing(error: sqlite3.DatabaseError) -> bool:
    """Whether the database is whole but cannot be written now."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return name.startswith(("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_BUSY", "SQLITE_LOCKED"))


def _read_only(folder: Path) -> sqlite3.Connection | None:
    database = folder / "cache.db"
    if not database.is_file():
        return None
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
