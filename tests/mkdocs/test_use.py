"""What an author meets: slips of the pen, pages without references, links of the report, several scripts."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import markdown
import pytest
from mkdocs_scholar.markdown import ScholarExtension

from tests.mkdocs.building import BIN, Built, Site, statuses
from tests.mkdocs.test_serve import WORKS, append, site_for
from tests.twin import Fault, Twin


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Built]:
    site = Site("mkdocs-use", tmp_path_factory.mktemp("site"))
    site.lock()
    site.write("scholar.toml", '["refs.bib"]', '["refs.bib", "missing.bib"]')
    return site, site.build()


def test_slips_are_told_in_one_sentence_with_what_to_do(built: tuple[Site, Built]) -> None:
    """Half an identifier, an unknown key and a missing bibliography are named with file and line and how it goes."""
    _, result = built
    assert result.status == 0
    said = [line.partition("mkdocs_scholar: ")[2] for line in result.log.splitlines() if "WARNING" in line]
    slip = "docs/wrong.md:3:"
    for line in (
        f"{slip} `10.…/x` names no work: a DOI begins with `10.`, as in `10.5555/12345678`. (malformed-identifier)",
        f"{slip} `PMC123` names no work: a PMID is a number, as in `12345678`. (malformed-identifier)",
        "docs/wrong.md:5: No entry has the key `tide`. Is `tides` meant? (missing-entry)",
        "missing.bib:1: This bibliography file is named, but there is no such file. (unreadable-source)",
    ):
        assert line in said
    assert "Traceback" not in result.log


def test_a_slip_stays_as_it_was_written(built: tuple[Site, Built]) -> None:
    """What names no work is shown as the author's words, without a badge."""
    site, _ = built
    page = site.page("wrong/index.html")
    assert '<span class="scholar-role">PMC123</span>' in page
    assert "[@tide]" in page
    assert statuses(page[page.index("<h1") :]) == ["verified"]


def test_a_page_without_references_is_the_page_of_a_build_without_the_plugin(built: tuple[Site, Built]) -> None:
    """Byte for byte, the style sheet is not linked either; nor on the page for wrong addresses."""
    site, _ = built
    assert site.build("-d", "off", env={"SCHOLAR_BUILD_ENABLED": "false"}).status == 0
    for name in ("index.html", "404.html"):
        mine, plain = (re.sub("Build Date UTC.*", "", site.page(name, folder)) for folder in ("site", "off"))
        assert mine == plain


def test_the_report_leads_to_the_badge(built: tuple[Site, Built]) -> None:
    """Each place in the report is a link to the very badge, and the JSON report knows line and column."""
    site, _ = built
    report = site.page("scholar/references/index.html")
    assert '<a href="../../odd/#scholar-at-2">line 3</a>' in report
    assert 'id="scholar-at-2"' in site.page("odd/index.html")
    places = {each["source"]: (each["line"], each["column"]) for each in site.report()["references"]}
    assert places["docs/odd.md"] == (3, 37)
    assert places["docs/list.ja.md"] == (5, 3)


def test_a_page_named_for_its_language_is_told_in_it(built: tuple[Site, Built]) -> None:
    """`list.ja.md` in an English site has Japanese badges, which say so to screen readers."""
    site, _ = built
    page = site.page("list.ja/index.html")
    assert "不一致：発行年" in page
    assert 'data-scholar-status="mismatch" lang="ja"' in page


def test_the_extension_alone_speaks_the_language_of_the_settings(tmp_path: Path) -> None:
    """Without a host that knows the page's language, `lang` in `scholar.toml` says it."""
    (tmp_path / "scholar.toml").write_text('lang = "ja"\n', encoding="utf-8")
    page = markdown.markdown("{doi}`10.5555/x`", extensions=[ScholarExtension(root=str(tmp_path), style=False)])
    assert statuses(page) == ["unchecked"]
    assert "未確認" in page


def test_many_authors_and_other_scripts(built: tuple[Site, Built]) -> None:
    """Three hundred authors are "et al."; a name from right to left stands by itself."""
    site, _ = built
    page = site.page("odd/index.html")
    assert "Name0 et al. (2021)</a>" in page
    assert "כהן (2020)</a>" in page
    assert ".scholar-role { unicode-bidi: isolate; }" in site.page("assets/scholar/scholar.css")


def test_a_site_without_any_reference(tmp_path: Path) -> None:
    """It builds, links no style sheet, and its report page says that there is nothing to check."""
    site = Site("mkdocs-use", tmp_path)
    for page in ("wrong.md", "list.ja.md", "odd.md"):
        (site.root / "docs" / page).unlink()
    site.write("scholar.toml", 'bibliography = ["refs.bib"]', "")
    result = site.build("--strict")
    assert result.status == 0, result.log
    assert "scholar.css" not in site.page()
    report = site.page("scholar/references/index.html")
    assert "No reference was found." in report
    assert "<fieldset" not in report


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A report that cannot be written ends the build with one sentence."""
    site = Site("mkdocs-use", tmp_path)
    site.lock()
    (site.root / "report.json").mkdir()
    result = site.build()
    assert result.status == 1
    assert "report.json" in result.log
    assert "Traceback" not in result.log


def _interrupt(command: list[str], site: Site, twin: Twin) -> tuple[int, float]:
    """Start a command, press Ctrl-C once a provider is being asked; its exit status, and how long it then took."""
    before = twin.count()
    process = subprocess.Popen(
        [str(BIN / "mkdocs"), *command],
        cwd=site.root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SCHOLAR_BUILD_CACHE_DIR": str(site.root / ".cache")},
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 30
    while twin.count() == before and time.monotonic() < end:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
            break
    assert twin.count() > before
    process.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    return process.wait(20), time.monotonic() - pressed


@pytest.mark.enable_socket
@pytest.mark.parametrize("command", [["build"], ["serve", "-a", "127.0.0.1:0"]], ids=["build", "serve"])
def test_ctrl_c_ends_a_slow_build_and_loses_nothing(command: list[str], tmp_path: Path) -> None:
    """Interrupted while a provider does not answer, it ends at once; the next build asks only what is missing."""
    with Twin(WORKS, limits="off") as twin:
        site = site_for(twin, tmp_path)
        assert site.build().status == 0
        append(site.root / "docs/index.md", "\nNew {doi}`10.5555/pair`.\n")
        for provider in twin.endpoints():
            twin.fail(provider, Fault.STALL)
        _, took = _interrupt(command, site, twin)
        assert took < 5
        twin.recover()
        asked = twin.count()
        assert site.build().status == 0
        assert statuses(site.page()) == ["verified", "verified"]
        assert twin.count() - asked == 1
