"""Marks put into an element tree without moving a word of it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from mkdocs_scholar.leaves import Leaf, Run

_END_OF_ITEM = re.compile(r"\s*</(?:li|p|td|tr|dd|div|ul|ol|table)\b", re.IGNORECASE)
_END_OF_LINK = re.compile(r"</a\s*>", re.IGNORECASE)


class Parents:
    """The parent of each element of a tree; marks that are put in later have none."""

    def __init__(self, root: ET.Element) -> None:
        self._root = root
        self._parents: dict[ET.Element, ET.Element] = {}

    def of(self, element: ET.Element) -> ET.Element:
        """The parent of an element that is not the root."""
        if not self._parents:
            self._parents = {child: parent for parent in self._root.iter() for child in parent}
        return self._parents[element]

    def above(self, element: ET.Element) -> list[ET.Element]:
        """All ancestors of an element, the nearest first."""
        found = []
        while element is not self._root:
            element = self.of(element)
            found.append(element)
        return found


def put_behind(element: ET.Element, mark: ET.Element, parents: Parents) -> None:
    """Put a mark right behind an element, or behind the link that holds it."""
    for ancestor in parents.above(element):
        if ancestor.tag == "a":
            element = ancestor
    mark.tail, element.tail = element.tail, None
    parent = parents.of(element)
    parent.insert(list(parent).index(element) + 1, mark)


def put_at(leaf: Leaf, offset: int, mark: ET.Element, parents: Parents) -> None:
    """Put a mark behind the words of a leaf that end at an offset: outside links, and outside what ends there.

    Of several marks in one leaf the last must be put first.
    """
    run = next((run for run in reversed(leaf.runs) if run.start < offset), None)
    if run is None:
        mark.tail, leaf.element.text = leaf.element.text, None
        leaf.element.insert(0, mark)
        return
    at = run.raw_start + offset - run.start if offset < run.end else run.raw_end
    container = parents.of(run.holder) if run.in_tail else run.holder
    inside = _up_to(container, leaf, parents)
    link = next((element for element in reversed(inside) if element.tag == "a"), None)
    if link is not None:
        put_behind(link, mark, parents)
    elif _is_end(run, at) and inside and run.holder in (container, _last(container)):
        while len(inside) > 1 and not inside[0].tail and _last(inside[1]) is inside[0]:
            inside.pop(0)
        put_behind(inside[0], mark, parents)
    else:
        _split(run, at, container, mark)


def put_in_raw(raw: str, offset: int, mark: str, *, link: bool) -> str:
    """Raw HTML with a mark behind the link, or else the item, in which an offset lies."""
    end = (_END_OF_LINK if link else _END_OF_ITEM).search(raw, offset)
    if end is None:
        return raw
    at = end.end() if link else end.start()
    return raw[:at] + mark + raw[at:]


def _up_to(container: ET.Element, leaf: Leaf, parents: Parents) -> list[ET.Element]:
    """The elements from a container up to the leaf's own, which is left out."""
    found = []
    while container is not leaf.element:
        found.append(container)
        container = parents.of(container)
    return found


def _last(element: ET.Element) -> ET.Element | None:
    return element[-1] if len(element) else None


def _is_end(run: Run, at: int) -> bool:
    text = (run.holder.tail if run.in_tail else run.holder.text) or ""
    return at == len(text) and (run.in_tail or not len(run.holder))


def _split(run: Run, at: int, container: ET.Element, mark: ET.Element) -> None:
    if run.in_tail:
        text = run.holder.tail or ""
        run.holder.tail, mark.tail = text[:at] or None, text[at:] or None
        container.insert(list(container).index(run.holder) + 1, mark)
    else:
        text = run.holder.text or ""
        run.holder.text, mark.tail = text[:at] or None, text[at:] or None
        container.insert(0, mark)
