"""Years: those a reference writes, against every year that a record gives."""

from __future__ import annotations

import re
from collections.abc import Collection

from scholar_build.judge.outcome import AGREES, NOT_COMPARED, Compared, differs

_YEAR = re.compile(r"(?<![\d.,:/–-])(1[5-9]\d\d|20\d\d)(?![\d/]|[.:]\d|[–-]\d)")
_OF_VENUE = re.compile(
    r"\b(?:the|[A-Z]{3,}\w*[’']?) (?:1[5-9]|20)\d\d\b|\b(?:1[5-9]|20)\d\d (?:\w+[/-])?(?:IEEE|ACM|AAAI|SIAM|USENIX"
    r"|International|Annual|Joint|Conference|Workshop|Symposium|Winter|Summer|European|Asian)\b"
)
_DIGITS = re.compile(r"(?:1[5-9]|20)\d\d")
_BRACKETED = re.compile(r"[(（\[]\s*(?:[A-Za-z.]{3,9}\s+)?(1[5-9]\d\d|20\d\d)[a-z]?\s*[)）\],;]")
_ACCESSED = re.compile(
    r"(?:accessed|retrieved|visited|viewed|参照|閲覧|アクセス日?|last access\w*)[^\d]{0,12}"
    r"(?:\w+ ){0,3}[\d/.\-–年月日 ]+\d",
    re.IGNORECASE,
)
_ACCESSING = ("access", "retrieved", "visited", "viewed", "参照", "閲覧", "アクセス")
"""One of these stands in every text in which `_ACCESSED` finds something."""
_AWARD = re.compile(
    r"\b(?:award|prize|medal)\W{0,4}(?:in |of )?(?:1[5-9]|20)\d\d\b"
    r"|\b(?:1[5-9]|20)\d\d (?:[\w-]+ ){0,4}(?:award|prize|medal)\b",
    re.IGNORECASE,
)
_PAGES = re.compile(r"\b(?:pp?|pages?|S)\.?\s*\d+\s*(?:[-–—]+\s*\d+)?|\d+\s*[-–—]+\s*\d+")


def years_in(text: str, title: str = "") -> tuple[int, ...]:
    """The numbers of a free text that can be years of publication.

    No pages, no access or award dates, none of the title; that in a conference's name only where no other stands.
    """
    lowered = text.lower()
    if any(word in lowered for word in _ACCESSING):
        text = _ACCESSED.sub(" ", text)
    text = _AWARD.sub(" ", text)
    bracketed = [int(found) for found in _BRACKETED.findall(text)]
    if bracketed and len(_DIGITS.findall(text)) == 1:
        return tuple(bracketed)  # as most references have it: the one number that can be a year, in brackets
    rest = _PAGES.sub(" ", text.replace(title, " ") if title else text)
    found = _numbers(_OF_VENUE.sub(" ", rest))
    return tuple(dict.fromkeys(bracketed + found)) or tuple(dict.fromkeys(_numbers(rest)))


def _numbers(text: str) -> list[int]:
    return [int(number) for number in _YEAR.findall(text)]


def compare_years(cited: Collection[int], recorded: Collection[int]) -> Compared:
    """A written year must be one of the record's; a record without years contradicts nothing."""
    if not cited or not recorded:
        return NOT_COMPARED
    if set(cited) & set(recorded):
        return AGREES
    return differs(", ".join(map(str, sorted(cited))), ", ".join(map(str, sorted(set(recorded)))))
