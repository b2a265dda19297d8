"""Bytes of a source file to text, whatever its encoding."""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What JabRef and Emacs write at the top of a file.
_DECLARED = re.compile(rb"(?:Encoding|coding|encoding)[:=]\s*([A-Za-z0-9_.-]{3,20})")


def decode(content: bytes) -> str | None:
    """The text, with plain line ends: by its byte-order mark, as UTF-8, as declared at its top, else as Latin-1.

    None where it is no text at all.
    """
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return _plain_lines(content.decode(encoding, errors="replace"))
    if b"\x00" in content:
        return None
    try:
        return _plain_lines(content.decode("utf-8"))
    except UnicodeDecodeError:
        return _plain_lines(content.decode(_declared(content), errors="replace"))


def _declared(content: bytes) -> str:
    match = _DECLARED.search(content[:1000])
    if match:
        try:
            name = codecs.lookup(match[1].decode("ascii")).name
        except LookupError:
            return "cp1252"
        if name not in ("utf-8", "ascii") and name in _TEXT_ENCODINGS:
            return name
    return "cp1252"


_TEXT_ENCODINGS = frozenset(
    codecs.lookup(name).name
    for name in ("latin-1", "cp1250", "cp1251", "cp1252", "iso8859-2", "iso8859-15", "mac-roman", "koi8-r", "shift_jis",
                 "cp932", "euc-jp", "iso2022-jp", "gb2312", "gbk", "gb18030", "big5", "euc-kr", "cp949")
)  # fmt: skip


def _plain_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
