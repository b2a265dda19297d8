"""Badges and messages in the project's language."""

from __future__ import annotations

from pathlib import Path

from tests.sphinx.building import Project


def test_japanese(tmp_path: Path) -> None:
    """With `language = "ja"` badges, details, reports and messages are Japanese."""
    project = Project("sphinx-rst", tmp_path)
    html = project.build(language="ja")
    for words in ("検証済み", "不一致：発行年", "見つかりません", "未確認"):
        assert words in html.page("index.html")
    assert "文献照合レポート" in html.page("report.html") or "すべての文献" in html.page("report.html")
    assert "不一致：発行年" in html.warnings
    assert "[不一致：発行年]" in project.build("text", language="ja").page("index.txt")


def test_lang_of_badges(tmp_path: Path) -> None:
    """`scholar_lang` sets the badges' language apart from the page's, and says so in the markup."""
    page = Project("sphinx-rst", tmp_path).build(scholar_lang="ja").page("index.html")
    assert 'data-scholar-status="mismatch" lang="ja"' in page


def test_a_language_without_catalogue(tmp_path: Path) -> None:
    """Badges are English in a language that has no catalogue, and marked as such."""
    result = Project("sphinx-rst", tmp_path).build(language="de")
    assert "mismatch: year" in result.page("index.html")
