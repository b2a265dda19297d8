"""The inside of a Markdown block: links, roles, code, tags and emphasis, in one pass over its characters."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from scholar_build.model import Acceptance
from scholar_build.scan.blocks import Inline, Link
from scholar_build.scan.code import closing_ticks
from scholar_build.scan.ignore import parse_ignore

_MARK = re.compile(
    r"""\\(?P<escape>[!-/:-@\[-`{-~])
    | (?P<ticks>`+)
    | (?P<open>!?\[)
    | (?P<close>\])
    | <(?P<address>(?:https?|doi|ftp|mailto|arxiv):[^\s<>]{1,2000})>
    | (?P<comment><!--)
    | </?(?P<tag>[a-z][a-z0-9-]{0,20})(?P<attributes>(?:[\s/][^<>]{0,4000})?)>
    | (?P<stars>\*+)
    | (?P<under>(?<![^\s(\[*"'])_+(?=\S)|_+(?![^\s)\].,;:*"']))
    | (?P<attribute_list>\{[:\#.][^{}\n]{0,300}\})
    | (?P<hard>\\\n)""",
    re.IGNORECASE | re.VERBOSE,
)
_CANDIDATE = re.compile(r"[\\`!\[\]<*_{]")
_TARGET = re.compile(
    r"""\(\s*(?:<(?P<angle>[^<>\n]{0,2000})>|(?P<plain>(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.){0,200}\)){0,500}\)){0,2000}))
    (?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s*\)""",
    re.VERBOSE,
)
_LABEL = re.compile(r"\[([^\[\]]{0,200})\]")
_ROLE = re.compile(r"\{(?P<role>[a-zA-Z][\w:+.-]{0,40})\}$")
_ROLE_TARGET = re.compile(r"(?P<text>.*\S)\s*<(?P<target>[^<>]{1,500})>\s*", re.DOTALL)
_HREF = re.compile(
    r"""\bhref\s{0,9}=\s{0,9}(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'>]+))""", re.IGNORECASE
)
_APART = frozenset({
    "article", "dd", "details", "div", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ol", "p", "section",
    "summary", "table", "td", "th", "tr", "ul",
})  # fmt: skip
_VERBATIM = frozenset({"code", "pre", "kbd", "samp", "tt"})
_UNSEEN = frozenset({"script", "style", "template", "textarea"})
_CITE_ROLES = frozenset({"cite", "footcite"})
_IDENTIFIER_ROLES = frozenset({"doi", "arxiv", "pmid", "pmcid", "openalex", "isbn"})


def read_markdown(text: str, targets: Mapping[str, str] | None = None) -> Inline:
    """Read a block's source; `targets` are the page's link definitions by folded label."""
    return _Reader(text, targets or {}).read()


class _Reader:
    def __init__(self, text: str, targets: Mapping[str, str]) -> None:
        self.text = text
        self.targets = targets
        self.out: list[str] = []
        self.links: list[Link] = []
        self.hidden: list[tuple[int, int]] = []
        self.accepted: Acceptance | None = None
        self.open: list[tuple[int, int, bool]] = []  # place in `out`, place in the text, an image
        self.closing = closing_ticks(text) if "`" in text else {}
        self.missing: set[str] = set()  # closing marks that do not occur any more

    def read(self) -> Inline:
        at = 0
        text = self.text
        place = 0
        while candidate := _CANDIDATE.search(text, place):
            place = candidate.start()
            if match := _MARK.match(text, place):
                self._say(text[at:place])
                at = place = self._mark(match)
            else:
                place += 1
        self._say(text[at:])
        return Inline("".join(self.out), tuple(self.links), tuple(self.hidden), self.accepted)

    def _say(self, words: str) -> None:
        if words:
            self.out.append(html.unescape(words) if "&" in words else words)

    def _mark(self, match: re.Match[str]) -> int:
        """Take in one mark; return where reading goes on."""
        kind = match.lastgroup
        if kind == "attributes":
            return self._tag(match)
        if kind == "ticks":
            return self._code(match)
        if kind == "open":
            self.open.append((len(self.out), match.start(), match[0][0] == "!"))
            self.out.append(match[0])
        elif kind == "close":
            return self._close(match.end())
        elif kind == "comment":
            return self._comment(match)
        elif kind == "escape":
            self.out.append(match["escape"])
        elif kind == "address":
            self.links.append(Link(match.start(), match.end(), html.unescape(match["address"]), match["address"]))
            self._say(match["address"])
        elif kind == "hard":
            self.out.append("\n")
        elif kind == "stars" and self._alone(match):
            self.out.append(match[0])
        return match.end()

    def _alone(self, match: re.Match[str]) -> bool:
        before, after = self.text[match.start() - 1 : match.start()], self.text[match.end() : match.end() + 1]
        return (not before or before.isspace()) and (not after or after.isspace())

    def _code(self, match: re.Match[str]) -> int:
        closing = self.closing.get(match.start(), -1)
        if closing < 0:
            self.out.append(match[0])
            return match.end()
        end = closing + len(match[0])
        inside = self.text[match.end() : closing]
        role = _ROLE.search(self.out[-1][-45:]) if self.out else None
        if role is None:
            self.hidden.append((match.start(), end))
            self.out.append(inside)
            return end
        self.out[-1] = self.out[-1][: -len(role[0])]
        name = role["role"].lower()
        start = match.start() - len(role[0])
        custom = _ROLE_TARGET.fullmatch(inside)
        target, label = (custom["target"], custom["text"]) if custom else (inside.strip(), inside.strip())
        if name.split(":")[0] in _CITE_ROLES:
            self.hidden.append((start, end))
            return end
        if name in _IDENTIFIER_ROLES:
            target = f"{name}:{target}"
            label = label if custom else target
        self.links.append(Link(start, end, target, label))
        self.out.append(label)
        return end

    def _close(self, end: int) -> int:
        if not self.open:
            self.out.append("]")
            return end
        place, start, image = self.open.pop()
        target = _TARGET.match(self.text, end)
        if target:
            address = target["angle"] if target["angle"] is not None else target["plain"]
            return self._link(place, start, target.end(), address, image)
        label = _LABEL.match(self.text, end)
        name = label[1] if label and label[1].strip() else self.text[start + 1 : end - 1] if end - start < 200 else ""
        if name.startswith("^"):
            del self.out[place:]
            return end
        address = self.targets.get(fold(name), "") if self.targets and name else ""
        if address:
            return self._link(place, start, label.end() if label else end, address, image)
        self.out.append("]")
        return end

    def _link(self, place: int, start: int, end: int, address: str, image: bool) -> int:
        if image:
            self.hidden.append((start, end))
            del self.out[place:]
            return end
        address = html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", address))
        self.out[place] = ""
        label = "".join(self.out[place:])
        if not label.strip():
            label = address
            self.out.append(label)
        self.links.append(Link(start, end, address, label))
        self.open = []  # a link holds no links: linear time depends on it
        return end

    def _comment(self, match: re.Match[str]) -> int:
        end = self._find("-->", match.end())
        if end < 0:
            self.out.append(match[0])
            return match.end()
        self.accepted = self.accepted or parse_ignore(self.text[match.end() : min(end, match.end() + 1000)])
        self.hidden.append((match.start(), end + 3))
        return end + 3

    def _tag(self, match: re.Match[str]) -> int:
        name = match["tag"].lower()
        if name == "br":
            self.out.append("\n")
        elif name in _APART:
            self.out.append(" ")
        if match[0][1] == "/":
            return match.end()
        if name == "a" and (href := _HREF.search(match["attributes"])):
            address = html.unescape(href["double"] or href["single"] or href["bare"] or "")
            self.links.append(Link(match.start(), match.end(), address, ""))
            return match.end()
        if name in _VERBATIM or name in _UNSEEN:
            end = self._find(f"</{name}", match.end())
            if end >= 0:
                self.hidden.append((match.start(), end))
                if name in _VERBATIM:
                    self._say(re.sub(r"<[^<>]*>", "", self.text[match.end() : end]))
                return end
        self.hidden.append((match.start(), match.end()))
        return match.end()

    def _find(self, mark: str, start: int) -> int:
        if mark in self.missing:
            return -1
        end = self.text.find(mark, start)
        if end < 0:
            self.missing.add(mark)
        return end


def fold(label: str) -> str:
    """A link label as it is compared."""
    return " ".join(label.split()).casefold()
