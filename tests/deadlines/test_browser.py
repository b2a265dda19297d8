"""The page of deadlines in Chromium: axe, narrow windows, dark, without script, and long after it was built."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scholar_build.report.html import asset_path
from tests.deadlines.samples import fragment
from tests.report.test_browser import ARGUMENTS, CHROMIUM, THEME, violations

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not here"),
]
SIZES = [(1280, 900), (390, 800), (320, 700)]


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


def opened(
    browser: sync_api.Browser, folder: Path, *, lang: str = "en", at: str = "", **options: object
) -> sync_api.Page:
    style = THEME + asset_path().read_text(encoding="utf-8")
    file = folder / f"{lang}.html"
    file.write_text(
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Deadlines</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body><main><h1>Deadlines</h1>{fragment(lang=lang)}</main></body></html>",
        encoding="utf-8",
    )
    page = browser.new_context(reduced_motion="reduce", **options).new_page()
    page.clock.set_fixed_time(datetime.fromisoformat(at or "2026-11-30T08:00:00+09:00"))
    page.goto(file.as_uri())
    return page


def left(page: sync_api.Page) -> list[str]:
    return page.locator(".scholar-days").all_text_contents()


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_can_be_read(
    browser: sync_api.Browser, tmp_path: Path, lang: str, scheme: str, size: tuple[int, int]
) -> None:
    """Axe finds nothing, folds open, and no window is too narrow."""
    page = opened(
        browser, tmp_path, lang=lang, color_scheme=scheme, viewport={"width": size[0], "height": size[1]}
    )  # fmt: skip
    page.locator("summary").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_page_counts_again(browser: sync_api.Browser, tmp_path: Path) -> None:
    """Long after the build the days left are those of the reader's day, each in the zone of its deadline."""
    page = opened(browser, tmp_path, at="2026-12-07T20:00:00+09:00")  # 6 December, 23:00 at UTC-12
    assert left(page)[:5] == ["over", "over", "today", "11 days left", "53 days left"]
    assert page.locator("[data-scholar-today]").text_content() == "today"
    soon = page.locator(".scholar-days--soon").all_text_contents()
    assert soon == ["today"]
    page = opened(browser, tmp_path, at="2026-12-07T21:00:01+09:00")
    assert left(page)[:3] == ["over", "over", "over"]


def test_the_script_says_what_the_page_said(browser: sync_api.Browser, tmp_path: Path) -> None:
    """On the day of the build the script changes nothing but the day's name, in both languages."""
    for lang in ("en", "ja"):
        static = opened(browser, tmp_path, lang=lang, java_script_enabled=False)
        counted = opened(browser, tmp_path, lang=lang)
        assert left(static) == left(counted)
        for page in (static, counted):
            assert page.locator(".scholar-days--soon").count() == 3


def test_the_readers_own_zone_means_nothing(browser: sync_api.Browser, tmp_path: Path) -> None:
    """Readers in other zones see the same days left."""
    zones = ("Pacific/Honolulu", "Pacific/Auckland", "Asia/Tokyo")
    assert len({tuple(left(opened(browser, tmp_path, timezone_id=zone))) for zone in zones}) == 1


def test_one_script_for_several_blocks(browser: sync_api.Browser, tmp_path: Path) -> None:
    """Two blocks on one page both count, and the page sends nothing."""
    page = browser.new_context().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.set_fixed_time(datetime.fromisoformat("2027-02-01T00:00:00+09:00"))
    page.set_content(fragment() + fragment(lang="ja"))
    assert set(left(page)) == {"over", "終了"}
    assert asked == []
