"""From a document's tree to its references, with a place for the badge beside each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform

from scholar_build import Location, Reference, Settings, is_reference_heading, read_entry, read_mention
from sphinx_scholar.domain import ScholarDomain
from sphinx_scholar.nodes import badge_place
from sphinx_scholar.settings import settings_of

_ENTRIES = (nodes.list_item, nodes.citation, nodes.footnote, nodes.definition_list_item)


class CollectReferences(SphinxTransform):
    """Read the references of a document once it is parsed, included files and docstrings among it."""

    default_priority = 880  # after substitutions, includes and autodoc; before the tree is stored

    def apply(self, **kwargs: object) -> None:
        """Collect, and mark the places."""
        settings = settings_of(self.app)
        if not settings.enabled:
            return
        found = list(_Collector(self.document, settings, self.app.srcdir, self.app.confdir).collected())
        domain = self.env.get_domain("scholar")
        assert isinstance(domain, ScholarDomain)
        for number, (_, after, inside) in enumerate(found):
            place = badge_place(number=number)
            if inside:
                after += place
            else:
                after.parent.insert(after.parent.index(after) + 1, place)
        domain.note(self.env.docname, (reference for reference, _, _ in found))


class _Collector:
    """Walks one document: entries under reference headings first, then identifiers in running text."""

    def __init__(self, document: nodes.document, settings: Settings, srcdir: Path, confdir: Path) -> None:
        self._document = document
        self._settings = settings
        self._root = Path(settings.root or confdir)
        self._srcdir = srcdir
        self._taken: set[int] = set()

    def collected(self) -> Iterator[tuple[Reference, nodes.Element, bool]]:
        """Each reference with the node that its badge stands in or behind, in order of place."""
        entries = {id(entry): entry for entry in self._entries()}
        for node in self._document.findall(nodes.Element):
            if id(node) in entries:
                yield from self._entry(node)
            elif isinstance(node, nodes.reference) and id(node) not in self._taken:
                yield from self._mention(node)

    def _entries(self) -> Iterator[nodes.Element]:
        yield from self._document.findall(nodes.citation)
        for section in self._reference_sections():
            for node in section:
                yield from _leaves(node)

    def _reference_sections(self) -> Iterator[list[nodes.Node]]:
        """The content under each reference heading: a section's, or what follows a rubric up to the next one."""
        sections = []
        for title in self._document.findall(lambda node: isinstance(node, (nodes.title, nodes.rubric))):
            assert isinstance(title, nodes.Element)
            if not is_reference_heading(title.astext(), self._settings.reference_headings):
                continue
            siblings = title.parent.children[title.parent.index(title) + 1 :]
            if isinstance(title, nodes.rubric):
                siblings = _until_rubric(siblings)
            sections.append(siblings)
        return iter(sections[-1:] if self._settings.which_headings == "last" else sections)

    def _entry(self, node: nodes.Element) -> Iterator[tuple[Reference, nodes.Element, bool]]:
        links = list(node.findall(nodes.reference))
        self._taken.update(id(link) for link in links)
        label = next(iter(node.findall(nodes.label)), None)
        text = " ".join(_own_text(child) for child in node.children if not isinstance(child, (nodes.label, *_LISTS)))
        key = label.astext() if label is not None else ""
        reference = read_entry(text, self._location(node), key, [link.get("refuri", "") for link in links])
        paragraph = next(reversed(list(node.findall(nodes.paragraph))), None)
        if reference is not None:
            yield reference, paragraph if paragraph is not None else node, True

    def _mention(self, link: nodes.reference) -> Iterator[tuple[Reference, nodes.Element, bool]]:
        reference = read_mention(link.get("refuri", ""), link.astext(), self._location(link))
        if reference is not None and isinstance(link.parent, nodes.TextElement):
            yield reference, link, False

    def _location(self, node: nodes.Element) -> Location:
        """The file and line of a node, relative to the folder of the settings."""
        line, source = node.line, node.source
        parent: nodes.Element | None = node
        while parent is not None and (line is None or source is None):
            line = line if line is not None else parent.line
            source = source if source is not None else parent.source
            parent = parent.parent
        source = str(source or self._document.get("source") or "")
        path, docstring, name = source.partition(":docstring of ")
        relative = os.path.relpath(path, self._root) if Path(path).is_absolute() else path
        return Location(source=Path(relative).as_posix() + (docstring + name), line=line or 1)


_LISTS = (nodes.bullet_list, nodes.enumerated_list)


def _leaves(node: nodes.Node) -> Iterator[nodes.Element]:
    """The entries in a node: list items without a list inside, citations, footnotes, definitions."""
    if not isinstance(node, nodes.Element) or isinstance(node, nodes.literal_block):
        return
    if isinstance(node, nodes.list_item) and any(isinstance(child, _LISTS) for child in node.children):
        for child in node.children:
            yield from _leaves(child)
    elif isinstance(node, _ENTRIES):
        yield node
    else:
        for child in node.children:
            yield from _leaves(child)


def _until_rubric(siblings: list[nodes.Node]) -> list[nodes.Node]:
    kept: list[nodes.Node] = []
    for node in siblings:
        if isinstance(node, (nodes.rubric, nodes.section)):
            break
        kept.append(node)
    return kept


def _own_text(node: nodes.Node) -> str:
    return node.astext()
