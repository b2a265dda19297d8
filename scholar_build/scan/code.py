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


def closing_ticks(text: str) -> dict[int, int]:
    """For each run of backticks the start of the next run of the same length, where there is one."""
    closing: dict[int, int] = {}
    latest: dict[int, int] = {}
    for run in reversed(list(_TICKS.finditer(text))):
        length = run.end() - run.start()
        if length in latest:
            closing[run.start()] = latest[length]
        latest[length] = run.start()
    return closing


def mask_spans(text: str) -> str:
    """Blank code spans: equal runs of backticks within one paragraph; the contents of roles stay."""
    if "`" not in text:
        return text
    closing = closing_ticks(text)
    paragraph_ends = [match.start() for match in re.finditer(r"\n[ \t]*\n", text)] + [len(text)]
    pieces: list[str] = []
    at = reached = paragraph = 0
    for run in _TICKS.finditer(text):
        if run.start() < reached:
            continue
        while paragraph_ends[paragraph] < run.start():
            paragraph += 1
        end = closing.get(run.start(), -1)
        if end < 0 or end > paragraph_ends[paragraph]:
            continue
        reached = end + len(run[0])
        if not _ROLE_BEFORE.search(text, max(0, run.start() - 45), run.start()):
            pieces += [text[at : run.start()], blank(text[run.start() : reached])]
            at = reached
    return "".join(pieces) + text[at:]
