"""From blocks to references: which section is a reference list, which block an entry, what else names a work."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scholar_build.model import Scan
from scholar_build.scan.blocks import BOLD_LEVEL, Block, InlineReader, Kind, Place, leaves_of, own_text
from scholar_build.scan.cards import cards_of, is_field_card, is_field_list
from scholar_build.scan.collect import Collector, targets_of
from scholar_build.scan.entry import begins_with_author, is_bibliographic, is_placeholder
from scholar_build.scan.headings import is_reference_heading
from scholar_build.scan.markup import heading_in_markup, pieces_of_markup
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.pieces import split_numbered, split_references

_BOLD = re.compile(r"\s*(?:\*\*|__)\s*(?P<words>[^\n]{1,150}?)\s*(?:\*\*|__)\s*[:：]?\s*")
_ENDS = re.compile(
    r"\W*(?:authors?|contributors?|acknowledge?ments?|licen[cs]e|contact|about|謝辞|著者|執筆者|連絡先)\W*",
    re.IGNORECASE,
)
_REFERENCE_COLUMN = re.compile(
    r"\W*(?:references?|citations?|sources?|papers?|publications?|文献|参考文献|出典|論文)\W*", re.IGNORECASE
)


def read_document(
    blocks: Sequence[Block], place: Place, read: InlineReader, options: ScanOptions, *, labelled: bool = False
) -> Scan:
    """Read a page's blocks, in order, to its references and the faults that show without a provider.

    `labelled`: the page has link definitions that name works, so that any link by label may be a mention.
    """
    return _Document(Collector(place, read, labelled=labelled), options).read(blocks)


class _Document:
    def __init__(self, found: Collector, options: ScanOptions) -> None:
        self.found = found
        self.targets: list[tuple[Block, bool]] = []  # link definitions; whether each is an entry by itself
        self.options = options
        self.level = 0  # of the heading of the reference list we are in; 0: in none
        self.only = -1  # the line of the one heading that counts; -1: each does
        self.list_only = False  # the page has no headings: it may be nothing but a list

    def read(self, blocks: Sequence[Block]) -> Scan:
        if self.options.which_headings == "last":
            self.only = max((line for line in self._openers(blocks)), default=-1)
        self.list_only = not any(block.kind is Kind.HEADING for block in blocks)
        self._blocks(blocks)
        self.found.targets(self.targets)
        return Scan(
            references=tuple(sorted(self.found.references, key=lambda each: each.location)),
            problems=tuple(sorted(self.found.problems, key=lambda each: each.location)),
        )

    # headings

    def _openers(self, blocks: Iterable[Block]) -> Iterator[int]:
        for block in blocks:
            if self._heading_words(block):
                yield block.line
            yield from self._openers(block.children)

    def _heading_words(self, block: Block) -> str:
        """The words of a block that opens a reference list, else nothing."""
        words = ""
        if (
            block.kind is Kind.HEADING
            or (block.kind is Kind.PARAGRAPH and len(block.text) < 120 and "\n" not in block.text.strip())
            or (block.kind is Kind.COMMENT and len(block.text) < 120)
        ):
            words = block.text
        elif block.kind is Kind.MARKUP:
            found = heading_in_markup(block.text, self.options.reference_headings)
            return found.words if found else ""
        return words if words and is_reference_heading(words, self.options.reference_headings) else ""

    def _opens(self, block: Block) -> bool:
        return bool(self._heading_words(block)) and self.only in (-1, block.line)

    def _open(self, level: int) -> None:
        self.level = level
        self.found.labels = {}

    def _heading(self, block: Block) -> None:
        if self._opens(block):
            if not self.level or block.level <= self.level:
                self._open(block.level)
        elif self.level and (block.level <= self.level or _ENDS.fullmatch(block.text)):
            self.level = 0

    # blocks

    def _blocks(self, blocks: Sequence[Block]) -> None:
        skip = False
        for place, block in enumerate(blocks):
            if skip:
                skip = False
                continue
            following = blocks[place + 1] if place + 1 < len(blocks) else None
            if self.level and is_field_card(block, following):
                assert following
                self.found.entry([block, *leaves_of(following)])
                skip = True
            else:
                self._block(block)

    def _block(self, block: Block) -> None:
        match block.kind:
            case Kind.HEADING:
                self._heading(block)
                self.found.mention(block)
            case Kind.BREAK:
                if self.level == BOLD_LEVEL:
                    self.level = 0
            case Kind.COMMENT:
                if self._opens(block):
                    self._open(BOLD_LEVEL)
                else:
                    self.found.comment(block)
            case Kind.MARKUP:
                self._markup(block)
            case Kind.PARAGRAPH:
                self._paragraph(block)
            case Kind.LIST:
                self._list(block) if self.level or self._is_reference_list(block) else self._plain_list(block)
            case Kind.NOTE:
                self._note(block)
            case Kind.TABLE:
                self._table(block)
            case Kind.TARGET:
                self._target(block)
            case Kind.TERM | Kind.DEFINITION:
                self._definition(block)
            case _:
                self.found.mention(block)
                self._blocks(block.children)

    def _paragraph(self, block: Block) -> None:
        if self._heading_words(block):
            if self._opens(block) and not self.level:
                self._open(BOLD_LEVEL)
            return
        bold = _BOLD.fullmatch(block.text)
        if self.level and bold and (self.level == BOLD_LEVEL or _ENDS.fullmatch(bold["words"])):
            self.level = 0
        if not self.level and not (self.list_only and begins_with_author(block.text)):
            self.found.mention(block)
            return
        numbered = split_numbered(block)
        for piece in numbered or split_references(block, self.found.looks):
            inline = self.found.inline(piece.text)
            if numbered or is_bibliographic(inline.text, targets_of(inline)):
                self.found.entry([piece])
            else:
                self.found.mention(piece)
                if not bold:
                    self.found.placeholder(piece, inline)

    def _is_reference_list(self, block: Block) -> bool:
        """Whether a list, on a page without headings, holds nothing but references."""
        if not self.list_only:
            return False
        read = [self.found.join(leaves_of(item)) for item in block.children]
        return all(is_bibliographic(text, targets) for text, targets, _ in read)

    def _plain_list(self, block: Block) -> None:
        """A list outside any reference list; an item may itself be the heading of one inside it."""
        for item in block.children:
            head = next((child for child in item.children if child.kind is Kind.PARAGRAPH), None)
            inner = [child for child in item.children if child.kind is Kind.LIST]
            if head and inner and self._opens(head):
                self._open(BOLD_LEVEL)
                self._blocks(inner)
                self.level = 0
            else:
                for child in item.children:
                    self.found.mention(child) if child.kind is Kind.PARAGRAPH else self._block(child)

    def _list(self, block: Block) -> None:
        if is_field_list(block):
            for card in cards_of(block):
                self.found.entry(card)
            return
        for item in block.children:
            self._item(item)

    def _item(self, item: Block) -> None:
        own = [leaf for child in item.children if child.kind is not Kind.LIST for leaf in leaves_of(child)]
        inner = [child for child in item.children if child.kind is Kind.LIST]
        grouped = any(
            self.found.looks(leaves_of(each)) for part in inner if not is_field_list(part) for each in part.children
        )
        if grouped and not self.found.looks(own):
            for leaf in own:
                self.found.mention(leaf)
            for part in inner:
                self._list(part)
            return
        leaves = [*own, *(leaf for part in inner for leaf in leaves_of(part))]
        numbered = split_numbered(leaves[0]) if len(leaves) == 1 and "[1]" in leaves[0].text else []
        for entry in [[piece] for piece in numbered] or [leaves]:
            self.found.entry(entry)

    def _note(self, block: Block) -> None:
        leaves = [*own_text(block), *(leaf for child in block.children for leaf in leaves_of(child))]
        if not leaves:
            return
        text, targets, _ = self.found.join(leaves)
        listed = bool(self.level)
        linked = any(target.startswith(("http:", "https:")) for target in targets) or "://" in text
        if block.level == 1 or (listed and (linked or block.level == 2)) or is_bibliographic(text, targets):
            self.found.entry(leaves, key=block.key)
        else:
            for leaf in leaves:
                self.found.mention(leaf)
            if self.level:
                self.found.placeholder(leaves[0], self.found.inline(leaves[0].text))

    def _target(self, block: Block) -> None:
        self.targets.append((block, bool(self.level) and self.found.looks([block])))

    def _definition(self, block: Block) -> None:
        if any(child.kind is Kind.HEADING for child in block.children):
            self._blocks(block.children)
            return
        leaves = [*own_text(block), *(leaf for child in block.children for leaf in leaves_of(child))]
        if self.level and leaves:
            short = block.key and len(block.key) <= 40 and " " not in block.key.strip()
            self.found.entry(leaves, key=block.key.strip("[]*` ") if short else "")
        else:
            for leaf in leaves:
                self.found.mention(leaf)

    def _table(self, block: Block) -> None:
        header = next((row for row in block.children if row.level), None)
        names = [bool(_REFERENCE_COLUMN.fullmatch(cell.text)) for cell in header.children] if header else []
        column = names.index(True) if names.count(True) == 1 else -1
        entries: list[list[Block]] = []
        for row in block.children:
            if row is header or not (self.level or column >= 0):
                self._mentions(row)
                continue
            cells = [cell for cell in row.children if cell.text.strip()]
            if 0 <= column < len(row.children) and self.found.looks([row.children[column]]):
                entries.append([row.children[column]])
            elif not self.level:
                self._mentions(row)
            elif entries and column < 0 and not row.children[0].text.strip():
                entries[-1] += cells
            elif cells:
                entries.append(cells[-1:] if is_placeholder(cells[-1].text) else cells)
        for entry in entries:
            self.found.entry(entry)

    def _mentions(self, block: Block) -> None:
        for child in block.children:
            self.found.mention(child)

    def _markup(self, block: Block) -> None:
        text = block.text
        found = heading_in_markup(text, self.options.reference_headings)
        rest = block
        if found:
            if self.only in (-1, block.line) and not (self.level and found.level > self.level):
                self._open(found.level)
            head = text[: found.end]
            rest = replace(block, line=block.line + head.count("\n"), text=text[found.end :])
        elif self.level == BOLD_LEVEL and "</details" in text[:20].lower():
            self.level = 0
        if not self.level:
            self.found.mention(rest)
            return
        for piece in pieces_of_markup(rest):
            if piece.kind is Kind.ITEM:
                self.found.entry([replace(piece, kind=Kind.PARAGRAPH)])
            else:
                self._paragraph(piece)
        if "</details" in rest.text.lower() and self.level == BOLD_LEVEL:
            self.level = 0
