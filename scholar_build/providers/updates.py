"""Retractions, withdrawals, concerns and corrections: what later happened to a work, and what is itself a notice.

Sources: Crossref "Retraction Watch data" and its update types; PubMed `RefType`; title prefixes,
which are all that some publishers deposit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scholar_build.model import Update, UpdateType

# Crossref's list is open; types that are not here (new_edition, new_version, …) warn of nothing.
UPDATE_TYPES = {
    "retraction": UpdateType.RETRACTION,
    "partial_retraction": UpdateType.RETRACTION,
    "withdrawal": UpdateType.WITHDRAWAL,
    "removal": UpdateType.WITHDRAWAL,
    "expression_of_concern": UpdateType.EXPRESSION_OF_CONCERN,
    "concern": UpdateType.EXPRESSION_OF_CONCERN,
    "correction": UpdateType.CORRECTION,
    "erratum": UpdateType.CORRECTION,
    "corrigendum": UpdateType.CORRECTION,
    "addendum": UpdateType.CORRECTION,
    "clarification": UpdateType.CORRECTION,
}

_GRAVITY = list(UpdateType)

# A prefix must end in a sign: "Retracted papers: a survey" and "Withdrawal of treatment" are titles of works.
_VICTIM = re.compile(
    r"\W{0,3}(?:(?P<retraction>retracted(?:\s+(?:article|paper|chapter))?)"
    r"|(?P<withdrawal>withdrawn(?:\s+article)?|removed))(?:\s*[:\]).–—]|\s+-\s)\s*\S",
    re.IGNORECASE,
)
_SIGN = r"(?:\s*[:–—]|\s+-\s|\s*[\"“”„«'‘])"
_NOTICE = re.compile(
    r"\W{0,3}(?:(?:notice|statement)\s+of\s+(?:\w+\s+)?(?:retraction|withdrawal|concern|correction|removal)\b"
    r"|(?:retraction|withdrawal|removal)\s+(?:notice|note|statement)\b"
    rf"|(?:retraction|withdrawal|removal|correction)(?:\s+(?:to|of|for))?{_SIGN}"
    r"|(?:author|publisher)['’]?s?\s+correction\b"
    r"|(?:editorial\s+|editor['’]?s\s+)?expression\s+of\s+concern\b"
    r"|(?:corrigendum|corrigenda|erratum|errata)\b"
    r"|(?:retraction|correction|withdrawal)$)",
    re.IGNORECASE,
)


def victim_by_title(title: str) -> UpdateType | None:
    """What a title such as `RETRACTED: Calls of Rana` says has happened to the work that bears it."""
    found = _VICTIM.match(title)
    if not found:
        return None
    return UpdateType.RETRACTION if found["retraction"] else UpdateType.WITHDRAWAL


def notice_by_title(title: str) -> bool:
    """Whether a title such as `Retraction notice to: …` or `Erratum` is that of a notice."""
    return bool(_NOTICE.match(title))


def merged(updates: Iterable[Update]) -> tuple[Update, ...]:
    """Each event once: the same notice stated by several sources, or twice with different weight, is one update."""
    found: dict[object, Update] = {}
    for update in updates:
        key = update.notice or update.type
        known = found.get(key)
        if known is None:
            found[key] = update
            continue
        graver = min(known, update, key=lambda one: _GRAVITY.index(one.type))
        sources = sorted({*known.asserted_by.split(", "), *update.asserted_by.split(", ")} - {""})
        found[key] = Update(
            type=graver.type, notice=graver.notice, date=graver.date or known.date, asserted_by=", ".join(sources)
        )
    return tuple(found.values())


def with_title(updates: Iterable[Update], title: str, asserted_by: str) -> tuple[Update, ...]:
    """The updates, and that which only the title tells."""
    known = merged(updates)
    told = victim_by_title(title)
    if told is None or any(one.type in (UpdateType.RETRACTION, UpdateType.WITHDRAWAL) for one in known):
        return known
    return (*known, Update(type=told, asserted_by=asserted_by))
