"""The names in front of a title in free text, read only where every one of them fits a known form.

Forms: `Family, G. H.`, `Family GH`, `G. H. Family`, `Given Family`; separated by `,` `;` `and` `&`. Anything else
(a single word, an editor's mark, another script) makes the whole byline unreadable, which is no fault of the reference.
"""

from __future__ import annotations

import re

from scholar_build.judge.normal import fold, is_cjk, words
from scholar_build.model import Frozen, Name

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_JOINS = re.compile(r"[\w'’]")
_PLAIN_TITLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ,:;.()?!-]*")
_YEAR = re.compile(r"[(\[]?\b(?:1[5-9]|20)\d\d[a-z]?\b[)\]]?")
_OPEN = re.compile(r",?\s*\b(?:et\.? al\.?|and others|and colleagues)\s*$", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*(?:;|,\s*(?:and|&)\s|\s(?:and|&|und|et|y)\s|,)\s*")
_LABEL = re.compile(r"^\W*(?:\d{1,3}[.)\]]|[-*•])?\W*")
_PARTICLE = r"(?:van|von|der|den|de|di|da|do|dos|del|della|du|la|le|el|al|bin|ibn|ter|ten|zu|af|av)"
_FAMILY = rf"(?:{_PARTICLE} |[dDlL]['’]|Mc|Mac|O['’])*[^\W\d_a-zß-öø-ÿ][\w'’-]+(?:[ -][^\W\d_a-zß-öø-ÿ][\w'’-]+)?"
_INITIALS = r"[^\W\d_a-z]\.?(?:[ -]?[^\W\d_a-z]\.?){0,3}"
_GIVEN = rf"(?:[^\W\d_a-z][\w'’-]+|{_INITIALS})(?: (?:[^\W\d_a-z][\w'’-]+|[^\W\d_a-z]\.?)){{0,2}}"
_ONLY_INITIALS = re.compile(rf"^{_INITIALS}$")
_ONLY_FAMILY = re.compile(rf"^{_FAMILY}$")
_FAMILY_INITIALS = re.compile(rf"^({_FAMILY}) ((?:[^\W\d_a-z]\.?[ -]?){{1,4}})$")
_GIVEN_FAMILY = re.compile(rf"^({_GIVEN}) ({_FAMILY})$")
LONGEST = 60
"""In words; a longer stretch before the title is no byline."""


class Byline(Frozen, frozen=True, kw_only=True):
    """The names that stand before a title, in order, and whether `et al.` ends them."""

    names: tuple[Name, ...]
    open: bool


def byline(text: str, title: str) -> Byline | None:
    """Read the names before `title` in `text`; `None` where they cannot be read with confidence."""
    start = find_title(text, title)
    if not start:
        return None
    before = _LABEL.sub("", _YEAR.sub(" ", text[:start])).strip(" \t“”\"„«»‘’'`.,:;()[]")
    opened = _OPEN.search(before) is not None
    before = _OPEN.sub("", before).strip(" ,;")
    if not before or is_cjk(before) or len(before.split()) > LONGEST:
        return None
    names = _people(_SEPARATOR.split(before))
    return Byline(names=names, open=opened) if names else None


def find_title(text: str, title: str) -> int:
    """Where the title begins in the text; 0 where it does not stand there in one piece."""
    start = text.find(title)
    if start >= 0 and _stands_alone(title, start, text) and words(title)[0] not in fold(text[:start]):
        return start  # as written, and nothing before it that could begin it
    return find_by_words(text, title)


def find_by_words(text: str, title: str) -> int:
    """The same, word by word: case, accents and punctuation do not matter."""
    wanted = words(title)
    if not wanted:
        return 0
    held = [(word, found.start()) for found in _WORD.finditer(text) for word in fold(found[0]).split()]
    places = [word for word, _ in held]
    for place in range(len(places) - len(wanted) + 1):
        if places[place : place + len(wanted)] == wanted:
            return held[place][1]
    return 0


def _stands_alone(title: str, start: int, text: str) -> bool:
    """Whether the characters of a title, all of them plain, are whole words at a place in the text."""
    around = text[max(0, start - 1) : start] + text[start + len(title) : start + len(title) + 1]
    return _PLAIN_TITLE.fullmatch(title) is not None and not _JOINS.search(around)


def _people(pieces: list[str]) -> tuple[Name, ...]:
    """One name per piece or pair of pieces; empty where any piece fits no form."""
    names: list[Name] = []
    place = 0
    while place < len(pieces):
        piece = " ".join(pieces[place].split()).strip()
        following = pieces[place + 1].strip() if place + 1 < len(pieces) else ""
        if _ONLY_FAMILY.match(piece) and _ONLY_INITIALS.match(following):
            names.append(Name(family=piece, given=following))
            place += 1
        elif found := _FAMILY_INITIALS.match(piece):
            names.append(Name(family=found[1], given=found[2].strip()))
        elif found := _GIVEN_FAMILY.match(piece):
            names.append(Name(family=found[2], given=found[1]))
        else:
            return ()
        place += 1
    return tuple(names)
