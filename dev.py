"""Set up and run everything with the Python that is at hand: `python3 dev.py <command>`.

The Makefile only calls this file, for machines that have make.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")


def run(*command: str | Path, **environment: str) -> None:
    """Run one command in the environment; end with its status where it fails."""
    paths = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, env={**os.environ, "PATH": paths, **environment}, check=False
    )
    if done.returncode:
        sys.exit(done.returncode)


def install(group: str) -> None:
    """Create `.venv` and install the project with a dependency group, once per state of pyproject.toml."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = VENV / f"installed-{group}"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    if not (BIN / "python").exists() and not (BIN / "python.exe").exists():
        print(f"Creating {VENV.name} …", flush=True)
        try:
            venv.create(VENV, with_pip=True)
        except subprocess.CalledProcessError:
            sys.exit("Python's venv module is incomplete here; on Debian and Ubuntu install the package python3-venv.")
    print(f"Installing ({group}) …", flush=True)
    run(BIN / "python", "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1")
    run(BIN / "python", "-m", "pip", "install", "--quiet", "--editable", ".[all]", "--group", group)
    stamp.write_text(wanted)


def check() -> None:
    """Formatter, linter, strict types, import contracts."""
    install("dev")
    run("ruff", "format", "--check", "--quiet", ".")
    run("ruff", "check", "--quiet", ".")
    run("mypy", "--no-error-summary")
    run("lint-imports", "--no-cache")


def format_() -> None:
    """Format and mend what can be mended."""
    install("dev")
    run("ruff", "format", ".")
    run("ruff", "check", "--fix", ".")


def test() -> None:
    """All tests, with the branch coverage of the core."""
    install("dev")
    run("pytest", "-n", "auto", "--cov", "--cov-report=term", "--cov-fail-under=95", *sys.argv[2:])


def demo() -> None:
    """Build the sample site with both hosts and say what was found."""
    install("demo")
    run("python", "sample_site/demo.py")


def serve() -> None:
    """Preview the sample site."""
    install("demo")
    run("mkdocs", "serve", "--config-file", "sample_site/mkdocs.yml")


def bench() -> None:
    """Benchmarks: ratios taken in one run."""
    install("dev")
    run("python", "-m", "benchmarks", *sys.argv[2:])


def quality() -> None:
    """Verdicts against labelled references; LABELLED=FILE and JSON=OUT in the environment."""
    install("dev")
    run("python", "-m", "benchmarks.quality", *sys.argv[2:])


COMMANDS = {
    "demo": demo,
    "test": test,
    "check": check,
    "format": format_,
    "serve": serve,
    "bench": bench,
    "quality": quality,
}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        print("usage: python3 dev.py COMMAND\n")
        for name, command in COMMANDS.items():
            print(f"  {name:8} {command.__doc__}")
        sys.exit(0 if len(sys.argv) < 2 else 2)
    if sys.version_info < (3, 11):  # noqa: UP036 - this file also runs outside the environment
        sys.exit(f"scholar-build needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    COMMANDS[sys.argv[1]]()
