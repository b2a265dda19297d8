"""RIS bibliographies."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Name
from scholar_build.scan.ris import scan_ris

RECORDS = """\ufeffProvider: someone
TY  - JOUR
ID  - doe2001
AU  - Doe, Jane, Jr.
AU  - World Health Organization
AU  - Plato
AU  - ,
TI  - A long
title that runs on
PY  - 2001/05/01
JO  - J. Foo
VL  - 3
IS  - 2
SP  - 1
EP  - 9
DO  - https://doi.org/10.1234/ab
AN  - 123456
DB  - PubMed
ER  -
TY  - BOOK
T1  - Not closed
SN  - 0-201-52983-1
A2  - Roe, Rick
TY - CPAPER
TI - Third
T2  - Proceedings
ED  - Poe, Ed
C2  - PMC123456
UR  - https://arxiv.org/abs/2401.00001
ER  -
TY  - GEN
ER  -
"""


def test_records_are_read_with_their_lines():
    """Each record is a reference at the line of its `TY`; an unclosed one is read and reported."""
    scan = scan_ris(RECORDS, "refs.ris")
    article, book, paper = scan.references
    assert [each.location.line for each in scan.references] == [2, 20, 24]
    assert (article.key, article.fields.title, article.fields.issued) == (
        "doe2001", "A long title that runs on", (2001,),
    )  # fmt: skip
    assert article.fields.author == (
        Name(family="Doe", given="Jane", suffix="Jr."),
        Name(literal="World Health Organization"),
        Name(family="Plato"),
    )
    assert (article.fields.container_title, article.fields.volume, article.fields.issue) == ("J. Foo", "3", "2")
    assert article.fields.page == "1-9"
    assert [str(found) for found in article.identifiers] == ["doi:10.1234/ab", "pmid:123456"]
    assert (book.fields.author, str(book.identifiers[0])) == ((Name(family="Roe", given="Rick"),), "isbn:9780201529838")
    assert (paper.fields.type, paper.fields.container_title) == ("paper-conference", "Proceedings")
    assert paper.fields.editor == (Name(family="Poe", given="Ed"),)
    assert [str(found) for found in paper.identifiers] == ["pmcid:PMC123456", "arxiv:2401.00001"]
    assert [(problem.rule, problem.location.line) for problem in scan.problems] == [("broken-entry", 20)]


def test_the_last_record_may_lack_its_end():
    """A file cut short still gives its last record."""
    scan = scan_ris("TY  - JOUR\nTI  - T\n", "refs.ris")
    assert [each.text for each in scan.references] == ["T."]
    assert [problem.rule for problem in scan.problems] == ["broken-entry"]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["TY  - JOUR", "ER  - ", "AU  - A, B", "AU  - ", "TI  - x", "DO  - 10.1234/a", "", "x", "PY  -"]
        )
    )
)
def test_any_order_of_lines_is_read(lines):
    """No order of tags raises."""
    scan_ris("\n".join(lines), "refs.ris")
