"""One escape per destination: each takes plain text and returns text that can only be read as text there.

Everything shown goes through exactly one of these, once. All of them first drop what no reader sees but a
terminal, a parser or an eye could be misled by: control characters, bidirectional overrides, tag characters.
"""

from __future__ import annotations

import html as _html
import json
import re
from collections.abc import Mapping

# C0 and C1 controls, bidi marks and overrides (UAX 9), zero-width space and BOM, interlinear and tag characters,
# surrogates and non-characters. Joiners U+200C and U+200D stay: scripts need them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufffe\uffff\U000e0000-\U000e007f]"
)
_BREAKS = re.compile("[ \t\r\n\x85\u2028\u2029]+")


def plain(text: str) -> str:
    """One line of visible characters; runs of white space become one space (no-break spaces stay)."""
    if text.isprintable() and "  " not in text:  # the common case: nothing to drop, one line
        return text
    return _BREAKS.sub(" ", _UNSEEN.sub("", text))


def html(text: str) -> str:
    """Text between HTML or XML tags."""
    return _html.escape(plain(text), quote=False)


def attribute(text: str) -> str:
    """The value of a quoted HTML or XML attribute."""
    return _html.escape(plain(text), quote=True)


def href(url: str) -> str:
    """An address for `href="…"`; anything but http, https or a relative address becomes `#`."""
    text = plain(url).strip()
    scheme = re.match(r"([a-zA-Z][a-zA-Z0-9+.\-]*):", text)
    return attribute(text) if scheme is None or scheme[1].lower() in ("http", "https") else "#"


xml = html


def markdown(text: str) -> str:
    """Inline Markdown, in a paragraph or a table cell, with or without HTML: nothing of it is markup."""
    escaped = re.sub(r"([\\`*_{}\[\]()#+\-.!|~:^$])", r"\\\1", plain(text))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;")


def rest(text: str) -> str:
    """Inline reStructuredText: every character that can open or close markup is escaped."""
    return re.sub(r"([\\`*_|<>\[\]:.\-+=~^\"'#$@{}!?(),/])", r"\\\1", plain(text))


_LATEX: Mapping[int, str] = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "_": r"\_",
        "%": r"\%",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "`": r"\textasciigrave{}",
        "[": "{[}",  # after `\\` or `\item` a bracket would be an argument
        "]": "{]}",
    }
)


def latex(text: str) -> str:
    """Text in a LaTeX paragraph, safe also after a line break and in an optional argument."""
    return plain(text).translate(_LATEX)


def script_json(value: object) -> str:
    r"""JSON inside a `<script>` element: `<`, `>`, `&`, U+2028 and U+2029 as `\u` escapes."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return re.sub("[<>&\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", text)


terminal = plain


def workflow_data(text: str) -> str:
    """The message of a GitHub workflow command (`::error::message`)."""
    shown = re.sub("[\t\x85\u2028\u2029]", " ", _UNSEEN.sub("", text))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def workflow_property(text: str) -> str:
    """One property of a GitHub workflow command (`file=…`)."""
    return workflow_data(text).replace(":", "%3A").replace(",", "%2C")


def markdown_url(url: str) -> str:
    """An address inside `(<…>)` of a Markdown link; anything but http, https or a relative address becomes `#`."""
    text = _html.unescape(href(url))
    return re.sub(r"[<>|\\`\s]", lambda found: f"%{ord(found[0]):02X}", text)
