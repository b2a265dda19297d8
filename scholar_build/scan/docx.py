"""Word documents (ECMA-376, WordprocessingML) as blocks: one for every paragraph.

Lines count paragraphs, from 1: that is what a person can find again in Word.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scholar_build.model import Location, Problem, Scan
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.paragraphs import Paragraph, read_paragraphs

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_TARGET = re.compile(r"HYPERLINK\s{1,9}\"([^\"]{1,2000})\"")
_HEADING = re.compile(r"(?:heading|überschrift|titre|見出し)\s{0,3}(\d)", re.IGNORECASE)
_MAX_BYTES = 50_000_000


def scan_docx(content: bytes, source: str, options: ScanOptions) -> Scan:
    """References of a document; one that cannot be read is a problem of the scan."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            blocks = list(_document(archive, source))
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, NotImplementedError, RuntimeError) as error:
        return _unreadable(source, str(error))
    except (ParseError, DefusedXmlException, zipfile.zlib.error, EOFError):  # type: ignore[attr-defined]
        return _unreadable(source, "its text is damaged")
    return read_paragraphs(blocks, options)


def _unreadable(source: str, told: str) -> Scan:
    message = f"This is no Word document that can be read ({told[:120]}); save it again as .docx."
    return Scan(problems=(Problem(rule="unreadable-source", location=Location(source=source), message=message),))


def _document(archive: zipfile.ZipFile, source: str) -> Iterator[Paragraph]:
    levels = _heading_styles(archive)
    yield from _paragraphs(archive, "document", source, levels, note=False)
    names = set(archive.namelist())
    for part in ("footnotes", "endnotes"):
        if f"word/{part}.xml" in names:
            yield from _paragraphs(archive, part, source, levels, note=True)


def _paragraphs(
    archive: zipfile.ZipFile, part: str, source: str, levels: dict[str, int], *, note: bool
) -> Iterator[Paragraph]:
    targets = _targets(archive, part)
    for number, paragraph in enumerate(_xml(archive, f"word/{part}.xml").iter(f"{_W}p"), start=1):
        style = paragraph.find(f"{_W}pPr/{_W}pStyle")
        links = [
            targets[key] for link in paragraph.iter(f"{_W}hyperlink") if (key := link.get(f"{_R}id", "")) in targets
        ]
        fields = "".join(field.text or "" for field in paragraph.iter(f"{_W}instrText"))
        text = "".join(_text(paragraph)).strip()
        if text:
            level = levels.get(style.get(f"{_W}val", ""), 0) if style is not None else 0
            links += _TARGET.findall(fields)
            yield Paragraph(text, Location(source=source, line=number), tuple(links), level, note)


def _text(paragraph: Element) -> Iterator[str]:
    for element in paragraph.iter():
        if element.tag == f"{_W}t":
            yield element.text or ""
        elif element.tag in (f"{_W}tab", f"{_W}br", f"{_W}cr"):
            yield " "
        elif element.tag == f"{_W}noBreakHyphen":
            yield "-"


def _heading_styles(archive: zipfile.ZipFile) -> dict[str, int]:
    """Style ids of headings; their names are English in the file whatever Word's language is."""
    if "word/styles.xml" not in archive.namelist():
        return {}
    levels = {}
    for style in _xml(archive, "word/styles.xml").iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        match = _HEADING.match(name.get(f"{_W}val", "")) if name is not None else None
        if match:
            levels[style.get(f"{_W}styleId", "")] = int(match[1])
    return levels


def _targets(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    name = f"word/_rels/{part}.xml.rels"
    if name not in archive.namelist():
        return {}
    return {relation.get("Id", ""): relation.get("Target", "") for relation in _xml(archive, name).iter()}


def _xml(archive: zipfile.ZipFile, name: str) -> Element:
    """Parse one part; raises `ValueError` where it unpacks to more than the cap."""
    from defusedxml.ElementTree import fromstring

    with archive.open(name) as file:
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise ValueError(f"{name} unpacks to more than {_MAX_BYTES // 1_000_000} MB")
    root: Element = fromstring(content, forbid_dtd=True)
    return root
