"""The GitHub Action, its own steps run by a shell on a repository made here; the hooks of pre-commit."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
import yaml

from tests.cli.project import GULLS, INVENTED, SILENT, TIDES, WRONG_YEAR, Project, page
from tests.gate_pr.action import ACTION, REPOSITORY, Runner

FALSE = "Nemo, B. (2022). Another study that nobody wrote. https://doi.org/10.5555/none"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A repository whose main branch has old findings, and a branch to work on."""
    project = Project(tmp_path / "checkout")
    project.write("docs/a.md", page(GULLS, INVENTED))
    project.write("docs/b.md", page(TIDES, WRONG_YEAR))
    project.lock()
    project.git("init", "--quiet")
    project.commit("main")
    project.git("checkout", "--quiet", "-b", "branch")
    return project


@pytest.fixture
def runner(project: Project, tmp_path: Path) -> Runner:
    return Runner(project.root, tmp_path / "runner")


def test_a_false_reference_on_a_branch(project: Project, runner: Runner) -> None:
    """It alone is in the annotations, the SARIF and the summary, at its line; without it the job passes."""
    project.write("docs/b.md", page(TIDES, WRONG_YEAR, FALSE))
    project.lock()
    project.commit("add a reference")
    job = runner.run(paths="docs", changed_since="main", sarif="found.sarif")
    assert (job.status, job.outputs) == (1, {"status": "1", "sarif": "found.sarif"})
    [annotation] = job.annotations
    assert annotation.startswith("::error file=docs/b.md,line=9,col=3,title=not found (identifier-not-found)::")
    assert "10.5555/none" in annotation
    run = json.loads((project.root / "found.sarif").read_text(encoding="utf-8"))["runs"][0]
    [result] = run["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (result["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"]) == (
        "identifier-not-found", "docs/b.md", 9,
    )  # fmt: skip
    rows = [line for line in job.summary.splitlines() if "docs/" in line.replace("\\", "")]
    assert len(rows) == 1
    assert "1 older finding was left out" in job.summary.replace("\\", "")

    project.write("docs/b.md", page(TIDES, WRONG_YEAR))
    project.commit("take it back")
    job = runner.run(paths="docs", changed_since="main", sarif="found.sarif")
    assert (job.status, job.annotations, job.outputs["status"]) == (0, [], "0")


def test_a_site_in_a_sub_folder(tmp_path: Path) -> None:
    """Annotations name the file from the checkout's root, where GitHub looks for it."""
    site = Project(tmp_path / "checkout/site")
    site.write("docs/a.md", page(FALSE))
    site.lock()
    job = Runner(tmp_path / "checkout", tmp_path / "runner").run(paths="site/docs")
    assert [line.split(",")[0] for line in job.annotations] == ["::error file=site/docs/a.md"]


@pytest.mark.parametrize(
    ("inputs", "status"),
    [
        ({"strict": "true"}, 1),
        ({"strict": "false"}, 0),
        ({"strict": ""}, 0),
        ({"strict": "mismatch,retraction"}, 1),
        ({"strict": "retraction"}, 0),
        ({"paths": "docs/a.md\ndocs/b.md\n"}, 1),
        ({"paths": "docs/none.md"}, 2),
        ({"paths": "docs/silent page.md"}, 3),
        ({"paths": "docs/silent page.md", "allow_unchecked": "true"}, 0),
        ({"changed_since": "0" * 40}, 1),
        ({"changed_since": "nowhere"}, 2),
        ({"baseline": "line.json"}, 0),
        ({"config": "scholar.toml", "offline": "true"}, 1),
    ],
)
def test_inputs(project: Project, runner: Runner, inputs: dict[str, str], status: int) -> None:
    """Each input does what its description says."""
    project.write("docs/silent page.md", page(SILENT))
    project.run("check", "docs/a.md", "docs/b.md", "--write-baseline", "line.json")
    (project.root / "docs/silent page.md").rename(project.root / "silent")
    if "silent" in inputs.get("paths", ""):
        (project.root / "silent").rename(project.root / "docs/silent page.md")
    job = runner.run(**{"paths": "docs", **inputs})
    assert (job.status, job.outputs["status"]) == (status, str(status)), job.log


def test_inputs_are_no_script(project: Project, runner: Runner) -> None:
    """Quotes, semicolons and substitutions in an input stay text."""
    bad = "\"; touch pwned; $(touch pwned) `touch pwned` ' --config=x"
    for name in ("paths", "strict", "changed_since", "baseline", "config", "offline", "allow_unchecked"):
        runner.run(**{"paths": "docs", name: bad})
    assert list(project.root.rglob("pwned")) == []


def test_the_checkout_cannot_stand_in_for_modules(project: Project, runner: Runner) -> None:
    """A change that brings its own pip, click or scholar_build is not imported."""
    for name in ("pip.py", "click.py", "scholar_build/__init__.py", "scholar_build/__main__.py", "sitecustomize.py"):
        project.write(name, "open('pwned', 'w')")
    job = runner.run(paths="docs/b.md", strict="true")
    assert (job.status, (project.root / "pwned").exists()) == (0, False)
    installed = (runner.temporary / "installed").read_text(encoding="utf-8")
    assert installed.split()[-1] == str(REPOSITORY)


def test_a_report_of_before_is_not_taken_for_this_one(project: Project, runner: Runner) -> None:
    """A SARIF file that the change brings along is not handed on where the check could not run."""
    project.write("found.sarif", "{}")
    job = runner.run(paths="docs/none.md", sarif="found.sarif")
    assert (job.status, job.outputs, job.summary) == (2, {"status": "2"}, "")


def test_the_action_is_described(project: Project) -> None:
    """Inputs and outputs have descriptions, and docs/ci.md names every input."""
    described = (REPOSITORY / "docs/ci.md").read_text(encoding="utf-8")
    assert all(spec["description"] for spec in (*ACTION["inputs"].values(), *ACTION["outputs"].values()))
    assert [name for name in ACTION["inputs"] if f"`{name}`" not in described] == []


HOOKS = {hook["id"]: hook for hook in yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())}


def hook(project: Project, name: str) -> int:
    """Run a hook's own command line."""
    program, *arguments = shlex.split(HOOKS[name]["entry"]) + HOOKS[name]["args"]
    assert program == "scholar-build"
    return project.execute(*arguments).status


def test_the_hook_looks_at_what_is_committed(project: Project) -> None:
    """Old findings do not stop a commit; a new false reference does, and a commit without references passes."""
    assert hook(project, "scholar-build") == 0
    project.write("docs/c.md", "Words.\n")
    assert hook(project, "scholar-build") == 0
    project.write("docs/c.md", page(FALSE))
    project.lock()
    assert hook(project, "scholar-build") == 1


def test_the_hook_of_the_lock(project: Project) -> None:
    """A reference that the lock does not cover stops the commit."""
    assert hook(project, "scholar-build-lock") == 0
    project.write("docs/c.md", page(FALSE))
    assert hook(project, "scholar-build-lock") == 1
