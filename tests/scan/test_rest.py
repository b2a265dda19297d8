"""reST pages and docstrings, in the shapes that people write."""

# ruff: noqa: E501

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.identifiers import find_identifiers
from scholar_build.model import Acceptance, Scan
from scholar_build.scan import Format, ScanOptions, scan_text


def scan(text: str, **options: object) -> Scan:
    return scan_text(text, "docs/p.rst", Format.REST, ScanOptions(**options))  # type: ignore[arg-type]


def entries(text: str, **options: object) -> list[str]:
    return [each.text for each in scan(text, **options).references if each.origin == "entry"]


def mentions(text: str) -> list[str]:
    return [str(each.identifiers[0]) for each in scan(text).references if each.origin == "mention"]


A = "Foo, A. (2001). Title one. J. Foo."
B = "Bar, B. (2002). Title two. J. Bar."
LISTS = {
    "numpydoc": f".. [1] {A}\n.. [2] Bar, B. (2002). Title two.\n   J. Bar.\n",
    "citations": f".. [Foo2001] {A}\n\n.. [Bar2002] {B}\n",
    "auto-numbered": f".. [#] {A}\n.. [#bar] {B}\n",
    "symbols": f".. [*] {A}\n\n.. [*] {B}\n",
    "bullets": f"* {A}\n* Bar, B. (2002). Title two.\n  J. Bar.\n",
    "lazy bullets": f"- {A}\n- Bar, B. (2002). Title two.\nJ. Bar.\n",
    "numbers": f"1. {A}\n\n2. {B}\n",
    "auto numbers": f"#. {A}\n#. {B}\n",
    "bracketed numbers": f"(1) {A}\n(2) {B}\n",
    "numbered paragraphs": f"[1] {A}\n[2] {B}\n",
    "paragraphs": f"{A}\n\n{B}\n",
    "hanging paragraphs": "Foo, A. (2001). Title one.\n   J. Foo.\nBar, B. (2002). Title two.\n   J. Bar.\n",
    "line block": f"| {A}\n| {B}\n",
    "field list": f":Foo2001: {A}\n:Bar2002: Bar, B. (2002). Title two.\n   J. Bar.\n",
    "definitions": f"Foo2001\n    {A}\nBar2002\n    {B}\n",
    "nested": f"* Topic\n\n  * {A}\n\n* Other\n\n  * {B}\n",
    "quoted": f"  .. [1] {A}\n  .. [2] {B}\n",
    "in a note": f".. note::\n   :class: x\n\n   - {A}\n   - {B}\n",
    "escaped": ".. [1] \\Foo, A. (2001). *Title* one. J.\\ Foo.\n.. [2] Bar, B. (2002). **Title** two. J. Bar.\n",
    "grid table": f"+---+------------------------------------+\n| n | Reference                          |\n+===+====================================+\n| 1 | {A} |\n+---+------------------------------------+\n| 2 | {B} |\n+---+------------------------------------+\n",
    "simple table": f"===  ===================================\nn    Reference\n===  ===================================\n1    {A}\n2    {B}\n===  ===================================\n",
}  # fmt: skip


@pytest.mark.parametrize("shape", LISTS)
def test_every_shape_of_list_gives_its_two_entries(shape: str) -> None:
    """However a reference list is laid out, each entry is one reference with its readable text."""
    page = (
        f"Page\n====\n\nText.\n\nReferences\n----------\n{LISTS[shape]}\nNext\n----\n\n- Other (2003) thing, of note.\n"
    )
    if shape == "escaped":
        assert entries(page) == ["Foo, A. (2001). Title one. J.Foo.", B]
    else:
        assert entries(page) == [A, B]


@pytest.mark.parametrize(
    "opening",
    ["References\n==========\n", "==========\nReferences\n==========\n", "**References**\n", ".. rubric:: References\n", "参考文献\n--------\n", "References:\n"],
)  # fmt: skip
def test_what_serves_as_a_heading(opening: str) -> None:
    """Titles, rubrics and bold lines open a list."""
    assert entries(f"{opening}\n- {A}\n- {B}\n") == [A, B]


def test_an_inner_heading_reaches_no_further_than_its_container() -> None:
    """A topic or a field named References ends with its content; the last heading counts in a draft."""
    topic = f"T\n=\n\n.. topic:: References\n\n   - {A}\n   - {B}\n\n- Event (2020), with a date.\n"
    fields = f"T\n=\n\ntext\n\n:References:\n   - {A}\n   - {B}\n\n- Event (2020), with a date.\n"
    assert entries(topic.replace("T\n=", "Title\n====="))[:3] == [A, B]
    assert entries(fields.replace("T\n=", "Title\n====="))[:3] == [A, B]
    page = f"References\n==========\n\n- {A}\n\nText\n====\n\nReferences\n==========\n\n- {B}\n"
    assert (entries(page), entries(page, which_headings="last")) == ([A, B], [B])


def test_citations_count_anywhere_and_notes_by_what_they_say() -> None:
    """`.. [Foo2001]` is an entry on any page; a numbered footnote only where it is a citation."""
    page = f"Title\n=====\n\n.. [Foo2001] {A}\n.. [1] {B}\n.. [2] Just a remark about 2010.\n.. [3] See the data at 10.1234/x for this.\n"
    assert entries(page) == [A, B]
    assert mentions(page) == ["doi:10.1234/x"]
    assert [each.key for each in scan(page).references] == ["Foo2001", "1", ""]


def test_code_comments_and_literals_hold_no_references() -> None:
    """Nothing is read in literal blocks, code, doctests, comments, `bibliography` or the page's own docinfo."""
    page = (
        "Title\n=====\n\n:doi: 10.1234/own\n\n``10.1234/a``\n\nCode::\n\n   10.1234/b\n\n   10.1234/c\n\n.. code-block:: python\n   :linenos:\n\n   10.1234/d\n\n"
        ">>> x = '10.1234/e'\n\n.. 10.1234/f\n\n..\n   10.1234/g\n\n.. bibliography::\n\n   10.1234/h\n\n::\n\n   10.1234/i\n\n.. |x| image:: 10.1234/j\n"
    )
    assert scan(page).references == ()


def test_identifiers_in_running_text_are_mentions() -> None:
    """Roles of either case, hyperlinks and bare identifiers name works; targets do once."""
    page = (
        "Title\n=====\n\nSee :doi:`10.1234/a`, :DOI:`text <10.1234/b>`, :arxiv:`2401.00001v2`, `10.1234/c`:doi:, `Foo <https://doi.org/10.1234/d>`_, "
        "`J. Foo doi: 10.1234/e <http://doi.org/10.1234/e>`__ and https://doi.org/10.1234/f. :cite:`10.1234/no` `naor`_ :ref:`a <b>`\n\n"
        ".. _naor: https://doi.org/10.1234/g\n.. _inner:\n.. _other: naor_\n\n__ https://example.org\n"
    )
    assert mentions(page) == ["doi:10.1234/a", "doi:10.1234/b", "arxiv:2401.00001", "doi:10.1234/c", "doi:10.1234/d", "doi:10.1234/e", "doi:10.1234/f", "doi:10.1234/g"]  # fmt: skip
    assert [each.text for each in scan(page).references][:2] == ["doi:10.1234/a", "text"]


def test_targets_and_substitutions_are_followed_in_entries() -> None:
    """A named hyperlink gives its address, a substitution its text."""
    page = "References\n==========\n\n- Foo, A. (2001). `Title`_. |JF|, |x|.\n\n.. |JF| replace:: Journal of Foo\n\n.. _Title: https://doi.org/\n   10.1234/x\n"
    reference = scan(page).references[0]
    assert (reference.text, str(reference.identifiers[0])) == (
        "Foo, A. (2001). Title. Journal of Foo, x.",
        "doi:10.1234/x",
    )


def test_places_are_those_of_the_text_itself() -> None:
    """Line and column point at the entry's first word, at any depth, tabs and all."""
    page = "References\n==========\n\n.. [1] Foo (2001). T. J. x\n\n.. function:: f\n\n   References\n   ----------\n   .. [Bar] Bar (2002). T. J. x\n\n*\tBaz (2003). T. J. x\n"
    assert [(each.location.line, each.location.column) for each in scan(page).references] == [(4, 8), (10, 13), (12, 3)]
    assert [
        (each.location.line, each.location.column)
        for each in scan("Title\r\n=====\r\n\r\nSee 10.1234/x\r\n").references
    ] == [(4, 5)]


def test_accepting_comments() -> None:
    """A reST comment in, just below or just above an entry accepts it."""
    accepted = Acceptance(reason="it is right")
    head = "References\n==========\n\n"
    comment = ".. scholar: ignore it is right\n"
    one, two = ".. [1] Foo (2001). T. J. x\n", ".. [2] Bar (2002). T. J. x\n"
    for page in (
        head + one + comment + two,
        head + one + "\n" + comment + "\n" + two,
        head + one + "\n   " + comment + two,
        head + comment + one + two,
    ):
        assert [each.accepted for each in scan(page).references] == [accepted, None], page


@pytest.mark.parametrize("mark", ["`", "``a ", ":a:`", "|a", "10.1234/a ", "- x\n", ".. [1] x\n", "  - x\n", "x\n==\n", "+-+\n|a|\n", "== ==\na  b\n", ":a: b\n", "x\n y\n", "\\", "*", ".. _a: b\n", "`a`_ ", "    "])  # fmt: skip
def test_scanning_takes_linear_time(mark: str) -> None:
    """Four times the text takes at most about four times the time, whatever it repeats."""

    def seconds(length: int) -> float:
        text = "References\n==========\n\n" + mark * (length // len(mark))
        find_identifiers.cache_clear()
        begin = time.process_time()
        scan(text)
        return time.process_time() - begin

    seconds(100)  # what is loaded at first use does not count
    assert seconds(40_000) < 9 * min(seconds(10_000) for _ in range(2)) + 0.15


def test_deep_nesting_is_read_down_to_a_limit() -> None:
    """Lists nested a thousand deep neither raise nor take long."""
    assert scan("".join("  " * depth + "- a\n\n" for depth in range(1000))).references == ()


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="[]()`*_:.=-+|#1a \n\t\\<>,10./x>参^", max_size=120), st.booleans())
def test_no_page_makes_the_scanner_raise(text: str, listed: bool) -> None:
    """Any characters at all give references whose places lie in the page."""
    page = ("References\n==========\n\n" if listed else "") + text
    for each in (*scan(page).references, *scan(page).problems):
        assert 1 <= each.location.line <= page.count("\n") + 1
        assert each.location.column >= 1
