"""A pull request that edits settings, pages, lock or links: it sends, reads, writes and runs nothing of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.project import GULLS, INVENTED, TIDES, Project, online, page
from tests.twin import Twin

SECRET = "@misc{secret, title={The secret of the house}, note={hunter2}, doi={10.5555/secret}}\n"
KEYS = {
    "CROSSREF_PLUS_TOKEN": "key-crossref",
    "OPENALEX_API_KEY": "key-openalex",
    "NCBI_API_KEY": "key-ncbi",
    "SEMANTIC_SCHOLAR_API_KEY": "key-s2",
    "SCHOLAR_BUILD_CONTACT_EMAIL": "owner@example.org",
    "GITHUB_TOKEN": "key-github",
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path / "project")
    project.write("docs/a.md", page(GULLS, TIDES))
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.bib").write_text(SECRET, encoding="utf-8")
    project.lock()
    return project


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


OUTSIDE = (
    'bibliography = ["/etc/passwd"]',
    'bibliography = ["../outside/secret.bib"]',
    'bibliography = ["../outside/*.bib"]',
    'bibliography = ["docs/*/../../../outside/*.bib"]',
    'bibliography = ["link/secret.bib"]',
    'bibliography = [".git/config"]',
    'lock = "../outside/scholar.lock"',
    'lock = "/etc/passwd"',
    'report = "../outside/report.json"',
    'report = "link/report.json"',
    'report = ".git/hooks/post-checkout"',
    'report = "docs/.GIT/config"',
    'reports = { html = "out/../../outside/x.html" }',
    'audit_log = "../outside/audit.jsonl"',
    'cache_dir = "../outside/cache"',
    'cache_dir = "~/cache"',
    'cache_dir = "link"',
    'deadlines = { file = "../outside/secret.bib" }',
    'pdf = { into = "../outside" }',
)


@pytest.mark.parametrize("setting", OUTSIDE)
@pytest.mark.parametrize("command", [("check", "docs"), ("lock", "docs"), ("doctor",)])
def test_settings_name_no_place_outside(project: Project, setting: str, command: tuple[str, ...]) -> None:
    """A path that leaves the project, in whatever spelling, ends every command with 2; nothing is read or written."""
    (project.root / "link").symlink_to(project.root.parent / "outside")
    project.write("scholar.toml", f"offline = true\n{setting}\n")
    before = everything_in(project.root.parent)
    ended = project.run(*command, env={"SCHOLAR_BUILD_CACHE_DIR": ""})
    assert ended.status == 2
    assert f"setting `{setting.split(' ')[0]}` names a place outside" in ended.err
    assert everything_in(project.root.parent) == before


def test_places_inside_are_fine(project: Project) -> None:
    """Folders beside the settings file, also above them in one repository, may be named."""
    project.git("init", "--quiet")
    site = Project(
        project.root / "site",
        'offline = true\nlock = "../scholar.lock"\nbibliography = ["../lists/*.bib"]\ncache_dir = ".cache"\n',
    )
    project.write("lists/refs.bib", "@misc{g, title={Counting gulls with borrowed drones}, doi={10.5555/gulls}}\n")
    site.write("docs/a.md", page(TIDES))
    report = site.run("check", "docs", "--format", "json").json()
    assert [item["status"] for item in report["references"]] == ["verified", "verified"]


def test_the_user_may_name_any_place(project: Project, tmp_path: Path) -> None:
    """The environment is no part of a pull request: it may lead anywhere."""
    env = {"SCHOLAR_BUILD_LOCK": str(tmp_path / "outside/x.lock"), "SCHOLAR_BUILD_CACHE_DIR": str(tmp_path / "c")}
    (project.root / "scholar.lock").rename(tmp_path / "outside/x.lock")
    report = project.run("check", "docs", "--format", "json", env=env).json()
    assert [item["status"] for item in report["references"]] == ["verified", "verified"]


@pytest.mark.parametrize(
    "name",
    ["../outside/secret.bib", "../../outside/secret.bib", "link.bib"],
)
def test_pages_name_no_bibliography_outside(project: Project, name: str) -> None:
    """A bibliography that a page names is read only inside the project; the page's fault is told."""
    (project.root / "docs/link.bib").symlink_to(project.root.parent / "outside/secret.bib")
    project.write("docs/p.md", f"---\nbibliography: {name}\n---\n\n[@secret]\n")
    ended = project.run("check", "docs/p.md", "--format", "json")
    assert "secret of the house" not in ended.out
    assert "unreadable-source" in [problem["rule"] for problem in ended.json()["problems"]]


def test_links_in_the_sources_do_not_lead_out(project: Project) -> None:
    """A page or bibliography that is a link to a file elsewhere is not read, named or found in a folder."""
    elsewhere = project.root.parent / "outside"
    (elsewhere / "secret.md").write_text(page("Nemo, A. (2001). The secret of the house. hunter2."), encoding="utf-8")
    for name in ("secret.md", "secret.bib"):
        (project.root / "docs" / name).symlink_to(elsewhere / name)
    (project.root / "folder").symlink_to(elsewhere)
    for arguments in (("docs",), ("docs/secret.md",), ("docs/secret.bib",), ("folder",), ("folder/*.md",)):
        ended = project.run("check", *arguments, "--format", "json")
        assert "secret of the house" not in ended.out
        assert "unreadable-source" in [problem["rule"] for problem in ended.json()["problems"]]


def test_links_within_the_project_are_followed(project: Project) -> None:
    """A page that is a link to another file of the project is read."""
    project.write("LIST.md", page(GULLS))
    (project.root / "docs/list.md").symlink_to("../LIST.md")
    report = project.run("check", "docs/list.md", "--format", "json").json()
    assert [item["status"] for item in report["references"]] == ["verified"]


def test_a_configured_bibliography_that_is_a_link(project: Project) -> None:
    """A pattern that matches a link to elsewhere ends the run."""
    (project.root / "lists").mkdir()
    (project.root / "lists/x.bib").symlink_to(project.root.parent / "outside/secret.bib")
    project.write("scholar.toml", 'offline = true\nbibliography = ["lists/*.bib"]\n')
    ended = project.run("check", "docs")
    assert (ended.status, "a link that leads out" in ended.err) == (2, True)


def test_no_key_and_no_address_goes_to_another_host(tmp_path: Path) -> None:
    """Settings may lead requests elsewhere, but what identifies the user stays here."""
    with Twin(limits="off") as twin:
        project = online(tmp_path, twin)
        searched = "Nemo, A. (2020). A paper without any number. Journal of Ponds, 3, 1-9."
        identified = ("doi:10.5281/zenodo.1", "arXiv:2101.99001", "PMID: 90000123")
        project.write("docs/a.md", page(GULLS, INVENTED, *identified, searched))
        project.run("check", "docs", env=KEYS)
        sent = [repr((seen.path, seen.params, seen.headers, seen.body)) for seen in twin.requests]
    assert len(sent) > 5
    assert [one for one in sent if any(secret in one for secret in KEYS.values())] == []


def test_a_lock_is_data(project: Project) -> None:
    """A lock cannot bring settings, fields that nobody knows, or more than it may hold."""
    good = (project.root / "scholar.lock").read_text(encoding="utf-8")
    project.write(
        "scholar.lock", good.replace('{"schema": 1,', '{"schema": 1, "strict": false, "endpoints": {"a": "b"},')
    )
    assert project.run("check", "docs", "--strict").status == 0
    for bad in ("[" * 200_000, '{"schema": 1, "answers": [{"type": "code"}]}', good[: len(good) // 2]):
        project.write("scholar.lock", bad)
        ended = project.run("check", "docs")
        assert (ended.status, ended.out) == (2, "")


def test_a_huge_lock_is_refused(project: Project) -> None:
    """A lock larger than any real one is not read."""
    with (project.root / "scholar.lock").open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    ended = project.run("check", "docs")
    assert (ended.status, "larger than 64 MB" in ended.err) == (2, True)


def test_a_lock_that_is_a_link_elsewhere(project: Project) -> None:
    """A lock file that is a link out of the project is not read and not written."""
    (project.root / "scholar.lock").unlink()
    (project.root / "scholar.lock").symlink_to(project.root.parent / "outside/secret.bib")
    project.write("scholar.toml", 'lock = "scholar.lock"\noffline = true\n')
    assert project.run("check", "docs").status == 2
    assert (project.root.parent / "outside/secret.bib").read_text(encoding="utf-8") == SECRET


def test_the_default_lock_that_is_a_link_elsewhere(project: Project) -> None:
    """The same holds where no setting names it."""
    (project.root / "scholar.lock").unlink()
    (project.root / "scholar.lock").symlink_to(project.root.parent / "outside/secret.bib")
    for command in ("check", "lock"):
        ended = project.run(command, "docs", env={"SCHOLAR_BUILD_OFFLINE": "1"})
        assert (ended.status, "hunter2" in ended.out + ended.err) == (2, False)
    assert (project.root.parent / "outside/secret.bib").read_text(encoding="utf-8") == SECRET


def test_settings_run_no_code(project: Project) -> None:
    """Settings are data: what looks like code, a command or a template stays text."""
    project.write("scholar.toml", "\n".join([
        "offline = true",
        'contact_email = "$(touch${IFS}pwned)@example.org"',
        'reference_headings = ["{{ 7 * 7 }}", "(a+)+$", "$(touch pwned)"]',
        'own = ["$(touch pwned)/**"]',
        '[[accept]]\nid = "`touch pwned`"\nreason = "::error::x"',
    ]))  # fmt: skip
    project.write("docs/a.md", page(GULLS) + "\n# " + "a" * 5000 + "\n\n- x\n")
    ended = project.run("check", "docs", "--format", "html")
    assert ended.status == 0
    assert not any("pwned" in name for _, _, names in os.walk(project.root) for name in names)


def test_outputs_follow_no_link_out(project: Project) -> None:
    """A report or baseline that the workflow names is not written through a link that the change has planted."""
    outside = project.root.parent / "outside"
    (project.root / "out").symlink_to(outside)
    (project.root / "x.sarif").symlink_to(outside / "secret.bib")
    before = everything_in(outside)
    for arguments in (
        ("--output", "sarif=x.sarif"), ("--output", "json=out/x.json"), ("--write-baseline", "out/line.json"),
    ):  # fmt: skip
        ended = project.run("check", "docs", *arguments)
        assert (ended.status, "leads out of the project" in ended.err) == (2, True)
    assert everything_in(outside) == before


def test_a_document_of_the_user_outside_the_project_has_its_own_bibliography(project: Project) -> None:
    """A paper elsewhere, named on the command line, may name the bibliography beside it."""
    elsewhere = project.root.parent / "outside"
    (elsewhere / "paper.md").write_text("---\nbibliography: secret.bib\n---\n\n[@secret]\n", encoding="utf-8")
    report = project.run("check", str(elsewhere / "paper.md"), "--format", "json").json()
    assert [item["key"] for item in report["references"]] == ["secret"]


def test_a_link_to_nothing(project: Project) -> None:
    """A broken link in a folder holds nothing; named by itself it is no such file."""
    (project.root / "docs/broken.md").symlink_to("nowhere.md")
    assert project.run("check", "docs").status == 0
    ended = project.run("check", "docs/broken.md")
    assert (ended.status, "docs/broken.md: there is no such file" in ended.err) == (2, True)


@pytest.mark.parametrize("place", ["\\u0000", "~nobody/x", "x\\u0000/../../y"])
def test_what_no_path_can_be(project: Project, place: str) -> None:
    """A place that no file system has is refused like one outside."""
    project.write("scholar.toml", f'report = "{place}"\n')
    ended = project.run("check", "docs")
    assert (ended.status, "names a place outside" in ended.err) == (2, True)


@pytest.mark.parametrize("tool", ["mkdocs", "sphinx"])
def test_builds_read_no_bibliography_outside(project: Project, tool: str) -> None:
    """The same holds while a site is built: what a page's front matter names elsewhere is not read."""
    project.write("scholar.toml", 'offline = true\nreport = "report.json"\n')
    project.write("mkdocs.yml", "site_name: A\nplugins: [scholar]\n")
    project.write("docs/conf.py", "extensions = ['myst_parser', 'sphinx_scholar']\n")
    project.write("docs/scholar.toml", 'offline = true\nreport = "../report.json"\n')
    project.git("init", "--quiet")
    project.write(
        "docs/index.md",
        "---\nbibliography: ../../outside/secret.bib\n---\n\n# A\n\n[@secret] and {doi}`10.5555/gulls`\n",
    )
    command = {"mkdocs": ["mkdocs", "build"], "sphinx": ["sphinx.cmd.build", "-q", "docs", "out"]}[tool]
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=project.root, env=project.environment({}), capture_output=True,
        check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    written = (project.root / "report.json").read_text(encoding="utf-8")
    assert ("10.5555/gulls" in written, "secret of the house" in written) == (True, False)
