"""The malware scan: a real ClamAV daemon, and everything that is none."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scholar_build.errors import SettingsError
from scholar_build.pdf.scan import Clamd, MalwareError, ScannerError
from tests.pdf.daemon import KNOWN_BAD, Daemon, daemon, needs_clamd
from tests.pdf.files import CLEAN, INFECTED, INFECTED_AND_PACKED


@pytest.fixture(params=["socket", "tcp"])
def scanner(request: pytest.FixtureRequest, clamd: Daemon) -> Clamd:
    return Clamd(clamd.path if request.param == "socket" else clamd.tcp)


def marked(test: Callable[..., None]) -> Callable[..., None]:
    for mark in needs_clamd:
        test = mark(test)
    return test


@marked
def test_a_clean_file(scanner: Clamd) -> None:
    """A clean file passes, by the socket and by TCP, from wherever the file stands."""
    file = io.BytesIO(CLEAN)
    file.read()
    scanner.scan(file)


@marked
@pytest.mark.parametrize(
    ("data", "name"),
    [(INFECTED, "Test.Eicar"), (INFECTED_AND_PACKED, "Test.Eicar"), (KNOWN_BAD, "Test.Known")],
    ids=["in the open", "packed", "by hash"],
)
def test_an_infected_file(scanner: Clamd, data: bytes, name: str) -> None:
    """The standard test string inside a PDF is found, in the open and in a packed stream."""
    with pytest.raises(MalwareError, match=name):
        scanner.scan(io.BytesIO(data))


@marked
def test_a_file_that_is_too_large_for_the_daemon() -> None:
    """A file that the daemon will not take whole has not been scanned."""
    with daemon(stream_max="1K") as small, pytest.raises(ScannerError):
        Clamd(small.path).scan(io.BytesIO(b"%PDF-" + bytes(5_000_000)))


def test_no_daemon(tmp_path: Path) -> None:
    """Without a daemon there is no answer."""
    with pytest.raises(ScannerError, match="could not be asked"):
        Clamd(str(tmp_path / "none")).ping()
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(ScannerError, match="could not be asked"):
            Clamd(f"127.0.0.1:{unused.getsockname()[1]}").ping()


@contextmanager
def answering(*answers: bytes, hold: bool = False) -> Iterator[tuple[str, list[bytes]]]:
    """Something that listens where a daemon should, and what it was sent; `hold` keeps the line open."""
    received: list[bytes] = []
    done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            for answer in answers:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.settimeout(0.2)
                    data = b""
                    try:
                        while piece := connection.recv(65536):
                            data += piece
                            if data in (b"nPING\n", b"zPING\0") or data.endswith(bytes(4)):
                                break
                    except TimeoutError:
                        pass
                    received.append(data)
                    if answer:
                        connection.sendall(answer)
                    if hold:
                        done.wait(5)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}", received
        done.set()
    thread.join(5)


@pytest.mark.parametrize(
    "answer", [b"-ERR unknown command 'nPING'\r\n", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", b"\xff"]
)
def test_something_that_is_no_daemon_never_gets_a_file(answer: bytes) -> None:
    """Another service at the address, a database for example, is not sent a stranger's bytes."""
    with answering(answer) as (address, received), pytest.raises(ScannerError):
        Clamd(address, timeout_s=2).scan(io.BytesIO(CLEAN))
    assert received == [b"nPING\n"]


@pytest.mark.parametrize(
    "answer",
    [
        b"", b"stream: ERROR\n", b"INSTREAM size limit exceeded. ERROR\n", b"stream: OK OK\n", b"x\nstream: OK\n",
        b"other: OK\n", b"OK\n", b"stream: \n", b"COMMAND READ TIMED OUT\n", b"\xff\xfe\n",
    ],
)  # fmt: skip
def test_unclear_answers(answer: bytes) -> None:
    """Only `stream: OK` lets a file pass."""
    with answering(b"PONG\n", answer) as (address, _), pytest.raises(ScannerError):
        Clamd(address, timeout_s=2).scan(io.BytesIO(CLEAN))


def test_a_daemon_that_does_not_answer() -> None:
    """A daemon that takes too long has not answered."""
    with answering(b"PONG\n", b"", hold=True) as (address, _), pytest.raises(ScannerError, match="in time"):
        Clamd(address, timeout_s=0.3).scan(io.BytesIO(CLEAN))


def test_a_daemon_that_takes_nothing() -> None:
    """A daemon that stops reading has not answered either."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            connection.recv(100)
            connection.sendall(b"PONG\n")
            connection.close()
            connection, _ = server.accept()
            done.wait(5)
            connection.close()

        done = threading.Event()
        threading.Thread(target=serve, daemon=True).start()
        with pytest.raises(ScannerError, match="in time"):
            Clamd(f"127.0.0.1:{server.getsockname()[1]}", timeout_s=0.3).scan(io.BytesIO(bytes(20_000_000)))
        done.set()


@pytest.mark.parametrize("address", ["localhost:x", ":3310", "localhost:0", "localhost:70000"])
def test_addresses_that_are_none(address: str) -> None:
    """A daemon's address that cannot be one is named."""
    with pytest.raises(SettingsError, match="write a socket's path or host:port"):
        Clamd(address)
