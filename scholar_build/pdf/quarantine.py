"""Where bytes lie that nobody has looked at yet: a folder that only their owner may enter, inside the inbox.

Inside, so that a clean file is moved within one file system, which is atomic. Nothing in it is named `.pdf`.
"""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from scholar_build.errors import SourceError

FOLDER = ".quarantine"
_OLD_S = 24 * 60 * 60


class Quarantine:
    """The quarantine of one inbox."""

    def __init__(self, inbox: Path, *, keep_refused: bool) -> None:
        self._inbox, self._folder, self._keep = inbox, inbox / FOLDER, keep_refused

    @contextmanager
    def file(self) -> Iterator[tuple[BinaryIO, Path]]:
        """A new empty file; what is still there at the end is refused: removed, or sealed where the settings say so."""
        self._prepare()
        handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")  # 0600
        path = Path(name)
        try:
            with os.fdopen(handle, "w+b") as file:
                yield file, path
        finally:
            self._refuse(path)

    def release(self, path: Path, target: Path) -> None:
        """Move a clean file to its name in the inbox, at once and whole."""
        path.chmod(0o644)
        path.replace(target)

    def _refuse(self, path: Path) -> None:
        try:
            size = path.stat().st_size
        except FileNotFoundError:  # released
            return
        if self._keep and size:
            path.chmod(0o000)
            path.replace(path.with_suffix(".sealed"))
        else:
            path.unlink()

    def _prepare(self) -> None:
        try:
            self._inbox.mkdir(parents=True, exist_ok=True)
            self._folder.mkdir(mode=0o700, exist_ok=True)
            held = self._folder.lstat()
            if not stat.S_ISDIR(held.st_mode) or (hasattr(os, "getuid") and held.st_uid != os.getuid()):
                raise SourceError(f"{self._folder} is not a folder of yours; remove it, and it is made anew")
            self._folder.chmod(0o700)
            for left in self._folder.glob("*.part"):  # of a process that was killed
                if time.time() - left.stat().st_mtime > _OLD_S:
                    left.unlink(missing_ok=True)
        except OSError as error:
            raise SourceError(f"{error.filename or self._inbox}: cannot be used: {error.strerror}") from error
