"""A full chain page and a watch page in Chromium: axe, narrow windows, no label over another, print."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scholar_build.report.chain.html import chain_html
from scholar_build.report.html import asset_path
from scholar_build.report.page import PageLink
from scholar_build.report.watch.html import watch_html
from tests.chain.test_pages import BLOCKED, FILES, FULL, HERE
from tests.watch.results import RESULT

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
FEEDS = (PageLink(title="Atom", url="x.xml"),)
BODIES = {
    "chain.en": chain_html(FULL, here=HERE, files=FILES),
    "chain.ja": chain_html(FULL, here=HERE, files=FILES, lang="ja"),
    "blocked.en": chain_html(BLOCKED),
    "watch.en": watch_html(RESULT, files=FEEDS),
    "watch.ja": watch_html(RESULT, files=FEEDS, lang="ja"),
}


def whole(name: str) -> str:
    style = THEME + asset_path().read_text(encoding="utf-8")
    return (
        f'<!doctype html><html lang="{name[-2:]}"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body><main><h1>{name}</h1>{BODIES[name]}</main></body></html>"
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


def opened(browser: sync_api.Browser, name: str, folder: Path, **options: object) -> sync_api.Page:
    file = folder / f"{name}.html"
    file.write_text(whole(name), encoding="utf-8")
    page = browser.new_context(reduced_motion="reduce", **options).new_page()
    page.goto(file.as_uri())
    return page


@pytest.mark.parametrize("name", sorted(BODIES))
def test_axe_finds_nothing(browser: sync_api.Browser, tmp_path: Path, name: str) -> None:
    """No accessibility fault in light and dark, on desktop and phone, folds open; no page scrolls sideways."""
    page = opened(browser, name, tmp_path)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        found = axe.Axe().run(page).response["violations"]
        assert [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]] == []
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


@pytest.mark.parametrize("name", ["chain.en", "chain.ja"])
def test_no_label_lies_over_another(browser: sync_api.Browser, tmp_path: Path, name: str) -> None:
    """Thirty works, measured: no label meets another, none leaves the picture."""
    page = opened(browser, name, tmp_path, viewport={"width": 390, "height": 900})
    boxes = page.evaluate(
        "[...document.querySelectorAll('svg a text:last-child')].map(t => { const b = t.getBBox(); "
        "return [b.x, b.y, b.x + b.width, b.y + b.height] })"
    )
    right = page.evaluate("document.querySelector('svg.scholar-picture').clientWidth")
    assert len(boxes) == 30
    for place, (left, top, end, bottom) in enumerate(boxes):
        assert end <= right
        for other in boxes[place + 1 :]:
            assert end <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    page.context.close()


def test_links_of_the_picture_work_by_keyboard_without_script(browser: sync_api.Browser, tmp_path: Path) -> None:
    """The tab key reaches the picture and then each of its works."""
    page = opened(browser, "chain.en", tmp_path, java_script_enabled=False)
    page.locator(".scholar-scroll").first.focus()
    page.keyboard.press("Tab")
    assert page.locator("svg a:focus").count() == 1
    page.context.close()


def test_only_new_works_can_be_shown_without_script(browser: sync_api.Browser, tmp_path: Path) -> None:
    """The switch hides works, and months, that were there at the last build."""
    page = opened(browser, "watch.en", tmp_path, java_script_enabled=False)
    every = page.locator(".scholar-work").count()
    page.locator("[name=scholar-only-new]").check()
    assert page.locator(".scholar-work:visible").count() == page.locator(".scholar-work--new").count() < every
    page.context.close()


def test_print_shows_the_picture_and_all_edges(browser: sync_api.Browser, tmp_path: Path) -> None:
    """On paper the folded table of edges is open and the picture is there."""
    page = opened(browser, "chain.en", tmp_path)
    page.emulate_media(media="print")
    assert page.locator("svg.scholar-picture").is_visible()
    assert page.locator("details table").is_visible()
    page.context.close()
