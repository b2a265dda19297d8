"""Beside other plugins, extensions and themes: every reference once, at its own file and line, with its badge."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from tests.mkdocs.building import BIN, Built, Site, statuses
from tests.mkdocs.serving import Server
from tests.mkdocs.test_serve import QUIET_S


def needs(name: str) -> pytest.MarkDecorator:
    """Skip where a package is not installed."""
    try:
        distribution(name)
    except PackageNotFoundError:
        return pytest.mark.skipif(True, reason=f"{name} is not here")
    return pytest.mark.skipif(False, reason="")


def build(name: str, folder: Path, tool: str = "mkdocs") -> tuple[Site, Built]:
    site = Site(name, folder)
    site.lock()
    result = site.build(tool=tool)
    assert result.status == 0, result.log
    assert "Traceback" not in result.log
    return site, result


def article(site: Site, name: str = "index.html") -> str:
    page = site.page(name)
    return page[page.index("<h1") :]


def places(site: Site) -> list[tuple[str, int, str]]:
    """Source, line and status of each reference that the JSON report names."""
    return [(each["source"], each["line"], each["status"]) for each in site.report()["references"]]


def warnings(result: Built) -> list[str]:
    """The places of which something was said, in order."""
    lines = [line.partition("mkdocs_scholar: ")[2] for line in result.log.splitlines() if line.startswith("WARNING")]
    return [":".join(line.split(":")[:2]) for line in lines if line]


def test_extensions_of_pymdownx(tmp_path: Path) -> None:
    """Tabs, blocks, folds, admonitions and snippets give references; formulas and fences give none."""
    site, result = build("mkdocs-pymdownx", tmp_path)
    assert places(site) == [
        ("docs/index.md", 3, "verified"),
        ("docs/index.md", 11, "verified"),
        ("docs/index.md", 19, "verified"),
        ("docs/index.md", 23, "not_found"),
        ("docs/index.md", 26, "verified"),
        ("docs/index.md", 33, "verified"),
        ("docs/index.md", 34, "mismatch"),
        ("docs/part.txt", 1, "verified"),
    ]
    assert statuses(article(site)) == [status for _, _, status in places(site)]
    assert warnings(result) == ["docs/index.md:23", "docs/index.md:34", "docs/part.txt:1"]
    assert r'<span class="arithmatex">\(a_{10.5555/math}\)</span>' in site.page()


@needs("mkdocs-include-markdown-plugin")
@needs("mkdocs-redirects")
def test_included_files_and_redirects(tmp_path: Path) -> None:
    """What a page takes in is reported once, by its own file and line, in whichever order the plugins stand."""
    site, result = build("mkdocs-includes", tmp_path)
    assert places(site) == [
        ("docs/index.md", 8, "verified"),
        ("docs/parts/list.md", 7, "mismatch"),
        ("parts/intro.md", 3, "not_found"),
    ]
    assert statuses(article(site)) == ["not_found", "verified", "mismatch"]
    assert statuses(article(site, "parts/list/index.html")) == ["mismatch"]
    assert warnings(result) == ["docs/parts/list.md:7", "parts/intro.md:3"]
    assert "scholar" not in site.page("old/index.html")


@needs("mkdocs-static-i18n")
def test_a_site_in_two_languages(tmp_path: Path) -> None:
    """Each language has its badges and its report in its own words; one JSON report holds them all, each once."""
    site, result = build("mkdocs-i18n", tmp_path)
    assert places(site) == [
        ("docs/index.en.md", 3, "verified"),
        ("docs/index.ja.md", 3, "verified"),
        ("docs/index.ja.md", 7, "mismatch"),
        ("docs/only.en.md", 3, "not_found"),
    ]
    assert statuses(article(site)) == ["verified"]
    assert statuses(article(site, "ja/index.html")) == ["verified", "mismatch"]
    assert "不一致：発行年" in site.page("ja/index.html")
    assert statuses(article(site, "only/index.html")) == ["not_found"]
    assert statuses(article(site, "ja/only/index.html")) == ["not_found"]
    assert "Reference report</h1>" in site.page("scholar/references/index.html").replace("\n", "")
    assert '<a href="../../">海辺</a>' in site.page("ja/scholar/references/index.html")
    assert warnings(result) == ["docs/only.en.md:3", "docs/index.ja.md:7"], "a page without translation is told once"


@needs("mkdocs-static-i18n")
@pytest.mark.enable_socket
def test_one_edit_is_one_build_in_two_languages(tmp_path: Path) -> None:
    """While serving, each save builds every language once, no file is written to `docs`, and no build follows."""
    site = Site("mkdocs-i18n", tmp_path)
    site.lock()
    before = sorted(site.root.glob("docs/**/*"))
    with Server(site.root) as server:
        server.until("Serving on")
        with (site.root / "docs/index.ja.md").open("a", encoding="utf-8") as page:
            page.write("\n追記。\n")
        server.until("Reloading browsers")
        assert server.quiet(QUIET_S) == []
        assert "追記" in server.get("/ja/")
        assert server.log().count("Building 'ja' documentation") == 2, "at the start, and after the edit"
    assert sorted(site.root.glob("docs/**/*")) == before


@needs("mkdocs-monorepo-plugin")
def test_a_site_of_several_folders(tmp_path: Path) -> None:
    """Pages that a plugin copies together are reported by the files that the author edits."""
    site, result = build("mkdocs-monorepo", tmp_path)
    assert places(site) == [
        ("docs/index.md", 3, "verified"),
        ("part/docs/index.md", 3, "verified"),
        ("part/docs/index.md", 7, "not_found"),
    ]
    assert statuses(article(site, "part/index.html")) == ["verified", "not_found"]
    assert warnings(result) == ["part/docs/index.md:7"]
    strict = site.build(env={"SCHOLAR_BUILD_STRICT": "1"})
    assert (strict.status, "part/docs/index.md:7" in strict.log) == (1, True)


@needs("mkdocs-material")
def test_tags_privacy_search_and_instant_navigation_of_material(tmp_path: Path) -> None:
    """Nothing of ours is fetched or found by search; the page of tags is as without the plugin."""
    site, result = build("mkdocs-tags", tmp_path)
    assert statuses(article(site)) == ["verified", "not_found"]
    assert warnings(result) == ["docs/index.md:10"]
    assert "scholar" not in result.log.replace("mkdocs_scholar", "").replace("mkdocs-scholar", "")
    assert "not found" not in site.page("search/search_index.json")
    site.build("-d", "off", env={"SCHOLAR_BUILD_ENABLED": "false"})
    for page in ("tags/index.html", "404.html"):
        assert site.page(page) == site.page(page, "off")


@needs("mkdocs-materialx")
@pytest.mark.parametrize("tool", ["mkdocs", "properdocs"])
def test_materialx(tool: str, tmp_path: Path) -> None:
    """The theme MaterialX shows what Material shows."""
    site, result = build("mkdocs-materialx", tmp_path, tool)
    assert statuses(article(site)) == ["verified", "mismatch"]
    assert warnings(result) == ["docs/index.md:7"]
    assert 'class="scholar-filter"' in site.page("scholar/references/index.html")


@needs("zensical")
def test_zensical_runs_the_extension_alone(tmp_path: Path) -> None:
    """Zensical passes over the plugin; the extension judges from the lock, and its build never fails of a verdict."""
    assert (BIN / "zensical").is_file()
    site = Site("mkdocs-alone", tmp_path)
    site.lock()
    site.write("mkdocs.yml", "plugins: []", "plugins: [search, scholar]")
    result = site.build("--strict", tool="zensical")
    assert result.status == 0, result.log
    assert statuses(article(site)) == ["verified", "mismatch", "unchecked", "not_found"]
    assert "scholar" not in article(site, "plain/index.html")
    assert "not found" not in (site.root / "site/search.json").read_text(encoding="utf-8")
