"""Plain text: lists of citations."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Origin
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.plain import scan_plain


def entries(text: str) -> list[str]:
    scan = scan_plain(text, "list.txt", ScanOptions())
    return [f"{each.location.line} {each.text}" for each in scan.references]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Doe, J. (2001). A title.\n\nRoe 1999. Long\ntitle\n",
            ["1 Doe, J. (2001). A title.", "3 Roe 1999. Long title"],
        ),
        ("[1] Doe 2001 a\n   goes on\n[2] Roe 1999 b", ["1 Doe 2001 a goes on", "3 Roe 1999 b"]),
        ("1. Doe 2001 a b\n2. Roe 1999 b c", ["1 Doe 2001 a b", "2 Roe 1999 b c"]),
        ("- Doe 2001 a b\n- Roe 1999 b c", ["1 Doe 2001 a b", "2 Roe 1999 b c"]),
        ("Doe, J. 2001.\n    Hanging\nRoe 1999.\n    Other", ["1 Doe, J. 2001. Hanging", "3 Roe 1999. Other"]),
        (
            "Doe, J. (2001). A title. J. Foo.\nRoe, R. (1999). Another. J. Bar.\n10.1234/abc",
            ["1 Doe, J. (2001). A title. J. Foo.", "2 Roe, R. (1999). Another. J. Bar.", "3 10.1234/abc"],
        ),
        ("", []),
    ],
)
def test_a_list_is_cut_into_its_citations(text, expected):
    """Blank lines, markers, hanging indents or complete lines tell where a citation begins."""
    assert entries(text) == expected


def test_a_document_gives_its_list_and_its_identifiers():
    """With a reference heading only what is below it is a list, up to the appendix."""
    text = (
        "An introduction from 2001 cites doi:10.1234/xx here.\n\nReferences\n[1] Doe 2001 a b c\n[2] Roe 1999 d\n\n"
        "Appendix A\n\nEnd 2001 of it"
    )
    scan = scan_plain(text, "paper.txt", ScanOptions())
    assert [(each.origin, each.location.line, each.key) for each in scan.references] == [
        (Origin.MENTION, 1, ""), (Origin.ENTRY, 4, "1"), (Origin.ENTRY, 5, "2"),
    ]  # fmt: skip


def test_placeholders_are_reported():
    """`TBD` is no citation."""
    scan = scan_plain("Doe, J. (2001). A title.\n\nTBD", "list.txt", ScanOptions())
    assert ([problem.rule for problem in scan.problems], len(scan.references)) == (["placeholder"], 1)


@pytest.mark.parametrize("unit", ["x\n", "[1] ", "1. \n", "References\n\n", " ", "10.1234/a ", "\n\n", "2001 "])
def test_long_texts_take_linear_time(unit):
    """Ten times the text takes about ten times as long."""

    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        begin = time.process_time()
        scan_plain(text, "x.txt", ScanOptions())
        return time.process_time() - begin

    seconds(100)  # what is loaded at first use does not count
    assert seconds(200_000) < 40 * max(seconds(20_000), 0.03)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.sampled_from("[1]. \n-ab2001/,References\u3000・"), max_size=80))
def test_nothing_makes_the_reader_raise(text):
    """Any text gives a scan."""
    entries(text)
