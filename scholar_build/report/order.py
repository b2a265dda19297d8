"""One order for all reports, the same on every run, and what each of them says of one place."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from hashlib import sha256

import msgspec

from scholar_build.config import Settings
from scholar_build.model import Frozen, Location, Problem, Reason, Report, Verdict
from scholar_build.policy import Policy, is_strict, policy_at, rules_of
from scholar_build.report.parts import is_accepted, status_word
from scholar_build.report.sentences import notice_sentence, reason_sentence
from scholar_build.report.words import NOTICE_WORDS, Words
from scholar_build.rules import Severity

UNANSWERED = frozenset({"rate_limited", "provider_unavailable", "offline", "pending"})


class Level(StrEnum):
    """How loudly a report says a thing; a note asks for nothing (a book that no index holds)."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Remark(Frozen, frozen=True, kw_only=True):
    """One thing that a report says at one place: a rule, its weight there, a title and a sentence.

    `fingerprint` stays the same when lines move: it is made of the rule, the source and the reference.
    """

    rule: str
    level: Level
    location: Location
    title: str
    message: str
    key: str
    text: str
    fingerprint: str
    verdict: Verdict | None = None


def sorted_verdicts(report: Report) -> list[Verdict]:
    """All verdicts by file, line and column."""
    return sorted(report.verdicts, key=lambda verdict: (verdict.reference.location, verdict.reference.key))


def sorted_problems(report: Report) -> list[Problem]:
    """All source problems by file, line, column and rule."""
    return sorted(report.problems, key=lambda problem: (problem.location, problem.rule, problem.message))


def unanswered(report: Report) -> int:
    """How many references a provider's silence left unchecked."""
    return sum(verdict.reason in UNANSWERED for verdict in report.verdicts)


def remarks(report: Report, settings: Settings, words: Words, *, prefix: str = "") -> list[Remark]:
    """Everything to be said, by place; what is `off` where it stands, and what is accepted, is left out.

    `prefix` is put before each path, for readers who look from above the project.
    """
    found: list[Remark] = []
    policies: dict[str, Policy] = {}
    strict = is_strict(settings)
    for verdict in report.verdicts:
        source = verdict.reference.location.source
        policy = policies.setdefault(source, policy_at(settings, source))
        if not is_accepted(verdict):
            found += _verdict_remarks(verdict, policy, words, own=policy.own and strict)
    for problem in report.problems:
        source = problem.location.source
        policy = policies.setdefault(source, policy_at(settings, source))
        if (level := _level(policy, problem.rule)) is None:
            continue
        found.append(
            Remark(
                rule=problem.rule,
                level=level,
                location=problem.location,
                title=problem.rule,
                message=problem.message,
                key=problem.key,
                text="",
                fingerprint=f"{problem.rule} {source} {problem.key or problem.message}",
            )
        )
    numbered = _with_fingerprints(sorted(found, key=_place))
    return [_moved(remark, prefix) for remark in numbered] if prefix else numbered


def accepted_remarks(report: Report, settings: Settings, words: Words, *, prefix: str = "") -> list[Remark]:
    """What would be said of the references that are accepted, by place, as notes; a baseline's are not listed."""
    found: list[Remark] = []
    for verdict in report.verdicts:
        acceptance = verdict.reference.accepted
        if acceptance is None or not acceptance.listed or not is_accepted(verdict):
            continue
        policy = policy_at(settings, verdict.reference.location.source)
        found += _verdict_remarks(verdict, policy, words, own=False)
    notes = [msgspec.structs.replace(remark, level=Level.NOTE) for remark in sorted(found, key=_place)]
    return [_moved(remark, prefix) for remark in _with_fingerprints(notes)]


def acceptance(remark: Remark) -> str:
    """Why the reference of a remark is accepted; empty where it is not."""
    verdict = remark.verdict
    if verdict is None or verdict.reference.accepted is None or verdict.reference.accepted.expired:
        return ""
    return verdict.reference.accepted.reason


def _moved(remark: Remark, prefix: str) -> Remark:
    place = msgspec.structs.replace(remark.location, source=prefix + remark.location.source)
    return msgspec.structs.replace(remark, location=place)


def _place(remark: Remark) -> tuple[Location, int, str, str]:
    return remark.location, list(Level).index(remark.level), remark.rule, remark.message


def _level(policy: Policy, rule: str, *names: str) -> Level | None:
    if policy.fails(rule, *names):
        return Level.ERROR
    match policy.level(rule):
        case Severity.ERROR:
            return Level.ERROR
        case Severity.WARNING:
            return Level.WARNING
        case Severity.OFF:
            return None


def _verdict_remarks(verdict: Verdict, policy: Policy, words: Words, *, own: bool) -> list[Remark]:
    """One remark for the status, under the rule that weighs most, and one for each kind of notice."""
    grouped: dict[str, list[str]] = {}
    for rule, name in rules_of(verdict):
        grouped.setdefault(name, []).append(rule)
    found = []
    for name, rules in grouped.items():
        rule = min(rules, key=lambda rule: (not policy.fails(rule, name), list(Severity).index(policy.level(rule))))
        level = Level.ERROR if own and name == verdict.status else _level(policy, rule, name)
        if level is None:
            continue
        if level is Level.WARNING and verdict.reason is Reason.NOT_INDEXED and name == verdict.status:
            level = Level.NOTE
        found.append(_remark(verdict, rule, name, level, words))
    return found


def _remark(verdict: Verdict, rule: str, name: str, level: Level, words: Words) -> Remark:
    reference = verdict.reference
    notice = next((notice for notice in verdict.notices if notice.type == name), None)
    title = words.text(NOTICE_WORDS[notice.type]) if notice else status_word(verdict, words.lang)
    sentence = notice_sentence(notice, words) or title if notice else reason_sentence(verdict, words)
    named = reference.key or " ".join(str(identifier) for identifier in reference.identifiers) or reference.text
    return Remark(
        rule=rule,
        level=level,
        location=reference.location,
        title=title,
        message=sentence,
        key=reference.key,
        text=reference.text or named,
        fingerprint=f"{rule} {reference.location.source} {named}",
        verdict=verdict,
    )


def _with_fingerprints(found: list[Remark]) -> list[Remark]:
    """Hash what identifies each remark; the second of two alike in one source gets its number, too."""
    seen: Counter[str] = Counter()
    numbered = []
    for remark in found:
        seen[remark.fingerprint] += 1
        text = f"{remark.fingerprint} {seen[remark.fingerprint]}"
        numbered.append(msgspec.structs.replace(remark, fingerprint=sha256(text.encode()).hexdigest()[:32]))
    return numbered
