"""Plain lists of citations: one a paragraph, or one a line."""

from __future__ import annotations

import re

from scholar_build.model import Location, Problem, Reference, Scan
from scholar_build.scan.entry import is_placeholder, looks_like_reference, read_entry
from scholar_build.scan.options import ScanOptions

_MARK = re.compile(r"[ \t]*(?:[-*+•]|\\?\[[\w.:-]{1,30}\]|\(?\d{1,4}[.)\]])[ \t]+")


def scan_plain(text: str, source: str, options: ScanOptions) -> Scan:  # noqa: ARG001
    """Read a list of citations: paragraphs apart by blank lines, else one a line or one a list mark."""
    references: list[Reference] = []
    problems: list[Problem] = []
    for line, entry in _entries(text):
        location = Location(source=source, line=line)
        body = re.sub(r"\A[ \t]*(?:[-*+•]|\d{1,4}[.)])[ \t]+", "", entry)
        if reference := read_entry(body, location):
            references.append(reference)
        elif is_placeholder(body):
            problems.append(Problem(rule="placeholder", location=location, message="The entry is a placeholder."))
    return Scan(references=tuple(references), problems=tuple(problems))


def _entries(text: str) -> list[tuple[int, str]]:
    """Paragraphs, with the line each begins on; a paragraph whose lines are citations each is taken apart."""
    entries: list[tuple[int, str]] = []
    paragraph: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            paragraph.append(line)
            continue
        if paragraph:
            entries += _apart(number - len(paragraph), paragraph)
        paragraph = []
    return entries


def _apart(first: int, lines: list[str]) -> list[tuple[int, str]]:
    marked = [bool(_MARK.match(line)) for line in lines]
    begins = marked if marked[0] else [True] * len(lines) if all(map(looks_like_reference, lines)) else []
    entries: list[tuple[int, str]] = []
    for place, line in enumerate(lines):
        if not entries or (begins and begins[place]):
            entries.append((first + place, line))
        else:
            entries[-1] = (entries[-1][0], f"{entries[-1][1]}\n{line}")
    return entries
