"""The wording of the chain, watch and deadline pages, gathered here so that one catalogue holds it.

Their pages translate with `words(lang).text("Cited by")`, and with `count` where a number decides.
"""

from __future__ import annotations

from scholar_build.report.words import N_, Words

CHAIN = (
    N_("Citation chain"),
    N_("cited"),
    N_("citing"),
    N_("seed"),
    N_("2 steps"),
    N_("Works"),
    N_("Cited by"),
    N_("On this site"),
    N_("All {number} edges"),
    N_("PARTIAL"),
    N_("COMPLETE WITHIN BOUNDS"),
    N_("BLOCKED: the seed’s identity could not be verified"),
    N_("BLOCKED: the seed could not be looked up"),
    N_(
        "Citation edges as OpenAlex asserts them; nobody has checked them against the works. "
        "A work without edges here is not a work without citations."
    ),
)
WATCH = (
    N_("Literature watch"),
    N_("new"),
    N_("open access"),
    N_("Abstract"),
    N_("Not available this time"),
    N_("Only the {number} that are new"),
    N_("Revised versions and cross-lists"),
    N_("Nothing is ranked, and the list is not exhaustive."),
)
DEADLINES = (
    N_("Grant deadlines"),
    N_("Upcoming"),
    N_("today"),
    N_("over"),
    N_("end of day, anywhere on Earth"),
    N_("A reminder only: nothing is submitted from here."),
)


def last_good_result(words: Words, days: int) -> str:
    """How old the last good result of a source is."""
    return words.count("last good result {number} day ago", "last good result {number} days ago", days)


def days_left(words: Words, days: int) -> str:
    """How many days are left: `today` on the day, `over` after it."""
    if days < 0:
        return words.text("over")
    return words.count("{number} day left", "{number} days left", days) if days else words.text("today")
