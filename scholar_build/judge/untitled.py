"""Entries without a title, as physicists write them: `A. Reed, Acta Stagni 41, 7 (2015)`.

No search for words can miss such a work, so its absence says nothing; a hit is the work where venue, volume, first
page, year and first author all agree.
"""

from __future__ import annotations

import re

from scholar_build.judge.freetext import first_named, leading_names
from scholar_build.judge.venue import same_venue
from scholar_build.judge.venue_words import STEMS
from scholar_build.judge.year import years_in
from scholar_build.model import Field, Record

AGREED = (Field.AUTHORS, Field.YEAR, Field.VENUE, Field.PAGES)
"""What agrees where an untitled entry names a record."""

_SHORT = rf"(?:{STEMS}|J|R|[A-Z])\.:?"
_WORD = r"[^\W\d_a-z][\w&'’-]*"
_PLACE = re.compile(
    rf"(?P<venue>(?:{_SHORT}|{_WORD})(?:\s*(?<=[.\s])(?:{_SHORT}|{_WORD}|of|the|and|for|in|et|de|der|on|für|und|&)){{0,9}})"
    r"(?:\s\([A-Z][a-z]+\))?,?\s+(?:\(?(?:1[89]|20)\d\d\)?\s?[,;:]\s*)?(?:[Vv]ol\.?\s*)?(?P<volume>[A-Z]?\d{1,4})(?:\s?\(\d{1,3}\))?"
    r"(?:\s*\(\d{4}\)\s*,?|\s*[,:])\s*(?:pp?\.\s*)?(?:no\.\s*\d+,\s*)?(?P<page>[A-Z]?\d+)"
)


def is_untitled(text: str) -> bool:
    """Whether a free text has nothing between its names and the volume of a journal but the journal."""
    return _place(text) is not None


def names_record(text: str, record: Record) -> bool:
    """Whether an entry without a title names a record by venue, volume, first page, year and first author."""
    place = _place(text)
    if place is None or not record.page:
        return False
    names = (place["venue"], f"J. {place['venue']}")  # in `Moss, B. J. Am. Chem. Soc.` the J may be either's
    first_page = re.split(r"[-–—]", record.page)[0].strip()
    return (
        place["volume"] == record.volume
        and place["page"].lower() == first_page.lower()
        and bool(set(years_in(text)) & set(record.years))
        and first_named(record, text)
        and any(same_venue(name, venue) for name in names for venue in record.container_titles)
    )


def _place(text: str) -> re.Match[str] | None:
    names = leading_names(text)
    return _PLACE.match(text, len(names)) if names else None
