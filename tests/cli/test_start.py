"""What all commands share: where settings are found, what is said without a command, progress on a terminal."""

from __future__ import annotations

import contextlib
import os
import pty
from pathlib import Path

import pytest

from scholar_build.cli.context import progress_bar
from tests.cli.project import INVENTED, Project, page


def test_an_unknown_command_is_named(tmp_path: Path) -> None:
    """A command that does not exist ends with 2."""
    ended = Project(tmp_path).run("chekc", "docs")
    assert (ended.status, "chekc" in ended.err) == (2, True)


def test_help_lists_every_command(tmp_path: Path) -> None:
    """`--help` names what can be done."""
    ended = Project(tmp_path).run("--help")
    assert all(f"  {name}" in ended.out for name in ("check", "lock", "fix", "search", "cache", "doctor"))


def test_the_project_of_a_path_is_the_nearest_settings_file_above(tmp_path: Path) -> None:
    """From any folder, the settings beside or above the first path count, also those in pyproject.toml."""
    project = Project(tmp_path)
    (tmp_path / "scholar.toml").unlink()
    project.write("pyproject.toml", "[tool.scholar-build]\noffline = true\nstrict = true\n")
    project.write("other/pyproject.toml", "[project]\nname = 'other'\n")
    project.write("other/docs/a.md", page(INVENTED))
    project.lock("other")
    ended = project.run("check", "docs/a.md", folder="other")
    assert (ended.status, ended.err.split(" ")[1]) == (1, "other/docs/a.md:7:")


def test_without_settings_the_working_folder_is_the_project(tmp_path: Path) -> None:
    """Nothing is required: defaults hold, and the lock lies where one stands."""
    project = Project(tmp_path / "p")
    project.write("a.md", page(INVENTED))
    project.lock()
    (project.root / "scholar.toml").unlink()
    report = project.run("check", "a.md", "--offline", "--format", "json").json()
    assert [item["status"] for item in report["references"]] == ["not_found"]


def test_a_terminal_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many questions of how many have been answered."""
    shown, written = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(written, "w") as stream:
        monkeypatch.setattr("sys.stderr", stream)
        with progress_bar("Checking") as progress:
            assert progress is not None
            progress(3, 8)
    drawn = b""
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(shown, 65536):
            drawn += part
    os.close(shown)
    assert b"3/8" in drawn


def test_a_pipe_shows_no_progress() -> None:
    """Where standard error is no terminal, nothing is drawn."""
    with progress_bar("Checking") as progress:
        assert progress is None


def test_settings_above_a_repository_are_not_its_own(tmp_path: Path) -> None:
    """A settings file beside the checkout, which anybody may have put there, is not read."""
    outer = Project(tmp_path, "strict = true\noffline = true\n")
    inner = Project(tmp_path / "checkout")
    (inner.root / "scholar.toml").unlink()
    inner.write("a.md", page(INVENTED))
    inner.git("init", "--quiet")
    inner.lock()
    inner.lock()
    assert outer.run("check", "checkout/a.md").err.startswith("incomplete")  # the working folder's settings are strict
    assert inner.run("check", "a.md", "--offline").status == 0
