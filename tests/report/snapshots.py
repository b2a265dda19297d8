"""Whole outputs kept beside the tests; `UPDATE_SNAPSHOTS=1 pytest tests/report` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).with_name("snapshots")


def snapshot(name: str, text: str) -> str:
    """The kept text under a name, which a test compares with what it got."""
    path = FOLDER / name
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return path.read_text(encoding="utf-8")
