"""Which places of which documents cite an entry of a bibliography by its key."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

import msgspec

from scholar_build.model import Location, Origin, Problem, Reference
from scholar_build.scan.citations import find_citations
from scholar_build.scan.ipynb import in_file, notebook_page
from scholar_build.scan.latex import bibliography_files, cited_keys
from scholar_build.scan.options import Format
from scholar_build.scan.places import Places

Cited = tuple[str, Location]

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.{0,20000}?)\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_NAMED = re.compile(r"^bibliography:[ \t]*(.*)\n((?:[ \t]*-[ \t].*\n)*)", re.MULTILINE)
_DIRECTIVE = re.compile(r"^[ \t]*(?:\.\. |(?:```|:::)\{)bibliography(?:::|\})[ \t]*([^\n]*)$", re.MULTILINE)
_SUFFIX = re.compile(r"\.(?:bib|json|ris)$", re.IGNORECASE)


def citations_in(text: str, source: str, kind: Format) -> list[Cited]:
    """The keys that a document cites, each with its place."""
    if kind is Format.LATEX:
        return list(cited_keys(text, source))
    if kind in (Format.MARKDOWN, Format.REST):
        places = Places(text, source)
        return [(mark.key, places.at(mark.start)) for mark in find_citations(text) if mark.identifier is None]
    return []


def cited_in_notebook(text: str, source: str) -> list[Cited]:
    """The keys that a notebook's Markdown cites."""
    page = notebook_page(text, source)
    if isinstance(page, Problem):
        return []
    markdown, numbers = page
    return [(key, in_file(place, numbers)) for key, place in citations_in(markdown, source, Format.MARKDOWN)]


def named_bibliographies(text: str, kind: Format) -> tuple[str, ...]:
    r"""The bibliography files a document names: `\bibliography`, a directive, Pandoc's front matter."""
    if kind is Format.LATEX:
        return bibliography_files(text)
    names: list[str] = []
    if kind is Format.MARKDOWN and (front := _FRONT_MATTER.match(text)) and (named := _NAMED.search(front[1] + "\n")):
        names += named[1].strip(" []").split(",") + named[2].split("\n")
    if kind in (Format.MARKDOWN, Format.REST):
        names += [name for match in _DIRECTIVE.finditer(text) for name in match[1].split()]
    plain = (name.strip(" \t-\"'") for name in names)
    return tuple(dict.fromkeys(name for name in plain if _SUFFIX.search(name) and "://" not in name))


def mark_cited(references: Iterable[Reference], cited: Iterable[Cited]) -> list[Reference]:
    """The references; entries of bibliographies know the places that cite them (`*` cites all of them)."""
    places: dict[str, list[Location]] = defaultdict(list)
    for key, location in cited:
        places[key].append(location)
    return [
        msgspec.structs.replace(reference, cited_at=(*places.get(reference.key, ()), *places.get("*", ())))
        if reference.origin is Origin.BIBLIOGRAPHY and places
        else reference
        for reference in references
    ]
