"""Which policy holds where: what `strict`, `severity`, `overrides` and `own` mean for one path. Pure.

The last override that matches a path holds: its `strict` replaces the general one, its severities are laid
over the general ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from scholar_build.config import Settings
from scholar_build.model import Frozen, Reason, Status, Verdict
from scholar_build.rules import RULES, Severity

_NOT_FOUND = frozenset({str(Status.NOT_FOUND)})


class Policy(Frozen, frozen=True, kw_only=True):
    """What holds at one path. `severity` has only what was set; `strict` is empty where nothing fails."""

    strict: frozenset[str] = frozenset()
    severity: Mapping[str, Severity] = {}
    own: bool = False

    def level(self, rule: str) -> Severity:
        """How a finding of a rule weighs here."""
        return self.severity.get(rule) or RULES[rule].severity

    def fails(self, rule: str, *names: str) -> bool:
        """Whether a finding of a rule, also known by the status or notice `names`, fails here.

        A severity that was set decides: an error fails wherever anything is strict, a warning never.
        Where none was set, `strict` decides, which may name the rule, the status or the notice.
        """
        if not self.strict:
            return False
        chosen = self.severity.get(rule)
        if chosen is not None:
            return chosen is Severity.ERROR
        return not self.strict.isdisjoint((rule, *names))


def policy_at(settings: Settings, path: str) -> Policy:
    """The policy for one source path (relative to the settings file, `/` between its parts)."""
    strict, severity = settings.strict, settings.severity
    for override in reversed(settings.overrides):
        if matches(path, override.paths):
            strict = settings.strict if override.strict is None else override.strict
            severity = {**severity, **override.severity}
            break
    return Policy(strict=_names(strict), severity=severity, own=matches(path, settings.own))


def is_strict(settings: Settings) -> bool:
    """Whether anything can fail at all."""
    return bool(settings.strict) or any(override.strict for override in settings.overrides)


def _names(strict: bool | tuple[str, ...]) -> frozenset[str]:
    if isinstance(strict, bool):
        return _NOT_FOUND if strict else frozenset()
    return frozenset(strict)


def rules_of(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    """Each rule that a verdict touches, with the status or notice it is also known by; the gravest first."""
    found: list[tuple[str, str]] = []
    match verdict.status:
        case Status.MISMATCH | Status.NOT_FOUND:
            codes = (verdict.rule, *(finding.rule for finding in verdict.findings))
            found += [(code, str(verdict.status)) for code in codes if code in RULES] or [_fallback(verdict)]
        case Status.UNCHECKED:
            found.append(("unchecked", str(verdict.status)))
        case Status.VERIFIED:
            pass
    for notice in verdict.notices:
        code = notice.type.replace("_", "-")
        if code in RULES:
            found.append((code, str(notice.type)))
    return tuple(dict.fromkeys(found))


def _fallback(verdict: Verdict) -> tuple[str, str]:
    by_reason = {
        Reason.IDENTIFIER_NOT_FOUND: "identifier-not-found",
        Reason.REFERENCE_NOT_FOUND: "reference-not-found",
        Reason.OTHER_WORK: "identifier-mismatch",
    }
    return by_reason.get(verdict.reason, "title-mismatch"), str(verdict.status)


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a path fits one of the glob patterns (`**` crosses folders; a folder stands for all in it)."""
    clean = path.replace("\\", "/").removeprefix("./")
    return any(_pattern(pattern).fullmatch(clean) is not None for pattern in patterns)


@lru_cache(maxsize=256)
def _pattern(pattern: str) -> re.Pattern[str]:
    cleaned = pattern.replace("\\", "/").removeprefix("./").rstrip("/")
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", cleaned)
    translated = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    body = "".join(translated.get(part, re.escape(part)) for part in parts)
    return re.compile(body + "(?:/.*)?")
