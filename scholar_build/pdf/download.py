"""One download: bytes of a PDF from a public https address into a file, or the reason why not.

https only (http only while arXiv's own hosts redirect among themselves), never from https to http
every hop is checked anew, at most 5 redirects
no cookies, no credentials, no referrer, no contact address: nothing says who asks
a cap on the bytes read, and a total time for everything
the first five bytes must be `%PDF-`, whatever headers and addresses say
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from enum import StrEnum
from typing import BinaryIO
from urllib.parse import urljoin

import httpcore
import httpx

from scholar_build.fetch.bounds import Bounds
from scholar_build.fetch.identity import USER_AGENT
from scholar_build.model import Frozen
from scholar_build.pdf.guard import PUBLIC, Guard, GuardError, Network
from scholar_build.pdf.policy import ARXIV_HOSTS

MAX_REDIRECTS = 5
CONNECT_S = 10.0
MAGIC = b"%PDF-"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Fault(StrEnum):
    """Why a download came to nothing."""

    BAD_ADDRESS = "bad_address"
    CREDENTIALS = "credentials"
    NOT_HTTPS = "not_https"
    DOWNGRADE = "downgrade"
    NOT_PUBLIC = "not_public"
    REDIRECTS = "redirects"
    STATUS = "status"
    ENCODED = "encoded"
    TOO_LARGE = "too_large"
    NOT_A_PDF = "not_a_pdf"
    TIMEOUT = "timeout"
    NO_ANSWER = "no_answer"


class DownloadError(Exception):
    """A download that came to nothing, and how many bytes had been read. `detail`: a status, a kind of failure."""

    def __init__(self, fault: Fault, detail: str = "", size: int = 0) -> None:
        super().__init__(f"{fault} {detail}".strip())
        self.fault, self.detail, self.size = fault, detail, size

    @property
    def is_passing(self) -> bool:
        """Whether another day may bring another answer."""
        busy = self.fault is Fault.STATUS and (self.detail == "429" or self.detail.startswith("5"))
        return busy or self.fault in (Fault.TIMEOUT, Fault.NO_ANSWER)


class Downloaded(Frozen, frozen=True, kw_only=True):
    """What was read: the address that gave it, its size in bytes and its SHA-256 in hexadecimal."""

    url: str
    size: int
    sha256: str


def download(
    address: str, file: BinaryIO, *, max_bytes: int, timeout_s: float, network: Network = PUBLIC
) -> Downloaded:
    """Write the PDF at an address into a file; raises `DownloadError`."""
    bounds = Bounds()
    bounds.at = time.monotonic() + timeout_s
    url = _checked(address, None)
    with httpcore.ConnectionPool(
        ssl_context=network.context(),
        network_backend=Guard(network, bounds),
        max_keepalive_connections=0,
        http2=False,
        retries=0,
    ) as pool:
        try:
            for _ in range(MAX_REDIRECTS + 1):
                with pool.stream("GET", _target(url), headers=_headers(url), extensions=_LIMITS) as response:
                    location = _location(response)
                    if location is None:
                        return _read(response, file, url, max_bytes)
                    url = _checked(location, url)
        except GuardError as error:
            raise DownloadError(Fault.NOT_PUBLIC) from error
        except httpcore.TimeoutException as error:
            raise DownloadError(Fault.TIMEOUT, size=file.tell()) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise DownloadError(Fault.NO_ANSWER, _kind(error), file.tell()) from error
    raise DownloadError(Fault.REDIRECTS)


_LIMITS = {"timeout": {"connect": CONNECT_S}}


def _checked(address: str, before: httpx.URL | None) -> httpx.URL:
    """An address that may be asked, coming from another or from a record; raises `DownloadError`."""
    try:
        url = httpx.URL(urljoin(str(before), address) if before else address)
    except (httpx.InvalidURL, ValueError) as error:
        raise DownloadError(Fault.BAD_ADDRESS) from error
    if not url.host or (url.port is not None and not 0 < url.port < 65536):
        raise DownloadError(Fault.BAD_ADDRESS)
    if url.userinfo:
        raise DownloadError(Fault.CREDENTIALS)
    if url.scheme == "https":
        return url
    if url.scheme == "http" and before is not None and before.scheme == "https":
        raise DownloadError(Fault.DOWNGRADE)
    if url.scheme == "http" and url.netloc.decode("ascii") in ARXIV_HOSTS:
        return url
    raise DownloadError(Fault.NOT_HTTPS)


def _target(url: httpx.URL) -> httpcore.URL:
    return httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)


def _headers(url: httpx.URL) -> list[tuple[bytes, bytes]]:
    return [
        (b"host", url.netloc),
        (b"user-agent", f"{USER_AGENT})".encode()),
        (b"accept", b"application/pdf"),
        (b"accept-encoding", b"identity"),
    ]


def _location(response: httpcore.Response) -> str | None:
    location = _header(response, b"location")
    return location if response.status in _REDIRECTS and location else None


def _header(response: httpcore.Response, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in response.headers if key.lower() == name), "")


def _read(response: httpcore.Response, file: BinaryIO, url: httpx.URL, max_bytes: int) -> Downloaded:
    if response.status != 200:
        raise DownloadError(Fault.STATUS, str(response.status))
    if _header(response, b"content-encoding").strip().lower() not in ("", "identity"):
        raise DownloadError(Fault.ENCODED)  # asked for as it is; a small body could stand for any size
    announced = _header(response, b"content-length")
    if announced.isdecimal() and int(announced) > max_bytes:
        raise DownloadError(Fault.TOO_LARGE)
    digest = hashlib.sha256()
    size = 0
    for piece in _pieces(response):
        size += len(piece)
        if size > max_bytes:
            raise DownloadError(Fault.TOO_LARGE, size=size)
        file.write(piece)
        digest.update(piece)
    file.flush()
    return Downloaded(url=str(url.copy_with(fragment=None)), size=size, sha256=digest.hexdigest())


def _pieces(response: httpcore.Response) -> Iterator[bytes]:
    """The body, once it has begun as a PDF begins."""
    head = b""
    for piece in response.iter_stream():
        if len(head) < len(MAGIC):
            head += piece
            if not MAGIC.startswith(head[: len(MAGIC)]):
                raise DownloadError(Fault.NOT_A_PDF, size=len(head))
            if len(head) < len(MAGIC):
                continue
            yield head
        else:
            yield piece
    if len(head) < len(MAGIC):
        raise DownloadError(Fault.NOT_A_PDF, size=len(head))


def _kind(error: Exception) -> str:
    text = str(error)
    if "name resolution" in text:
        return "name resolution"
    if "CERTIFICATE" in text or "SSL" in text or "TLS" in text:
        return "TLS"
    return "cut off" if isinstance(error, (httpcore.ReadError, httpcore.ProtocolError)) else "no connection"
