"""Raw HTML inside a page: the headings in it, and its list items and paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scholar_build.scan.blocks import BOLD_LEVEL, Block, Kind
from scholar_build.scan.headings import is_reference_heading

_HEADING = re.compile(
    r"<(?P<tag>h[1-6]|summary|b|strong|caption|legend)(?:\s[^<>]{0,300})?>(?P<words>[^<>]{1,120})</(?P=tag)\s*>",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"</?(?P<tag>li|p|tr|dd|div|ol|ul|dl|blockquote|table)\b[^<>]{0,300}>|(?:<br\s*/?>\s*){2}", re.IGNORECASE
)
_ITEMS = frozenset({"li", "tr", "dd"})


@dataclass(frozen=True, slots=True)
class MarkupHeading:
    """A heading in HTML that opens a reference list: its words, its level, and where it ends."""

    words: str
    level: int
    end: int


def heading_in_markup(text: str, extra: Iterable[str] = ()) -> MarkupHeading | None:
    """The first heading, summary or bold phrase that opens a reference list."""
    for match in _HEADING.finditer(text):
        if is_reference_heading(match["words"], extra):
            tag = match["tag"].lower()
            level = int(tag[1]) if tag[0] == "h" else BOLD_LEVEL
            return MarkupHeading(match["words"].strip(), level, match.end())
    return None


def pieces_of_markup(block: Block) -> Iterator[Block]:
    """The block's list items, table rows and paragraphs, with their lines, in order."""
    line, at = block.line, 0
    kind = Kind.PARAGRAPH
    for match in _CUT.finditer(block.text):
        piece = block.text[at : match.start()]
        if piece.strip():
            yield _piece(block, kind, line, piece)
        line += block.text.count("\n", at, match.end())
        at = match.end()
        opens = match["tag"] and match[0][1] != "/" and match["tag"].lower() in _ITEMS
        kind = Kind.ITEM if opens else Kind.PARAGRAPH
    if block.text[at:].strip():
        yield _piece(block, kind, line, block.text[at:])


def _piece(block: Block, kind: Kind, line: int, piece: str) -> Block:
    lead = len(piece) - len(piece.lstrip())
    return replace(block, kind=kind, line=line + piece.count("\n", 0, lead), text=piece.strip(), children=[])
