"""What every page scanner makes of its source: blocks and the inline reading of their text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from scholar_build.model import Acceptance, Location


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

    def of(self, block: Block, offset: int = 0) -> Location:
        """The line and column of a character of a block's text."""
        before = block.text.count("\n", 0, offset)
        begin = block.text.rfind("\n", 0, offset) + 1
        end = block.text.find("\n", begin)
        piece = block.text[begin : end if end >= 0 else len(block.text)]
        number = block.line + before
        line = self.lines[number] if number < len(self.lines) else ""
        lead = len(piece) - len(piece.lstrip())
        start = max(0, line.find(piece.strip()))
        return Location(source=self.source, line=self.first + number, column=start + max(0, offset - begin - lead) + 1)
