"""Where source text is code: masked with blanks, so that every place stays the same."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^[ \t>]{0,40}(?P<fence>`{3,}|~{3,})(?P<info>[^\n`]*)$", re.MULTILINE)
_TICKS = re.compile(r"`+")
_DIRECTIVE = re.compile(r"\s*\{[a-z][\w:-]*\}")
_INDENTED = re.compile(r"(?:(?<=\n\n)|\A)(?:(?: {4}|\t)[^\n]*(?:\n|\Z)|[ \t]*\n(?=[ \t]*\n|(?: {4}|\t)))+")
_ROLE_BEFORE = re.compile(r"\{[a-zA-Z][\w:+.-]{0,40}\}$|:[a-zA-Z][\w:+.-]{0,40}:$")
_NOT_BREAK = re.compile(r"[^\n]")


def blank(text: str) -> str:
    """As many blanks and line breaks as the text has characters."""
    return _NOT_BREAK.sub(" ", text)


def mask_code(text: str) -> str:
    """Blank fenced and indented code and code spans; the contents of roles stay."""
    text = _mask_fences(text)
    if "    " in text or "\t" in text:
        text = _INDENTED.sub(lambda match: match[0] if _listed(text, match.start()) else blank(match[0]), text)
    return mask_spans(text)


def _listed(text: str, start: int) -> bool:
    """Whether indented text continues a list item, a footnote or an admonition rather than being code."""
    before = text[max(0, start - 2000) : start].rstrip()
    for line in reversed(before.split("\n")):
        if line and not line[0].isspace():
            return bool(re.match(r"(?:[-*+]|\d{1,9}[.)]|\[\^|!!!|\?\?\?|===|:)(?:\s|\+|\[|[^\]\s]+\]:|$)|\[\^", line))
    return False


def _mask_fences(text: str) -> str:
    if "```" not in text and "~~~" not in text:
        return text
    pieces: list[str] = []
    at = 0
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            if not _DIRECTIVE.match(match["info"]):
                opened = match
            continue
        fence, closing = opened["fence"], match["fence"]
        if closing[0] == fence[0] and len(closing) >= len(fence) and not match["info"].strip():
            pieces += [text[at : opened.start()], blank(text[opened.start() : match.end()])]
            at = match.end()
            opened = None
    if opened is not None:
        pieces += [text[at : opened.start()], blank(text[opened.start() :])]
        at = len(text)
    return "".join(pieces) + text[at:]


def mask_spans(text: str) -> str:
    """Blank code spans: equal runs of backticks within one paragraph; the contents of roles stay."""
    if "`" not in text:
        return text
    runs = list(_TICKS.finditer(text))
    following: list[int] = [-1] * len(runs)
    latest: dict[int, int] = {}
    for place in range(len(runs) - 1, -1, -1):
        length = len(runs[place][0])
        following[place] = latest.get(length, -1)
        latest[length] = place
    paragraph_ends = [match.start() for match in re.finditer(r"\n[ \t]*\n", text)] + [len(text)]
    pieces: list[str] = []
    at = place = paragraph = 0
    while place < len(runs):
        run = runs[place]
        while paragraph_ends[paragraph] < run.start():
            paragraph += 1
        closing = following[place]
        if closing < 0 or runs[closing].start() > paragraph_ends[paragraph]:
            place += 1
            continue
        if not _ROLE_BEFORE.search(text, max(0, run.start() - 45), run.start()):
            pieces += [text[at : run.start()], blank(text[run.start() : runs[closing].end()])]
            at = runs[closing].end()
        place = closing + 1
    return "".join(pieces) + text[at:]
