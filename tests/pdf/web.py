"""A web of invented hosts on the loopback address, with TLS, and a network that leads there and nowhere else."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from scholar_build.fetch.addresses import is_public
from scholar_build.pdf.guard import Network

HOSTS = ("pub.example", "repo.example", "other.example", "arxiv.org", "export.arxiv.org", "rebind.example")
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not here")


@dataclass
class Answer:
    """What a server answers; a body in pieces may never end."""

    body: bytes | Callable[[], Iterator[bytes]] = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/pdf"})


@dataclass
class Seen:
    """A request as it arrived."""

    host: str
    path: str
    headers: dict[str, str]


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for all hosts, trusted by nobody else, and its key."""
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    key, own = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(key), "-out", str(own), "-days", "2", "-subj", "/CN=test"]
    subprocess.run([*command, "-addext", f"subjectAltName={names}"], check=True, capture_output=True)
    return own, key


class Web:
    """All hosts at once; a context manager."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self.answers: dict[str, Answer] = {}
        self.seen: list[Seen] = []
        self.looked_up: list[str] = []
        self.addresses: dict[str, list[str]] = {}
        self.allowed: Callable[[str], bool] = lambda address: address == "127.0.0.1" or is_public(address)
        self.certificate = certificate
        self._servers = {port: _serve(self) for port in (443, 80)}
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        secure = self._servers[443]
        secure.socket = context.wrap_socket(secure.socket, server_side=True, do_handshake_on_connect=False)

    def __enter__(self) -> Web:
        for server in self._servers.values():
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in self._servers.values():
            server.shutdown()
            server.server_close()

    @property
    def network(self) -> Network:
        """The network that knows these hosts; addresses that `addresses` names are looked up as they stand there."""
        return Network(resolve=self._resolve, is_allowed=lambda address: self.allowed(address), context=self._context)

    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def _resolve(self, host: str, port: int) -> list[tuple[str, int]]:
        self.looked_up.append(host)
        if host in self.addresses:
            return [(address, port) for address in self.addresses[host]]
        if host in HOSTS:
            return [("127.0.0.1", self._servers[port].server_address[1])]
        flags = socket.AI_NUMERICHOST  # numbers in every notation; names are unknown here
        return [(str(entry[4][0]), port) for entry in socket.getaddrinfo(host, port, flags=flags)]

    def moved(self, source: str, target: str, status: int = 302) -> None:
        """Answer an address with a redirect."""
        self.answers[source] = Answer(status=status, headers={"Location": target})


def _serve(web: Web) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            host = self.headers.get("Host", "")
            web.seen.append(Seen(host, self.path, {name.lower(): value for name, value in self.headers.items()}))
            answer = web.answers.get(f"{host}{self.path}", Answer(b"no such page", 404, {}))
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if isinstance(answer.body, bytes):
                if "Content-Length" not in answer.headers:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)
            else:
                self.send_header("Connection", "close")
                self.end_headers()
                for piece in answer.body():
                    self.wfile.write(piece)
            self.close_connection = True

        def handle(self) -> None:
            with suppress(OSError):  # the client has gone, as it should
                super().handle()

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass

    return Server(("127.0.0.1", 0), Handler)
