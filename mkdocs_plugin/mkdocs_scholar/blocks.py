"""Python-Markdown's element tree as the blocks that the scanner reads."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from markdown import Markdown
from markdown.util import HTML_PLACEHOLDER_RE, STX

from mkdocs_scholar.inline import ROLE
from mkdocs_scholar.leaves import Leaf, Leaves, is_unread
from scholar_build import BOLD_LEVEL, Block, Kind, may_name_work

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = frozenset(
    (*HEADINGS, "p", "ul", "ol", "dl", "table", "pre", "div", "section", "details", "blockquote", "summary", "hr",
     "figure", "article", "aside", "header", "footer", "main", "center", "form", "fieldset")
)  # fmt: skip
_SHORT_TERM = 40
_LONGEST_HEADING = 120
_YEAR = re.compile(r"\d{4}|昭和|平成|令和")
_DRAWN = re.compile(
    r"""\s*<(?:div|table|pre|figure)\b[^>]*\bclass=["'][^"']*\b(?:highlight|mermaid|arithmatex|codehilite|language-)"""
)  # what other extensions have made of fences
_CODE = re.compile(r"<(pre|code|script|style|svg|textarea)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_BLANK = re.compile(r"[^\n]")


class Page:
    """The blocks of one page and their leaves, by line: the lines are those of all leaves in a row."""

    def __init__(self, md: Markdown) -> None:
        self.leaves: list[Leaf] = []
        self.lines: list[str] = []
        self._reader = Leaves(md)
        self._stash = md.htmlStash.rawHtmlBlocks
        self.inline = self._reader.inline
        self.notes: list[ET.Element] = []
        self._depth = 0

    def read(self, root: ET.Element, opens: Callable[[str], bool]) -> list[Block]:
        """The blocks of a page apart from its footnotes, which are `notes` then.

        `opens` says whether words are the heading of a reference list. On a page with headings, what stands
        before the first such heading and can name no work is left out: it yields nothing, and is most of a page.
        """
        may_skip = any(child.tag in HEADINGS for child in root)
        blocks: list[Block] = []
        for child in root:
            if child.tag in HEADINGS:
                may_skip = may_skip and not opens("".join(child.itertext()))
            elif may_skip and _is_idle(child, opens):
                continue
            if child.tag in _BLOCKS:
                blocks += self._block(child)
            else:
                blocks += self._paragraph(root, [child], first=False)
        return blocks

    def note(self, item: ET.Element) -> Block:
        """A footnote as a block."""
        label = (item.get("id") or "").partition(":")[2]
        return Block(Kind.NOTE, len(self.lines), key=label, children=list(self._blocks(item)))

    def _blocks(self, container: ET.Element) -> Iterator[Block]:
        """The blocks in an element; loose text between them is a paragraph."""
        first = True
        for is_block, children in groupby(container, key=lambda child: child.tag in _BLOCKS):
            if is_block:
                if first:
                    yield from self._paragraph(container, (), first=True)
                for child in children:
                    yield from self._block(child)
            else:
                yield from self._paragraph(container, list(children), first=first)
            first = False
        if first:
            yield from self._paragraph(container, (), first=True)

    def _block(self, element: ET.Element) -> Iterator[Block]:
        match element.tag:
            case "p":
                yield from self._stashed(element) or self._paragraph(element, list(element), first=True)
            case "summary":
                yield from self._paragraph(element, list(element), first=True)
            case "ul" | "ol":
                line = len(self.lines)
                self._depth += 1
                items = [Block(Kind.ITEM, len(self.lines), children=list(self._blocks(item))) for item in element]
                self._depth -= 1
                yield Block(Kind.LIST, line, children=items)
            case "dl":
                yield from self._definitions(element)
            case "table":
                line = len(self.lines)
                yield Block(Kind.TABLE, line, children=[self._row(row) for row in element.iter("tr")])
            case "div" if element.get("class") == "footnote":
                self.notes += element.iter("li")
            case "pre" | "hr":
                pass
            case "div" if is_unread(element):
                pass
            case tag if tag in HEADINGS:
                leaf = self._leaf(element, list(element), first=True)
                yield Block(Kind.HEADING, leaf.line, leaf.text, level=int(tag[1]))
            case _:
                yield from self._stashed(element) or self._blocks(element)
                yield Block(Kind.BREAK, len(self.lines), level=BOLD_LEVEL)

    def _paragraph(self, element: ET.Element, children: Iterable[ET.Element], *, first: bool) -> Iterator[Block]:
        children = list(children)
        leaf = self._leaf(element, children, first=first)
        if not leaf.text.strip():
            return
        read = [child for child in children if not is_unread(child)]
        is_bold = len(read) == 1 and read[0].tag == "strong" and not (element.text or read[0].tail or "").strip()
        yield Block(Kind.PARAGRAPH, leaf.line, f"**{leaf.text.strip()}**" if is_bold else leaf.text)

    def _stashed(self, element: ET.Element) -> list[Block]:
        """A paragraph, or what another extension has made, that is nothing but raw HTML; empty where it is not."""
        found = HTML_PLACEHOLDER_RE.fullmatch((element.text or "").strip())
        if not found or (element.tag == "p" and len(element)):
            return []
        raw = self._stash[int(found[1])]
        if not isinstance(raw, str) or _DRAWN.match(raw):
            return []
        raw = _CODE.sub(lambda code: _BLANK.sub(" ", code[0]), raw)
        leaf = Leaf(element, len(self.lines), raw, [], stashed=int(found[1]))
        self._keep(leaf)
        comment = re.fullmatch(r"\s*<!--(.*?)-->\s*", raw, re.DOTALL)
        if comment:
            return [Block(Kind.COMMENT, leaf.line, comment[1])]
        return [Block(Kind.MARKUP, leaf.line, raw)]

    def _definitions(self, definitions: ET.Element) -> Iterator[Block]:
        term: list[Block] = []
        for element in definitions:
            line = len(self.lines)
            blocks = list(self._blocks(element))
            if element.tag == "dt":
                term = blocks
                continue
            key = " ".join(block.text for block in term)
            is_label = len(key) <= _SHORT_TERM and " " not in key.strip()
            yield Block(Kind.DEFINITION, line, key=key, children=blocks if is_label else [*term, *blocks])
            term = []

    def _row(self, row: ET.Element) -> Block:
        line = len(self.lines)
        cells = []
        for cell in row:
            leaf = self._leaf(cell, list(cell), first=True)
            cells.append(Block(Kind.CELL, leaf.line, leaf.text))
        return Block(Kind.ROW, line, level=int(all(cell.tag == "th" for cell in row)), children=cells)

    def _leaf(self, element: ET.Element, children: list[ET.Element], *, first: bool) -> Leaf:
        leaf = self._reader.read(element, children, len(self.lines), first=first)
        self._keep(leaf)
        return leaf

    def _keep(self, leaf: Leaf) -> None:
        leaf.depth = self._depth
        self.leaves.append(leaf)
        self.lines += leaf.text.split("\n")


def _is_idle(element: ET.Element, opens: Callable[[str], bool]) -> bool:
    """Whether a block outside all reference lists can neither name a work nor open a list."""
    if element.tag in ("pre", "hr"):
        return True
    if element.tag not in ("p", "ul", "ol", "table"):
        return False
    text = "".join(element.itertext())
    if STX in text or may_name_work(text) or (element.tag == "table" and _YEAR.search(text)):
        return False
    if element.tag == "p" and len(text) < _LONGEST_HEADING and opens(text):
        return False
    for part in element.iter():
        if part.tag == ROLE or (part.tag == "a" and may_name_work(part.get("href", ""))):
            return False
        if part.tag in ("ul", "ol") and part is not element:
            return False  # an item of the outer list may be the heading of the inner one
    return True
