"""Mini-projects built by Sphinx, judged from a lock that holds a few invented works."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.testing.util import SphinxTestApp

from tests.invented import lock_for

SITES = Path(__file__).resolve().parents[1] / "sites"
_BADGE = re.compile(r'<span class="scholar-badge[^"]*" data-scholar-status="(\w+)"')


@dataclass
class Built:
    """A finished build: its exit status, what it warned of and said, the documents it read and wrote."""

    status: int
    warnings: str
    said: str
    read: set[str]
    written: set[str]
    out: Path
    app: Sphinx

    def page(self, name: str) -> str:
        """The text of an output file."""
        return (self.out / name).read_text(encoding="utf-8")

    def badges(self, name: str) -> list[str]:
        """The statuses of an HTML page's badges, in order."""
        return _BADGE.findall(self.page(name))


class Project:
    """A copy of a mini-project, with its lock."""

    def __init__(self, name: str, folder: Path, *, locked: bool = True) -> None:
        self.root = folder / name
        shutil.copytree(SITES / name, self.root)
        if locked:
            lock_for(self.root)

    def build(
        self, builder: str = "html", *, parallel: int = 0, folder: str = "_build", fresh: bool = False, **conf: Any
    ) -> Built:
        """Run one build as `sphinx-build` does; doctrees and output lie in `folder`."""
        app = SphinxTestApp(
            builder, self.root, freshenv=fresh, confoverrides=conf, parallel=parallel, builddir=self.root / folder
        )
        read: set[str] = set()
        app.connect("env-before-read-docs", lambda _app, _env, names: read.update(names))
        out = Path(app.outdir)
        before = stamps(out)
        try:
            app.build()
        finally:
            app.cleanup()
        written = {name for name, stamp in stamps(out).items() if before.get(name) != stamp}
        warnings, said = _plain(app.warning.getvalue()), _plain(app.status.getvalue())
        return Built(app.statuscode, warnings, said, read, written, out, app)

    def report(self) -> dict[str, Any]:
        """The JSON report of a build with `scholar_report="report.json"`."""
        loaded: dict[str, Any] = json.loads((self.root / "report.json").read_text(encoding="utf-8"))
        return loaded

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a source file, and its time, even on file systems with coarse times."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


def stamps(folder: Path) -> dict[str, int]:
    """When each file below a folder was last written."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in files}


def contents(folder: Path) -> dict[str, bytes]:
    """What each file below a folder holds, apart from what Sphinx pickles."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".pickle", ".inv"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
