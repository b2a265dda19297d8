"""Running text of a document as the scanner reads it, and the way back from a place in it to the doctree.

A leaf is the inline content of one block. Its text is what a reader sees, with links and code kept apart by
private-use characters:

    FROM words TO target END    a link or role
    CODE words END              nothing that counts as a reference: code, citations by key
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes

from scholar_build import Inline, Link
from sphinx_scholar.brackets import split_citations
from sphinx_scholar.nodes import badge_place, citation_bracket

FROM, TO, END, CODE = "\ue000\ue001\ue002\ue003"
_OURS = re.compile(f"[{FROM}-{CODE}]")
_MARKED = re.compile(
    f"{FROM}(?P<label>[^{FROM}-{CODE}]*){TO}(?P<target>[^{FROM}-{CODE}]*){END}|{CODE}(?P<code>[^{END}]*){END}"
    f"|[{FROM}{CODE}]|{TO}[^{FROM}-{CODE}]*{END}"
)
_CODE = (nodes.literal, nodes.problematic)
_UNREAD = (
    nodes.math, nodes.raw, nodes.image, nodes.footnote_reference, nodes.citation_reference, nodes.comment, nodes.label,
    nodes.target, nodes.substitution_definition, nodes.system_message, nodes.literal_block, nodes.math_block,
    badge_place, addnodes.index, addnodes.download_reference,
)  # fmt: skip
_BLOCKS = (nodes.Body, nodes.term, nodes.classifier, nodes.list_item, nodes.definition, nodes.definition_list_item)


class Run(NamedTuple):
    """Where a stretch of a leaf's text stands in the tree."""

    start: int
    node: nodes.Text


@dataclass
class Leaf:
    """The inline content of one block: `line` is the number of its first line among all leaves of the document."""

    element: nodes.Element
    line: int
    text: str
    runs: list[Run]
    links: dict[int, nodes.reference] = field(default_factory=dict)
    """Links and roles by where they begin."""
    brackets: dict[int, nodes.Element] = field(default_factory=dict)
    """Citations by key, by where they stand: our own brackets, and references to other extensions' entries."""
    depth: int = 0
    """How many lists it stands in."""


def read_leaf(element: nodes.Element, line: int) -> Leaf:
    """Read the inline content of an element; inner blocks are set apart by line breaks."""
    return _Reading().read(element, line)


def inline(text: str) -> Inline:
    """Take a leaf's text, or a part of it, apart."""
    if not _OURS.search(text):
        return Inline(text)
    words: list[str] = []
    links: list[Link] = []
    hidden: list[tuple[int, int]] = []
    at = 0
    for mark in _MARKED.finditer(text):
        words.append(text[at : mark.start()])
        at = mark.end()
        if mark["label"] is not None:
            target, label = mark["target"], mark["label"]
            links.append(Link(mark.start(), mark.end(), target, "" if target.partition(":")[2] == label else label))
            words.append(label)
        elif mark["code"] is not None:
            hidden.append(mark.span())
            words.append(mark["code"])
    words.append(text[at:])
    return Inline("".join(words), tuple(links), tuple(hidden))


class _Reading:
    """One leaf while it is read."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._runs: list[Run] = []
        self._links: dict[int, nodes.reference] = {}
        self._brackets: dict[int, nodes.Element] = {}

    def read(self, element: nodes.Element, line: int) -> Leaf:
        self._inside(element)
        return Leaf(element, line, "".join(self._parts), self._runs, self._links, self._brackets)

    def _inside(self, element: nodes.Element) -> None:
        for child in list(element.children):
            self._child(child)

    def _child(self, child: nodes.Node) -> None:
        if isinstance(child, nodes.Text):
            self._text(child)
        elif not isinstance(child, nodes.Element) or isinstance(child, _UNREAD):
            pass
        elif isinstance(child, _CODE):
            self._add(CODE + _OURS.sub(" ", child.astext()) + END)
        elif isinstance(child, citation_bracket) or _cites(child):
            self._brackets[self._length] = child
            self._add(CODE + END)
        elif isinstance(child, nodes.reference):
            self._links[self._length] = child
            target = child.get("scholar_target") or child.get("refuri", "")
            self._add(FROM)
            self._inside(child)
            self._add(f"{TO}{_OURS.sub('', target)}{END}")
        else:
            self._inside(child)
            if isinstance(child, _BLOCKS) and child.next_node(descend=False, siblings=True) is not None:
                self._add("\n")

    def _text(self, node: nodes.Text) -> None:
        if "\x00" in node:  # docutils' own mark of an escape: places in the text are those that writers see
            plain = nodes.Text(node.astext())
            node.parent.replace(node, plain)
            node = plain
        if pieces := split_citations(node):
            node.parent.replace(node, pieces)
            for piece in pieces:
                self._child(piece)
            return
        text = _OURS.sub(" ", node)
        if text:
            self._runs.append(Run(self._length, node))
            self._add(text)

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _cites(child: nodes.Element) -> bool:
    return isinstance(child, addnodes.pending_xref) and child.get("refdomain") == "cite"
