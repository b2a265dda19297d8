"""Which headings open a reference list."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from scholar_build.scan import is_reference_heading

OPENING = [
    "References", "Reference", "REFERENCES:", "7. References", "A.1 References", "IV. References", "## References ##", "** References **",
    "__Bibliography__", "Bibliography", "Literature cited", "Literature Cited", "Works cited", "Further reading", "Publications",
    "Selected publications", "Our Papers", "Related Publication", "List of publications", "Notes and references",
    "References and Further Reading", "Acknowledgements and references", "References {#refs}", "References {: .x }", "<b>References</b>",
    "参考文献", "引用文献", "文献", "主要業績", "参考文献・謝辞", "原著論文，関連論文および参考文献", "＜ 論文 ＞", "主要な引用文献", "解説/総説",
    "参考资料与注释", "参考文献一覧", "1.参考文献", ["第2章", "参考文献"][1], "■ 参考文献", "研究業績リスト", "引用文献 {#引用文献}",
]  # fmt: skip
OTHERS = [
    "", "API Reference", "Cross references", "Reference implementation", "Citations", "Reading", "Reading the data", "Introduction", "Authors",
    "参考文献の書き方", "文献の読み方", "参考文献について", "How to write references", "x" * 500, "Publications policy", "***",
]  # fmt: skip


@pytest.mark.parametrize("text", OPENING)
def test_headings_that_open_a_list(text: str) -> None:
    """The usual headings count in English and Japanese, with markup, numbers and company."""
    assert is_reference_heading(text) is True


@pytest.mark.parametrize("text", OTHERS)
def test_headings_that_do_not(text: str) -> None:
    """A heading that only holds the word opens no list."""
    assert is_reference_heading(text) is False


def test_further_headings_are_a_setting() -> None:
    """`reference_headings` adds headings, compared without case and markup."""
    assert is_reference_heading("**Our sources**", ("our Sources",)) is True
    assert is_reference_heading("Our other sources", ("our sources",)) is False
