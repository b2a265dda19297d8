"""The documentation says what the code does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scholar_build.rules import RULES

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md"), ROOT / "sample_site" / "README.md"])


def test_the_page_of_settings_is_written_from_the_code():
    """A reader of docs/settings.md finds every setting with its default as the code has it."""
    done = subprocess.run([sys.executable, "tools/settings_page.py", "check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run `python tools/settings_page.py write`"


@pytest.mark.parametrize("code", sorted(RULES))
def test_every_rule_has_its_page(code):
    """A reader who meets a rule code finds the page that explains it."""
    assert (ROOT / "docs" / "rules" / f"{code}.md").is_file()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page):
    """No link from one page of the documentation to another is dead."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = re.findall(r"\]\((?!https?:|mailto:|#|doi:)([^)#\s]+)", text)
    assert [target for target in targets if not (page.parent / target).exists()] == []
