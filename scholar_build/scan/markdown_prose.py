"""A block rule of markdown-it that reads plain prose before any other rule looks at it.

markdown-it asks each of its rules about each line of a paragraph. A line that begins with none of
their marks is prose to all of them; whatever else is left to markdown-it.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_MARKS = frozenset("`~>*_-+#<|:=0123456789")  # how a line begins that may be more than prose, or turn others into more
_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])[ \t]")


def prose_plugin(parser: MarkdownIt) -> None:
    """Read plain paragraphs to one `inline` token, without the tokens around it."""
    parser.block.ruler.before("table", "prose", _prose)


def _prose(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """Read the paragraph that begins at line `first`, if nothing but prose can stand there."""
    source, begins, shifts, ends = state.src, state.bMarks, state.tShift, state.eMarks
    if not _is_prose(source, begins[first] + shifts[first]) or state.is_code_block(first):
        return False
    line = first + 1
    while line < state.lineMax:
        start = begins[line] + shifts[line]
        if start >= ends[line]:
            if line == first + 1 and _may_define(state, line + 1):
                return False
            break
        if not _is_prose(source, start):
            if _is_next_item(state, line, start):
                break
            return False
        line += 1
    token = state.push("inline", "", 0)
    token.content = state.getLines(first, line, state.blkIndent, False).strip()
    token.map = [first, line]
    state.line = line
    return True


def _is_prose(source: str, start: int) -> bool:
    return source[start] not in _MARKS and not source.startswith("[^", start)


def _may_define(state: StateBlock, line: int) -> bool:
    """Whether a line may be the definition of a term before it."""
    start = state.bMarks[line] + state.tShift[line] if line < state.lineMax else len(state.src)
    return state.src.startswith((":", "~"), start)


def _is_next_item(state: StateBlock, line: int, start: int) -> bool:
    """Whether a line begins an item beside the one that is being read."""
    indent = state.sCount[line]
    return 0 <= indent < state.blkIndent and indent - state.listIndent < 4 and bool(_ITEM.match(state.src, start))
