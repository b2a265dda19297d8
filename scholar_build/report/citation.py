"""A record as it is named in running text, and as an entry of a list."""

from __future__ import annotations

from scholar_build.model import Fields, Name, Record
from scholar_build.report import escape
from scholar_build.report.suggest import entry_text as reference_text

__all__ = ["inline_citation", "reference_text"]


def inline_citation(work: Record | Fields) -> str:
    """A work as "Family et al. (Year)": two authors are both named; without authors, the title stands in."""
    names = [_short(name) for name in work.author]
    if isinstance(work, Record):
        years = (work.issued[:4],) if work.issued[:4].isdigit() else tuple(map(str, work.years))
        is_open, other = not work.author_complete, work.id
    else:
        years, is_open, other = tuple(map(str, work.issued)), work.author_open, ""
    is_long = len(names) > 2 or (names and is_open)
    who = f"{names[0]} et al." if is_long else " and ".join(names) or work.title or other
    return escape.plain(f"{who} ({years[0]})" if years else who)


def _short(name: Name) -> str:
    return name.family or name.literal or name.given
