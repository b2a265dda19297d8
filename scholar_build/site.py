"""What every host does with a site: bring citations and entries together, say what was found, write report files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.model import Frozen, Location, Reference, Report, Scan, Status, Verdict
from scholar_build.project import leads_out

if TYPE_CHECKING:
    from scholar_build.gate import GateFailure
    from scholar_build.report.order import Remark


QUOTED = 80
"""How many characters of a reference a message quotes."""


class Citation(Frozen, frozen=True, kw_only=True):
    """A citation of a bibliography entry by its key, and where it stands."""

    key: str
    location: Location


class Message(Frozen, frozen=True, kw_only=True):
    """One thing to say at one place; an error is what the gate refuses."""

    level: Literal["error", "warning", "note"]
    rule: str
    text: str
    location: Location | None = None


class Messages(Frozen, frozen=True, kw_only=True):
    """Everything a build has to say. `incomplete`: strict, and a provider did not answer for some references."""

    failures: tuple[Message, ...] = ()
    remarks: tuple[Message, ...] = ()
    incomplete: bool = False


def bibliography_files(settings: Settings) -> tuple[Path, ...]:
    """The files that the setting `bibliography` names, in the order of its patterns; raises `SourceError`."""
    root = Path(settings.root)
    found: list[Path] = []
    for pattern in settings.bibliography:
        found += sorted(root.glob(pattern)) if any(sign in pattern for sign in "*?[") else [root / pattern]
    if outside := next((path for path in found if leads_out(path, root)), None):
        raise SourceError(f"{outside}: this bibliography is a link that leads out of the project")
    return tuple(dict.fromkeys(found))


def read_bibliographies(paths: Iterable[Path], root: Path) -> Scan:
    """The entries of some files and what is wrong with them; raises `SourceError` for one that cannot be opened."""
    from scholar_build.scan import read_bibliography

    scans = [read_bibliography(path, relative(path, root)) for path in dict.fromkeys(paths)]
    return Scan(
        references=tuple(entry for scan in scans for entry in scan.references),
        problems=tuple(problem for scan in scans for problem in scan.problems),
    )


def relative(path: Path, root: Path) -> str:
    """A path as reports name it: relative to the project where it lies inside."""
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def cited_entries(
    entries: Iterable[Reference], citations: Iterable[Citation], settings: Settings
) -> tuple[Reference, ...]:
    """The entries that count, each with the places that cite it; the first entry of a key holds."""
    cited: dict[str, set[Location]] = defaultdict(set)
    for citation in citations:
        cited[citation.key].add(citation.location)
    return tuple(
        msgspec.structs.replace(entry, cited_at=tuple(sorted(cited[entry.key]))) if entry.key in cited else entry
        for entry in {entry.key: entry for entry in reversed(tuple(entries))}.values()
        if entry.key in cited or settings.check_uncited
    )[::-1]


def messages(report: Report, settings: Settings, *, today: date, lang: str = "en") -> Messages:
    """What a build says: what the gate refuses, and apart from that every remark, both in order of place."""
    from scholar_build.gate import Failed, Passed, gate
    from scholar_build.report.order import remarks
    from scholar_build.report.words import words

    result = gate(report, settings, today=today)
    found = remarks(report, settings, words(lang))
    failures = result.failures if isinstance(result, Failed) else ()
    refused = {(failure.location, rule) for failure in failures for rule in failure.because}
    by_place = {(remark.location, remark.rule): remark for remark in found}
    return Messages(
        failures=tuple(_failure(failure, by_place) for failure in failures),
        remarks=tuple(_remark(remark) for remark in found if (remark.location, remark.rule) not in refused),
        incomplete=isinstance(result, Passed) and result.incomplete,
    )


def _failure(failure: GateFailure, by_place: dict[tuple[Location, str], Remark]) -> Message:
    """A refusal in the words of the remark at its place, or in its own."""
    rule = failure.because[0]
    if failure.location is not None and (remark := by_place.get((failure.location, rule))):
        return msgspec.structs.replace(_remark(remark), level="error")
    text = f"{failure.message} ({', '.join(failure.because)})"
    return Message(level="error", rule=rule, location=failure.location, text=text)


def _remark(remark: Remark) -> Message:
    from scholar_build.report import escape

    title = f"{remark.title}: " if remark.title != remark.rule else ""
    identifiers = remark.verdict.reference.identifiers if remark.verdict else ()
    named = "".join(f" {identifier}" for identifier in identifiers)
    text = remark.text if len(remark.text) <= QUOTED else remark.text[: QUOTED - 1].rstrip() + "…"
    quoted = f" “{text}”" if text and text != named.strip() else ""
    text = escape.plain(f"{title}{remark.message} ({remark.rule}){named}{quoted}")
    return Message(level=remark.level.value, rule=remark.rule, location=remark.location, text=text)


def cited_as(verdict: Verdict) -> str:
    """A work as running text names it: by its record where it is verified, else by its entry; or an empty string."""
    from scholar_build.report.citation import inline_citation

    if verdict.status is Status.VERIFIED and verdict.record is not None:
        return inline_citation(verdict.record)
    fields = verdict.reference.fields
    return inline_citation(fields) if fields and (fields.author or fields.title) else ""


def wanted_reports(settings: Settings) -> dict[str, Path]:
    """The report files that the settings ask for, by format."""
    named = {**settings.reports, **({"json": settings.report} if settings.report else {})}
    return {name: Path(settings.root) / target for name, target in named.items()}


def write_reports(report: Report, settings: Settings) -> None:
    """Write the report files that the settings ask for, each only where it changed; raises `SourceError`."""
    from scholar_build.report import render

    for name, path in wanted_reports(settings).items():
        text = render(report, name, settings)
        try:
            if not path.is_file() or path.read_text(encoding="utf-8", errors="replace") != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise SourceError(f"The {name} report cannot be written to {path}: {error.strerror}.") from error
