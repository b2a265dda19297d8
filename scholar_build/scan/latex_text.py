"""LaTeX to plain text, for titles, names and venues: accents, symbols, groups, the simple macros.

Linear and never raising, also on nonsense. The names of symbols come from pylatexenc's table; its
own converter is not used because it costs 0.8 ms a title and raises on some macros.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import cache

_NEEDS_DECODING = re.compile(r"[\\{}$~`']|--")

_COMBINING = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "G": "\u030f",
    "h": "\u0309",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
    "t": "\u0361",
}
_LETTERS = {
    "ss": "ß",
    "SS": "SS",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "i": "ı",
    "j": "ȷ",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
    "dj": "đ",
    "DJ": "Đ",
    "ng": "ŋ",
    "NG": "Ŋ",
}
# A base letter, alone or in braces, as `e`, `{e}`, `\i` or `{\i}`.
_BASE = r"(?:\{\s*(?P<{0}1>[^\W\d_]|\\[ij])\s*\}|(?P<{0}2>\\[ij](?![A-Za-z])|[^\W\d_]))"
_ACCENT = re.compile(
    r"(?P<open>\{)?\\(?:(?P<sign>[`'^~=.\"])\s*" + _BASE.replace("{0}", "s") + r"|"
    r"(?P<word>[uvHckrbdthG])(?:\s+|(?=[{\\]))" + _BASE.replace("{0}", "w") + r")(?(open)(?P<close>\})?)"
)
_LETTER = re.compile(
    r"(\{)?\\(" + "|".join(sorted(_LETTERS, key=len, reverse=True)) + r")(?![A-Za-z])(?:\s+|\{\})?(?(1)(\})?)"
)
_ADDRESS = re.compile(r"\\(?:href\s*\{[^{}]*\}|url|doi)\s*(?=\{)")
_DROPPED = re.compile(
    r"\\(?:cite[a-z]*|footnote|label|ref|index|vspace|hspace|textcolor|color|fontsize)\*?\s*(?:\[[^\]\[]*\])?\{[^{}]*\}"
)
_MACRO = re.compile(r"\\([A-Za-z]+)\*?[ \t]*|\\(.)|\\$", re.DOTALL)
_MATH = re.compile(r"\$\$?|\\[()\[\]]")
_SCRIPTS = re.compile(r"[\^_](?=[{\w\\+\-*])")
_ARGUMENTS = re.compile(r"(?<=[^{}\s])\}\s{0,9}\{(?=[^{}\s])")  # of `\href{address}{text}`
_ADDRESS_MACRO = re.compile(r"\\(?:url|href|doi|path|texttt|nolinkurl)\s{0,9}(?=\{)")
_MATH_SIGN = re.compile(r"\$(\\?[_<>~&#%-]|\\sim)\$")
_ESCAPED = re.compile(r"\\([_%#&$~{}<>-])")
_TILDE = re.compile(r"\\(?:sim|textasciitilde)(?:\{\}|\s)?")
_ANGLE = re.compile(r"\\text(less|greater)(?:\{\}|\s)?")
# Literal signs are kept from the steps that follow; the others are white space and discretionary hyphens.
_KEPT = {"{": "\x00", "}": "\x01", "$": "\x02", "~": "\x03"}
_SIGNS = {**_KEPT, **dict.fromkeys("\n \\,;:>", " "), **dict.fromkeys("/-@!()[]", "")}
_NAMED = {
    "TeX": "TeX",
    "LaTeX": "LaTeX",
    "BibTeX": "BibTeX",
    "LaTeXe": "LaTeX2e",
    "XeTeX": "XeTeX",
    "bibrangedash": "–",
    "bibinitperiod": ".",
    "bibnamedelima": " ",
    "bibnamedelimi": " ",
    "textasciitilde": "\x03",
    "slash": "/",
    "cprime": "ʹ",
}
_LIGATURES = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("~", "\u00a0"))


def latex_to_text(text: str) -> str:
    """Plain text with white space squeezed; braces, macros and math signs are gone."""
    if _NEEDS_DECODING.search(text):
        text = decode_accents(text)
        if "\\" in text or "$" in text:
            text = _decode_macros(text)
        for sign, plain in _LIGATURES:
            text = text.replace(sign, plain)
        text = text.replace("`", "‘").replace("{", "").replace("}", "")
        for sign, stand_in in _KEPT.items():
            text = text.replace(stand_in, sign)
    if "&" in text and ";" in text:
        text = html.unescape(text)
    return " ".join(text.split())


def decode_accents(text: str) -> str:
    r"""Replace accents and special letters (`{\H o}`, `\"{u}`, `\ss`); all other braces stay as they are."""
    if "\\" not in text:
        return text
    text = _ACCENT.sub(_accent, text)
    return _LETTER.sub(_letter, text) if "\\" in text else text


def _accent(match: re.Match[str]) -> str:
    base = match["s1"] or match["s2"] or match["w1"] or match["w2"]
    base = base.removeprefix("\\")
    letter = unicodedata.normalize("NFC", base + _COMBINING[match["sign"] or match["word"]])
    return letter if match["close"] or not match["open"] else "{" + letter


def _letter(match: re.Match[str]) -> str:
    letter = _LETTERS[match[2]]
    return letter if match[3] or not match[1] else "{" + letter


def _decode_macros(text: str) -> str:
    text = _DROPPED.sub("", _ADDRESS.sub("", text))
    if "$" in text or "\\(" in text:
        text = _decode_math(text)
    return _MACRO.sub(_macro, text)


def _decode_math(text: str) -> str:
    """Drop the math signs, and the signs of sub- and superscripts between them."""
    pieces, inside, last = [], False, 0
    for match in _MATH.finditer(text):
        if match.start() and text[match.start() - 1] == "\\":
            continue
        piece = text[last : match.start()]
        pieces.append(_SCRIPTS.sub("", piece) if inside else piece)
        inside, last = not inside, match.end()
    return "".join(pieces) + text[last:]


def _macro(match: re.Match[str]) -> str:
    name, sign = match[1], match[2]
    if name:
        return _NAMED.get(name, "") or _symbol(name)
    return _SIGNS.get(sign or "", sign or "")


@cache
def _symbols() -> object:
    from pylatexenc.latex2text import get_default_latex_context_db

    return get_default_latex_context_db()  # type: ignore[no-untyped-call]


@cache
def _symbol(name: str) -> str:
    """The text of a macro without arguments; nothing for one that only formats or is not known."""
    spec = _symbols().get_macro_spec(name)  # type: ignore[attr-defined]
    text = spec.simplify_repl if spec is not None else ""
    return text if isinstance(text, str) and "%" not in text else ""


def plain_address(value: str) -> str:
    r"""A field that may hold an identifier: `\_`, `\url{…}`, `$<$` and braces go, signs that LaTeX would turn stay."""
    if "\\" in value or "{" in value or "$" in value:
        value = _ARGUMENTS.sub("} {", value).replace("\\slash ", "/")
        value = _ADDRESS_MACRO.sub("", value)
        value = _MATH_SIGN.sub(r"\1", value)
        value = _ESCAPED.sub(r"\1", value)
        value = _TILDE.sub("~", value)
        value = _ANGLE.sub(lambda match: "<" if match[1] == "less" else ">", value)
        value = value.replace("{", "").replace("}", "")
    return " ".join(value.split())
