"""From a document's tree to what it holds, with a place for the badge beside each reference."""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path
from typing import NamedTuple

import msgspec
from docutils import nodes
from sphinx.transforms import SphinxTransform

from scholar_build import (
    Citation,
    Identifier,
    Location,
    Origin,
    Place,
    Reference,
    ScanOptions,
    Settings,
    is_inside,
    parse_identifier,
    read_document,
    read_mention,
    relative,
)
from sphinx_scholar import bibtex
from sphinx_scholar.blocks import Blocks
from sphinx_scholar.domain import domain_of
from sphinx_scholar.insert import put_at, put_behind
from sphinx_scholar.leaves import Leaf, inline
from sphinx_scholar.nodes import badge_place, citation_bracket, site_part, work_name
from sphinx_scholar.page import Page
from sphinx_scholar.places import Places
from sphinx_scholar.references_part import Target
from sphinx_scholar.settings import bibliographies, settings_of

_LINE = re.compile(r"\bline (\d+)")  # in messages, of the leaves


class CollectReferences(SphinxTransform):
    """Read the references of a document once it is parsed, included files and docstrings among it."""

    default_priority = 745  # after references and includes are resolved, before quotes are made smart (750)

    def apply(self, **kwargs: object) -> None:
        """Collect, and mark the places."""
        settings = settings_of(domain_of(self.env).app)
        if settings.enabled:
            page = _Collecting(self, settings).page()
            domain_of(self.env).note(self.env.docname, page)
        for name in list(self.document.findall(work_name)):
            if "number" not in name and "key" not in name:  # none of our references: as it was written
                name.parent.replace(name, name.children)


class _Seen(NamedTuple):
    """A reference by its number, the leaf it begins in, and where in that."""

    number: int
    reference: Reference
    leaf: int
    offset: int


class _Collecting:
    """One document while its references are collected."""

    def __init__(self, transform: CollectReferences, settings: Settings) -> None:
        self._document = transform.document
        self._env = transform.env
        self._settings = settings
        self._docname = transform.env.docname
        self._app = domain_of(transform.env).app
        self._root = Path(settings.root or self._app.confdir)
        self._places = Places(self._document, self._root)
        self._path = Path(transform.env.doc2path(self._docname))
        self._blocks = Blocks(is_rest=self._path.suffix in (".rst", ".txt"), headings=settings.reference_headings)
        self._references: list[Reference] = []
        self._citations: list[Citation] = []

    def page(self) -> Page:
        foot = bibtex.footnotes(self._document, self._env)
        blocks = self._blocks.read(self._document, frozenset(foot))
        self._starts = [leaf.line for leaf in self._blocks.leaves]
        options = ScanOptions.of(self._settings)
        scan = read_document(blocks, Place("", self._blocks.lines, first=0), inline, options)
        seen = [self._keep(reference) for reference in scan.references]
        self._name_roles(seen)
        for each, following in reversed(list(zip(seen, [*seen[1:], None], strict=False))):
            self._put(each, following)
        named = self._bibliographies()
        known = bool(named or bibliographies(self._app))
        for leaf in self._blocks.leaves:
            for offset, bracket in leaf.brackets.items():
                self._cite(bracket, leaf, offset, known=known)
        for part in self._document.findall(site_part):
            part["targets"] = [self._target(word, self._places.of(part)) for word in part["content"]]
        for footnote, key in foot.items():
            self._foot(footnote, key)
        if self._citations:
            for path in (*bibliographies(self._app), *(self._root / name for name in named)):
                self._env.note_dependency(path)
        problems = tuple(
            msgspec.structs.replace(
                problem,
                location=self._location(*self._find(problem.location)),
                message=_LINE.sub(lambda line: f"line {self._line(int(line[1]))}", problem.message),
            )
            for problem in scan.problems
        )
        parts = sorted({part["part"] for part in self._document.findall(site_part)})
        return Page(
            references=tuple(self._references),
            citations=tuple(self._citations),
            problems=problems,
            bibliographies=named,
            parts=tuple(parts),
        )

    # places

    def _find(self, location: Location) -> tuple[int, int]:
        """The leaf of a place, and the offset in its text."""
        number = bisect_right(self._starts, location.line) - 1
        leaf = self._blocks.leaves[number]
        start = 0
        for _ in range(location.line - leaf.line):
            start = leaf.text.find("\n", start) + 1
        return number, start + location.column - 1

    def _location(self, number: int, offset: int, words: str = "") -> Location:
        leaf = self._blocks.leaves[number]
        row = leaf.text.count("\n", 0, offset)
        return self._places.of(leaf.element, row, words or inline(leaf.text[offset:].partition("\n")[0]).text)

    def _line(self, line: int) -> int:
        return self._location(*self._find(Location(source="", line=line))).line

    # references

    def _keep(self, found: Reference) -> _Seen:
        leaf, offset = self._find(found.location)
        reference = msgspec.structs.replace(found, location=self._location(leaf, offset, found.text))
        self._references.append(reference)
        return _Seen(len(self._references) - 1, reference, leaf, offset)

    def _place(self, number: int) -> badge_place:
        return badge_place(docname=self._docname, number=number)

    def _put(self, seen: _Seen, following: _Seen | None) -> None:
        """Put the badge of a reference behind its words."""
        leaf = self._blocks.leaves[seen.leaf]
        if isinstance(leaf.element, nodes.title | nodes.rubric | nodes.comment | nodes.raw):
            return
        place = self._place(seen.number)
        link = leaf.links.get(seen.offset)
        if seen.reference.origin is Origin.ENTRY:
            inside = self._blocks.leaves[seen.leaf : self._last_leaf(seen) + 1]
            leaf = [each for each in inside if each.depth == inside[0].depth][-1]
            ends = following is not None and following.leaf == seen.leaf and leaf is inside[0]
            end = following.offset if ends and following else len(leaf.text)
            put_at(leaf, len(leaf.text[:end].rstrip()), place)
        elif link is not None:
            put_behind(link, place)
        else:
            put_at(leaf, seen.offset + len(seen.reference.text), place)

    def _last_leaf(self, seen: _Seen) -> int:
        """The leaf in which an entry ends: entries may have several paragraphs, cells or fields."""
        number = seen.leaf
        missing = len(seen.reference.text) - len(self._words(self._blocks.leaves[number]))
        while missing > 0 and number + 1 < len(self._blocks.leaves):
            number += 1
            missing -= len(self._words(self._blocks.leaves[number])) + 1
        return number

    @staticmethod
    def _words(leaf: Leaf) -> str:
        return " ".join(inline(leaf.text).text.split())

    def _name_roles(self, seen: list[_Seen]) -> None:
        """Let each role without words of its own show its work's name, where it is a mention or a whole entry."""
        by_work: dict[Identifier, int] = {}
        inside: dict[int, _Seen] = {}
        for each in seen:
            if each.reference.origin is Origin.ENTRY:
                inside.update(dict.fromkeys(range(each.leaf, self._last_leaf(each) + 1), each))
            elif each.reference.identifiers:
                by_work.setdefault(each.reference.identifiers[0], each.number)
        for number, leaf in enumerate(self._blocks.leaves):
            if isinstance(leaf.element, nodes.title | nodes.rubric):
                continue
            for link in leaf.links.values():
                if not link.children or not isinstance(link[0], work_name):
                    continue
                entry = inside.get(number)
                identifier = parse_identifier(link.get("scholar_target", ""))
                if entry is not None:
                    token = entry.number if link.astext().strip() == entry.reference.text else None
                else:
                    token = by_work.get(identifier) if identifier else None
                if token is not None:
                    link[0].attributes.update(docname=self._docname, number=token)

    # citations by key

    def _cite(self, bracket: nodes.Element, leaf: Leaf, offset: int, *, known: bool) -> None:
        """Take in the keys of a bracket: as references where they are identifiers, else as citations of entries."""
        location = self._places.of(leaf.element, leaf.text.count("\n", 0, offset), bracket.astext())
        if not isinstance(bracket, citation_bracket):
            self._citations += [Citation(key=key, location=location) for key in bibtex.keys_of(bracket)]
            return
        if isinstance(leaf.element, nodes.title | nodes.rubric) or not (known or bracket.get("named")):
            bracket.parent.replace(bracket, nodes.Text(bracket.astext()))
            return
        for name in list(bracket.findall(work_name)):
            key = name["key"]
            reference = read_mention(key, "", location) if ":" in key else None
            if reference is None:
                self._citations.append(Citation(key=key, location=location))
                name["docname"] = self._docname
                place = badge_place(key=key, docname=self._docname)
            else:
                del name["key"]
                self._references.append(reference)
                number = len(self._references) - 1
                name.attributes.update(docname=self._docname, number=number)
                place = self._place(number)
            bracket.insert(bracket.index(name) + 1, place)

    def _target(self, word: str, location: Location) -> Target:
        """What a word in a directive means: a work by its identifier, or an entry by its key."""
        reference = read_mention(word, "", location)
        if reference is None:
            self._citations.append(Citation(key=word, location=location))
            return self._docname, None, word
        self._references.append(reference)
        return self._docname, len(self._references) - 1, None

    def _foot(self, footnote: nodes.Element, key: str) -> None:
        """Put the badge into a footnote that sphinxcontrib-bibtex made of an entry."""
        backrefs: list[str] = footnote.get("backrefs", [])
        for name in backrefs:
            citing = self._document.ids.get(name)
            if citing is not None:
                self._citations.append(Citation(key=key, location=self._places.of(citing)))
        paragraph = next(reversed(list(footnote.findall(nodes.paragraph))), None)
        if paragraph is not None:
            paragraph += badge_place(key=key, docname=self._docname)

    def _bibliographies(self) -> tuple[str, ...]:
        """The files that the document's front matter names, beside the document or in the project."""
        fields = [field for docinfo in self._document.findall(nodes.docinfo) for field in docinfo.findall(nodes.field)]
        values = [field[1].astext() for field in fields if field[0].astext() == "bibliography"]
        names: list[str] = [name.strip(" []\"'") for value in values for name in re.split(r"[,\n]", value)]
        found = []
        for name in filter(None, names):
            file = next((path for folder in (self._path.parent, self._root) if (path := folder / name).is_file()), None)
            if file is not None and is_inside(file, self._root):
                found.append(relative(file.resolve(), self._root.resolve()))
        return tuple(dict.fromkeys(found))
