"""A scripted local server, a provider that asks it, and a clock that never sleeps: for tests of the asking side."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Answer, Found, Lookup, Name, ProviderName, Question, Record, Search
from scholar_build.providers.base import Call, Reply, ReplyError, Request


@dataclass
class Hit:
    """One request as the server saw it."""

    path: str
    headers: dict[str, str]
    body: bytes
    start: float


@dataclass
class Send:
    """One answer: `raw` replaces everything, byte by byte with `drip_s` between; `hang` keeps the line open."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"{}"
    raw: bytes | None = None
    drip_s: float = 0.0
    hang: bool = False


class Server:
    """Answers `script(path, n)`, where n counts the requests from 0; on the loopback address."""

    def __init__(self, script: Callable[[str, int], Send]) -> None:
        self.script = script
        self.hits: list[Hit] = []
        self.most_at_once = 0
        self._running = 0
        self._guard = threading.Lock()
        self.closing = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                outer._serve(self)

            do_POST = do_GET  # noqa: N815

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length", 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._guard:
            number = len(self.hits)
            self.hits.append(Hit(handler.path, headers, handler.rfile.read(length), time.monotonic()))
            self._running += 1
            self.most_at_once = max(self.most_at_once, self._running)
        try:
            self._answer(handler, self.script(handler.path, number))
        finally:
            with self._guard:
                self._running -= 1

    def _answer(self, handler: BaseHTTPRequestHandler, send: Send) -> None:
        head = f"HTTP/1.1 {send.status} x\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in {"Content-Length": str(len(send.body)), **send.headers}.items()
        )
        data = send.raw if send.raw is not None else f"{head}\r\n".encode("latin-1") + send.body
        handler.close_connection = send.raw is not None
        with suppress(OSError):
            if not send.drip_s:
                handler.wfile.write(data)
            else:
                for byte in data:
                    handler.wfile.write(bytes([byte]))
                    if self.closing.wait(send.drip_s):
                        break
            if send.hang:
                self.closing.wait(30)


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


class Shelf:
    """A provider of two-step lookups in batches, and of searches, at the `crossref` endpoint unless told otherwise.

    The server says `{"have": [...]}`: what of the ids it knows; an id in `{"next": [...]}` is asked for alone.
    """

    NAME = ProviderName.CROSSREF
    SCHEMES = frozenset({Scheme.DOI})

    def __init__(self, endpoint: str = "crossref", name: ProviderName = ProviderName.CROSSREF, batch: int = 10) -> None:
        self.endpoint, self.NAME, self.batch = endpoint, name, batch

    def plan(self, questions: Sequence[Question]) -> Iterator[Call]:
        lookups = [question for question in questions if isinstance(question, Lookup)]
        for start in range(0, len(lookups), self.batch):
            yield self.call(tuple(lookups[start : start + self.batch]), "batch")
        for question in questions:
            if isinstance(question, Search):
                yield self.call((question,), "search")

    def call(self, questions: tuple[Question, ...], step: str) -> Call:
        ids = ",".join(q.identifier.value if isinstance(q, Lookup) else q.text for q in questions)
        request = Request(endpoint=self.endpoint, path=f"/{step}", params=(("ids", ids),))  # type: ignore[arg-type]
        return Call(request=request, questions=questions, step=step)

    def read(self, call: Call, reply: Reply) -> Mapping[Question, Answer | Call]:
        if reply.status == 404 and call.step != "search":
            return {question: Absent(question=question, fetched_at=reply.fetched_at) for question in call.questions}
        if reply.status != 200:
            raise ReplyError(f"HTTP {reply.status}")
        try:
            document = json.loads(reply.body)
        except ValueError as error:
            raise ReplyError("not JSON") from error
        return {question: self._one(question, document, reply) for question in call.questions}

    def _one(self, question: Question, document: Any, reply: Reply) -> Answer | Call:
        if isinstance(question, Search):
            return Found(question=question, records=(), fetched_at=reply.fetched_at, total=0)
        if question.identifier.value in document.get("next", ()):
            return self.call((question,), "alone")
        if question.identifier.value not in document.get("have", (question.identifier.value,)):
            return Absent(question=question, fetched_at=reply.fetched_at)
        return found(question, reply.fetched_at)


def ask_for(value: str, provider: ProviderName = ProviderName.CROSSREF) -> Lookup:
    return Lookup(provider=provider, identifier=Identifier(Scheme.DOI, value))


def found(question: Question, fetched_at: str, title: str = "Calls of Rana", abstract: str = "") -> Found:
    identifier = question.identifier if isinstance(question, Lookup) else Identifier(Scheme.DOI, "10.5555/x")
    record = Record(
        id=str(identifier),
        provider=question.provider,
        titles=(title,),
        author=(Name(family="Reed", given="Ada"),),
        years=(2024,),
        identifiers=(identifier,),
        abstract=abstract,
    )
    return Found(question=question, records=(record,), fetched_at=fetched_at)
