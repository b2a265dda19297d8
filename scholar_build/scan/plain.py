"""Plain text: a list of citations, or a document that ends in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scholar_build.model import Location, Scan
from scholar_build.scan.entry import looks_like_reference
from scholar_build.scan.headings import is_reference_heading
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.paragraphs import Paragraph, read_paragraphs

_MARKER = re.compile(r"\s*(?:\[[\w+-]{1,20}\]|\(\d{1,4}\)|\d{1,4}[.)]|[-*•‣・●])\s*(?=\S)")
_BULLET = re.compile(r"\s*(?:[-*•‣・●]|\d{1,4}[.)])\s+")
_INDENT = re.compile(r"[ \t\u3000]+\S")


def scan_plain(text: str, source: str, options: ScanOptions) -> Scan:
    """Entries of the list under a reference heading; where there is none, the whole text is the list."""
    return read_paragraphs(_entries(text, source, options), options, all_entries=True)


def _entries(text: str, source: str, options: ScanOptions) -> Iterator[Paragraph]:
    """Paragraphs, cut where their lines are entries of their own."""
    for paragraph in _paragraphs(text):
        for lines in _cut(paragraph, options):
            number, first = lines[0]
            column = len(first) - len(first.lstrip()) + 1
            place = Location(source=source, line=number, column=column)
            text = "\n".join(line.strip() for _, line in lines)
            bullet = _BULLET.match(text)
            yield Paragraph(text[bullet.end() :] if bullet else text, place)


Lines = list[tuple[int, str]]


def _paragraphs(text: str) -> Iterator[Lines]:
    lines: Lines = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            lines.append((number, line))
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _cut(paragraph: Lines, options: ScanOptions) -> Iterable[Lines]:
    """One list of lines for every entry: markers, hanging indents or complete lines tell where one begins."""
    lines = paragraph
    headings = [[line] for line in lines[:1] if is_reference_heading(line[1], options.reference_headings)]
    lines = lines[len(headings) :]
    if not lines:
        return headings
    if _MARKER.match(lines[0][1]):
        starts = [bool(_MARKER.match(line)) for _, line in lines]
    elif not _INDENT.match(lines[0][1]) and any(_INDENT.match(line) for _, line in lines):
        starts = [not _INDENT.match(line) for _, line in lines]
    elif all(looks_like_reference(line) for _, line in lines):
        starts = [True] * len(lines)
    else:
        starts = [True] + [False] * (len(lines) - 1)
    entries: list[Lines] = []
    for start, line in zip(starts, lines, strict=True):
        if start or not entries:
            entries.append([line])
        else:
            entries[-1].append(line)
    return [*headings, *entries]
