"""A total time for an exchange: httpx's own timeouts start anew with every byte that drips in."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx


class Deadline(threading.local):
    """When the exchange of this thread must be over, on the monotonic clock."""

    at: float = float("inf")

    def left_s(self, timeout: float | None) -> float:
        """The seconds that an operation may still take; raises a time-out where none are left."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("total time used up")
        return left if timeout is None else min(left, timeout)


class _Stream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.left_s(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.left_s(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._deadline.left_s(timeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    def __init__(self, deadline: Deadline) -> None:
        self._inner, self._deadline = httpcore.SyncBackend(), deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        left = self._deadline.left_s(timeout)
        return _Stream(self._inner.connect_tcp(host, port, left, local_address, socket_options), self._deadline)


def bind(client: httpx.Client, deadline: Deadline) -> None:
    """Make all of a client's connections, also those through proxies, keep a deadline.

    httpx has no public place for a network backend; the attributes are those of 0.28, and a test
    of dripping headers fails if they move.
    """
    for transport in (client._transport, *client._mounts.values()):
        if isinstance(transport, httpx.HTTPTransport):
            transport._pool._network_backend = _Backend(deadline)
