"""Mini-sites built by the real commands, judged from a lock that holds a few invented works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scholar_build.check import gather
from scholar_build.config import load_settings
from scholar_build.lock import write_lock
from scholar_build.scan import scan_paths
from tests.invented import Registry

SITES = Path(__file__).resolve().parents[1] / "sites"
BIN = Path(sys.executable).parent


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
