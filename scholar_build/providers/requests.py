"""Parts of requests that several providers share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from scholar_build.identifiers import Scheme
from scholar_build.model import Lookup, Question, Search

URL_BYTES = 3_900  # of a whole request line; Crossref and OpenAlex refuse at 4,096


def split(questions: Iterable[Question], schemes: frozenset[Scheme]) -> tuple[list[Lookup], list[Search]]:
    """Lookups of these schemes and searches apart, each in order and each once."""
    each = dict.fromkeys(questions)
    lookups = [one for one in each if isinstance(one, Lookup) and one.identifier.scheme in schemes]
    return lookups, [one for one in each if isinstance(one, Search)]


def batches(lookups: Sequence[Lookup], most: int, room: int = 10**9, extra: int = 3) -> Iterator[list[Lookup]]:
    """Cut into batches of at most `most`, whose encoded values with `extra` bytes each fit into `room` bytes."""
    batch: list[Lookup] = []
    used = 0
    for lookup in lookups:
        size = len(quote(lookup.identifier.value, safe="")) + extra
        if batch and (len(batch) == most or used + size > room):
            yield batch
            batch, used = [], 0
        batch.append(lookup)
        used += size
    if batch:
        yield batch


def segment(value: str) -> str:
    """An identifier as part of a path: slashes stay, unless the path would then climb."""
    climbs = any(part in ("", ".", "..") for part in value.split("/"))
    return quote(value, safe="" if climbs else "/")


def words(search: Search, room: int) -> str:
    """What to search for: the title where it is known, else the text; cut to `room` encoded bytes."""
    return fitting(search.title or search.text, room)


def fitting(text: str, room: int) -> str:
    """As many whole words of a text as fit into `room` encoded bytes."""
    kept: list[str] = []
    for word in text.split():
        room -= len(quote(word, safe="")) + 1
        if room < 0:
            break
        kept.append(word)
    return " ".join(kept)


def filter_values(search: Search, name: str) -> list[str]:
    """The values of one `name:value` filter of a search, in order."""
    found = (one.partition(":") for one in search.filters)
    return [value.strip() for key, _, value in found if key == name and value.strip()]
