"""The border for provider text: everything a provider sends passes here once, before it enters a record.

Result: plain text in NFC, on one line, without control, bidi, zero-width or other invisible
characters and without terminal escapes, never longer than its cap. Escaping for HTML, Markdown or a
terminal is not done here but where the text is put.
"""

from __future__ import annotations

import html
import re
import unicodedata

TITLE, NAME, VENUE, ABSTRACT, SHORT, URL = 1_000, 200, 500, 4_000, 100, 2_000  # characters

# ECMA-48: control strings (OSC, DCS, …) with their text, control sequences, two-byte escapes
_ESCAPES = re.compile(
    r"(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|\x1b[ -/]*[0-~]?"
)
_GRAPHEME_FILLERS = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}


def line(text: str, cap: int) -> str:
    """One line of clean text from text that holds no markup."""
    text = text[: cap * 4 + 4_000]  # markup takes room
    if not (text.isascii() and text.isprintable()):
        text = _ESCAPES.sub("", text)
        text = unicodedata.normalize("NFC", "".join(map(_visible, text)))
    text = " ".join(text.split())
    return text if len(text) <= cap else text[: cap - 1].rstrip() + "…"


def _visible(char: str) -> str:
    match unicodedata.category(char):
        case "Zs" | "Zl" | "Zp":
            return " "
        case "Cc":
            return " " if char.isspace() else ""
        case "Cf" | "Cs" | "Cn" | "Co":
            return ""
        case _:
            return "" if ord(char) in _GRAPHEME_FILLERS else char


def plain(text: str, cap: int) -> str:
    """One line of clean text from text with HTML, JATS or MathML in it, however often it was escaped."""
    text = text[: cap * 4 + 4_000]  # markup takes room
    for _ in range(4):
        decoded = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
        if decoded == text:
            break
        text = decoded
    return line(_without_tags(text) if "<" in text else text, cap)


def address(text: str) -> str:
    """An http(s) address, or nothing where the text is none."""
    text = text.strip()
    if len(text) > URL or not text.lower().startswith(("https://", "http://")) or line(text, URL) != text:
        return ""
    return "" if any(char in text for char in ' <>"\\`{}|^') else text


_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_DROPPED = re.compile(
    r"<!--.{0,2000}?-->|<\?.{0,500}?\?>|<!\[CDATA\[|\]\]>"
    r"|<(?P<element>(?:\w+:)?annotation(?:-xml)?)\b[^<>]{0,500}>.{0,4000}?</(?P=element)\s*>",
    re.DOTALL,
)
_TEX = re.compile(r"<((?:\w+:)?tex-math)\b[^<>]{0,500}>.{0,4000}?</\1\s*>", re.DOTALL)
_MATH = re.compile(r"<((?:\w+:)?math)\b[^<>]{0,500}>(.{0,4000}?)</\1\s*>", re.DOTALL)
_TAG = re.compile(
    r"</?(?P<name>[A-Za-z][\w.-]{0,60}(?::[\w.-]{1,60})?)"
    r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'|[^\s\"'<>]+))*\s*/?>"
)
# HTML, JATS and MathML element names; any other name in angle brackets may be an author's own words
_NAMES = """
a abbr abstract b big bold br cite code div em emphasis ext-link font fn h1 h2 h3 h4 h5 h6 hr i img inf
inline-formula inline-graphic alternatives disp-formula italic it label li list list-item math monospace
named-content object ol overline p pre q roman s sans-serif sc scp sec small span strike strong
styled-content sub sup table tbody td tex-math th thead title tr tt u ul underline uri var xref
maction merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts mroot
mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics
"""
_ELEMENTS = frozenset(_NAMES.split())
_TIGHT = frozenset({"sub", "sup", "inf", "u", "overline", "underline"})  # these belong to the word they stand at
_BREAKS = "br p div li list-item title sec h1 h2 h3 h4 h5 h6 td th tr hr abstract label"
_BLOCK = frozenset(_BREAKS.split())
# where a tag stood: whether a space is missing is seen when its neighbours are known
_OPENED, _CLOSED = "\x00", "\x01"
_MARKS = re.compile(f"([{_OPENED}{_CLOSED}]+)")


def _without_tags(text: str) -> str:
    text = _DROPPED.sub("", _MARKS.sub("", text))
    if _MATH.search(text):
        text = _TEX.sub("", text)
    text = _MATH.sub(lambda found: f"<math>{_formula(found[2])}</math>", text)
    closed = {found[1].lower() for found in re.finditer(r"</([\w:.-]{1,120})\s*>", text)}

    def replace(found: re.Match[str]) -> str:
        name = found["name"].lower()
        local = name.rpartition(":")[2]
        if local not in _ELEMENTS and ":" not in name and name not in closed:
            return found[0]
        if local in _BLOCK:
            return " "
        return "" if local in _TIGHT else _CLOSED if found[0].startswith("</") else _OPENED

    return _joined(_MARKS.split(_TAG.sub(replace, text)))


def _formula(inner: str) -> str:
    """The text of a formula: the layout between its elements is no text, and each element is part of one word."""
    return "".join(part.strip() for part in _TAG.sub(_OPENED, inner).split(_OPENED))


def _joined(parts: list[str]) -> str:
    """Put texts and the marks between them together, with the spaces that got lost at tags."""
    whole, glued = [parts[0]], False
    for marks, after in zip(parts[1::2], parts[2::2], strict=True):
        before = whole[-1]
        tail, head = before.rstrip(), after.lstrip()
        between = before[len(tail) :] + after[: len(after) - len(head)]
        opening = marks[-1] == _OPENED
        if "\n" in between and (head[:1] in _CLOSERS or tail[-1:] in _OPENERS):
            whole[-1], after = tail, head  # indented markup, not a space of the author's
        elif not between and _missing_space(tail, head, opening=opening, glued=glued):
            whole.append(" ")
        glued = opening and not between and tail[-1:].isalnum()
        whole.append(after)
    return "".join(whole)


_OPENERS, _CLOSERS = tuple("(["), tuple(",.;:)]")


def _missing_space(before: str, after: str, *, opening: bool, glued: bool) -> bool:
    """Whether two words met where a tag was dropped: `of<i>Rana</i>gene`, but not `<i>p</i>H` or `<scp>T</scp>ree`.

    `glued`: the opening tag of the same element followed a word without a space, so the closing one may too.
    """
    left, right = _letters(before[::-1]), _letters(after)
    if len(left) > 1 and len(right) > 1:
        return not (left.isupper() and right.isupper())
    if opening:
        return len(left) > 1 and left.islower() and after[:1].isalnum()
    return len(right) > 2 and (glued or (before[-1:].isdigit() and right.islower()))


def _letters(text: str) -> str:
    """The leading run of letters of an alphabet that writes words apart."""
    end = 0
    for char in text[:40]:
        if not (char.isalpha() and ord(char) < 0x2E80):
            break
        end += 1
    return text[:end]
