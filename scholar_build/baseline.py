"""A baseline: the findings of one day, accepted as they are, so that only new ones fail. Pure but for its file.

    {"schema": 1, "findings": [
    {"fingerprint":"…","rule":"year-mismatch","source":"docs/a.md","text":"Reed, A. (2019) …"},
    …
    ]}

A finding is known by its rule, its file and what the reference says, never by its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from scholar_build.errors import SourceError
from scholar_build.model import Acceptance, Frozen, Problem, Reason, Report, Verdict
from scholar_build.policy import rules_of

SCHEMA = 1
MAX_BYTES = 16 * 1024 * 1024
_MAX_TEXT = 200
_UNANSWERED = frozenset({Reason.RATE_LIMITED, Reason.PROVIDER_UNAVAILABLE, Reason.OFFLINE, Reason.PENDING})
_NEW = "write it anew with --write-baseline"


class Known(Frozen, frozen=True, kw_only=True):
    """One finding of a baseline; only the fingerprint counts, the rest is for readers of the file."""

    fingerprint: str
    rule: str
    source: str
    text: str = ""


class _File(msgspec.Struct):
    schema: int
    findings: tuple[Known, ...]


class Compared(Frozen, frozen=True, kw_only=True):
    """A report without the findings of a baseline: how many were known, and how many the baseline alone holds."""

    report: Report
    known: int
    gone: int


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of a baseline file. Raises `SourceError`."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SourceError(f"{path}: is too large for a baseline; {_NEW}")
        file = msgspec.json.decode(path.read_bytes(), type=_File)
    except OSError as error:
        raise SourceError(f"{path}: the baseline cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise SourceError(f"{path}: is no baseline ({error}); {_NEW}") from error
    if file.schema != SCHEMA:
        raise SourceError(f"{path}: has schema {file.schema}, and this version reads {SCHEMA}; {_NEW}")
    return frozenset(known.fingerprint for known in file.findings)


def render_baseline(report: Report) -> str:
    """The text of a baseline that holds every finding of a report, one a line, sorted."""
    lines = sorted(msgspec.json.encode(known).decode() for known, _ in _findings(report))
    return "\n".join([f'{{"schema": {SCHEMA}, "findings": [', *([",\n".join(lines)] if lines else []), "]}", ""])


def compare(report: Report, baseline: frozenset[str]) -> Compared:
    """Accept the references all of whose findings are known, and drop the problems that are."""
    found = list(_findings(report))
    new = {id(of) for known, of in found if known.fingerprint not in baseline}
    known = {id(of) for known, of in found} - new
    accepted = tuple(_accepted(verdict) if id(verdict) in known else verdict for verdict in report.verdicts)
    problems = tuple(problem for problem in report.problems if id(problem) not in known)
    seen = {known.fingerprint for known, _ in found}
    return Compared(
        report=msgspec.structs.replace(report, verdicts=accepted, problems=problems),
        known=len(known),
        gone=len(baseline - seen),
    )


def _accepted(verdict: Verdict) -> Verdict:
    reference = msgspec.structs.replace(verdict.reference, accepted=Acceptance(reason="in the baseline", listed=False))
    return msgspec.structs.replace(verdict, reference=reference)


def _findings(report: Report) -> Iterator[tuple[Known, Verdict | Problem]]:
    """Every finding with what it belongs to; what a provider left unanswered is none."""
    counted: Counter[str] = Counter()
    for verdict in report.verdicts:
        reference = verdict.reference
        if verdict.reason in _UNANSWERED or (reference.accepted and not reference.accepted.expired):
            continue
        named = " ".join((reference.key, *map(str, reference.identifiers), reference.text))
        for rule, _ in rules_of(verdict):
            yield _known(rule, reference.location.source, named, counted), verdict
    for problem in report.problems:
        yield _known(problem.rule, problem.location.source, problem.key or problem.message, counted), problem


def _known(rule: str, source: str, named: str, counted: Counter[str]) -> Known:
    """The second of two alike in one file has its number in its fingerprint."""
    alike = f"{rule}\0{source}\0{named}"
    counted[alike] += 1
    fingerprint = sha256(f"{alike}\0{counted[alike]}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return Known(fingerprint=fingerprint, rule=rule, source=source, text=named[:_MAX_TEXT])
