"""Roles (`` {doi}`10.5555/x` ``) and citations (`[@key; @doi:10.5555/x, p. 3]`) as elements for the tree pass."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from mkdocs_scholar.marks import CITE

ROLE, KEY = "scholar-role", "scholar-key"

# A whole code span, so that a role inside a longer one is passed over; a role is a span with a name before it.
_SPAN = r"(?<![\\`])(?:\{(doi|arxiv|pmid|openalex)\})?(?<!\\)(`+)(?!`)(.+?)(?<!`)\2(?!`)"
_BRACKET = r"\[(?!\^)([^\[\]]*@[^\[\]]*)\](?![\[(:])"
_CUSTOM = re.compile(r"(?P<text>.+?)\s*<(?P<target>[^<>]+)>", re.DOTALL)


class RoleProcessor(InlineProcessor):
    """A role becomes `<scholar-role scheme= target= [custom]>words</scholar-role>`."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(_SPAN, md)

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[ET.Element | None, int | None, int | None]:
        """Read one role; pass over other code spans."""
        if not m[1]:
            return None, None, None
        written = m[3].strip()
        custom = _CUSTOM.fullmatch(written)
        element = ET.Element(ROLE, {"scheme": m[1], "target": custom["target"].strip() if custom else written})
        if custom:
            element.set("custom", "")
        element.text = AtomicString(custom["text"] if custom else written)
        return element, m.start(0), m.end(0)


class CitationProcessor(InlineProcessor):
    """A bracket becomes `<scholar-cite>[see <scholar-key key=>@key</scholar-key>, p. 3]</scholar-cite>`."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(_BRACKET, md)

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[ET.Element | None, int | None, int | None]:
        """Read one bracket; pass over those that cite nothing, are links, or stand inside an HTML tag."""
        from scholar_build import find_citations

        inside_tag = data.rfind("<", 0, m.start()) > data.rfind(">", 0, m.start())
        if inside_tag or m[1].lower() in self.md.references:
            return None, None, None
        marks = find_citations(m[0])
        if not marks:
            return None, None, None
        bracket = ET.Element(CITE)
        bracket.text = m[0][: marks[0].start]
        for mark, end in zip(marks, [*(mark.start for mark in marks[1:]), len(m[0])], strict=True):
            key = ET.SubElement(bracket, KEY, {"key": mark.key})
            key.text = AtomicString(m[0][mark.start : mark.end])
            key.tail = m[0][mark.end : end]
        return bracket, m.start(0), m.end(0)
