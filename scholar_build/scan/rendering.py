"""A structured entry as the line a person would read in a reference list."""

from __future__ import annotations

import re
import unicodedata

from scholar_build.model import Fields

_YEAR = re.compile(r"(?<!\d)(?:1[3-9]|20|21)\d\d(?!\d)")


def years_in(text: str) -> tuple[int, ...]:
    """Every year in a date field (`2003/2004`, `2011a`, full-width digits), in order, once."""
    return tuple(dict.fromkeys(int(match[0]) for match in _YEAR.finditer(unicodedata.normalize("NFKC", text))))


def render_fields(fields: Fields, *, edition: str = "") -> str:
    """Authors. (Years). Title. Venue volume(issue), pages. Publisher. Empty where nothing is said."""
    names = [str(name) for name in fields.author or fields.editor]
    authors = ", ".join(names) + (", et al." if fields.author_open and names else "")
    number = fields.volume + (f"({fields.issue})" if fields.issue else "")
    venue = ", ".join(
        part for part in (" ".join(p for p in (fields.container_title, number) if p), fields.page) if part
    )
    years = f"({', '.join(map(str, fields.issued))})" if fields.issued else ""
    version = f"Version {fields.version}" if fields.version else ""
    edition = f"{edition} edition" if edition.isdigit() else edition
    publisher = ", ".join(part for part in (fields.publisher, fields.publisher_place) if part)
    parts = (authors, years, fields.title, version, edition, venue, fields.collection_title, publisher)
    return " ".join(part if part.endswith((".", "?", "!", "。")) else part + "." for part in parts if part)
