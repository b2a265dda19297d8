"""Policy end to end: what settings make of the same findings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.project import BOOK, GULLS, INVENTED, RETRACTED, SILENT, TIDES, WRONG_YEAR, Project, page

TODAY = datetime.now(UTC).date()
DAY = timedelta(days=1)
ACCEPT = '[[accept]]\nid = "doi:10.5555/nothing"\nreason = "seen in the library"\n'


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path / "project")
    project.write("docs/new.md", page(INVENTED))
    project.write("docs/year.md", page(WRONG_YEAR))
    project.write("docs/drafts/later/x.md", page(INVENTED))
    project.write("docs/mine.md", page(GULLS, RETRACTED, BOOK))
    project.write("docs/silent.md", page(SILENT))
    project.write("docs/good.md", page(TIDES))
    project.lock()
    return project


@pytest.mark.parametrize(
    ("settings", "path", "status", "said"),
    [
        ("strict = true", "docs/new.md", 1, "identifier-not-found"),
        ("strict = false", "docs/new.md", 0, ""),
        ('strict = ["mismatch", "retraction"]', "docs/new.md", 0, ""),
        ('strict = ["mismatch", "retraction"]', "docs/year.md", 1, "year-mismatch"),
        ('strict = ["mismatch", "retraction"]', "docs/mine.md", 1, "retraction"),
        ('strict = ["unchecked"]', "docs/silent.md", 1, "unchecked"),
        ('strict = ["not_found"]\nseverity = { "year-mismatch" = "error" }', "docs/year.md", 1, "year-mismatch"),
        ('strict = ["mismatch"]\nseverity = { "year-mismatch" = "warning" }', "docs/year.md", 0, ""),
        ('strict = ["mismatch"]\nseverity = { "year-mismatch" = "off" }', "docs/year.md", 0, ""),
        ('strict = true\n[[overrides]]\npaths = ["docs/drafts/**"]\nstrict = false', "docs/drafts", 0, ""),
        ('strict = true\n[[overrides]]\npaths = ["docs/drafts"]\nstrict = false', "docs/new.md", 1, "docs/new.md:7"),
        ('[[overrides]]\npaths = ["docs/new.md"]\nstrict = true', "docs", 1, "docs/new.md:7"),
        ('[[overrides]]\npaths = ["docs/other.md"]\nstrict = true', "docs/new.md", 0, ""),
        ('[[overrides]]\npaths = ["**/year.md"]\nstrict = ["mismatch"]', "docs/year.md", 1, "year-mismatch"),
        ('strict = ["not_found"]\nown = ["docs/mine.md"]', "docs/mine.md", 1, "is not verified"),
        ('strict = ["not_found"]\nown = ["docs/good.md"]', "docs", 1, "docs/new.md:7"),
        ("strict = true\nmax_unchecked = 0\nallow_unchecked = true", "docs/silent.md", 1, "max_unchecked"),
        ("strict = true\nmax_unchecked = 1\nallow_unchecked = true", "docs/silent.md", 0, ""),
        ("strict = true\nmax_unchecked = 1", "docs/silent.md", 3, "incomplete"),
        (f"strict = true\n{ACCEPT}", "docs/new.md", 0, ""),
        (f'strict = true\n{ACCEPT}until = "{TODAY}"', "docs/new.md", 0, ""),
        (f'strict = true\n{ACCEPT}until = "{TODAY - DAY}"', "docs/new.md", 1, "identifier-not-found"),
        ("strict = true\nmax_age_days = 100000", "docs/good.md", 0, ""),
    ],
)
def test_policy(project: Project, settings: str, path: str, status: int, said: str) -> None:
    """What strict, severity, overrides, own, accept and the limits say decides the exit status."""
    project.write("scholar.toml", f"offline = true\n{settings}\n")
    ended = project.run("check", path)
    assert (ended.status, said in ended.err) == (status, True), ended.err


@pytest.mark.parametrize(("age", "status"), [(9, 0), (10, 0), (11, 1), (-3, 1)])
def test_the_age_of_the_lock(project: Project, age: int, status: int) -> None:
    """A record older than the limit, or of the future, no longer vouches."""
    project.write("scholar.toml", "offline = true\nstrict = true\nmax_age_days = 10\n")
    project.lock("docs/good.md", day=f"{TODAY - age * DAY}T00:00:00Z")
    ended = project.run("check", "docs/good.md")
    assert (ended.status, "max_age_days" in ended.err) == (status, bool(status))


def test_an_acceptance_that_has_run_out_is_told(project: Project) -> None:
    """The report names the acceptance that ended; before, it shows the reference as accepted."""
    project.write("scholar.toml", f'offline = true\n{ACCEPT}until = "{TODAY - DAY}"\n')
    report = project.run("check", "docs/new.md", "--format", "json").json()
    assert [problem["rule"] for problem in report["problems"]] == ["expired-acceptance"]
    project.write("scholar.toml", f"offline = true\n{ACCEPT}")
    report = project.run("check", "docs/new.md", "--format", "json").json()
    assert report["references"][0]["accepted"] == {"reason": "seen in the library", "until": "", "expired": False}


def test_the_command_line_goes_before_the_settings(project: Project) -> None:
    """A pull request that makes the gate lenient does not change what CI asks for on its command line."""
    project.write("scholar.toml", "offline = true\nstrict = false\nallow_unchecked = true\n")
    assert project.run("check", "docs/new.md", "--strict").status == 1
