"""Venues: full names, ISO 4 style abbreviations, acronyms, series; preprint servers are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from scholar_build.judge.normal import fold, plain, same_script
from scholar_build.judge.outcome import AGREES, NOT_COMPARED, Compared, differs
from scholar_build.judge.venue_words import (
    ALIASES,
    FILLING,
    LITTLE,
    OPENING,
    PLACES,
    PREPRINT_SERVER,
    PUBLISHER,
    SERIES,
    SHORT_NAMES,
    SPONSORS,
)

_NUMBER = re.compile(r"^(?:\d+(?:st|nd|rd|th)?|[ivx]+)$")
ACRONYM = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z])[A-Za-z][A-Za-z0-9]{1,11}\b")
_SECTION = re.compile(r"[A-Z]\d{1,4}")
_SUBTITLE = re.compile(r"\s*:\s+|\s+[-–—]\s+|\s*\(")


def is_preprint_server(venue: str) -> bool:
    """Whether the text names where a text is kept, not a journal or a conference."""
    return PREPRINT_SERVER.search(fold(venue)) is not None


def is_publisher(venue: str) -> bool:
    """Whether the text names nothing but a publisher."""
    return PUBLISHER.search(fold(venue)) is not None


def compare_venue(cited: str, recorded: Iterable[str], collection: str = "") -> Compared:
    """Compare a cited venue with every name that the record gives for its own."""
    names = [name for name in recorded if not is_preprint_server(name) and same_script(cited, name)]
    if not cited.strip() or not names or is_preprint_server(cited) or is_publisher(cited):
        return NOT_COMPARED
    if any(same_venue(mine, name) for mine in (cited, collection) if mine for name in names):
        return AGREES
    if SERIES.search(fold(cited)) or all(SERIES.search(fold(name)) for name in names):
        return NOT_COMPARED
    return differs(cited, names[0], "venue")


def with_section(venue: str, volume: str) -> str:
    """A journal whose section stands in the volume, as INSPIRE exports it: `Phys.Rev.` and `D89` are `Phys.Rev. D`."""
    return f"{venue} {volume[0]}" if venue and _SECTION.fullmatch(volume) else ""


@lru_cache(maxsize=1 << 14)
def same_venue(one: str, other: str) -> bool:
    """Whether two texts can name one venue."""
    if fold(one) == fold(other):
        return True
    if any(_same_words(a, b) for a, b in _readings(one, other)):
        return True
    mine, theirs = _acronyms(one), _acronyms(other)
    if mine & theirs:
        return True
    return any(spells(acronym, other) for acronym in mine) or any(spells(acronym, one) for acronym in theirs)


def _readings(one: str, other: str) -> Iterator[tuple[str, str]]:
    """Both names as they are, each without a subtitle that the other lacks, and both without theirs."""
    yield one, other
    for short in _without_subtitle(one):
        yield short, other
        for short_other in _without_subtitle(other):
            if not _acronyms(one[len(short) :]) and not _acronyms(other[len(short_other) :]):
                yield short, short_other
    for short in _without_subtitle(other):
        yield one, short


def _without_subtitle(venue: str) -> list[str]:
    return [venue[: found.start()] for found in _SUBTITLE.finditer(venue) if found.start()]


def _same_words(one: str, other: str) -> bool:
    return any(
        a and b and (_abbreviate(a, b) or _abbreviate(b, a)) for a, b in zip(_words(one), _words(other), strict=True)
    )


@lru_cache(maxsize=1 << 13)
def _words(venue: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a journal's name in order, and those that tell one conference from another."""
    folded = fold(venue)
    folded = SHORT_NAMES.get(folded, folded)
    words = [word for word in folded.split() if word not in LITTLE]
    while len(words) > 1 and words[-1] in PLACES and not (words[-1] == "a" and words[-2] != "s"):
        words.pop()
    telling = [word for word in words if not _NUMBER.match(word) and word not in FILLING and word not in SPONSORS]
    if len(telling) > 1 and words[0] == telling[0] and words[0] in OPENING:
        telling = telling[1:]
    return tuple(words), tuple(telling)


def _abbreviate(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """Whether each word of `short` abbreviates the word of `full` in its place, none left over."""
    return len(short) == len(full) and all(_abbreviates(a, b) for a, b in zip(short, full, strict=True))


def _abbreviates(short: str, full: str) -> bool:
    """ISO 4 style: same first letter, the others in their order (`natl`, `jpn`), or equal."""
    if short == full:
        return True
    if len(short) >= len(full) or short[0] != full[0]:
        return False
    letters = iter(full)
    return full.startswith(short) or (len(short) > 2 and all(letter in letters for letter in short))


@lru_cache(maxsize=1 << 13)
def _acronyms(venue: str) -> frozenset[str]:
    """The acronyms that stand in a venue's name (`EMNLP`, `ML4H@NeurIPS`), sponsors left out."""
    found = {word.casefold() for word in ACRONYM.findall(plain(venue))}
    if venue.isupper() and " " not in venue.strip():
        found.update(part.casefold() for part in re.findall(r"[A-Z]{2,}", venue))
    return frozenset(ALIASES.get(word, word) for word in found if word not in SPONSORS)


@lru_cache(maxsize=1 << 13)
def spells(acronym: str, venue: str) -> bool:
    """Whether an acronym is made of the beginnings of successive words (`NeurIPS`: Neural Information Processing …)."""
    words = [word for word in fold(venue).split() if word not in LITTLE]
    return any(_consume(acronym, words, start, True) for start in range(len(words)))


def _consume(rest: str, words: list[str], place: int, first: bool) -> bool:
    if not rest:
        return True
    if place == len(words):
        return False
    word = words[place]
    if not first and (_NUMBER.match(word) or word in FILLING) and _consume(rest, words, place + 1, False):
        return True
    for length in range(1, min(len(rest), len(word), 5) + 1):
        if rest[:length] != word[:length]:
            break
        if length < len(word) and _consume(rest[length:], words, place + 1, False):
            return True
    return False
