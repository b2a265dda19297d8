"""The placeholders that the Markdown extension leaves in a page until the verdicts are known.

    <scholar-badge ref="r12"></scholar-badge>            where a badge goes; nothing where badges are off
    <scholar-work ref="r12">10.5555/x</scholar-work>     what was written, shown as "Family et al. (Year)" once known
    <scholar-cite>[… @key …]</scholar-cite>              a bracket of citations; goes away, its text stays
    <div class="scholar-references"></div>               where the page's works are listed

A token is `r` (a reference) or `c` (a citation by key) and a number.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

BADGE, WORK, CITE = "scholar-badge", "scholar-work", "scholar-cite"
REFERENCES = '<div class="scholar-references"></div>'

TOKEN = re.compile(r'<scholar-(?:badge|work) ref="([rc]\d+)">')
MARK = re.compile(
    r'<scholar-badge ref="(?P<badge>[rc]\d+)"></scholar-badge>'
    r'|<scholar-work ref="(?P<work>[rc]\d+)">(?P<written>.*?)</scholar-work>'
    r"|<scholar-cite(?P<named>[^>]*)>(?P<bracket>.*?)</scholar-cite>"
    rf"|(?P<list>{re.escape(REFERENCES)})",
    re.DOTALL,
)


def badge(token: str) -> ET.Element:
    """The place of a badge."""
    return ET.Element(BADGE, {"ref": token})


def work(token: str, written: str) -> ET.Element:
    """The place of a work's name; `written` is shown while nothing better is known."""
    element = ET.Element(WORK, {"ref": token})
    element.text = written
    return element


def tokens(html: str) -> tuple[str, ...]:
    """Every token of a page once, in order of place."""
    return tuple(dict.fromkeys(TOKEN.findall(html)))


def turn_into(element: ET.Element, other: ET.Element) -> None:
    """Make an element the same as another, in its own place."""
    element.tag, element.text = other.tag, other.text
    element.attrib.clear()
    element.attrib.update(other.attrib)
