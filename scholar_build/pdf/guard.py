"""Connections that lead to public addresses only, each within a total time.

A name is looked up once; every address it has must be public, one of them is connected to, and the address that
the connection really has is looked at again before anything is sent. Proxies are not used: they would look names
up themselves.
"""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple

import httpcore
import httpx

from scholar_build.fetch.addresses import is_public
from scholar_build.fetch.bounds import BoundedStream, Bounds


class Network(NamedTuple):
    """What connections are made with; tests put a network of their own in its place, no setting can."""

    resolve: Callable[[str, int], list[tuple[str, int]]]
    is_allowed: Callable[[str], bool]
    context: Callable[[], ssl.SSLContext]


class GuardError(Exception):
    """A connection that was not made, or closed before anything was sent: its address is not public."""


def _resolve(host: str, port: int) -> list[tuple[str, int]]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [(str(entry[4][0]), int(entry[4][1])) for entry in found]


PUBLIC = Network(resolve=_resolve, is_allowed=is_public, context=httpx.create_ssl_context)
"""The Internet. The machine's own certificates (`SSL_CERT_FILE`) are honoured."""


class Guard(httpcore.NetworkBackend):
    """Makes the connections of one download."""

    def __init__(self, network: Network, bounds: Bounds) -> None:
        self._network, self._bounds = network, bounds
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a host that answers; raises `GuardError` where one is not public."""
        addresses = list(dict.fromkeys(self._looked_up(host, port)))
        if not addresses or not all(self._network.is_allowed(address) for address, _ in addresses):
            raise GuardError(host)
        failure: Exception | None = None
        for address, at_port in addresses:
            try:
                stream = self._inner.connect_tcp(
                    address, at_port, self._bounds.left_s(timeout), local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            peer = stream.get_extra_info("server_addr")
            if not peer or not self._network.is_allowed(str(peer[0])):
                stream.close()
                raise GuardError(host)
            return BoundedStream(stream, self._bounds)
        assert failure is not None
        raise failure

    def _looked_up(self, host: str, port: int) -> list[tuple[str, int]]:
        """The addresses of a host. The system's resolver knows no time-out, so it is waited for from outside."""
        found: list[tuple[str, int]] = []
        failed: list[OSError | UnicodeError] = []

        def look_up() -> None:
            try:
                found.extend(self._network.resolve(host, port))
            except (OSError, UnicodeError) as error:
                failed.append(error)

        thread = threading.Thread(target=look_up, daemon=True)
        thread.start()
        thread.join(self._bounds.left_s(None))
        if thread.is_alive():
            raise httpcore.ConnectTimeout("name resolution")
        if failed:
            raise httpcore.ConnectError("name resolution") from failed[0]
        return found
