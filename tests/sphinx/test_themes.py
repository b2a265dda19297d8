"""Badges and report in the themes that people use: readable, operable, nothing that axe finds fault with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sphinx.building import Project

THEMES = {
    "alabaster": "",
    "furo": "",
    "pydata_sphinx_theme": "",
    "sphinx_book_theme": "",
    "sphinx_rtd_theme": "sphinx_rtd_theme",
}
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


@pytest.mark.parametrize("theme", THEMES)
def test_theme_has_badges(tmp_path: Path, theme: str) -> None:
    """Each theme shows the badges and links the style sheet, without a warning."""
    result = Project("sphinx-rst", tmp_path).build(html_theme=theme)
    assert result.status == 0
    assert [line for line in result.warnings.splitlines() if line and "[scholar." not in line] == []
    assert len(result.badges("index.html")) == 10
    assert "_static/scholar.css" in result.page("index.html")


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_ours(tmp_path: Path, theme: str) -> None:
    """In each theme axe finds no fault in badges, open details and the report; details open by keyboard."""
    sync_api = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    chromium = Path("/usr/bin/chromium")
    if not chromium.is_file():
        pytest.skip("no Chromium here")
    result = Project("sphinx-rst", tmp_path).build(html_theme=theme)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto((result.out / "index.html").as_uri())
        button = page.locator(".scholar-badge--mismatch button").first
        button.focus()
        page.keyboard.press("Enter")
        assert page.locator(".scholar-details:popover-open .scholar-reason").inner_text() != ""
        found = [axe.run(page, context={"include": [[".scholar-badge"]]}, options=RULES)]
        page.keyboard.press("Escape")
        assert page.locator(".scholar-details:popover-open").count() == 0
        page.goto((result.out / "report.html").as_uri())
        found.append(axe.run(page, context={"include": [[".scholar-page"]]}, options=RULES))
        browser.close()
    assert [each["id"] for run in found for each in run.response["violations"]] == []
