"""`scholar: ignore reason` comments: a reference that its author vouches for."""

from __future__ import annotations

import re
from datetime import date

from scholar_build.model import Acceptance

_COMMENT = re.compile(
    r"<!--\s{0,9}(?P<html>scholar:\s{0,9}ignore\b[^<>]{0,500}?)\s{0,9}-->"
    r"|^[ \t]*\.\.[ \t]+(?P<rest>scholar:[ \t]*ignore\b[^\n]{0,500})",
    re.MULTILINE,
)
_BODY = re.compile(
    r"scholar:\s{0,9}ignore\b[\s:,–—-]*(?:until[\s=:]+(?P<until>\d{4}-\d\d-\d\d)\b[\s:,–—-]*)?(?P<reason>.*)", re.DOTALL
)


def is_ignore(comment: str) -> bool:
    """Whether a comment is meant as `scholar: ignore`, with or without its reason."""
    return _BODY.match(comment.strip()) is not None


def parse_ignore(comment: str) -> Acceptance | None:
    """Read the inside of a comment: `scholar: ignore [until YYYY-MM-DD] reason`; None without a reason or real date."""
    body = _BODY.match(comment.strip())
    if body is None:
        return None
    reason = " ".join(body["reason"].split())
    until = body["until"] or ""
    if until:
        try:
            date.fromisoformat(until)
        except ValueError:
            return None
    return Acceptance(reason=reason, until=until) if reason else None


def read_ignore(text: str) -> tuple[str, Acceptance | None]:
    """Take the comment out of an entry: the text without it, and what it says."""
    if "scholar:" not in text:
        return text, None
    match = _COMMENT.search(text)
    if match is None:
        return text, None
    accepted = parse_ignore(match["html"] or match["rest"])
    return text[: match.start()] + text[match.end() :], accepted
