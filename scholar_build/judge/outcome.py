"""The result of comparing one field: it agrees, it differs, or it cannot be compared."""

from __future__ import annotations

from enum import StrEnum

from scholar_build.model import Frozen


class Outcome(StrEnum):
    """How a field of a reference stands to the record's; only `DIFFER` is a finding."""

    AGREE = "agree"
    DIFFER = "differ"
    NOT_COMPARABLE = "not comparable"


class Compared(Frozen, frozen=True, kw_only=True):
    """One comparison of a field or of a `part` of it; for a difference also what was cited and what is recorded."""

    outcome: Outcome
    cited: str = ""
    recorded: str = ""
    part: str = ""


AGREES = Compared(outcome=Outcome.AGREE)
NOT_COMPARED = Compared(outcome=Outcome.NOT_COMPARABLE)


def agrees(part: str) -> Compared:
    """That a part of a field agrees."""
    return Compared(outcome=Outcome.AGREE, part=part)


def differs(cited: str, recorded: str, part: str = "") -> Compared:
    """A difference between what was cited and what is recorded."""
    return Compared(outcome=Outcome.DIFFER, cited=cited, recorded=recorded, part=part)
