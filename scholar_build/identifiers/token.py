"""The characters of one DOI as they stand in text, decoded, with the place of each kept.

Text wraps DOIs at line ends, escapes them for LaTeX, HTML, Markdown and URLs, and glues
punctuation to them. All that is undone here; `find` decides what the result means.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from urllib.parse import unquote

LONGEST = 1000  # characters; the longest registered DOIs have a few hundred

# What no DOI in prose holds: white space, quotes, cell borders, code marks, long dashes, CJK text and punctuation.
_STOP = (
    r"\s\"`|\u00ab\u00bb\u2014\u2015\u2018-\u201f\u2026"
    r"\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
)
_RUN = re.compile(
    rf"(?:\$[<>]\$|[^{_STOP}<,;h\[*]"
    r"|<(?=[0-9]{1,6}:|[0-9][^<>\s]{0,40}>|[\w.-]{0,20}:(?!//)[^<>\s]{0,40}>)"  # SICI, never a tag
    r"|[,;](?!https?:|doi|10\.\d{4})"
    r"|h(?!ttps?://)"
    r"|\[(?![\^a-z])"  # `[Crossref]`, as in lists copied from publishers' pages
    rf"|\*(?!\*)){{0,{LONGEST}}}",
    re.IGNORECASE,
)
_CODED = re.compile(
    r"&(?:#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,6});|(?:%[0-9a-f]{2})+|\{?\\([_&%#{}$<>()\[\]*~.-])\}?|\$([<>])\$|[\u2010-\u2013\u2212]",
    re.IGNORECASE,
)
_DASHES = frozenset("\u2010\u2011\u2012\u2013\u2212")
_WRAP = re.compile(r"[ \t]*\r?\n[ \t]*(?:>[ \t]*)?")
_NO_CONTINUATION = re.compile(r"https?:|doi\b|10\.\d{4}|[*+\[|>#:]|-+\s|\.\.|\d{1,3}[.)]\s+\S", re.IGNORECASE)
_ID_LIKE = re.compile(r"[a-z]*\d[\w().:/;<>-]*", re.ASCII)
_COUNT_OR_YEAR = re.compile(r"\d{1,3}[.)]?|(?:1[5-9]|20)\d\d[.,;:)]?")
_CLOSING = re.compile(r"[)\]}>]")
_TRAILING = ".,;:!?'*_~([{<\\ \t\r\n\f\v\xa0"
_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}


@dataclass(frozen=True, slots=True)
class Token:
    """Decoded characters; `ends[i]` is the offset in the text just after the source of character `i`."""

    chars: str
    ends: tuple[int, ...] | range

    def cut(self, length: int) -> Token:
        """The first `length` characters."""
        return Token(self.chars[:length], self.ends[:length])


@dataclass(frozen=True, slots=True)
class Run:
    """The pieces of text that make up a DOI: more than one where it is wrapped over lines."""

    pieces: tuple[tuple[int, int], ...]
    unsure: bool = False  # the break came after a full stop, which may as well have ended a sentence

    @property
    def end(self) -> int:
        """The offset just after the last piece."""
        return self.pieces[-1][1]


def run_from(text: str, start: int, suffix: int) -> Run:
    """Follow a DOI from `start` (its `10.`); its suffix begins at `suffix`. Looks at bounded text only."""
    match = _RUN.match(text, suffix)
    assert match
    pieces = [(start, match.end())]
    unsure = False
    while len(pieces) < 4 and pieces[-1][1] - pieces[-1][0] < LONGEST:
        begin, end = pieces[-1]
        last = text[end - 1]
        wrap = _WRAP.match(text, end, end + 200) if last in "-./_" else None
        if wrap is None or wrap.end() >= len(text) or text[wrap.end()].isspace():
            break
        if _NO_CONTINUATION.match(text, wrap.end()):
            break
        further = _RUN.match(text, wrap.end())
        assert further
        if not further[0]:
            break
        if last == ".":
            if _COUNT_OR_YEAR.fullmatch(further[0]) or not _ID_LIKE.match(further[0]) or begin == end:
                break
            unsure = True
        pieces.append((wrap.end(), further.end()))
    return Run(tuple(pieces), unsure)


def read(text: str, pieces: tuple[tuple[int, int], ...], *, percent: bool) -> Token:
    """Decode the pieces into one token; `percent` says whether `%28` stands for a character."""
    if len(pieces) == 1:
        start, end = pieces[0]
        raw = text[start:end]
        if raw.isascii() and not ("&" in raw or "%" in raw or "\\" in raw or "$" in raw):
            return Token(raw, range(start + 1, end + 1))
    chars: list[str] = []
    ends: list[int] = []
    for start, end in pieces:
        at = start
        for match in _CODED.finditer(text, start, end):
            chars.extend(text[at : match.start()])
            ends.extend(range(at + 1, match.start() + 1))
            decoded = _decode(match, percent)
            chars.extend(decoded)
            ends.extend([match.end()] * len(decoded))
            at = match.end()
        chars.extend(text[at:end])
        ends.extend(range(at + 1, end + 1))
    return Token("".join(chars), tuple(ends))


def _decode(match: re.Match[str], percent: bool) -> str:
    raw = match[0]
    if raw[0] == "&":
        return html.unescape(raw)
    if raw[0] == "%":
        return unquote(raw) if percent else raw
    if raw in _DASHES:
        return "-"
    return match[1] or match[2] or raw


def trim(token: Token) -> Token:
    """Cut at the first closing bracket without a partner, then drop trailing punctuation."""
    chars = token.chars
    opened = {"(": 0, "[": 0, "{": 0, "<": 0}
    length = len(chars)
    for place, char in enumerate(chars if _CLOSING.search(chars) else ""):
        if char in opened:
            opened[char] += 1
        elif char in _PAIRS:
            if not opened[_PAIRS[char]]:
                length = place
                break
            opened[_PAIRS[char]] -= 1
    length = len(chars[:length].rstrip(_TRAILING))
    return token if length == len(chars) else token.cut(length)
