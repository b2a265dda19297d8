"""A record as it is named in running text, and as an entry of a list."""

from __future__ import annotations

from scholar_build.model import Name, Record
from scholar_build.report import escape
from scholar_build.report.suggest import entry_text as reference_text

__all__ = ["inline_citation", "reference_text"]


def inline_citation(record: Record) -> str:
    """The record as "Family et al. (Year)": two authors are both named; without authors, the title stands in."""
    names = [_short(name) for name in record.author]
    if len(names) > 2 or (names and not record.author_complete):
        who = f"{names[0]} et al."
    else:
        who = " and ".join(names) or record.title or record.id
    year = record.issued[:4] if record.issued[:4].isdigit() else str(record.years[0]) if record.years else ""
    return escape.plain(f"{who} ({year})" if year else who)


def _short(name: Name) -> str:
    return name.family or name.literal or name.given
