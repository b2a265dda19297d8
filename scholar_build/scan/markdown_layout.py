"""Markdown dialects turned into plain CommonMark, line by line, so that every line keeps its number.

Admonitions, details and tabs of Python-Markdown and PyMdown hold their content indented by four;
MyST directives and colon fences hold theirs between fences. Either content is plain Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from scholar_build.scan.headings import is_reference_heading

_DIALECT = re.compile(r"^[ \t>]*(?:!!!|\?\?\?|===[!+]?\s|:::|///|(?:`{3,}|~{3,})\s*\{)", re.MULTILINE)
_INDENTED = re.compile(r"(?P<indent>[ \t]*)(?:!!!|\?\?\?\+?|===[!+]?)\s+(?P<title>\S.*)")
_COLONS = re.compile(r"[ \t]*(?::{3,}|/{3,})(?P<title>.*)")
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})\s*(?P<info>.*)")
_PROSE_DIRECTIVE = re.compile(
    r"\{(?:note|tip|hint|important|warning|caution|attention|danger|error|seealso|admonition|dropdown|details|tab-item|"
    r"tab-set|card|grid|grid-item|grid-item-card|margin|sidebar|aside|topic|container|div|epigraph|exercise|solution|"
    r"proof:\w+|prf:\w+|versionadded|versionchanged|deprecated|only|toggle|tab)\}(?P<title>.*)"
)
_ABBREVIATION = re.compile(r" {0,3}\*\[[^\]]{1,100}\]: ")  # Python-Markdown's `abbr`
_QUOTED = re.compile(r"\"(?P<words>[^\"]{1,150})\"|[|}]\s*(?P<rest>[^|{}]{1,150})$")


@dataclass(slots=True)
class Layout:
    """Source lines as CommonMark, and the lines before which an inner reference heading stops to count."""

    lines: list[str]
    breaks: list[int] = field(default_factory=list)


def lay_out(text: str, extra: Iterable[str] = ()) -> Layout:
    """Blank the front matter and open up containers; the number of lines stays."""
    front = _front_matter_lines(text)
    lines = text.split("\n")
    lines[:front] = [""] * front
    if "*[" in text:
        lines = ["" if _ABBREVIATION.match(line) else line for line in lines]
    if not _DIALECT.search(text):
        return Layout(lines)
    return _Opener(tuple(extra)).open(lines)


def _front_matter_lines(text: str) -> int:
    if not text.startswith(("---", "+++")):
        return 0
    lines = text.split("\n")
    mark = lines[0].strip()
    if mark not in ("---", "+++"):
        return 0
    for number, line in enumerate(lines[1:], start=1):
        if line.rstrip() == mark or (mark == "---" and line.rstrip() == "..."):
            return number + 1
    return 0


@dataclass(slots=True)
class _Opener:
    extra: tuple[str, ...]
    inner: list[tuple[int, bool]] = field(default_factory=list)  # indent of content, opens a reference list
    fences: list[str] = field(default_factory=list)  # directives that are open
    code: str = ""  # the fence of the code block we are in
    out: Layout = field(default_factory=lambda: Layout([]))

    def open(self, lines: list[str]) -> Layout:
        for number, line in enumerate(lines):
            self.out.lines.append(self._line(number, line))
        return self.out

    def _line(self, number: int, line: str) -> str:
        if line.strip():
            indent = _width(line)
            while self.inner and indent < self.inner[-1][0]:
                _, listed = self.inner.pop()
                self.code = ""
                if listed:
                    self.out.breaks.append(number)
        line = _dedent(line, 4 * len(self.inner))
        fence = _FENCE.fullmatch(line)
        if self.code:
            if fence and fence["fence"].startswith(self.code) and not fence["info"]:
                self.code = ""
            return line
        if fence:
            return self._fence(line, fence)
        if (match := _INDENTED.fullmatch(line)) and len(self.inner) < 20:
            reference = self._is_heading(match["title"])
            self.inner.append((_width(match["indent"]) + 4 * len(self.inner) + 4, bool(reference)))
            return match["indent"] + reference
        if match := _COLONS.fullmatch(line):
            return self._is_heading(match["title"])
        return line

    def _fence(self, line: str, fence: re.Match[str]) -> str:
        marks, info = fence["fence"], fence["info"]
        if not info and self.fences and marks.startswith(self.fences[-1]):
            self.fences.pop()
            return ""
        if directive := _PROSE_DIRECTIVE.fullmatch(info):
            self.fences.append(marks)
            return self._is_heading("}" + directive["title"])
        self.code = marks
        return line

    def _is_heading(self, title: str) -> str:
        """A bold line in place of a title that opens a reference list, else nothing."""
        found = _QUOTED.search(title)
        words = (found["words"] or found["rest"]).strip() if found else ""
        return f"**{words}**" if words and is_reference_heading(words, self.extra) else ""


def _width(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4))


def _dedent(line: str, columns: int) -> str:
    if not columns or not line.strip():
        return line
    body = line.lstrip(" \t")
    return " " * max(0, _width(line) - columns) + body
