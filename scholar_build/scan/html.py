"""HTML as blocks: headings, paragraphs, list items, table rows, with their lines and links.

A small tokenizer of our own: `html.parser` takes quadratic time on unclosed comments in the Pythons we support,
and the tree builders keep no columns.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from scholar_build.model import Location, Scan
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.paragraphs import Paragraph, read_paragraphs
from scholar_build.scan.places import Places

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]{0,40})(?=[\s/>])([^<>]*)>")
_HREF = re.compile(r"\bhref\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_SILENT = frozenset({"script", "style", "head", "template", "svg", "pre", "code", "noscript", "textarea", "nav"})
_BLOCK = re.compile(
    "address|article|aside|blockquote|body|caption|dd|details|div|dl|dt|figcaption|footer|form|header|hr|main|ol|p|"
    "section|summary|table|tbody|tfoot|thead|tr|ul"
)
_ITEMS = frozenset({"li", "dd", "tr"})
_LISTS = frozenset({"ul", "ol", "dl", "table"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)} | {"summary": 7}


def scan_html(text: str, source: str, options: ScanOptions) -> Scan:
    """References of a page."""
    return read_paragraphs(html_paragraphs(text, source), options)


@dataclass(slots=True)
class _Open:
    """The block that is being read."""

    place: Location | None = None
    pieces: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    level: int = 0

    def add(self, piece: str, place: Location) -> None:
        if self.place is None and piece.strip():
            self.place = place
        self.pieces.append(piece)

    def close(self, source: str) -> Iterator[Paragraph]:
        text = " ".join(html.unescape("".join(self.pieces)).split())
        if text or self.links:
            yield Paragraph(text, self.place or Location(source=source), tuple(self.links), self.level)


def html_paragraphs(text: str, source: str) -> Iterator[Paragraph]:
    """The blocks of a page in order; scripts, styles, code and comments are left out."""
    places = Places(text, source)
    block, item_depth = _Open(), 0
    for offset, closing, name, content in _tokens(text):
        if not name:
            lead = len(content) - len(content.lstrip())
            block.add(content, places.at(offset + lead))
            continue
        if name in _LISTS:
            item_depth = 0
        if name == "a" and not closing:
            block.links.extend(_targets(content))
        elif name == "br":
            block.add("\n", places.at(offset))
        elif name in ("td", "th"):
            block.add(" ", places.at(offset))
        elif name in _ITEMS or name in _HEADINGS or (_BLOCK.fullmatch(name) and not item_depth):
            yield from block.close(source)
            block = _Open(level=0 if closing else _HEADINGS.get(name, 0))
            if name in _ITEMS:
                item_depth = 0 if closing else 1
        elif _BLOCK.fullmatch(name):
            block.add("\n", places.at(offset))
    yield from block.close(source)


def _targets(attributes: str) -> list[str]:
    match = _HREF.search(attributes)
    return [html.unescape(match[1] or match[2] or match[3] or "")] if match else []


def _tokens(text: str) -> Iterator[tuple[int, bool, str, str]]:
    """Offsets with either text (no name) or a tag: whether it closes, its name, its attributes."""
    position, unclosed = 0, set[str]()
    while position < len(text):
        start = text.find("<", position)
        start = len(text) if start < 0 else start
        if start > position:
            yield position, False, "", text[position:start]
        position = start
        if text.startswith("<!--", start) and "-->" not in unclosed:
            end = text.find("-->", start + 4)
            if end < 0:
                unclosed.add("-->")
            else:
                position = end + 3
                continue
        match = _TAG.match(text, start)
        if match is None:
            if start < len(text):
                yield start, False, "", "<"
            position = start + 1
            continue
        position = match.end()
        name = match[2].lower()
        yield start, bool(match[1]), name, match[3]
        if name in _SILENT and not match[1] and not match[3].endswith("/") and name not in unclosed:
            end = _closing(text, name, position)
            if end < 0:
                unclosed.add(name)
            else:
                position = end


def _closing(text: str, name: str, position: int) -> int:
    match = re.compile(rf"</{name}(?=[\s>])", re.IGNORECASE).search(text, position)
    return match.start() if match else -1
