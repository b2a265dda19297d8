"""Word documents."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Origin
from scholar_build.scan import docx
from scholar_build.scan.docx import scan_docx
from scholar_build.scan.options import ScanOptions

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
STYLES = f"""<w:styles {W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:styleId="none"/></w:styles>"""
DOCUMENT = f"""<w:document {W} {R}><w:body>
<w:p><w:r><w:t>Text with doi:10.1234/</w:t></w:r><w:r><w:t>aa inside.</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>References</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:t>Doe, J.</w:t><w:tab/><w:t>(2001). A title</w:t>
<w:noBreakHyphen/><w:t>page.</w:t></w:r></w:p>
<w:p><w:r><w:t>Roe, R. (1999). </w:t></w:r>
<w:hyperlink r:id="rId1"><w:r><w:t>Other title</w:t></w:r></w:hyperlink></w:p>
<w:p><w:r><w:instrText> HYPERLINK "https://doi.org/10.1234/cc" </w:instrText></w:r>
<w:r><w:t>Poe (1998) Third</w:t></w:r></w:p>
<w:p/>
<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Annex</w:t></w:r></w:p>
<w:p><w:r><w:t>Plain words from 2001</w:t></w:r></w:p>
</w:body></w:document>"""
NOTES = f"""<w:footnotes {W}><w:footnote><w:p><w:r><w:t>See Foe, F. (1997). A note's title. J. Foo.</w:t></w:r></w:p>
</w:footnote><w:footnote><w:p><w:r><w:t>Just words.</w:t></w:r></w:p></w:footnote></w:footnotes>"""
LINKS = '<Relationships><Relationship Id="rId1" Target="https://doi.org/10.1234/bb"/></Relationships>'


def packed(**parts: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr("word/" + name.replace("__", "/").replace("_", ".", 1), content)
    return file.getvalue()


def relations(name: str) -> str:
    return f"_rels/{name}.xml.rels"


def whole() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (
            ("document.xml", DOCUMENT),
            ("styles.xml", STYLES),
            ("footnotes.xml", NOTES),
            (relations("document"), LINKS),
        ):
            archive.writestr(f"word/{name}", content)
    return file.getvalue()


def test_the_list_links_and_notes_of_a_document_are_references():
    """Entries stand under the heading, whatever language Word speaks; lines count paragraphs."""
    scan = scan_docx(whole(), "thesis.docx", ScanOptions())
    found = [(each.origin, each.location.line, each.text) for each in scan.references]
    assert found == [
        (Origin.MENTION, 1, "doi:10.1234/aa"),
        (Origin.ENTRY, 3, "Doe, J. (2001). A title-page."),
        (Origin.ENTRY, 4, "Roe, R. (1999). Other title"),
        (Origin.ENTRY, 5, "Poe (1998) Third"),
        (Origin.ENTRY, 1, "See Foe, F. (1997). A note's title. J. Foo."),
    ]
    assert [[str(one) for one in each.identifiers] for each in scan.references[2:4]] == [
        ["doi:10.1234/bb"], ["doi:10.1234/cc"],
    ]  # fmt: skip


ENTITY = f'<!DOCTYPE w [<!ENTITY a "x">]><w:document {W}>&a;</w:document>'


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no zip",
        packed(styles_xml="<x/>"),
        packed(document_xml="<w:p"),
        packed(document_xml=ENTITY),
        whole()[:300],
        whole()[:-40],
    ],
    ids=["empty", "no zip", "no document", "broken", "entity", "cut", "cut at the end"],
)
def test_a_file_that_is_no_document_is_one_problem(content):
    """Damaged or hostile files are named, not raised."""
    scan = scan_docx(content, "thesis.docx", ScanOptions())
    assert [(problem.rule, str(problem.location)) for problem in scan.problems] == [
        ("unreadable-source", "thesis.docx:1")
    ]


def test_a_document_that_unpacks_to_too_much_is_one_problem(monkeypatch):
    """A small file cannot fill the memory."""
    monkeypatch.setattr(docx, "_MAX_BYTES", 1000)
    scan = scan_docx(packed(document_xml=f"<w:document {W}>{' ' * 5000}</w:document>"), "bomb.docx", ScanOptions())
    assert [problem.rule for problem in scan.problems] == ["unreadable-source"]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 900), st.integers(0, 255))
def test_no_damage_makes_the_reader_raise(place, value):
    """One changed byte anywhere gives a scan."""
    content = bytearray(whole())
    content[place % len(content)] = value
    scan_docx(bytes(content), "x.docx", ScanOptions())
