"""Jupyter notebooks (nbformat 4): the Markdown cells as one page, located in the notebook file."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from scholar_build.model import Location, Problem, Scan
from scholar_build.scan.options import Format, ScanOptions
from scholar_build.scan.text import scan_text

_MOST_MISSES = 20


def scan_ipynb(text: str, source: str, options: ScanOptions) -> Scan:
    """References of the Markdown cells; a file that is no notebook is a problem of the scan."""
    page = notebook_page(text, source)
    if isinstance(page, Problem):
        return Scan(problems=(page,))
    markdown, numbers = page
    return _relocate(scan_text(markdown, source, Format.MARKDOWN, options), numbers)


def notebook_page(text: str, source: str) -> tuple[str, list[int]] | Problem:
    """The Markdown of a notebook, and for each of its lines the line of the file that holds it."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        return Problem(
            rule="unreadable-source",
            location=Location(source=source),
            message="This is no notebook: it is not valid JSON.",
        )
    finder = _Finder(text)
    lines: list[str] = []
    numbers: list[int] = []
    for cell in _cells(notebook):
        written = cell.get("source", "")
        joined = "".join(map(str, written)) if isinstance(written, list) else str(written)
        if cell.get("cell_type") != "markdown":
            continue
        for line in [*joined.split("\n"), ""]:
            lines.append(line)
            numbers.append(finder.line(line))
    return "\n".join(lines), numbers


def in_file(place: Location, numbers: list[int]) -> Location:
    """A place on the page as a place in the notebook file."""
    line = numbers[min(place.line, len(numbers)) - 1] if numbers else 1
    return msgspec.structs.replace(place, line=line, column=1)


def _relocate(scan: Scan, numbers: list[int]) -> Scan:
    return Scan(
        references=tuple(
            msgspec.structs.replace(item, location=in_file(item.location, numbers)) for item in scan.references
        ),
        problems=tuple(
            msgspec.structs.replace(item, location=in_file(item.location, numbers)) for item in scan.problems
        ),
    )


def _cells(notebook: object) -> list[dict[str, Any]]:
    cells = notebook.get("cells", []) if isinstance(notebook, dict) else []
    return [cell for cell in cells if isinstance(cell, dict)] if isinstance(cells, list) else []


class _Finder:
    """Finds source lines in the file, going forward only; gives up after some misses, so as to stay linear."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.number = 1
        self.misses = 0

    def line(self, written: str) -> int:
        if written.strip() and self.misses < _MOST_MISSES:
            found = self._find(written)
            if found < 0:
                self.misses += 1
            else:
                self.number += self.text.count("\n", self.position, found)
                self.position = found
        return self.number

    def _find(self, written: str) -> int:
        for ascii_only in (False, True):
            encoded = json.dumps(written, ensure_ascii=ascii_only)[:-1]
            found = self.text.find(encoded, self.position)
            if found >= 0:
                return found
            found = self.text.find(encoded[1:], self.position)
            if found >= 0:
                return found
        return -1
