"""The command `fix` in the files of a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.project import Project

RIGHT = """% my list
@article{tides,
  author = {Moreau, A.}, % the only one
  title = {Tides and the habits of limpets},
  year = {2011},
  doi = {10.5555/tides}
}
"""
WRONG = RIGHT.replace("2011", "1999")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path / "p")
    project.write("a.bib", WRONG)
    project.write("lists/b.bib", RIGHT)
    project.lock()
    return project


def test_a_folder(project: Project) -> None:
    """All bibliographies of a folder are corrected, each by its own entries, although keys are the same."""
    shown = project.run("fix", ".")
    assert shown.status == 1
    assert {"-  year = {1999},", "+  year = {2011},", "lists/b.bib: nothing to correct"} <= set(shown.out.splitlines())
    assert project.run("fix", ".", "--write").status == 0
    assert [(project.root / name).read_text() for name in ("a.bib", "lists/b.bib")] == [RIGHT, RIGHT]
    report = project.run("check", ".", "--format", "json").json()
    assert {item["status"] for item in report["references"]} == {"verified"}


def test_a_linked_bibliography_stays_a_link(project: Project) -> None:
    """The file behind a link is corrected, with its permissions."""
    (project.root / "link.bib").symlink_to("a.bib")
    (project.root / "a.bib").chmod(0o600)
    project.run("fix", "link.bib", "--write")
    assert (project.root / "link.bib").is_symlink()
    assert (project.root / "a.bib").read_text() == RIGHT
    assert (project.root / "a.bib").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("prepare", "arguments", "said"),
    [
        (b"% \xe9\n", ("c.bib",), "is not UTF-8"),
        (b"", ("c.md",), "is no .bib file"),
        (b"", ("empty",), "holds no .bib file"),
    ],
)
def test_what_cannot_be_corrected(project: Project, prepare: bytes, arguments: tuple[str, ...], said: str) -> None:
    """Another encoding, another kind of file, an empty folder: one sentence and 2."""
    (project.root / "empty").mkdir()
    for name in ("c.bib", "c.md"):
        (project.root / name).write_bytes(prepare)
    ended = project.run("fix", *arguments, "--write")
    assert (ended.status, said in ended.err) == (2, True)


def test_a_file_that_cannot_be_written_stays(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the new text cannot be put in place, the old one is whole."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    ended = project.run("fix", "a.bib", "--write")
    assert (ended.status, "No space left" in ended.err, (project.root / "a.bib").read_text()) == (2, True, WRONG)


def test_an_unreadable_file(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be read is named."""

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    ended = project.run("fix", "a.bib")
    assert (ended.status, "a.bib: cannot be read: Permission denied" in ended.err) == (2, True)


def test_what_nobody_answered_is_said(project: Project) -> None:
    """Nothing to correct and nothing known are not the same."""
    project.write("c.bib", RIGHT.replace("10.5555/tides", "10.5555/unknown"))
    ended = project.run("fix", "c.bib")
    assert (ended.status, "1 entries could not be checked" in ended.err) == (0, True)


def test_a_diff_does_not_move_the_cursor(project: Project) -> None:
    """Control characters of a bibliography are not printed; its indents are."""
    project.write("a.bib", WRONG.replace("1999},", "1999}, \x1b[2J").replace("  year", "\tyear"))
    ended = project.run("fix", "a.bib")
    assert ("\x1b" in ended.out, "-\tyear = {1999}" in ended.out) == (False, True)
