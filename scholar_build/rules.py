"""Every rule that a finding can name: its code, what it says, and how grave it is by default.

A code is kebab-case and never changes its meaning: settings, JSON, inline ignores and pages use it.
Each code has a page, `docs/rules/<code>.md`.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Severity(StrEnum):
    """How a finding weighs: an error fails a strict gate, a warning is shown, `off` is neither."""

    ERROR = "error"
    WARNING = "warning"
    OFF = "off"


class Rule(msgspec.Struct, frozen=True):
    """One rule: its code, one line that says what it found, its default severity."""

    code: str
    summary: str
    severity: Severity


_ALL = (
    # what providers say
    Rule("identifier-not-found", "The identifier is not registered.", Severity.ERROR),
    Rule("reference-not-found", "No source that was asked holds this work.", Severity.ERROR),
    Rule("identifier-mismatch", "The identifier names another work.", Severity.ERROR),
    Rule("title-mismatch", "The title differs from the record.", Severity.ERROR),
    Rule("author-mismatch", "The authors differ from the record.", Severity.ERROR),
    Rule("year-mismatch", "The year is none of the record's years.", Severity.ERROR),
    Rule("venue-mismatch", "The venue differs from the record.", Severity.ERROR),
    Rule("pages-mismatch", "Volume, issue, pages or publisher differ from the record.", Severity.ERROR),
    Rule("version-mismatch", "The version differs from the record.", Severity.ERROR),
    Rule("retraction", "The work has been retracted.", Severity.ERROR),
    Rule("withdrawal", "The work has been withdrawn.", Severity.ERROR),
    Rule("expression-of-concern", "The publisher has expressed concern about the work.", Severity.WARNING),
    Rule("correction", "A correction of the work has been published.", Severity.OFF),
    Rule("unchecked", "The reference could not be checked.", Severity.WARNING),
    # what the sources say by themselves
    Rule("broken-entry", "An entry cannot be read.", Severity.WARNING),
    Rule("unreadable-source", "A source cannot be read as text.", Severity.WARNING),
    Rule("undefined-macro", "A BibTeX macro is not defined.", Severity.WARNING),
    Rule("duplicate-key", "One key or label stands for two entries.", Severity.WARNING),
    Rule("duplicate-identifier", "One identifier stands on two different titles.", Severity.WARNING),
    Rule("malformed-identifier", "An identifier is malformed.", Severity.WARNING),
    Rule("link-mismatch", "Link text and link target name different works.", Severity.WARNING),
    Rule("placeholder", "An entry is a placeholder.", Severity.WARNING),
    Rule("uncited-entry", "An entry is cited nowhere.", Severity.OFF),
    Rule("missing-entry", "A citation has no entry.", Severity.WARNING),
    Rule("expired-acceptance", "An acceptance has passed its last day.", Severity.WARNING),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in _ALL}
