"""One pass over a page's element tree: what is a reference, and where its badge goes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from bisect import bisect_right
from typing import NamedTuple

import msgspec
from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from mkdocs_scholar.blocks import HEADINGS, Page
from mkdocs_scholar.collect import Collected
from mkdocs_scholar.inline import KEY, ROLE
from mkdocs_scholar.insert import Parents, put_at, put_behind, put_in_raw
from mkdocs_scholar.leaves import END, FROM, Leaf
from mkdocs_scholar.marks import CITE, badge, turn_into, work
from mkdocs_scholar.notes import place_notes
from scholar_build import (
    Block,
    Identifier,
    Location,
    Origin,
    Place,
    Reference,
    Scan,
    ScanOptions,
    Scheme,
    is_reference_heading,
    parse_identifier,
    read_document,
    read_mention,
)

_HOW = {
    "doi": "a DOI begins with `10.`, as in `10.5555/12345678`",
    "arxiv": "an arXiv identifier is written as in `2101.00001` or `hep-th/9901001`",
    "pmid": "a PMID is a number, as in `12345678`",
    "openalex": "an OpenAlex identifier is written as in `W2741809807`",
}
_LINE = re.compile(r"\bline (\d+)")  # in messages, of the leaves


class Seen(NamedTuple):
    """A reference, the leaves it stands in, and where in the first of them it begins."""

    reference: Reference
    token: str
    first: int
    offset: int


class ReferenceTreeprocessor(Treeprocessor):
    """Collects the references of each page and leaves marks beside them."""

    def __init__(self, md: Markdown, collected: Collected, options: ScanOptions) -> None:
        super().__init__(md)
        self._collected = collected
        self._options = options

    def run(self, root: ET.Element) -> None:
        """Mark the references of one page."""
        _Marking(self.md, root, self._collected, self._options).mark()


class _Marking:
    """One page while it is marked."""

    def __init__(self, md: Markdown, root: ET.Element, collected: Collected, options: ScanOptions) -> None:
        self._md = md
        self._root = root
        self._collected = collected
        self._parents = Parents(root)
        self._page = Page(md)
        self._options = options

    def mark(self) -> None:
        blocks = self._page.read(self._root, self._opens)
        lines: list[str] = getattr(self._md, "lines", [])  # the source behind the preprocessors: code is stashed
        foreign = [note for note in self._page.notes if self._is_bibliography_entry(note)]
        self._page.notes = [note for note in self._page.notes if note not in foreign]
        blocks = place_notes(blocks, self._page, lines)
        scan = self._scan(blocks, lines)
        self._starts = [leaf.line for leaf in self._page.leaves]
        seen = [self._keep(reference) for reference in scan.references]
        for problem in scan.problems:
            message = _LINE.sub(lambda line: f"line {self._place(int(line[1])).line}", problem.message)
            place = self._place(problem.location.line)
            self._collected.problems.append(msgspec.structs.replace(problem, location=place, message=message))
        named = self._named_roles(seen)
        marked = [element for element in self._root.iter() if element.tag in (ROLE, CITE)]
        for each, following in reversed(list(zip(seen, [*seen[1:], None], strict=False))):
            self._put(each, following)
        for element in marked:
            if element.tag == ROLE:
                self._show(element, named.get(element))
            else:
                self._cite(element)

    def _scan(self, blocks: list[Block], lines: list[str]) -> Scan:
        key = "\n".join(lines), "\n".join(self._page.lines)
        known = self._collected.memory.scans
        if key not in known:
            place = Place("", self._page.lines, first=0)
            known[key] = read_document(blocks, place, self._page.inline, self._options)
        return known[key]

    def _opens(self, words: str) -> bool:
        return is_reference_heading(words, self._options.reference_headings)

    # references

    def _keep(self, found: Reference) -> Seen:
        """Keep a reference under its place in the page's source."""
        first, offset = self._find(found.location)
        leaf = self._page.leaves[first]
        if found.origin is Origin.ENTRY:
            begins = self._page.inline(leaf.text[offset:].partition("\n")[0]).text
            values = (identifier.value for identifier in found.identifiers)
            place = self._collected.here(begins.strip(), found.text, *values)
        else:
            link = leaf.links.get(offset)
            written = _written(link) if link is not None else ""
            place = self._collected.here(written, found.text, *(identifier.value for identifier in found.identifiers))
        reference = msgspec.structs.replace(found, location=place)
        return Seen(reference, self._collected.reference(reference), first, offset)

    def _find(self, location: Location) -> tuple[int, int]:
        """The leaf of a place, and the offset in its text."""
        number = bisect_right(self._starts, location.line) - 1
        leaf = self._page.leaves[number]
        start = 0
        for _ in range(location.line - leaf.line):
            start = leaf.text.find("\n", start) + 1
        return number, start + location.column - 1

    def _place(self, line: int) -> Location:
        """The place in the page's source of a line of its leaves."""
        number, start = self._find(Location(source="", line=line))
        text = self._page.leaves[number].text[start:].partition("\n")[0]
        return self._collected.here(self._page.inline(text).text)

    def _words(self, leaf: Leaf) -> str:
        return " ".join(self._page.inline(leaf.text).text.split())

    def _put(self, seen: Seen, following: Seen | None) -> None:
        """Put the badge of a reference behind its words."""
        leaf = self._page.leaves[seen.first]
        if leaf.element.tag in HEADINGS:
            return
        mark = badge(seen.token)
        is_entry = seen.reference.origin is Origin.ENTRY
        link = None if is_entry else leaf.links.get(seen.offset)
        if leaf.stashed is not None:
            raw = str(self._md.htmlStash.rawHtmlBlocks[leaf.stashed])
            text = ET.tostring(mark, encoding="unicode", short_empty_elements=False)
            self._md.htmlStash.rawHtmlBlocks[leaf.stashed] = put_in_raw(raw, seen.offset, text, link=not is_entry)
        elif link is not None:
            put_behind(link, mark, self._parents)
        elif is_entry:
            inside = self._page.leaves[seen.first : self._last_leaf(seen) + 1]
            leaf = [each for each in inside if each.depth == inside[0].depth][-1]
            end = len(leaf.text)
            if following is not None and following.first == seen.first and leaf is inside[0]:
                end = following.offset
            put_at(leaf, len(leaf.text[:end].rstrip()), mark, self._parents)
        elif leaf.text.startswith(FROM, seen.offset):  # a link in raw HTML
            put_at(leaf, leaf.text.find(END, seen.offset) + 1, mark, self._parents)
        else:
            put_at(leaf, seen.offset + len(seen.reference.text), mark, self._parents)

    def _last_leaf(self, seen: Seen) -> int:
        """The leaf in which an entry ends: entries may have several paragraphs, cells or fields."""
        number = seen.first
        missing = len(seen.reference.text) - len(self._words(self._page.leaves[number]))
        while missing > 0 and number + 1 < len(self._page.leaves):
            number += 1
            missing -= len(self._words(self._page.leaves[number])) + 1
        return number

    # roles and citations

    def _named_roles(self, seen: list[Seen]) -> dict[ET.Element, str]:
        """The roles that are shown as their work's name, each with its token."""
        named: dict[ET.Element, str] = {}
        inside: set[int] = set()
        by_work: dict[Identifier, str] = {}
        for each in seen:
            leaf = self._page.leaves[each.first]
            if each.reference.origin is Origin.ENTRY:
                inside.update(range(each.first, self._last_leaf(each) + 1))
                roles = [element for element in leaf.links.values() if element.tag == ROLE]
                if len(roles) == 1 and "".join(roles[0].itertext()).strip() == each.reference.text:
                    named[roles[0]] = each.token
            elif each.reference.identifiers:
                by_work.setdefault(each.reference.identifiers[0], each.token)
        for number, leaf in enumerate(self._page.leaves):
            for element in leaf.links.values():
                if element.tag == ROLE and number not in inside:
                    identifier = _identifier(element)
                    if identifier in by_work:
                        named[element] = by_work[identifier]
        return named

    def _show(self, role: ET.Element, token: str | None) -> None:
        """Turn a role into a link to its work, named by its record if it has a token and no words of its own."""
        words, identifier = role.text or "", _identifier(role)
        if identifier is None:
            written = role.get("target", "")
            scheme = role.get("scheme", "")
            message = f"`{written}` names no work: {_HOW[scheme]}."
            self._collected.problem("malformed-identifier", self._collected.here(_written(role), written), message)
            turn_into(role, ET.Element("span", {"class": "scholar-role"}))
            role.text = words
            return
        custom = role.get("custom") is not None
        turn_into(role, ET.Element("a", {"class": "scholar-role", "href": identifier.url}))
        if token is None or custom:
            role.text = words
        else:
            role.insert(0, work(token, words))

    def _cite(self, bracket: ET.Element) -> None:
        """Turn the keys of a bracket into citations, and identifiers among them into named works."""
        for key in [part for part in bracket if part.tag == KEY]:
            written = key.get("key", "")
            place = self._collected.here(f"@{written}")
            reference = read_mention(written, "", place) if ":" in written else None
            if reference is None:
                token = self._collected.citation(written, place)
            else:
                token = self._collected.reference(reference)
                bracket.set("named", "")
            turn_into(key, work(token, key.text or ""))
            if not any(ancestor.tag in HEADINGS for ancestor in self._parents.above(key)):
                put_behind(key, badge(token), self._parents)

    def _is_bibliography_entry(self, note: ET.Element) -> bool:
        """Whether a footnote was made of a bibliography entry by another plugin; if so, it gets its badge."""
        token = self._collected.footnote((note.get("id") or "").partition(":")[2])
        if token is None:
            return False
        blocks = Page(self._md)
        blocks.note(note)
        if blocks.leaves:
            leaf = blocks.leaves[-1]
            put_at(leaf, len(leaf.text.rstrip()), badge(token), self._parents)
        return True


def _written(link: ET.Element) -> str:
    """How a link or a role begins, or what it points at, in the source."""
    return f"{{{link.get('scheme')}}}`{link.text}" if link.tag == ROLE else link.get("href", "")


def _identifier(role: ET.Element) -> Identifier | None:
    return parse_identifier(role.get("target", ""), Scheme(role.get("scheme", "")))
