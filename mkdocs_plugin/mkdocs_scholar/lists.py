"""Where a page lists its references: under which headings, and what one entry is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from mkdocs_scholar.elements import HEADINGS, LISTS, Reader

_LABELLED = re.compile(r"\s*\\?\[[^\]]{1,20}\]")
_HEADING_LINE = re.compile(r" {0,3}(#{1,6})\s*(.+?)\s*#*\s*(?:\{[^}]*\})?\s*$")
_FOOTNOTE_LINE = re.compile(r" {0,3}\[\^([^\]]+)\]:")

IsHeading = Callable[[str], bool]


class Entry(NamedTuple):
    """The elements whose words are one entry, and the one that takes its badge; a footnote has a label."""

    place: ET.Element
    parts: Sequence[ET.Element]
    label: str = ""


def is_nested(element: ET.Element) -> bool:
    """Whether an element inside an entry is no part of its words."""
    return element.tag in LISTS or element.tag in ("table", "pre")


def reference_headings(root: ET.Element, reader: Reader, is_heading: IsHeading) -> list[ET.Element]:
    """The headings, and the titles of admonitions and folds, under which references stand."""
    return [
        element
        for element in root.iter()
        if (element.tag in HEADINGS or element.tag == "summary" or element.get("class") == "admonition-title")
        and is_heading(reader.text(element))
    ]


def entries_under(heading: ET.Element, parent: ET.Element, reader: Reader) -> Iterator[Entry]:
    """The entries under a heading: in its later siblings, down to a heading of the same level or above."""
    siblings = list(parent)
    section = []
    for sibling in siblings[siblings.index(heading) + 1 :]:
        if sibling.tag in HEADINGS and (heading.tag not in HEADINGS or sibling.tag <= heading.tag):
            break
        section.append(sibling)
    yield from _entries(section, reader)


def _entries(elements: Iterable[ET.Element], reader: Reader) -> Iterator[Entry]:
    for element in elements:
        match element.tag:
            case "ol" | "ul":
                for item in element:
                    yield Entry(item, (item,))
                    yield from _entries((child for child in item if is_nested(child)), reader)
            case "dl":
                yield from _definitions(element)
            case "table":
                yield from (row for line in element.iter("tr") for row in _row(line))
            case "p" if _LABELLED.match(reader.plain(element.text or "")):
                yield Entry(element, (element,))
            case "div" | "section" | "details" | "blockquote" if element.get("class") != "footnote":
                yield from _entries(element, reader)
            case _:
                pass


def _definitions(definitions: ET.Element) -> Iterator[Entry]:
    term: tuple[ET.Element, ...] = ()
    for element in definitions:
        if element.tag == "dt":
            term = (element,)
        else:
            yield Entry(element, (*term, element))


def _row(row: ET.Element) -> Iterator[Entry]:
    cells = [cell for cell in row if cell.tag == "td"]
    filled = [cell for cell in cells if len(cell) or (cell.text or "").strip()]
    if filled:
        yield Entry(filled[-1], cells)


def footnotes(root: ET.Element) -> Iterator[Entry]:
    """All footnotes of a page with their labels."""
    for notes in root.iter("div"):
        if notes.get("class") == "footnote":
            for item in notes.iter("li"):
                yield Entry(item, (item,), (item.get("id") or "").partition(":")[2])


def labels_under_headings(lines: Iterable[str], is_heading: IsHeading) -> Iterator[str]:
    """The labels of the footnotes that are defined under a reference heading: the tree has lost where they stood."""
    level = 0
    for line in lines:
        if heading := _HEADING_LINE.match(line):
            if is_heading(heading[2]):
                level = len(heading[1])
            elif len(heading[1]) <= level:
                level = 0
        elif level and (note := _FOOTNOTE_LINE.match(line)):
            yield note[1]
