"""Only what changed: lines and entries that differ from a git revision, however files are named and moved."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.project import GULLS, INVENTED, RETRACTED, TIDES, WRONG_YEAR, Ended, Project, page

OTHER = "Nemo, B. (2022). Another study that nobody wrote. https://doi.org/10.5555/none"
ENTRY = """@article{{{key},
  author = {{Nemo, A.}},
  title = {{{title}}},
  year = {{2021}},
  doi = {{10.5555/{doi}}}
}}

"""


def entry(key: str, doi: str = "nothing", title: str = "A study that nobody wrote down") -> str:
    return ENTRY.format(key=key, doi=doi, title=title)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A repository whose main branch has old findings of every kind."""
    project = Project(tmp_path / "project")
    project.write("docs/a.md", page(GULLS, INVENTED))
    project.write("docs/b.md", page(TIDES, WRONG_YEAR))
    project.write("docs/refs.bib", entry("old") + entry("other", "none", "Another study that nobody wrote"))
    project.git("init", "--quiet")
    project.commit("first")
    return project


def check(project: Project, *arguments: str, since: str = "HEAD") -> Ended:
    project.lock()
    return project.run("check", "docs", "--changed-since", since, "--strict", *arguments)


def touched(project: Project, *arguments: str, since: str = "HEAD") -> list[str]:
    """The references that a change touches, by file and key or first identifier."""
    report = check(project, "--format", "json", *arguments, since=since).json()
    return [f"{item['source']} {item['key'] or item['identifiers'][0]}" for item in report["references"]]


def test_a_change_without_references_passes(project: Project) -> None:
    """Nothing new is cited: the gate passes although the site holds false references."""
    project.write("docs/c.md", "# Only words\n")
    ended = check(project)
    assert (ended.status, ended.err) == (0, "")


def test_nothing_changed_passes(project: Project) -> None:
    """With no difference nothing is read but to see that anything is cited."""
    assert (check(project).status, touched(project)) == (0, [])


def test_a_site_without_any_reference_does_not_pass(tmp_path: Path) -> None:
    """A gate that could look at nothing proves nothing, changed or not."""
    project = Project(tmp_path)
    project.write("docs/a.md", "# Words\n")
    project.git("init", "--quiet")
    project.commit()
    ended = check(project)
    assert (ended.status, "No reference was found" in ended.err) == (1, True)


def test_a_new_line_is_checked_and_older_findings_are_counted(project: Project) -> None:
    """One false reference is added: it alone fails, and the report says what it left out."""
    project.write("docs/a.md", page(GULLS, INVENTED, OTHER))
    ended = check(project)
    assert ended.status == 1
    assert ended.err.splitlines() == [
        "failed: docs/a.md:9: reference doi:10.5555/none: The identifier is not registered. (identifier-not-found)"
    ]
    assert "1 older finding was left out." in ended.out
    assert "10.5555/nothing" not in ended.out


def test_the_count_is_told_beside_data(project: Project) -> None:
    """Where the printed format has no place for it, standard error says what was left out."""
    project.write("docs/a.md", page(GULLS, INVENTED, TIDES))
    ended = check(project, "--format", "json")
    assert (ended.status, ended.err) == (0, "1 older findings were left out.\n")


def test_an_entry_over_several_lines(project: Project) -> None:
    """A change in the last line of a wrapped entry touches the entry."""
    project.write("docs/a.md", page(GULLS, INVENTED.replace(". https", ".\n  https")))
    project.commit()
    project.write("docs/a.md", page(GULLS, OTHER.replace(". https", ".\n  https")))
    assert touched(project) == ["docs/a.md doi:10.5555/none"]


def test_lines_that_only_moved_down(project: Project) -> None:
    """Text above an entry does not make it new."""
    project.write("docs/a.md", "Words.\n\nMore words.\n\n" + page(GULLS, INVENTED))
    assert touched(project) == []


def test_a_list_that_is_numbered_anew(project: Project) -> None:
    """An entry put in the middle of a numbered list does not make new entries of those below it."""
    head = "# A page\n\n## References\n\n"
    project.write("docs/a.md", f"{head}1. {GULLS}\n2. {INVENTED}\n3. {TIDES}\n")
    project.commit()
    project.write("docs/a.md", f"{head}1. {GULLS}\n2. {OTHER}\n3. {INVENTED}\n4. {TIDES}\n")
    assert touched(project) == ["docs/a.md doi:10.5555/none"]


def test_a_sentence_that_is_written_anew(project: Project) -> None:
    """A link in running text counts with the line that it stands in."""
    project.write("docs/c.md", "As [they](https://doi.org/10.5555/nothing) say.\n\nAnd 10.5555/none, too.\n")
    project.commit()
    project.write("docs/c.md", "As [they](https://doi.org/10.5555/nothing) do not say.\n\nAnd 10.5555/none, too.\n")
    assert touched(project) == ["docs/c.md doi:10.5555/nothing"]


def test_a_list_that_becomes_a_reference_list(project: Project) -> None:
    """Entries count as new where a heading makes references of them."""
    project.write("docs/c.md", page(INVENTED.partition(" https")[0]).replace("References", "Notes"))
    project.commit()
    project.write("docs/c.md", page(INVENTED.partition(" https")[0]))
    assert check(project, "--format", "json").json()["summary"]["total"] == 1


def test_a_copy_of_an_old_entry(project: Project) -> None:
    """A false reference copied below itself is one new finding."""
    project.write("docs/a.md", page(GULLS, INVENTED, INVENTED))
    assert touched(project) == ["docs/a.md doi:10.5555/nothing"]


def test_renamed_files(project: Project) -> None:
    """A file that is only renamed holds nothing new; what is added to it does."""
    (project.root / "docs/a.md").rename(project.root / "docs/renamed.md")
    project.git("add", "--all")
    assert touched(project) == []
    project.write("docs/renamed.md", page(GULLS, INVENTED, OTHER))
    project.git("add", "--all")
    assert touched(project) == ["docs/renamed.md doi:10.5555/none"]


def test_files_that_git_does_not_know(project: Project) -> None:
    """A page that nobody has added yet is new."""
    project.write("docs/new.md", page(OTHER))
    assert touched(project) == ["docs/new.md doi:10.5555/none"]


def test_a_bibliography_by_its_keys(project: Project) -> None:
    """Order, layout and comments of a .bib file are no change; another value of a field is."""
    project.write("docs/refs.bib", "% words\n" + entry("other", "none", "Another study that nobody wrote")
                  + entry("old").replace("  ", "\t"))  # fmt: skip
    assert touched(project) == []
    project.write("docs/refs.bib", entry("old", title="A changed title") + entry("new", "none"))
    assert touched(project) == ["docs/refs.bib old", "docs/refs.bib new"]


def test_a_macro_changes_the_entries_that_use_it(project: Project) -> None:
    """An entry is touched where what it says changes, although its own lines do not."""
    uses = "@article{m, title = T, year = {2021}, doi = {10.5555/nothing}}\n"
    project.write("docs/refs.bib", '@string{T = "A study that nobody wrote down"}\n' + uses)
    project.commit()
    project.write("docs/refs.bib", '@string{T = "Another study that nobody wrote"}\n' + uses)
    assert touched(project) == ["docs/refs.bib m"]


def test_problems_of_sources_are_told_apart_too(project: Project) -> None:
    """An old broken entry is left out, a new one fails where the rule is refused."""
    project.write("docs/refs.bib", entry("old") + "@article{broken, title={No end\n")
    project.commit()
    project.write("docs/refs.bib", entry("old") + entry("new", "gulls") + "@article{broken, title={No end\n")
    rules = [one["rule"] for one in check(project, "--format", "json").json()["problems"]]
    assert "broken-entry" not in rules
    project.write("docs/refs.bib", entry("old") + "@article{broken, title={No end\n\n@misc{second, title={Nor here\n")
    problems = check(project, "--format", "json").json()["problems"]
    assert [one["key"] for one in problems if one["rule"] == "broken-entry"] == ["second"]


def test_a_key_whose_entry_has_not_changed_is_not_missing(project: Project) -> None:
    """A page that begins to cite an old entry finds it; one that cites none such is told."""
    project.write("docs/c.md", "As others say [@old], and nobody [@nowhere].\n")
    problems = check(project, "--format", "json").json()["problems"]
    assert [(one["rule"], one["key"]) for one in problems] == [("missing-entry", "nowhere")]


def test_an_entry_that_only_an_old_page_cites(tmp_path: Path) -> None:
    """With `check_uncited = false` a new entry counts where any page cites it, also one that did not change."""
    project = Project(tmp_path, "offline = true\ncheck_uncited = false\n")
    project.write("docs/a.md", "---\nbibliography: ../lists/refs.bib\n---\n\nAs they say [@new].\n")
    project.write("docs/n.ipynb", '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    project.write("docs/b.docx", "no document")
    project.write("lists/refs.bib", entry("old"))
    project.git("init", "--quiet")
    project.commit()
    project.write("lists/refs.bib", entry("old") + entry("new", "none") + entry("uncited", "gulls"))
    project.lock("docs/a.md", "lists")
    report = project.run("check", "docs", "--changed-since", "HEAD", "--format", "json").json()
    assert [item["key"] for item in report["references"]] == ["new"]


def test_where_the_branch_left(project: Project) -> None:
    """What main gained meanwhile is not held against the branch."""
    project.git("checkout", "--quiet", "-b", "branch")
    project.write("docs/c.md", page(OTHER))
    project.commit()
    project.git("checkout", "--quiet", "main")
    project.write("docs/a.md", page(GULLS))
    project.commit()
    project.git("checkout", "--quiet", "branch")
    assert touched(project, since="main") == ["docs/c.md doi:10.5555/none"]


def test_attributes_cannot_hide_a_change(project: Project) -> None:
    """A page marked as binary or without a diff is compared all the same."""
    project.write(".gitattributes", "*.md -diff binary\n")
    project.write("docs/a.md", page(GULLS, INVENTED, OTHER))
    assert touched(project) == ["docs/a.md doi:10.5555/none"]


def test_odd_names(project: Project) -> None:
    """Spaces, quotes, line breaks and non-ASCII names of files are names, and nothing more."""
    names = ["docs/with space.md", "docs/$(touch pwned).md", "docs/-rf.md", "docs/日本語\n.md", 'docs/"q".md']
    for name in names:
        project.write(name, page(INVENTED))
    project.commit()
    for name in names:
        project.write(name, page(INVENTED, OTHER))
    assert touched(project) == sorted(f"{name} doi:10.5555/none" for name in names)
    assert not (project.root / "pwned").exists()


@pytest.mark.parametrize(
    "revision",
    ["--output=/pwned", "-x", "nothing", "HEAD; touch pwned", "$(touch pwned)", "", "a\nb", "HEAD:docs/a.md"],
)
def test_what_is_no_revision(project: Project, revision: str) -> None:
    """A revision is never an option or a command; an unknown one is named with what to do."""
    ended = check(project, since=revision)
    assert ended.status == 2
    assert "--changed-since" in ended.err
    assert not (project.root / "pwned").exists()


def test_outside_of_a_repository(tmp_path: Path) -> None:
    """Without a repository the option cannot work, and says so."""
    project = Project(tmp_path)
    project.write("docs/a.md", page(INVENTED))
    ended = check(project)
    assert (ended.status, "needs a git repository" in ended.err) == (2, True)


def test_without_git(project: Project) -> None:
    """Where git is missing, that is said."""
    ended = project.run("check", "docs", "--changed-since", "HEAD", env={"PATH": str(project.root)})
    assert (ended.status, "git is not installed" in ended.err) == (2, True)


def test_a_shallow_clone(project: Project, tmp_path: Path) -> None:
    """A clone without the revision says how to fetch it; with it, it is compared as it is."""
    first = project.git("rev-parse", "HEAD")
    project.write("docs/c.md", page(OTHER))
    project.commit()
    project.git("clone", "--quiet", "--depth", "1", project.root.as_uri(), str(tmp_path / "shallow"))
    clone = Project(tmp_path / "shallow")
    ended = check(clone, since=first)
    assert (ended.status, "fetch-depth: 0" in ended.err) == (2, True)
    clone.git("config", "protocol.file.allow", "always")
    clone.git("fetch", "--quiet", "--depth", "1", "origin", first)
    assert touched(clone, since=first) == ["docs/c.md doi:10.5555/none"]


def test_an_unresolved_merge(project: Project) -> None:
    """While a merge is not resolved, every line of the file counts."""
    project.git("checkout", "--quiet", "-b", "branch")
    project.write("docs/a.md", page(GULLS, INVENTED, OTHER))
    project.commit()
    project.git("checkout", "--quiet", "main")
    project.write("docs/a.md", page(GULLS, INVENTED, RETRACTED))
    project.commit()
    with pytest.raises(AssertionError):
        project.git("merge", "--quiet", "branch")
    assert "docs/a.md doi:10.5555/none" in touched(project)


def test_deleted_and_foreign_files(project: Project, tmp_path: Path) -> None:
    """What is gone is no reference; a document outside the repository holds no change of it."""
    (project.root / "docs/b.md").unlink()
    outside = tmp_path / "elsewhere.md"
    outside.write_text(page(OTHER), encoding="utf-8")
    project.write("docs/c.md", page(TIDES))
    project.lock()
    report = project.run("check", "docs", str(outside), "--changed-since", "HEAD", "--format", "json").json()
    assert [item["source"] for item in report["references"]] == ["docs/c.md"]


def test_word_documents(project: Project) -> None:
    """A Word file has no lines: its entries are compared as wholes, and a broken old one holds none."""
    (project.root / "docs/t.docx").write_bytes(b"no document")
    project.commit()
    (project.root / "docs/t.docx").write_bytes(b"no document at all")
    problems = check(project, "--format", "json").json()["problems"]
    assert [one["source"] for one in problems if one["rule"] == "unreadable-source"] == ["docs/t.docx"]


def test_from_a_hook_with_a_copy_of_the_repository(project: Project, tmp_path: Path) -> None:
    """A linked work tree has its own changes."""
    project.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "other")
    tree = Project(tmp_path / "tree")
    tree.write("docs/c.md", page(OTHER))
    assert touched(tree) == ["docs/c.md doi:10.5555/none"]
    shutil.rmtree(tmp_path / "tree")


def test_citations_are_always_checked(project: Project) -> None:
    """A citation given as text has no revision: it is judged beside the change."""
    project.lock()
    report = project.run("check", "docs", "10.5555/nothing", "--changed-since", "HEAD", "--format", "json").json()
    assert [item["source"] for item in report["references"]] == ["citations"]


def test_a_file_whose_past_is_no_text(project: Project) -> None:
    """A page that was binary before held nothing; all of it is new."""
    (project.root / "docs/c.md").write_bytes(b"\x00\x01")
    project.commit()
    project.write("docs/c.md", page(OTHER))
    assert touched(project) == ["docs/c.md doi:10.5555/none"]


def test_a_git_that_hangs(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """A git that does not answer is given up."""
    program = project.write("bin/git", "#!/bin/sh\nexec sleep 20\n")
    program.chmod(0o755)
    monkeypatch.setattr("scholar_build.changes._TIMEOUT_S", 0.05)
    ended = project.run(
        "check", "docs", "--changed-since", "HEAD", env={"PATH": f"{program.parent}:{os.environ['PATH']}"}
    )
    assert (ended.status, "took longer" in ended.err) == (2, True)
