"""Running text of a page as the scanner reads it, and the way back from a place in it to the element tree.

A leaf is the inline content of one block. Its text is what a reader sees, with links, code and comments
kept apart by private-use characters:

    FROM words TO target END    a link or role
    CODE words END              nothing that counts as a reference: code, citations by key
    NOTE words END              an HTML comment
"""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markdown import Markdown
from markdown.extensions.footnotes import FN_BACKLINK_TEXT, NBSP_PLACEHOLDER
from markdown.util import ETX, STX

from mkdocs_scholar.inline import ROLE
from mkdocs_scholar.marks import BADGE, CITE
from scholar_build import Inline, Link, parse_ignore, read_markdown

FROM, TO, END, CODE, NOTE = "\ue000\ue001\ue002\ue003\ue004"
_OURS = re.compile(f"[{FROM}-{NOTE}]")
_MARKED = re.compile(
    f"{FROM}(?P<label>[^{FROM}-{NOTE}]*){TO}(?P<target>[^{FROM}-{NOTE}]*){END}|{CODE}(?P<code>[^{END}]*){END}"
    f"|{NOTE}(?P<note>[^{END}]*){END}|[{FROM}{CODE}{NOTE}]|{TO}[^{FROM}-{NOTE}]*{END}"
)
_STASHED = re.compile(
    f"{STX}(?:wzxhzdk:(?P<raw>\\d+)|(?P<code>\\d+)|(?P<amp>amp)){ETX}|(?P<blank>{NBSP_PLACEHOLDER})|{FN_BACKLINK_TEXT}"
)
_MARKUP = re.compile(r"</?(?:a|abbr|b|br|cite|code|em|i|small|span|strong|su[bp]|u)\b[^<>]*>|<!--", re.IGNORECASE)
_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)
_HREF = re.compile(r"""<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.IGNORECASE)
_UNREAD_CLASSES = frozenset({"footnote-ref", "footnote-backref", "headerlink", "arithmatex"})


class Run(NamedTuple):
    """Where a stretch of a leaf's text stands in the tree: in the text or the tail of an element."""

    start: int
    end: int
    holder: ET.Element
    in_tail: bool
    raw_start: int
    raw_end: int


@dataclass
class Leaf:
    """The inline content of one block: `line` is the number of its first line among all leaves of the page."""

    element: ET.Element
    line: int
    text: str
    runs: list[Run]
    links: dict[int, ET.Element] = field(default_factory=dict)
    """Links and roles by where their words begin."""
    depth: int = 0
    """How many lists it stands in."""
    stashed: int | None = None
    """The number of the raw HTML that this leaf is."""


class Leaves:
    """Reads the leaves of one page."""

    def __init__(self, md: Markdown) -> None:
        self._stash = md.htmlStash.rawHtmlBlocks
        self._known: dict[str, Inline] = {}

    def read(self, element: ET.Element, children: Sequence[ET.Element], line: int, *, first: bool) -> Leaf:
        """Read some children of an element, and before them its own text if they are the `first`."""
        return _Reading(self._stash).read(element, children, line, first=first)

    def inline(self, text: str) -> Inline:
        """Take a leaf's text, or a part of it, apart; the same text is asked for several times."""
        if text not in self._known:
            self._known[text] = self._inline(text)
        return self._known[text]

    def _inline(self, text: str) -> Inline:
        if not _OURS.search(text):
            return read_markdown(text) if _MARKUP.search(text) else Inline(text)
        words: list[str] = []
        links: list[Link] = []
        hidden: list[tuple[int, int]] = []
        accepted = None
        at = 0
        for mark in _MARKED.finditer(text):
            words.append(text[at : mark.start()])
            at = mark.end()
            if mark["label"] is not None:
                target = mark["target"]
                label = "" if target.partition(":")[2] == mark["label"] else mark["label"]  # a role without own words
                links.append(Link(mark.start(), mark.end(), target, label))
                words.append(mark["label"])
            elif mark["code"] is not None:
                hidden.append(mark.span())
                words.append(mark["code"])
            elif mark["note"] is not None:
                hidden.append(mark.span())
                accepted = parse_ignore(mark["note"]) or accepted
        words.append(text[at:])
        return Inline("".join(words), tuple(links), tuple(hidden), accepted)


class _Reading:
    """One leaf while it is read."""

    def __init__(self, stash: Sequence[object]) -> None:
        self._stash = stash
        self._parts: list[str] = []
        self._length = 0
        self._runs: list[Run] = []
        self._links: dict[int, ET.Element] = {}
        self._raw_target: str | None = None

    def read(self, element: ET.Element, children: Sequence[ET.Element], line: int, *, first: bool) -> Leaf:
        if first:
            self._say(element, in_tail=False)
        for child in children:
            self._child(child)
        if self._raw_target is not None:
            self._close(self._raw_target)
        return Leaf(element, line, "".join(self._parts), self._runs, self._links)

    def _child(self, child: ET.Element) -> None:
        if is_unread(child):
            pass
        elif child.tag == "br":
            self._add("\n" if not (child.tail or "").startswith("\n") else "")
        elif child.tag in ("code", CITE):
            self._add(CODE)
            if child.tag == "code":
                self._add(_OURS.sub(" ", html.unescape("".join(child.itertext()))))
            self._add(END)
        elif child.tag in ("a", ROLE):
            self._links[self._length] = child
            self._add(FROM)
            self._inside(child)
            self._close(target_of(child))
        else:
            self._inside(child)
        self._say(child, in_tail=True)

    def _inside(self, element: ET.Element) -> None:
        self._say(element, in_tail=False)
        for child in element:
            self._child(child)

    def _close(self, target: str) -> None:
        plain = _STASHED.sub(self._plain, target) if STX in target else target
        self._add(f"{TO}{_OURS.sub('', plain)}{END}")

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def _say(self, holder: ET.Element, *, in_tail: bool) -> None:
        text = holder.tail if in_tail else holder.text
        if not text:
            return
        at = 0
        if STX in text:
            for stashed in _STASHED.finditer(text):
                self._run(text, at, stashed.start(), holder, in_tail)
                self._stashed(stashed, holder, in_tail)
                at = stashed.end()
        self._run(text, at, len(text), holder, in_tail)

    def _run(self, text: str, start: int, end: int, holder: ET.Element, in_tail: bool) -> None:
        if start < end:
            self._runs.append(Run(self._length, self._length + end - start, holder, in_tail, start, end))
            self._add(_OURS.sub(" ", text[start:end]))

    def _stashed(self, stashed: re.Match[str], holder: ET.Element, in_tail: bool) -> None:
        """Take in what Python-Markdown has stashed: escapes, entities, and raw HTML with its links and comments."""
        raw = self._raw(stashed)
        link, comment = _HREF.match(raw), _COMMENT.match(raw)
        if link and self._raw_target is None:
            self._raw_target = html.unescape("".join(part or "" for part in link.groups()))
            self._add(FROM)
        elif raw.lower().startswith("</a") and self._raw_target is not None:
            start = self._length
            self._close(self._raw_target)
            self._runs.append(Run(start, self._length, holder, in_tail, *stashed.span()))
            self._raw_target = None
        elif comment:
            self._add(f"{NOTE}{_OURS.sub(' ', comment[1])}{END}")
        else:
            words = _OURS.sub(" ", self._plain(stashed))
            start = self._length
            self._add(words)
            self._runs.append(Run(start, self._length, holder, in_tail, *stashed.span()))

    def _raw(self, stashed: re.Match[str]) -> str:
        number = int(stashed["raw"]) if stashed["raw"] else -1
        raw = self._stash[number] if 0 <= number < len(self._stash) else ""
        return raw if isinstance(raw, str) else ""

    def _plain(self, stashed: re.Match[str]) -> str:
        if stashed["amp"]:
            return "&"
        if stashed["code"]:
            return chr(int(stashed["code"]))
        if stashed["blank"]:
            return " "
        raw = self._raw(stashed)
        return "" if raw.lstrip().startswith("<") else html.unescape(raw)


def is_unread(element: ET.Element) -> bool:
    """Whether an element is apparatus rather than text: a footnote's number, a way back, a badge, a formula."""
    return (
        element.tag == BADGE
        or element.get("class") in _UNREAD_CLASSES
        or element.tag == "script"
        or (element.tag == "sup" and (element.get("id") or "").startswith("fnref"))
    )


def target_of(element: ET.Element) -> str:
    """What a link or a role points at."""
    if element.tag == ROLE:
        return f"{element.get('scheme')}:{element.get('target')}"
    return element.get("href", "")
