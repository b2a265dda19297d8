"""One exchange with a server: streamed, capped, within a total time, every fault named.

Proxies and certificate files of the environment (`HTTPS_PROXY`, `NO_PROXY`, `SSL_CERT_FILE`) are
honoured: they belong to the machine, and no page or settings file can set them. Loopback addresses
are never asked through a proxy.
"""

from __future__ import annotations

import socket
import ssl
import time
import zlib
from collections.abc import Callable, Iterator
from urllib.parse import urljoin

import httpcore
import httpx

from scholar_build.fetch.bounds import Bounds, InnerAddressError, bind
from scholar_build.model import Frozen

MAX_BYTES = 10 * 1024 * 1024
MAX_ERROR_BYTES = 64 * 1024
CONNECT_S = 10.0

_PASSING = frozenset({"reset", "cut off", "connection refused", "no connection", "name resolution"})


class ExchangeError(Exception):
    """An exchange that came to nothing; `str()` is the kind in a word or two."""

    @property
    def is_passing(self) -> bool:
        """Whether another try may help. A time-out has used up the time, and TLS does not change its mind."""
        return str(self) in _PASSING


class Exchange(Frozen, frozen=True, kw_only=True):
    """A server's answer, read to its end; `redirect` is the absolute address of a 3xx's target."""

    status: int
    headers: dict[str, str]
    body: bytes
    redirect: str = ""


class Client:
    """A pool of connections; safe to use from several threads."""

    def __init__(self) -> None:
        context = httpx.create_ssl_context()
        direct = httpx.HTTPTransport(verify=context)
        loopback = dict.fromkeys(("all://127.0.0.1", "all://localhost", "all://[::1]"), direct)
        self._bounds = Bounds()
        self._client = httpx.Client(verify=context, mounts=loopback, follow_redirects=False)
        bind(self._client, self._bounds)

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def exchange(
        self,
        address: str,
        headers: dict[str, str],
        body: bytes | None,
        *,
        timeout_s: float,
        inner: bool,
        sent: Callable[[], None],
        answered: Callable[[], None],
    ) -> Exchange:
        """Send one request and read the answer; raises `ExchangeError`.

        `inner`: whether the address may lead into the machine's network.
        `sent` is called when the request is on its way, `answered` when the first of the answer is here.
        """

        def trace(event: str, _: object) -> None:
            if event.endswith("send_request_headers.complete"):
                sent()
            elif event.endswith("receive_response_headers.complete"):
                answered()

        self._bounds.at, self._bounds.inner = time.monotonic() + timeout_s, inner
        try:
            with self._client.stream(
                "GET" if body is None else "POST",
                address,
                headers={"accept-encoding": "gzip", **headers},
                content=body,
                timeout=httpx.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s)),
                extensions={"trace": trace},
            ) as response:
                return _read(response, address)
        except (httpx.TransportError, httpcore.TimeoutException, OSError, httpx.InvalidURL) as error:
            raise ExchangeError(_kind(error)) from error
        except InnerAddressError as error:
            raise ExchangeError("inner address refused") from error
        finally:
            self._bounds.at = float("inf")


def _read(response: httpx.Response, address: str) -> Exchange:
    cap = MAX_BYTES if response.status_code < 400 else MAX_ERROR_BYTES
    body = bytearray()
    for chunk in _decoded(response, cap + 1):
        body += chunk
        if len(body) > cap:
            if response.status_code < 400:
                raise ExchangeError("too large")
            break  # the start of an error page says all there is to say
    return Exchange(
        status=response.status_code,
        headers={name.lower(): value for name, value in response.headers.items()},
        body=bytes(body[:cap]),
        redirect=_target(response, address),
    )


def _decoded(response: httpx.Response, piece: int) -> Iterator[bytes]:
    """The body in pieces of bounded size, so that a small compressed body cannot fill the memory."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("", "identity"):
        yield from response.iter_raw()
        return
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise ExchangeError("unknown encoding")
    inflate = zlib.decompressobj(zlib.MAX_WBITS | 32)
    try:
        for chunk in response.iter_raw():
            data = chunk
            while data:
                yield inflate.decompress(data, piece)
                data = inflate.unconsumed_tail
    except zlib.error as error:
        raise ExchangeError("damaged encoding") from error
    if not inflate.eof:
        raise ExchangeError("cut off")


def _target(response: httpx.Response, address: str) -> str:
    location = response.headers.get("location")
    if response.status_code not in (301, 302, 303, 307, 308) or not location:
        return ""
    return str(httpx.URL(urljoin(address, location)))  # httpx has refused what is no address


def _kind(error: BaseException) -> str:
    causes = list(_causes(error))
    kinds: tuple[tuple[type[BaseException], str], ...] = (
        (socket.gaierror, "name resolution"),
        (httpx.TimeoutException, "timeout"),
        (httpcore.TimeoutException, "timeout"),
        (TimeoutError, "timeout"),
        (ssl.SSLError, "TLS"),
        (ConnectionRefusedError, "connection refused"),
        (httpx.ProxyError, "proxy"),
        (httpx.ConnectError, "no connection"),
        (httpx.InvalidURL, "bad address"),
        (httpx.UnsupportedProtocol, "bad address"),
    )
    for type_, kind in kinds:
        if any(isinstance(cause, type_) for cause in causes):
            return kind
    if isinstance(error, httpx.RemoteProtocolError):
        text = str(error)
        return "cut off" if "complete message body" in text else "reset" if "disconnected" in text else "not HTTP"
    return "reset"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
