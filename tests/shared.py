"""Material that lies beside the checkout; tests that read it skip where it is absent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared material is not here")


def cases(*kinds: str) -> list[dict[str, Any]]:
    """The shared cases of some kinds (a kind ending in `:` names all of its sub-kinds); empty where absent."""
    path = SHARED / "cases.jsonl"
    if not path.is_file():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [row for row in rows if any(row["kind"] == kind or row["kind"].startswith(kind + ":") for kind in kinds)]
