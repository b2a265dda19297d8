"""The gate: 1,000 references in 200 pages judged offline from a lock, and a change of one page among them.

Goals: a whole check costs at most `WHOLE` times what reading the lock and scanning the pages cost alone in the same run
(the verdicts and the report are the rest), and a change of one page at most `CHANGED` of a whole check. Wall times, of
processes of their own, are printed beside: what a user waits.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import MISSED
from scholar_build.check import check, session_for
from scholar_build.cli.context import today
from scholar_build.config import load_settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.lock import read_lock, write_lock
from scholar_build.model import Found, Lookup, Name, ProviderName, Record
from scholar_build.scan import scan_paths

PAGES, REFERENCES = 200, 5
WHOLE, CHANGED = 3.0, 0.6
REPEATS = 3


def run() -> list[str]:
    """One line a measurement; a line that begins with `!` misses its goal."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make_site(root, PAGES, REFERENCES)
        settings = load_settings(root, environ={})
        parts = _best(
            lambda: (read_lock(root / "scholar.lock"), scan_paths([root / "docs"], settings)), time.process_time
        )

        def whole() -> None:
            with session_for(settings) as session:
                check(scan_paths([root / "docs"], settings), settings, session, today=today())

        inside = _best(whole, time.process_time)
        waited = _best(lambda: _command(root), time.perf_counter)
        git = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C", folder)
        for arguments in (("init", "-q"), ("add", "--all"), ("commit", "-q", "-m", "first")):
            subprocess.run([*git, *arguments], check=True)
        with (root / "docs/page-7.md").open("a", encoding="utf-8") as page:
            page.write(f"- {entry(PAGES * REFERENCES - 1)}\n")
        changed = _best(lambda: _command(root, "--changed-since", "HEAD"), time.perf_counter)
        return [
            _line(
                "whole",
                inside / parts,
                WHOLE,
                f"{inside:5.2f} s for lock, scan and verdicts, {parts:5.2f} s without verdicts",
            ),
            _line("changed", changed / waited, CHANGED, f"{changed:5.2f} s for one page, {waited:5.2f} s for all"),
        ]


def make_site(root: Path, pages: int, references: int) -> None:
    """A site and the lock that verifies all of it."""
    (root / "docs").mkdir(parents=True)
    (root / "scholar.toml").write_text("offline = true\n", encoding="utf-8")
    for number in range(pages):
        entries = "".join(f"- {entry(number * references + at)}\n" for at in range(references))
        text = (
            f"# Page {number}\n\n"
            + "Some words of the page, and more of them. " * 40
            + f"\n\n## References\n\n{entries}"
        )
        (root / f"docs/page-{number}.md").write_text(text, encoding="utf-8")
    write_lock(root / "scholar.lock", [_answer(number) for number in range(pages * references)])


def entry(number: int) -> str:
    """One entry of a reference list."""
    return (f"Reed, A., Müller, J. & Ito, K. (2021). Calls of frogs and toads in noisy ponds, part {number}. "
            f"*Journal of Ponds*, 12(3), 101–109. https://doi.org/10.5555/bench.{number}")  # fmt: skip


def _answer(number: int) -> Found:
    identifier = Identifier(Scheme.DOI, f"10.5555/bench.{number}")
    record = Record(
        id=str(identifier),
        provider=ProviderName.CROSSREF,
        titles=(f"Calls of frogs and toads in noisy ponds, part {number}",),
        author=(Name(family="Reed", given="Ada"), Name(family="Müller", given="Jo"), Name(family="Ito", given="Ken")),
        container_titles=("Journal of Ponds",),
        issued="2021-03-01",
        years=(2021,),
        type="article-journal",
        volume="12",
        issue="3",
        page="101-109",
        identifiers=(identifier,),
        abstract="We listen to frogs. " * 30,
    )
    question = Lookup(provider=ProviderName.CROSSREF, identifier=identifier)
    return Found(question=question, records=(record,), fetched_at="2026-11-30T00:00:00Z")


def _command(root: Path, *arguments: str) -> None:
    environ = {**os.environ, "SCHOLAR_BUILD_CACHE_DIR": str(root / ".cache")}
    command = [sys.executable, "-m", "scholar_build", "check", "docs", "--strict", *arguments]
    subprocess.run(command, cwd=root, env=environ, check=True, capture_output=True)


def _best(work: Callable[[], object], clock: Callable[[], float]) -> float:
    best = float("inf")
    for _ in range(REPEATS):
        start = clock()
        work()
        best = min(best, clock() - start)
    return best


def _line(name: str, ratio: float, limit: float, told: str) -> str:
    return f"{'!' if ratio > limit else ' '} {name:8} {told}   ratio {ratio:4.2f} (goal: at most {limit:.2f})"


if __name__ == "__main__":
    lines = run()
    print("\n".join(lines))
    raise SystemExit(MISSED if any(line.startswith("!") for line in lines) else 0)
