"""The sample site, as Sphinx builds it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "sample_site"


def build(builder: str, folder: Path, *options: str) -> tuple[int, list[str]]:
    """Build the site as its author does; the exit status and what was printed."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "-b",
        builder,
        "-c",
        str(SITE),
        "-d",
        str(folder / "doctrees"),
    ]
    done = subprocess.run(
        [*command, "-D", "scholar_report=", *options, str(SITE / "docs"), str(folder / "out")],
        env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]


@pytest.mark.parametrize("builder", ["html", "epub", "latex"])
def test_no_warning_but_the_planted(tmp_path: Path, builder: str) -> None:
    """Under `-W` the site has the faults that were planted in its references, and no others."""
    status, said = build(builder, tmp_path)
    assert status == 1
    assert [line for line in said if "[scholar." not in line] == []
    assert build(builder, tmp_path / "quiet", "-D", "suppress_warnings=scholar") == (0, [])


def test_all_verdicts_are_shown(tmp_path: Path) -> None:
    """The pages show all four verdicts, and the sidebar leads to every page."""
    build("html", tmp_path)
    pages = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").rglob("*.html"))
    assert set(re.findall(r'data-scholar-status="(\w+)"', pages)) == {"verified", "mismatch", "not_found", "unchecked"}
    index = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    for page in ("publications", "thesis/chapter-2", "reading-list", "reading-list.ja", "about"):
        assert f'href="{page}.html"' in index


def test_the_epub_is_well_formed(tmp_path: Path) -> None:
    """Every page of the EPUB is XML."""
    build("epub", tmp_path)
    (epub,) = (tmp_path / "out").glob("*.epub")
    with zipfile.ZipFile(epub) as book:
        for name in book.namelist():
            if name.endswith((".xhtml", ".opf", ".ncx")):
                ET.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", book.read(name).decode()))
