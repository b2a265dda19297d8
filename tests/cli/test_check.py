"""The command `check`: exit statuses, formats, what a wrong input says, and where places are told from."""

from __future__ import annotations

import json
import os
import pty
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scholar_build.gate import ExitStatus
from tests.cli.project import BOOK, GULLS, INVENTED, RETRACTED, SILENT, TIDES, WRONG_YEAR, Project, online, page
from tests.shared import cases

FORMATS = ("text", "json", "sarif", "junit", "github", "gitlab", "markdown", "html")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path / "project")
    project.write("docs/a.md", page(GULLS, WRONG_YEAR, INVENTED))
    project.write("docs/good.md", page(GULLS, TIDES))
    project.write("docs/silent.md", page(GULLS, SILENT))
    project.write("docs/retracted.md", page(RETRACTED))
    project.write("docs/none.md", "# No references here\n")
    project.lock()
    return project


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("docs/good.md",), 0),
        (("docs/a.md",), 0),
        (("docs/good.md", "--strict"), 0),
        (("docs/a.md", "--strict"), 1),
        (("docs/a.md", "--fail-on", "retraction"), 0),
        (("docs/a.md", "--fail-on", "mismatch"), 1),
        (("docs/a.md", "--fail-on", "year-mismatch"), 1),
        (("docs/retracted.md", "--strict"), 0),
        (("docs/retracted.md", "--fail-on", "retraction,not_found"), 1),
        (("docs/silent.md",), 0),
        (("docs/silent.md", "--strict"), 3),
        (("docs/silent.md", "--strict", "--allow-unchecked"), 0),
        (("docs/silent.md", "--fail-on", "unchecked"), 1),
        (("docs/a.md", "docs/silent.md", "--strict"), 1),
        (("docs/none.md",), 0),
        (("docs/none.md", "--strict"), 1),
        (("docs/nowhere.md",), 2),
        (("docs/*.rst",), 2),
        (("docs/a.md", "--format", "pdf"), 2),
        (("docs/a.md", "--output", "pdf=x"), 2),
        (("docs/a.md", "--fail-on", "nonsense"), 2),
        (("docs/a.md", "--fail-on", ","), 2),
        (("docs/a.md", "--config", "none.toml"), 2),
        (("docs/a.md", "--baseline", "none.json"), 2),
        (("docs/a.md", "--changed-since", "HEAD"), 2),
        (("docs/a.md", "--changed-since", "HEAD", "--draft", "1"), 2),
        ((), 2),
    ],
)
def test_exit_statuses(project: Project, arguments: tuple[str, ...], status: int) -> None:
    """0 passed, 1 the gate failed, 2 could not run, 3 incomplete: the table of docs/gate.md."""
    ended = project.run("check", *arguments)
    assert ended.status == status, ended.err
    assert bool(ended.err) == (status != 0)


def test_the_table_of_statuses_is_whole() -> None:
    """docs/gate.md lists every status, and no other."""
    page = (Path(__file__).parents[2] / "docs/gate.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([a-z ]+) \|", page, re.MULTILINE)
    assert rows == [(str(int(status)), status.name.lower().replace("_", " ")) for status in ExitStatus]


def test_the_real_command_ends_with_the_status(project: Project) -> None:
    """`python -m scholar_build` hands the status to the shell and names the failure by file and line."""
    ended = project.execute("check", "docs/a.md", "--strict")
    assert ended.status == 1
    assert ended.err == (
        "failed: docs/a.md:9: reference doi:10.5555/nothing: The identifier is not registered. (identifier-not-found)\n"
    )


def test_all_formats_at_once(project: Project) -> None:
    """One run prints one report and writes all others, each as it would be printed."""
    outputs = [part for name in FORMATS for part in ("--output", f"{name}=out/report.{name}")]
    ended = project.run("check", "docs", *outputs)
    for name in FORMATS:
        printed = project.run("check", "docs", "--format", name).out
        assert (project.root / f"out/report.{name}").read_text(encoding="utf-8") == printed
    assert ended.out == (project.root / "out/report.text").read_text(encoding="utf-8")


def test_two_runs_say_the_same(project: Project) -> None:
    """The report depends on nothing but sources and lock, and is sorted by place."""
    first, second = (project.execute("check", "docs", "--format", "json").out for _ in range(2))
    places = [(item["source"], item["line"]) for item in json.loads(first)["references"]]
    assert first == second
    assert places == sorted(places)


def test_a_report_that_cannot_be_written_loses_nothing(project: Project) -> None:
    """The report is printed and the others are written before the run ends with 2."""
    project.write("file", "")
    ended = project.run("check", "docs/a.md", "--output", "json=file/x.json", "--output", "sarif=out/b.sarif")
    assert ended.status == 2
    assert "3 references" in ended.out
    assert "file/x.json: cannot be written" in ended.err
    assert (project.root / "out/b.sarif").is_file()


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (lambda p: p.write("scholar.toml", "stirct = true"), "`stirct` is unknown; did you mean `strict`?"),
        (lambda p: p.write("scholar.toml", "strict = "), "is not valid TOML"),
        (lambda p: p.write("scholar.toml", 'strict = ["nonsense"]'), "names `nonsense`"),
        (lambda p: p.write("scholar.toml", 'bibliography = ["x/*.bib"]'), "x/*.bib, which matches no file"),
        (lambda p: p.write("scholar.lock", "{"), "is damaged"),
        (lambda p: p.write("scholar.lock", '{"schema": 9, "answers": []}'), "upgrade scholar-build"),
        (lambda p: (p.root / "scholar.lock").write_bytes(b"\xff\xfe\x00"), "is not UTF-8 text"),
        (lambda p: (p.root / "scholar.toml").write_bytes(b"lang = '\xff'"), "is not UTF-8 text"),
    ],
)
def test_a_mistake_is_one_sentence(project: Project, prepare: Callable[[Project], object], said: str) -> None:
    """Wrong settings and damaged files are named with what to do, and end with 2."""
    prepare(project)
    ended = project.run("check", "docs/a.md")
    assert ended.status == 2
    assert said in ended.err
    assert ended.err.startswith("Error: ")
    assert len(ended.err.splitlines()) == 1


def test_the_other_files_are_judged_although_one_is_broken(project: Project) -> None:
    """A broken entry and a page that is no text are findings; everything else is judged."""
    project.write("docs/refs.bib", "@article{good, title={Tides and the habits of limpets}, author={Moreau, A.}, "
                  "year={2011}, doi={10.5555/tides}}\n@article{broken, title={No end\n")  # fmt: skip
    (project.root / "docs/latin.md").write_bytes(page(TIDES.replace("Moreau", "Moréau")).encode("latin-1"))
    (project.root / "docs/binary.md").write_bytes(b"\x00\x01\x02")
    report = project.run("check", "docs", "--format", "json").json()
    rules = {(problem["source"], problem["rule"]) for problem in report["problems"]}
    read = {item["source"] for item in report["references"]}
    assert {("docs/refs.bib", "broken-entry"), ("docs/binary.md", "unreadable-source")} <= rules
    assert {"docs/a.md", "docs/refs.bib", "docs/latin.md"} <= read


@pytest.mark.parametrize("damage", ["garbage", "not a folder", "nowhere"])
def test_a_cache_that_cannot_be_used_costs_nothing(project: Project, damage: str) -> None:
    """With a corrupt cache, a file in its place or a folder that cannot be made, the lock still judges."""
    (project.root / "scholar.lock").rename(project.root / "other.lock")
    folder = project.root / "cache"
    if damage == "garbage":
        (folder / "answers").mkdir(parents=True)
        (folder / "answers" / "cache.db").write_bytes(b"garbage" * 500)
    elif damage == "not a folder":
        folder.write_text("")
    place = "/proc/none/cache" if damage == "nowhere" else str(folder)
    ended = project.execute("check", "docs/good.md", "--format", "json", env={"SCHOLAR_BUILD_CACHE_DIR": place})
    assert ended.status == 0
    assert {item["reason"] for item in ended.json()["references"]} == {"offline"}
    assert "Traceback" not in ended.err


def test_citations_as_arguments(project: Project) -> None:
    """An identifier and a whole citation are judged like entries of a list."""
    report = project.run("check", "10.5555/nothing", WRONG_YEAR, "--format", "json").json()
    assert [(item["source"], item["status"]) for item in report["references"]] == [
        ("citations", "not_found"),
        ("citations", "mismatch"),
    ]


def test_citations_on_standard_input(project: Project) -> None:
    """With `-` each line of standard input is a citation."""
    ended = project.execute("check", "-", "--format", "json", given=f"{TIDES}\n\n{INVENTED}\n".encode())
    assert [item["status"] for item in ended.json()["references"]] == ["verified", "not_found"]


@pytest.mark.parametrize(("given", "said"), [(b"\n \n", "holds no citation"), (b"\x00\x01", "is no text")])
def test_standard_input_without_citations(project: Project, given: bytes, said: str) -> None:
    """An empty standard input, or one that is no text, is a mistake."""
    ended = project.run("check", "-", given=given)
    assert (ended.status, said in ended.err) == (2, True)


def test_a_very_long_argument_is_a_citation(project: Project) -> None:
    """A citation too long for a file name is judged, not taken for a path."""
    ended = project.run("check", f"{TIDES} " + "with many words " * 400, "--format", "json")
    assert ended.status == 0
    assert len(ended.json()["references"]) == 1


def test_drafts(tmp_path: Path) -> None:
    """The newest draft of a document is checked; others are listed and chosen by number, or all are checked."""
    project = Project(tmp_path)
    project.write("thesis_v1.md", page(INVENTED))
    project.write("thesis_v2.md", page(TIDES))
    project.lock()
    sources = {
        name: [item["source"] for item in project.run("check", *arguments, "--format", "json").json()["references"]]
        for name, arguments in {
            "newest": (".",), "all": (".", "--all"), "second": ("thesis", "--draft", "2"),
        }.items()
    }  # fmt: skip
    assert sources == {"newest": ["thesis_v2.md"], "all": ["thesis_v1.md", "thesis_v2.md"], "second": ["thesis_v1.md"]}
    assert project.run("check", "thesis", "--list").out.splitlines() == ["1  thesis_v2.md", "2  thesis_v1.md"]
    assert project.run("check", "thesis", "--draft", "9").status == 2


def test_settings_come_from_the_named_file(project: Project) -> None:
    """--config replaces the settings file; its folder is the project."""
    project.write("other/strict.toml", 'strict = true\nlock = "../scholar.lock"\noffline = true\n')
    project.git("init", "--quiet")
    assert project.run("check", "docs/a.md", "--config", "other/strict.toml").status == 1


def test_colour_and_progress_only_on_a_terminal(project: Project) -> None:
    """A pipe gets plain text; a terminal gets colours, unless NO_COLOR is set."""
    assert "\x1b[" not in project.execute("check", "docs/a.md").out
    assert "\x1b[31m" in _on_a_terminal(project, {})
    assert "\x1b[31m" not in _on_a_terminal(project, {"NO_COLOR": "1"})


def _on_a_terminal(project: Project, env: dict[str, str]) -> str:
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(project.root)
        arguments = [sys.executable, "-m", "scholar_build", "check", "docs/a.md", "--strict"]
        os.execve(sys.executable, arguments, project.environment({"TERM": "xterm", **env}))
    said = b""
    try:
        while part := os.read(terminal, 65536):
            said += part
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    os.waitpid(child, 0)
    return said.decode()


def test_a_terminal_without_unicode(project: Project) -> None:
    """What a terminal's encoding lacks is shown as a code; nothing is lost."""
    ended = project.execute(
        "check", "docs/a.md", "--format", "html", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    )
    assert ended.status == 0
    assert "Traceback" not in ended.err


def places(project: Project, format_: str, *arguments: str, env: dict[str, str] | None = None, folder: str) -> str:
    return project.run("check", *arguments, "--format", format_, env=env or {}, folder=folder).out


def test_places_are_told_from_the_checkout(tmp_path: Path) -> None:
    """A site in a sub-folder: code hosts get paths from the checkout's root, JSON has them from the project's."""
    top = tmp_path / "checkout"
    site = Project(top / "site")
    site.write("docs/a.md", page(INVENTED))
    site.lock()
    outer = Project(top)
    (top / "scholar.toml").unlink()
    inside = {"GITHUB_WORKSPACE": str(top)}
    assert "file=site/docs/a.md,line=7" in places(outer, "github", "site/docs", folder=".")
    assert "file=site/docs/a.md,line=7" in places(outer, "github", "docs", env=inside, folder="site")
    assert "file=docs/a.md,line=7" in places(outer, "github", "docs", folder="site")
    assert '"path": "site/docs/a.md"' in places(
        outer, "gitlab", "docs", env={"CI_PROJECT_DIR": str(top)}, folder="site"
    )
    assert '"uri": "site/docs/a.md"' in places(outer, "sarif", "docs", env=inside, folder="site")
    assert 'file="site/docs/a.md"' in places(outer, "junit", "docs", env=inside, folder="site")
    assert '"source": "docs/a.md"' in places(outer, "json", "docs", env=inside, folder="site")
    failed = outer.run("check", "site/docs", "--strict")
    assert failed.err.startswith("failed: site/docs/a.md:7:")


def test_a_page_cannot_speak_to_the_runner(project: Project) -> None:
    """In a job of GitHub Actions no text of a page becomes a command of the runner."""
    project.write(
        "docs/bad.md", page("::error::Nemo, A. (2021). A study ##[add-mask]that nobody wrote. doi:10.5555/none")
    )
    project.lock()
    for format_ in FORMATS:
        ended = project.run("check", "docs/bad.md", "--strict", "--format", format_, env={"GITHUB_ACTIONS": "true"})
        printed = (ended.out + ended.err).splitlines()
        spoken = [line for line in printed if line.lstrip().startswith("::")]
        assert format_ == "github" or spoken == []
        assert all(line.startswith(("::error file=docs/bad.md,", "::notice title=")) for line in spoken)
        assert [line for line in printed if "##[" in line and line not in spoken] == []
    ended = project.run("check", "none##[add-mask]x.md", env={"GITHUB_ACTIONS": "true"})
    assert (ended.status, "##[" in ended.err) == (2, False)


@pytest.mark.parametrize("format_", ["json", "sarif", "gitlab"])
def test_data_is_the_same_in_a_job(project: Project, format_: str) -> None:
    """What is kept from the runner is spelled otherwise, and reads the same."""
    project.write("docs/bad.md", page("Nemo, A. (2021). A study ##[add-mask]that nobody wrote. doi:10.5555/none"))
    project.lock()
    at_home, in_a_job = (
        project.run("check", "docs/bad.md", "--format", format_, env=env).out
        for env in ({}, {"GITHUB_ACTIONS": "true"})
    )
    assert "##[add-mask]" in at_home
    assert json.loads(at_home) == json.loads(in_a_job)


def test_a_file_name_cannot_move_the_cursor(project: Project) -> None:
    """Control characters of names and messages never reach the terminal."""
    project.write("docs/\x1b[2Jx.md", page(INVENTED))
    project.lock()
    ended = project.run("check", "docs", "--strict")
    assert "\x1b" not in ended.out + ended.err
    assert "\x1b" not in project.run("check", "none\x1b[2J.md").err


def test_an_interrupted_check_says_so(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with 130, which no gate ends with."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scholar_build.cli.check.check", interrupt)
    ended = project.run("check", "docs/a.md")
    assert (ended.status, ended.err) == (130, "interrupted\n")


@pytest.mark.parametrize("case", cases("CLI & CI"), ids=lambda case: case["id"])
def test_shared_cases(tmp_path: Path, case: dict) -> None:  # type: ignore[type-arg]
    """What could not be checked is counted apart, and the gate fails because of what does not exist."""
    from tests.twin import Twin, Work

    facts = case["provider_facts"][0]["record"]
    work = Work(
        title=facts["title"], authors=tuple("{1}, {0}".format(*name.rsplit(" ", 1)) for name in facts["authors"]),
        year=facts["year"], doi=case["provider_facts"][0]["lookup"],
    )  # fmt: skip
    with Twin(works=[work], limits="off") as twin:
        project = online(tmp_path, twin)
        project.write("refs.bib", case["input"]["text"])
        ended = project.run("check", "refs.bib", "--strict", "--format", "json")
    report = ended.json()
    words = {"could not be checked": "unchecked"}
    expected = {key: words.get(value, value) for key, value in case["expected"]["by_item"].items()}
    assert {item["key"]: item["status"] for item in report["references"]} == expected
    assert report["summary"] == {"verified": 1, "mismatch": 0, "not_found": 1, "unchecked": 1, "total": 3}
    assert ended.status == 1
    assert [line.split(":")[0] for line in ended.err.splitlines()] == ["failed"]
    assert not any(
        word in (ended.out + ended.err).lower().replace("fake.nonexistent", "")
        for word in ("fabricated", "hallucinated")
    )


def test_a_book_alone_passes_a_strict_gate(project: Project) -> None:
    """What no index holds is unchecked: shown, but neither failed nor incomplete."""
    project.write("docs/book.md", page(BOOK, GULLS))
    project.lock()
    assert project.run("check", "docs/book.md", "--strict").status == 0


@pytest.mark.parametrize("case", [case for case in cases("provider failure") if case["id"] == "C024"])
def test_the_network_is_lost_on_the_way(tmp_path: Path, case: dict) -> None:  # type: ignore[type-arg]
    """What was answered is judged, the rest could not be checked: 1 of 3, incomplete, and never not found."""
    from tests.twin import Fault, Twin, generated

    with Twin(works=[], limits="off") as twin:
        twin.add(*generated(3))
        project = online(tmp_path, twin)
        names = [f"https://doi.org/10.5555/twin.{number}" for number in (1, 2, 3)]
        project.write("a.md", page(names[0]))
        project.run("check", "a.md")
        for provider in twin.endpoints():
            twin.fail(provider, Fault.TOO_MANY_LONG)
        project.write("a.md", page(*names))
        lost = project.run("check", "a.md", "--strict", "--output", "json=out.json")
        allowed = project.run("check", "a.md", "--strict", "--allow-unchecked")
        twin.recover()
        report = json.loads((project.root / "out.json").read_text())
    assert [item["status"] for item in report["references"]] == ["verified", "unchecked", "unchecked"]
    assert (lost.status, allowed.status) == (3, 0)
    assert "1 of 3 checked." in lost.out
    assert "Not available this time: crossref" in lost.out
    assert {"not_found", "not found (", "fabricated"}.isdisjoint(lost.out.split())
    assert case["expected"]["by_item"]["R2"] == "could not be checked"
