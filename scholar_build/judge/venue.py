"""Venues and publishers: full names, ISO 4 style abbreviations, acronyms, series; preprint servers are none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from scholar_build.judge.normal import fold, plain, same_script
from scholar_build.judge.outcome import AGREES, NOT_COMPARED, Compared, differs

_PREPRINT = re.compile(
    r"\b(?:arxiv|corr|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|osf|eartharxiv|techrxiv|ssrn|research ?square|preprints?"
    r"|zenodo|figshare|hal|repec|vixra|engrxiv|edarxiv|authorea|openreview|cogprints|e ?prints?|working papers?)\b"
)
_SERIES = re.compile(
    r"\b(?:lecture notes|lncs|lnai|lnbip|communications in computer and information science|ceur|workshop and conference"
    r" proceedings|proceedings of machine learning research|pmlr|advances in intelligent systems|sigplan notices"
    r"|conference series|leibniz international proceedings|lipics|ifip advances|springer proceedings|studies in"
    r"|procedia|dagstuhl|smart innovation|ebook|electronic proceedings|springer theses|graduate texts)\b"
)
# Words that sources add to a venue's name or leave out.
_FILLING = frozenset(
    ["of", "the", "on", "in", "and", "for", "at", "to", "de", "la", "le", "les", "des", "der", "die", "das", "und", "et", "del", "y", "a", "an", "proceedings", "proc", "annual", "ann", "meeting", "meet", "conference", "conf", "conferences", "international", "inter", "intl", "int", "volume", "vol", "long", "short", "paper", "papers", "part", "edition", "series", "ser", "symposium", "symp", "workshop", "workshops", "works", "online", "print", "virtual", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "th", "st", "nd", "rd", "joint", "official", "journal", "j", "journ", "track", "main"]
)
_SPONSORS = frozenset(["ieee", "cvf", "acm", "usenix", "siam", "ifip", "iso", "iapr", "springer", "elsevier", "sig"])
_LEGAL = frozenset(
    ["press", "publishing", "publishers", "publisher", "publications", "publication", "pub", "publ", "inc", "ltd", "llc", "gmbh", "verlag", "co", "company", "corp", "bv", "sa", "ag", "plc", "limited", "group", "media", "science", "business", "international", "publishing", "switzerland", "nature", "cham", "berlin", "heidelberg", "new", "york", "london", "the", "of", "for", "and", "university", "societe"]
)
_NUMBER = re.compile(r"^(?:\d+(?:st|nd|rd|th)?|[ivx]+)$")
_ACRONYM = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z])[A-Za-z][A-Za-z0-9]{1,11}\b")
_ALIASES = {"nips": "neurips", "ieeecvf": "cvpr"}


def is_preprint_server(venue: str) -> bool:
    """Whether the text names where a text is kept, not a journal or a conference."""
    return _PREPRINT.search(fold(venue)) is not None


def compare_venue(cited: str, recorded: Iterable[str], collection: str = "") -> Compared:
    """Compare a cited venue with every name that the record gives for its own."""
    names = [name for name in recorded if not is_preprint_server(name) and same_script(cited, name)]
    if not cited.strip() or not names or is_preprint_server(cited):
        return NOT_COMPARED
    if any(same_venue(mine, name) for mine in (cited, collection) if mine for name in names):
        return AGREES
    if _SERIES.search(fold(cited)) or all(_SERIES.search(fold(name)) for name in names):
        return NOT_COMPARED
    return differs(cited, names[0], "venue")


@lru_cache(maxsize=1 << 14)
def same_venue(one: str, other: str) -> bool:
    """Whether two texts can name one venue."""
    if fold(one) == fold(other):
        return True
    a, b = _venue_words(one), _venue_words(other)
    if a and b and (_abbreviate(a, b) or _abbreviate(b, a)):
        return True
    mine, theirs = _acronyms(one), _acronyms(other)
    if mine & theirs:
        return True
    return any(_spells(acronym, other) for acronym in mine) or any(_spells(acronym, one) for acronym in theirs)


@lru_cache(maxsize=1 << 13)
def _venue_words(venue: str) -> tuple[str, ...]:
    """The words that tell one venue from another."""
    words = [word for word in fold(re.sub(r"\(.*?(?:\)|$)", " ", plain(venue))).split() if not _NUMBER.match(word)]
    kept = [word for word in words if word not in _FILLING and word not in _SPONSORS]
    return tuple(kept or words)


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
    found = {word.casefold() for word in _ACRONYM.findall(plain(venue))}
    if venue.isupper() and " " not in venue.strip():
        found.update(part.casefold() for part in re.findall(r"[A-Z]{2,}", venue))
    return frozenset(_ALIASES.get(word, word) for word in found if word not in _SPONSORS)


@lru_cache(maxsize=1 << 13)
def _spells(acronym: str, venue: str) -> bool:
    """Whether an acronym is made of the beginnings of successive words (`NeurIPS`: neural information processing systems)."""
    words = [word for word in fold(venue).split() if word not in {"of", "the", "on", "in", "and", "for", "to", "at"}]
    return any(_consume(acronym, words, start, True) for start in range(len(words)))


def _consume(rest: str, words: list[str], place: int, first: bool) -> bool:
    if not rest:
        return True
    if place == len(words):
        return False
    word = words[place]
    if not first and (_NUMBER.match(word) or word in _FILLING) and _consume(rest, words, place + 1, False):
        return True
    for length in range(1, min(len(rest), len(word), 5) + 1):
        if rest[:length] != word[:length]:
            break
        if length < len(word) and _consume(rest[length:], words, place + 1, False):
            return True
    return False


def compare_publisher(cited: str, recorded: str) -> Compared:
    """Publishers agree where one's name holds the other's, or one is the other's acronym."""
    if not cited.strip() or not recorded.strip() or is_preprint_server(recorded) or not same_script(cited, recorded):
        return NOT_COMPARED
    a, b = _publisher_words(cited), _publisher_words(recorded)
    if not a or not b or a & b:
        return AGREES if a & b else NOT_COMPARED
    mine, theirs = _publisher_acronyms(cited), _publisher_acronyms(recorded)
    if mine & theirs or any(_spells(x, recorded) for x in mine) or any(_spells(x, cited) for x in theirs):
        return AGREES
    return differs(cited, recorded, "publisher")


def _publisher_words(name: str) -> frozenset[str]:
    return frozenset(word for word in fold(name).split() if word not in _LEGAL)


def _publisher_acronyms(name: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _ACRONYM.findall(plain(name)))
