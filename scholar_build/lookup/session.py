"""A session: questions in, one answer per question out, from the lock, then the cache, then the network."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from scholar_build.config import Settings
from scholar_build.model import Absent, Answer, Failure, Found, ProviderName, ProviderOutage, Question, Unavailable

if TYPE_CHECKING:
    from scholar_build.cache import Cache
    from scholar_build.limiter import Limiter
    from scholar_build.lookup.network import Network
    from scholar_build.providers.base import Provider

Progress = Callable[[int, int], None]
"""Told how many questions of how many have been answered, always from the asking thread."""

Held = Found | Absent


def open_session(
    settings: Settings,
    *,
    lock: Mapping[Question, Answer] | None = None,
    environ: Mapping[str, str] = os.environ,
    providers: Mapping[ProviderName, Provider] | None = None,
    limiter: Limiter | None = None,
) -> Session:
    """Open a session for one run; `lock` holds the answers of a lock file, None where there is no such file.

    `providers` and `limiter` stand in for the real ones.
    """
    return Session(settings, lock, environ, providers, limiter)


class Session:
    """One run's questions and answers. Use it as a context manager.

    Nothing is opened before it is needed: with a lock or a warm cache no network code is loaded.
    """

    def __init__(
        self,
        settings: Settings,
        lock: Mapping[Question, Answer] | None,
        environ: Mapping[str, str],
        providers: Mapping[ProviderName, Provider] | None,
        limiter: Limiter | None,
    ) -> None:
        self._settings = settings
        self._lock = lock
        self._environ = environ
        self._providers = providers
        self._limiter = limiter
        self._answered: dict[Question, Held] = {}  # asked in this run
        self.stood_in: dict[Question, Unavailable] = {}
        """Why each question was answered with an older answer (`stale`)."""
        self._guard = threading.RLock()
        self._stopped = threading.Event()
        self._background: list[threading.Thread] = []
        self._cache_opened: Cache | None = None
        self._network_opened: Network | None = None

    def ask(
        self, questions: Iterable[Question], progress: Progress | None = None, *, wait: bool = True
    ) -> dict[Question, Answer]:
        """Answer every question once; `wait=False` answers at once, with `pending` for what must be asked."""
        wanted = tuple(dict.fromkeys(questions))
        answers: dict[Question, Answer] = {}
        stale: dict[Question, Found] = {}
        missing: list[Question] = []
        held = self._known(wanted)
        for question in wanted:
            known = held.get(question)
            if known is not None and not known.stale:
                answers[question] = known
                continue
            if isinstance(known, Found):  # an absence that has aged says nothing: new works become known
                stale[question] = known
            missing.append(question)
        if self._settings.offline or not wait:
            reason = Failure.OFFLINE if self._settings.offline else Failure.PENDING
            for question in missing:
                answers[question] = stale.get(question) or Unavailable(question=question, reason=reason)
        elif missing:
            report = progress or _silent
            report(len(answers), len(wanted))
            for answer in self._ask_network(missing):
                if isinstance(answer, Unavailable) and answer.question in stale:
                    answers[answer.question] = stale[answer.question]
                    self.stood_in[answer.question] = answer
                else:
                    answers[answer.question] = answer
                report(len(answers), len(wanted))
        return {question: answers[question] for question in wanted}

    def ask_in_background(
        self, questions: Iterable[Question], done: Callable[[dict[Question, Answer]], None]
    ) -> threading.Thread:
        """Ask without waiting; `done` gets the answers, in another thread, unless the session is closed before."""

        def work() -> None:
            answers = self.ask(wanted)
            if not self._stopped.is_set():
                done(answers)

        wanted = tuple(questions)
        thread = threading.Thread(target=work, name="scholar-build background", daemon=True)
        self._background.append(thread)
        thread.start()
        return thread

    @property
    def outages(self) -> tuple[ProviderOutage, ...]:
        """The providers that were left out for the rest of the run."""
        return tuple(self._network_opened.outages.values()) if self._network_opened else ()

    @property
    def requests(self) -> int:
        """The number of requests that were sent."""
        return self._network_opened.fetcher.requests if self._network_opened else 0

    @property
    def credits(self) -> dict[str, int]:
        """What is left of daily budgets, by endpoint, where a provider said."""
        fetched = self._network_opened.fetcher.credits if self._network_opened else {}
        return {str(endpoint): left for endpoint, left in fetched.items()}

    def close(self) -> None:
        """End all waiting and let go of files and connections."""
        self._stopped.set()
        network = self._network_opened
        if network is not None:
            network.end_waits()
        for thread in self._background:
            thread.join(timeout=1.0)
        if any(thread.is_alive() for thread in self._background):
            return  # a request is under way; its connection ends with it
        if network is not None:
            network.close()
        if self._cache_opened is not None:
            self._cache_opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, type_: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _known(self, questions: Iterable[Question]) -> dict[Question, Held]:
        """What lock, this run and cache know; offline, a lock file that is there answers alone."""
        known: dict[Question, Held] = {}
        missing = []
        for question in questions:
            locked = self._lock.get(question) if self._lock is not None else None
            if locked is not None and not isinstance(locked, Unavailable):
                known[question] = locked
            elif question in self._answered:
                known[question] = self._answered[question]
            else:
                missing.append(question)
        if missing and not (self._settings.offline and self._lock is not None):
            known.update(self._cache().get_all(missing))
        return known

    def _fresh(self, question: Question) -> Held | None:
        answer = self._cache().get(question)
        return None if answer is None or answer.stale else answer

    def _ask_network(self, questions: Sequence[Question]) -> Iterable[Answer]:
        """Ask each provider in a thread of its own; answers come as they are read, kept already."""
        network = self._network()
        by_provider: dict[ProviderName, list[Question]] = {}
        for question in questions:
            by_provider.setdefault(question.provider, []).append(question)
        events: queue.SimpleQueue[Answer | BaseException | None] = queue.SimpleQueue()

        def work(name: ProviderName) -> None:
            try:
                for answer in network.ask(name, by_provider[name]):
                    if not isinstance(answer, Unavailable):
                        self._keep(answer)
                    events.put(answer)
            except BaseException as error:  # handed to the asking thread, which raises it
                events.put(error)
            else:
                events.put(None)

        for name in by_provider:
            threading.Thread(target=work, args=(name,), name=f"scholar-build {name}", daemon=True).start()
        running = len(by_provider)
        while running:
            event = events.get()
            if isinstance(event, BaseException):
                raise event
            if event is None:
                running -= 1
            else:
                yield event

    def _keep(self, answer: Held) -> None:
        self._cache().put(answer)
        self._answered[answer.question] = answer

    def _cache(self) -> Cache:
        with self._guard:
            if self._cache_opened is None:
                from scholar_build.cache import Cache, cache_folder

                self._cache_opened = Cache(cache_folder(self._settings), self._settings)
            return self._cache_opened

    def _network(self) -> Network:
        with self._guard:
            if self._network_opened is None:
                from scholar_build.audit import AuditLog
                from scholar_build.lookup.network import Network

                audit_log = self._settings.audit_log
                self._network_opened = Network(
                    self._settings,
                    self._limiter or _limiter(self._settings, self._environ),
                    environ=self._environ,
                    providers=self._providers if self._providers is not None else _all_providers(),
                    audit=AuditLog(Path(self._settings.root) / audit_log if audit_log else None),
                    known=self._fresh,
                )
            return self._network_opened


def _limiter(settings: Settings, environ: Mapping[str, str]) -> Limiter:
    """Limits for all processes that share the cache folder, or for all machines that share a Redis."""
    from scholar_build.cache import cache_folder
    from scholar_build.limiter import Limiter

    url = environ.get("SCHOLAR_BUILD_REDIS_URL")
    if not url:
        return Limiter(cache_folder(settings) / "limits")
    from scholar_build.limiter_redis import RedisStore

    return Limiter(cache_folder(settings) / "limits", store=RedisStore(url))


def _all_providers() -> Mapping[ProviderName, Provider]:
    from scholar_build.providers import PROVIDERS

    return PROVIDERS


def _silent(_done: int, _total: int) -> None:
    pass
