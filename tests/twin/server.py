"""The twin itself: one small HTTP server per provider on the loopback address, and a log of what they were asked."""

from __future__ import annotations

import gzip
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.twin import arxiv, crossref, datacite, doi, europepmc, ncbi, openalex, semanticscholar
from tests.twin.exchange import Asked, Reply, Switches, as_text
from tests.twin.faults import Fault, Faults, Hangup, hostile, spoil
from tests.twin.limits import SLOWEST, SPEED, Limiter
from tests.twin.odd import odd_works
from tests.twin.works import Work, Works, real_works

PROVIDERS = {
    "crossref": crossref,
    "openalex": openalex,
    "arxiv": arxiv,
    "ncbi": ncbi,
    "doi": doi,
    "datacite": datacite,
    "europepmc": europepmc,
    "semanticscholar": semanticscholar,
}
FOREIGN = "foreign"


@dataclass(kw_only=True)
class Seen:
    """One request as a server saw it; times are monotonic seconds, `status` 0 means the line was cut."""

    provider: str
    method: str
    path: str
    params: dict[str, str]
    headers: dict[str, str]
    body: bytes
    start: float
    end: float = 0.0
    status: int = 0


class Twin:
    """All providers at once; a context manager.

    `limits`: `real` keeps the providers' own limits, `fast` the same ones twenty times as fast, `off` none.
    `latency` is how long each answer takes, in seconds, so that requests at the same time are noticed.
    """

    def __init__(
        self,
        works: tuple[Work, ...] | list[Work] | None = None,
        *,
        limits: Literal["real", "fast", "off"] = "fast",
        tolerance: float = 0.005,
        latency: float = 0.002,
        switches: Switches | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.works = Works([*real_works(), *odd_works()] if works is None else works)
        self.limits = limits
        self.latency = latency
        self.switches = switches or Switches()
        self.requests: list[Seen] = []
        self.faults = Faults()
        self.limiters = {name: Limiter(name, limits, tolerance, clock) for name in (*PROVIDERS, FOREIGN)}
        self.closing = threading.Event()
        self._hostile: Works | None = None
        self._servers = {name: _Server(self, name) for name in (*PROVIDERS, FOREIGN)}
        self._ports = {name: server.server_address[1] for name, server in self._servers.items()}

    def __enter__(self) -> Twin:
        for name in self._servers:
            self._start(name)
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.down()

    def url(self, provider: str) -> str:
        """The base address that stands for the provider's own."""
        return f"http://{'localhost' if provider == FOREIGN else '127.0.0.1'}:{self._ports[provider]}"

    @property
    def foreign(self) -> str:
        """Another host, of no provider: where publishers' pages lie. Its requests are logged as `foreign`."""
        return self.url(FOREIGN)

    def endpoints(self) -> dict[str, str]:
        """The setting `endpoints` that points at this twin."""
        return {name: self.url(name) for name in PROVIDERS}

    def paces(self) -> dict[str, float]:
        """The setting `paces`: as fast as an anonymous client may ask this twin."""
        if self.limits == "off":
            return dict.fromkeys(PROVIDERS, 1000.0)
        return {name: SLOWEST[name] * SPEED[self.limits] or 1000.0 for name in PROVIDERS}

    def add(self, *works: Work) -> None:
        """Add works to the table; one with a known identifier replaces what was there."""
        self.works.add(*works)
        self._hostile = None

    def fail(
        self,
        provider: str,
        fault: Fault,
        times: int | None = None,
        where: Callable[[Asked], bool] = lambda asked: True,
    ) -> None:
        """Make the provider fail: always, or the next `times` requests for which `where` holds."""
        self.faults.order(provider, fault, times, where)

    def recover(self) -> None:
        """Take back all faults."""
        self.faults.clear()

    def down(self, *providers: str) -> None:
        """Close the ports of some providers (all when none is named): connections are refused."""
        servers = [self._servers.pop(name) for name in providers or list(self._servers) if name in self._servers]
        closers = [threading.Thread(target=server.stop) for server in servers]
        for closer in closers:
            closer.start()
        for closer in closers:
            closer.join()

    def up(self, *providers: str) -> None:
        """Open again, under the same addresses, what is down."""
        for name in providers or self._ports:
            if name not in self._servers:
                self._servers[name] = _Server(self, name, self._ports[name])
                self._start(name)

    def _start(self, name: str) -> None:
        server = self._servers[name]
        threading.Thread(target=server.serve_forever, args=(0.02,), name=f"twin-{name}", daemon=True).start()

    def count(self, provider: str | None = None) -> int:
        """How many requests were seen, of one provider or of all."""
        return len([seen for seen in self.requests if provider in (None, seen.provider)])

    def answered(self, status: int, provider: str | None = None) -> list[Seen]:
        """The requests that got this status."""
        return [seen for seen in self.requests if seen.status == status and provider in (None, seen.provider)]

    def works_for(self, fault: Fault | None) -> Works:
        if fault is not Fault.MALICIOUS:
            return self.works
        if self._hostile is None:
            self._hostile = hostile(self.works)
        return self._hostile


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, twin: Twin, provider: str, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.twin = twin
        self.provider = provider
        self.open: set[socket.socket] = set()

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def stop(self) -> None:
        self.shutdown()
        self.server_close()
        for connection in list(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.open.add(self.connection)

    def finish(self) -> None:
        self.server.open.discard(self.connection)
        with suppress(OSError, ValueError):
            super().finish()

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self._serve()

    do_POST = do_GET  # noqa: N815
    do_HEAD = do_GET  # noqa: N815

    def _serve(self) -> None:
        twin, provider = self.server.twin, self.server.provider
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        asked = _asked(twin, self, body)
        seen = Seen(
            provider=provider,
            method=self.command,
            path=asked.path,
            params=dict(asked.params),
            headers=asked.headers,
            body=body,
            start=time.monotonic(),
        )
        twin.requests.append(seen)
        limiter = twin.limiters[provider]
        refusal = limiter.enter(asked)
        try:
            twin.closing.wait(twin.latency)
            if refusal and provider == "arxiv":
                twin.closing.wait(twin.switches.arxiv_stall_s)
            reply = refusal or self._answer(asked)
        finally:
            limiter.leave()
        seen.status = reply.status if isinstance(reply, Reply) else reply.reply.status if reply.reply else 0
        seen.end = time.monotonic()
        if isinstance(reply, Hangup):
            return self._hang_up(reply)
        return self._send(replace(reply, headers={**limiter.headers(asked), **reply.headers}))

    def _answer(self, asked: Asked) -> Reply | Hangup:
        twin, provider = self.server.twin, self.server.provider
        if provider == FOREIGN:
            return as_text("<html><body>A publisher's page.</body></html>", content_type="text/html")
        fault = twin.faults.due(provider, asked)
        asked = replace(asked, works=twin.works_for(fault))
        reply: Reply = PROVIDERS[provider].answer(asked)
        return spoil(fault, reply, asked, twin.url(provider), twin.foreign) if fault else reply

    def _head(self, reply: Reply) -> bytes:
        reason = self.responses.get(reply.status, ("",))[0]
        headers = {"Content-Type": reply.content_type, "Content-Length": str(len(reply.body)), **reply.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"HTTP/1.1 {reply.status} {reason}\r\n{lines}\r\n".encode("latin-1")

    def _send(self, reply: Reply) -> None:
        """Send an answer, compressed where that is welcome and worth it."""
        welcome = "gzip" in self.headers.get("Accept-Encoding", "") and "Content-Encoding" not in reply.headers
        if welcome and 1000 < len(reply.body) < 1_000_000:
            headers = {**reply.headers, "Content-Encoding": "gzip"}
            reply = replace(reply, body=gzip.compress(reply.body, 1), headers=headers)
        self.wfile.write(self._head(reply) + (b"" if self.command == "HEAD" else reply.body))

    def _hang_up(self, hangup: Hangup) -> None:
        self.close_connection = True
        if hangup.reply:
            self.wfile.write(self._head(hangup.reply))
        if hangup.end == "drip":
            for byte in hangup.before:
                self.wfile.write(bytes([byte]))
                if self.server.twin.closing.wait(0.05):
                    return
            return
        self.wfile.write(hangup.before)
        if hangup.end == "stall":
            self.server.twin.closing.wait(60)
        elif hangup.end == "reset":
            _reset(self.connection)


def _reset(connection: socket.socket) -> None:
    """Close with RST instead of FIN."""
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        os.close(connection.detach())


def _asked(twin: Twin, handler: _Handler, body: bytes) -> Asked:
    target = handler.path
    parts = urlsplit(target)
    # `urlsplit` would take `//host` for a host and keep `;` apart: the path is all before `?`.
    path = target.partition("?")[0]
    return Asked(
        method=handler.command,
        target=target,
        path=unquote(path),
        params=tuple(parse_qsl(parts.query, keep_blank_values=True)),
        headers={name.lower(): value for name, value in handler.headers.items()},
        body=body,
        works=twin.works,
        switches=twin.switches,
        url=twin.url,
    )
