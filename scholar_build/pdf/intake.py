"""From one copy to a clean file: quarantine, download, structure, scanner, inbox. Everything fails closed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import BinaryIO

from scholar_build.config import Pdf
from scholar_build.errors import ScholarBuildError
from scholar_build.identifiers import Identifier
from scholar_build.pdf import provenance
from scholar_build.pdf.download import DownloadError, download
from scholar_build.pdf.guard import Network
from scholar_build.pdf.policy import Copy
from scholar_build.pdf.quarantine import Quarantine
from scholar_build.pdf.scan import Clamd, MalwareError, ScannerError

INSPECTION_S = 30.0
_PROGRAM = Path(__file__).with_name("inspect_pdf.py")
_PARTS = frozenset(
    {
        "encrypted",
        "malformed",
        "bomb",
        "javascript",
        "launch",
        "open_action",
        "action",
        "embedded_file",
        "external",
        "xfa",
    }
)

Turn = Callable[[str], AbstractContextManager[object]]
"""Waits until a host of an address may be asked, and holds it."""


class Stage(StrEnum):
    """Where a copy was refused."""

    DOWNLOAD = "download"
    STRUCTURE = "structure"
    MALWARE = "malware"
    SCANNER = "scanner"


class RefusedError(Exception):
    """A copy that is not taken in. `reason` is a word or a few, `size` the bytes that had been read.

    `is_passing`: another day may bring another answer.
    """

    def __init__(self, stage: Stage, reason: str, size: int, *, is_passing: bool = False) -> None:
        super().__init__(f"{stage}: {reason}")
        self.stage, self.reason, self.size, self.is_passing = stage, reason, size, is_passing


class Intake:
    """The way into one inbox."""

    def __init__(self, inbox: Path, options: Pdf, *, network: Network, turn: Turn) -> None:
        require_parts(options)
        self.inbox = inbox
        self._options, self._network, self._turn = options, network, turn
        self._quarantine = Quarantine(inbox, keep_refused=options.keep_refused)
        self._clamd = Clamd(options.clamd) if options.scanner == "clamd" else None

    def check_scanner(self) -> None:
        """See that a scanner is there before anything is fetched; raises `ScannerError`."""
        if self._clamd is not None:
            self._clamd.ping()

    def target(self, identifier: Identifier) -> Path:
        """Where the file of a work stands, or will stand."""
        return self.inbox / provenance.file_name(identifier)

    def take(self, identifier: Identifier, copy: Copy, tried: tuple[str, ...]) -> Path:
        """Fetch a copy and store it; raises `RefusedError`."""
        target = self.target(identifier)
        with self._quarantine.file() as (file, path):
            try:
                with self._turn(copy.url):
                    got = download(
                        copy.url,
                        file,
                        max_bytes=self._options.max_mb * 1024 * 1024,
                        timeout_s=self._options.timeout_s,
                        network=self._network,
                    )
            except DownloadError as error:
                raise RefusedError(Stage.DOWNLOAD, str(error), error.size, is_passing=error.is_passing) from error
            found = inspected(file)
            if found:
                raise RefusedError(Stage.STRUCTURE, ", ".join(found), got.size)
            self._scan(file, got.size)
            known = provenance.Provenance(
                id=provenance.name_of(identifier),
                url=got.url,
                named=copy.url,
                provider=copy.provider,
                licence=copy.licence,
                sha256=got.sha256,
                bytes=got.size,
                fetched_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                structure=f"pikepdf {version('pikepdf')}",
                scanner=self._options.scanner,
                tried=tried,
            )
            provenance.write(known, target)  # first: a file without it would be of unknown origin
            self._quarantine.release(path, target)
        return target

    def _scan(self, file: BinaryIO, size: int) -> None:
        if self._clamd is None:
            return
        try:
            self._clamd.scan(file)
        except MalwareError as error:
            raise RefusedError(Stage.MALWARE, str(error), size) from error
        except ScannerError as error:
            raise RefusedError(Stage.SCANNER, str(error), size, is_passing=True) from error


def require_parts(options: Pdf) -> None:
    """Raise `ScholarBuildError` where what looks into files is not installed."""
    wanted = ("pikepdf", "clamdpy") if options.scanner == "clamd" else ("pikepdf",)
    missing = [name for name in wanted if find_spec(name) is None]
    if missing:
        raise ScholarBuildError(
            f"PDFs are only taken in after a look inside, for which {' and '.join(missing)} is missing; "
            "run `pip install 'scholar-build[pdf]'`"
        )


def inspected(file: BinaryIO) -> tuple[str, ...]:
    """What is wrong with the structure of a file, read by a child process with little memory and time."""
    file.seek(0)
    environ = {name: os.environ[name] for name in ("LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(  # noqa: S603 - our own program, no shell
                [sys.executable, "-I", str(_PROGRAM)],
                stdin=file,
                stdout=output,
                stderr=subprocess.DEVNULL,
                timeout=INSPECTION_S,
                env=environ,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return ("too_slow",)
        output.seek(0)
        found = output.read(4096).decode("ascii", "replace").split()
    if done.returncode != 0:
        return ("unreadable",)
    return tuple(word if word in _PARTS else "unreadable" for word in found)
