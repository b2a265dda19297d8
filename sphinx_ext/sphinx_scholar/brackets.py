"""Citations written as Pandoc does: `[see @key, p. 3; @doi:10.5555/x]`."""

from __future__ import annotations

from itertools import groupby

from docutils import nodes

from scholar_build import find_citations
from sphinx_scholar.nodes import citation_bracket, work_name


def split_citations(node: nodes.Text) -> list[nodes.Node]:
    """The text with each bracket that cites something as a node of its own; empty where there is none."""
    if "@" not in node or "[" not in node:
        return []
    text = str(node)
    marks = find_citations(text)
    pieces: list[nodes.Node] = []
    at = 0
    for start, group in groupby(marks, key=lambda mark: text.rfind("[", 0, mark.start)):
        bracket = citation_bracket("", "", support_smartquotes=False)
        if start > at:
            pieces.append(nodes.Text(text[at:start]))
        at = start
        for mark in group:
            bracket += nodes.Text(text[at : mark.start])
            bracket += work_name("", text[mark.start : mark.end], key=mark.key, leads=True)
            bracket["named"] = bool(bracket.get("named")) or mark.identifier is not None
            at = mark.end
        end = text.find("]", at) + 1
        bracket += nodes.Text(text[at:end])
        at = end
        pieces.append(bracket)
    if pieces and text[at:]:
        pieces.append(nodes.Text(text[at:]))
    return pieces
