from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import markdown_it
import pytest
from docutils.core import publish_doctree
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.report import escape
from tests.shared import cases, needs_shared

HOSTILE = [
    '</script><!-- <script> & "quickly"',
    "a\x1b[31mred\x1b[0m\x07",
    "left\u202eright\u2066x\u2069",
    "line\r\nfeed\u2028sep\u2029\x85end",
    "\x00nul\ufffeno\ud800char\U000e0041tag",
    "|cell| *bold* _it_ `code` [link](javascript:x) <b> &amp; @user #1 ~~x~~ $x$ ![i](x) http://x.example www.x",
    '\\input{x} %comment & 100% R&D_costs #1 {brace} ^ ~ $x$ "q" [opt]',
    "::error::x %0A , : %",
    "`role` *e* **s** |sub| `x`_ y_ :role:`x` .. directive:: \\ http://x.example",
]
TEXTS = st.text(max_size=60) | st.sampled_from(HOSTILE)
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)
EXAMPLES = settings(max_examples=150, deadline=None)


class _Read(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_comment(self, data: str) -> None:
        self.tags.append(("comment", []))


@given(TEXTS)
@EXAMPLES
def test_plain_text_has_one_line_and_nothing_unseen(text: str) -> None:
    """Control, bidi and tag characters never reach a page, a terminal or a log."""
    plain = escape.plain(text)
    assert UNSEEN.search(plain) is None
    assert len(plain.splitlines()) <= 1
    assert plain == escape.plain(plain)


@given(TEXTS)
@EXAMPLES
def test_html_text_is_read_back_as_text(text: str) -> None:
    """Record text shows literally in a page and never becomes an element."""
    reader = _Read()
    reader.feed(f"<p>{escape.html(text)}</p>")
    reader.close()
    assert (escape.plain(text), ["p"]) == (reader.text, [tag for tag, _ in reader.tags])


@given(TEXTS)
@EXAMPLES
def test_attributes_are_read_back_as_text(text: str) -> None:
    """Record text cannot leave an attribute."""
    reader = _Read()
    reader.feed(f'<p title="{escape.attribute(text)}"></p>')
    reader.close()
    assert [("p", [("title", escape.plain(text))])] == reader.tags


@given(TEXTS)
@EXAMPLES
def test_xml_text_is_read_back_as_text(text: str) -> None:
    """Text in XML is well-formed whatever a provider said."""
    assert (ET.fromstring(f"<t>{escape.xml(text)}</t>").text or "") == escape.plain(text)


@given(TEXTS)
@EXAMPLES
def test_markdown_is_read_back_as_text(text: str) -> None:
    """Record text in a job summary is no link, no emphasis, no HTML and no new cell."""
    plain = escape.plain(text).strip()
    tokens = markdown_it.MarkdownIt("gfm-like", {"linkify": False}).parse(f"x{escape.markdown(text).strip()}y")
    inline = [token for token in tokens if token.type == "inline"]
    assert [sorted({child.type for child in token.children or []} - {"text_special"}) for token in inline] == [["text"]]
    assert f"x{plain}y".split() == "".join(child.content for child in inline[0].children or []).split()


@given(TEXTS)
@settings(max_examples=60, deadline=None)
def test_rest_is_read_back_as_text(text: str) -> None:
    """Record text in reStructuredText is no markup and raises no warning."""
    tree = publish_doctree(
        f"x{escape.rest(text)}y", settings_overrides={"report_level": 1, "halt_level": 1, "warning_stream": ""}
    )
    assert f"x{escape.plain(text)}y".split() == tree.astext().split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("100 % of R&D_costs #1", r"100 \% of R\&D\_costs \#1"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("$x^2~y$", r"\$x\textasciicircum{}2\textasciitilde{}y\$"),
        ("[verified]", "{[}verified{]}"),
        ("a\n\n\nb", "a b"),
        ("<|>", r"\textless{}\textbar{}\textgreater{}"),
    ],
)
def test_latex_text_has_no_command(text: str, expected: str) -> None:
    """What is a command or a comment in LaTeX is set as it is written."""
    assert expected == escape.latex(text)


@given(st.recursive(TEXTS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)))
@EXAMPLES
def test_json_in_a_page_cannot_end_its_element(value: object) -> None:
    """Data in a script element holds no `<`, `>`, `&` or line separator, and reads back the same."""
    text = escape.script_json(value)
    assert re.search("[<>&\u2028\u2029]", text) is None
    assert value == json.loads(text)


@needs_shared
@pytest.mark.parametrize("case", cases("rendering & escaping"), ids=lambda case: str(case["id"]))
def test_shared_cases_of_escaping(case: dict[str, object]) -> None:
    """Titles of the shared cases stay data wherever a page embeds them."""
    facts = case["provider_facts"]
    assert isinstance(facts, list)
    for fact in facts:
        title = fact["record"]["title"]
        data = escape.script_json({"title": title})
        assert "</script" not in data.lower()
        assert "<!--" not in data
        assert json.loads(data)["title"] == title
        reader = _Read()
        reader.feed(escape.html(title))
        reader.close()
        assert (title, []) == (reader.text, reader.tags)


@given(TEXTS)
@EXAMPLES
def test_a_workflow_command_is_one_line(text: str) -> None:
    """A title cannot start another workflow command or another property."""
    data, prop = escape.workflow_data(text), escape.workflow_property(text)
    assert "\n" not in data + prop
    assert "\r" not in data + prop
    assert ":" not in prop
    assert "," not in prop
    unescaped = prop.replace("%2C", ",").replace("%3A", ":").replace("%0A", "\n").replace("%0D", "\r")
    assert unescaped.replace("%25", "%") == escape.workflow_data(text).replace("%0A", "\n").replace(
        "%0D", "\r"
    ).replace("%25", "%")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://doi.org/10.5555/x?a=1&b=2", "https://doi.org/10.5555/x?a=1&amp;b=2"),
        ("../page/#ref-1", "../page/#ref-1"),
        ("javascript:alert(1)", "#"),
        (" java\x00script:alert(1)", "#"),
        ("JAVASCRIPT:alert(1)", "#"),
        ("data:text/html,x", "#"),
        ("file:///etc/passwd", "#"),
        ('https://x.example/"onmouseover="x', "https://x.example/&quot;onmouseover=&quot;x"),
    ],
)
def test_only_web_addresses_become_links(url: str, expected: str) -> None:
    """No address from outside can run script or open a file."""
    assert expected == escape.href(url)


def test_a_markdown_address_cannot_end_its_link() -> None:
    """Brackets and bars in an address are percent-encoded."""
    assert escape.markdown_url("https://x.example/a>b|c`d e") == "https://x.example/a%3Eb%7Cc%60d%20e"
    assert escape.markdown_url("javascript:x") == "#"
