"""reST source to blocks, line by line, without docutils (the core must not need it).

Syntax: docutils "reStructuredText Markup Specification", body elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scholar_build.scan.blocks import BOLD_LEVEL, Block, Kind
from scholar_build.scan.headings import is_reference_heading
from scholar_build.scan.rest_tables import read_table

_DEEPEST = 20  # levels of nesting that are still taken apart
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_BULLET = re.compile(r"[-*+•‣⁃](?:[ \t]+|$)")
_ENUMERATOR = re.compile(r"(?:\(?(?:\d{1,5}|#)[.)])(?:[ \t]+|$)")
_NOTE = re.compile(r"\.\.[ \t]+\[(?P<label>\*|#?[\w.:+&-]{0,80})\](?:[ \t]+|$)")
_TARGET = re.compile(r"(?:\.\.[ \t]+_(?P<name>`[^`]{1,200}`|(?:\\.|[^:\\]){1,200}):|__)(?:[ \t]+(?P<address>\S.*))?$")
_SUBSTITUTION = re.compile(r"\.\.[ \t]+\|(?P<name>[^|]{1,80})\|[ \t]+(?P<directive>[\w-]+)::[ \t]*(?P<text>.*)")
_DIRECTIVE = re.compile(r"\.\.[ \t]+(?P<name>[a-zA-Z][\w:+.-]{0,60})[ \t]?::(?:[ \t]+(?P<argument>.*))?$")
_FIELD = re.compile(r":(?P<name>(?![: ])[^:`\n]{1,100}):(?:[ \t]+|$)")
_OPTION = re.compile(r":[\w-]{1,40}:(?:\s|$)")
_NOT_PROSE = frozenset({
    "autosummary", "bibliography", "code", "code-block", "code-cell", "contents", "csv-table", "doctest",
    "footbibliography", "graphviz", "highlight", "image", "include", "index", "ipython", "jupyter-execute",
    "literalinclude", "math", "mermaid", "meta", "parsed-literal", "plot", "productionlist", "raw", "sourcecode",
    "testcleanup", "testcode", "testoutput", "testsetup", "toctree",
})  # fmt: skip
_TITLED = frozenset(
    {"topic", "admonition", "sidebar", "dropdown", "card", "tab-item", "details", "collapse", "container"}
)


@dataclass(slots=True)
class RestPage:
    """A page's blocks, its hyperlink targets by folded name, and its replacement texts by name."""

    blocks: list[Block]
    targets: dict[str, str] = field(default_factory=dict)
    substitutions: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Lines:
    """Consecutive source lines, dedented; the first stands on line `first`, 0-based."""

    first: int
    lines: Sequence[str]


def read_rest_blocks(lines: Sequence[str], extra: tuple[str, ...] = ()) -> RestPage:
    """Read source lines to blocks; `extra` are further reference headings (for titles of directives)."""
    page = RestPage([])
    reader = _Reader(page, extra)
    page.blocks = list(reader.blocks(_Lines(0, [line.expandtabs(8).rstrip() for line in lines]), 0))
    return page


class _Reader:
    def __init__(self, page: RestPage, extra: tuple[str, ...]) -> None:
        self.page = page
        self.extra = extra
        self.adornments: list[str] = []

    def blocks(self, source: _Lines, depth: int) -> Iterator[Block]:
        if depth > _DEEPEST:
            return
        lines = source.lines
        at = 0
        while at < len(lines):
            if not lines[at]:
                at += 1
                continue
            made, at = self._one(source, at, depth)
            yield from made

    def _one(self, source: _Lines, at: int, depth: int) -> tuple[list[Block], int]:
        """The blocks that begin on line `at`, and the line after them."""
        lines = source.lines
        line = lines[at]
        if line[0] == " ":
            inner, end = _indented(source, at)
            return list(self.blocks(inner, depth + 1)), end
        if title := self._title(source, at):
            return title
        if line.startswith("..") and (len(line) == 2 or line[2] == " "):
            return self._explicit(source, at, depth)
        if match := _BULLET.match(line) or _ENUMERATOR.match(line):
            return self._list(source, at, depth, match)
        if line.startswith("__ "):
            return [], at + 1
        if match := _FIELD.match(line):
            return self._field(source, at, depth, match)
        if line.startswith((">>>", "\x00")):
            return [], _paragraph_end(lines, at)
        table, end = read_table(lines, at, source.first)
        if table:
            return [table], end
        return self._paragraph(source, at, depth)

    def _title(self, source: _Lines, at: int) -> tuple[list[Block], int] | None:
        lines = source.lines
        line, following = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
        if _ADORNMENT.fullmatch(line):
            if not following:
                return [], at + 1
            under = lines[at + 2] if at + 2 < len(lines) else ""
            if under == line and not following.startswith(".. "):
                return [self._heading(source.first + at + 1, following.strip(), line[0] * 2)], at + 3
            return None
        underlined = _ADORNMENT.fullmatch(following) and len(following) >= min(len(line), 4)
        if underlined and not line.startswith((".. ", "::")):
            return [self._heading(source.first + at, line.strip(), following[0])], at + 2
        return None

    def _heading(self, line: int, text: str, adornment: str) -> Block:
        if adornment not in self.adornments:
            self.adornments.append(adornment)
        return Block(Kind.HEADING, line, text, level=min(self.adornments.index(adornment) + 1, BOLD_LEVEL - 1))

    def _explicit(self, source: _Lines, at: int, depth: int) -> tuple[list[Block], int]:
        line = source.lines[at]
        body, end = _body(source, at)
        number = source.first + at
        if match := _NOTE.match(line):
            inner = _Lines(number, [line[match.end() :], *body.lines])
            label = match["label"].lstrip("#")
            level = 2 if label in ("", "*") or label.isdigit() or match["label"].startswith("#") else 1
            return [Block(Kind.NOTE, number, key=label, level=level, children=list(self.blocks(inner, depth + 1)))], end
        if match := _TARGET.match(line):
            address = "".join([match["address"] or "", *body.lines]).replace(" ", "").strip("`<>")
            if not address or address.endswith("_"):
                return [], end
            name = (match["name"] or "").strip("`").replace("\\", "")
            self.page.targets[" ".join(name.split()).casefold()] = address
            return [Block(Kind.TARGET, number, address, key=name)], end
        if match := _SUBSTITUTION.match(line):
            if match["directive"] == "replace":
                self.page.substitutions[match["name"]] = " ".join([match["text"], *body.lines]).strip()
            return [], end
        if match := _DIRECTIVE.match(line):
            return list(self._directive(match, number, body, depth)), end
        return [Block(Kind.COMMENT, number, "\n".join([line[2:].strip(), *body.lines]).strip())], end

    def _directive(self, match: re.Match[str], number: int, body: _Lines, depth: int) -> Iterator[Block]:
        name, argument = match["name"].lower(), match["argument"] or ""
        if name in _NOT_PROSE:
            return
        if name in ("rubric", "centered"):
            yield Block(Kind.HEADING, number, argument, level=BOLD_LEVEL)
        elif argument and name in _TITLED and is_reference_heading(argument, self.extra):
            yield Block(Kind.HEADING, number, argument, level=BOLD_LEVEL)
            yield from self.blocks(_without_options(body), depth + 1)
            yield Block(Kind.BREAK, body.first + len(body.lines), level=BOLD_LEVEL)
        else:
            if argument and ":" not in name and name not in _TITLED:
                yield Block(Kind.PARAGRAPH, number, argument)
            yield from self.blocks(_without_options(body), depth + 1)

    def _list(self, source: _Lines, at: int, depth: int, match: re.Match[str]) -> tuple[list[Block], int]:
        kind = _BULLET if _BULLET.match(source.lines[at]) else _ENUMERATOR
        block = Block(Kind.LIST, source.first + at)
        lines = source.lines
        while at < len(lines):
            found = kind.match(lines[at])
            if not found or self._title(source, at):
                break
            body, end = _body(source, at, lazy=True)
            inner = _Lines(source.first + at, [lines[at][found.end() :], *body.lines])
            block.children.append(Block(Kind.ITEM, source.first + at, children=list(self.blocks(inner, depth + 1))))
            at = end
            while at < len(lines) and not lines[at]:
                at += 1
        return [block], at

    def _field(self, source: _Lines, at: int, depth: int, match: re.Match[str]) -> tuple[list[Block], int]:
        body, end = _body(source, at)
        number = source.first + at
        inner = _Lines(number, [source.lines[at][match.end() :], *body.lines])
        name = match["name"].strip()
        if number < 20 and name.lower() in ("doi", "arxiv", "url", "pmid"):
            return [], end  # the page's own paper, in its docinfo
        children = list(self.blocks(inner, depth + 1))
        if is_reference_heading(name, self.extra):
            head = Block(Kind.HEADING, number, name, level=BOLD_LEVEL)
            return [head, *children, Block(Kind.BREAK, source.first + end, level=BOLD_LEVEL)], end
        return [Block(Kind.NOTE, number, key=name, level=2, children=children)], end

    def _paragraph(self, source: _Lines, at: int, depth: int) -> tuple[list[Block], int]:
        lines = source.lines
        end = _paragraph_end(lines, at)
        number = source.first + at
        if end < len(lines) and lines[end].startswith(" ") and end == at + 1 and not lines[at].endswith("::"):
            return self._definition(source, at, depth)
        text = "\n".join(line.removeprefix("| ") for line in lines[at:end])
        made = [] if text.strip(":| ") == "" else [Block(Kind.PARAGRAPH, number, text)]
        if lines[end - 1].endswith("::"):
            while end < len(lines) and not lines[end]:
                end += 1
            if end < len(lines) and lines[end].startswith(" "):
                _, end = _indented(source, end)
        return made, end

    def _definition(self, source: _Lines, at: int, depth: int) -> tuple[list[Block], int]:
        """A term and what it means; what reads as one by its indentation may be a hanging paragraph."""
        body, end = _indented(source, at + 1)
        term = source.lines[at]
        children = list(self.blocks(body, depth + 1))
        if " " in term.strip():
            children = [Block(Kind.PARAGRAPH, source.first + at, term), *children]
        return [Block(Kind.DEFINITION, source.first + at, key=term, children=children)], end


def _paragraph_end(lines: Sequence[str], at: int) -> int:
    """The line after a run of lines at the margin."""
    end = at + 1
    while end < len(lines) and lines[end] and lines[end][0] != " " and not _NOTE.match(lines[end]):
        end += 1
    return end


def _indented(source: _Lines, at: int) -> tuple[_Lines, int]:
    """The indented lines from `at` on, dedented by their least indentation."""
    lines = source.lines
    end = at
    while end < len(lines) and (not lines[end] or lines[end][0] == " "):
        end += 1
    return _Lines(source.first + at, _dedent(lines[at:end])), end


def _body(source: _Lines, at: int, *, lazy: bool = False) -> tuple[_Lines, int]:
    """The lines that belong to the markup on line `at`: indented, or following without a blank line where `lazy`."""
    lines = source.lines
    end = at + 1
    while end < len(lines):
        if not lines[end] or lines[end][0] == " " or (lazy and lines[end - 1] and not _starts_block(lines[end])):
            end += 1
        else:
            break
    return _Lines(source.first + at + 1, _dedent(lines[at + 1 : end])), end


def _starts_block(line: str) -> bool:
    return bool(_BULLET.match(line) or _ENUMERATOR.match(line) or line.startswith("..") or _ADORNMENT.fullmatch(line))


def _dedent(lines: Sequence[str]) -> list[str]:
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return [line[indent:] for line in lines]


def _without_options(body: _Lines) -> _Lines:
    skip = 0
    while skip < len(body.lines) and _OPTION.match(body.lines[skip]):
        skip += 1
    return _Lines(body.first + skip, body.lines[skip:])
