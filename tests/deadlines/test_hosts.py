"""Deadlines on the pages of both hosts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import icalendar
import pytest
from bs4 import BeautifulSoup

BIN = Path(sys.executable).parent
LIST = "# Grants\n- 2026-12-06 AoE | Fellowship | Two letters\n- 2026-11-13 | Seed money\n- 2026-13-01 | Spring\n"
PAGE = "# Our deadlines\n\n```{scholar-deadlines}\n```\n\nBehind.\n"
BUILD_DAY = "1796000400"  # 2026-11-30, 01:00 UTC


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": BUILD_DAY, "NO_COLOR": "1"}
    return subprocess.run(
        [str(BIN / command[0]), *command[1:]], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "grants.md").write_text(LIST, encoding="utf-8")
    (tmp_path / "scholar.toml").write_text(
        'offline = true\ncache_dir = ".cache"\n[deadlines]\nfile = "grants.md"\n', encoding="utf-8"
    )
    (tmp_path / "mkdocs.yml").write_text("site_name: Lab\nplugins: [scholar]\n", encoding="utf-8")
    (tmp_path / "conf.py").write_text(
        'extensions = ["myst_parser", "sphinx_scholar"]\nroot_doc = "index"\n', encoding="utf-8"
    )
    return tmp_path


def checked(page: Path) -> BeautifulSoup:
    """A built page with the deadlines on it, and the calendar that it links to."""
    html = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    items = [
        (item.strong.get_text(), item.select_one(".scholar-days").get_text())
        for item in html.select(".scholar-deadline")
    ]
    assert items == [("Fellowship", "7 days left"), ("Seed money", "over")]
    assert "grants.md:4" in html.select_one(".scholar-banner").get_text()
    link = next(link["href"] for link in html.select(".scholar-deadlines a") if link["href"].endswith(".ics"))
    calendar = (page.parent / link).read_bytes()
    assert b"\r\n" in calendar
    assert [str(event["SUMMARY"]) for event in icalendar.Calendar.from_ical(calendar).walk("VEVENT")] == [
        "Seed money", "Fellowship",
    ]  # fmt: skip
    return html


def test_mkdocs(site: Path) -> None:
    """A block shows the list on any page; a page of its own is there too, and both link to the calendar."""
    done = run(site, "mkdocs", "build", "--strict")
    assert done.returncode == 0, done.stderr
    html = checked(site / "site" / "index.html")
    assert html.find(string="Behind.") is not None
    checked(site / "site" / "scholar" / "deadlines" / "index.html")
    before = {path: path.read_bytes() for path in (site / "site").rglob("*.ics")}
    run(site, "mkdocs", "build")
    assert before == {path: path.read_bytes() for path in (site / "site").rglob("*.ics")}


def test_mkdocs_without_a_list(site: Path) -> None:
    """Without a list in the settings there is no page, and a block is named as a mistake."""
    (site / "scholar.toml").write_text("offline = true\n", encoding="utf-8")
    done = run(site, "mkdocs", "build")
    assert done.returncode == 1
    assert "the settings name no `file` under [deadlines]" in done.stderr
    (site / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
    assert run(site, "mkdocs", "build").returncode == 0
    assert not (site / "site" / "scholar" / "deadlines").exists()


def test_mkdocs_with_a_list_that_is_missing(site: Path) -> None:
    """A list that cannot be read ends the build with its name."""
    (site / "grants.md").unlink()
    done = run(site, "mkdocs", "build")
    assert done.returncode == 1
    assert "grants.md: cannot be read: No such file or directory" in done.stderr


def test_a_block_inside_another_fence(site: Path) -> None:
    """A block that is shown as code stays code."""
    (site / "docs" / "index.md").write_text(f"# Home\n\n````md\n{PAGE}````\n", encoding="utf-8")
    assert run(site, "mkdocs", "build").returncode == 0
    html = (site / "site" / "index.html").read_text(encoding="utf-8")
    assert "{scholar-deadlines}" in html
    assert 'class="scholar-deadline"' not in html


@pytest.mark.parametrize("has_list", [True, False])
def test_the_markdown_extension_alone(site: Path, has_list: bool) -> None:
    """Without the plugin a page shows the list too, for other users of Python-Markdown; nothing breaks without one."""
    if not has_list:
        (site / "scholar.toml").write_text("offline = true\n", encoding="utf-8")
    program = "import sys, markdown; print(markdown.markdown(sys.stdin.read(), extensions=['scholar']))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=site, input=PAGE, capture_output=True, text=True, check=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": BUILD_DAY},
    )  # fmt: skip
    assert ("7 days left" in done.stdout, ".scholar-deadline {" in done.stdout) == (has_list, True)
    assert ("name no `file`" in done.stderr) is not has_list


def sphinx(site: Path, builder: str = "html", *options: str) -> subprocess.CompletedProcess[str]:
    return run(site, "sphinx-build", "-q", *options, "-b", builder, "-c", ".", "-d", "_dt", "docs", f"_{builder}")


def test_sphinx(site: Path) -> None:
    """The same source shows the same in Sphinx, in HTML with the calendar and in other formats as lists."""
    done = sphinx(site, "html", "-W")
    assert done.returncode == 0, done.stderr
    checked(site / "_html" / "index.html")
    done = sphinx(site, "dirhtml")
    checked(site / "_dirhtml" / "index.html")
    assert sphinx(site, "text").returncode == 0
    text = (site / "_text" / "index.txt").read_text(encoding="utf-8")
    assert "Sun 6 Dec 2026 (end of day, anywhere on Earth): 7 days left" in text.replace("\u00a0", " ")
    assert "“2026-13-01” is no day of the calendar." in text
    assert sphinx(site, "latex").returncode == 0


def test_sphinx_sees_a_changed_list(site: Path) -> None:
    """A changed list is shown by the next build, although no page has changed."""
    assert sphinx(site).returncode == 0
    (site / "grants.md").write_text("- 2027-02-01 | New call\n", encoding="utf-8")
    assert sphinx(site).returncode == 0
    assert "New call" in (site / "_html" / "index.html").read_text(encoding="utf-8")


def test_sphinx_in_rest_without_a_list(site: Path) -> None:
    """The directive works in reStructuredText; without a list in the settings it is an error at its line."""
    (site / "docs" / "index.md").unlink()
    (site / "docs" / "index.rst").write_text("Lab\n===\n\n.. scholar-deadlines::\n", encoding="utf-8")
    assert sphinx(site, "html", "-W").returncode == 0
    checked(site / "_html" / "index.html")
    (site / "scholar.toml").write_text("offline = true\n", encoding="utf-8")
    done = sphinx(site, "html", "-E")
    assert "index.rst:4: ERROR: " in done.stderr
    assert "the settings name no `file` under [deadlines]" in done.stderr
