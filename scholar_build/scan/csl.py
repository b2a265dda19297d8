"""CSL-JSON bibliographies (citation-style-language/schema, csl-data.json), as Zotero and Pandoc write them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from scholar_build.model import Fields, Location, Name, Origin, Problem, Reference, Scan
from scholar_build.scan.entry_identifiers import entry_identifiers
from scholar_build.scan.ignore import parse_ignore
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.places import Places
from scholar_build.scan.rendering import render_fields, years_in

_TAG = re.compile(r"</?(?:i|b|em|strong|sub|sup|sc|span)(?:\s[^<>]{0,200})?>", re.IGNORECASE)
_LIST = re.compile(r"\"(?:items|references)\"\s*:\s*\[")
_NEXT_ITEM = re.compile(r"^[ \t]*\{", re.MULTILINE)
_MOST_BROKEN = 50
_PARTS = frozenset({"chapter", "paper-conference", "article-journal", "article-magazine", "article-newspaper"})


def scan_csl(text: str, source: str, options: ScanOptions | None = None) -> Scan:
    """Read a list of items, one item, or an object that holds them as `items` or `references`."""
    text = text.removeprefix("\ufeff")
    places = Places(text, source)
    references: list[Reference] = []
    problems: list[Problem] = []
    seen: dict[str, Location] = {}
    for offset, item in _items(text):
        location = places.at(offset)
        if isinstance(item, str):
            problems.append(Problem(rule="broken-entry", location=location, message=item))
            continue
        reference = _reference(item, location)
        if reference.key in seen and reference.key:
            message = (
                f"The id `{reference.key}` stands already in line {seen[reference.key].line}; rename one of the two."
            )
            problems.append(Problem(rule="duplicate-key", location=location, key=reference.key, message=message))
        seen.setdefault(reference.key, location)
        references.append(reference)
    return Scan(references=tuple(references), problems=tuple(problems))


def _items(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Items with their offsets; a sentence instead of an item that cannot be read."""
    decoder = json.JSONDecoder(strict=False)
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] == "{":
        found = _LIST.search(text)
        position = found.end() if found else start
    else:
        position = start + 1
    broken = 0
    while broken < _MOST_BROKEN:
        while position < len(text) and text[position] in " \t\r\n,":
            position += 1
        if position >= len(text) or text[position] == "]":
            return
        try:
            item, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            broken += 1
            told = error.msg if isinstance(error, json.JSONDecodeError) else "it is nested too deeply"
            yield position, f"This entry is not valid JSON: {told[0].lower()}{told[1:]}."
            following = _NEXT_ITEM.search(text, position + 1)
            if following is None:
                return
            position = following.end() - 1
            continue
        if isinstance(item, dict):
            yield position, item
        else:
            broken += 1
            yield position, "This entry is no JSON object."
        position = end
        if text[start : start + 1] == "{" and not _LIST.search(text[:position]):
            return


def _reference(item: dict[str, Any], location: Location) -> Reference:
    def text(name: str) -> str:
        value = item.get(name)
        return " ".join(_TAG.sub("", str(value)).split()) if isinstance(value, (str, int, float)) else ""

    kind = text("type")
    fields = Fields(
        type=kind,
        title=text("title"),
        author=_names(item.get("author")),
        author_open=any(name.literal.lower() in ("others", "et al.") for name in _names(item.get("author"))),
        editor=_names(item.get("editor")),
        issued=_years(item.get("issued")),
        container_title=text("container-title") or text("event-title"),
        collection_title=text("collection-title"),
        volume=text("volume"),
        issue=text("issue"),
        page=text("page"),
        publisher=text("publisher"),
        publisher_place=text("publisher-place"),
        version=text("version"),
        isbn=text("ISBN"),
        url=text("URL"),
    )
    telling = {
        **{name.lower(): text(name) for name in ("DOI", "PMID", "PMCID", "ISBN", "URL", "note", "number", "volume")},
        "eprint": text("archive_location") or (text("number") if text("publisher").lower() == "arxiv" else ""),
        "eprinttype": text("archive") or text("publisher"),
        "journal": text("container-title"),
    }
    identifiers = entry_identifiers(telling, part=kind in _PARTS)
    ignored = text("scholar-ignore")
    return Reference(
        key=text("citation-key") or text("id"),
        text=render_fields(fields) or " ".join(map(str, identifiers)),
        location=location,
        origin=Origin.BIBLIOGRAPHY,
        identifiers=identifiers,
        fields=fields,
        accepted=parse_ignore(f"scholar: ignore {ignored}") if ignored else None,
    )


def _names(value: object) -> tuple[Name, ...]:
    if not isinstance(value, list):
        return ()
    names = (_name(item) for item in value if isinstance(item, dict))
    return tuple(name for name in names if name.family or name.given or name.literal)


def _name(item: dict[str, Any]) -> Name:
    def text(name: str) -> str:
        value = item.get(name)
        return " ".join(value.split()) if isinstance(value, str) else ""

    particles = [text("dropping-particle"), text("non-dropping-particle"), text("family")]
    return Name(
        family=" ".join(filter(None, particles)), given=text("given"), suffix=text("suffix"), literal=text("literal")
    )


def _years(value: object) -> tuple[int, ...]:
    """The years of a CSL date: `date-parts`, else `raw` or `literal`; some writers give plain text."""
    if isinstance(value, (str, int)):
        return years_in(str(value))
    if not isinstance(value, dict):
        return ()
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts:
        firsts = [part[0] for part in parts if isinstance(part, list) and part]
        return years_in(" ".join(map(str, firsts)))
    return years_in(f"{value.get('raw', '')} {value.get('literal', '')}")
