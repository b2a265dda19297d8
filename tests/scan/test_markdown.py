"""Markdown pages, in the shapes that people write."""

# ruff: noqa: E501

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.identifiers import find_identifiers
from scholar_build.model import Acceptance, Scan
from scholar_build.scan import Format, ScanOptions, scan_text
from tests.shared import cases


def scan(text: str, **options: object) -> Scan:
    return scan_text(text, "docs/p.md", Format.MARKDOWN, ScanOptions(**options))  # type: ignore[arg-type]


def entries(text: str, **options: object) -> list[str]:
    return [each.text for each in scan(text, **options).references if each.origin == "entry"]


def mentions(text: str) -> list[str]:
    return [str(each.identifiers[0]) for each in scan(text).references if each.origin == "mention"]


def places(text: str) -> list[tuple[int, int]]:
    return [(each.location.line, each.location.column) for each in scan(text).references]


A = "Foo, A. (2001). Title one. J. Foo."
B = "Bar, B. (2002). Title two. J. Bar."
LISTS = {
    "numbered": f"1. {A}\n2. {B}\n",
    "bullets": f"- {A}\n\n- {B}\n",
    "wrapped items": "- Foo, A. (2001).\n  Title one. J. Foo.\n- Bar, B. (2002). Title two.\nJ. Bar.\n",
    "hard breaks": "- Foo, A. (2001). Title one.  \n  J. Foo.\n- Bar, B. (2002). Title two.<br>J. Bar.\n",
    "nested under topics": f"- Topic\n    - {A}\n- Other topic\n    - {B}\n",
    "numbered paragraphs": f"[1] {A}\n[2] {B}\n",
    "escaped numbers": f"\\[1] {A}\n\n\\[2]: {B}\n",
    "numbered paragraph in one line": f"[1]　{A}[2]　{B}\n",
    "paragraphs": f"{A}\n\n{B}\n",
    "one a line": f"{A}  \n{B}\n",
    "footnotes": f"[^1]: {A}\n[^b]: Bar, B. (2002).\n    Title two. J. Bar.\n",
    "definitions": f"Foo2001\n:   {A}\n\nBar2002\n:   {B}\n",
    "table": f"| n | Reference |\n|---|---|\n| 1 | {A} |\n| 2 | {B} |\n",
    "table continued": "| Work | Venue |\n|---|---|\n| Foo, A. (2001). Title one. | J. Foo. |\n| Bar, B. (2002). | Title two. |\n| | J. Bar. |\n",
    "html list": f"<ol>\n<li>{A}</li>\n<li><p>Bar, B. (2002). <i>Title two</i>. J. Bar.</p></li>\n</ol>\n",
    "quote": f"> 1. {A}\n> 2. {B}\n",
    "admonition": f"!!! note\n    - {A}\n\n    - {B}\n",
    "tab": f'=== "All"\n\n    1. {A}\n    2. {B}\n',
    "details": f"<details markdown>\n<summary>All</summary>\n\n1. {A}\n2. {B}\n\n</details>\n",
    "myst directive": f"```{{note}}\n1. {A}\n2. {B}\n```\n",
    "colon fence": f":::{{note}}\n1. {A}\n2. {B}\n:::\n",
    "attribute lists": f"1. {A}\n{{: .ref }}\n2. {B} {{#b .ref}}\n",
    "under sub-headings": f"### Papers on one\n\n- {A}\n\n### Two\n\n- {B}\n",
    "emphasis": "1. **Foo, A.** (2001). *Title one*. J. Foo.\n2. Bar, B. (2002). _Title_ __two__. J. Bar.\n",
}  # fmt: skip


@pytest.mark.parametrize("shape", LISTS)
def test_every_shape_of_list_gives_its_two_entries(shape: str) -> None:
    """However a reference list is laid out, each entry is one reference with its readable text."""
    page = f"---\ntitle: x\n---\n\n# Page\n\nText.\n\n## References\n\n{LISTS[shape]}\n## Next\n\n- Other (2003) thing, of note.\n"
    assert entries(page) == [A, B]


@pytest.mark.parametrize(
    "opening",
    ["## References\n", "References\n---\n", "**References**\n", "** References **\n", "<b>References</b>\n", "＜ 論文 ＞\n", "<!--References-->\n",
     "<h2>References</h2>\n", "## 参考文献・謝辞\n", "References:\n", "<!-- x -->\n## References ##\n"],
)  # fmt: skip
def test_what_serves_as_a_heading(opening: str) -> None:
    """Bold lines, comments and HTML headings open a list as headings do."""
    assert entries(f"{opening}\n- {A}\n- {B}\n") == [A, B]


def test_an_inner_heading_reaches_no_further_than_its_container() -> None:
    """A list in a collapsed box ends with the box."""
    box = f'??? quote "References"\n    1. {A}\n\n    2. {B}\n\n- Event (2020), with a date.\n'
    summary = f"<details>\n<summary>References</summary>\n<ul><li>{A}</li>\n<li>{B}</li></ul>\n</details>\n\n- Event (2020), with a date.\n"
    nested = f"# T\n\n* 参考文献\n  * {A}\n  * {B}\n* Event (2020), with a date.\n"
    bold = f"# T\n\n**References**\n\n- {A}\n- {B}\n\n**Events**\n\n- Event (2020), with a date.\n"
    directive = f"# T\n\n/// details | References\n- {A}\n- {B}\n///\n\n# E\n\n- Event (2020), with a date.\n"
    for page in ("# T\n\n" + box, "# T\n\n" + summary, nested, bold, directive):
        assert entries(page) == [A, B]


def test_only_the_last_heading_counts_in_a_draft() -> None:
    """`which_headings = "last"` passes over earlier lists."""
    page = f"# References\n\n- {A}\n\n# Text\n\n# References\n\n- {B}\n"
    assert (entries(page), entries(page, which_headings="last")) == ([A, B], [B])
    assert entries("# T\n", which_headings="last") == []
    assert entries(f"# Sources\n\n- {A}\n", reference_headings=("sources",)) == [A]


def test_one_work_laid_out_field_by_field_is_one_entry() -> None:
    """`Title: … Year: … Link: …` over several bullets is one reference, and the next title the next."""
    card = "**Title**: A great work\n\n- **Year**: 1991\n- **Link**: [DOI](https://doi.org/10.1234/x)\n"
    flat = "- Title: A great work\n- Year: 1991\n- DOI: 10.1234/x\n- Title: Another\n- Year: 1992\n"
    assert entries(f"## References\n\n{card}\n{card}") == ["Title: A great work Year: 1991 Link: DOI"] * 2
    assert entries(f"## References\n\n{flat}") == [
        "Title: A great work Year: 1991 DOI: 10.1234/x",
        "Title: Another Year: 1992",
    ]


def test_code_front_matter_comments_and_addresses_hold_no_references() -> None:
    """Nothing is read in code, front matter, comments, images, scripts or mail addresses."""
    page = (
        "---\ndoi: 10.1234/front\n---\n\n# T\n\n`10.1234/a` <!-- 10.1234/b --> <code>10.1234/c</code>\n\n```\n10.1234/d\n# References\n```\n\n"
        "    10.1234/e\n\n<script>\n'10.1234/f'\n</script>\n\n<!--\n10.1234/g\n-->\n\n![10.1234/h](https://zenodo.org/badge/DOI/10.1234/i.svg)\n\n"
        "```{code-block} json\n10.1234/j\n```\n\n!!! note\n    ```\n    10.1234/k\n    ```\n\n~~~\n10.1234/l\n"
    )
    assert scan(page).references == ()
    assert scan("+++\ndoi = '10.1234/front'\n+++\n").references == ()
    assert mentions("---\n10.1234/rule\n") == ["doi:10.1234/rule"]


def test_identifiers_in_running_text_are_mentions() -> None:
    """Links, roles, autolinks, tags and bare identifiers each name a work, once a line."""
    page = (
        "# T\n\nSee [P](https://doi.org/10.1016/0001-1(86)90-8)), {doi}`10.1234/a`, {doi}`text <10.1234/b>`, <https://doi.org/10.1234/c>, "
        "[](doi:10.1234/d), [10.1234/e](https://doi.org/10.1234/e), <a href='https://doi.org/10.1234/f'>x</a>, arXiv:2401.00001, [@doi:10.1234/g].\n"
    )
    assert mentions(page) == [
        "doi:10.1016/0001-1(86)90-8", "doi:10.1234/a", "doi:10.1234/b", "doi:10.1234/c", "doi:10.1234/d", "doi:10.1234/e",
        "doi:10.1234/f", "arxiv:2401.00001", "doi:10.1234/g",
    ]  # fmt: skip
    assert mentions("[Title](\nhttps://arxiv.org/abs/2401.00001)\n") == ["arxiv:2401.00001"]
    assert mentions("| a | b |\n|---|---|\n| x | 10.1234/t |\n") == ["doi:10.1234/t"]
    assert mentions("Term\n: 10.1234/t\n") == ["doi:10.1234/t"]


def test_mention_text_is_what_a_reader_sees() -> None:
    """A role with custom text shows that text; a bare identifier itself."""
    assert [each.text for each in scan("# T\n\n{doi}`our paper <10.1234/b>` and 10.1234/c\n").references] == [
        "our paper",
        "10.1234/c",
    ]


def test_link_definitions_count_only_where_they_name_a_work() -> None:
    """A definition with a DOI is the reference that its label cites; one without is none."""
    assert mentions("# T\n\n[naor]: https://doi.org/10.1234/x\n[repo]: https://example.org 'x'\n") == ["doi:10.1234/x"]
    assert mentions("# T\n\nSee [the paper][naor].\n\n[naor]: https://doi.org/10.1234/x\n") == ["doi:10.1234/x"]
    lone = scan('## References\n\n[6]: https://doi.org/10.1234/def "Title"\n').references
    assert [(each.key, each.text) for each in lone] == [("6", 'https://doi.org/10.1234/def "Title"')]
    used = scan("## References\n\n- [Foo][6] (2001)\n\n[6]: https://doi.org/10.1234/def\n").references
    assert [(each.text, str(each.identifiers[0])) for each in used] == [("Foo (2001)", "doi:10.1234/def")]


def test_footnotes_that_are_prose_are_no_references() -> None:
    """A note counts by what it says: a citation anywhere, a web link under a reference heading."""
    notes = "[^a]: Just a remark about the year 2010, see there.\n[^b]: Foo, A. (2001). Title. J.\n[^c]: <https://example.org/page>\n"
    assert entries(f"# T\n\n{notes}") == ["Foo, A. (2001). Title. J."]
    assert entries(f"# References\n\n{notes}") == ["Foo, A. (2001). Title. J.", "https://example.org/page"]
    assert mentions("# T\n\n[^d]: See the data at 10.1234/x for this.\n") == ["doi:10.1234/x"]


def test_labels_become_keys() -> None:
    """Footnote labels, numbers and definition terms are the entry's key."""
    page = "# References\n\n[^foo]: Foo, A. (2001). T. J.\n\n[7] Bar, B. (2002). T. J.\n\nBaz3\n: Baz, C. (2003). T. J.\n\n- D (2004). T. J. [x](https://y.org)\n"
    assert [each.key for each in scan(page).references] == ["foo", "7", "Baz3", ""]


def test_places_are_those_of_the_text_itself() -> None:
    """Line and column point at the entry's first word, also in nested and indented content."""
    page = "---\na: b\n---\n# References\n\n1.  Foo (2001). T. J. x\n\n!!! note\n    - Bar (2002). T. J. x\n\n| Reference |\n|--|\n| Baz (2003). T. J. x |\n"
    assert places(page) == [(6, 5), (9, 7), (13, 3)]
    assert places("# T\r\n\r\nSee 10.1234/x and\r\nthen 10.1234/y.\r\n") == [(3, 5), (4, 6)]


def test_accepting_comments() -> None:
    """A comment in the entry, on the line below or above it, accepts it; a reason is needed."""
    accepted = Acceptance(reason="it is right")
    inside = scan("# References\n\n- Foo (2001). T. J. x <!-- scholar: ignore it is right -->\n- Bar (2002). T. J. x\n")
    below = scan(
        "# References\n\n- Foo (2001). T. J. x\n<!-- scholar: ignore it is right -->\n\n- Bar (2002). T. J. x\n"
    )
    nested = scan(
        "# References\n\n- Foo (2001). T. J. x\n\n    <!-- scholar: ignore it is right -->\n\n- Bar (2002). T. J. x\n"
    )
    above = scan("# References\n\n<!-- scholar: ignore it is right -->\n- Foo (2001). T. J. x\n- Bar (2002). T. J. x\n")
    for page in (inside, below, nested, above):
        assert [each.accepted for each in page.references] == [accepted, None]
    mention = scan("# T\n\n10.1234/x <!-- scholar: ignore it is right -->\n")
    assert mention.references[0].accepted == accepted
    bad = scan("# References\n\n<!-- scholar: ignore -->\n\n- Foo (2001). T. J. x\n")
    assert ([each.rule for each in bad.problems], bad.references[0].accepted) == (["broken-entry"], None)


def test_names_placeholders_and_boilerplate_are_no_entries() -> None:
    """Author lists, `TBD`, template rows, links within the site and introductions are left out."""
    page = (
        "## References\n\nThis list was last updated in 2024, by us.\n\n- TBD\n- [API](api.md)\n- Jane Doe\n\n[1] Author, F. (2025). Title. Journal. https://doi.org/link/to/doi\n\n"
        "## Authors\n\n1. Jane Doe, of the University (2020)\n"
    )
    result = scan(page)
    assert result.references == ()
    assert [(each.rule, each.location.line) for each in result.problems] == [("placeholder", 5), ("placeholder", 9)]


def test_tables_of_references_hold_other_rows_too() -> None:
    """A `Reference` column gives entries anywhere; other rows give mentions, and a `TBD` row a placeholder."""
    page = f"# T\n\n| Data | Reference |\n|---|---|\n| a | {A} |\n| 10.1234/x | n/a |\n"
    assert (entries(page), mentions(page)) == ([A], ["doi:10.1234/x"])
    listed = f"# References\n\n| n | t |\n|---|---|\n| 1 | {A} |\n| 2 | TBD |\n"
    assert (entries(listed), [each.rule for each in scan(listed).problems]) == ([f"1 {A}"], ["placeholder"])
    grouped = f"# References\n\n**Journal**\n\n- {A}\n"
    assert (entries(grouped), scan(grouped).problems) == ([A], ())


def test_a_label_twice_under_one_heading() -> None:
    """The second `[1]` of one list is reported; that of another list is not."""
    page = "# References\n\n[1] Foo (2001). T. J. x\n\n[1] Bar (2002). T. J. x\n\n# References\n\n[1] Baz (2003). T. J. x\n"
    assert [(each.rule, each.location.line) for each in scan(page).problems] == [("duplicate-key", 5)]


@pytest.mark.parametrize(
    "case", [case for case in cases("reference scan") if case["input"]["format"] == "md"], ids=lambda case: case["id"]
)
def test_shared_scan_cases(case: dict[str, dict[str, str]]) -> None:
    """Of the shared cases one holds a single entry without identifier, the other nothing to look up."""
    references = scan(case["input"]["text"]).references
    expected = {"C004": 0, "C005": 1}[str(case["id"])]
    assert (len(references), [each.identifiers for each in references]) == (expected, [()] * expected)


def test_a_page_without_headings_may_be_nothing_but_a_list() -> None:
    """A file of references needs no heading; prose that mentions works stays prose."""
    assert entries(f"- {A}\n- {B}\n") == [A, B]
    assert entries(f"{A}\n\n{B}\n") == [A, B]
    assert entries("As Foo (2001) has shown, titles matter, see 10.1234/x.\n") == []
    assert entries(f"- {A}\n- Buy milk\n") == []


MARKS = ["[", "](", "![", "`", "``a ", "<!--", "<a ", "<a href=", "10.1234/a ", "10.1234/x-\n", "> ", "*", "_a", "[a]: b\n", "[^1]: x\n\n", "- x\n",
         "x\n: y\n\n", "|a|b|\n|-|-|\n", "{doi}`", "!!! note\n    ", "```{note}\n", "[1] A. (2000) b. ", "<b>References</b>", "<li>a", "[x](", "[@a;", "&lt;"]  # fmt: skip


@pytest.mark.parametrize("mark", MARKS)
def test_scanning_takes_linear_time(mark: str) -> None:
    """Four times the text takes at most about four times the time, whatever it repeats."""
    assert_linear(lambda length: scan(f"## References\n\n{mark * (length // len(mark))}"))


def assert_linear(work: Callable[[int], object]) -> None:
    def seconds(length: int) -> float:
        find_identifiers.cache_clear()
        begin = time.process_time()
        work(length)
        return time.process_time() - begin

    seconds(100)  # what is loaded at first use does not count
    assert seconds(40_000) < 9 * min(seconds(10_000) for _ in range(2)) + 0.15


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='[]()!`*_<>#-+=|:.1a \n\t\\{}^@&;~"10./x参', max_size=120), st.booleans())
def test_no_page_makes_the_scanner_raise(text: str, listed: bool) -> None:
    """Any characters at all give references whose places lie in the page."""
    page = ("# References\n\n" if listed else "") + text
    lines = page.replace("\r", "\n").split("\n")
    for each in (*scan(page).references, *scan(page).problems):
        assert 1 <= each.location.line <= len(lines)
        assert each.location.column >= 1
