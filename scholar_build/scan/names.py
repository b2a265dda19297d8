"""Names as BibTeX writes them: `First von Last`, `von Last, First`, `von Last, Jr, First`.

Rules: "BibTeXing" (Patashnik, 1988), section 4; particles count as part of the family name.
biblatex's `family=…, given=…` form is read too.
"""

from __future__ import annotations

import html
import re

from scholar_build.model import Name
from scholar_build.scan.latex_text import decode_accents, latex_to_text

_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BRACE_OR_AND = re.compile(r"[{}]|(?<=\s)and(?=\s)", re.IGNORECASE)
_BRACE_OR_COMMA = re.compile(r"[{},]")
_BRACE_OR_SPACE = re.compile(r"[{}]|[\s~]+")
_COMMA = re.compile(",")
_SPACE = re.compile(r"[\s~]+")
_SEMICOLON = re.compile(";")
_BRACE_OR_SEMICOLON = re.compile("[{};]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[ -]?){1,4}")
_INITIALS_FIRST = re.compile(r"(?:[^\W\d_]\.[ -]?){1,4} ?[^\W\d_][^\s.]+(?: [^\s.]{2,40}){0,3}")
_OTHERS = re.compile(r"(?:\band\s+)?\b(?:others|et\.?\s*al\.?)\s*$", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:jr|sr|[ivx]{2,4})\.?", re.IGNORECASE)
_KEY_VALUE = re.compile(r"^(family|given|prefix|suffix|given-i|useprefix)\s*=\s*(.*)$", re.DOTALL)


def read_names(text: str) -> tuple[tuple[Name, ...], bool]:
    """The names of an `author` field, and whether it ends in `and others`."""
    text = html.unescape(decode_accents(text)).strip()
    if _is_group(text) and all("," in part for part in _AND.split(text)[:2]) and _AND.search(text):
        text = text[1:-1]  # a list in double braces is no group: `{{Doe, Jane and Roe, Rick}}`
    parts = [
        name for part in _split(f" {text} ", _AND, _BRACE_OR_AND) for name in _listed(part.strip(" \t\r\n,;")) if name
    ]
    is_open = False
    names = []
    for part in parts:
        if part.lower() in ("others", "et al.", "et al", "{others}", "{et al.}"):
            is_open = True
            continue
        if _OTHERS.search(part):
            is_open = True
            part = _OTHERS.sub("", part).rstrip(" ,")
        name = read_name(part)
        if name:
            names.append(name)
    return tuple(names), is_open


def _listed(part: str) -> list[str]:
    """Names set apart by semicolons or commas, against BibTeX's rule: `Doe, J.; Roe, R.`, `J. Doe, R. Roe`."""
    if ";" in part:
        return [name.strip() for name in _split(part, _SEMICOLON, _BRACE_OR_SEMICOLON)]
    pieces = [piece.strip() for piece in part.split(",")] if "{" not in part and "=" not in part else []
    if len(pieces) >= 2 and all(map(_INITIALS_FIRST.fullmatch, pieces)):
        return pieces
    if len(pieces) >= 4 and len(pieces) % 2 == 0 and all(map(_INITIALS.fullmatch, pieces[1::2])):
        return [f"{family}, {given}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)]
    if len(pieces) >= 3 and all(" " in piece for piece in pieces) and not any(map(_SUFFIX.fullmatch, pieces)):
        return pieces
    return [part]


def read_name(text: str) -> Name | None:
    """One name; None where nothing is left of it."""
    text = decode_accents(text).strip()
    if _is_group(text):
        literal = latex_to_text(text)
        return Name(literal=literal) if literal else None
    parts = [part.strip() for part in _split(text, _COMMA, _BRACE_OR_COMMA)]
    if "=" in text and all(_KEY_VALUE.match(part) for part in parts):
        return _from_key_values(parts)
    parts = [part for part in parts if part]
    if len(parts) >= 3 and _SUFFIX.fullmatch(latex_to_text(parts[1])):
        return _name(family=parts[0], suffix=parts[1], given=" ".join(parts[2:]))
    if len(parts) == 2 and _SUFFIX.fullmatch(latex_to_text(parts[1])):
        first = read_name(parts[0])
        return Name(family=first.family, given=first.given, suffix=latex_to_text(parts[1])) if first else None
    if len(parts) >= 2:
        return _name(family=parts[0], given=" ".join(parts[1:]))
    text = parts[0] if parts else ""
    return _from_words([word for word in _split(text, _SPACE, _BRACE_OR_SPACE) if word.strip(" ~")])


def _from_words(words: list[str]) -> Name | None:
    """`First von Last`: the family name starts at the first lower-case word, else it is the last word."""
    if not words:
        return None
    suffix = words.pop() if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else ""
    start = next((i for i, word in enumerate(words[:-1]) if _is_lower(word)), len(words) - 1)
    return _name(family=" ".join(words[start:]), given=" ".join(words[:start]), suffix=suffix)


def _from_key_values(parts: list[str]) -> Name | None:
    values = {match[1]: match[2] for part in parts if (match := _KEY_VALUE.match(part))}
    family = " ".join(value for value in (values.get("prefix", ""), values.get("family", "")) if value)
    return _name(family=family, given=values.get("given", ""), suffix=values.get("suffix", ""))


def _name(*, family: str, given: str, suffix: str = "") -> Name | None:
    name = Name(family=latex_to_text(family), given=latex_to_text(given), suffix=suffix and latex_to_text(suffix))
    return name if name.family or name.given else None


def _is_group(text: str) -> bool:
    """Whether one pair of braces holds the whole name (`{GTEx Consortium}`)."""
    if not (text.startswith("{") and text.endswith("}")):
        return False
    depth = 0
    for match in re.finditer(r"[{}]", text):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end() == len(text)
    return True


def _is_lower(word: str) -> bool:
    return not word.startswith("{") and word[:1].islower()


def _split(text: str, plain: re.Pattern[str], guarded: re.Pattern[str]) -> list[str]:
    """Split at a separator outside of braces."""
    if "{" not in text:
        return plain.split(text)
    parts, depth, last = [], 0, 0
    for match in guarded.finditer(text):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth = max(0, depth - 1)
        elif depth == 0:
            parts.append(text[last : match.start()])
            last = match.end()
    return [*parts, text[last:]]
