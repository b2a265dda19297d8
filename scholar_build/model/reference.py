"""What an author wrote: references, their places, and what is wrong with the sources themselves."""

from __future__ import annotations

from enum import StrEnum

from scholar_build.identifiers import Identifier
from scholar_build.model.base import Frozen


class Location(Frozen, frozen=True, kw_only=True, order=True):
    """Where something stands: a path relative to the project, and a 1-based line and column."""

    source: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.source}:{self.line}"


class Name(Frozen, frozen=True, kw_only=True):
    """One author: a person by `family` and `given`, or a group by `literal` (CSL name variables)."""

    family: str = ""
    given: str = ""
    suffix: str = ""
    literal: str = ""

    def __str__(self) -> str:
        return self.literal or " ".join(part for part in (self.given, self.family, self.suffix) if part)


class Fields(Frozen, frozen=True, kw_only=True):
    """What a reference claims, field by field, under CSL variable names.

    Empty string or tuple: the reference says nothing about it. `issued` holds every year written
    as a year of publication. `author_open` is true where the list ends in "et al." or "and others".
    """

    type: str = ""
    title: str = ""
    author: tuple[Name, ...] = ()
    author_open: bool = False
    editor: tuple[Name, ...] = ()
    issued: tuple[int, ...] = ()
    container_title: str = ""
    collection_title: str = ""
    volume: str = ""
    issue: str = ""
    page: str = ""
    publisher: str = ""
    publisher_place: str = ""
    version: str = ""
    isbn: str = ""
    url: str = ""


class Origin(StrEnum):
    """How a reference came to be seen."""

    ENTRY = "entry"  # an entry of a reference list, in free text
    MENTION = "mention"  # an identifier in running text: a role or a link
    BIBLIOGRAPHY = "bibliography"  # a structured entry: BibTeX, CSL-JSON, RIS


class Acceptance(Frozen, frozen=True, kw_only=True):
    """A reference that its author vouches for: the reason, and the last day on which it holds (ISO date).

    `listed` is false for what a baseline accepts: reports count it and do not list it.
    """

    reason: str
    until: str = ""
    expired: bool = False
    listed: bool = True


class Reference(Frozen, frozen=True, kw_only=True):
    """What an author wrote about one work.

    `text` is the reference as a person reads it, white space squeezed. `fields` is set only for
    structured sources; free text stays text. `cited_at` lists the places that cite a bibliography
    entry by its key. `alternatives` holds, for an identifier whose end the text leaves open (a hyphen
    at a line's end, a last full stop), the pairs of it and another reading, best first: each is tried
    where the identifier itself is not registered.
    """

    key: str
    text: str
    location: Location
    origin: Origin
    identifiers: tuple[Identifier, ...] = ()
    alternatives: tuple[tuple[Identifier, Identifier], ...] = ()
    fields: Fields | None = None
    accepted: Acceptance | None = None
    cited_at: tuple[Location, ...] = ()


class Problem(Frozen, frozen=True, kw_only=True):
    """A fault of a source that needs no provider to see: a rule code, a place, and one sentence."""

    rule: str
    location: Location
    message: str
    key: str = ""


class Scan(Frozen, frozen=True, kw_only=True):
    """What scanning yields: the references in order of place, and what could not be read or looks wrong."""

    references: tuple[Reference, ...] = ()
    problems: tuple[Problem, ...] = ()
