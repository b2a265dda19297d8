"""Normal forms in which two spellings of one thing are equal.

Markup, MathML, entities, LaTeX, ligatures, full-width forms, hyphens, case, accents, German and Nordic
letters (ü = ue = u, ß = ss, ø = oe = o, å = aa = a) and spacing are spelling, not substance.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LATEX_WORDS = {
    "ss": "ss", "o": "o", "O": "o", "l": "l", "L": "l", "ae": "ae", "AE": "ae", "oe": "oe", "OE": "oe", "aa": "aa",
    "AA": "aa", "i": "i", "j": "j", "dh": "d", "DH": "d", "th": "th", "TH": "th", "dj": "d", "DJ": "d",
}  # fmt: skip
_LATEX_ACCENT = re.compile(r"\\(?:[\"'`^~=.]|[Hucvdbkrt](?![A-Za-z]))\s*")
_LATEX_COMMAND = re.compile(r"\\([A-Za-z]+)\*?[ ]?")
_LATEX_STYLE = re.compile(
    r"\\(?:emph|text(?:it|bf|sc|tt|rm|sf|up|sl|normal|sub(?:script)?|super(?:script)?)|math(?:rm|bf|it|cal|bb|sf|tt|frak)"
    r"|mbox|ensuremath|operatorname|(?:it|bf|sc|tt|rm|em)(?![A-Za-z]))\s*"
)
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "ο": "o", "π": "pi",
    "ρ": "rho", "σ": "sigma", "ς": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega",
}  # fmt: skip
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "đ": "d", "ı": "i", "ħ": "h", "ŋ": "n",
     "ʼ": "", "ʻ": "", "ʹ": "", "ʺ": "", "\u00ad": "", "\u200b": "", "\u200c": "", "\u200d": "", "\ufeff": "",
     "\u2060": "", **_GREEK}
)  # fmt: skip
_APOSTROPHE = re.compile(r"['’‘`´](?<=\w.)(?=\w)")
_AND = re.compile(r"\s*&\s*")
_MARKS = str.maketrans(dict.fromkeys("™℠®©", ""))
_NO_WORD = re.compile(r"[\W_]+")
_DIGRAPH = re.compile(r"([aou])e|aa")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]")
_LATIN = re.compile(r"[a-z]")


def plain(text: str) -> str:
    """Text without markup, entities and LaTeX, white space squeezed; case and accents are kept."""
    if "&" in text:
        for _ in range(3):
            opened = html.unescape(text)
            if opened == text:
                break
            text = opened
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "\\" in text or "{" in text or "$" in text or "~" in text:
        text = _without_latex(text)
    return " ".join(text.split())


def _without_latex(text: str) -> str:
    text = re.sub(r"\\n(?= )", " ", text)  # a line break that somebody escaped
    text = re.sub(r"\\([&%$#])", r"\1", text.replace("\\_", " "))
    text = _LATEX_STYLE.sub("", text)
    text = _LATEX_ACCENT.sub("", text)
    text = _LATEX_COMMAND.sub(lambda found: _LATEX_WORDS.get(found[1], found[1] + " "), text)
    text = re.sub(r"[{}$\\]|(?<=\w)[\^_](?=\w)", "", text)
    return text.replace("~", " ")


@lru_cache(maxsize=1 << 15)
def letters(text: str) -> str:
    """The words of a text in normal form but for digraphs (`ue`), separated by single blanks."""
    text = unicodedata.normalize("NFKC", plain(text).translate(_MARKS)).casefold()
    if not text.isascii():
        text = text.translate(_LETTERS)
        text = "".join(_base(char) if "\x7f" < char < "\u2000" else char for char in text)
    if "&" in text:
        text = _AND.sub(" and ", text)
    text = _APOSTROPHE.sub("", text)
    return _NO_WORD.sub(" ", text).strip()


def without_digraphs(text: str) -> str:
    """`ae`, `oe`, `ue` and `aa` as the letters they stand for; after blanks are gone, as `co-e` is none."""
    return _DIGRAPH.sub(lambda found: found[1] or "a", text)


@lru_cache(maxsize=1 << 15)
def fold(text: str) -> str:
    """The words of a text in normal form, separated by single blanks."""
    return without_digraphs(letters(text))


@lru_cache(maxsize=1024)
def _base(char: str) -> str:
    bare = "".join(part for part in unicodedata.normalize("NFD", char) if not unicodedata.combining(part))
    return bare.translate(_LETTERS)


def words(text: str) -> list[str]:
    """The words of a text in normal form."""
    return fold(text).split()


@lru_cache(maxsize=1 << 15)
def word_set(text: str) -> frozenset[str]:
    """The words of a text in normal form, each once."""
    return frozenset(words(text))


@lru_cache(maxsize=1 << 15)
def squeeze(text: str) -> str:
    """The normal form without blanks: spacing around markup and hyphens is unreliable."""
    return without_digraphs(letters(text).replace(" ", ""))


def is_cjk(text: str) -> bool:
    """Whether a text holds Chinese, Japanese or Korean characters, so that it has no words to compare."""
    return not text.isascii() and _CJK.search(text) is not None


def same_script(one: str, other: str) -> bool:
    """Whether two texts share a script (Latin, or any other letters) in which they can be compared."""
    return bool(_scripts(fold(one)) & _scripts(fold(other)))


@lru_cache(maxsize=1 << 12)
def _scripts(folded: str) -> frozenset[str]:
    if folded.isascii():
        return frozenset({"latin"} if _LATIN.search(folded) else ())
    found = set()
    for char in folded:
        if char.isalpha():
            found.add(
                "latin" if char < "\u0250" else "cjk" if _CJK.match(char) else unicodedata.name(char, "?").split()[0]
            )
    return frozenset(found)
