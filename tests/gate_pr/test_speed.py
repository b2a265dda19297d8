"""What the gate costs, in counts: a whole check looks at everything once, a change only at what changed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.gate import entry, make_site
from scholar_build import check as pipeline
from scholar_build.scan import files
from tests.cli.project import Project

PAGES, REFERENCES = 30, 3


@pytest.fixture
def project(tmp_path: Path) -> Project:
    make_site(tmp_path / "site", PAGES, REFERENCES)
    project = Project(tmp_path / "site")
    project.git("init", "--quiet")
    project.commit()
    return project


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often pages were scanned and references judged."""
    counts: Counter[str] = Counter()
    for module, name in ((files, "scan_text"), (pipeline, "judge")):
        counts[name] = 0
        monkeypatch.setattr(module, name, _counting(getattr(module, name), name, counts))
    return counts


def _counting(function, name, counts):  # type: ignore[no-untyped-def]
    def counting(*arguments, **more):  # type: ignore[no-untyped-def]
        counts[name] += 1
        return function(*arguments, **more)

    return counting


def test_a_whole_check_looks_at_everything_once(project: Project, counted: Counter[str]) -> None:
    """Every page is scanned once and every reference judged once."""
    assert project.run("check", "docs", "--strict").status == 0
    assert counted == {"scan_text": PAGES, "judge": PAGES * REFERENCES}


def test_a_change_of_one_page_costs_one_page(project: Project, counted: Counter[str]) -> None:
    """The other pages are neither scanned nor judged, however many there are."""
    with (project.root / "docs/page-7.md").open("a", encoding="utf-8") as page:
        page.write(f"- {entry(0)}\n")
    assert project.run("check", "docs", "--strict", "--changed-since", "HEAD").status == 0
    assert counted == {"scan_text": 1, "judge": REFERENCES + 1}


def test_no_change_costs_one_reference(project: Project, counted: Counter[str]) -> None:
    """It is only seen that anything is cited at all."""
    assert project.run("check", "docs", "--strict", "--changed-since", "HEAD").status == 0
    assert counted == {"scan_text": 1, "judge": 0}


def test_an_offline_check_loads_no_network_code(project: Project) -> None:
    """With a lock neither the HTTP client nor the cache, the templates or another format's parser are imported."""
    code = """if True:
        import contextlib, sys
        from scholar_build.cli import main
        with contextlib.suppress(SystemExit):
            main(["check", "docs", "--strict"])
        unwanted = {"httpx", "diskcache", "jinja2", "rich", "sphinx", "mkdocs", "bibtexparser", "rispy"}
        print("loaded:", sorted(unwanted & set(sys.modules)))
    """
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=project.root, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "loaded: []"
