"""Run the steps of action.yml as a runner would: each script by bash, inputs and outputs through files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((REPOSITORY / "action.yml").read_text(encoding="utf-8"))
_EXPRESSION = re.compile(r"\$\{\{ *([\w.-]+) *\}\}")
_PYTHON = """#!/bin/sh
case "$*" in
  "-I -m pip install"*) echo "$@" >> "$RUNNER_TEMP/installed"; exit 0 ;;
esac
exec "{python}" "$@"
"""


@dataclass
class Job:
    """What a job has shown: the log, the summary, the outputs; `status` is that of the first step that failed."""

    status: int = 0
    log: str = ""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)

    @property
    def annotations(self) -> list[str]:
        """What would stand at lines of the pull request."""
        return [line for line in self.log.splitlines() if line.startswith(("::error file", "::warning file"))]


class Runner:
    """A machine with a checkout."""

    def __init__(self, checkout: Path, temporary: Path, env: Mapping[str, str] = {}) -> None:
        self.checkout = checkout
        self.temporary = temporary
        self.env = env
        self.tools = temporary / "tools"
        self.tools.mkdir(parents=True, exist_ok=True)
        python = self.tools / "python"
        python.write_text(_PYTHON.format(python=sys.executable), encoding="utf-8")
        python.chmod(0o755)

    def run(self, **inputs: str) -> Job:
        """Run the action with some inputs, `-` written as `_`."""
        given = {name: spec["default"] for name, spec in ACTION["inputs"].items()}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        known = {f"inputs.{name}": value for name, value in given.items()}
        known |= {"runner.temp": str(self.temporary), "github.action_path": str(REPOSITORY)}
        job = Job()
        for step in ACTION["runs"]["steps"]:
            if "run" in step and job.status == 0:
                self._step(step, known, job)
        return job

    def _step(self, step: Mapping[str, Any], known: Mapping[str, str], job: Job) -> None:
        files = {name: self.temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for path in files.values():
            path.write_text("", encoding="utf-8")
        script = self.temporary / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        env = {name: _EXPRESSION.sub(lambda found: known[found[1]], value) for name, value in step["env"].items()}
        assert step["shell"] == "bash"
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.checkout,
            env={
                "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}",
                "HOME": str(self.temporary),
                "RUNNER_TEMP": str(self.temporary),
                "GITHUB_ACTIONS": "true",
                "GITHUB_WORKSPACE": str(self.checkout),
                **{name: str(path) for name, path in files.items()},
                **self.env,
                **env,
            },
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        job.status = done.returncode
        job.log += done.stdout + done.stderr
        job.summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        lines = files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
        job.outputs |= dict(line.split("=", 1) for line in lines)
