"""The front door: what hosts may import, and what importing it costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import scholar_build

ROOT = Path(__file__).resolve().parents[1]


def test_every_name_is_exported_to_programs_and_to_type_checkers():
    """The two lists of the front door name the same things."""
    tree = ast.parse((ROOT / "scholar_build" / "__init__.py").read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    imported = {alias.asname for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assigned = {target.id for node in guarded.body if isinstance(node, ast.Assign) for target in node.targets}
    assert {name for name in imported | assigned if not name.startswith("_")} == set(scholar_build._EXPORTS)


@pytest.mark.parametrize("name", sorted(scholar_build._EXPORTS))
def test_every_name_is_there(name):
    """Whatever the front door promises can be imported from it."""
    assert getattr(scholar_build, name) is not None


def test_a_name_that_is_not_there_says_so():
    """A misspelt import fails as imports do."""
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = scholar_build.nonsense


@pytest.mark.parametrize(
    ("code", "unloaded"),
    [
        ("import scholar_build", ("msgspec", "httpx", "markdown_it", "diskcache", "rich")),
        ("from scholar_build import load_settings", ("httpx", "markdown_it", "diskcache", "rich")),
        ("from scholar_build import check_scan, badge, session_for", ("httpx", "rich")),
    ],
)
def test_importing_loads_only_what_is_used(code, unloaded):
    """A build that asks nobody loads no network code, and a plain import nearly nothing."""
    program = f"{code}\nimport sys\nprint(*[name for name in {unloaded!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
