"""Badges and the report page in Chromium: axe, keyboard, narrow windows, no script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scholar_build.config import Settings
from scholar_build.report import escape, render
from scholar_build.report.html import asset_path, badge, legend
from tests.report.samples import REPORT, STATES

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHROMIUM = Path("/usr/bin/chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not here"),
    pytest.mark.enable_socket,
]
ARGUMENTS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
THEME = """
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 1.25rem; font: 16px/1.6 sans-serif; overflow-wrap: anywhere;
  background: light-dark(#fff, #17191e); color: light-dark(#1f2328, #e1e4e8); }
a { color: light-dark(#2a5b96, #93bdf0); }
"""
SIZES = [(1280, 900), (390, 800)]
SCHEMES = ["light", "dark"]


def badges_page(lang: str) -> str:
    items = "".join(
        f"<li>{escape.html(verdict.reference.text) or 'A mention'} {badge(verdict, number=name, lang=lang)}</li>"
        for name, verdict in STATES.items()
    )
    plain = " ".join(badge(verdict, lang=lang, details=False, style="symbols") for verdict in STATES.values())
    style = THEME + asset_path().read_text(encoding="utf-8")
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Badges</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body><main><h1>Badges</h1>"
        f"<p>In a sentence {badge(STATES['retracted'], number='sentence', lang=lang)} it stays whole.</p>"
        f"<ol>{items}</ol>{legend(lang)}<p>{plain}</p></main></body></html>"
    )


PAGES = {
    "badges.en": badges_page("en"),
    "badges.ja": badges_page("ja"),
    "report.en": render(REPORT, "html", Settings()),
    "report.ja": render(REPORT, "html", Settings(lang="ja")),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


def opened(browser: sync_api.Browser, name: str, folder: Path, **options: object) -> sync_api.Page:
    file = folder / f"{name}.html"
    file.write_text(PAGES[name], encoding="utf-8")
    page = browser.new_context(reduced_motion="reduce", **options).new_page()  # no fade to look into
    page.goto(file.as_uri())
    return page


def violations(page: sync_api.Page) -> list[str]:
    found = axe.Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("name", sorted(PAGES))
def test_axe_finds_nothing(browser: sync_api.Browser, tmp_path: Path, name: str) -> None:
    """No accessibility fault in light and dark, on desktop and phone; no page scrolls sideways."""
    page = opened(browser, name, tmp_path, bypass_csp=True)  # axe is a script, which the report itself forbids
    states = [(size, scheme) for size in SIZES for scheme in SCHEMES]
    for (width, height), scheme in states if name.endswith(".en") else states[1:3]:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_in_open_details(browser: sync_api.Browser, tmp_path: Path, scheme: str) -> None:
    """The details of a badge are as accessible as the badge."""
    page = opened(browser, "badges.en", tmp_path, color_scheme=scheme)
    for name in ("retracted", "other_work"):
        page.locator(f"button[popovertarget=scholar-{name}]").first.click()
        assert page.locator(f"#scholar-{name}").is_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")
    page.context.close()


def test_details_work_by_keyboard_without_script(browser: sync_api.Browser, tmp_path: Path) -> None:
    """Enter opens the details, Escape closes them and gives the focus back."""
    page = opened(browser, "badges.en", tmp_path, java_script_enabled=False)
    button, details = (
        page.locator("button[popovertarget=scholar-wrong_year]").first,
        page.locator("#scholar-wrong_year"),
    )
    assert details.is_hidden()
    button.focus()
    page.keyboard.press("Enter")
    assert details.is_visible()
    page.keyboard.press("Escape")
    assert details.is_hidden()
    page.keyboard.press("Space")
    assert details.is_visible()
    details.get_by_role("button", name="Close").click()
    assert details.is_hidden()
    page.context.close()


def test_the_filter_works_without_script(browser: sync_api.Browser, tmp_path: Path) -> None:
    """Choosing a count shows its references and hides the rest, pages without any included."""
    page = opened(browser, "report.en", tmp_path, java_script_enabled=False)
    rows = page.locator(".scholar-entry")
    assert len(STATES) == rows.locator("visible=true").count()
    page.get_by_label("mismatch").check()
    shown = page.locator(".scholar-entry:visible")
    assert shown.count() == 3
    assert page.locator(".scholar-entry--mismatch:visible").count() == 3
    assert page.get_by_role("heading", name="docs/index.md").is_hidden()
    page.context.close()


def test_details_are_written_out_in_print(browser: sync_api.Browser, tmp_path: Path) -> None:
    """On paper the reason of a mismatch stands under its entry, a clean badge adds nothing."""
    page = opened(browser, "badges.en", tmp_path)
    page.emulate_media(media="print")
    assert page.locator("#scholar-wrong_year .scholar-reason").is_visible()
    assert page.locator("#scholar-verified").is_hidden()
    assert page.locator(".scholar-close").first.is_hidden()
    page.context.close()


def test_badges_are_large_enough_to_touch_and_keep_the_line(browser: sync_api.Browser, tmp_path: Path) -> None:
    """Every badge is at least 24 px high to touch, and the line of a sentence keeps its height."""
    page = opened(browser, "badges.en", tmp_path, viewport={"width": 1280, "height": 900})
    heights = page.evaluate("[...document.querySelectorAll('.scholar-badge > button')].map(b => b.offsetHeight)")
    assert min(heights) >= 24
    paragraph = page.locator("main > p").first
    before = paragraph.evaluate("p => p.offsetHeight")
    paragraph.evaluate("p => p.querySelector('.scholar-badge').remove()")
    assert before == paragraph.evaluate("p => p.offsetHeight")
    page.context.close()
