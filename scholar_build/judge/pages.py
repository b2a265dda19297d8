"""Volume, issue, pages and publisher, each only where both sides give it in the same form."""

from __future__ import annotations

import re

from scholar_build.judge.normal import fold
from scholar_build.judge.outcome import NOT_COMPARED, Compared, agrees, differs

_RANGE = re.compile(r"^\s*(?:pp?\.?\s*)?([A-Za-z]{0,3})(\d+)\s*(?:[-–—‐‑−]+\s*[A-Za-z]{0,3}(\d+))?\s*$")
_NUMBER = re.compile(r"^\d+$")


def compare_pages(cited: str, recorded: str) -> Compared:
    """First pages must be equal, and last pages where both give one.

    Article numbers are no pages; a count from 1 (`1-13`, recorded `1-1`) is that of a version before the issue.
    """
    one, other = _range(cited), _range(recorded)
    if one is None or other is None:
        return NOT_COMPARED
    if one[0] != other[0]:
        alike = (one[1] is None) == (other[1] is None) and one[0] != 1 and other != (1, 1)
        return differs(cited, recorded, "pages") if alike else NOT_COMPARED
    if one[1] and other[1] and one[1] != other[1]:
        return differs(cited, recorded, "pages")
    return agrees("pages")


def _range(text: str) -> tuple[int, int | None] | None:
    """First and last page; `382-91` ends at 391. `None` for anything that is no plain range of numbers."""
    found = _RANGE.match(text)
    if found is None:
        return None
    first, last = found[2], found[3]
    if last and len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return int(first), int(last) if last else None


def compare_volume(cited: str, recorded: str, recorded_issue: str = "") -> Compared:
    """Volumes must be equal where both are numbers; a volume given as the issue is the same number elsewhere."""
    one, other = _number(cited), _number(recorded)
    if not one or not other:
        return NOT_COMPARED
    if one == other or one == _number(recorded_issue):
        return agrees("volume")
    return differs(cited, recorded, "volume")


def compare_issue(cited: str, recorded: str, recorded_volume: str = "") -> Compared:
    """Issues must be equal where both are numbers."""
    one, other = _number(cited), _number(recorded)
    if not one or not other:
        return NOT_COMPARED
    if one == other or one == _number(recorded_volume):
        return agrees("issue")
    return differs(cited, recorded, "issue")


def _number(text: str) -> str:
    folded = re.sub(r"^(?:vol(?:ume)?|no|nr|issue) ", "", fold(text))
    return folded.lstrip("0") or "0" if _NUMBER.match(folded) else ""
