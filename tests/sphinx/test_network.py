"""Builds that ask providers: as many requests as needed, once, and none that breaks a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sphinx.building import Built, Project
from tests.twin import Twin


def online(project: Project, twin: Twin, **conf: object) -> Built:
    return project.build(
        scholar_offline=False,
        scholar_endpoints=twin.endpoints(),
        scholar_paces=twin.paces(),
        scholar_cache_dir=str(project.root / "_cache"),
        **conf,
    )


def real(name: str, folder: Path) -> Project:
    """A project that cites works the twin knows."""
    project = Project(name, folder, locked=False)
    (project.root / "index.rst").write_text(
        "A\n=\n\nBy :doi:`10.1073/pnas.0507655102`, :doi:`10.5555/nowhere.1` and :arxiv:`1706.03762`.\n\n"
        ".. toctree::\n\n   b\n"
    )
    (project.root / "b.rst").write_text("B\n=\n\nBy :doi:`10.1073/pnas.0507655102` again.\n")
    return project


@pytest.mark.parametrize("parallel", [0, 4])
def test_the_second_build_sends_nothing(tmp_path: Path, parallel: int) -> None:
    """The first build asks each provider once for all documents; the second, and another builder, send nothing."""
    project = real("sphinx-extlinks", tmp_path)
    with Twin(limits="fast") as twin:
        first = online(project, twin, extlinks={}, parallel=parallel)
        sent = len(twin.requests)
        assert first.badges("index.html") == ["verified", "not_found", "verified"]
        assert first.badges("b.html") == ["verified"]
        assert 0 < sent <= 8
        assert "looking up references" in first.said
        assert online(project, twin, extlinks={}, parallel=parallel).warnings == ""
        project.build("text", scholar_offline=False, scholar_endpoints=twin.endpoints(), scholar_paces=twin.paces(),
                      scholar_cache_dir=str(project.root / "_cache"), extlinks={})  # fmt: skip
        assert len(twin.requests) == sent
        assert [seen for seen in twin.requests if seen.status == 429] == []


def test_providers_that_do_not_answer(tmp_path: Path) -> None:
    """With every provider down nothing is called wrong; the next build asks again, and its pages are written."""
    project = real("sphinx-extlinks", tmp_path)
    with Twin(limits="fast") as twin:
        gone = dict.fromkeys(twin.endpoints(), "http://127.0.0.1:9")
        down = project.build(
            scholar_offline=False, scholar_endpoints=gone, scholar_paces=twin.paces(), extlinks={},
            scholar_cache_dir=str(project.root / "_cache"),
        )  # fmt: skip
        assert set(down.badges("index.html")) == {"unchecked"}
        up = online(project, twin, extlinks={})
        assert up.read == set()
        assert up.badges("index.html") == ["verified", "not_found", "verified"]


@pytest.mark.parametrize("builder", ["gettext", "dummy", "linkcheck", "changes"])
def test_builders_without_badges_send_nothing(tmp_path: Path, builder: str) -> None:
    """Builders that show no badge ask nobody."""
    project = real("sphinx-extlinks", tmp_path)
    with Twin(limits="fast") as twin:
        project.build(
            builder, scholar_offline=False, scholar_endpoints=twin.endpoints(), scholar_paces=twin.paces(),
            scholar_cache_dir=str(project.root / "_cache"), extlinks={}, linkcheck_ignore=[".*"],
        )  # fmt: skip
        assert twin.requests == []
