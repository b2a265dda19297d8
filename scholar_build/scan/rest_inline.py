"""The inside of a reST block: roles, hyperlinks, literals, substitutions and escapes.

Syntax: docutils "reStructuredText Markup Specification", inline markup.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scholar_build.scan.blocks import Inline, Link
from scholar_build.scan.markdown_inline import fold

_MARK = re.compile(
    r"""\\(?P<escape>.|\n)
    | ``(?P<literal>[^`](?:[^`]|`(?!`)){0,2000})``
    | :(?P<role>[a-zA-Z][\w:+.-]{0,40}):`(?P<content>[^`]{1,2000})`
    | `(?P<phrase>[^`]{1,2000})`(?P<after>__?|:(?P<suffix>[a-zA-Z][\w:+.-]{0,40}):)?
    | \[(?P<mark>\#?[\w.:+-]{0,60}|\*)\]_(?!\w)
    | \|(?P<substitution>[^\s|](?:[^|\n]{0,60}[^\s|])?)\|(?:__?)?
    | (?P<strong>\*{1,2})""",
    re.VERBOSE,
)
_TARGET = re.compile(r"(?P<text>.*?)\s*<(?P<target>[^<>]{1,2000})>\s*", re.DOTALL)
_CITE_ROLES = frozenset({"cite", "footcite"})
IDENTIFIER_ROLES = {
    "doi": "doi", "arxiv": "arxiv", "arxiv-abs": "arxiv", "pmid": "pmid", "pubmed": "pmid", "pmcid": "pmcid",
    "pmc": "pmcid", "openalex": "openalex", "isbn": "isbn",
}  # fmt: skip
"""Roles whose text is an identifier, and the scheme it is of."""


def read_rest(
    text: str, targets: Mapping[str, str] | None = None, substitutions: Mapping[str, str] | None = None
) -> Inline:
    """Read a block's source; `targets` are the page's hyperlink targets, `substitutions` its replacement texts."""
    out: list[str] = []
    links: list[Link] = []
    hidden: list[tuple[int, int]] = []
    at = 0
    for match in _MARK.finditer(text):
        out.append(text[at : match.start()])
        at = match.end()
        role = match["role"] or match["suffix"] or ""
        if match["escape"] is not None:
            out.append("" if match["escape"].isspace() else match["escape"])
        elif match["literal"] is not None:
            hidden.append(match.span())
            out.append(match["literal"])
        elif role.split(":")[0].lower() in _CITE_ROLES:
            hidden.append(match.span())
        elif match["content"] or match["phrase"]:
            link, label = _interpreted(match, role.lower(), targets or {})
            out.append(label)
            if link:
                links.append(Link(match.start(), match.end(), link, label))
        elif match["substitution"]:
            out.append((substitutions or {}).get(match["substitution"], match["substitution"]))
        elif match["strong"] and _alone(text, match):
            out.append(match[0])
    out.append(text[at:])
    return Inline("".join(out), tuple(links), tuple(hidden))


def _interpreted(match: re.Match[str], role: str, targets: Mapping[str, str]) -> tuple[str, str]:
    """The target and the label of a role or a hyperlink; no target where it leads to no work or address."""
    content = (match["content"] or match["phrase"]).replace("\\ ", "").replace("\\_", "_")
    scheme = IDENTIFIER_ROLES.get(role)
    custom = _TARGET.fullmatch(content) if scheme or (match["after"] or "").startswith("_") else None
    if scheme:
        if custom and custom["text"]:
            return f"{scheme}:{custom['target']}", custom["text"]
        target = f"{scheme}:{custom['target'] if custom else content}"
        return target, target
    if custom:
        return custom["target"], custom["text"] or custom["target"]
    if (match["after"] or "").startswith("_"):
        return targets.get(fold(content), ""), content
    return "", content.split("<", 1)[0].strip() or content if role else content


def _alone(text: str, match: re.Match[str]) -> bool:
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return (not before or before.isspace()) and (not after or after.isspace())
