"""Places put into a doctree without moving a word of it."""

from __future__ import annotations

from docutils import nodes

from sphinx_scholar.leaves import Leaf, Run


def put_behind(node: nodes.Node, place: nodes.Node) -> None:
    """Put a place right behind a node, or behind the link that holds it."""
    anchor, above = node, node.parent
    while isinstance(above, nodes.Inline) and isinstance(above, nodes.Element):
        if isinstance(above, nodes.reference):
            anchor = above
        above = above.parent
    anchor.parent.insert(anchor.parent.index(anchor) + 1, place)


def put_at(leaf: Leaf, offset: int, place: nodes.Node) -> None:
    """Put a place behind the words of a leaf that end at an offset: outside links, and outside what ends there.

    Of several places in one leaf the last must be put first.
    """
    number = next((number for number in reversed(range(len(leaf.runs))) if leaf.runs[number].start < offset), None)
    if number is None:
        leaf.element.insert(0, place)
        return
    run = leaf.runs[number]
    anchor: nodes.Node = run.node
    at = offset - run.start
    if at < len(run.node):
        before, after = nodes.Text(run.node[:at]), nodes.Text(run.node[at:])
        run.node.parent.replace(run.node, [before, after])
        leaf.runs[number] = Run(run.start, before)
        anchor = before
    above = anchor.parent
    while isinstance(above, nodes.Inline) and isinstance(above, nodes.Element) and above[-1] is anchor:
        anchor, above = above, above.parent
    put_behind(anchor, place)
