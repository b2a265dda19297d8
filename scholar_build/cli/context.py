"""What most commands share: settings for the paths named, today's date, and progress on a terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import click

from scholar_build.check import Progress
from scholar_build.config import SETTINGS_FILE, Settings, load_settings
from scholar_build.report.escape import terminal


def settings_for(paths: Sequence[str], config: str | None, options: Mapping[str, Any]) -> Settings:
    """Read the settings that govern some paths; `options` are command-line values, None where not given."""
    given = {key: value for key, value in options.items() if value is not None}
    file = Path(config) if config else None
    root = file.parent if file else project_root(paths)
    return load_settings(root, file=file, command_line=given)


def project_root(paths: Sequence[str]) -> Path:
    """The nearest folder with a settings file at or above the first path, else the working folder.

    A repository is searched to its top and no further: what lies above is not its project.
    """
    start = Path(paths[0]) if paths and paths[0] != "-" else Path()
    start = start.resolve() if exists(start) else Path.cwd()
    for folder in (start, *start.parents):
        if (folder / SETTINGS_FILE).is_file():
            return folder
        if (folder / "pyproject.toml").is_file() and "[tool.scholar-build" in (folder / "pyproject.toml").read_text(
            encoding="utf-8", errors="replace"
        ):
            return folder
        if (folder / ".git").exists():
            break
    return Path.cwd()


def exists(path: Path) -> bool:
    """Whether there is such a path; a citation may be too long for one, or hold what no path can."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def say(text: str, *, err: bool = False) -> None:
    """Print one line of our own that may hold words of others."""
    click.echo(unheard(terminal(text)), err=err)


def unheard(text: str) -> str:
    """In a job of GitHub Actions, text whose lines the runner does not take for its own commands.

    The runner obeys lines that begin with `::` after white space, and `##[` anywhere in a line.
    """
    if not is_in_actions():
        return text
    return re.sub(r"^(\s*):(?=:)", r"\1: ", text.replace("##[", "## ["), flags=re.MULTILINE)


def is_in_actions() -> bool:
    """Whether what is printed is read by a runner of GitHub Actions."""
    return bool(os.environ.get("GITHUB_ACTIONS"))


def today() -> date:
    """Today's date, in UTC so that every machine judges alike."""
    return datetime.now(UTC).date()


@contextmanager
def progress_bar(what: str) -> Iterator[Progress | None]:
    """A progress bar on standard error where that is a terminal; otherwise nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield advance
