"""The malware scan by a ClamAV daemon, over its socket; anything but a clear answer is an error."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import BinaryIO

from scholar_build.errors import SettingsError

SCAN_S = 60.0
_CHUNK = 64 * 1024


class ScannerError(Exception):
    """The scanner gave no clear answer: nobody knows whether the file is clean."""


class MalwareError(Exception):
    """The scanner found something; `str()` is the signature's name."""


class Clamd:
    """A daemon at a socket's path or at `host:port`."""

    def __init__(self, address: str, *, timeout_s: float = SCAN_S) -> None:
        from clamdpy import ClamdNetworkSocket, ClamdUnixSocket

        host, colon, port = address.rpartition(":")
        if colon and "/" not in address:
            if not (host and port.isdecimal() and 0 < int(port) < 65536):
                raise SettingsError("settings", "pdf.clamd", f"is `{address}`; write a socket's path or host:port")
            self._socket = ClamdNetworkSocket(host, int(port), timeout=timeout_s)
        else:
            self._socket = ClamdUnixSocket(address, timeout=timeout_s)

    def ping(self) -> None:
        """See that a scanner answers, so that nothing else is ever sent a file; raises `ScannerError`."""
        if self._ask(lambda: self._socket.ping()) != "PONG":
            raise ScannerError("it is no ClamAV daemon")

    def scan(self, file: BinaryIO) -> None:
        """Pass a clean file; raises `MalwareError` or `ScannerError`."""
        self.ping()
        file.seek(0)
        answer = self._ask(lambda: self._socket.instream(file, raw=True, max_chunk_size=_CHUNK))
        if answer == "stream: OK":
            return
        found = re.fullmatch(r"stream: (.+) FOUND", answer)
        if found:
            raise MalwareError(found[1])
        raise ScannerError("it answered with an error")

    @staticmethod
    def _ask(command: Callable[[], str]) -> str:
        from clamdpy.exceptions import ClamdException

        try:
            return command().strip()
        except TimeoutError as error:
            raise ScannerError("it did not answer in time") from error
        except (ClamdException, OSError, ValueError) as error:  # ValueError: an answer that is no text
            late = isinstance(error.__context__, TimeoutError)
            raise ScannerError("it did not answer in time" if late else "it could not be asked") from error
