"""Version numbers of software and data."""

from __future__ import annotations

import re

from scholar_build.judge.outcome import AGREES, NOT_COMPARED, Compared, differs

_VERSION = re.compile(r"\d+(?:\.\d+)*")


def compare_versions(cited: str, recorded: str) -> Compared:
    """Versions agree where one begins with the other (`1.2` and `v1.2.0`); words are not compared."""
    one, other = _VERSION.search(cited), _VERSION.search(recorded)
    if one is None or other is None:
        return NOT_COMPARED
    a, b = _parts(one[0]), _parts(other[0])
    length = min(len(a), len(b))
    return AGREES if a[:length] == b[:length] else differs(cited, recorded, "version")


def _parts(text: str) -> list[int]:
    parts = [int(part) for part in text.split(".")]
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return parts
