"""GitLab code quality: a JSON list of issues (GitLab Docs, "Code Quality", implement a custom tool)."""

from __future__ import annotations

import json

from scholar_build.config import Settings
from scholar_build.model import Report
from scholar_build.report.escape import plain
from scholar_build.report.order import Level, Remark, acceptance, accepted_remarks, remarks
from scholar_build.report.words import words

_SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.NOTE: "info"}


def render_gitlab(report: Report, settings: Settings) -> str:
    """One issue a remark, with a fingerprint that survives moved lines; what is accepted is for information."""
    wording = words("en")
    said = remarks(report, settings, wording, prefix=settings.prefix)
    accepted = accepted_remarks(report, settings, wording, prefix=settings.prefix)
    issues = [_issue(remark) for remark in (*said, *accepted)]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _issue(remark: Remark) -> dict[str, object]:
    reason = acceptance(remark)
    accepted = f"Accepted: {reason}. " if reason else ""
    description = f"{accepted}{remark.message} {remark.text}".strip()
    return {
        "description": plain(description),
        "check_name": remark.rule,
        "fingerprint": remark.fingerprint,
        "severity": _SEVERITIES[remark.level],
        "location": {"path": remark.location.source, "lines": {"begin": remark.location.line}},
    }
