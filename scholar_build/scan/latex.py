r"""LaTeX: `\bibitem` lists in `.tex` and `.bbl`, biblatex's `.bbl`, and which keys a document cites.

biblatex's `.bbl` is described in the biblatex manual's part on the data interface; only the fields
that we compare are read from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scholar_build.model import Location, Reference, Scan
from scholar_build.scan.bibtex import read_fields
from scholar_build.scan.entry import read_entry, read_mention
from scholar_build.scan.latex_text import latex_to_text, plain_address
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.places import Places

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted|comment)\*?\}")
_BIBITEM = re.compile(
    r"\\bibitem\s{0,9}(?:\[(?:[^\[\]{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\])?\s{0,9}%?\s{0,9}\{([^{}]*)\}"
)
_END = re.compile(r"\\end\s{0,9}\{thebibliography\}")
_LINK = re.compile(r"\\(?:href|url|doi|path|nolinkurl|arxiv|eprint)\s{0,9}(?:\[[^\[\]]*\])?\{([^{}]*)\}", re.IGNORECASE)
_MENTION = re.compile(r"\\(href|url|doi)\s{0,9}\{([^{}]*)\}(?:\{([^{}]*)\})?")
_CITE = re.compile(r"\\(?:[A-Za-z]{0,20}cite[A-Za-z]{0,12}|citation)\*?\s{0,9}(?:\[[^\[\]]*\]\s{0,9}){0,2}\{([^{}]*)\}")
_BIBLIOGRAPHY = re.compile(
    r"\\(?:bibliography|addbibresource|addglobalbib|addsectionbib)\s{0,9}(?:\[[^\[\]]*\])?\{([^{}]*)\}"
)
_ENTRY = re.compile(r"\\entry\{([^{}]*)\}\{([^{}]*)\}")
_FIELD = re.compile(r"\\(?:field|strng|list)\{([a-z]+)\}(?:\{\d+\})?\{%?\s*")
_VERB = re.compile(r"\\verb\{([a-z]+)\}\s*\\verb ([^\n]*)\n")
_NAMES = re.compile(r"\\name\{(author|editor)\}")
_NAME_PART = re.compile(r"\b(family|given|prefix|suffix)=\{")


def scan_latex(text: str, source: str, options: ScanOptions) -> Scan:
    r"""Read a document or a `.bbl`: entries of `thebibliography` or of biblatex, and links elsewhere."""
    text = _without_comments(text)
    places = Places(text, source)
    if _ENTRY.search(text) and "\\field{" in text:
        return Scan(references=tuple(_biblatex(text, places)))
    items = list(_items(text))
    references = [
        _mention for start, end in _gaps(items, len(text)) for _mention in _mentions(text, start, end, places)
    ]
    for offset, start, end, key in items:
        reference = _bibitem(text[start:end], places.at(offset), key)
        references.extend([reference] if reference else [])
    return Scan(references=tuple(sorted(references, key=lambda each: each.location)))


def cited_keys(text: str, source: str) -> tuple[tuple[str, Location], ...]:
    r"""The keys of `\cite` and its kin, in order, each with its place; `*` of `\nocite{*}` is a key too."""
    text = _without_comments(text)
    places = Places(text, source)
    found = []
    for match in _CITE.finditer(text):
        for part in re.finditer(r"[^\s,]+", match[1]):
            found.append((part[0], places.at(match.start(1) + part.start())))  # noqa: PERF401 - readable
    return tuple(found)


def bibliography_files(text: str) -> tuple[str, ...]:
    """The bibliography files that a document names, with their suffix."""
    names = [name.strip() for match in _BIBLIOGRAPHY.finditer(_without_comments(text)) for name in match[1].split(",")]
    return tuple(dict.fromkeys(name if name.endswith(".bib") else f"{name}.bib" for name in names if name))


def _without_comments(text: str) -> str:
    """Blank out comments and verbatim text; every offset stays what it was."""
    if "%" in text:
        text = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    pieces, position = [], 0
    while begin := _VERBATIM.search(text, position):
        end = text.find(f"\\end{{{begin[1]}", begin.end())
        if end < 0:
            break
        pieces += [text[position : begin.start()], re.sub(r"[^\n]", " ", text[begin.start() : end])]
        position = end
    return "".join([*pieces, text[position:]])


def _items(text: str) -> Iterator[tuple[int, int, int, str]]:
    r"""Of every `\bibitem`: its offset, where its text begins and ends, its key."""
    found = list(_BIBITEM.finditer(text))
    ends = [match.start() for match in _END.finditer(text)]
    place = 0
    for index, match in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(text)
        while place < len(ends) and ends[place] < match.end():
            place += 1
        if place < len(ends):
            end = min(end, ends[place])
        yield match.start(), match.end(), end, match[1].strip()


def _gaps(items: Iterable[tuple[int, int, int, str]], length: int) -> Iterator[tuple[int, int]]:
    last = 0
    for offset, _, end, _ in items:
        yield last, offset
        last = end
    yield last, length


def _bibitem(written: str, location: Location, key: str) -> Reference | None:
    links = [plain_address(target) for target in _LINK.findall(written)]
    text = latex_to_text(written.replace("\\newblock", " "))
    return read_entry(text, location, key, links)


def _mentions(text: str, start: int, end: int, places: Places) -> Iterator[Reference]:
    for match in _MENTION.finditer(text, start, end):
        target = plain_address(match[2])
        shown = latex_to_text(match[3] or "") if match[1] == "href" else ""
        mention = read_mention(target, shown, places.at(match.start()))
        if mention:
            yield mention


def _biblatex(text: str, places: Places) -> Iterator[Reference]:
    found = list(_ENTRY.finditer(text))
    for index, match in enumerate(found):
        end = found[index + 1].start() if index + 1 < len(found) else len(text)
        body = text[match.end() : end]
        yield read_fields(match[2].lower(), match[1], _biblatex_values(body), places.at(match.start()))


def _biblatex_values(body: str) -> dict[str, str]:
    values = {match[1]: _braced(body, match.end()) for match in _FIELD.finditer(body)}
    values.update((match[1], match[2].strip()) for match in _VERB.finditer(body))
    starts = [*_NAMES.finditer(body)]
    for index, match in enumerate(starts):
        stop = starts[index + 1].start() if index + 1 < len(starts) else len(body)
        region = body[match.end() : stop]
        region = region[: found.start()] if (found := re.search(r"\n\s*\\(?:field|strng|list)\b", region)) else region
        values[match[1]] = " and ".join(_names(region))
    return values


def _names(region: str) -> Iterator[str]:
    """Names as `family=…, given=…`, the form that BibTeX name readers know."""
    parts: dict[str, str] = {}
    for match in _NAME_PART.finditer(region):
        if match[1] == "family" and parts:
            yield ", ".join(f"{name}={{{value}}}" for name, value in parts.items())
            parts = {}
        parts[match[1]] = _braced(region, match.end())
    if parts:
        yield ", ".join(f"{name}={{{value}}}" for name, value in parts.items())


def _braced(text: str, start: int) -> str:
    """The text up to the closing brace of a group that began before `start`; at most 4,000 characters."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, start, min(len(text), start + 4000)):
        depth += 1 if match[0] == "{" else -1
        if depth < 0:
            return text[start : match.start()].strip()
    return text[start : start + 4000].split("\n", 1)[0].strip()
