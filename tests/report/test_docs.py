from __future__ import annotations

from pathlib import Path

import pytest

from scholar_build.gate import ExitStatus
from scholar_build.report import Format
from scholar_build.rules import RULES

DOCS = Path(__file__).resolve().parents[2] / "docs"
SECTIONS = ["## What it finds", "## Why it matters", "## Example", "## What to do"]
VERDICTS = {code for code in RULES if code.endswith(("-not-found", "-mismatch")) and code != "link-mismatch"}


@pytest.mark.parametrize("code", sorted(set(RULES) - VERDICTS))
def test_every_rule_of_sources_and_notices_has_its_page(code: str) -> None:
    """The link of a finding leads to a page that says what it is, why it matters and what to do."""
    lines = (DOCS / "rules" / f"{code}.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"# `{code}`"
    assert lines[2] == f"{RULES[code].summary} Default severity: **{RULES[code].severity}**."
    assert [line for line in lines if line.startswith("## ")] == SECTIONS


def test_the_exit_statuses_are_documented() -> None:
    """The table of exit statuses is complete."""
    text = (DOCS / "gate.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert [(int(number), name.strip().replace(" ", "_").upper()) for number, name in rows] == [
        (status.value, status.name) for status in ExitStatus
    ]


def test_the_formats_are_documented() -> None:
    """Each report format has its row."""
    text = (DOCS / "reports.md").read_text(encoding="utf-8")
    assert [format_ for format_ in Format if f"| `{format_}` |" not in text] == []
