"""Markdown source to blocks by markdown-it, without reading the inside of any block.

Link definitions stay visible as text here (markdown-it's own rule for them takes quadratic time).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from scholar_build.scan.blocks import BOLD_LEVEL, Block, Kind
from scholar_build.scan.markdown_prose import prose_plugin

TARGET = re.compile(
    r"^ {0,3}\[(?P<label>[^\[\]\n^][^\[\]\n]{0,200})\]:[ \t]*<?(?P<address>[^\s<>]{1,2000})>?"
    r"(?P<title>[ \t]+[\"'(].*)?[ \t]*$",
    re.MULTILINE,
)
_MARKUP_START = re.compile(r"<(?:b|strong|h[1-6]|p|div|ol|ul|li|dl|table|details|summary|center)\b", re.IGNORECASE)
_COMMENT = re.compile(r"\s*<!--(?P<inside>.*?)-->\s*", re.DOTALL)
_SHORT_TERM = 40


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").use(footnote_plugin).use(deflist_plugin).use(prose_plugin).enable("table")
    return parser.disable(["inline", "reference", "footnote_tail", "text_join"])


def read_blocks(lines: list[str], breaks: list[int]) -> list[Block]:
    """Parse source lines to the blocks they make; `breaks` are lines where an inner heading's reach ends."""
    blocks = _Tree(_parser().parse("\n".join(lines))).blocks()
    for line in breaks:
        place = next((n for n, block in enumerate(blocks) if block.line >= line), len(blocks))
        blocks.insert(place, Block(Kind.BREAK, line, level=BOLD_LEVEL))
    return blocks


class _Tree:
    """The flat tokens as nested blocks."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = iter(tokens)
        self.line = 0

    def blocks(self, closing: str = "") -> list[Block]:
        """Read blocks up to the token that closes the enclosing one."""
        blocks: list[Block] = []
        for token in self.tokens:
            if token.type == closing:
                break
            if token.map:
                self.line = token.map[0]
            blocks.extend(self._block(token))
        return blocks

    def _block(self, token: Token) -> Iterator[Block]:
        line = self.line
        match token.type:
            case "heading_open":
                text = "".join(block.text for block in self.blocks("heading_close"))
                yield Block(Kind.HEADING, line, text, level=int(token.tag[1]))
            case "inline":
                yield from _paragraph(token.content, line)
            case "html_block":
                yield _markup(token.content, line)
            case "bullet_list_open" | "ordered_list_open":
                yield Block(Kind.LIST, line, children=self.blocks(token.type.replace("open", "close")))
            case "list_item_open":
                yield Block(Kind.ITEM, line, children=self.blocks("list_item_close"))
            case "footnote_reference_open":
                children = self.blocks("footnote_reference_close")
                first = children[0].line if children else line
                yield Block(Kind.NOTE, first, key=str(token.meta["label"]), children=children)
            case "dl_open":
                yield from self._definitions()
            case "table_open":
                yield Block(Kind.TABLE, line, children=self._rows())
            case _:
                pass

    def _definitions(self) -> Iterator[Block]:
        term: list[Block] = []
        for token in self.tokens:
            if token.map:
                self.line = token.map[0]
            if token.type == "dl_close":
                break
            if token.type == "dt_open":
                term = self.blocks("dt_close")
            elif token.type == "dd_open":
                key = " ".join(block.text for block in term)
                children = self.blocks("dd_close")
                if len(key) > _SHORT_TERM or " " in key.strip():
                    children = term + children
                yield Block(Kind.DEFINITION, self.line, key=key, children=children)
                term = []

    def _rows(self) -> list[Block]:
        rows: list[Block] = []
        for token in self.tokens:
            if token.map:
                self.line = token.map[0]
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append(Block(Kind.ROW, self.line))
            elif token.type in ("th_open", "td_open"):
                rows[-1].level = int(token.type == "th_open")
            elif token.type == "inline":
                rows[-1].children.append(Block(Kind.CELL, self.line, token.content))
        return rows


def _paragraph(text: str, line: int) -> Iterator[Block]:
    """A paragraph, apart from the link definitions in it."""
    if text.startswith("<") and _MARKUP_START.match(text):
        yield Block(Kind.MARKUP, line, text)
        return
    if "]:" not in text:
        yield Block(Kind.PARAGRAPH, line, text)
        return
    held: list[str] = []
    for number, each in enumerate(text.split("\n")):
        target = TARGET.fullmatch(each)
        if target:
            if held:
                yield Block(Kind.PARAGRAPH, line + number - len(held), "\n".join(held))
                held = []
            yield Block(Kind.TARGET, line + number, each[target.start("address") :].strip(), key=target["label"])
        else:
            held.append(each)
    if held:
        yield Block(Kind.PARAGRAPH, line + text.count("\n") + 1 - len(held), "\n".join(held))


def _markup(text: str, line: int) -> Block:
    comment = _COMMENT.fullmatch(text) if text.lstrip().startswith("<!--") else None
    if comment and "<!--" not in comment["inside"]:
        return Block(Kind.COMMENT, line, comment["inside"])
    return Block(Kind.MARKUP, line, text)
