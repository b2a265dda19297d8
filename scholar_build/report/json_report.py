"""The JSON report, `"schema": 1`: the same from both hosts and the command line, in English, sorted by place.

Its fields are described in `docs/reports.md`; fields may be added under the same schema number, never changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from scholar_build.model import Asked, Finding, Location, Notice, Problem, Record, Report, Suggestion, Verdict
from scholar_build.report.order import sorted_problems, sorted_verdicts
from scholar_build.report.sentences import reason_sentence
from scholar_build.report.suggest import as_bibtex, as_csl, entry_text
from scholar_build.report.words import words

SCHEMA = 1
_KEY = re.compile(r"[\w:.+/-]+")
AUTHORS_KEPT = 10


def report_data(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "schema": SCHEMA,
        "summary": report.count(),
        "references": [_reference(verdict) for verdict in sorted_verdicts(report)],
        "problems": [_problem(problem) for problem in sorted_problems(report)],
        "outages": [
            {"provider": outage.provider, "reason": outage.reason, "detail": outage.detail} for outage in report.outages
        ],
    }


def render_json(report: Report) -> str:
    """The report as JSON text."""
    return json.dumps(report_data(report), ensure_ascii=False, indent=2) + "\n"


def _reference(verdict: Verdict) -> dict[str, Any]:
    reference = verdict.reference
    accepted = reference.accepted
    return {
        **_place(reference.location),
        "key": reference.key,
        "text": reference.text,
        "identifiers": [str(identifier) for identifier in reference.identifiers],
        "status": verdict.status,
        "reason": verdict.reason,
        "detail": verdict.detail,
        "message": reason_sentence(verdict, words("en")),
        "rule": verdict.rule,
        "findings": [_finding(finding) for finding in verdict.findings],
        "notices": [_notice(notice) for notice in verdict.notices],
        "agreed": list(verdict.agreed),
        "record": _record(verdict.record, verdict.asked) if verdict.record else None,
        "suggestion": _suggestion(verdict.suggestion, reference.key) if verdict.suggestion else None,
        "providers": [_asked(asked) for asked in verdict.asked],
        "accepted": {"reason": accepted.reason, "until": accepted.until, "expired": accepted.expired}
        if accepted
        else None,
        "cited_at": [_place(location) for location in reference.cited_at],
    }


def _place(location: Location) -> dict[str, Any]:
    return {"source": location.source, "line": location.line, "column": location.column}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "field": finding.field,
        "part": finding.part,
        "cited": finding.cited,
        "recorded": finding.recorded,
        "provider": finding.provider,
        "basis": finding.basis,
    }


def _notice(notice: Notice) -> dict[str, Any]:
    return {
        "type": notice.type,
        "target": str(notice.target) if notice.target else None,
        "date": notice.date,
        "detail": notice.detail,
        "provider": notice.provider,
    }


def _asked(asked: Asked) -> dict[str, Any]:
    return {
        "provider": asked.provider,
        "outcome": asked.outcome,
        "fetched_at": asked.fetched_at,
        "detail": asked.detail,
    }


def _record(record: Record, asked: Sequence[Asked] = ()) -> dict[str, Any]:
    dates = [one.fetched_at for one in asked if one.provider is record.provider and one.outcome == "found"]
    return {
        "id": record.id,
        "provider": record.provider,
        "fetched_at": max(dates, default=""),
        "title": record.title,
        "author": [str(name) for name in record.author[:AUTHORS_KEPT]],
        "author_count": len(record.author),
        "container_title": record.container_title,
        "issued": record.issued,
        "years": list(record.years),
        "type": record.type,
        "volume": record.volume,
        "issue": record.issue,
        "page": record.page,
        "publisher": record.publisher,
        "version": record.version,
        "identifiers": [str(identifier) for identifier in record.identifiers],
        "url": record.url,
        "open_access": record.open_access,
        "license": record.license,
        "pdf_url": record.pdf_url,
    }


def _suggestion(suggestion: Suggestion, key: str) -> dict[str, Any]:
    """The corrected entry as text, BibTeX and CSL-JSON, under the reference's own key where BibTeX can bear it."""
    record = suggestion.record
    key = key if _KEY.fullmatch(key) else ""
    return {
        "text": entry_text(record),
        "bibtex": as_bibtex(record, key),
        "csl": as_csl(record, key),
        "guess": suggestion.guess,
        "record": _record(record),
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {"rule": problem.rule, **_place(problem.location), "message": problem.message, "key": problem.key}
