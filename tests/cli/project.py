"""A small project in a temporary folder, and the real commands run in it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from scholar_build.check import gather
from scholar_build.cli import main
from scholar_build.config import load_settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.lock import write_lock
from scholar_build.model import (
    Absent,
    Answer,
    Failure,
    Found,
    Lookup,
    Name,
    ProviderName,
    Question,
    Record,
    Unavailable,
    Update,
    UpdateType,
)
from scholar_build.scan import scan_paths
from tests.twin import Twin

DAY = "2026-11-28T09:00:00Z"
GULLS = "Halloran, A., Beck, A. & Ito, A. (2018). Counting gulls with borrowed drones. https://doi.org/10.5555/gulls"
TIDES = "Moreau, A. (2011). Tides and the habits of limpets. https://doi.org/10.5555/tides"
WRONG_YEAR = "Moreau, A. (1999). Tides and the habits of limpets. https://doi.org/10.5555/tides"
INVENTED = "Nemo, A. (2021). A study that nobody wrote down. https://doi.org/10.5555/nothing"
RETRACTED = "Vane, A. (2009). Crabs that predict the weather. https://doi.org/10.5555/fraud"
SILENT = "Lind, A. (2015). Two keepers and one lighthouse. https://doi.org/10.5555/unknown"
BOOK = "Knuth, D. E. (1968). *The Art of Computer Programming*. Reading, MA: Addison-Wesley."


def page(*references: str) -> str:
    """A page with a reference list."""
    return "# A page\n\nSome words.\n\n## References\n\n" + "".join(f"- {reference}\n" for reference in references)


def _record(doi: str, title: str, *families: str, year: int, **more: Any) -> Record:
    return Record(
        id=f"doi:{doi}",
        provider=ProviderName.CROSSREF,
        titles=(title,),
        author=tuple(Name(family=family, given="A.") for family in families),
        issued=str(year),
        years=(year,),
        type="article-journal",
        identifiers=(Identifier(Scheme.DOI, doi),),
        **more,
    )


RETRACTION = Update(type=UpdateType.RETRACTION, date="2012-05-04")
WORKS = {
    record.id: record
    for record in (
        _record("10.5555/gulls", "Counting gulls with borrowed drones", "Halloran", "Beck", "Ito", year=2018),
        _record("10.5555/tides", "Tides and the habits of limpets", "Moreau", year=2011),
        _record("10.5555/fraud", "Crabs that predict the weather", "Vane", year=2009, updates=(RETRACTION,)),
    )
}


class Registry:
    """A session that knows `WORKS` and nothing else; what has `unknown` in its DOI it does not answer."""

    outages = ()
    requests = 0

    def __init__(self, day: str = DAY) -> None:
        self.day = day

    def ask(self, questions: Iterable[Question], progress: object = None) -> dict[Question, Answer]:
        return {question: self._answer(question) for question in questions}

    def _answer(self, question: Question) -> Answer:
        if "unknown" in question.key:
            return Unavailable(question=question, reason=Failure.OFFLINE)
        if not isinstance(question, Lookup):
            return Found(question=question, records=(), fetched_at=self.day)
        record = WORKS.get(str(question.identifier))
        if record and question.provider is ProviderName.CROSSREF:
            return Found(question=question, records=(record,), fetched_at=self.day)
        return Absent(question=question, fetched_at=self.day)


@dataclass
class Ended:
    """A finished command."""

    status: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.out))


class Project:
    """A folder with pages, settings and a lock."""

    def __init__(self, root: Path, settings: str = "offline = true\n") -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self.write("scholar.toml", settings)

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def lock(self, *paths: str, day: str = DAY) -> None:
        """Write the lock that answers for everything in some paths, or in the whole project."""
        settings = load_settings(self.root, environ={})
        scan = scan_paths([self.root / path for path in paths or (".",)], settings, all_drafts=True)
        write_lock(self.root / "scholar.lock", gather(scan.references, Registry(day)))  # type: ignore[arg-type]

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SCHOLAR_BUILD_", "GITHUB_"))}
        return {**kept, "SCHOLAR_BUILD_CACHE_DIR": str(self.root / ".cache"), **given}

    def run(self, *arguments: str, env: Mapping[str, str] = {}, given: bytes = b"", folder: str = ".") -> Ended:
        """Run the command in this process, as from a shell in the project."""
        before = dict(os.environ)
        os.environ.clear()
        os.environ.update(self.environment(env))
        try:
            with contextlib.chdir(self.root / folder):
                done = CliRunner().invoke(main, list(arguments), input=given, prog_name="scholar-build")
        finally:
            os.environ.clear()
            os.environ.update(before)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Ended(done.exit_code, done.stdout, done.stderr)

    def execute(self, *arguments: str, env: Mapping[str, str] = {}, given: bytes = b"", folder: str = ".") -> Ended:
        """Run the command in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "scholar_build", *arguments],
            cwd=self.root / folder,
            env=self.environment(env),
            input=given,
            capture_output=True,
            timeout=120,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    def git(self, *arguments: str) -> str:
        """Run git in the project."""
        named = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
        done = subprocess.run(
            ["git", *named, *arguments], cwd=self.root, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self, message: str = "change") -> str:
        """Commit everything; the new commit's name."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")


def online(root: Path, twin: Twin, settings: str = "") -> Project:
    """A project whose settings lead to the twin."""
    tables = {"endpoints": twin.endpoints(), "paces": twin.paces()}
    lines = [settings]
    for name, table in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    return Project(root, "\n".join(lines))
