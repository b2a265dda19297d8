"""From offsets in a text to lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right

from scholar_build.model import Location


class Places:
    """The lines of one source."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def at(self, offset: int) -> Location:
        """The 1-based line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return Location(source=self.source, line=line, column=offset - self.starts[line - 1] + 1)
