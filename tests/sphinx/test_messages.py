"""What a build says, and how it ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sphinx.building import Project


def sphinx_build(project: Project, *options: str, **environment: str) -> tuple[int, str]:
    """Run the real command; its exit status and all it printed."""
    command = [sys.executable, "-m", "sphinx", "-q", *options, ".", "_build/html"]
    done = subprocess.run(
        command,
        cwd=project.root,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def types(log: str) -> list[str]:
    """The types of the warnings, in order."""
    return re.findall(r"\[(scholar\.\w+)\]", log)


def test_types_and_places(tmp_path: Path) -> None:
    """Each warning names its file and line and its type; what no index holds is no warning."""
    project = Project("sphinx-rst", tmp_path)
    project.edit(
        "index.rst", "4. Unasked", "4. W3C (2018). Web Content Guidelines. https://www.w3.org/TR/WCAG21/\n5. Unasked"
    )
    result = project.build()
    said = sorted(re.findall(r"/(\S+:\d+): WARNING: .*\[scholar\.(\w+)\]", result.warnings))
    assert [(place.split("sphinx-rst/")[1], kind) for place, kind in said] == [
        ("chapters/one.rst:8", "retraction"),
        ("index.rst:21", "mismatch"),
        ("index.rst:22", "not_found"),
        ("index.rst:24", "unchecked"),
        ("index.rst:5", "retraction"),
        ("index.rst:6", "not_found"),
    ] or result.warnings  # fmt: skip


def test_suppress_warnings(tmp_path: Path) -> None:
    """`suppress_warnings` quietens one type, or all of them."""
    project = Project("sphinx-rst", tmp_path)
    assert "scholar.not_found" not in types(project.build(fresh=True, suppress_warnings=["scholar.not_found"]).warnings)
    assert types(project.build(fresh=True, suppress_warnings=["scholar"]).warnings) == []


def test_a_quiet_warm_build_prints_nothing(tmp_path: Path) -> None:
    """With `-q` and nothing changed, nothing is printed."""
    project = Project("sphinx-rst", tmp_path)
    status, said = sphinx_build(project)
    assert (status, "[scholar.not_found]" in said) == (0, True)
    assert sphinx_build(project) == (0, "")


def test_warnings_as_errors(tmp_path: Path) -> None:
    """`-W` fails and lists everything; with the types suppressed it passes."""
    project = Project("sphinx-rst", tmp_path)
    status, said = sphinx_build(project, "-W", "--keep-going")
    assert status == 1
    assert set(types(said)) == {"scholar.not_found", "scholar.mismatch", "scholar.retraction", "scholar.unchecked"}
    assert (project.root / "_build" / "html" / "index.html").is_file()
    assert sphinx_build(project, "-W", "-E", "-D", "suppress_warnings=scholar") == (0, "")


@pytest.mark.parametrize("parallel", [[], ["-j", "2"]])
def test_strict(tmp_path: Path, parallel: list[str]) -> None:
    """A strict build ends with 1, names each failing reference by file and line, each once, and keeps its output."""
    project = Project("sphinx-rst", tmp_path)
    status, said = sphinx_build(project, *parallel, SCHOLAR_BUILD_STRICT="1")
    assert status == 1
    assert re.findall(r"/(index\.rst:\d+): ERROR: not found", said) == ["index.rst:6", "index.rst:22"]
    assert said.count("index.rst:22:") == 1
    assert (project.root / "_build" / "html" / "index.html").is_file()
    status, said = sphinx_build(project, *parallel, SCHOLAR_BUILD_STRICT="1")
    assert status == 1, "and so it does the second time, with nothing changed"
    assert re.findall(r"/(index\.rst:\d+): ERROR", said) == ["index.rst:6", "index.rst:22"]
    assert sphinx_build(project)[0] == 0


def test_what_strict_refuses_is_never_unsaid(tmp_path: Path) -> None:
    """A suppressed type still shows what fails the build."""
    result = Project("sphinx-rst", tmp_path).build(scholar_strict=True, suppress_warnings=["scholar"])
    assert result.status == 1
    assert result.warnings.count("ERROR: not found") == 2


def test_strict_list(tmp_path: Path) -> None:
    """A list chooses what fails."""
    project = Project("sphinx-rst", tmp_path)
    assert "ERROR: mismatch: year" in project.build(scholar_strict=["mismatch"]).warnings
    assert project.build(scholar_strict=["expression_of_concern"]).status == 0


def test_incomplete(tmp_path: Path) -> None:
    """A strict build that passed without all answers says so."""
    project = Project("sphinx-rst", tmp_path)
    assert "passed, but incomplete" in project.build(scholar_strict=["expression_of_concern"]).warnings


def test_missing_and_broken_entries(tmp_path: Path) -> None:
    """A key without an entry and an entry that cannot be read are named; all others are read."""
    project = Project("sphinx-rst", tmp_path)
    project.edit("index.rst", "`okafor2015`", "`nobody1900`")
    (project.root / "refs.bib").write_text(
        (project.root / "refs.bib").read_text() + "\n@article{broken, title = {No end\n"
    )
    result = project.build()
    assert re.search(r"index\.rst:8: WARNING: .*nobody1900.*\[scholar\.source\]", result.warnings)
    assert re.search(r"refs\.bib:\d+: WARNING: .*\[scholar\.source\]", result.warnings)
    assert "See [&#64;halloran2018 <span" in result.page("index.html")


@pytest.mark.parametrize(
    ("name", "content"), [("scholar.lock", "{not json"), ("scholar.lock", '{"schema": 99, "answers": []}')]
)
def test_a_corrupt_lock(tmp_path: Path, name: str, content: str) -> None:
    """A lock that cannot be read is one sentence and status 1; the pages are written, without badges."""
    project = Project("sphinx-rst", tmp_path)
    (project.root / name).write_text(content)
    result = project.build()
    assert result.status == 1
    assert "ERROR: scholar-build:" in result.warnings
    assert "scholar.lock" in result.warnings
    assert "Traceback" not in result.warnings
    assert "Gulls were counted" in result.page("index.html")
    lock_again = Project("sphinx-rst", tmp_path / "other")
    (project.root / name).write_bytes((lock_again.root / name).read_bytes())
    assert project.build().badges("chapters/one.html") == ["verified", "verified"]


def test_a_missing_bibliography(tmp_path: Path) -> None:
    """A bibliography file that is not there is one sentence, not a traceback."""
    project = Project("sphinx-rst", tmp_path)
    for _ in range(2):
        result = project.build(scholar_bibliography=["nowhere.bib", "refs.bib"])
        assert result.status == 1
        assert "ERROR: scholar-build: nowhere.bib: the bibliography cannot be read" in result.warnings
    assert "Okafor and Lind (2015)" in result.page("index.html")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("-D", "scholar_lang=xx"), "`lang`"),
        (("-D", "scholar_linkcheck=never"), "`scholar_linkcheck` is `never`"),
        (("-D", "scholar_badges.html=some"), "scholar_badges"),
        (("-D", "scholar_record_days=-1"), "record_days"),
    ],
)
def test_wrong_settings(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    """A wrong setting ends the build with Sphinx's own error for settings, which names it."""
    status, log = sphinx_build(Project("sphinx-rst", tmp_path), *options)
    assert status == 2
    assert re.search(rf"sphinx\.errors\.ConfigError: .*{said}", log)


def test_settings_file_names(tmp_path: Path) -> None:
    """An unknown key in scholar.toml is named with its file and a suggestion."""
    project = Project("sphinx-rst", tmp_path)
    (project.root / "scholar.toml").write_text("ofline = true\n")
    status, log = sphinx_build(project)
    assert status == 2
    assert re.search(r"scholar\.toml.*ofline.*did you mean `offline`", log.replace("\n", " "))


def test_disabled(tmp_path: Path) -> None:
    """`scholar_enabled = False` builds the pages as they were written, roles still links."""
    result = Project("sphinx-rst", tmp_path).build(scholar_enabled=False)
    assert (result.status, result.warnings, result.badges("index.html")) == (0, "", [])
    assert 'href="https://doi.org/10.5555/gulls">10.5555/gulls</a>' in result.page("index.html")
