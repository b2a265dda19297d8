"""The command `lock`: fill, refresh, prune, check and mend the lock file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scholar_build.lock import read_lock
from tests.cli.project import Ended, Project, online, page
from tests.twin import Fault, Twin, Work, generated

FIRST, SECOND, THIRD = (f"https://doi.org/10.5555/twin.{number}" for number in (1, 2, 3))


@pytest.fixture
def twin() -> Iterator[Twin]:
    with Twin(works=[], limits="off") as twin:
        twin.add(*generated(3))
        yield twin


@pytest.fixture
def project(tmp_path: Path, twin: Twin) -> Project:
    project = online(tmp_path, twin, "offline = true\n")
    project.write("a.md", page(FIRST, SECOND))
    return project


def locked(project: Project) -> list[str]:
    return sorted(question.key for question in read_lock(project.root / "scholar.lock"))


def close(twin: Twin) -> None:
    """Every provider asks to come back tomorrow."""
    for provider in twin.endpoints():
        twin.fail(provider, Fault.TOO_MANY_LONG)


def done(ended: Ended) -> str:
    assert ended.status == 0, ended.err
    return ended.out


def test_a_project_that_judges_offline_fills_its_lock(project: Project, twin: Twin) -> None:
    """`lock` asks although the settings say offline; then a check sends nothing and knows all."""
    assert "2 answers, 2 new, 0 dropped, for 2 references" in done(project.run("lock", "a.md"))
    twin.requests.clear()
    report = project.run("check", "a.md", "--format", "json").json()
    assert [item["status"] for item in report["references"]] == ["verified", "verified"]
    assert twin.count() == 0


def test_the_environment_keeps_it_offline(project: Project, twin: Twin) -> None:
    """Who says offline in the environment means it: nothing is sent, and what is missing is named."""
    ended = project.run("lock", "a.md", env={"SCHOLAR_BUILD_OFFLINE": "1"})
    assert (ended.status, twin.count()) == (3, 0)
    assert "missing: crossref doi:10.5555/twin.1 (offline)" in ended.err


def test_only_what_is_missing_is_asked(project: Project, twin: Twin) -> None:
    """A second run adds the new reference and asks nothing else."""
    done(project.run("lock", "a.md"))
    twin.requests.clear()
    project.write("a.md", page(FIRST, SECOND, THIRD))
    assert "3 answers, 1 new" in done(project.run("lock", "a.md"))
    asked = [repr(seen.params) + seen.path for seen in twin.requests]
    assert not any("twin.1" in one or "twin.2" in one for one in asked)


def test_nothing_to_add_changes_no_byte(project: Project) -> None:
    """The same sources give the same file."""
    done(project.run("lock", "a.md"))
    before = (project.root / "scholar.lock").read_bytes()
    done(project.run("lock", "a.md"))
    assert (project.root / "scholar.lock").read_bytes() == before


def test_update_brings_news(project: Project, twin: Twin) -> None:
    """A work that was retracted meanwhile is known after `--update`, not before."""
    done(project.run("lock", "a.md"))
    retracted = Work(title="RETRACTED: A work", authors=("Reed, Ada",), year=2020, doi="10.5555/twin.1", retracted=True)
    twin.add(retracted)
    done(project.run("lock", "a.md"))
    assert "RETRACTED" not in (project.root / "scholar.lock").read_text(encoding="utf-8")
    done(project.run("lock", "a.md", "--update"))
    assert "RETRACTED" in (project.root / "scholar.lock").read_text(encoding="utf-8")


def test_an_outage_costs_no_answer(project: Project, twin: Twin) -> None:
    """What cannot be had anew stays as it was, and that is said; what is new is missing: status 3."""
    done(project.run("lock", "a.md"))
    before = locked(project)
    close(twin)
    ended = project.run("lock", "a.md", "--update")
    assert (ended.status, locked(project)) == (0, before)
    assert "2 answers could not be had anew and stay as they were" in ended.err
    project.write("a.md", page(FIRST, SECOND, THIRD))
    ended = project.run("lock", "a.md")
    assert (ended.status, locked(project)) == (3, before)
    assert "missing: crossref doi:10.5555/twin.3" in ended.err


def test_check_says_whether_the_lock_covers_the_sources(project: Project, twin: Twin) -> None:
    """`--check` asks nobody and ends with 1 where a reference is not covered or there is no lock."""
    ended = project.run("lock", "a.md", "--check")
    assert (ended.status, "does not exist" in ended.err) == (1, True)
    done(project.run("lock", "a.md"))
    twin.requests.clear()
    assert "covers 2 of 2 references" in done(project.run("lock", "a.md", "--check"))
    project.write("a.md", page(FIRST, SECOND, THIRD))
    ended = project.run("lock", "a.md", "--check")
    assert (ended.status, ended.err.splitlines()) == (1, [f"a.md:9: not in the lock: {THIRD}"])
    assert twin.count() == 0


def test_prune_drops_what_nothing_cites(project: Project) -> None:
    """Without `--prune` an answer stays although its reference is gone."""
    done(project.run("lock", "a.md"))
    project.write("a.md", page(FIRST))
    assert "2 answers, 0 new, 0 dropped" in done(project.run("lock", "a.md"))
    assert "1 answers, 0 new, 1 dropped" in done(project.run("lock", "a.md", "--prune"))
    assert locked(project) == ["crossref doi:10.5555/twin.1"]


def test_branches_that_cite_far_apart_merge_by_themselves(project: Project) -> None:
    """One answer a line, sorted: git merges two branches' locks where they touch different places."""
    project.write("a.md", page(SECOND))
    done(project.run("lock", "a.md"))
    project.git("init", "--quiet")
    project.commit()
    project.git("checkout", "--quiet", "-b", "one")
    project.write("a.md", page(SECOND, FIRST))
    done(project.run("lock", "a.md"))
    project.commit()
    project.git("checkout", "--quiet", "main")
    project.write("b.md", page(THIRD))
    done(project.run("lock", "a.md", "b.md"))
    project.commit()
    conflict = project.run("lock", "a.md", "--check").status
    with pytest.raises(AssertionError):  # neighbouring lines: a conflict after all
        project.git("merge", "--quiet", "one")
    ended = project.run("check", "a.md")
    assert (conflict, ended.status, "lock --merge" in ended.err) == (0, 2, True)
    assert "merged, 3 answers" in done(project.run("lock", "--merge"))
    assert "covers 3 of 3 references" in done(project.run("lock", "a.md", "b.md", "--check"))


@pytest.mark.parametrize("content", ["<<<<<<< HEAD\n{\n=======\n", "\x00"])
def test_what_cannot_be_mended(project: Project, content: str) -> None:
    """A lock that is damaged beyond conflicts is named; nothing is written."""
    project.write("scholar.lock", content)
    ended = project.run("lock", "--merge")
    assert (ended.status, "scholar.lock" in ended.err) == (2, True)
    assert (project.root / "scholar.lock").read_text() == content


def test_there_is_nothing_to_mend(project: Project) -> None:
    """Without a lock `--merge` ends with 2."""
    assert project.run("lock", "--merge").status == 2


def test_a_fork_needs_only_the_lock(project: Project, twin: Twin) -> None:
    """Without keys, address or network the covered references are judged; a new one is incomplete, not false."""
    done(project.run("lock", "a.md"))
    close(twin)
    project.write("a.md", page(FIRST, SECOND, THIRD))
    (project.root / "scholar.toml").write_text(
        (project.root / "scholar.toml").read_text().replace("offline = true", "offline = false")
    )
    ended = project.run("check", "a.md", "--strict", "--format", "json", env={"SCHOLAR_BUILD_CACHE_DIR": "fresh"})
    assert ended.status == 3
    assert [item["status"] for item in ended.json()["references"]] == ["verified", "verified", "unchecked"]
