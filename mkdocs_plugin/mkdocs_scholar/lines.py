"""Where something stands in a page's source, found again by its words: Python-Markdown's tree knows no lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PIECES = re.compile(r"[^*_`\[\]<>(){}\\\n“”‘’…–—\"']{5,}")
_OPENING = re.compile(r"\{\w+\}`[^`]*$|\[[^\[\]]*\]\([^()]*$|<$")  # of a role or link, before its target
_START = 24


class Lines:
    """The source of one page, searched from front to back; `offset` lines of front matter stand before it."""

    def __init__(self, source: str, offset: int = 0) -> None:
        self._source = source
        self._offset = offset
        self._position = 0  # where the last find ended
        self._counted = (0, 1 + offset)  # a position, and the line it is on

    def find(self, *needles: str) -> tuple[int, int] | None:
        """Line and column of the first needle that occurs, behind the last find if possible; None where none does.

        The column is 1 where only a middle piece of the needle is found.
        """
        for needle in needles:
            for piece in _pieces(needle):
                start = self._source.find(piece, self._position)
                if start >= 0:
                    self._position = start + len(piece)
                    return self._place(start, needle, piece)
        for needle in needles:
            for piece in _pieces(needle):
                start = self._source.find(piece)
                if start >= 0:
                    return self._place(start, needle, piece)
        return None

    @property
    def last(self) -> int:
        """The line of the last find."""
        return self._line(self._position)

    def _place(self, start: int, needle: str, piece: str) -> tuple[int, int]:
        if not needle.startswith(piece):
            return self._line(start), 1
        before = self._source[self._source.rfind("\n", 0, start) + 1 : start]
        opening = _OPENING.search(before)
        return self._line(start), 1 + (opening.start() if opening else len(before))

    def _line(self, position: int) -> int:
        known, line = self._counted
        if position >= known:
            line += self._source.count("\n", known, position)
        else:
            line = 1 + self._offset + self._source.count("\n", 0, position)
        self._counted = (position, line)
        return line


def _pieces(needle: str) -> Iterator[str]:
    """The needle itself, then its longer pieces that hold no markup, which the tree has lost, then its first words."""
    if not needle:
        return
    yield needle[:_START].rstrip()
    yield from (match.group().strip()[:_START] for match in _PIECES.finditer(needle[:200]))
    words = needle[:_START].split()
    yield from (" ".join(words[:number]) for number in range(len(words) - 1, 1, -1))
