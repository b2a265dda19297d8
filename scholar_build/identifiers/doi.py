"""DOIs in text: where one begins, where it ends, and which other readings there are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scholar_build.identifiers import forms
from scholar_build.identifiers.identifier import FoundIdentifier, Identifier
from scholar_build.identifiers.token import Run, Token, read, run_from, trim

_HIT = re.compile(r"10\.(?:\s{0,9}\n\s{0,9})?\d{4,9}(?:\.\d+)*(/|%(?:25)?2f|&#(?:47|x2f);)", re.IGNORECASE | re.ASCII)
_SHORT = re.compile(
    r"(?:(?<![a-z0-9])doi\s?[:：]\s{0,2}(?:https?://doi\.org/)?|(?:https?://)?(?<![a-z0-9.-])(?:dx\.)?doi\.org/)"
    r"(?P<path>10/[a-z0-9]{3,12})(?![a-z0-9/:%-]|\.[a-z0-9])"
    r"|(?<![a-z0-9.-])(?:https?://)(?:dx\.)?doi\.org/(?P<bare>[a-z0-9]{4,8})(?![a-z0-9/:%-]|\.[a-z0-9])",
    re.IGNORECASE,
)
_NO_SHORT_DOI = frozenset({"about", "help", "contact", "index", "search", "news", "resources"})
_MARKER = re.compile(r"(?:doi|info:doi/)[\s:：=]{0,4}[\[({<\"`]{0,2}$|doi\.org/?$", re.IGNORECASE)
_CODED_BOUND = re.compile(r"%(?:25)?(?:2f|3a|3d|20|28)$", re.IGNORECASE)
_LOOK_BACK = 300
_AROUND_ADDRESS = "\t\n\r\"'<>|`\u3000"
_ENDING = re.compile(
    r"(?:/(?:full|abstract|pdf|epdf|pdfdirect|html?|meta|transform|fulltext|full-text|summary|references|citations|figures|epub|"
    r"(?:full|abstract)/html|full/pdf)/?|(?:\.(?:full|abstract|long|short|article-info|full-text))?\.(?:pdf|html?|svg)"
    r"|\.full|\.abstract|/)$",
    re.IGNORECASE,
)
_GLUE = ("pmid", "pmcid", "pubmed", "epub", "issn", "isbn", "crossref", "medline", "scopus", "accessed", "google")
_GLUED = re.compile(rf"(?<=[^/])[.;,]?(?:{'|'.join(_GLUE)})(?![a-z]).*$", re.IGNORECASE | re.DOTALL)
_OWN_NUMBER = re.compile(r"(?<=[^/])/\d{5,9}(?:/[\w-]+)?$")  # Oxford's addresses add the article's number
_CITATION_MARK = re.compile(r"\[\d{1,3}\]$")
_REVISION = re.compile(r"(10\.(?:1101|64898)/[\d.]+)v\d+.*", re.DOTALL)  # bioRxiv and medRxiv addresses
_WHITE = re.compile(r"\s")
_REGISTERED_SLASH = re.compile(r"%2f", re.IGNORECASE)


def find_dois(text: str) -> Iterator[FoundIdentifier]:
    """Find DOIs and short DOIs in order of place."""
    short = _SHORT.finditer(text) if _may_hold_short_doi(text.lower()) else iter(())
    waiting = next(short, None)
    reached = 0
    for hit in _HIT.finditer(text):
        if hit.start() < reached:
            continue
        while waiting and waiting.start() < hit.start():
            if found := _short_doi(waiting):
                yield found
            waiting = next(short, None)
        if long := _doi_at(text, hit, reached):
            reached = long.end
            yield long
    while waiting:
        if (found := _short_doi(waiting)) and found.start >= reached:
            yield found
        waiting = next(short, None)


def _may_hold_short_doi(lower: str) -> bool:
    """A quick look: a short DOI's prefix, or a resolver address that goes on in another way than a DOI."""
    return "10/" in lower or lower.count("doi.org/") > lower.count("doi.org/10.")


def _short_doi(match: re.Match[str]) -> FoundIdentifier | None:
    value = match["path"] or f"10/{match['bare']}"
    if value[3:].lower() in _NO_SHORT_DOI:
        return None
    identifier = forms.doi(value)
    return FoundIdentifier(identifier, match.start(), match.end()) if identifier else None


def _doi_at(text: str, hit: re.Match[str], reached: int) -> FoundIdentifier | None:
    start = hit.start()
    window = text[max(reached, start - _LOOK_BACK) : start]
    marker = _MARKER.search(window[-30:])
    if "\n" in hit[0] and not marker:
        return None
    glued = bool(window) and window[-1].isascii() and (window[-1].isalnum() or window[-1] == ".")
    if glued and not (_CODED_BOUND.search(window[-6:]) or window.lower().endswith(("doi", "doi.org"))):
        return None
    word = window[window.rfind(" ") + 1 :]
    address = word[max(map(word.rfind, _AROUND_ADDRESS)) + 1 :]
    in_address = "/" in address or bool(_CODED_BOUND.search(address))
    run = run_from(text, start, hit.end())
    reading = _read(text, run, address if in_address else None, marked=bool(marker))
    if reading is None:
        return None
    identifier, end, alternatives = reading
    if in_address:
        begin = start - len(address) + max(0, address.find("http"))
    else:
        begin = start - min(30, len(window)) + marker.start() if marker else start
    return FoundIdentifier(identifier, begin, end, alternatives)


def _read(
    text: str, run: Run, address: str | None, *, marked: bool
) -> tuple[Identifier, int, tuple[Identifier, ...]] | None:
    percent = address is not None or marked
    token = read(text, run.pieces, percent=percent)
    if percent and "/" not in token.chars.split("%2", 1)[0]:  # encoded twice
        token = Token(_REGISTERED_SLASH.sub("/", token.chars), token.ends)
    whole = _without_white(token)
    if address is not None:
        whole = _before_query(whole, address)
    trimmed = trim(whole)
    readings: list[Identifier | None] = []
    chars = trimmed.chars
    ending = None if chars[-1:].isdigit() else _ENDING.search(chars)
    shorter = chars[: ending.start()] if ending else chars
    lower = shorter.lower()
    if any(word in lower for word in _GLUE) and (glued := _GLUED.search(shorter)):
        shorter = shorter[: glued.start()]
    if address is not None and "oup.com/" in address.lower() and (number := _OWN_NUMBER.search(shorter)):
        shorter = shorter[: number.start()]
    if address is not None and (revision := _REVISION.fullmatch(shorter)):
        shorter = revision[1]
    if run.unsure:
        first = read(text, run.pieces[:1], percent=percent)
        readings.append(forms.doi(trim(first).chars))
    if len(run.pieces) > 1:
        unhyphenated = _without_break_hyphens(text, run, percent)
        readings.append(forms.doi(trim(unhyphenated).chars))
    if shorter != chars:
        readings.append(forms.doi(chars))
    if address is None and "#" in chars and not chars.split("#")[0].endswith(";2-"):
        readings.append(forms.doi(trim(trimmed.cut(chars.index("#"))).chars))
    if mark := _CITATION_MARK.search(chars):
        readings.append(forms.doi(chars[: mark.start()]))
    tail = whole.chars[len(chars) :]
    if tail in (".", "_"):
        readings.append(forms.doi(chars + tail))
    if not percent and "%" in chars:
        readings.append(forms.doi(trim(read(text, run.pieces, percent=True)).chars))
    identifier = forms.doi(shorter) or forms.doi(chars)
    if identifier is None or not trimmed.chars:
        return None
    others = tuple(dict.fromkeys(each for each in readings if each is not None and each != identifier))
    return identifier, trimmed.ends[-1], others


def _without_break_hyphens(text: str, run: Run, percent: bool) -> Token:
    """The reading in which a hyphen at a line's end was put there by the wrapping."""
    pieces = tuple(
        (start, end - 1) if place < len(run.pieces) - 1 and text[end - 1] == "-" else (start, end)
        for place, (start, end) in enumerate(run.pieces)
    )
    return read(text, pieces, percent=percent)


def _without_white(token: Token) -> Token:
    """Drop line breaks inside a prefix (`10.` at a line's end) and encoded blanks at the end."""
    if not _WHITE.search(token.chars):
        return token
    chars, ends = [], []
    for char, end in zip(token.chars, token.ends, strict=True):
        if char.isspace():
            if "/" in chars:
                break
            continue
        chars.append(char)
        ends.append(end)
    return Token("".join(chars), tuple(ends))


def _before_query(token: Token, address: str) -> Token:
    """Cut an address's query and fragment; a SICI check character `#` stays."""
    length = len(token.chars)
    marks = "?#&" if "?" in address else "?#"
    for mark in marks:
        place = token.chars.find(mark)
        if place >= 0 and not token.chars[:place].endswith(";2-"):
            length = min(length, place)
    return token.cut(length)
