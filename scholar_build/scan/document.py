"""From blocks to references: which section is a reference list, which block an entry, what else names a work."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import msgspec

from scholar_build.identifiers import Scheme, find_identifiers
from scholar_build.model import Acceptance, Problem, Reference, Scan
from scholar_build.scan.blocks import BOLD_LEVEL, Block, Inline, InlineReader, Kind, Place
from scholar_build.scan.code import blank
from scholar_build.scan.entry import (
    begins_with_author,
    is_bibliographic,
    is_placeholder,
    looks_like_reference,
    read_entry,
    read_mention,
    squeeze,
)
from scholar_build.scan.headings import is_reference_heading
from scholar_build.scan.ignore import is_ignore, parse_ignore
from scholar_build.scan.markup import heading_in_markup, pieces_of_markup
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.pieces import split_numbered, split_references

_GATE = re.compile(r"10[./％．]|10%2|１０|arxiv|pubmed|pmid|pmc|openalex|doi|/\d{7}|corr\b|acm\.org", re.IGNORECASE)
_BOLD = re.compile(r"\s*(?:\*\*|__)\s*(?P<words>[^\n]{1,150}?)\s*(?:\*\*|__)\s*[:：]?\s*")
_ENDS = re.compile(
    r"\W*(?:authors?|contributors?|acknowledge?ments?|licen[cs]e|contact|about|謝辞|著者|執筆者|連絡先)\W*",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"[\s*_]*(?:title|authors?|editors?|year|date|journal|venue|conference|booktitle|publisher|published(?: in)?|doi|link|"
    r"url|volume|issue|number|pages?|source|type|arxiv|abstract|タイトル|題名|題目|著者|年|発行年|雑誌|出版社|リンク)"
    r"[\s*_]*[:：]",
    re.IGNORECASE,
)
_REFERENCE_COLUMN = re.compile(
    r"\W*(?:references?|citations?|sources?|papers?|publications?|文献|参考文献|出典|論文)\W*", re.IGNORECASE
)
_DOCUMENT_ONLY = frozenset({Scheme.ISBN})  # counts inside an entry, but is no mention by itself


def read_document(blocks: Sequence[Block], place: Place, read: InlineReader, options: ScanOptions) -> Scan:
    """Read a page's blocks, in order, to its references and the faults that show without a provider."""
    return _Document(place, read, options).read(blocks)


class _Document:
    def __init__(self, place: Place, read: InlineReader, options: ScanOptions) -> None:
        self.place = place
        self.inline = read
        self.options = options
        self.references: list[Reference] = []
        self.problems: list[Problem] = []
        self.level = 0  # of the heading of the reference list we are in; 0: in none
        self.only = -1  # the line of the one heading that counts; -1: each does
        self.labels: dict[str, int] = {}  # label: line, within one reference list
        self.list_only = False  # the page has no headings: it may be nothing but a list
        self.waiting: Acceptance | None = None  # from a comment before its entry
        self.waiting_for = -1  # the last line on which that entry may begin
        self.last_line = -3  # the last line of the last reference

    def read(self, blocks: Sequence[Block]) -> Scan:
        if self.options.which_headings == "last":
            self.only = max((line for line in self._openers(blocks)), default=-1)
        self.list_only = not any(block.kind is Kind.HEADING for block in blocks)
        self._blocks(blocks)
        return Scan(references=tuple(self.references), problems=tuple(self.problems))

    # headings

    def _openers(self, blocks: Iterable[Block]) -> Iterator[int]:
        for block in blocks:
            if self._heading_words(block):
                yield block.line
            yield from self._openers(block.children)

    def _heading_words(self, block: Block) -> str:
        """The words of a block that opens a reference list, else nothing."""
        words = ""
        if block.kind is Kind.HEADING:
            words = block.text
        elif block.kind is Kind.PARAGRAPH and len(block.text) < 120 and "\n" not in block.text.strip():
            words = block.text
        elif block.kind is Kind.COMMENT and len(block.text) < 120:
            words = block.text
        elif block.kind is Kind.MARKUP:
            found = heading_in_markup(block.text, self.options.reference_headings)
            return found.words if found else ""
        return words if words and is_reference_heading(words, self.options.reference_headings) else ""

    def _opens(self, block: Block) -> bool:
        return bool(self._heading_words(block)) and self.only in (-1, block.line)

    def _open(self, level: int) -> None:
        self.level = level
        self.labels = {}

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
            if self.level and self._is_field_card(block, following):
                assert following
                self._entry([block, *_leaves(following)])
                skip = True
            else:
                self._block(block)

    def _block(self, block: Block) -> None:
        match block.kind:
            case Kind.HEADING:
                self._heading(block)
                self._mention(block)
            case Kind.BREAK:
                if self.level == BOLD_LEVEL:
                    self.level = 0
            case Kind.COMMENT:
                self._comment(block)
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
                self._mention(block)
                self._blocks(block.children)

    def _comment(self, block: Block) -> None:
        if self._opens(block):
            self._open(BOLD_LEVEL)
        elif is_ignore(block.text):
            accepted = parse_ignore(block.text)
            if accepted is None:
                self._problem("broken-entry", block, "`scholar: ignore` needs a reason, and a date as YYYY-MM-DD.")
            elif self._follows_its_entry(block):
                self.references[-1] = msgspec.structs.replace(self.references[-1], accepted=accepted)
            else:
                self.waiting, self.waiting_for = accepted, block.line + block.text.count("\n") + 2

    def _follows_its_entry(self, comment: Block) -> bool:
        """Whether a comment speaks of the entry above it rather than the one below."""
        gap = comment.line - self.last_line
        below = comment.line + comment.text.count("\n") + 1
        joined = below < len(self.place.lines) and bool(self.place.lines[below].strip())
        return bool(self.references) and (gap == 1 or (gap == 2 and not joined))

    def _accepted(self, leaves: Sequence[Block]) -> Acceptance | None:
        """What a comment just above these blocks says of them."""
        accepted, self.waiting = self.waiting, None
        return accepted if leaves[0].line <= self.waiting_for else None

    def _paragraph(self, block: Block) -> None:
        if self._heading_words(block):
            if self._opens(block) and not self.level:
                self._open(BOLD_LEVEL)
            return
        bold = _BOLD.fullmatch(block.text)
        if self.level and bold and (self.level == BOLD_LEVEL or _ENDS.fullmatch(bold["words"])):
            self.level = 0
        if not self.level and not (self.list_only and begins_with_author(block.text)):
            self._mention(block)
            return
        numbered = split_numbered(block)
        for piece in numbered or split_references(block, self._looks):
            inline = self.inline(piece.text)
            if numbered or is_bibliographic(inline.text, _targets(inline)):
                self._entry([piece])
            else:
                self._mention(piece)
                self._placeholder(piece, inline)

    def _is_reference_list(self, block: Block) -> bool:
        """Whether a list, on a page without headings, holds nothing but references."""
        if not self.list_only:
            return False
        read = [self._join(_leaves(item)) for item in block.children]
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
                self._blocks(item.children)

    def _list(self, block: Block) -> None:
        if _is_field_list(block):
            for card in _cards(block):
                self._entry(card)
            return
        for item in block.children:
            self._item(item)

    def _item(self, item: Block) -> None:
        own = [leaf for child in item.children if child.kind is not Kind.LIST for leaf in _leaves(child)]
        inner = [child for child in item.children if child.kind is Kind.LIST]
        grouped = any(
            self._looks(_leaves(each)) for part in inner if not _is_field_list(part) for each in part.children
        )
        if grouped and not self._looks(own):
            for leaf in own:
                self._mention(leaf)
            for part in inner:
                self._list(part)
            return
        leaves = [*own, *(leaf for part in inner for leaf in _leaves(part))]
        numbered = split_numbered(leaves[0]) if len(leaves) == 1 and "[1]" in leaves[0].text else []
        for entry in [[piece] for piece in numbered] or [leaves]:
            self._entry(entry)

    def _note(self, block: Block) -> None:
        leaves = [*_own(block), *(leaf for child in block.children for leaf in _leaves(child))]
        if not leaves:
            return
        text, targets, _ = self._join(leaves)
        listed = bool(self.level)
        linked = any(target.startswith(("http:", "https:")) for target in targets) or "://" in text
        if block.level == 1 or (listed and (linked or block.level == 2)) or is_bibliographic(text, targets):
            self._entry(leaves, key=block.key, strict=not self.level)
        else:
            for leaf in leaves:
                self._mention(leaf)
            if self.level:
                self._placeholder(leaves[0], self.inline(leaves[0].text))

    def _target(self, block: Block) -> None:
        if self.level and self._looks([block]):
            self._entry([block], key=block.key)
        else:
            self._mention(block)

    def _definition(self, block: Block) -> None:
        if any(child.kind is Kind.HEADING for child in block.children):
            self._blocks(block.children)
            return
        leaves = [*_own(block), *(leaf for child in block.children for leaf in _leaves(child))]
        if self.level and leaves:
            short = block.key and len(block.key) <= 40 and " " not in block.key.strip()
            self._entry(leaves, key=block.key.strip("[]*` ") if short else "")
        else:
            for leaf in leaves:
                self._mention(leaf)

    def _table(self, block: Block) -> None:
        header = next((row for row in block.children if row.level), None)
        names = [bool(_REFERENCE_COLUMN.fullmatch(cell.text)) for cell in header.children] if header else []
        column = names.index(True) if names.count(True) == 1 else -1
        entries: list[list[Block]] = []
        for row in block.children:
            if row is header:
                continue
            cells = [cell for cell in row.children if cell.text.strip()]
            if column >= 0 and column < len(row.children) and self._looks([row.children[column]]):
                cells = [row.children[column]]
            elif not self.level:
                continue
            if entries and row.children and not row.children[0].text.strip() and column < 0:
                entries[-1] += cells
            elif cells:
                entries.append(cells)
        if not entries or (not self.level and column < 0):
            self._blocks_of_table(block)
            return
        for entry in entries:
            self._entry(entry)

    def _blocks_of_table(self, block: Block) -> None:
        for row in block.children:
            for cell in row.children:
                self._mention(cell)

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
            self._mention(rest)
            return
        for piece in pieces_of_markup(rest):
            if piece.kind is Kind.ITEM:
                self._entry([replace(piece, kind=Kind.PARAGRAPH)])
            else:
                self._paragraph(piece)
        if "</details" in rest.text.lower() and self.level == BOLD_LEVEL:
            self.level = 0

    def _is_field_card(self, block: Block, following: Block | None) -> bool:
        return bool(
            following
            and following.kind is Kind.LIST
            and block.kind is Kind.PARAGRAPH
            and _FIELD.match(block.text)
            and _is_field_list(following)
        )

    # references

    def _join(self, leaves: Sequence[Block]) -> tuple[str, tuple[str, ...], Acceptance | None]:
        read = [self._read_leaf(leaf) for leaf in leaves]
        accepted = next((each.accepted for each in read if each.accepted), None)
        return "\n".join(each.text for each in read), tuple(t for each in read for t in _targets(each)), accepted

    def _read_leaf(self, leaf: Block) -> Inline:
        if leaf.kind is Kind.COMMENT:
            return Inline("", accepted=parse_ignore(leaf.text))
        return self.inline(leaf.text)

    def _looks(self, leaves: Sequence[Block]) -> bool:
        text, targets, _ = self._join(leaves)
        return looks_like_reference(text, targets)

    def _entry(self, leaves: Sequence[Block], key: str = "", *, strict: bool = True) -> None:
        if not leaves:
            return
        text, targets, accepted = self._join(leaves)
        location = self.place.of(leaves[0])
        reference = read_entry(text, location, key, targets, accepted or self._accepted(leaves))
        if reference is None:
            self._placeholder(leaves[0], Inline(text))
            return
        self.references.append(reference)
        self.last_line = max(leaf.line + leaf.text.count("\n") for leaf in leaves)
        if reference.key and strict:
            first = self.labels.setdefault(reference.key, location.line)
            if first != location.line:
                message = f"The label `{reference.key}` already stands at line {first}."
                self._problem("duplicate-key", leaves[0], message, reference.key)

    def _placeholder(self, block: Block, inline: Inline) -> None:
        if is_placeholder(inline.text):
            self._problem("placeholder", block, f"`{squeeze(inline.text)[:60]}` is a placeholder.")

    def _problem(self, rule: str, block: Block, message: str, key: str = "") -> None:
        self.problems.append(Problem(rule=rule, location=self.place.of(block), message=message, key=key))

    def _mention(self, block: Block) -> None:
        """Find the works that running text names: by link, by role, or by the identifier as it stands."""
        text = block.text
        if not text or not _GATE.search(text):
            return
        inline = self.inline(text)
        accepted = inline.accepted or self._accepted([block])
        locate = self.place.within(block)
        found: list[tuple[int, str, str]] = []
        spans = list(inline.hidden)
        for link in inline.links:
            if read_mention(link.target, link.label, locate(link.start)):
                found.append((link.start, link.target, link.label))
                spans.append((link.start, link.end))
        masked = _mask(text, spans)
        for each in find_identifiers(masked):
            if each.identifier.scheme not in _DOCUMENT_ONLY:
                found.append((each.start, masked[each.start : each.end], masked[each.start : each.end]))
        seen: set[tuple[int, str]] = set()
        for start, target, label in sorted(found):
            location = locate(start)
            reference = read_mention(target, label, location, accepted)
            if reference and (location.line, str(reference.identifiers[0])) not in seen:
                seen.add((location.line, str(reference.identifiers[0])))
                self.references.append(reference)
                self.last_line = block.line + text.count("\n")


def _targets(inline: Inline) -> tuple[str, ...]:
    return tuple(link.target for link in inline.links)


def _own(block: Block) -> list[Block]:
    return [replace(block, kind=Kind.PARAGRAPH, children=[])] if block.text.strip() else []


def _leaves(block: Block) -> list[Block]:
    """The blocks below that hold text, in order."""
    if block.kind is Kind.COMMENT:
        return [block] if is_ignore(block.text) else []
    if not block.children:
        return [block] if block.text.strip() else []
    leaves = _own(block)
    for child in block.children:
        leaves += _leaves(child)
    return leaves


def _is_field_list(block: Block) -> bool:
    """Whether each item of a list is one labelled field of a work."""
    heads = [leaves[0].text if (leaves := _leaves(item)) else "" for item in block.children]
    return len(heads) > 1 and all(_FIELD.match(head) for head in heads)


def _cards(block: Block) -> list[list[Block]]:
    """The fields of a field list, work by work: a label that comes again begins the next."""
    cards: list[list[Block]] = []
    labels: set[str] = set()
    for item in block.children:
        leaves = _leaves(item)
        label = re.split("[:：]", leaves[0].text, maxsplit=1)[0].strip(" *_").lower()
        if not cards or label in labels:
            cards.append([])
            labels = set()
        labels.add(label)
        cards[-1] += leaves
    return cards


def _mask(text: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        start = max(start, at)
        pieces += [text[at:start], blank(text[start:end])]
        at = end
    return "".join(pieces) + text[at:]
