"""A real clamd with two signatures of its own and nothing downloaded."""

from __future__ import annotations

import hashlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pdf.files import EICAR

CLAMD = shutil.which("clamd") or ("/usr/sbin/clamd" if Path("/usr/sbin/clamd").exists() else "")
needs_clamd = [pytest.mark.clamd, pytest.mark.skipif(not CLAMD, reason="clamd is not here")]

KNOWN_BAD = b"%PDF-1.4 a file known by its hash\n"


@dataclass
class Daemon:
    """Where it listens."""

    path: str
    tcp: str
    process: subprocess.Popen[bytes]


@contextmanager
def daemon(*, stream_max: str = "25M") -> Iterator[Daemon]:
    """Start a daemon, wait until it answers, end it by its process."""
    folder = Path(tempfile.mkdtemp(prefix="clamd"))  # short: a socket's path may have 107 bytes
    database = folder / "db"
    database.mkdir()
    (database / "local.ndb").write_text(f"Test.Eicar:0:*:{EICAR.hex()}\n")
    (database / "local.hsb").write_text(f"{hashlib.sha256(KNOWN_BAD).hexdigest()}:{len(KNOWN_BAD)}:Test.Known\n")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = folder / "clamd.conf"
    settings.write_text(
        f"DatabaseDirectory {database}\nLocalSocket {folder}/s\nTCPSocket {port}\nTCPAddr 127.0.0.1\n"
        f"Foreground yes\nLogFile {folder}/log\nStreamMaxLength {stream_max}\nMaxThreads 2\n"
    )
    process = subprocess.Popen(
        [CLAMD, "--config-file", str(settings)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(folder / "s", process)
        yield Daemon(str(folder / "s"), f"127.0.0.1:{port}", process)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)
        shutil.rmtree(folder)


def _wait(path: Path, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(path))
                connection.sendall(b"zPING\0")
                if connection.recv(16).startswith(b"PONG"):
                    return
        except OSError:
            time.sleep(0.02)  # it is reading its signatures
    raise RuntimeError("clamd did not start")
