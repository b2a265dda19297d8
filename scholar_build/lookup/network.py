"""Asking providers: the calls of one provider one after the other, follow-ups included, its failures counted."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from scholar_build.audit import AuditLog, Entry
from scholar_build.config import Settings
from scholar_build.fetch import Fetcher, FetchError, MootError
from scholar_build.limiter import CancelledError, Limiter
from scholar_build.model import (
    Absent,
    Answer,
    Failure,
    Found,
    Lookup,
    ProviderName,
    ProviderOutage,
    Question,
    Unavailable,
    since_day,
)
from scholar_build.providers.base import Call, Provider, Reply, ReplyError

MAX_FAILURES = 5
"""So many failed calls in a row, and a provider is left out for the rest of the run."""
MAX_STEPS = 6
"""A question's follow-up calls end here, whatever a provider's replies say."""

Known = Callable[[Question], Found | Absent | None]
"""The fresh answer to a question that this or another process has kept meanwhile."""


class Network:
    """The providers of one run and how they fare."""

    def __init__(
        self,
        settings: Settings,
        limiter: Limiter,
        *,
        environ: Mapping[str, str],
        providers: Mapping[ProviderName, Provider],
        audit: AuditLog,
        known: Known,
    ) -> None:
        self._limiter = limiter
        self.fetcher = Fetcher(settings, self._limiter, environ=environ)
        self._providers = providers
        self._audit = audit
        self._known = known
        self._failures: dict[ProviderName, int] = {}
        self.outages: dict[ProviderName, ProviderOutage] = {}

    def ask(self, name: ProviderName, questions: Sequence[Question]) -> Iterator[Answer]:
        """Put questions to one provider; every question is answered once, each as soon as it is read."""
        provider = self._providers[name]
        meant: dict[Question, list[Question]] = {}
        for question in questions:
            meant.setdefault(_dated(question), []).append(question)
        still_open = dict.fromkeys(meant)
        calls = deque((call, 1) for call in provider.plan(tuple(meant)))
        while calls and still_open:
            call, step = calls.popleft()
            follow_ups: dict[Call, None] = {}
            for question, result in self._call(provider, call).items():
                if question not in still_open:
                    continue
                if isinstance(result, Call) and step < MAX_STEPS:
                    follow_ups[result] = None
                    continue
                del still_open[question]
                answer = _unavailable(question, "too many steps") if isinstance(result, Call) else result
                for asked in meant[question]:
                    yield answer if asked == question else msgspec.structs.replace(answer, question=asked)
            calls.extend((follow_up, step + 1) for follow_up in follow_ups)
        for question in still_open:
            for asked in meant[question]:
                yield _unavailable(asked, "no answer in the reply")

    def end_waits(self) -> None:
        """Let nobody wait for a slot any more."""
        self._limiter.close()

    def close(self) -> None:
        """Close all connections."""
        self.fetcher.close()

    def _call(self, provider: Provider, call: Call) -> Mapping[Question, Answer | Call]:
        outage = self.outages.get(provider.NAME)
        if outage is not None:
            return _all(call, outage.reason, outage.detail)
        started = time.monotonic()
        reply: Reply | None = None
        try:
            reply = self.fetcher.send(call.request, is_moot=lambda: self._answered(call) is not None)
            results = provider.read(call, reply)
        except MootError:
            return self._answered(call) or {}
        except CancelledError:
            return _all(call, Failure.PENDING, "")
        except FetchError as error:
            results = self._failed(call, error.reason, error.detail, is_final=error.is_final)
        except ReplyError as error:
            results = self._failed(call, Failure.PROVIDER_UNAVAILABLE, str(error))
        else:
            self._failures[provider.NAME] = 0
        self._log(call, results, reply, time.monotonic() - started)
        return results

    def _answered(self, call: Call) -> Mapping[Question, Answer] | None:
        """The answers to a call, where they all have been kept since it was planned."""
        known = {question: self._known(question) for question in call.questions}
        answers = {question: answer for question, answer in known.items() if answer is not None}
        return answers if len(answers) == len(known) else None

    def _failed(
        self, call: Call, reason: Failure, detail: str, *, is_final: bool = False
    ) -> Mapping[Question, Answer | Call]:
        name = call.questions[0].provider
        self._failures[name] = self._failures.get(name, 0) + 1
        if is_final or self._failures[name] >= MAX_FAILURES:
            self.outages[name] = ProviderOutage(provider=name, reason=reason, detail=detail)
        return _all(call, reason, detail)

    def _log(self, call: Call, results: Mapping[Question, Answer | Call], reply: Reply | None, seconds: float) -> None:
        lookups = [question for question in call.questions if isinstance(question, Lookup)]
        failure = next((result for result in results.values() if isinstance(result, Unavailable)), None)
        self._audit.write(
            Entry(
                operation="lookup" if lookups else "search",
                provider=call.questions[0].provider,
                ids=tuple(str(question.identifier) for question in lookups),
                questions=len(call.questions),
                found=_count(results.values(), Found),
                absent=_count(results.values(), Absent),
                bytes=len(reply.body) if reply else 0,
                seconds=round(seconds, 3),
                outcome=f"{failure.reason} {failure.detail}".strip() if failure else str(reply.status if reply else ""),
            )
        )


def _dated(question: Question) -> Question:
    """The question with the day that `30d` means today; providers know dates alone."""
    if isinstance(question, Lookup) or not question.since.endswith("d"):
        return question
    day = since_day(question.since, datetime.now(UTC).date())
    return msgspec.structs.replace(question, since=day.isoformat())


def _all(call: Call, reason: Failure, detail: str) -> dict[Question, Answer | Call]:
    return {question: Unavailable(question=question, reason=reason, detail=detail) for question in call.questions}


def _unavailable(question: Question, detail: str) -> Unavailable:
    return Unavailable(question=question, reason=Failure.PROVIDER_UNAVAILABLE, detail=detail)


def _count(results: Iterable[object], type_: type) -> int:
    return sum(isinstance(result, type_) for result in results)
