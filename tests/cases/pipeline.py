"""One case through the whole pipeline: text -> scan -> questions over HTTP to the twin -> verdicts -> reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from scholar_build.check import check
from scholar_build.config import Settings
from scholar_build.limiter import Limiter
from scholar_build.lookup import open_session
from scholar_build.model import Report, Verdict
from scholar_build.report import Format as ReportFormat
from scholar_build.report import render
from scholar_build.scan import Format, scan_text
from tests.twin import Fault, Twin, Work
from tests.twin.works import Works

FORMATS = {
    "md": Format.MARKDOWN,
    "text": Format.PLAIN,
    "bib": Format.BIBTEX,
    "rst": Format.REST,
    "tex": Format.LATEX,
    "ris": Format.RIS,
    "csl": Format.CSL_JSON,
    "html": Format.HTML,
}
TODAY = date(2026, 11, 30)


@dataclass(frozen=True, kw_only=True)
class Case:
    """What people write, what providers know or do, and what has to come of it.

    `md` and `rst` texts are the entries of a reference list, unless `page` says that the text is a whole page.
    `want` has the status of each reference: by key, by its first identifier, or by `#1`, `#2`, … in order; there is
    no other reference. `ids` are all identifiers of all references, in order. `says` stands in the text report,
    `never` in none of the reports; `rules` are the codes of all findings and problems.
    """

    id: str
    kind: str
    why: str
    text: str
    format: str = "md"
    page: bool = False
    works: tuple[Work, ...] = ()
    faults: Mapping[str, Fault] = field(default_factory=dict)
    want: Mapping[str, str] | None = None
    ids: tuple[str, ...] | None = None
    rules: tuple[str, ...] | None = None
    reason: str | None = None
    notices: tuple[str, ...] | None = None
    guess: str | None = None
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    checks: tuple[str, ...] = Settings().checks
    fails: str = ""
    """Why it is known to fail."""


class Bench:
    """The twin and a folder, used by one case after another."""

    def __init__(self, twin: Twin, folder: Path) -> None:
        self.twin = twin
        self.folder = folder
        self.runs = 0

    @property
    def cache(self) -> Path:
        """The folder of the last run's cache."""
        return self.folder / str(self.runs)

    def run(self, case: Case, *, fresh: bool = True, **changed: Any) -> Report:
        """Check a case's text under changed settings; `fresh=False` keeps what the last run has cached."""
        self.runs += fresh
        folder = self.cache
        settings = msgspec.structs.replace(self.settings(folder, case), **changed)
        self.twin.works = Works(case.works)
        self.twin.recover()
        for provider, fault in case.faults.items():
            for name in self.twin.endpoints() if provider == "*" else (provider,):
                self.twin.fail(name, fault)
        limiter = Limiter(folder / "limits", sleep=lambda _: None)
        scan = scan_text(document(case), f"page.{case.format}", FORMATS[case.format])
        with open_session(settings, environ={}, limiter=limiter) as session:
            return check(scan, settings, session, today=TODAY)

    def settings(self, folder: Path, case: Case) -> Settings:
        """The twin as the world."""
        return Settings(
            cache_dir=str(folder),
            root=str(folder),
            endpoints=self.twin.endpoints(),  # type: ignore[arg-type]
            paces=self.twin.paces(),  # type: ignore[arg-type]
            timeout_s=2.0,
            checks=case.checks,  # type: ignore[arg-type]
        )


@contextmanager
def bench(folder: Path) -> Iterator[Bench]:
    """A twin that refuses nobody."""
    with Twin([], limits="off", latency=0.0) as twin:
        yield Bench(twin, folder)


def document(case: Case) -> str:
    """The case's text as a page."""
    if case.page or case.format not in ("md", "rst"):
        return case.text
    heading = "## References\n\n" if case.format == "md" else "References\n==========\n\n"
    return f"{heading}{case.text}\n"


def name_of(verdict: Verdict, place: int, wanted: Mapping[str, str]) -> str:
    """The name by which a case speaks of a reference."""
    reference = verdict.reference
    names = (f"#{place}", reference.key, *map(str, reference.identifiers))
    return next((name for name in names if name in wanted), names[-1])


def statuses(report: Report, wanted: Mapping[str, str]) -> dict[str, str]:
    """Each reference's status, under the names that the case uses."""
    return {name_of(one, place, wanted): str(one.status) for place, one in enumerate(report.verdicts, 1)}


def rules_of(report: Report) -> tuple[str, ...]:
    """Every rule that speaks, once, in order of the alphabet."""
    findings = [finding.rule for verdict in report.verdicts for finding in verdict.findings]
    return tuple(sorted({*findings, *(problem.rule for problem in report.problems)}))


def outcome(case: Case, report: Report) -> dict[str, object]:
    """What came of a case, as far as the case says what it wants."""
    verdicts = report.verdicts
    guesses = [one.suggestion.record.id for one in verdicts if one.suggestion and one.suggestion.guess]
    got: dict[str, object] = {
        "want": statuses(report, case.want or {}),
        "ids": tuple(str(one) for verdict in verdicts for one in verdict.reference.identifiers),
        "rules": rules_of(report),
        "reason": " ".join(dict.fromkeys(str(one.reason) for one in verdicts)),
        "notices": tuple(str(notice.type) for one in verdicts for notice in one.notices),
        "guess": " ".join(guesses),
    }
    return {key: value for key, value in got.items() if getattr(case, key) is not None}


def wanted(case: Case) -> dict[str, object]:
    """What the case says should come."""
    names = ("want", "ids", "rules", "reason", "notices", "guess")
    return {name: getattr(case, name) for name in names if getattr(case, name) is not None}


def texts(report: Report) -> dict[str, str]:
    """Every report that there is."""
    return {str(each): render(report, each, Settings()) for each in ReportFormat}
