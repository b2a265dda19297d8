"""Footnotes back to where they were defined: the tree holds them all at its end."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mkdocs_scholar.blocks import Page
from scholar_build import Block, Kind

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.+?)[ \t#]*(?:\{[^{}]*\})?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_NOTE = re.compile(r" {0,3}\[\^([^\]]+)\]:")
_WORD = re.compile(r"\w+")


def place_notes(blocks: list[Block], page: Page, lines: Iterable[str]) -> list[Block]:
    """The blocks of a page with each footnote under the heading that stands over its definition.

    What is defined under no heading comes last, and in no section.
    """
    if not page.notes:
        return blocks
    headings = _headings_of_notes(lines)
    by_heading: dict[str, list[Block]] = {}
    for item in page.notes:
        note = page.note(item)
        by_heading.setdefault(headings.get(note.key, ""), []).append(note)
    placed: list[Block] = []
    for block in blocks:
        placed.append(block)
        if block.kind is Kind.HEADING:
            placed += by_heading.pop(_words(block.text), ())
    rest = [note for notes in by_heading.values() for note in notes]
    return [*placed, Block(Kind.HEADING, len(page.lines), "", level=1), *rest] if rest else placed


def _headings_of_notes(lines: Iterable[str]) -> dict[str, str]:
    """The words of the last heading before each footnote's definition, by label."""
    found: dict[str, str] = {}
    heading = before = ""
    for line in lines:
        if match := _HEADING.match(line):
            heading = _words(match[1])
        elif before.strip() and _UNDERLINE.match(line):
            heading = _words(before)
        elif note := _NOTE.match(line):
            found[note[1]] = heading
        before = line
    return found


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text)).casefold()
