"""Titles: equal word by word up to spelling and subtitles, and the share of a title's words that a text holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby, pairwise

from scholar_build.judge.names import is_slip
from scholar_build.judge.normal import (
    is_cjk,
    letters,
    plain,
    same_script,
    squeeze,
    without_digraphs,
    words,
)  # fmt: skip

_ENGLISH = frozenset({"the", "of", "and", "for", "with", "from", "by", "on", "to"})
_ROMANCE = (
    "la le les du des et une dans sur pour aux au el los las del y en una para por con il lo gli della delle dei di nel"
)
_GERMANIC = "der die das und von zur zum ein eine im uber fur den dem mit auf bei het een van voor op met och av i"
_OTHER_TONGUES = frozenset(f"{_ROMANCE} {_GERMANIC} de da do dos os em uma com sobre".split())
LITTLE = 3
"""Words of so few letters are no other title where they differ."""

_MARK = re.compile(
    r"^\W*(?:retracted(?: article| paper| chapter)?|withdrawn(?: article)?|removed|retraction|expression of concern)\b"
    r"\W*(?::|\]|\)|-|–|—)\s*",
    re.IGNORECASE,
)
_BREAK = re.compile(r"\s*[:：]\s*|\s+[-–—~〜]+\s+|\s*[—]\s*|[?!？！.]\s+|\s*[－]\s*")
_TAIL = re.compile(r"\s*[\[(（［][^\[\]()（）［］]*[\])）］][\s.*†‡§]*$")
_ARTICLE = re.compile(r"^(?:a|an|the) ")
_BRITISH = (
    (re.compile(r"is(?=(?:e[drs]?|ing|ation|ations|able)$)"), "iz"),
    (re.compile(r"ys(?=(?:e[drs]?|ing)$)"), "yz"),
    (re.compile(r"our(?=(?:s|ed|ing|al|ally|able)?$)"), "or"),
    (re.compile(r"(?<=[aeiou])ll(?=(?:ed|ing|er|ers)$)"), "l"),
)


def without_mark(title: str) -> str:
    """A title without the publisher's mark in front (`RETRACTED:`)."""
    return _MARK.sub("", title)


@lru_cache(maxsize=1 << 15)
def _key(title: str) -> str:
    """One string for all spellings of a title."""
    return without_digraphs("".join(_spelling(word) for word in _ARTICLE.sub("", letters(title)).split()))


def _spelling(word: str) -> str:
    if len(word) > 5:
        for pattern, american in _BRITISH:
            word = pattern.sub(american, word)
    return word


@lru_cache(maxsize=1 << 15)
def _forms(title: str) -> tuple[str, frozenset[str]]:
    """The key of the whole title, and those of its fair short forms: no subtitle, no bracket at the end."""
    title = without_mark(plain(title))
    short = set()
    bare = _TAIL.sub("", title)
    for form in {title, bare}:
        for found in _BREAK.finditer(form):
            short.add(_key(form[: found.start()]))
    if bare != title:
        short.add(_key(bare))
    whole = _key(title)
    return whole, frozenset(short - {"", whole})


def same_title(cited: str, recorded: Iterable[str]) -> bool:
    """Whether a cited title is one of the recorded ones, word by word up to spelling.

    Either side may leave out its subtitle or a bracket at its end; where both have one, it counts.
    """
    whole, short = _forms(cited)
    if not whole:
        return False
    for title in recorded:
        other, other_short = _forms(title)
        if other and (
            whole == other
            or whole in other_short
            or other in short
            or _one_slip(cited, title)
            or _same_formulas(cited, title)
        ):
            return True
    return False


def _one_slip(cited: str, recorded: str) -> bool:
    """Whether the titles differ in one letter of one long word: a slip of the pen, not another word."""
    one, other = words(cited), words(recorded)
    if len(one) != len(other) or len(one) < 4:
        return False
    unlike = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if len(unlike) != 1:
        return False
    a, b = unlike[0]
    return min(len(a), len(b)) >= 7 and a[-1] == b[-1] and is_slip(a, b)


def _same_formulas(cited: str, recorded: str) -> bool:
    """Whether the titles differ only in the order of a formula's indices, as LaTeX and MathML state them."""
    one, other = words(cited), words(recorded)
    return one != other and any(map(_is_symbol, one)) and _symbols_sorted(one) == _symbols_sorted(other)


def _symbols_sorted(written: list[str]) -> list[str]:
    pieces = groupby(written, key=_is_symbol)
    return ["".join(sorted("".join(piece))) if symbols else " ".join(piece) for symbols, piece in pieces]


def _is_symbol(word: str) -> bool:
    return len(word) == 1 or (len(word) <= 8 and word[0].isalpha() and any(map(str.isdigit, word)))


def comparable(cited: str, recorded: Iterable[str]) -> bool:
    """Whether a cited title and any recorded one are written in one script, and neither is a translation."""
    tongue = _is_english(cited)
    return any(
        same_script(cited, title) and (tongue is None or _is_english(title) in {tongue, None}) for title in recorded
    )


def _is_english(title: str) -> bool | None:
    """Whether little words make a title English, or surely not; `None` where they do not tell."""
    found = set(words(title))
    if found & _ENGLISH:
        return True
    return False if len(found & _OTHER_TONGUES) > 1 else None


def coverage(recorded: Iterable[str], text: str) -> float:
    """The largest share of a recorded title's words (CJK: pairs of characters) that stand in a text, 0 to 1."""
    return max((_share(without_mark(title), text) for title in recorded), default=0.0)


def _share(title: str, text: str) -> float:
    if is_cjk(title):
        wanted, held = _pairs(title), _pairs(text)
    else:
        squeezed = squeeze(title)
        if len(squeezed) > 12 and squeezed in squeeze(text):
            return 1.0
        wanted, held = Counter(words(title)), Counter(words(text))
    total = wanted.total()
    return (wanted & held).total() / total if total else 0.0


def is_reworded(title: str, text: str) -> bool:
    """Whether other words stand in a text where the title has words of its own (CJK titles are not read that way)."""
    if is_cjk(title) or squeeze(title) in squeeze(text):
        return False
    wanted, held = [_spelling(word) for word in words(title)], [_spelling(word) for word in words(text)]
    blocks = [one for one in SequenceMatcher(None, held, wanted, autojunk=False).get_matching_blocks() if one.size]
    for before, after in pairwise(blocks):
        instead = held[before.a + before.size : after.a]
        missing = wanted[before.b + before.size : after.b]
        if missing and 0 < len(instead) <= 2 * len(missing) and not _same_words(instead, missing):
            return True
    return False


def _same_words(instead: list[str], missing: list[str]) -> bool:
    """Whether the words are alike: joined otherwise, little ones, or slips of the pen."""
    if "".join(instead) == "".join(missing):
        return True
    telling = [word for word in missing if len(word) > LITTLE]
    return all(any(is_slip(word, other) for other in instead) for word in telling)


def _pairs(text: str) -> Counter[str]:
    squeezed = squeeze(text)
    return Counter(squeezed[i : i + 2] for i in range(max(1, len(squeezed) - 1))) if squeezed else Counter()
