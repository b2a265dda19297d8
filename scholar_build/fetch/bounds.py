"""What httpx leaves open about connections: a total time for an exchange, and where it may not lead.

httpx's own timeouts start anew with every byte that drips in. And an address that a settings file
names, perhaps one from a stranger's pull request, must not reach into the machine's network.
"""

from __future__ import annotations

import ipaddress
import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx

from scholar_build.fetch.addresses import is_public


class InnerAddressError(Exception):
    """A connection that led to an inner address was closed before anything was sent."""


class Bounds(threading.local):
    """For the exchange of this thread: when it must be over (monotonic clock), and whether it may reach inside."""

    at: float = float("inf")
    inner: bool = True

    def left_s(self, timeout: float | None) -> float:
        """The seconds that an operation may still take; raises a time-out where none are left."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("total time used up")
        return left if timeout is None else min(left, timeout)


class BoundedStream(httpcore.NetworkStream):
    """A connection on which every operation keeps within the bounds' time."""

    def __init__(self, inner: httpcore.NetworkStream, bounds: Bounds) -> None:
        self._inner, self._bounds = inner, bounds

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what has come, at most so many bytes."""
        return self._inner.read(max_bytes, self._bounds.left_s(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of a buffer."""
        self._inner.write(buffer, self._bounds.left_s(timeout))

    def close(self) -> None:
        """Close the connection."""
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Go on under TLS, within the same bounds."""
        left = self._bounds.left_s(timeout)
        return BoundedStream(self._inner.start_tls(ssl_context, server_hostname, left), self._bounds)

    def get_extra_info(self, info: str) -> Any:
        """What is known about the connection, such as its addresses."""
        return self._inner.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    def __init__(self, bounds: Bounds, *, is_proxied: bool) -> None:
        self._inner, self._bounds, self._is_proxied = httpcore.SyncBackend(), bounds, is_proxied

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        left = self._bounds.left_s(timeout)
        stream = self._inner.connect_tcp(host, port, left, local_address, socket_options)
        if not self._bounds.inner and not self._is_proxied and is_inner(stream.get_extra_info("server_addr")[0]):
            stream.close()
            raise InnerAddressError(host)
        return BoundedStream(stream, self._bounds)


def is_inner(address: str) -> bool:
    """Whether an IP address lies in the machine's network: neither public nor the machine's own loopback."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return not ip.is_loopback and not is_public(str(ip))


def bind(client: httpx.Client, bounds: Bounds) -> None:
    """Make all of a client's connections, also those through proxies, keep bounds.

    httpx has no public place for a network backend; the attributes are those of 0.28, and a test
    of dripping headers fails if they move.
    """
    for transport in (client._transport, *client._mounts.values()):
        if isinstance(transport, httpx.HTTPTransport):
            is_proxied = type(transport._pool) is not httpcore.ConnectionPool
            transport._pool._network_backend = _Backend(bounds, is_proxied=is_proxied)
