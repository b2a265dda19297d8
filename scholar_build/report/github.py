"""GitHub annotations: workflow commands that a job prints.

Format: GitHub Docs, "Workflow commands for GitHub Actions". GitHub shows 10 errors and 10 warnings of one step,
so the gravest come first; the summary and SARIF have them all.
"""

from __future__ import annotations

from scholar_build.config import Settings
from scholar_build.model import Report
from scholar_build.report.escape import workflow_data, workflow_property
from scholar_build.report.order import Level, Remark, remarks
from scholar_build.report.text import summary_lines
from scholar_build.report.words import words

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def render_github(report: Report, settings: Settings) -> str:
    """One workflow command a remark, and one with the counts."""
    wording = words(settings.lang)
    found = sorted(
        remarks(report, settings, wording, prefix=settings.prefix), key=lambda remark: list(Level).index(remark.level)
    )
    counts = "\n".join(summary_lines(report, wording, settings.prefix))
    commands = [*map(_command, found), f"::notice title=scholar-build::{workflow_data(counts)}"]
    return "\n".join(commands) + "\n"


def _command(remark: Remark) -> str:
    title = f"{remark.title} ({remark.rule})" if remark.text else remark.rule
    properties = {
        "file": remark.location.source,
        "line": str(remark.location.line),
        "col": str(remark.location.column),
        "title": title,
    }
    listed = ",".join(f"{name}={workflow_property(value)}" for name, value in properties.items())
    message = "\n".join(part for part in (remark.message, remark.text) if part)
    return f"::{_COMMANDS[remark.level]} {listed}::{workflow_data(message)}"
