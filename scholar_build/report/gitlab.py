"""GitLab code quality: a JSON list of issues (GitLab Docs, "Code Quality", implement a custom tool)."""

from __future__ import annotations

import json

from scholar_build.config import Settings
from scholar_build.model import Report
from scholar_build.report.escape import plain
from scholar_build.report.order import Level, Remark, remarks
from scholar_build.report.words import words

_SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.NOTE: "info"}


def render_gitlab(report: Report, settings: Settings) -> str:
    """One issue a remark, with a fingerprint that survives moved lines."""
    issues = [_issue(remark) for remark in remarks(report, settings, words("en"), prefix=settings.prefix)]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _issue(remark: Remark) -> dict[str, object]:
    description = f"{remark.message} {remark.text}".strip()
    return {
        "description": plain(description),
        "check_name": remark.rule,
        "fingerprint": remark.fingerprint,
        "severity": _SEVERITIES[remark.level],
        "location": {"path": remark.location.source, "lines": {"begin": remark.location.line}},
    }
