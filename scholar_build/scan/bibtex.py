"""BibTeX and biblatex entries as references.

Field and type names: "BibTeXing" (Patashnik, 1988) and the biblatex manual, sections 2.1, 2.2 and
appendix B (inheritance); CSL names: CSL 1.0.2, appendices III and IV.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date

import msgspec

from scholar_build.model import Acceptance, Fields, Location, Origin, Problem, Reference, Scan
from scholar_build.scan.bibtex_syntax import RawEntry, read_entries
from scholar_build.scan.entry_identifiers import IDENTIFYING_FIELDS, entry_identifiers
from scholar_build.scan.latex_text import latex_to_text
from scholar_build.scan.names import read_names
from scholar_build.scan.rendering import render_fields, years_in

CSL_TYPES = {
    "article": "article-journal",
    "artwork": "graphic",
    "audio": "song",
    "book": "book",
    "bookinbook": "chapter",
    "booklet": "pamphlet",
    "collection": "book",
    "conference": "paper-conference",
    "data": "dataset",
    "dataset": "dataset",
    "electronic": "webpage",
    "inbook": "chapter",
    "incollection": "chapter",
    "inproceedings": "paper-conference",
    "inreference": "entry-encyclopedia",
    "legislation": "legislation",
    "letter": "personal_communication",
    "manual": "book",
    "mastersthesis": "thesis",
    "misc": "document",
    "movie": "motion_picture",
    "mvbook": "book",
    "mvcollection": "book",
    "mvproceedings": "book",
    "mvreference": "book",
    "online": "webpage",
    "patent": "patent",
    "performance": "performance",
    "periodical": "periodical",
    "phdthesis": "thesis",
    "proceedings": "book",
    "reference": "book",
    "report": "report",
    "review": "review",
    "software": "software",
    "standard": "standard",
    "suppbook": "chapter",
    "suppcollection": "chapter",
    "suppperiodical": "article-journal",
    "techreport": "report",
    "thesis": "thesis",
    "unpublished": "manuscript",
    "video": "motion_picture",
    "www": "webpage",
}
_NO_REFERENCE = frozenset({"xdata", "set", "control", "bibnote", "ieeetranbstctl"})
_PARTS = frozenset(
    {"inproceedings", "incollection", "inbook", "conference", "suppbook", "suppcollection", "bookinbook"}
)
# What a part takes over from the work that it stands in: never what identifies the whole.
_INHERITED_BY_PARTS = (
    "year",
    "date",
    "editor",
    "publisher",
    "organization",
    "address",
    "location",
    "series",
    "volume",
    "number",
    "isbn",
)
_NOT_INHERITED = frozenset(
    {"crossref", "xref", "xdata", "ids", "options", "doi", "eprint", "pmid", "pmcid", "url", "keywords"}
)
_MAX_ANCESTORS = 4
_UNTIL = re.compile(r"[\s,;(]*\buntil[\s:=]*(\d{4}-\d{2}-\d{2})\)?\.?\s*$", re.IGNORECASE)


def read_bibtex(text: str, source: str) -> Scan:
    """Read a bibliography; faults of single entries are problems of the scan."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    places = _Places(text, source)
    entries = list(read_entries(text))
    by_key: dict[str, RawEntry] = {}
    for entry in entries:
        by_key.setdefault(entry.key.lower(), entry)
    references, problems = [], list(_problems(entries, places))
    for entry in entries:
        if entry.type in _NO_REFERENCE or not entry.fields:
            continue
        location = places.at(entry.offset)
        values = _inherit(entry, by_key)
        reference = _reference(entry, values, location)
        references.append(reference)
        if values.get("doi", "") and not reference.identifiers:
            problems.append(_malformed_doi(entry.key, values["doi"], location))
    return Scan(references=tuple(references), problems=tuple(sorted(problems, key=lambda found: found.location)))


class _Places:
    """From offsets to lines and columns."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def at(self, offset: int) -> Location:
        line = bisect_right(self.starts, offset)
        return Location(source=self.source, line=line, column=offset - self.starts[line - 1] + 1)


def _problems(entries: Iterable[RawEntry], places: _Places) -> Iterable[Problem]:
    first: dict[str, Location] = {}
    unknown: set[str] = set()
    for entry in entries:
        location = places.at(entry.offset)
        name = f"`{entry.key}`" if entry.key else f"An entry of type @{entry.type}"
        if entry.faults:
            told = "; ".join(dict.fromkeys(entry.faults[:3]))
            yield Problem(
                rule="broken-entry", location=location, key=entry.key, message=f"{name} cannot be read in full: {told}."
            )
        for macro in entry.unknown_macros:
            if macro.lower() not in unknown:
                unknown.add(macro.lower())
                message = (
                    f"{name} uses the macro `{macro}`, which no @string defines; put its text in braces or define it."
                )
                yield Problem(rule="undefined-macro", location=location, key=entry.key, message=message)
        if entry.key and entry.key in first:
            message = f"The key `{entry.key}` stands already in line {first[entry.key].line}; rename one of the two."
            yield Problem(rule="duplicate-key", location=location, key=entry.key, message=message)
        elif entry.key:
            first[entry.key] = location


def _malformed_doi(key: str, written: str, location: Location) -> Problem:
    message = f"`{key}` has the DOI `{_clean(written)[:80]}`, which is none; a DOI starts with `10.` and holds a slash."
    return Problem(rule="malformed-identifier", location=location, key=key, message=message)


def _inherit(entry: RawEntry, by_key: Mapping[str, RawEntry]) -> dict[str, str]:
    """The entry's fields, with what its `xdata` and `crossref` ancestors add."""
    values = {name: value for name, value in entry.fields.items() if value.strip()}
    seen = {id(entry)}
    for _ in range(_MAX_ANCESTORS):
        for key in values.pop("xdata", "").split(","):
            shared = by_key.get(key.strip().lower())
            if shared and id(shared) not in seen:
                seen.add(id(shared))
                values = {**shared.fields, **values}
        parent = by_key.get(values.pop("crossref", "").strip().lower())
        if parent is None or id(parent) in seen:
            continue
        seen.add(id(parent))
        inherited = dict(parent.fields)
        if entry.type in _PARTS:
            inherited = {name: inherited[name] for name in _INHERITED_BY_PARTS if name in inherited}
            booktitle = parent.fields.get("booktitle") or parent.fields.get("title")
            inherited.update({"booktitle": booktitle} if booktitle else {})
        else:
            inherited = {name: value for name, value in inherited.items() if name not in _NOT_INHERITED}
        if "year" in values or "date" in values:
            inherited = {name: value for name, value in inherited.items() if name not in ("year", "date")}
        values = {**inherited, **values}
        for link in ("crossref", "xdata"):
            if link in parent.fields:
                values.setdefault(link, parent.fields[link])
    return values


def _reference(entry: RawEntry, values: Mapping[str, str], location: Location) -> Reference:
    fields = _fields(entry.type, values)
    if "author" in entry.damaged:  # the list may be cut short, its last name too
        fields = msgspec.structs.replace(fields, author=fields.author[:-1], author_open=True)
    telling = {name: _plain_address(values[name]) for name in IDENTIFYING_FIELDS if name in values}
    identifiers = entry_identifiers(telling, part=entry.type in _PARTS)
    return Reference(
        key=entry.key,
        text=render_fields(fields, edition=_clean(values.get("edition", ""))) or " ".join(map(str, identifiers)),
        location=location,
        origin=Origin.BIBLIOGRAPHY,
        identifiers=identifiers,
        fields=fields,
        accepted=_acceptance(values.get("scholar-ignore", "")),
    )


def _fields(kind: str, values: Mapping[str, str]) -> Fields:
    def first(*names: str) -> str:
        return next((text for name in names if (text := _clean(values.get(name, "")))), "")

    author, author_open = read_names(values.get("author", ""))
    editor, _ = read_names(values.get("editor", ""))
    title, subtitle = first("title"), first("subtitle")
    is_article = kind in ("article", "suppperiodical", "periodical", "review")
    return Fields(
        type=_csl_type(kind, values),
        title=f"{title}: {subtitle}" if subtitle and subtitle.lower() not in title.lower() else title,
        author=author,
        author_open=author_open,
        editor=editor,
        issued=years_in(" ".join(_clean(values.get(name, "")) for name in ("year", "date", "origdate"))),
        container_title=first("journaltitle", "journal", "booktitle", "maintitle"),
        collection_title=first("series"),
        volume=first("volume"),
        issue=first("number", "issue") if is_article else first("issue"),
        page=first("pages", "page", "eid", "articleno").replace("–", "-").replace("—", "-"),
        publisher=first("publisher", "institution", "school", "organization"),
        publisher_place=first("location", "address"),
        version=first("version"),
        isbn=first("isbn"),
        url=_plain_address(values.get("url", "")),
    )


def _csl_type(kind: str, values: Mapping[str, str]) -> str:
    subtype = values.get("entrysubtype", "").strip().lower()
    if kind == "article" and subtype in ("magazine", "newspaper"):
        return f"article-{subtype}"
    return CSL_TYPES.get(kind, "document")


def _clean(value: str) -> str:
    return unicodedata.normalize("NFC", latex_to_text(value)) if value else ""


def _plain_address(value: str) -> str:
    r"""A field that may hold an identifier: `\_`, `\url{…}` and braces go, signs that LaTeX would turn stay."""
    if "\\" in value or "{" in value:
        value = re.sub(r"\\(?:url|href|doi|path|texttt|nolinkurl)\s*(?=\{)", "", value)
        value = re.sub(r"\\([_%#&$~{}-])", r"\1", value)
        value = re.sub(r"\$?\\(?:sim|textasciitilde)(?:\{\}|\$|\s)?", "~", value)
        value = re.sub(r"\\(?:textless|textgreater)(?:\{\}|\s)?", lambda m: "<" if "less" in m[0] else ">", value)
        value = value.replace("{", "").replace("}", "")
    return " ".join(value.split())


def _acceptance(written: str) -> Acceptance | None:
    """A `scholar-ignore` field: a reason, at the end perhaps `until YYYY-MM-DD`."""
    reason = _clean(written)
    if not reason:
        return None
    if until := _UNTIL.search(reason):
        with suppress(ValueError):  # a day that is none stays part of the reason
            date.fromisoformat(until[1])
            return Acceptance(reason=reason[: until.start()].strip() or reason, until=until[1])
    return Acceptance(reason=reason)
