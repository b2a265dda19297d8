"""Build the sample site with both hosts, and say what was found and where the pages are.

No network, no service, no argument: what the registries say is in `scholar.lock`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SITE = Path(__file__).resolve().parent
BUILD = SITE / "_build"
STATUSES = ("verified", "mismatch", "not_found", "unchecked")
# One build date for all builds of the same sources, so that a second build changes no page (reproducible-builds.org).
BUILD_DATE = "1796000400"

HOSTS = {
    "MkDocs": (("mkdocs", "build", "--quiet"), "mkdocs-report.json", "mkdocs/index.html"),
    "Sphinx": (
        ("sphinx-build", "-q", "-c", ".", "-d", "_build/sphinx/doctrees", "docs", "_build/sphinx/html"),
        "sphinx-report.json",
        "sphinx/html/index.html",
    ),
}


def main() -> int:
    """Build, print the table, and end with the graver status of the two builds."""
    statuses = []
    rows = []
    for host, (command, report, page) in HOSTS.items():
        print(f"Building with {host} …", flush=True)
        done = subprocess.run(command, cwd=SITE, env={"SOURCE_DATE_EPOCH": BUILD_DATE, **os.environ}, check=False)
        statuses.append(done.returncode)
        rows.append((host, *counts(BUILD / report), str(BUILD / page)))
    print_table(("", *(status.replace("_", " ") for status in STATUSES), "total", "pages"), rows)
    return max(statuses)


def counts(report: Path) -> tuple[str, ...]:
    """What one build found, by status."""
    if not report.is_file():
        return ("–",) * (len(STATUSES) + 1)
    summary = json.loads(report.read_text(encoding="utf-8"))["summary"]
    return tuple(str(summary[name]) for name in (*STATUSES, "total"))


def print_table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """Print rows under their heads, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    print()
    for row in (head, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    print()


if __name__ == "__main__":
    sys.exit(main())
