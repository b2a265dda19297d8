"""The text report for people at a terminal: one block a reference that needs a look, then a summary."""

from __future__ import annotations

from textwrap import shorten

from scholar_build.config import Settings
from scholar_build.model import ProviderOutage, Report, Status, Verdict
from scholar_build.report import escape
from scholar_build.report.inline import as_text
from scholar_build.report.order import Level, Remark, remarks, sorted_verdicts, unanswered
from scholar_build.report.parts import badge_parts, is_accepted
from scholar_build.report.words import N_, STATUS_WORDS, Words, words

NAMED = 80
"""How many characters of an accepted reference without a key are shown."""
_COLOURS = {Level.ERROR: "31", Level.WARNING: "33", Level.NOTE: "36"}


def render_text(report: Report, settings: Settings, *, colour: bool = False) -> str:
    """Every remark with its place, what was cited and recorded, and the counts."""
    wording = words(settings.lang)
    blocks: list[str] = []
    last: Verdict | None = None
    for remark in remarks(report, settings, wording, prefix=settings.prefix):
        blocks.append(_head(remark, colour=colour))
        if remark.verdict is not None and remark.verdict is not last:
            blocks += _details(remark.verdict, wording)
            last = remark.verdict
    lines = [*blocks, *([""] if blocks else []), *summary_lines(report, wording, settings.prefix)]
    return "\n".join(lines) + "\n"


def _head(remark: Remark, *, colour: bool) -> str:
    place = escape.terminal(f"{remark.location.source}:{remark.location.line}:{remark.location.column}")
    key = f" [{escape.terminal(remark.key)}]" if remark.key else ""
    title = f"{remark.level}: {remark.title}" if remark.text else str(remark.level)
    if colour:
        place, title = f"\x1b[1m{place}\x1b[0m", f"\x1b[{_COLOURS[remark.level]}m{title}\x1b[0m"
    return f"{place}: {title}: {escape.terminal(remark.message)} ({remark.rule}){key}"


def _details(verdict: Verdict, wording: Words) -> list[str]:
    lines = [f"    {escape.terminal(verdict.reference.text)}"] if verdict.reference.text else []
    said = wording.text(N_("Rule"))  # stands in the line above
    rows = [row for row in badge_parts(verdict, wording.lang).rows if row.label != said]
    return lines + [f"    {row.label}: {escape.terminal(as_text(row.value))}" for row in rows]


def summary_lines(report: Report, wording: Words, prefix: str = "") -> list[str]:
    """The counts, what is accepted (`prefix` goes before its paths), and which providers were left out."""
    lines = [summary(report, wording)]
    counts = report.count()
    if unanswered(report):
        checked = counts["total"] - counts[Status.UNCHECKED]
        lines.append(wording.text(N_("{checked} of {total} checked."), checked=checked, total=counts["total"]))
    if report.left_out:
        lines.append(
            wording.count(
                "{number} older finding was left out.", "{number} older findings were left out.", report.left_out
            )
        )
    lines += [_accepted(verdict, wording, prefix) for verdict in sorted_verdicts(report) if _is_listed(verdict)]
    if report.outages:
        named = ", ".join(dict.fromkeys(_outage(outage) for outage in report.outages))
        lines.append(wording.text(N_("Not available this time: {providers}"), providers=named))
    return lines


def _is_listed(verdict: Verdict) -> bool:
    return is_accepted(verdict) and verdict.reference.accepted is not None and verdict.reference.accepted.listed


def _accepted(verdict: Verdict, wording: Words, prefix: str) -> str:
    """One accepted reference with its place and reason."""
    reference = verdict.reference
    assert reference.accepted is not None
    until = wording.date(reference.accepted.until) if reference.accepted.until else ""
    reason = reference.accepted.reason + (wording.text(N_(" (until {date})"), date=until) if until else "")
    named = reference.key or shorten(reference.text, NAMED, placeholder="…")
    return escape.terminal(f"{wording.text(N_('Accepted'))}: {prefix}{reference.location} {named}: {reason}")


def summary(report: Report, wording: Words) -> str:
    """One line: `3 references: 1 verified, 0 mismatch, 1 not found, 1 could not be checked`."""
    counts = report.count()
    comma = wording.context("between names", ", ")
    listed = comma.join(f"{counts[status]} {wording.text(STATUS_WORDS[status])}" for status in Status)
    head = wording.count("{number} reference", "{number} references", counts["total"])
    return f"{head}: {listed}"


def _outage(outage: ProviderOutage) -> str:
    return f"{outage.provider} ({outage.reason})"
