"""One pass over a page's element tree: what is a reference, and where its badge goes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from mkdocs_scholar.collect import Collected
from mkdocs_scholar.elements import HEADINGS, Reader, append, insert_after, walk
from mkdocs_scholar.inline import KEY, ROLE
from mkdocs_scholar.lists import Entry, entries_under, footnotes, is_nested, labels_under_headings, reference_headings
from mkdocs_scholar.marks import badge, work

_SCHOLARLY = re.compile(r"doi|arxiv|pubmed|ncbi|openalex|/10\.\d{4}", re.IGNORECASE)


class ReferenceTreeprocessor(Treeprocessor):
    """Collects the references of each page and leaves marks beside them."""

    def __init__(self, md: Markdown, collected: Collected, headings: Sequence[str], *, last_only: bool) -> None:
        super().__init__(md)
        self._collected = collected
        self._headings = tuple(headings)
        self._last_only = last_only

    def run(self, root: ET.Element) -> None:
        """Mark the references of one page."""
        self._root = root
        self._reader = Reader(self.md)
        self._read: set[ET.Element] = set()  # what belongs to an entry
        self._parents: dict[ET.Element, ET.Element] = {}
        self._lists()
        for element in list(root.iter()):
            if element not in self._read:
                self._mention(element)

    def _is_heading(self, text: str) -> bool:
        from scholar_build import is_reference_heading

        return is_reference_heading(text, self._headings)

    def _lists(self) -> None:
        headings = reference_headings(self._root, self._reader, self._is_heading)
        for heading in headings[-1:] if self._last_only else headings:
            self._collected.here(self._reader.text(heading))
            for entry in list(entries_under(heading, self._parent(heading), self._reader)):
                self._entry(entry)
        listed = set(labels_under_headings(self._lines(), self._is_heading)) if headings else set()
        for entry in list(footnotes(self._root)):
            token = self._collected.footnote(entry.label)
            if token is not None:
                append(entry.place, badge(token))
                self._read.update(entry.place.iter())
            elif entry.label in listed:
                self._entry(entry)

    def _lines(self) -> list[str]:
        lines: list[str] = getattr(self.md, "lines", [])  # the source behind the preprocessors: code is stashed
        return lines

    def _entry(self, entry: Entry) -> None:
        """Read one entry of a reference list; mark it if it is one."""
        from scholar_build import read_entry

        if entry.place in self._read:
            return
        text = self._reader.text(*entry.parts, stop=is_nested)
        if not text:
            return
        inside = [part for each in entry.parts for part in walk(each, is_nested)]
        roles = [part for part in inside if part.tag == ROLE]
        links = (*self._reader.links(*entry.parts, stop=is_nested), *map(_target, roles))
        reference = read_entry(text, self._collected.here(text, *links), key=entry.label, links=links)
        if reference is None:
            return
        token = self._collected.reference(reference)
        is_all = len(roles) == 1 and text == self._reader.text(roles[0])
        for role in roles:
            _show(role, token if is_all else None)
        append(entry.place, badge(token))
        self._read.update(inside)

    def _mention(self, element: ET.Element) -> None:
        """Read a link, a role or a bracket of citations in running text."""
        match element.tag:
            case "a" if _SCHOLARLY.search(element.get("href", "")):
                token = self._reference(element, self._reader.plain(element.get("href", "")))
                if token:
                    self._beside(element, badge(token))
            case "scholar-role":
                token = self._reference(element, _target(element))
                _show(element, token)
                if token:
                    self._beside(element, badge(token))
            case "scholar-cite":
                self._citations(element)
            case _:
                pass

    def _reference(self, element: ET.Element, target: str) -> str | None:
        from scholar_build import read_mention

        if any(ancestor.tag in ("code", "pre") for ancestor in self._ancestors(element)):
            return None
        text = self._reader.text(element)
        written = element.get("target") or target
        place = self._collected.here(written, text)
        reference = read_mention(target, "" if element.get("target") == text else text, place)
        if reference is not None:
            return self._collected.reference(reference)
        if element.tag == ROLE:
            message = f"`{written}` is no identifier of the kind `{element.get('scheme')}`."
            self._collected.problem("malformed-identifier", place, message)
        return None

    def _citations(self, bracket: ET.Element) -> None:
        """Turn the keys of a bracket into citations, and identifiers among them into named works."""
        from scholar_build import read_mention

        for key in [part for part in bracket if part.tag == KEY]:
            written = key.get("key", "")
            place = self._collected.here(f"@{written}")
            reference = read_mention(written, "", place) if ":" in written else None
            if reference is None:
                token = self._collected.citation(written, place)
            else:
                token = self._collected.reference(reference)
                bracket.set("named", "")
            _turn_into(key, work(token, key.text or ""))
            self._beside(key, badge(token))

    def _beside(self, element: ET.Element, mark: ET.Element) -> None:
        """Put a badge behind an element: outside links, and not at all in headings."""
        for ancestor in self._ancestors(element):
            if ancestor.tag in HEADINGS:
                return
            if ancestor.tag == "a":
                element = ancestor
        insert_after(self._parent(element), element, mark)

    def _ancestors(self, element: ET.Element) -> list[ET.Element]:
        found = []
        while element is not self._root:
            element = self._parent(element)
            found.append(element)
        return found

    def _parent(self, element: ET.Element) -> ET.Element:
        if element not in self._parents:
            self._parents = {child: parent for parent in self._root.iter() for child in parent}
        return self._parents[element]


def _target(role: ET.Element) -> str:
    return f"{role.get('scheme')}:{role.get('target')}"


def _show(role: ET.Element, token: str | None) -> None:
    """Turn a role into a link to its work, named by its record if it has a token and no words of its own."""
    from scholar_build import Scheme, parse_identifier

    words = role.text or ""
    identifier = parse_identifier(role.get("target", ""), Scheme(role.get("scheme", "")))
    named = token is not None and role.get("custom") is None
    if identifier is None:
        _turn_into(role, ET.Element("span", {"class": "scholar-role"}))
        role.text = words
        return
    _turn_into(role, ET.Element("a", {"class": "scholar-role", "href": identifier.url}))
    if token is not None and named:
        role.append(work(token, words))
    else:
        role.text = words


def _turn_into(element: ET.Element, other: ET.Element) -> None:
    """Make an element the same as another, in its own place."""
    element.tag, element.text = other.tag, other.text
    for name in list(element.attrib):
        del element.attrib[name]
    element.attrib.update(other.attrib)
