"""What every page scanner makes of its source: blocks and the inline reading of their text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate

from scholar_build.model import Acceptance, Location
from scholar_build.scan.ignore import is_ignore


class Kind(StrEnum):
    """A kind of block."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    ITEM = "item"
    NOTE = "note"  # a footnote, or a citation of reST: a label and its text
    TARGET = "target"  # a link definition: a label and an address
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    TERM = "term"
    DEFINITION = "definition"
    MARKUP = "markup"  # raw HTML
    COMMENT = "comment"
    BREAK = "break"  # the end of what an inner heading governs


@dataclass(slots=True)
class Block:
    """One block: `text` is its source without indentation; `line` is 0-based; `level` is a heading's."""

    kind: Kind
    line: int
    text: str = ""
    level: int = 0
    key: str = ""
    children: list[Block] = field(default_factory=list)


BOLD_LEVEL = 7
"""The level of what is no heading by markup but serves as one: a bold line, a summary."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link, role or address in a block's text: `text[start:end]` is all of it, `label` what a reader sees."""

    start: int
    end: int
    target: str
    label: str


@dataclass(frozen=True, slots=True)
class Inline:
    """A block's text read: as a person reads it, its links, and the spans that hold no references (code, comments)."""

    text: str
    links: tuple[Link, ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()
    accepted: Acceptance | None = None


InlineReader = Callable[[str], Inline]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a source's lines stand; `first` is added to every line number."""

    source: str
    lines: list[str]
    first: int = 1

    def of(self, block: Block) -> Location:
        """The line and column where a block's text begins."""
        column = self._column(block.line, block.text.split("\n", 1)[0])
        return Location(source=self.source, line=self.first + block.line, column=max(1, column))

    def within(self, block: Block) -> Callable[[int], Location]:
        """A function from a character of a block's text to its line and column."""
        pieces = block.text.split("\n")
        starts = [0, *accumulate(len(piece) + 1 for piece in pieces[:-1])]
        columns: dict[int, int] = {}

        def locate(offset: int) -> Location:
            row = bisect_right(starts, offset) - 1
            if row not in columns:
                columns[row] = self._column(block.line + row, pieces[row])
            at = max(1, offset - starts[row] + columns[row])
            return Location(source=self.source, line=self.first + block.line + row, column=at)

        return locate

    def _column(self, number: int, piece: str) -> int:
        """How many columns to add to an offset in a piece of text that stands on a line."""
        line = self.lines[number] if number < len(self.lines) else ""
        return max(0, line.find(piece.strip())) - (len(piece) - len(piece.lstrip())) + 1


def own_text(block: Block) -> list[Block]:
    """The block's own text as a block, without what it holds; none where it has none."""
    return [replace(block, kind=Kind.PARAGRAPH, children=[])] if block.text.strip() else []


def leaves_of(block: Block) -> list[Block]:
    """The blocks below that hold text, in order."""
    if block.kind is Kind.COMMENT:
        return [block] if is_ignore(block.text) else []
    if not block.children:
        return [block] if block.text.strip() else []
    leaves = own_text(block)
    for child in block.children:
        leaves += leaves_of(child)
    return leaves
