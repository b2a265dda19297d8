"""`scholar-build chain`, `watch` and `lock` against the twin."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import feedparser
import pytest
from click.testing import CliRunner, Result

from scholar_build.cli import main
from scholar_build.lock import read_lock, read_watches
from scholar_build.model.watch import Seen, WatchRun
from tests.chain.graphs import doi, work
from tests.twin import Fault, Twin, Work

pytestmark = pytest.mark.enable_socket
SETTINGS = """
[[chain]]
name = "ours"
seed = "10.5555/c.0"

[[watch]]
name = "frogs"
queries = ["frog calls"]
sources = ["openalex", "crossref"]
since = "3650d"

[[watch]]
name = "citing"
sources = ["openalex"]
cites = ["10.5555/c.0"]
since = "2000-01-01"
"""
FROG = Work(title="Frog calls", authors=("Moss, Bo",), doi="10.5555/f", openalex="W81", date=(2026, 11, 20))


class Project:
    """A folder with settings that lead to the twin, and the command run in it."""

    def __init__(self, root: Path, twin: Twin) -> None:
        self.root, self.twin = root, twin
        addresses = "".join(f'{name} = "{url}"\n' for name, url in twin.endpoints().items())
        paces = "".join(f"{name} = {pace}\n" for name, pace in twin.paces().items())
        tables = f"{SETTINGS}\n[endpoints]\n{addresses}\n[paces]\n{paces}"
        (root / "scholar.toml").write_text(f'cache_dir = "cache"\n{tables}', encoding="utf-8")
        (root / "page.md").write_text("# A page\n", encoding="utf-8")
        self.lock = root / "scholar.lock"

    def run(self, *arguments: str) -> Result:
        config = ["--config", str(self.root / "scholar.toml")]
        return CliRunner().invoke(main, [*arguments, *config], catch_exceptions=False)

    def write_lock(self, *options: str) -> Result:
        return self.run("lock", str(self.root / "page.md"), *options)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    works = [work(0, 1, 2), work(1), work(2), work(3, 0), FROG]
    with Twin(works, limits="off") as twin:
        yield Project(tmp_path, twin)


def test_a_chain_is_printed_by_doi_and_by_name(project: Project) -> None:
    """With the bounds of the command line before those of the settings."""
    by_doi = json.loads(project.run("chain", doi(0), "--format", "json").output)
    by_name = json.loads(project.run("chain", "ours", "--format", "json", "--directions", "backward").output)
    assert (len(by_doi["edges"]), len(by_name["edges"]), by_name["name"]) == (3, 2, "ours")
    text = project.run("chain", "ours", "--depth", "2", "--per-direction", "1")
    assert (text.exit_code, "PARTIAL." in text.output, "3 works" in text.output) == (0, True, True)


@pytest.mark.parametrize(
    ("seed", "status", "said"),
    [
        ("10.5555/nobody", 1, "OpenAlex does not hold 10.5555/nobody"),
        ("nonsense", 2, "neither a DOI nor the name of a chain in the settings (ours)"),
        ("arXiv:2401.00001", 2, "no DOI"),
    ],
)
def test_a_seed_that_leads_nowhere_is_told(project: Project, seed: str, status: int, said: str) -> None:
    """Each with its exit status."""
    result = project.run("chain", seed)
    assert (result.exit_code, said in result.output) == (status, True)


def test_another_identity_ends_with_one(project: Project) -> None:
    """A record of another work stops everything."""
    project.twin.add(work(0, 1, raw={"openalex": {"doi": "https://doi.org/10.5555/other"}}))
    result = project.run("chain", doi(0))
    assert (result.exit_code, "BLOCKED_SEED_IDENTITY_NOT_VERIFIED" in result.output) == (1, True)


def test_a_failure_ends_with_three(project: Project) -> None:
    """Incomplete for a provider's sake."""
    project.twin.down("openalex")
    assert project.run("chain", doi(0)).exit_code == 3


def test_watches_are_printed(project: Project) -> None:
    """All of them, or one by its name, as text, data and feed."""
    every = project.run("watch")
    assert every.exit_code == 0
    assert "Frog calls" in every.output
    assert "cites 10.5555/c.0" not in project.run("watch", "frogs").output
    data = json.loads(project.run("watch", "citing", "--format", "json").output)
    assert [work["cites"] for work in data["works"]] == [["doi:10.5555/c.0"]]
    assert len(feedparser.parse(project.run("watch", "frogs", "--format", "atom").output).entries) == 1
    assert not project.lock.exists()


def test_what_cannot_be_watched_is_told(project: Project) -> None:
    """An unknown name, and a feed of several watches, end with one sentence."""
    unknown = project.run("watch", "toads")
    assert (unknown.exit_code, "no watch is named `toads` (frogs, citing)" in unknown.output) == (2, True)
    several = project.run("watch", "--format", "atom")
    assert (several.exit_code, "a feed holds one watch" in several.output) == (2, True)
    (project.root / "scholar.toml").write_text("", encoding="utf-8")
    assert "the settings hold no [[watch]] entry" in project.run("watch").output


def test_an_update_writes_what_is_new_into_the_lock(project: Project) -> None:
    """The weekly job: asks anew, keeps everything else, remembers what was shown."""
    assert project.write_lock().exit_code == 0
    before = read_lock(project.lock)
    runs = [line for line in read_watches(project.lock) if isinstance(line, WatchRun)]
    assert {(line.watch, line.previous) for line in runs} == {("frogs", ""), ("citing", "")}
    project.twin.add(Work(title="New frog calls", doi="10.5555/n", openalex="W82", date=(2026, 11, 28)))
    assert "New frog calls" not in project.run("watch", "frogs").output
    assert "New frog calls" in project.run("watch", "frogs", "--update").output
    after = read_lock(project.lock)
    assert before.keys() == after.keys()
    seen = {line.id for line in read_watches(project.lock) if isinstance(line, Seen) and line.watch == "frogs"}
    assert seen == {"doi:10.5555/f", "doi:10.5555/n"}
    assert {line.watch for line in read_watches(project.lock)} == {"frogs", "citing"}


def test_an_update_without_a_lock_begins_one(project: Project) -> None:
    """There need not be a lock before."""
    assert project.run("watch", "frogs", "--update").exit_code == 0
    assert {line.watch for line in read_watches(project.lock)} == {"frogs"}


def test_a_source_that_fails_during_an_update_costs_nothing(project: Project) -> None:
    """What the lock held of it stays and is dated; the command ends with 3 and names it."""
    project.run("watch", "frogs", "--update")
    held = read_lock(project.lock)
    project.twin.fail("crossref", Fault.TOO_MANY)
    result = project.run("watch", "frogs", "--update")
    assert (result.exit_code, "Not available this time: crossref (rate_limited)" in result.output) == (3, True)
    assert read_lock(project.lock).keys() == held.keys()


def test_the_lock_lets_everything_be_built_offline(project: Project) -> None:
    """Chains and watches come from the lock, without a request; `--check` says that it covers them."""
    assert project.write_lock("--check").exit_code == 1
    project.write_lock()
    first = project.lock.read_bytes()
    project.twin.down()
    assert json.loads(project.run("chain", "ours", "--offline", "--format", "json").output)["status"] != "PARTIAL"
    assert "Frog calls" in project.run("watch", "--offline").output
    assert project.write_lock("--check").exit_code == 0
    assert project.write_lock().exit_code == 0
    assert project.lock.read_bytes() == first


def test_a_lock_that_covers_no_chain_is_told(project: Project) -> None:
    """A chain that was added since the lock was written is named."""
    project.write_lock()
    path = project.root / "scholar.toml"
    path.write_text(path.read_text("utf-8").replace('"10.5555/c.0"\n\n', '"10.5555/c.1"\n\n', 1), encoding="utf-8")
    result = project.write_lock("--check")
    assert (result.exit_code, "not in the lock, for a chain or watch: openalex doi:10.5555/c.1" in result.output) == (
        1,
        True,
    )


def test_a_merge_keeps_what_watches_have_shown(project: Project) -> None:
    """Both sides of a conflict: the earliest sight of each work, the latest run."""
    project.run("watch", "frogs", "--update")
    lines = project.lock.read_text("utf-8").splitlines()
    (run,) = [line for line in lines if '"type":"run"' in line]
    (seen,) = [line for line in lines if '"type":"seen"' in line]
    earlier = seen.replace('"first_seen":"', '"first_seen":"2020-01-01","x":"')
    older = run.replace('"checked":"', '"checked":"2020-01-01","x":"')
    at = lines.index(run)
    conflict = [*lines[:at], "<<<<<<< ours", run, seen + ",", "=======", older, earlier, ">>>>>>> theirs", "]}"]
    project.lock.write_text("\n".join(conflict), encoding="utf-8")
    assert project.write_lock("--merge").exit_code == 0
    kept = read_watches(project.lock)
    assert [line.first_seen for line in kept if isinstance(line, Seen)] == ["2020-01-01"]
    assert [line.checked > "2026" for line in kept if isinstance(line, WatchRun)] == [True]


def test_a_damaged_record_of_watches_is_named_with_its_line(project: Project) -> None:
    """As every other line of the lock."""
    project.run("watch", "frogs", "--update")
    project.lock.write_text(project.lock.read_text("utf-8").replace('"type":"seen"', '"type":"sean"'), encoding="utf-8")
    result = project.run("watch", "frogs")
    assert (result.exit_code, "is damaged" in result.output) == (2, True)
