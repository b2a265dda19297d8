"""Mini-sites built by the real commands, judged from a lock that holds a few invented works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scholar_build.check import gather
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

SITES = Path(__file__).resolve().parents[1] / "sites"
BIN = Path(sys.executable).parent
DAY = "2026-11-28T09:00:00Z"


def _record(doi: str, title: str, *families: str, year: int, venue: str, **more: Any) -> Record:
    return Record(
        id=f"doi:{doi}",
        provider=ProviderName.CROSSREF,
        titles=(title,),
        author=tuple(Name(family=family, given="A.") for family in families),
        issued=str(year),
        years=(year,),
        type="article-journal",
        container_titles=(venue,),
        identifiers=(Identifier(Scheme.DOI, doi),),
        **more,
    )


WORKS = {
    record.id: record
    for record in (
        _record("10.5555/gulls", "Counting gulls with borrowed drones", "Halloran", "Beck", "Ito", year=2018,
                venue="Journal of Patient Birds"),
        _record("10.5555/tides", "Tides and the habits of limpets", "Moreau", year=2011, venue="Shore Letters"),
        _record("10.5555/pair", "Two keepers and one lighthouse", "Okafor", "Lind", year=2015, venue="Shore Letters"),
        _record("10.5555/fraud", "Crabs that predict the weather", "Vane", year=2009, venue="Shore Letters",
                updates=(Update(type=UpdateType.RETRACTION, date="2012-05-04"),)),
        _record("10.5555/script", 'Parsing </script><!-- <script>alert(1)</script> safely & "quickly"', "Quine",
                year=2020, venue="Shore Letters"),
        _record("10.5555/right-to-left", "שלום עולם", "כהן", year=2020, venue="Shore Letters"),
        _record("10.5555/crowd", "Three hundred names 🦀", *(f"Name{number}" for number in range(300)), year=2021,
                venue="Shore Letters"),
    )
}  # fmt: skip


class Registry:
    """A session that knows `WORKS` and nothing else; what has `unknown` in its DOI it does not answer."""

    outages = ()
    requests = 0

    def ask(
        self, questions: Iterable[Question], progress: object = None, *, wait: bool = True
    ) -> dict[Question, Answer]:
        return {question: self._answer(question) for question in questions}

    def _answer(self, question: Question) -> Answer:
        if "unknown" in question.key:
            return Unavailable(question=question, reason=Failure.OFFLINE)
        if not isinstance(question, Lookup):
            return Found(question=question, records=(), fetched_at=DAY)
        record = WORKS.get(str(question.identifier))
        if record and question.provider is ProviderName.CROSSREF:
            return Found(question=question, records=(record,), fetched_at=DAY)
        return Absent(question=question, fetched_at=DAY)


@dataclass
class Built:
    """A finished command: its exit status and everything it said."""

    status: int
    log: str


class Site:
    """A copy of a mini-site."""

    def __init__(self, name: str, folder: Path) -> None:
        self.root = folder / name
        shutil.copytree(SITES / name, self.root)

    def lock(self) -> None:
        """Write the lock that judges the site's own references and bibliographies."""
        settings = load_settings(self.root, environ={})
        bibliographies = [path for pattern in ("*.bib", "docs/*.bib") for path in self.root.glob(pattern)]
        others = [path for name in ("snippets", "parts", "part/docs") if (path := self.root / name).is_dir()]
        scan = scan_paths([self.root / "docs", *others, *bibliographies], settings)
        write_lock(self.root / "scholar.lock", gather(scan.references, Registry()))  # type: ignore[arg-type]

    def build(self, *arguments: str, tool: str = "mkdocs", env: Mapping[str, str] = {}, config: str = "") -> Built:
        """Run `mkdocs build` in the site."""
        command = [str(BIN / tool), "build", *(["-f", config] if config else []), *arguments]
        done = subprocess.run(
            command,
            cwd=self.root,
            env={
                **os.environ,
                "NO_MKDOCS_2_WARNING": "1",
                "NO_COLOR": "1",
                "SOURCE_DATE_EPOCH": "1764500000",
                "SCHOLAR_BUILD_CACHE_DIR": str(self.root / ".cache"),
                **env,
            },
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Built(done.returncode, done.stdout + done.stderr)

    def page(self, name: str = "index.html", folder: str = "site") -> str:
        """A built page."""
        return (self.root / folder / name).read_text(encoding="utf-8")

    def report(self) -> dict[str, Any]:
        """The JSON report that the build wrote."""
        return dict(json.loads((self.root / "report.json").read_text(encoding="utf-8")))

    def write(self, name: str, old: str, new: str) -> None:
        """Change a file of the site; the old text must be there."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


_BADGE = re.compile(r' <span class="scholar-badge scholar-badge--(\w+)[^>]*>(?:.*?</small>)?</span>', re.DOTALL)


def statuses(html: str) -> list[str]:
    """The statuses of all badges of a page, in order of place."""
    return _BADGE.findall(html)


def without_badges(html: str) -> str:
    """A page as it would be without the plugin."""
    return _BADGE.sub("", html)
