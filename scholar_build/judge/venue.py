"""Venues: full names, ISO 4 style abbreviations, acronyms, series; preprint servers are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
_PUBLISHER = re.compile(
    r"^(?:(?:john )?wiley(?: and sons)?|springer(?: verlag| nature| international publishing| science.*)?|elsevier|academic press"
    r"|prentice hall|mcgraw hill|addison wesley|o?reilly(?: media)?|pearson|routledge|taylor and francis|sage(?: publications)?"
    r"|crc press|chapman and hall.*|birkhauser|kluwer.*|north holland|morgan kaufmann|world scientific|dover.*|w h freeman"
    r"|pergamon.*|blackwell.*|.* university press|.*\bpress|.*\bverlag|.*\bpublish(?:ers?|ing).*)$"
)
_LITTLE = frozenset(
    [
        "of",
        "the",
        "on",
        "in",
        "and",
        "for",
        "at",
        "to",
        "from",
        "de",
        "la",
        "le",
        "les",
        "du",
        "des",
        "der",
        "die",
        "das",
        "dem",
        "den",
        "und",
        "et",
        "y",
        "e",
        "del",
        "della",
        "dei",
        "fur",
        "pour",
        "zur",
        "an",
        "per",
        "section",
        "sect",
        "sec",
        "series",
        "ser",
        "part",
    ]
)
# Words that sources add to a conference's name or leave out.
_FILLING = frozenset(
    [
        "proceedings",
        "annual",
        "ann",
        "meeting",
        "meet",
        "conference",
        "conf",
        "conferences",
        "international",
        "inter",
        "intl",
        "int",
        "volume",
        "vol",
        "long",
        "short",
        "paper",
        "papers",
        "edition",
        "symposium",
        "symp",
        "workshop",
        "workshops",
        "works",
        "online",
        "print",
        "virtual",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
        "twenty",
        "thirtieth",
        "thirty",
        "fortieth",
        "forty",
        "fiftieth",
        "fifty",
        "sixtieth",
        "sixty",
        "seventieth",
        "seventy",
        "eightieth",
        "eighty",
        "ninetieth",
        "ninety",
        "hundredth",
        "hundred",
        "joint",
        "official",
        "journal",
        "j",
        "journ",
        "track",
        "main",
        "world",
        "wide",
        "th",
        "st",
        "nd",
        "rd",
    ]
)
_OPENING = frozenset({"proc", "advances", "adv"})  # filling at the beginning only: "Proc." may be "Processing" later
_SPONSORS = frozenset(
    ["ieee", "cvf", "acm", "usenix", "siam", "ifip", "iso", "iapr", "springer", "elsevier", "sig", "aip"]
)
_PLACES = frozenset(["usa", "u", "s", "a", "united", "states", "america", "london", "england", "uk", "oxford"])
_NUMBER = re.compile(r"^(?:\d+(?:st|nd|rd|th)?|[ivx]+)$")
ACRONYM = re.compile(r"\b(?=\w*[A-Z]\w*[A-Z])[A-Za-z][A-Za-z0-9]{1,11}\b")
_ALIASES = {"nips": "neurips"}
_SHORT_NAMES = {
    "apj": "astrophysical journal", "apjl": "astrophysical journal letters", "apjs": "astrophysical journal supplement",
    "a and a": "astronomy and astrophysics", "www": "world wide web",
}  # fmt: skip
_SUBTITLE = re.compile(r"\s*:\s+|\s+[-–—]\s+|\s*\(")


def is_preprint_server(venue: str) -> bool:
    """Whether the text names where a text is kept, not a journal or a conference."""
    return _PREPRINT.search(fold(venue)) is not None


def is_publisher(venue: str) -> bool:
    """Whether the text names nothing but a publisher."""
    return _PUBLISHER.search(fold(venue)) is not None


def compare_venue(cited: str, recorded: Iterable[str], collection: str = "") -> Compared:
    """Compare a cited venue with every name that the record gives for its own."""
    names = [name for name in recorded if not is_preprint_server(name) and same_script(cited, name)]
    if not cited.strip() or not names or is_preprint_server(cited) or is_publisher(cited):
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
    folded = _SHORT_NAMES.get(folded, folded)
    words = [word for word in folded.split() if word not in _LITTLE]
    while len(words) > 1 and words[-1] in _PLACES and not (words[-1] == "a" and words[-2] != "s"):
        words.pop()
    telling = [word for word in words if not _NUMBER.match(word) and word not in _FILLING and word not in _SPONSORS]
    if len(telling) > 1 and words[0] == telling[0] and words[0] in _OPENING:
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
    return frozenset(_ALIASES.get(word, word) for word in found if word not in _SPONSORS)


@lru_cache(maxsize=1 << 13)
def spells(acronym: str, venue: str) -> bool:
    """Whether an acronym is made of the beginnings of successive words (`NeurIPS`: neural information processing systems)."""
    words = [word for word in fold(venue).split() if word not in _LITTLE]
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
