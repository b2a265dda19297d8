"""A doctree as the blocks that the scanner reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes

from scholar_build import BOLD_LEVEL, Block, Kind, is_reference_heading
from sphinx_scholar.leaves import Leaf, read_leaf

_UNREAD = (
    nodes.literal_block, nodes.doctest_block, nodes.math_block, nodes.image, nodes.pending, nodes.target,
    nodes.substitution_definition, nodes.system_message, nodes.docinfo, nodes.transition, nodes.meta, nodes.label,
    addnodes.toctree, addnodes.index, addnodes.productionlist, addnodes.desc_signature, addnodes.tabular_col_spec,
)  # fmt: skip
_QUIET = (nodes.block_quote, nodes.container, nodes.compound, nodes.figure, nodes.legend, addnodes.only, addnodes.desc)
_SHORT_TERM = 40
_NUMPYDOC = re.compile(r"R[0-9a-f]{12}-")  # what it puts before a label, so that no two docstrings share one
_DEEPEST = BOLD_LEVEL - 1


class Blocks:
    """The blocks of one document and their leaves, by line: the lines are those of all leaves in a row."""

    def __init__(self, *, is_rest: bool, headings: tuple[str, ...]) -> None:
        self.leaves: list[Leaf] = []
        self.lines: list[str] = []
        self._is_rest = is_rest
        self._headings = headings
        self._depth = 0
        self._section = 0
        self._headings_at: list[tuple[Block, int]] = []

    def read(self, document: nodes.document, skip: frozenset[nodes.Element] = frozenset()) -> list[Block]:
        """All blocks, except those of the elements in `skip`; footnotes stand where they were written."""
        self._skip = skip
        return self._placed(document)

    def _placed(self, document: nodes.document) -> list[Block]:
        """MyST moves all footnotes behind the text: each goes back under the heading that stands over its line."""
        moved = [child for child in document.children if isinstance(child, nodes.footnote)] if not self._is_rest else []
        self._skip = self._skip | set(moved)
        blocks = list(self._blocks(document))
        for footnote in moved:
            line = footnote.line or 0
            following = next((id(heading) for heading, at in self._headings_at if at > line), None)
            place = next((place for place, block in enumerate(blocks) if id(block) == following), len(blocks))
            blocks[place:place] = self._note(footnote)
        return blocks

    def _blocks(self, container: nodes.Element) -> Iterator[Block]:
        for child in container.children:
            if isinstance(child, nodes.Element) and not isinstance(child, _UNREAD) and child not in self._skip:
                yield from self._block(child)

    def _block(self, element: nodes.Element) -> Iterator[Block]:
        match element:
            case nodes.section():
                self._section += 1
                yield from self._blocks(element)
                self._section -= 1
            case nodes.title() | nodes.subtitle():
                yield self._title(element)
            case nodes.rubric():
                yield self._heading(element, BOLD_LEVEL)
            case nodes.comment():
                yield Block(Kind.COMMENT, self._leaf(element, element.astext()).line, element.astext())
            case nodes.raw():
                yield from self._raw(element)
            case nodes.bullet_list() | nodes.enumerated_list():
                line = len(self.lines)
                self._depth += 1
                items = [self._item(item) for item in element.children]
                self._depth -= 1
                yield Block(Kind.LIST, line, children=items)
            case nodes.citation() | nodes.footnote():
                yield from self._note(element)
            case nodes.definition_list_item():
                yield self._definition(element)
            case nodes.field():
                yield from self._field(element)
            case nodes.table():
                yield from self._table(element)
            case nodes.line_block():
                yield from self._paragraph(element)
            case nodes.TextElement():
                yield from self._paragraph(element)
            case nodes.definition_list() | nodes.field_list():
                yield from self._blocks(element)
            case _ if isinstance(element, _QUIET):
                yield from self._blocks(element)
            case _:
                yield from self._blocks(element)
                yield Block(Kind.BREAK, len(self.lines), level=BOLD_LEVEL)

    def _item(self, item: nodes.Node) -> Block:
        assert isinstance(item, nodes.Element)
        return Block(Kind.ITEM, len(self.lines), children=list(self._blocks(item)))

    def _title(self, element: nodes.TextElement) -> Block:
        if isinstance(element.parent, nodes.section | nodes.document):
            return self._heading(element, max(1, min(self._section, _DEEPEST)))
        if is_reference_heading(element.astext(), self._headings):
            return self._heading(element, BOLD_LEVEL)
        leaf = self._leaf(element)
        return Block(Kind.PARAGRAPH, leaf.line, leaf.text)

    def _heading(self, element: nodes.TextElement, level: int) -> Block:
        leaf = self._leaf(element)
        block = Block(Kind.HEADING, leaf.line, leaf.text, level=level)
        self._headings_at.append((block, element.line or getattr(element.parent, "line", None) or 0))
        return block

    def _paragraph(self, element: nodes.Element) -> Iterator[Block]:
        leaf = self._leaf(element)
        if not leaf.text.strip():
            return
        is_bold = len(element) == 1 and isinstance(element[0], nodes.strong)
        yield Block(Kind.PARAGRAPH, leaf.line, f"**{leaf.text.strip()}**" if is_bold else leaf.text)

    def _raw(self, element: nodes.raw) -> Iterator[Block]:
        text = element.astext().strip()
        if text.startswith("<!--") and text.endswith("-->"):
            inside = text[4:-3]
            yield Block(Kind.COMMENT, self._leaf(element, inside).line, inside)

    def _note(self, element: nodes.Element) -> Iterator[Block]:
        label = next((child.astext() for child in element.children if isinstance(child, nodes.label)), "")
        key = str(element["names"][0]) if isinstance(element, nodes.footnote) and element["names"] else label
        level = 1 if isinstance(element, nodes.citation) else 2 if self._is_rest else 0
        if key.isdigit() and element.get("auto"):
            key = ""
        key = _NUMPYDOC.sub("", key)
        yield Block(Kind.NOTE, len(self.lines), key=key, level=level, children=list(self._blocks(element)))

    def _definition(self, item: nodes.definition_list_item) -> Block:
        line = len(self.lines)
        terms = [child for child in item.children if isinstance(child, nodes.term)]
        key = " ".join(term.astext() for term in terms)
        is_label = len(key) <= _SHORT_TERM and " " not in key.strip()
        leaves = [] if is_label else [self._leaf(term) for term in terms]
        blocks = [Block(Kind.PARAGRAPH, leaf.line, leaf.text) for leaf in leaves]
        for child in item.children:
            if isinstance(child, nodes.definition):
                blocks += self._blocks(child)
        return Block(Kind.DEFINITION, line, key=key, children=blocks)

    def _field(self, field: nodes.field) -> Iterator[Block]:
        name, body = field[0], field[1]
        assert isinstance(name, nodes.Element)
        assert isinstance(body, nodes.Element)
        if is_reference_heading(name.astext(), self._headings):
            yield self._heading(name, BOLD_LEVEL)  # type: ignore[arg-type]
            yield from self._blocks(body)
            yield Block(Kind.BREAK, len(self.lines), level=BOLD_LEVEL)
        else:
            line = len(self.lines)
            yield Block(Kind.NOTE, line, key=name.astext(), level=2, children=list(self._blocks(body)))

    def _table(self, table: nodes.table) -> Iterator[Block]:
        line = len(self.lines)
        title = [child for child in table.children if isinstance(child, nodes.title)]
        for child in title:
            leaf = self._leaf(child)
            yield Block(Kind.PARAGRAPH, leaf.line, leaf.text)
        rows = [self._row(row) for row in table.findall(nodes.row)]
        yield Block(Kind.TABLE, line, children=rows)

    def _row(self, row: nodes.row) -> Block:
        line = len(self.lines)
        cells = [self._leaf(cell) for cell in row.children if isinstance(cell, nodes.Element)]
        is_head = isinstance(row.parent, nodes.thead)
        children = [Block(Kind.CELL, leaf.line, leaf.text) for leaf in cells]
        return Block(Kind.ROW, line, level=int(is_head), children=children)

    def _leaf(self, element: nodes.Element, text: str | None = None) -> Leaf:
        leaf = read_leaf(element, len(self.lines)) if text is None else Leaf(element, len(self.lines), text, [])
        leaf.depth = self._depth
        self.leaves.append(leaf)
        self.lines += leaf.text.split("\n")
        return leaf
