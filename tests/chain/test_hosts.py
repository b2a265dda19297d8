"""Chain and watch pages in MkDocs, Sphinx and Markdown alone, built offline from the sample site's lock."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import feedparser
import pytest
from bs4 import BeautifulSoup
from markdown import markdown

pytestmark = pytest.mark.slow
SITE = Path(__file__).resolve().parents[2] / "sample_site"
BIN = Path(sys.executable).parent
FILES = {
    *(f"chain-open-access-types.{suffix}" for suffix in ("json", "graphml", "dot", "bib")),
    *(
        f"watch-{name}.{suffix}"
        for name in ("software-testing", "cites-open-access-types")
        for suffix in ("xml", "json")
    ),
}
COMMANDS = {
    "mkdocs": ("mkdocs", "build", "--quiet", "--site-dir", "out"),
    "sphinx": ("sphinx-build", "-q", "-j", "2", "-c", ".", "-d", "doctrees", "docs", "out"),
}
PAGES = {"mkdocs": "out/{}/index.html", "sphinx": "out/{}.html"}


@pytest.fixture(scope="module", params=sorted(COMMANDS))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The sample site, built by one host."""
    host = request.param
    return host, build(host, copied(tmp_path_factory.mktemp(host)))


def copied(folder: Path) -> Path:
    site = folder / "site"
    shutil.copytree(SITE, site, ignore=shutil.ignore_patterns("_build"))
    return site


def build(host: str, site: Path, *more: str) -> Path:
    command = [str(BIN / COMMANDS[host][0]), *COMMANDS[host][1:], *more]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1796000400", "SCHOLAR_BUILD_CACHE_DIR": "cache"}
    done = subprocess.run(command, cwd=site, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return site


def page(built: tuple[str, Path], name: str) -> BeautifulSoup:
    host, site = built
    return BeautifulSoup((site / PAGES[host].format(name)).read_text("utf-8"), "html5lib")


def test_the_chain_page_shows_picture_tables_and_verdicts(built: tuple[str, Path]) -> None:
    """Eleven works, ten edges, and the badge of the work that the site cites itself."""
    found = page(built, "chain")
    assert len(found.select("svg.scholar-picture a")) == 11
    assert [len(table.select("tbody tr")) for table in found.select(".scholar-chain table")] == [11, 10]
    assert [row.select_one("th").get_text() for row in found.select("tr:has(.scholar-badge--verified)")] == [  # type: ignore[union-attr]
        "Piwowar et al. The state of OA: a large-scale analysis of the prevalence and impact of Open Access articles"
    ]
    assert found.select_one(".scholar-banner--partial")


def test_the_watch_pages_show_what_is_new(built: tuple[str, Path]) -> None:
    """Works by month with the one that is new, revised versions apart; works that cite ours."""
    testing, citing = page(built, "watch-testing"), page(built, "watch-citations")
    assert len(testing.select(".scholar-work")) == 5
    assert len(testing.select(".scholar-work--new")) == 1
    assert "Revised versions and cross-lists (2)" in testing.get_text()
    assert len(citing.select('.scholar-work a[href="https://doi.org/10.1145/3383583.3398584"]')) == 2


def test_the_files_beside_the_pages_are_there_and_linked(built: tuple[str, Path]) -> None:
    """Data of the chain, feed and data of each watch; every link to one leads to it."""
    host, site = built
    assert {path.name for path in (site / "out/scholar").iterdir() if path.is_file()} >= FILES
    for name in ("chain", "watch-testing", "watch-citations"):
        at = site / PAGES[host].format(name)
        links = [str(link["href"]) for link in page(built, name).select(".scholar-page a[href*='scholar/']")]
        assert len(links) in (2, 4)
        assert all((at.parent / link).is_file() for link in links)
    feed = feedparser.parse((site / "out/scholar/watch-software-testing.xml").read_text("utf-8"))
    assert (feed.bozo, len(feed.entries)) == (False, 5)
    assert json.loads((site / "out/scholar/chain-open-access-types.json").read_text("utf-8"))["status"] == "PARTIAL"


def test_two_builds_are_the_same_byte_by_byte(built: tuple[str, Path], tmp_path: Path) -> None:
    """Pages, feeds and data of a second build elsewhere are equal."""
    host, site = built
    again = build(host, copied(tmp_path))
    names = [
        *(f"out/scholar/{name}" for name in FILES),
        *(PAGES[host].format(name) for name in ("chain", "watch-testing")),
    ]
    for name in names:
        assert (again / name).read_bytes() == (site / name).read_bytes(), name


def test_a_page_is_written_again_when_the_lock_has_changed(built: tuple[str, Path], tmp_path: Path) -> None:
    """A second build in the same folder takes what the new lock says."""
    host, _ = built
    site = build(host, copied(tmp_path))
    lock = site / "scholar.lock"
    lock.write_text(lock.read_text("utf-8").replace("Android Instrumentation", "Robot Instrumentation"), "utf-8")
    build(host, site)
    assert "Robot Instrumentation" in (site / PAGES[host].format("watch-testing")).read_text("utf-8")


@pytest.mark.parametrize("host", sorted(COMMANDS))
def test_an_unknown_name_is_told_with_what_there_is(tmp_path: Path, host: str) -> None:
    """One sentence, and in Sphinx the line; the other pages are not lost in Sphinx."""
    site = copied(tmp_path)
    path = site / "docs/chain.md"
    path.write_text(path.read_text("utf-8").replace("} open-access-types", "} nothing"), "utf-8")
    command = [str(BIN / COMMANDS[host][0]), *COMMANDS[host][1:]]
    done = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    said = re.sub(r"\s+", " ", done.stdout + done.stderr)
    assert (
        "{scholar-chain} names `nothing`, but no [[chain]] of the settings has that name; there is open-access-types"
        in said
    )
    assert "Traceback" not in said


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_builders_without_pictures_get_the_tables(tmp_path: Path, builder: str) -> None:
    """The works and edges as tables, the watch as lists."""
    site = copied(tmp_path)
    command = [str(BIN / "sphinx-build"), "-q", "-b", builder, "-c", ".", "-d", "doctrees", "docs", "out"]
    done = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    suffix = {"text": "txt", "latex": "tex", "epub": "xhtml"}[builder]
    text = " ".join(path.read_text("utf-8") for path in sorted((site / "out").glob(f"**/*.{suffix}")))
    plain = re.sub(r"\s+", " ", text)
    for said in ("Nishioka", "PARTIAL", "openalex", "Android Instrumentation Testing", "April"):
        assert said in plain
    assert "<svg" not in text


def test_markdown_alone_shows_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the plugin a block is filled from the lock; inside another fence it stays what it is."""
    monkeypatch.setenv("SCHOLAR_BUILD_CACHE_DIR", str(tmp_path))
    source = "# A page\n\n```{scholar-chain} open-access-types\n```\n\n````\n```{scholar-watch} x\n```\n````\n"
    html = markdown(source, extensions=["fenced_code", "scholar"], extension_configs={"scholar": {"root": str(SITE)}})
    found = BeautifulSoup(html, "html5lib")
    assert len(found.select("svg a")) == 11
    assert "{scholar-watch} x" in found.select_one("pre").get_text()  # type: ignore[union-attr]
