"""Works that a search or look-up found, as a table for people or as JSON, BibTeX, CSL-JSON or RIS for programs."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

from scholar_build.model import Record
from scholar_build.model.work import SearchResult, SourceResult, Work
from scholar_build.report import escape
from scholar_build.report.suggest import as_bibtex, as_csl, entry_text
from scholar_build.report.words import PROVIDER_NAMES

ABSTRACT_IN_LISTS = 800
ABSTRACT_IN_FULL = 4000
AUTHORS_SHOWN = 10
FACTS = ("title", "year", "venue")

MARKER = "untrusted-provider-text"
_MARKER_COPY = re.compile(r"untrusted\W*provider\W*text", re.IGNORECASE)


class WorkFormat(StrEnum):
    """How works are written out."""

    TABLE = "table"
    JSON = "json"
    BIBTEX = "bibtex"
    CSL = "csl"
    RIS = "ris"


def render_works(result: SearchResult, format: WorkFormat, *, full: bool = False, boundary: bool = False) -> str:  # noqa: A002
    """Write works out; `full` gives abstracts of 4,000 characters instead of 800, `boundary` marks provider text."""
    match format:
        case WorkFormat.TABLE:
            return _table(result, full)
        case WorkFormat.JSON:
            mark = bounded if boundary else str
            return json.dumps(works_data(result, full=full, mark=mark), ensure_ascii=False, indent=2) + "\n"
        case WorkFormat.BIBTEX:
            return "\n".join(as_bibtex(work.record) for work in result.works)
        case WorkFormat.CSL:
            return json.dumps([as_csl(work.record) for work in result.works], ensure_ascii=False, indent=2) + "\n"
        case WorkFormat.RIS:
            return "".join(as_ris(work.record) for work in result.works)


def bounded(text: str) -> str:
    """Provider text between markers, so that a language model can tell it from instructions; copies are broken."""
    plain = _MARKER_COPY.sub("[marker removed]", unicodedata.normalize("NFKC", escape.plain(text)))
    return f"<{MARKER}>{plain}</{MARKER}>"


def works_data(result: SearchResult, *, full: bool = False, mark: Callable[[str], str] = str) -> dict[str, Any]:
    """The result as plain values; `mark` is applied to every text that comes from a provider."""
    return {
        "queries": list(result.queries),
        "sources": [_source(source) for source in result.sources],
        "works": [_work(work, full, mark) for work in result.works],
    }


def not_available(sources: tuple[SourceResult, ...]) -> str:
    """The line that names the sources that did not answer; empty where all did."""
    refused = [f"{source.provider} ({source.outcome})" for source in sources if not _answered(source)]
    return f"Not available this time: {', '.join(refused)}" if refused else ""


def _answered(source: SourceResult) -> bool:
    return source.outcome in ("found", "absent")


def _source(source: SourceResult) -> dict[str, Any]:
    return {
        "provider": source.provider,
        "outcome": source.outcome,
        "detail": source.detail,
        "found": source.found,
        "total": source.total,
    }


def _work(work: Work, full: bool, mark: Callable[[str], str]) -> dict[str, Any]:
    record = work.record
    data: dict[str, Any] = {
        "id": work.id,
        "identifiers": [str(identifier) for identifier in work.identifiers],
        "title": mark(record.title),
        "authors": [mark(str(name)) for name in record.author[:AUTHORS_SHOWN]],
        "authors_total": len(record.author),
        "authors_complete": record.author_complete,
        "venue": mark(record.container_title),
        "date": record.issued,
        "years": sorted({year for each in work.records for year in each.years}),
        "type": record.type,
        "url": _first(work, "url"),
        "open_access": _first(work, "open_access"),
        "license": _first(work, "license"),
        "pdf_url": _first(work, "pdf_url"),
        "cited_by_count": next((each.cited_by_count for each in work.records if each.cited_by_count is not None), None),
        "updates": [
            {"type": update.type, "notice": str(update.notice) if update.notice else None, "date": update.date}
            for update in work.updates
        ],
        "abstract": mark(_abstract(work, full)) if _abstract(work, full) else "",
        "providers": [each.provider for each in work.records],
        "differences": {
            fact: [{"value": mark(said.value), "providers": list(said.providers)} for said in work.said(fact)]
            for fact in FACTS
            if len(work.said(fact)) > 1
        },
    }
    return data


def _first(work: Work, field: str) -> str:
    return next((str(getattr(record, field)) for record in work.records if getattr(record, field)), "")


def _abstract(work: Work, full: bool) -> str:
    limit = ABSTRACT_IN_FULL if full else ABSTRACT_IN_LISTS
    text = _first(work, "abstract")
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _table(result: SearchResult, full: bool) -> str:
    lines = [line for number, work in enumerate(result.works, start=1) for line in _rows(number, work, full)]
    if not lines:
        lines = ["Nothing found."]
    counts = [f"{source.provider} {source.found}" for source in result.sources if _answered(source)]
    lines += ["", f"{len(result.works)} works ({', '.join(counts)})" if counts else f"{len(result.works)} works"]
    refused = not_available(result.sources)
    return "\n".join([*lines, *([refused] if refused else [])]) + "\n"


def _rows(number: int, work: Work, full: bool) -> Iterator[str]:
    yield f"{number:3}  {escape.plain(entry_text(work.record)) or work.id}"
    yield f"     {'  '.join(str(identifier) for identifier in work.identifiers)}"
    yield f"     {', '.join(PROVIDER_NAMES[record.provider] for record in work.records)}"
    for update in work.updates:
        yield f"     ! {update.type.replace('_', ' ')}{f' {update.date}' if update.date else ''}"
    for fact in FACTS:
        said = work.said(fact)
        if len(said) > 1:
            values = "; ".join(f"{escape.plain(each.value)} ({', '.join(each.providers)})" for each in said)
            yield f"     {fact} differs: {values}"
    if full and _abstract(work, full):
        yield ""
        yield f"     {escape.plain(_abstract(work, full))}"


_RIS_TYPES = {
    "article-journal": "JOUR",
    "paper-conference": "CPAPER",
    "book": "BOOK",
    "chapter": "CHAP",
    "thesis": "THES",
    "report": "RPRT",
    "dataset": "DATA",
    "software": "COMP",
    "webpage": "ELEC",
}


def as_ris(record: Record) -> str:
    """The record as one RIS entry (RIS format specifications, 2011)."""
    first, _, last = record.page.replace("–", "-").partition("-")
    year = record.issued[:4] or (str(record.years[0]) if record.years else "")
    tags = [
        ("TY", _RIS_TYPES.get(record.type, "GEN")),
        ("TI", record.title),
        *(("AU", name.literal or ", ".join(filter(None, (name.family, name.given)))) for name in record.author),
        ("T2", record.container_title),
        ("PY", year),
        ("VL", record.volume),
        ("IS", record.issue),
        ("SP", first),
        ("EP", last),
        ("PB", record.publisher),
        *(("DO", identifier.value) for identifier in record.identifiers if identifier.scheme == "doi"),
        ("UR", record.url),
    ]
    lines = [f"{tag}  - {' '.join(escape.plain(value).split())}" for tag, value in tags if value]
    return "\n".join([*lines, "ER  - ", "", ""])
