"""Drafting with `mkdocs serve`: no save waits for the network, one save is one build, nothing ends the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mkdocs.building import Site, statuses
from tests.mkdocs.serving import Server
from tests.twin import Fault, Twin, Work

WORKS = (
    Work(title="Tides and the habits of limpets", authors=("Moreau, Anne",), year=2011, venue="Shore Letters",
         doi="10.5555/tides"),
    Work(title="Two keepers and one lighthouse", authors=("Okafor, Ada", "Lind, Bo"), year=2015,
         venue="Shore Letters", doi="10.5555/pair"),
)  # fmt: skip
QUIET_S = 1.2
"""The watcher looks twice a second, and a build of so small a site takes less than half of one."""


@pytest.fixture
def twin() -> Iterator[Twin]:
    with Twin(WORKS, limits="off") as twin:
        yield twin


def site_for(twin: Twin, tmp_path: Path) -> Site:
    site = Site("mkdocs-serve", tmp_path)
    settings = [f'{name} = "{address}"' for name, address in twin.endpoints().items()]
    paces = [f"{name} = {pace}" for name, pace in twin.paces().items()]
    text = (site.root / "scholar.toml").read_text(encoding="utf-8")
    text += "\n".join(["[endpoints]", *settings, "[paces]", *paces, ""])
    (site.root / "scholar.toml").write_text(text, encoding="utf-8")
    return site


def append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_a_draft_is_judged_behind_the_saves(twin: Twin, tmp_path: Path) -> None:
    """What is not known yet shows as pending, is looked up, and the page is built once more with the verdict.

    One edit makes one build: pages, reports and caches are written where nobody watches, and never into `docs`.
    """
    site = site_for(twin, tmp_path)
    before = sorted(site.root.glob("docs/**/*"))
    with Server(site.root) as server:
        server.until("Reloading browsers")  # the answers to the first build's questions
        assert statuses(server.get()) == ["verified"]

        append(site.root / "docs/index.md", "\nNew {doi}`10.5555/pair`, and {doi}`10.5555/invented`.\n")
        server.until("Reloading browsers")
        assert "not checked yet" in server.get()
        server.until("Reloading browsers")
        page = server.get()
        assert statuses(page) == ["verified", "verified", "not_found"]
        assert "Okafor and Lind (2015)</a>" in page
        assert server.quiet(QUIET_S) == []

        asked = twin.count()
        append(site.root / "docs/other.md", "\nOnly words.\n")
        server.until("Reloading browsers")
        assert server.quiet(QUIET_S) == []
        assert server.log().count("Building documentation") == 5, (
            "one each for the start and the edits, two for answers"
        )
        assert twin.count() == asked
        assert 'class="scholar-filter"' in server.get("/scholar/references/")
        assert sorted(site.root.glob("docs/**/*")) == before
        assert server.process.poll() is None, "strict never ends the server"


def test_the_bibliography_and_the_settings_are_watched(twin: Twin, tmp_path: Path) -> None:
    """A change of the `.bib` or the settings file reaches pages that did not change, without a new request."""
    site = site_for(twin, tmp_path)
    with Server(site.root) as server:
        server.until("Reloading browsers")
        assert statuses(server.get()) == ["verified"]
        asked = twin.count()

        site.write("refs.bib", "2011},", "1995},")
        server.until("Reloading browsers")
        assert statuses(server.get()) == ["mismatch"]
        assert server.quiet(QUIET_S) == [], "one save is one build"

        site.write("scholar.toml", "strict = true", 'strict = true\nlang = "ja"')
        server.until("Reloading browsers")
        assert "不一致：発行年" in server.get()
        assert twin.count() == asked


def test_a_provider_that_does_not_answer_is_not_asked_at_every_save(twin: Twin, tmp_path: Path) -> None:
    """With providers that ask for a long wait, references stay unchecked and saves are built at once."""
    site = site_for(twin, tmp_path)
    for provider in twin.endpoints():
        twin.fail(provider, Fault.TOO_MANY_LONG)
    with Server(site.root) as server:
        server.until("Reloading browsers")
        page = server.get()
        assert statuses(page) == ["unchecked"]
        assert "not checked yet" not in page
        append(site.root / "docs/index.md", "\nOnly words.\n")
        server.until("Reloading browsers")
        assert server.quiet(QUIET_S) == []


@pytest.mark.parametrize("arguments", [("--strict",), ("--clean",)], ids=["strict", "clean"])
def test_serving_never_ends_of_a_strict_failure(arguments: tuple[str, ...], twin: Twin, tmp_path: Path) -> None:
    """References that do not exist are told while serving, also under MkDocs' own strict mode."""
    site = site_for(twin, tmp_path)
    append(site.root / "docs/index.md", "\nNever {doi}`10.5555/invented`.\n")
    with Server(site.root, *arguments) as server:
        server.until("identifier-not-found")
        server.until("Reloading browsers")
        assert statuses(server.get()) == ["verified", "not_found"]
