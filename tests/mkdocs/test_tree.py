"""The Markdown extension: what it collects from a page's tree, and that it moves no word of the page."""

from __future__ import annotations

import re

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mkdocs_scholar.collect import Collected
from mkdocs_scholar.lines import Lines
from mkdocs_scholar.markdown import ScholarExtension

EXTENSIONS = [
    *(
        "abbr",
        "admonition",
        "attr_list",
        "def_list",
        "fenced_code",
        "footnotes",
        "md_in_html",
        "smarty",
        "tables",
        "toc",
    ),
    *("pymdownx.details", "pymdownx.inlinehilite", "pymdownx.magiclink", "pymdownx.superfences"),
    *("pymdownx.tabbed", "pymdownx.tasklist"),
]
MARKS = re.compile(r'<scholar-badge ref="[rc]\d+"></scholar-badge>|</?scholar-(?:cite|work)[^>]*>')


def convert(text: str) -> tuple[str, Collected]:
    collected = Collected()
    collected.open_page("page.md", Lines(text))
    return markdown.Markdown(extensions=[*EXTENSIONS, ScholarExtension(collected=collected)]).convert(text), collected


def entries(text: str) -> list[tuple[int, str]]:
    """Line and text of each entry under a heading."""
    _, collected = convert(f"# Page\n\n## References\n\n{text}\n")
    return [(each.location.line - 4, each.text) for each in collected.references]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. A, B. (1999). One.\n2. C, D. (2000). Two.", [(1, "A, B. (1999). One."), (2, "C, D. (2000). Two.")]),
        ("- A, B. (1999). *One*.\n- **C**, D. (2000). Two.", [(1, "A, B. (1999). One."), (2, "C, D. (2000). Two.")]),
        ("- A, B. (1999). One\n  long title.", [(1, "A, B. (1999). One long title.")]),
        ("- Books\n    - A, B. (1999). One.\n    - C, D. (2000). Two.",
         [(2, "A, B. (1999). One."), (3, "C, D. (2000). Two.")]),
        ("[1] A, B. (1999). One.\n[2] C, D. (2000). Two.", [(1, "A, B. (1999). One."), (2, "C, D. (2000). Two.")]),
        ("[^a]: A, B. (1999). One. https://doi.org/10.5555/a\n\nText[^a].",
         [(1, "A, B. (1999). One. https://doi.org/10.5555/a")]),
        ("Key\n:   A, B. (1999). One.", [(2, "A, B. (1999). One.")]),
        ("| Who | What |\n|---|---|\n| A, B. | One (1999) |", [(3, "A, B. One (1999)")]),
        ("<ul><li>A, B. (1999). <i>One</i>.</li></ul>", [(1, "A, B. (1999). One.")]),
        ("!!! note\n    - A, B. (1999). One.", [(2, "A, B. (1999). One.")]),
        ("- A, B. (1999). Tom &amp; \\*Jerry\\*.", [(1, "A, B. (1999). Tom & *Jerry*.")]),
    ],
)  # fmt: skip
def test_entries_are_read_in_every_form(text: str, found: list[tuple[int, str]]) -> None:
    """Lists of all kinds under a reference heading give one reference an entry, with the line it begins on."""
    assert entries(text) == found


def test_a_badge_stands_behind_the_words_of_its_entry() -> None:
    """A mark goes behind the last word: before nested lists and ways back, outside links and emphasis."""
    html, _ = convert("## References\n\n- A (1999). *One* [x](https://doi.org/10.5555/a)\n    1. nested note\n")
    assert '<a href="https://doi.org/10.5555/a">x</a><scholar-badge ref="r0"></scholar-badge><ol>' in html
    html, _ = convert("Text[^n].\n\n## References\n\n[^n]: A, B. (1999). *One thing*\n")
    assert '<em>One thing</em><scholar-badge ref="r0"></scholar-badge>&#160;<a class="footnote-backref"' in html


def test_an_accepted_entry_keeps_its_reason() -> None:
    """A comment `scholar: ignore` accepts the entry it stands in or before."""
    _, collected = convert(
        "## References\n\n- A, B. (1999). One. <!-- scholar: ignore in print -->\n\n- C, D. (2000). Two.\n"
    )
    assert [each.accepted and each.accepted.reason for each in collected.references] == ["in print", None]


@pytest.mark.parametrize(
    "text",
    [
        "`{doi}`", "`{doi}` `10.5555/a`", "``{doi}`10.5555/a` ``", "\\{doi}`10.5555/a`", "```\n{doi}`10.5555/a`\n```",
        "    {doi}`10.5555/a`", "`[@key]`", "\\[@key]", "[@key](https://example.org)", "[@key]: https://example.org",
        "mail@example.org", "[mail](mailto:a@b.org)", "<!-- {doi}`10.5555/a` -->", "[@fig:one]", "![@key](x.png)",
    ],
)  # fmt: skip
def test_what_is_no_reference_is_left_alone(text: str) -> None:
    """Code, escapes, links, addresses and cross-references yield nothing."""
    _, collected = convert(f"# Page\n\n{text}\n")
    assert collected.references == []
    assert collected.citations == []


PIECES = st.sampled_from(
    [
        "# Page", "## References", "### Books", "## 参考文献", "**References**", "- A, B. (1999). *One* `x`.",
        "1. C (2000) [two](https://doi.org/10.5555/b).", "    - nested 10.5555/c", "[1] D, E. (2001). Three.",
        "text [@a; @b, p. 3] and **bold 10.5555/d** end", "see [*link*](https://doi.org/10.5555/e), [@doi:10.5555/f]",
        "| a | b |\n|---|---|\n| F (2002) | 10.5555/g |", "Term\n:   G, H. (2003). Four.", "note[^n]",
        "[^n]: I (2004). Five https://doi.org/10.5555/h", "<div markdown>\n- J (2005). Six.\n</div>",
        "<ul><li>K (2006). <a href='https://doi.org/10.5555/i'>x</a></li></ul>",
        "!!! note \"References\"\n    - L (2007).",
        "```\n10.5555/code\n```", "> M (2008). Seven arXiv:2101.00001", "&lt;a&gt; \\*x\\* <https://doi.org/10.5555/j>",
        "<!-- scholar: ignore why -->", "- [ ] task 10.5555/k", "<b>10.5555/l</b> a<br>b",
        "\ue000\ue001\ue002 odd \x02wzxhzdk:9\x03", "??? quote \"References\"\n    1. N (2009). Eight.",
        "*[N]: Nine", "",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12), st.sampled_from(["\n", "\n\n"]))
@settings(max_examples=150, deadline=None)
def test_no_page_is_changed_but_for_the_marks(pieces: list[str], between: str) -> None:
    """Whatever a page holds, without the marks and roles it is the bytes of a conversion without the extension."""
    text = between.join(pieces)
    html, _ = convert(text)
    assert MARKS.sub("", html) == markdown.Markdown(extensions=EXTENSIONS).convert(text)


ROLES = st.sampled_from(
    ["{doi}`10.5555/a`", "{pmid}`x`", "{arxiv}`words <2101.00001>`", "- {doi}`10.5555/b`", "# {doi}`10.5555/c`",
     "[{doi}`10.5555/d`](https://example.org)", "*{openalex}`W1`*", "| a |\n|---|\n| {doi}`10.5555/e` |",
     "{doi}`", "`", "``"]
)  # fmt: skip


@given(st.lists(st.one_of(ROLES, PIECES), max_size=8), st.sampled_from([" ", "\n", "\n\n"]))
@settings(max_examples=100, deadline=None)
def test_no_role_is_left_half_done(pieces: list[str], between: str) -> None:
    """Roles become links, or plain words where they name nothing, wherever they stand."""
    html, _ = convert(between.join(pieces))
    assert "<scholar-role" not in html
    assert "<scholar-key" not in html
