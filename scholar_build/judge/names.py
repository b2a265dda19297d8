"""Names: when two spellings can be one person.

A name is an unordered set of words, because sources disagree on which part is the family name. Initials stand
for words, particles and suffixes may be left out, and other scripts cannot be compared.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from scholar_build.judge.normal import fold, is_cjk, plain, same_script, squeeze
from scholar_build.judge.short_names import is_short_form
from scholar_build.model import Name

_PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "di",
        "da",
        "do",
        "dos",
        "das",
        "del",
        "della",
        "dello",
        "du",
        "la",
        "le",
        "les",
        "el",
        "al",
        "bin",
        "ibn",
        "ben",
        "ter",
        "ten",
        "zu",
        "zur",
        "of",
        "y",
        "e",
        "und",
    ]
)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "phd", "md", "dr", "prof", "esq"})
_OPEN = frozenset({"et al", "e al", "etal", "others", "and others", "et alii", "et alia", "u a", "ほか", "他", "等"})
_GROUP = re.compile(
    r"\b(?:consortium|collaboration|group|team|network|committee|society|association|organi[sz]ation|institute|university"
    r"|project|initiative|foundation|agency|council|ministry|department|laborator(?:y|ies)|centre|center|program(?:me)?"
    r"|working|investigators|trialists|community|developers|contributors|openai|deepmind|google|microsoft|meta|inc|ltd"
    r"|corporation|company|study)\b",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"^[A-ZÀ-Þ]{1,3}$")


@lru_cache(maxsize=1 << 14)
def is_open(name: Name) -> bool:
    """Whether this entry of a list says that it goes on (`et al.`, `others`)."""
    text = fold(str(name))
    return text in _OPEN or text.replace(" ", "") in {"etal", "andothers"}


@lru_cache(maxsize=1 << 14)
def is_group(name: Name) -> bool:
    """Whether the name is a body's, not a person's."""
    if name.literal:
        return not _person_like(name.literal)
    return _GROUP.search(f"{name.given} {name.family}") is not None


def _person_like(literal: str) -> bool:
    """A literal that is no body: two to four short words, `Family, G.` or a CJK name."""
    if _GROUP.search(literal):
        return False
    if is_cjk(literal):
        return len(squeeze(literal)) <= 6
    parts = literal.split()
    telling = [part for part in parts if part.casefold() not in _PARTICLES]
    return (
        len(parts) > 1
        and len(telling) <= 4
        and all(part[0].isupper() or part.casefold() in _PARTICLES for part in parts)
    )


@lru_cache(maxsize=1 << 15)
def parts_of(name: Name) -> tuple[str, ...]:
    """The words and initials of a name in normal form, without suffixes."""
    words: list[str] = []
    for part, is_given in ((name.given, True), (name.family, False), (name.literal, True)):
        for piece in re.split(r"[\s.,\-‐‑–·・]+", plain(part)):
            if is_given and _CAPITALS.match(piece) and (name.family or piece != part):
                words.extend(fold(letter) for letter in piece)  # PubMed: `JR` are two initials
            else:
                words.extend(fold(piece).split())
    return tuple(word for word in words if word not in _SUFFIXES)


@lru_cache(maxsize=1 << 15)
def comparable(one: Name, other: Name) -> bool:
    """Whether two names are written in one script."""
    return same_script(str(one), str(other))


@lru_cache(maxsize=1 << 15)
def same_person(one: Name, other: Name) -> bool:
    """Whether two names can be one person's."""
    a, b = parts_of(one), parts_of(other)
    if a == b:
        return bool(a)
    if is_cjk(str(one)) or is_cjk(str(other)):
        return squeeze(str(one)) in {squeeze(str(other)), squeeze(other.given + other.family)} or (
            squeeze(one.given + one.family) == squeeze(other.family + other.given)
        )
    if sorted("".join(a)) == sorted("".join(b)) and {"".join(a), "".join(reversed(a))} & _joined(b):
        return True
    return _matches(a, b) or _matches(*_rejoined(a, b))


def _joined(parts: tuple[str, ...]) -> set[str]:
    return {
        "".join(parts),
        "".join(reversed(parts)),
        "".join((*parts[1:], *parts[:1])),
        "".join((*parts[-1:], *parts[:-1])),
    }


def _rejoined(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both names with neighbouring words joined where the other side writes them as one (`Gui Qin`, `Guiqin`)."""
    return _join_like(a, b), _join_like(b, a)


def _join_like(parts: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    whole = set(other)
    for i in range(len(parts) - 1):
        if parts[i] + parts[i + 1] in whole:
            return (*parts[:i], parts[i] + parts[i + 1], *parts[i + 2 :])
    return parts


def _matches(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """A whole word is shared, and of the rest one side's words all fit the other's; particles may be left out."""
    rest_a, rest_b = list(a), list(b)
    shared = False
    for word in a:
        if len(word) > 1 and word in rest_b:
            rest_a.remove(word)
            rest_b.remove(word)
            shared = True
    for word in tuple(rest_a):
        if len(word) > 3:
            similar = next((one for one in rest_b if is_slip(word, one)), None)
            if similar is not None:
                rest_a.remove(word)
                rest_b.remove(similar)
                shared = shared or len(word) > 5
    if not shared:
        return False
    for word in tuple(rest_a):
        fitting = next((candidate for candidate in rest_b if _fits(word, candidate)), None)
        if fitting is not None:
            rest_a.remove(word)
            rest_b.remove(fitting)
    return _PARTICLES.issuperset(rest_a) or _PARTICLES.issuperset(rest_b)


def is_slip(one: str, other: str) -> bool:
    """Whether two words differ by one slip of the pen (two in long ones), the first letter being right."""
    allowed = 1 if min(len(one), len(other)) < 8 else 2
    return one[0] == other[0] and OSA.distance(one, other, score_cutoff=allowed) <= allowed


def _fits(one: str, other: str) -> bool:
    """Whether one word can stand for the other: its initial, its beginning, or its usual short form."""
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0] or not same_script(one, other)
    return one.startswith(other) or other.startswith(one) or is_short_form(one, other)
