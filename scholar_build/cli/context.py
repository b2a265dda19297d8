"""What most commands share: settings for the paths named, today's date, and progress on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from scholar_build.check import Progress
from scholar_build.config import SETTINGS_FILE, Settings, load_settings


def settings_for(paths: Sequence[str], config: str | None, options: Mapping[str, Any]) -> Settings:
    """Read the settings that govern some paths; `options` are command-line values, None where not given."""
    given = {key: value for key, value in options.items() if value is not None}
    file = Path(config) if config else None
    root = file.parent if file else project_root(paths)
    return load_settings(root, file=file, command_line=given)


def project_root(paths: Sequence[str]) -> Path:
    """The nearest folder with a settings file at or above the first path, else the working folder."""
    start = Path(paths[0]) if paths and paths[0] != "-" else Path()
    start = start.resolve() if start.exists() else Path.cwd()
    for folder in (start, *start.parents):
        if (folder / SETTINGS_FILE).is_file():
            return folder
        if (folder / "pyproject.toml").is_file() and "[tool.scholar-build" in (folder / "pyproject.toml").read_text(
            encoding="utf-8", errors="replace"
        ):
            return folder
    return Path.cwd()


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
