"""Small pieces of running text: what badges, rows and report pages are made of, before any markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Frozen
from scholar_build.report import escape


class Text(Frozen, frozen=True, kw_only=True, tag="text"):
    """Plain words."""

    text: str


class Link(Frozen, frozen=True, kw_only=True, tag="link"):
    """Words that lead to an address."""

    text: str
    url: str


class Code(Frozen, frozen=True, kw_only=True, tag="code"):
    """A code word, a command or a path."""

    text: str


Inline = Text | Link | Code
Line = tuple[Inline, ...]


def spell(identifier: Identifier) -> str:
    """An identifier as people write it: a DOI bare, all others with their scheme."""
    match identifier.scheme:
        case Scheme.DOI | Scheme.OPENALEX | Scheme.PMCID:
            return identifier.value
        case Scheme.ARXIV:
            version = f"v{identifier.version}" if identifier.version else ""
            return f"arXiv:{identifier.value}{version}"
        case Scheme.PMID | Scheme.ISBN:
            return f"{identifier.scheme.upper()} {identifier.value}"


def link(identifier: Identifier) -> Link:
    """A link to where a reader finds the work."""
    return Link(text=spell(identifier), url=identifier.url)


def line(sentence: str, **links: Inline) -> Line:
    """Our own sentence as pieces: `{name}` is replaced by that piece, text in backticks is code."""
    pieces: list[Inline] = []
    for part in re.split(r"(\{\w+\}|`[^`]*`)", sentence):
        if part.startswith("{") and part[1:-1] in links:
            pieces.append(links[part[1:-1]])
        elif part.startswith("`"):
            pieces.append(Code(text=part[1:-1]))
        elif part:
            pieces.append(Text(text=part))
    return tuple(pieces)


def as_text(pieces: Iterable[Inline]) -> str:
    """The words alone."""
    return "".join(piece.text for piece in pieces)


def as_html(pieces: Iterable[Inline]) -> str:
    """The pieces as HTML phrasing content, escaped."""
    return "".join(_html(piece) for piece in pieces)


def _html(piece: Inline) -> str:
    match piece:
        case Text():
            return escape.html(piece.text)
        case Link():
            return f'<a href="{escape.href(piece.url)}">{escape.html(piece.text)}</a>'
        case Code():
            return f"<code>{escape.html(piece.text)}</code>"


def as_markdown(pieces: Iterable[Inline]) -> str:
    """The pieces as inline Markdown, escaped."""
    return "".join(_markdown(piece) for piece in pieces)


def _markdown(piece: Inline) -> str:
    match piece:
        case Text():
            return escape.markdown(piece.text)
        case Link():
            return f"[{escape.markdown(piece.text)}](<{escape.markdown_url(piece.url)}>)"
        case Code():
            return f"<code>{escape.markdown(piece.text)}</code>"
