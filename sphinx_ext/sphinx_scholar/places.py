"""Where something stands in the file that its author wrote."""

from __future__ import annotations

import os
import re
from pathlib import Path

from docutils import nodes

from scholar_build import Location

_DOCSTRING = ":docstring of "
_PIECES = re.compile(r"[^*_`\[\]<>(){}\\\n:“”‘’…–—\"']{5,}")
_START = 24


class Places:
    """Names the places of one document, relative to the folder of the settings.

    A docstring's lines are counted from where it begins, a notebook's by cell: there the words are looked for.
    """

    def __init__(self, document: nodes.document, root: Path) -> None:
        self._root = root
        self._document_source = str(document.get("source") or "")
        self._texts: dict[str, str] = {}
        self._relative: dict[str, str] = {}

    def of(self, element: nodes.Element, row: int = 0, words: str = "") -> Location:
        """The place of a row of an element's text; `words` stand there."""
        line, source = element.line, element.source
        above: nodes.Element | None = element.parent
        while above is not None and (line is None or source is None):
            line = line if line is not None else above.line
            source = source if source is not None else above.source
            above = above.parent
        return self.at(str(source or self._document_source), (line or 1) + row, words)

    def at(self, source: str, line: int, words: str) -> Location:
        """The place that docutils names, in the file itself."""
        path, is_docstring, name = source.partition(_DOCSTRING)
        if is_docstring or path.endswith(".ipynb"):
            line = self._find(path, name.rpartition(".")[2], words)
        return Location(source=self._named(path), line=line)

    def _named(self, path: str) -> str:
        if path not in self._relative:
            # docutils names an included file from the working folder where both lie in one tree
            is_file = Path(path).is_absolute() or Path(path).exists()
            relative = os.path.relpath(path, self._root) if is_file else path
            self._relative[path] = Path(relative).as_posix()
        return self._relative[path]

    def _find(self, path: str, name: str, words: str) -> int:
        """The line on which some words stand, behind the definition of a name; of the definition where they do not."""
        if path not in self._texts:
            try:
                self._texts[path] = Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                self._texts[path] = ""
        text = self._texts[path]
        definition = re.search(rf"\b(?:def|class)\s+{re.escape(name)}\b", text) if name else None
        start = definition.start() if definition else 0
        for piece in (match[0].strip()[:_START] for match in _PIECES.finditer(words[:200])):
            at = text.find(piece, start)
            if at >= 0:
                return text.count("\n", 0, at) + 1
        return text.count("\n", 0, start) + 1
