"""LaTeX in titles, which arXiv stores as the author typed it, as readable text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from scholar_build.providers import clean

_DEPTH = 40  # braces and formulas beyond which a title is left as it is


def readable(text: str, cap: int) -> str:
    """A title with accents, Greek letters and formulas as Unicode; what cannot be read stays as it is."""
    title = clean.plain(text, cap)
    if not any(sign in title for sign in "\\${") or sum(map(title.count, "{$\\")) > _DEPTH:
        return title
    from pylatexenc.latex2text import LatexNodes2Text

    escaped = re.sub(r"(?<!\\)([%#&])", r"\\\1", title)
    if title.count("$") % 2:
        escaped = re.sub(r"(?<!\\)\$", r"\\$", escaped)
    to_text: Callable[..., Any] = LatexNodes2Text
    return clean.line(to_text(math_mode="text").latex_to_text(escaped), cap) or title
