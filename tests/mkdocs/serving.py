"""`mkdocs serve` as a process whose log can be waited for."""

from __future__ import annotations

import os
import queue
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.mkdocs.building import BIN

TIMEOUT_S = 60.0


class Server:
    """A running server; a context manager that ends it."""

    def __init__(self, root: Path, *arguments: str, tool: str = "mkdocs", env: Mapping[str, str] = {}) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.lines: list[tuple[float, str]] = []
        self._new: queue.SimpleQueue[tuple[float, str] | None] = queue.SimpleQueue()
        self.process = subprocess.Popen(
            [str(BIN / tool), "serve", "-a", f"127.0.0.1:{self.port}", *arguments],
            cwd=root,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SCHOLAR_BUILD_CACHE_DIR": str(root / ".cache"),
                 "PYTHONUNBUFFERED": "1", **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )  # fmt: skip
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._new.put((time.monotonic(), line.rstrip("\n")))
        self._new.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, type_: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)

    def until(self, word: str) -> float:
        """Wait for a line that holds a word; when it was said."""
        end = time.monotonic() + TIMEOUT_S
        while (left := end - time.monotonic()) > 0:
            try:
                new = self._new.get(timeout=left)
            except queue.Empty:
                break
            if new is None:
                raise AssertionError(f"the server ended before it said {word!r}:\n{self.log()}")
            self.lines.append(new)
            if word in new[1]:
                return new[0]
        raise AssertionError(f"the server did not say {word!r}:\n{self.log()}")

    def quiet(self, seconds: float) -> list[str]:
        """What is said within some seconds, which a test knows to be none."""
        end = time.monotonic() + seconds
        said = []
        while (left := end - time.monotonic()) > 0:
            try:
                new = self._new.get(timeout=left)
            except queue.Empty:
                break
            if new is not None:
                self.lines.append(new)
                said.append(new[1])
        return said

    def log(self) -> str:
        return "\n".join(line for _, line in self.lines)

    def get(self, path: str = "/") -> str:
        """A page as the server gives it."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as reply:
            return str(reply.read().decode("utf-8"))
