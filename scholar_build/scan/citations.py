"""Citations by key in running text: `[@key]` of Pandoc, `{cite}` of MyST, `:cite:` of Sphinx."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scholar_build.identifiers import Identifier, Scheme, parse_identifier
from scholar_build.model import Frozen
from scholar_build.scan.code import mask_code

_CLUSTER = re.compile(
    r"(?<![\\!\w])\[(?P<inside>[^\[\]]{0,20}@[^\[\]]{1,2000}|[^\[\]@]{21,200}@[^\[\]]{1,2000})\](?!\()"
)
_KEY = re.compile(
    r"(?<![^\s;\[(,-])-?@(?:\{(?P<braced>[^{}\s]{1,400})\}|(?P<bare>[^\W_](?:[\w]|[:.#$%&+?<>~/()-](?=[\w(@)]))*))"
)
_ROLE = re.compile(r"[:{](?:foot)?cite(?::[a-z]{1,12})?[:}]`(?P<keys>[^`]{1,2000})`", re.IGNORECASE)
_ROLE_KEY = re.compile(r"[^\s,{}]+")
_CROSS_REFERENCE = re.compile(r"(?:eq|fig|sec|tbl|tab|lst|alg|thm|def|exm|app)[:-]", re.IGNORECASE)
_SCHEMES = {"doi": Scheme.DOI, "arxiv": Scheme.ARXIV, "pmid": Scheme.PMID, "pmcid": Scheme.PMCID, "pmc": Scheme.PMCID,
            "isbn": Scheme.ISBN, "openalex": Scheme.OPENALEX}  # fmt: skip


class CitationMark(Frozen, frozen=True, kw_only=True):
    """One key cited: `text[start:end]` is the key with its `@`; `locator` is what follows it (`p. 3`).

    `identifier` is set where the key itself names a work (`@doi:10.…`, as Manubot writes it).
    """

    key: str
    start: int
    end: int
    locator: str = ""
    identifier: Identifier | None = None


def find_citations(text: str) -> tuple[CitationMark, ...]:
    """Find the keys that Markdown or reST source cites, in order of place; code is passed over."""
    if "@" not in text and "cite" not in text:
        return ()
    masked = mask_code(text)
    marks = [*_in_brackets(masked), *_in_roles(masked)]
    return tuple(sorted(marks, key=lambda mark: mark.start))


def _in_brackets(text: str) -> Iterator[CitationMark]:
    for cluster in _CLUSTER.finditer(text):
        base = cluster.start("inside")
        inside = cluster["inside"]
        keys = list(_KEY.finditer(inside))
        for place, match in enumerate(keys):
            key = match["braced"] or match["bare"]
            if _CROSS_REFERENCE.match(key):
                continue
            until = keys[place + 1].start() if place + 1 < len(keys) else len(inside)
            rest = inside[match.end() : until].split(";", 1)[0]
            start = base + match.start() + match[0].index("@")
            yield CitationMark(
                key=key, start=start, end=base + match.end(), locator=rest.strip(" ,;"), identifier=_identifier(key)
            )


def _in_roles(text: str) -> Iterator[CitationMark]:
    for role in _ROLE.finditer(text):
        for match in _ROLE_KEY.finditer(role["keys"]):
            start = role.start("keys") + match.start()
            yield CitationMark(key=match[0], start=start, end=start + len(match[0]), identifier=_identifier(match[0]))


def _identifier(key: str) -> Identifier | None:
    prefix, colon, value = key.partition(":")
    scheme = _SCHEMES.get(prefix.lower())
    return parse_identifier(value, scheme) if colon and scheme else None
