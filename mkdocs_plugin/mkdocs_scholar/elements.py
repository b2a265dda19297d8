"""What Python-Markdown's element tree says in plain words, while raw HTML and entities are still stashed."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

from markdown import Markdown
from markdown.extensions.footnotes import FN_BACKLINK_TEXT, NBSP_PLACEHOLDER
from markdown.util import ETX, STX

from mkdocs_scholar.marks import BADGE

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LISTS = ("ol", "ul", "dl")

_SPECIAL = re.compile(f"{STX}(?:wzxhzdk:(?P<raw>\\d+)|(?P<code>\\d+)|(?P<amp>amp)){ETX}")
_TAG = re.compile(r"<!--(?!\s*scholar:).*?-->|<(?!!--)[^>]*>", re.DOTALL)  # `scholar: ignore` comments are read
_HREF = re.compile(r"""<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_UNREAD_CLASSES = frozenset({"footnote-ref", "footnote-backref", "headerlink"})


class Reader:
    """Reads elements of one conversion."""

    def __init__(self, md: Markdown) -> None:
        self._stash = md.htmlStash.rawHtmlBlocks

    def text(self, *elements: ET.Element, stop: Callable[[ET.Element], bool] = lambda _: False) -> str:
        """The words of some elements with white space squeezed, without the parts at which `stop` says so."""
        found: list[str] = []
        for element in elements:
            self._collect(element, stop, found)
            found.append(" ")
        return " ".join(self.plain("".join(found)).split())

    def plain(self, text: str) -> str:
        """Text with everything that is stashed in it put back as words."""
        if STX not in text:
            return text
        text = text.replace(NBSP_PLACEHOLDER, " ").replace(FN_BACKLINK_TEXT, "")
        return _SPECIAL.sub(self._special, text)

    def raw(self, text: str) -> str:
        """The raw HTML that is stashed in a text, one piece after the other."""
        numbers = (found["raw"] for found in _SPECIAL.finditer(text) if found["raw"])
        return "".join(str(self._stash[int(number)]) for number in numbers if int(number) < len(self._stash))

    def links(self, *elements: ET.Element, stop: Callable[[ET.Element], bool] = lambda _: False) -> list[str]:
        """The targets of the links in some elements, those in stashed HTML included."""
        found = []
        for element in elements:
            for part in walk(element, stop):
                if part.tag == "a" and not is_unread(part):
                    found.append(self.plain(part.get("href", "")))
                for text in (part.text, part.tail):
                    if text and STX in text:
                        found += [html.unescape("".join(target)) for target in _HREF.findall(self.raw(text))]
        return found

    def _collect(self, element: ET.Element, stop: Callable[[ET.Element], bool], found: list[str]) -> None:
        if element.text:
            found.append(html.unescape(element.text) if element.tag == "code" else element.text)
        for child in element:
            if stop(child):
                found.append(" ")
            elif not is_unread(child):
                self._collect(child, stop, found)
                if child.tag in ("p", "br", "td", "th"):
                    found.append(" ")
            if child.tail:
                found.append(child.tail)

    def _special(self, found: re.Match[str]) -> str:
        if found["amp"]:
            return "&"
        if found["code"]:
            return chr(int(found["code"]))
        number = int(found["raw"])
        raw = self._stash[number] if number < len(self._stash) else ""
        return html.unescape(_TAG.sub("", raw)) if isinstance(raw, str) else ""


def walk(element: ET.Element, stop: Callable[[ET.Element], bool]) -> Iterator[ET.Element]:
    """An element and all below it in order, without the parts at which `stop` says so."""
    yield element
    for child in element:
        if not stop(child):
            yield from walk(child, stop)


def is_unread(element: ET.Element) -> bool:
    """Whether an element is apparatus rather than text: a footnote's number, a way back, a badge."""
    return (
        element.tag == BADGE
        or element.get("class") in _UNREAD_CLASSES
        or (element.tag == "sup" and (element.get("id") or "").startswith("fnref"))
    )


def insert_after(parent: ET.Element, child: ET.Element, mark: ET.Element) -> None:
    """Put a mark right behind a child; the text that followed the child follows the mark."""
    mark.tail, child.tail = child.tail, None
    parent.insert(list(parent).index(child) + 1, mark)


def append(parent: ET.Element, mark: ET.Element) -> None:
    """Put a mark behind the last words of an element: before nested lists, ways back and trailing white space."""
    end = len(parent)
    while end and _is_behind_the_words(parent[end - 1]):
        end -= 1
    if end:
        last = parent[end - 1]
        if last.tag in ("p", "div") and not (last.tail or "").strip():
            append(last, mark)
            return
        kept, mark.tail = _split(last.tail)
        last.tail = kept
    else:
        parent.text, mark.tail = _split(parent.text)
    parent.insert(end, mark)


def _is_behind_the_words(element: ET.Element) -> bool:
    apparatus = element.tag in LISTS or element.tag in ("table", "pre") or is_unread(element)
    return apparatus and not (element.tail or "").strip()


def _split(text: str | None) -> tuple[str | None, str | None]:
    """Part trailing white space, plain or as Python-Markdown stashes it, from a text."""
    if not text:
        return text, None
    kept = text
    while True:
        shorter = kept.rstrip().removesuffix(NBSP_PLACEHOLDER)
        if shorter == kept:
            return kept, text[len(kept) :] or None
        kept = shorter
