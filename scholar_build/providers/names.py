"""Whole names to parts, for providers that give an author's name as one string."""

from __future__ import annotations

import re
from typing import Any

from scholar_build.model import Name
from scholar_build.providers import clean
from scholar_build.providers.values import text

_GROUP = re.compile(
    r"\b(?:collaboration|consortium|consortia|group|team|network|initiative|committee|commission|council|"
    r"organi[sz]ation|institute|universit\w+|association|society|foundation|federation|agency|department|"
    r"ministry|centre|center|investigators|working party|project|study|trial|program(?:me)?|company|inc|ltd|gmbh)\b",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:jr|sr|[23](?:nd|rd)|ii|iii|iv)\.?", re.IGNORECASE)
_WORDS = "al af av bin da dal de del della den der di do dos du el ibn la le les ten ter van vom von zu zum zur"
_PARTICLES = frozenset(_WORDS.split())


def whole_name(value: Any) -> Name | None:
    """A person from `Ada Reed`, `Reed, Ada` or `Vincent van Gogh`; a group stays whole; None where there is no name."""
    name = re.sub(r"\s*\(\d+\)$", "", clean.plain(text(value), clean.NAME).strip(" ,;"))
    if not any(char.isalpha() for char in name):
        return None
    if _GROUP.search(name):
        return Name(literal=name)
    before, comma, after = (part.strip() for part in name.partition(","))
    if comma and after and "," not in after and not _SUFFIX.fullmatch(after):
        return Name(family=before, given=after)
    parts = name.replace(",", " ").split()
    suffix = parts.pop() if len(parts) > 2 and _SUFFIX.fullmatch(parts[-1]) else ""
    start = len(parts) - 1
    while start > 1 and parts[start - 1] in _PARTICLES:
        start -= 1
    return Name(family=" ".join(parts[start:]), given=" ".join(parts[:start]), suffix=suffix)


def person(family: Any, given: Any, suffix: Any = "") -> Name | None:
    """A person from parts; None where there is no family name and no given name."""
    parts = [clean.plain(text(part), clean.NAME) for part in (family, given, suffix)]
    if parts[0]:
        return Name(family=parts[0], given=parts[1], suffix=parts[2])
    return Name(literal=parts[1]) if parts[1] else None


def group(value: Any) -> Name | None:
    """A group under its whole name."""
    name = clean.plain(text(value), clean.NAME).strip(" ,;")
    return Name(literal=name) if any(char.isalpha() for char in name) else None
