"""A baseline accepts the findings of one day; new ones fail, wherever the old ones have moved to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.project import GULLS, INVENTED, RETRACTED, SILENT, WRONG_YEAR, Project, page

OTHER = "Nemo, B. (2022). Another study that nobody wrote. https://doi.org/10.5555/none"
BROKEN = "@article{broken, title={Counting gulls with borrowed drones}, year={2018}, doi={10.5555/gulls}\n"
STRICT = ("--fail-on", "not_found,mismatch,retraction,broken-entry")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path / "project")
    project.write("docs/a.md", page(GULLS, WRONG_YEAR, INVENTED))
    project.write("docs/refs.bib", BROKEN)
    project.lock()
    return project


def written(project: Project) -> Project:
    ended = project.run("check", "docs", *STRICT, "--write-baseline", "base/line.json")
    assert (ended.status, ended.err) == (0, "base/line.json: 3 findings are accepted from now on\n")
    return project


def test_todays_findings_are_accepted(project: Project) -> None:
    """What failed before passes with the baseline, is left out of the report, and is counted."""
    assert project.run("check", "docs", *STRICT).status == 1
    ended = written(project).run("check", "docs", *STRICT, "--baseline", "base/line.json")
    assert ended.status == 0
    assert "10.5555/nothing" not in ended.out
    assert "3 older findings were left out." in ended.out


def test_a_new_finding_fails_alone(project: Project) -> None:
    """Lines move, a false reference is added: it alone is in every report."""
    written(project)
    project.write("docs/a.md", "Words.\n\n" + page(OTHER, GULLS, WRONG_YEAR, INVENTED))
    project.lock()
    ended = project.run("check", "docs", *STRICT, "--baseline", "base/line.json", "--format", "sarif")
    assert ended.status == 1
    assert [line for line in ended.err.splitlines() if line.startswith("failed")] == [
        "failed: docs/a.md:9: reference doi:10.5555/none: The identifier is not registered. (identifier-not-found)"
    ]
    results = json.loads(ended.out)["runs"][0]["results"]
    assert [result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in results] == [9]


def test_a_second_copy_of_an_old_finding_is_new(project: Project) -> None:
    """The baseline accepts as many alike as there were."""
    written(project)
    project.write("docs/a.md", page(GULLS, WRONG_YEAR, INVENTED, INVENTED))
    assert project.run("check", "docs", *STRICT, "--baseline", "base/line.json").status == 1


def test_a_new_fault_of_an_old_reference_is_new(project: Project) -> None:
    """A reference with an accepted finding that says something else today is judged anew."""
    written(project)
    project.write("docs/a.md", page(GULLS, WRONG_YEAR.replace("Moreau", "Nemo"), INVENTED))
    assert project.run("check", "docs", *STRICT, "--baseline", "base/line.json").status == 1


def test_what_is_gone_is_said(project: Project) -> None:
    """A baseline that holds more than there is asks to be written anew."""
    written(project)
    project.write("docs/a.md", page(GULLS, RETRACTED))
    project.write("docs/refs.bib", "")
    project.lock()
    ended = project.run("check", "docs", "--baseline", "base/line.json")
    assert "3 findings of the baseline are gone" in ended.err


def test_what_nobody_answered_is_no_finding(project: Project) -> None:
    """An outage on the day of the baseline accepts nothing: the run stays incomplete."""
    project.write("docs/a.md", page(SILENT))
    project.write("docs/refs.bib", "")
    project.lock()
    ended = project.run("check", "docs", "--strict", "--write-baseline", "line.json")
    assert ended.status == 3
    assert json.loads((project.root / "line.json").read_text()) == {"schema": 1, "findings": []}
    assert project.run("check", "docs", "--strict", "--baseline", "line.json").status == 3


def test_accepted_references_are_not_in_a_baseline(project: Project) -> None:
    """What the settings accept needs no baseline."""
    project.write("scholar.toml", 'offline = true\n[[accept]]\nid = "doi:10.5555/nothing"\nreason = "seen"\n')
    project.run("check", "docs/a.md", "--write-baseline", "line.json")
    findings = json.loads((project.root / "line.json").read_text())["findings"]
    assert [finding["rule"] for finding in findings] == ["year-mismatch"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is no baseline"),
        ("[]", "is no baseline"),
        ("[" * 100_000, "is no baseline"),
        ('{"schema": 9, "findings": []}', "has schema 9"),
        ('{"schema": 1, "findings": [{"rule": "x"}]}', "is no baseline"),
        (" " * 17_000_000, "is too large"),
    ],
)
def test_a_baseline_is_untrusted_data(project: Project, content: str, said: str) -> None:
    """A damaged, foreign or huge file ends with one sentence and 2."""
    project.write("line.json", content)
    ended = project.run("check", "docs", "--baseline", "line.json")
    assert (ended.status, said in ended.err) == (2, True)


def test_a_baseline_that_cannot_be_written(project: Project) -> None:
    """A place that cannot be written is named."""
    ended = project.run("check", "docs", "--write-baseline", "scholar.lock/x.json")
    assert (ended.status, "cannot be written" in ended.err) == (2, True)


def test_the_same_findings_give_the_same_file(project: Project) -> None:
    """One finding a line, sorted: a baseline can be merged."""
    written(project)
    first = (project.root / "base/line.json").read_text(encoding="utf-8")
    project.write("docs/a.md", "Words.\n\n" + page(INVENTED, WRONG_YEAR, GULLS))
    written(project)
    assert (project.root / "base/line.json").read_text(encoding="utf-8") == first
    assert len(first.splitlines()) == 3 + 2
