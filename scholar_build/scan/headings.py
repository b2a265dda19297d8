"""Which headings open a reference list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_ENGLISH = frozenset({
    "additional reading", "bibliographic references", "bibliographies", "bibliography", "cited literature",
    "cited references", "cited works", "conference papers", "conference publications", "further reading",
    "journal articles", "journal papers", "journal publications", "literature", "literature cited",
    "literature references", "papers", "preprints", "publication", "publication list", "publications",
    "reading list", "recommended reading", "reference", "reference list", "references", "references cited",
    "related papers", "related publication", "related publications", "source references", "suggested reading",
    "works cited", "works consulted",
})  # fmt: skip
_ADJECTIVES = frozenset({
    "a", "additional", "all", "cited", "complete", "external", "full", "further", "general", "key", "main", "my",
    "our", "peer-reviewed", "recent", "refereed", "selected", "suggested", "technical", "the",
})  # fmt: skip
_CJK = (
    "参考文献", "引用文献", "参照文献", "関連文献", "主要文献", "文献", "参考资料",
    "参考資料", "参考书目", "引用文献及び参考文献", "主要業績", "研究業績", "業績", "原著論文",
    "学術論文", "発表論文", "査読論文", "査読付き論文", "関連論文", "論文", "著作",
    "著書", "出版物", "解説", "総説", "学術雑誌論文", "国際会議論文",
)  # fmt: skip
_CJK_SUFFIX = re.compile(r"(?:の?一覧|リスト|目録|列表)$")
_MARKUP = re.compile(r"\{[^{}]{0,200}\}\s*$|<[^<>]{0,200}>|[*_`#]+|\[\^?[^\[\]]{0,40}\]$")
_NUMBER = re.compile(
    r"(?:(?:\d{1,3}|[a-z]|[ivxl]{1,6})(?:\.\d{1,3}){0,4}[.):]?\s+|\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s*(?=[^\x00-\x7f])|§\s?)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\([^()]{0,60}\)|（[^（）]{0,60}）")
_PARTS = re.compile(r"\s+(?:and|&|with)\s+|\s*[/,;:・、，；：／|]\s*|与|和|及び|および|並びに|＆")
_LONGEST = 120


def is_reference_heading(text: str, extra: Iterable[str] = ()) -> bool:
    """Whether a heading (or a bold line that serves as one) opens a list of references.

    Markup, numbering and punctuation around it do not matter, nor does company: "Notes and
    references", "参考文献・謝辞". `extra` are further headings, compared as a whole.
    """
    return len(text) <= _LONGEST * 3 and _is_reference_heading(text, tuple(extra))


@lru_cache(maxsize=1 << 12)
def _is_reference_heading(text: str, extra: tuple[str, ...]) -> bool:
    plain = _plain(text)
    if not plain or len(plain) > _LONGEST:
        return False
    if any(plain == _plain(other) for other in extra):
        return True
    return any(_opens(part) for part in _PARTS.split(_BRACKETS.sub("", plain)) if part)


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", _MARKUP.sub("", _MARKUP.sub("", text.strip()))).strip().casefold()
    text = text.strip(" \t<>〈〉《》【】[]「」『』-–—=~:;.!|\"'●○■□◆◇★☆▼▲・")
    return " ".join(_NUMBER.sub("", text, count=1).strip().split()) if _NUMBER.match(text) else " ".join(text.split())


def _opens(part: str) -> bool:
    part = part.strip()
    if part in _ENGLISH:
        return True
    words = part.split()
    while len(words) > 1 and words[0] in _ADJECTIVES:
        words = words[1:]
    if words[:2] == ["list", "of"]:
        words = words[2:]
    core = " ".join(words)
    if core in _ENGLISH:
        return True
    bare = _CJK_SUFFIX.sub("", part)
    if bare.isascii():
        return False
    return bare in _CJK or bare.endswith(
        ("参考文献", "引用文献", "な文献", "関連文献", "参考资料", "参考資料", "主要業績")
    )
