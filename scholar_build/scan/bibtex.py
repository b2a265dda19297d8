"""BibTeX and biblatex entries as references.

Field and type names: "BibTeXing" (Patashnik, 1988) and the biblatex manual, sections 2.1, 2.2 and
appendix B (inheritance); CSL names: CSL 1.0.2, appendices III and IV.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Mapping

import msgspec

from scholar_build.model import Fields, Location, Origin, Problem, Reference, Scan
from scholar_build.scan.bibtex_syntax import RawEntry, read_entries
from scholar_build.scan.entry_identifiers import IDENTIFYING_FIELDS, entry_identifiers
from scholar_build.scan.ignore import parse_ignore
from scholar_build.scan.latex_text import latex_to_text, plain_address
from scholar_build.scan.names import read_names
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.places import Places
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
    {
        "scholar-ignore",
        "crossref",
        "xref",
        "xdata",
        "ids",
        "options",
        "doi",
        "eprint",
        "pmid",
        "pmcid",
        "url",
        "keywords",
    }
)
_MAX_ANCESTORS = 4


def scan_bibtex(text: str, source: str, options: ScanOptions | None = None) -> Scan:
    """Read a bibliography; faults of single entries are problems of the scan."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    places = Places(text, source)
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
        reference = read_fields(entry.type, entry.key, values, location, entry.damaged)
        references.append(reference)
        if values.get("doi", "") and not reference.identifiers:
            problems.append(_malformed_doi(entry.key, values["doi"], location))
    return Scan(references=tuple(references), problems=tuple(sorted(problems, key=lambda found: found.location)))


def _problems(entries: Iterable[RawEntry], places: Places) -> Iterable[Problem]:
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


def read_fields(
    kind: str, key: str, values: Mapping[str, str], location: Location, damaged: Container[str] = ()
) -> Reference:
    """One entry from its type and its fields, both under BibTeX's names in lower case, values in LaTeX.

    `damaged` names fields whose values may be cut short.
    """
    fields = _fields(kind, values)
    if "author" in damaged:  # the list may be cut short, its last name too
        fields = msgspec.structs.replace(fields, author=fields.author[:-1], author_open=True)
    telling = {name: plain_address(values[name]) for name in IDENTIFYING_FIELDS if name in values}
    identifiers = entry_identifiers(telling, part=kind in _PARTS)
    ignored = _clean(values.get("scholar-ignore", ""))
    return Reference(
        key=key,
        text=render_fields(fields, edition=_clean(values.get("edition", ""))) or " ".join(map(str, identifiers)),
        location=location,
        origin=Origin.BIBLIOGRAPHY,
        identifiers=identifiers,
        fields=fields,
        accepted=parse_ignore(f"scholar: ignore {ignored}") if ignored else None,
    )


def _fields(kind: str, values: Mapping[str, str]) -> Fields:
    def first(*names: str) -> str:
        for name in names:
            if name in values and (text := _clean(values[name])):
                return text
        return ""

    author, author_open = read_names(values.get("author", ""))
    editor = read_names(values["editor"])[0] if "editor" in values else ()
    title, subtitle = first("title"), first("subtitle")
    is_article = kind in ("article", "suppperiodical", "periodical", "review")
    return Fields(
        type=_csl_type(kind, values),
        title=f"{title}: {subtitle}" if subtitle and subtitle.lower() not in title.lower() else title,
        author=author,
        author_open=author_open,
        editor=editor,
        issued=years_in(" ".join(_clean(values[name]) for name in ("year", "date", "origdate") if name in values)),
        container_title=first("journaltitle", "journal", "booktitle", "maintitle"),
        collection_title=first("series"),
        volume=first("volume"),
        issue=first("number", "issue") if is_article else first("issue"),
        page=first("pages", "page", "eid", "articleno").replace("–", "-").replace("—", "-"),
        publisher=first("publisher", "institution", "school", "organization"),
        publisher_place=first("location", "address"),
        version=first("version"),
        isbn=first("isbn"),
        url=plain_address(values.get("url", "")),
    )


def _csl_type(kind: str, values: Mapping[str, str]) -> str:
    subtype = values.get("entrysubtype", "").strip().lower()
    if kind == "article" and subtype in ("magazine", "newspaper"):
        return f"article-{subtype}"
    return CSL_TYPES.get(kind, "document")


def _clean(value: str) -> str:
    if not value:
        return ""
    text = latex_to_text(value)
    return text if text.isascii() else unicodedata.normalize("NFC", text)
