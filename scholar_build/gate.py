"""Verdicts and policy in, passed or failed out. Pure: the day comes from outside.

Exit statuses are a table in `docs/gate.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from enum import IntEnum, StrEnum

from scholar_build.config import Settings
from scholar_build.model import Frozen, Location, Reason, Report, Status, Verdict
from scholar_build.policy import Policy, is_strict, policy_at, rules_of
from scholar_build.rules import RULES

UNANSWERED = frozenset({Reason.RATE_LIMITED, Reason.PROVIDER_UNAVAILABLE, Reason.OFFLINE, Reason.PENDING})
_ONE_DAY = timedelta(days=1)


class ExitStatus(IntEnum):
    """How a command or build ends."""

    PASSED = 0
    FAILED = 1
    COULD_NOT_RUN = 2
    INCOMPLETE = 3


class FailureKind(StrEnum):
    """What kind of thing the gate refuses."""

    REFERENCE = "reference"  # a verdict or notice that `strict` or a severity refuses
    SOURCE = "source"  # a problem of a source by itself
    OWN = "own"  # a reference in `own` paths that is not verified
    AGE = "age"  # a record older than `max_age_days`
    UNCHECKED = "unchecked"  # more unchecked references than `max_unchecked`
    NOTHING = "nothing"  # there was nothing to look at


class GateFailure(Frozen, frozen=True, kw_only=True):
    """One reason why the gate did not pass; `because` holds the rule codes or settings that refuse it."""

    kind: FailureKind
    message: str
    because: tuple[str, ...]
    location: Location | None = None
    key: str = ""

    def __str__(self) -> str:
        because = f" ({', '.join(self.because)})"
        return (f"{self.location}: " if self.location else "") + self.message + because


class Passed(Frozen, frozen=True, kw_only=True):
    """Nothing was refused. `unanswered` counts the references that a silent provider left unchecked.

    `incomplete`: a strict gate was asked and could not look at everything.
    """

    incomplete: bool = False
    unanswered: int = 0


class Failed(Frozen, frozen=True, kw_only=True):
    """What was refused, in order of place."""

    failures: tuple[GateFailure, ...]
    unanswered: int = 0


GateResult = Passed | Failed


def gate(report: Report, settings: Settings, *, today: date, seen: int | None = None) -> GateResult:
    """Hold a report against the settings.

    `seen` is the number of references that the sources hold where the report has only some of them (those
    that a change touches); the gate fails where it is 0, since a gate that looked at nothing proves nothing.
    """
    counted = [verdict for verdict in report.verdicts if not is_accepted(verdict, today)]
    unanswered = sum(verdict.reason in UNANSWERED for verdict in counted)
    if not is_strict(settings):
        return Passed(unanswered=unanswered)
    policies = {source: policy_at(settings, source) for source in _sources(report)}
    placed = [
        *(failure for verdict in counted for failure in _verdict_failures(verdict, settings, policies, today)),
        *_problem_failures(report, policies),
    ]
    placed.sort(key=lambda failure: (failure.location or Location(source=""), failure.key))
    failures = (*placed, *_whole_failures(report, counted, settings, seen))
    if failures:
        return Failed(failures=failures, unanswered=unanswered)
    return Passed(incomplete=unanswered > 0 and not settings.allow_unchecked, unanswered=unanswered)


def exit_status(result: GateResult) -> ExitStatus:
    """The exit status that a result asks for."""
    match result:
        case Failed():
            return ExitStatus.FAILED
        case Passed(incomplete=True):
            return ExitStatus.INCOMPLETE
        case Passed():
            return ExitStatus.PASSED


def is_accepted(verdict: Verdict, today: date) -> bool:
    """Whether an acceptance holds today; its `until` is the last day."""
    accepted = verdict.reference.accepted
    return accepted is not None and not accepted.expired and not (accepted.until and accepted.until < today.isoformat())


def _sources(report: Report) -> set[str]:
    verdicts = {verdict.reference.location.source for verdict in report.verdicts}
    return verdicts | {problem.location.source for problem in report.problems}


def _verdict_failures(
    verdict: Verdict, settings: Settings, policies: dict[str, Policy], today: date
) -> Iterator[GateFailure]:
    reference = verdict.reference
    policy = policies[reference.location.source]
    rules = rules_of(verdict)
    because = tuple(rule for rule, name in rules if policy.fails(rule, name))
    if because:
        message = f"{_named(verdict)}: {RULES[because[0]].summary}"
        kind = FailureKind.REFERENCE
    elif policy.own and verdict.status is not Status.VERIFIED:
        because, kind = ("own", *(rule for rule, name in rules if name == verdict.status)), FailureKind.OWN
        message = f"{_named(verdict)} is not verified, as everything here must be."
    elif problem := _too_old(verdict, settings, today):
        because, kind, message = ("max_age_days",), FailureKind.AGE, f"{_named(verdict)}: {problem}"
    else:
        return
    yield GateFailure(kind=kind, message=message, because=because, location=reference.location, key=reference.key)


def _named(verdict: Verdict) -> str:
    reference = verdict.reference
    if reference.key:
        return f"reference `{reference.key}`"
    if reference.identifiers:
        return f"reference {reference.identifiers[0]}"
    return f"reference “{reference.text if len(reference.text) <= 60 else reference.text[:60] + '…'}”"


def _too_old(verdict: Verdict, settings: Settings, today: date) -> str:
    """Why the record is refused for its age; empty where it is not, or where no date is known."""
    if settings.max_age_days is None or verdict.record is None:
        return ""
    dates = [asked.fetched_at[:10] for asked in verdict.asked if asked.provider is verdict.record.provider]
    if not any(dates):
        return ""
    try:
        fetched = max(date.fromisoformat(text) for text in dates if text)
    except ValueError:
        return "its record has no readable date; refresh it with `scholar-build lock --update`."
    if fetched > today + _ONE_DAY:
        return f"its record is dated {fetched}, which is in the future."
    age = (today - fetched).days
    if age <= settings.max_age_days:
        return ""
    return f"its record is {age} days old; refresh it with `scholar-build lock --update`."


def _problem_failures(report: Report, policies: dict[str, Policy]) -> Iterator[GateFailure]:
    for problem in report.problems:
        if policies[problem.location.source].fails(problem.rule):
            yield GateFailure(
                kind=FailureKind.SOURCE,
                message=problem.message,
                because=(problem.rule,),
                location=problem.location,
                key=problem.key,
            )


def _whole_failures(
    report: Report, counted: list[Verdict], settings: Settings, seen: int | None
) -> Iterator[GateFailure]:
    unchecked = sum(verdict.status is Status.UNCHECKED for verdict in counted)
    if settings.max_unchecked is not None and unchecked > settings.max_unchecked:
        yield GateFailure(
            kind=FailureKind.UNCHECKED,
            message=f"{unchecked} references could not be checked; at most {settings.max_unchecked} may be.",
            because=("max_unchecked",),
        )
    if (len(report.verdicts) if seen is None else seen) == 0:
        yield GateFailure(
            kind=FailureKind.NOTHING,
            message="No reference was found, so nothing was checked.",
            because=("strict",),
        )
