"""RIS bibliographies, as reference managers and publishers export them.

Tags: "RIS Format Specifications" (Reference Manager, 2011). rispy reads the same tags but knows no
lines, drops a record that is not closed and, after a byte-order mark, the first one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from scholar_build.model import Fields, Location, Name, Origin, Problem, Reference, Scan
from scholar_build.scan.entry_identifiers import entry_identifiers
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.rendering import render_fields, years_in

_TAG = re.compile(r"[ \t]{0,8}([A-Z][A-Z0-9])[ \t]{1,4}-(?:[ \t]+(.*)|[ \t]*)$")
_SUFFIX = re.compile(r"(?:jr|sr|[ivx]{2,4})\.?", re.IGNORECASE)
CSL_TYPES = {
    "ABST": "article-journal",
    "BOOK": "book",
    "CHAP": "chapter",
    "COMP": "software",
    "CONF": "book",
    "CPAPER": "paper-conference",
    "CTLG": "book",
    "DATA": "dataset",
    "EBOOK": "book",
    "ECHAP": "chapter",
    "EDBOOK": "book",
    "EJOUR": "article-journal",
    "ELEC": "webpage",
    "INPR": "article-journal",
    "JFULL": "periodical",
    "JOUR": "article-journal",
    "MGZN": "article-magazine",
    "NEWS": "article-newspaper",
    "PAT": "patent",
    "RPRT": "report",
    "STAND": "standard",
    "THES": "thesis",
    "UNPB": "manuscript",
}
_PARTS = frozenset({"chapter", "paper-conference", "article-journal", "article-magazine", "article-newspaper"})

Record = dict[str, list[str]]


def scan_ris(text: str, source: str, options: ScanOptions | None = None) -> Scan:
    """Read the records between `TY` and `ER`; one that is not closed ends where the next begins."""
    references: list[Reference] = []
    problems: list[Problem] = []
    for line, record, closed in _records(text.removeprefix("\ufeff")):
        location = Location(source=source, line=line)
        reference = _reference(record, location)
        if not closed:
            message = "The record is not closed; write `ER  - ` after its last line."
            problems.append(Problem(rule="broken-entry", location=location, key=reference.key, message=message))
        if reference.text:
            references.append(reference)
    return Scan(references=tuple(references), problems=tuple(problems))


def _records(text: str) -> Iterator[tuple[int, Record, bool]]:
    record: Record | None = None
    begin, last = 0, ""
    for number, line in enumerate(text.splitlines(), start=1):
        match = _TAG.match(line)
        if match is None:
            if record is not None and last and line.strip():
                record[last][-1] += " " + line.strip()  # a value that runs on
            continue
        tag, value = match[1], (match[2] or "").strip()
        if tag == "TY":
            if record is not None:
                yield begin, record, False
            record, begin = defaultdict(list), number
        if record is None:
            continue
        if tag == "ER":
            yield begin, record, True
            record = None
        else:
            record[tag].append(value)
            last = tag
    if record is not None:
        yield begin, record, False


def _reference(record: Record, location: Location) -> Reference:
    def first(*tags: str) -> str:
        return next((value for tag in tags for value in record.get(tag, ()) if value), "")

    kind = CSL_TYPES.get(first("TY").upper(), "document")
    is_whole = kind not in _PARTS
    authors = _names(record, "AU", "A1")
    pages = "-".join(filter(None, (first("SP"), first("EP"))))
    fields = Fields(
        type=kind,
        title=first("TI", "T1", "CT", *(("BT",) if is_whole else ())),
        author=authors or (_names(record, "A2") if is_whole else ()),
        editor=_names(record, "ED", *(() if is_whole else ("A2",))),
        issued=years_in(first("PY", "Y1", "DA")),
        container_title=first("T2", "JO", "JF", "JA", "J2", "J1", *(() if is_whole else ("BT",))),
        collection_title=first("T3"),
        volume=first("VL"),
        issue=first("IS"),
        page=pages,
        publisher=first("PB"),
        publisher_place=first("CY", "PP"),
        version=first("ET") if kind == "software" else "",
        isbn=first("SN") if kind in ("book", "chapter", "thesis", "report") else "",
        url=first("UR", "LK"),
    )
    identifiers = entry_identifiers(_telling(record, fields), part=not is_whole)
    return Reference(
        key=first("ID", "LB"),
        text=render_fields(fields) or " ".join(map(str, identifiers)),
        location=location,
        origin=Origin.BIBLIOGRAPHY,
        identifiers=identifiers,
        fields=fields,
    )


def _telling(record: Record, fields: Fields) -> dict[str, str]:
    """What may hold an identifier; PubMed's number is the accession number, its PMCID the second custom field."""
    accession = " ".join(record.get("AN", ()))
    return {
        "doi": " ".join(record.get("DO", ())[:1]),
        "pmid": accession if accession.isdigit() and "pubmed" in " ".join(record.get("DB", ())).lower() else "",
        "pmcid": next((value for value in record.get("C2", ()) if value.upper().startswith("PMC")), ""),
        "isbn": fields.isbn,
        "journal": fields.container_title,
        "number": " ".join([*record.get("M1", ()), *record.get("M3", ())]),
        "url": " ".join([*record.get("UR", ()), *record.get("L1", ()), *record.get("L2", ()), *record.get("LK", ())]),
        "note": " ".join([*record.get("N1", ()), accession]),
    }


def _names(record: Record, *tags: str) -> tuple[Name, ...]:
    names = (_name(value) for tag in tags for value in record.get(tag, ()))
    return tuple(name for name in names if name)


def _name(value: str) -> Name | None:
    """`Family, Given, Suffix`; without a comma it is one word or a group."""
    parts = [part.strip() for part in value.split(",")]
    if not any(parts):
        return None
    if len(parts) == 1:
        return Name(literal=parts[0]) if " " in parts[0] else Name(family=parts[0])
    suffix = parts[2] if len(parts) > 2 and _SUFFIX.fullmatch(parts[2]) else ""
    return Name(family=parts[0], given=parts[1], suffix=suffix)
