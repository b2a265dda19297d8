"""Plain paragraphs are read as markdown-it reads them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from scholar_build.scan.markdown_prose import prose_plugin

_INDENTS = st.sampled_from(
    ("", "", "", " ", "  ", "   ", "    ", "     ", "\t", "> ", ">", "- ", "1. ", "   > ", "  - ")
)
_STARTS = st.sampled_from(
    ("word", "word", "word and word", "", "", "- item", "* ", "2. two", "12345678901. x", "10.5555/x", "===", "---",
     "* * *", "# head", "## ", ": said", ":", "~ told", "```", "~~~", "<div>", "<b>x</b>", "[^1]: note", "[a]: /b",
     "|a|b|", "|--|--|", "a | b", "--|--", "-|-", "+ plus", "1) one", "-", "é", "文献", "word  ", "\\", "\xa0"),
)  # fmt: skip
_PAGES = st.lists(st.tuples(_INDENTS, _INDENTS, _STARTS).map("".join), max_size=12).map("\n".join)


def _read(text: str, *, quickly: bool) -> list[tuple[str, list[int] | None, str]]:
    parser = MarkdownIt("commonmark").use(footnote_plugin).use(deflist_plugin).enable("table")
    if quickly:
        parser.use(prose_plugin)
    parser.disable(["inline", "reference", "footnote_tail", "text_join"])
    around = ("paragraph_open", "paragraph_close")
    tokens = parser.parse(text)
    return [(each.type, each.map, each.content.strip()) for each in tokens if each.type not in around]


@settings(deadline=None, max_examples=200)
@given(_PAGES)
def test_every_page_has_the_blocks_of_markdown_it(text: str) -> None:
    """A page's blocks, their lines and their words are those of markdown-it alone."""
    assert _read(text, quickly=True) == _read(text, quickly=False)
