"""A served site in Chromium: details by keyboard, pending that turns into a verdict, axe in light and dark."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.mkdocs.serving import Server
from tests.mkdocs.test_serve import WORKS, append, site_for
from tests.twin import Twin

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
CHROMIUM = Path("/usr/bin/chromium")
ARTEFACTS = Path(__file__).resolve().parents[1] / "artefacts"
SAMPLE = Path(__file__).resolve().parents[2] / "sample_site"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.enable_socket,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not here"),
]
WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
ARGUMENTS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


def test_pending_turns_into_a_verdict_without_a_manual_reload(browser: Any, tmp_path: Path) -> None:
    """A saved draft shows "not checked yet", then its verdict; the details open and close by keyboard."""
    with Twin(WORKS, limits="off", latency=0.4) as twin:
        site = site_for(twin, tmp_path)
        with Server(site.root) as server:
            server.until("Reloading browsers")
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.port}/")
            page.wait_for_load_state("load")
            append(site.root / "docs/index.md", "\nNew [paper](https://doi.org/10.5555/pair).\n")
            badge = page.locator("p", has_text="New").locator(".scholar-badge")
            sync_api.expect(badge).to_contain_text("not checked yet", timeout=30_000)
            sync_api.expect(badge).to_contain_text("verified", timeout=30_000)

            details = badge.locator(".scholar-details")
            sync_api.expect(details).to_be_hidden()
            badge.locator("button").first.focus()
            page.keyboard.press("Enter")
            sync_api.expect(details).to_be_visible()
            page.keyboard.press("Escape")
            sync_api.expect(details).to_be_hidden()
            assert badge.locator("button").first.evaluate("button => button === document.activeElement")
            page.close()


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("sample") / "sample_site"
    shutil.copytree(SAMPLE, root, ignore=shutil.ignore_patterns("_build"))
    with Server(root) as server:
        server.until("Serving on")
        yield server


@pytest.mark.parametrize("path", ["thesis/chapter-2/", "publications/", "reading-list.ja/", "scholar/references/"])
def test_axe_finds_nothing_in_what_is_ours(browser: Any, sample: Server, path: str) -> None:
    """Badges, open details and the report page hold WCAG 2.2 AA on desktop and phone, light and dark."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"http://127.0.0.1:{sample.port}/{path}")
    button = page.locator(".scholar-badge button").first
    if button.count():
        button.press("Enter")
    ARTEFACTS.mkdir(exist_ok=True)
    name = path.strip("/").replace("/", "-")
    found = {}
    for width, scheme in product((1280, 390), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=str(ARTEFACTS / f"mkdocs-{name}-{scheme}-{width}.png"))
        result = axe.Axe().run(page, context=".scholar-badge, .scholar-page", options={"runOnly": WCAG})
        found[width, scheme] = [(each["id"], each["nodes"][0]["html"][:200]) for each in result.response["violations"]]
    assert {key: [] for key in found} == found
    page.close()


def test_the_filter_of_the_report_works_without_script(browser: Any, sample: Server) -> None:
    """Choosing "not found" leaves the references that were not found; no script is needed."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{sample.port}/scholar/references/")
    page.locator('input[value="not_found"]').check()
    shown = [entry for entry in page.locator(".scholar-entry").all() if entry.is_visible()]
    assert len(shown) == 1
    assert "not found" in shown[0].inner_text()
    context.close()
