"""Drafting: while a site is served, a build takes what is known, and the rest is looked up behind it.

A save never waits for the network. When the answers are there the server builds once more, and the
browsers reload.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from scholar_build import (
    Answer,
    Failure,
    Made,
    PageBlock,
    ProviderOutage,
    Question,
    Reference,
    Report,
    Scan,
    Session,
    Settings,
    Unavailable,
    Verdict,
    accept,
    check_scan,
    is_pending,
    lock_path,
    make_blocks,
    session_for,
)

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer

RETRY_S = 60.0
"""How long a provider that did not answer is left alone while serving."""
_UNSETTLED = frozenset(str(failure) for failure in Failure)


class Drafting:
    """What lasts from build to build of a server."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._settings: Settings | None = None
        self._state: object = None  # the settings and the state of the lock that the session was opened with
        self._known: dict[Question, Answer] = {}
        self._settled: dict[object, Verdict] = {}
        self._failed: dict[Question, tuple[float, Unavailable]] = {}
        self._wanted: tuple[Reference, ...] = ()
        self._worker: threading.Thread | None = None
        self._making: threading.Thread | None = None
        self._guard = threading.Lock()
        self._server: LiveReloadServer | None = None
        self._rebuild_is_due = False

    def check(self, scan: Scan, settings: Settings, today: date) -> Report:
        """Judge by what is known; have the rest looked up."""
        session = self._open(settings)
        report = self._judge(scan, settings, session, today)
        pending = tuple(verdict.reference for verdict in report.verdicts if _is_pending(verdict))
        with self._guard:
            self._wanted = pending
            if pending and (self._worker is None or not self._worker.is_alive()):
                self._worker = threading.Thread(
                    target=self._look_up, args=(today,), name="scholar-build drafting", daemon=True
                )
                self._worker.start()
        return report

    def _judge(self, scan: Scan, settings: Settings, session: Session, today: date) -> Report:
        """Judge what is new, and take over the verdicts that cannot have changed since the last build."""
        references = accept(scan.references, settings, today)
        new = [each for each in references if each.accepted or _claim(each) not in self._settled]
        asking = cast("Session", _Asking(self._at_once, session))
        report = check_scan(Scan(references=tuple(new), problems=scan.problems), settings, asking, today=today)
        judged = {_claim(verdict.reference): verdict for verdict in report.verdicts}
        for claim, verdict in judged.items():
            if not any(asked.outcome in _UNSETTLED for asked in verdict.asked):
                self._settled[claim] = verdict
        verdicts = tuple(self._verdict(each, judged) for each in references)
        return msgspec.structs.replace(report, verdicts=verdicts)

    def _verdict(self, reference: Reference, judged: dict[object, Verdict]) -> Verdict:
        """The verdict of a reference: the very object of the last build where nothing has changed."""
        claim = _claim(reference)
        verdict = judged.get(claim) or self._settled[claim]
        if verdict.reference == reference:
            return verdict
        moved = msgspec.structs.replace(verdict, reference=reference)
        if claim in self._settled:
            self._settled[claim] = moved
        return moved

    def blocks(self, wanted: Iterable[PageBlock], settings: Settings, today: date) -> dict[PageBlock, Made]:
        """Make the chains and watches of pages by what is known; have the rest looked up."""
        wanted = tuple(wanted)
        session = self._open(settings)
        made = make_blocks(wanted, settings, cast("Session", _Asking(self._at_once, session)), today=today)
        pending = tuple(block for block in wanted if is_pending(made[block]))
        if pending and (self._making is None or not self._making.is_alive()):

            def look_up() -> None:
                make_blocks(pending, settings, cast("Session", _Asking(self._waiting, session)), today=today)
                if session is self._session:
                    self._rebuild()

            self._making = threading.Thread(target=look_up, name="scholar-build drafting blocks", daemon=True)
            self._making.start()
        return made

    def attach(self, server: LiveReloadServer) -> None:
        """Take note of the server, and have it build once more if the answers came before it was there."""
        with self._guard:
            self._server = server
            due = self._rebuild_is_due
        if due:
            self._rebuild()

    def watch(self, paths: Iterable[Path], config: MkDocsConfig) -> None:
        """Watch files outside what MkDocs watches itself: a file watched twice would make two builds of one save."""
        if self._server is None:
            return
        watched = [Path(folder).resolve() for folder in (config.docs_dir, *config.watch)]
        for path in paths:
            resolved = path.resolve()
            if resolved.is_file() and not any(resolved.is_relative_to(folder) for folder in watched):
                self._server.watch(str(resolved))

    def close(self) -> None:
        """End what is under way."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _open(self, settings: Settings) -> Session:
        lock = lock_path(settings)
        state = (settings, lock.stat().st_mtime_ns if lock.is_file() else None)
        if self._session is None or state != self._state:
            opened = session_for(settings)  # raises where the lock is damaged; the old one goes on then
            if self._worker is None or not self._worker.is_alive():  # else the worker closes what it uses
                self.close()
            self._session, self._settings, self._state = opened, settings, state
            self._known.clear()
            self._settled.clear()
            self._failed.clear()
        return self._session

    def _at_once(self, session: Session, questions: Iterable[Question]) -> dict[Question, Answer]:
        wanted = list(questions)
        answers = {question: self._known[question] for question in wanted if question in self._known}
        fresh = session.ask([question for question in wanted if question not in answers], wait=False)
        for question, answer in fresh.items():
            if isinstance(answer, Unavailable):
                since, failure = self._failed.get(question, (0.0, answer))
                answers[question] = failure if time.monotonic() - since < RETRY_S else answer
            else:
                answers[question] = self._known[question] = answer
        return answers

    def _waiting(self, session: Session, questions: Iterable[Question]) -> dict[Question, Answer]:
        answers = session.ask(questions)
        failed_at = time.monotonic()
        self._failed.update(
            (question, (failed_at, answer)) for question, answer in answers.items() if isinstance(answer, Unavailable)
        )
        return answers

    def _look_up(self, today: date) -> None:
        """Look up what is wanted, then what has come to be wanted meanwhile; one build after each."""
        while True:
            with self._guard:
                wanted, self._wanted = self._wanted, ()
                session, settings = self._session, self._settings
                if not wanted or session is None or settings is None:
                    self._worker = None
                    return
            check_scan(Scan(references=wanted), settings, cast("Session", _Asking(self._waiting, session)), today=today)
            if session is self._session:
                self._rebuild()
            else:
                session.close()

    def _rebuild(self) -> None:
        with self._guard:
            server = self._server
            self._rebuild_is_due = server is None
        if server is not None:
            # What the server's own watcher does on a change: there is no public way to ask for a build.
            with server._rebuild_cond:
                server._want_rebuild = True
                server._rebuild_cond.notify_all()


def _claim(reference: Reference) -> object:
    return reference.origin, reference.text, reference.identifiers, reference.alternatives, reference.fields


def _is_pending(verdict: Verdict) -> bool:
    return any(asked.outcome == Failure.PENDING for asked in verdict.asked)


class _Asking:
    """A session as `check_scan` sees it, that asks in another way."""

    def __init__(self, ask: Callable[[Session, Iterable[Question]], dict[Question, Answer]], session: Session) -> None:
        self._ask = ask
        self._session = session

    def ask(
        self, questions: Iterable[Question], progress: object = None, *, wait: bool = True
    ) -> dict[Question, Answer]:
        return self._ask(self._session, questions)

    @property
    def stood_in(self) -> dict[Question, Unavailable]:
        return self._session.stood_in

    @property
    def outages(self) -> tuple[ProviderOutage, ...]:
        return self._session.outages

    @property
    def requests(self) -> int:
        return self._session.requests
