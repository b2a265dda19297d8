"""From the words of one entry, link or role to a Reference."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scholar_build.identifiers import FoundIdentifier, Identifier, find_identifiers, parse_identifier
from scholar_build.model import Acceptance, Location, Origin, Reference
from scholar_build.scan.ignore import read_ignore

_WRAP = re.compile(r"(?<=[-./_])[ \t]*\n[ \t]*(?:>[ \t]*)?")
_LABEL = re.compile(r"\\?\[(?P<bracket>[\w.+:&/-]{1,40})\\?\]:?\s*|\(?(?P<number>\d{1,3})[.)\]]\s+", re.UNICODE)
_PLACEHOLDER = re.compile(
    r"""(?:tbd|tba|todo|tbc|n/?a|none|nil|null|xxx+|\?+|\.{2,}|-+|…+|lorem\ ipsum.*|coming\ soon|placeholder
    |to\ be\ (?:added|announced|determined|done|completed|confirmed|written|continued).*|(?:なし|未定|準備中|工事中)
    |(?:\[?\b(?:authors?|year|title|journal|venue|pages|doi|link|url)\b\]?[\s,.;:]*){2,}
    |\[?(?:reference|author|paper|article|title|citation)s?(?:\ (?:name|title|here|goes\ here|\d+|list))*\]?
      (?:\s*[(\[]?(?:reference\ )?(?:url|link)(?:\ here)?[)\]]?)?)""",
    re.IGNORECASE | re.VERBOSE,
)
_TEMPLATE = re.compile(
    r"^\W*(?:authors?,? ?(?:[a-z]\.|names?\b|first\b|last\b)|lastname\b|last ?name\b|surname\b|first ?author\b)"
    r".*\b(?:title|journal|book)\b|link/to/(?:doi|paper|pdf)|10\.(?:xxxx|1234|0000)/(?:xxx+|your|example)|"
    r"\b(?:article|paper|book|work) title\b.*\bjournal (?:name|title)\b|\b(?:your|the) (?:title|name|doi) here\b",
    re.IGNORECASE | re.DOTALL,
)
_TEMPLATE_WORDS = ("author", "name", " title", " here", "link/to/", "10.xxxx/", "10.1234/", "10.0000/")
_YEAR = re.compile(r"(?<![\d./-])(?:1[5-9]|20)\d\d(?!\d|[-/]\d{4})|(?<!\d)(?:昭和|平成|令和)\s?\d")
_ADDRESS = re.compile(r"https?://\S+|www\.\S+", re.IGNORECASE)
_NO_REFERENCE = re.compile(
    r"\W*(?:see also|to cite this|how to cite|cite this|please cite|back to top|↩)", re.IGNORECASE
)
_PROSE = re.compile(
    r"\W*(?:this|that|these|those|the (?:following|list|papers?|above|data|code|results?)|we|in (?:this|the)|see|for|"
    r"here|all|if|please|note|you|it|as|when|most|many|some|there|last updated|copyright|©|"
    r"本(?:節|章|書|稿|ページ)|以下|この|これ|下記)"
    r"(?![a-z])",
    re.IGNORECASE,
)
_SHAPE = re.compile(
    r"[(（]\s?(?:[A-Z][a-z]{2,8}\.?\s)?(?:1[5-9]|20)\d\d[a-z]?\b"  # (1999), (May 1999)
    r"|[.,，．;]\s?(?:1[5-9]|20)\d\d[a-z]?\b|\b(?:1[5-9]|20)\d\d[a-z]?(?:[.,;:)]|年|$)"
    r"|\bet al\b|\bpp?\.\s?\d|\bvol\b|[“「『]|[^\W\d_]{2,}, (?:[A-Z]\.|[A-Z][a-z]+ ?[A-Z]?\.?[,;(])",
    re.IGNORECASE,
)
_SPELLED_OUT = re.compile(r"\S*\b10\.\d{4,9}/\S+|https?://\S+", re.IGNORECASE)
_AUTHOR = re.compile(
    r"\W*(?:\[?\d{1,3}[\].)]\s+)?(?:"
    r"(?:(?:van|von|de|der|den|di|da|le|la|el|al)[ -]){0,3}[^\W\d_][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?"
    r"(?:, ?| )(?:[^\W\d_a-z]\.|[^\W\d_a-z]{1,3}[,.(]|[^\W\d_a-z][\w'-]+(?:,| (?:and|&) ))"
    r"|(?:[^\W\d_a-z]\.[ -]?){1,4}[^\W\d_a-z]"
    r"|[\u3040-\u30ff\u3400-\u9fff]{1,8}[,，・、（(])"
)
_SEPARATOR = re.compile(r"[.,:;)]\s+\S|[，．：；）」』、]|[“\"]")
_SEPARATED = 2  # parts of a reference are set apart at least this often
_LETTER = re.compile(r"[^\W\d_]")


def read_entry(
    text: str,
    location: Location,
    key: str = "",
    links: Iterable[str] = (),
    accepted: Acceptance | None = None,
) -> Reference | None:
    """Read one entry of a reference list, written as free text, markup already removed.

    `text` may run over several lines; `links` are the targets of the links in it, in order. A label
    such as `[3]` at its beginning becomes the key unless `key` is given. None where the entry is
    empty, a placeholder or no reference at all.
    """
    plain, ignore = read_ignore(text)
    label = _LABEL.match(plain.lstrip())
    if label and label["bracket"]:
        plain = plain.lstrip()[label.end() :]
        key = key or label["bracket"]
    links = tuple(links)
    written = find_identifiers(plain)
    identifiers, alternatives = _gather((*written, *_of_links(tuple(link for link in links if link not in plain))))
    squeezed = squeeze(_unwrapped(plain, written))
    if not identifiers and (is_placeholder(squeezed) or not _LETTER.search(squeezed) or _NO_REFERENCE.match(squeezed)):
        return None
    if not identifiers and _names_no_work(squeezed, links):
        return None
    return Reference(
        key=key,
        text=squeezed,
        location=location,
        origin=Origin.ENTRY,
        identifiers=identifiers,
        alternatives=alternatives,
        accepted=accepted or ignore,
    )


def read_mention(target: str, text: str, location: Location, accepted: Acceptance | None = None) -> Reference | None:
    """Read an identifier in running text: a role's or link's target, or the identifier as it stands.

    `text` is what a reader sees in its place, perhaps the identifier again. None where the target
    names no work.
    """
    found = _of_links((target,))
    if not found:
        return None
    identifiers, alternatives = _gather(found[:1])
    return Reference(
        key="",
        text=squeeze(_unwrapped(text, find_identifiers(text)) if "\n" in text else text) or str(found[0].identifier),
        location=location,
        origin=Origin.MENTION,
        identifiers=identifiers,
        alternatives=alternatives,
        accepted=accepted,
    )


def squeeze(text: str) -> str:
    """Turn every run of white space into one blank."""
    return " ".join(text.split())


def is_placeholder(text: str) -> bool:
    """Whether an entry stands for a reference that is still to come, or shows the form of one."""
    text = squeeze(text)[:1000]
    core = text.strip(" .,;:()[]*_-–—<>")
    return (not core and bool(text)) or bool(_PLACEHOLDER.fullmatch(core)) or _is_template(text)


def _is_template(text: str) -> bool:
    lower = text.lower()
    return any(word in lower for word in _TEMPLATE_WORDS) and bool(_TEMPLATE.search(text))


def looks_like_reference(text: str, links: Iterable[str] = ()) -> bool:
    """Whether free text, outside any list of references, reads like one: an identifier, or a year among words."""
    if len(text) > 2000:
        return False
    if find_identifiers(text) or any(find_identifiers(link) for link in links):
        return True
    without = _ADDRESS.sub("", text)
    if not _YEAR.search(without):
        return False
    words = without.split()
    return len(words) >= 4 or (not without.isascii() and len(without) >= 20)


def is_bibliographic(text: str, links: Iterable[str] = ()) -> bool:
    """Whether a paragraph or note is a reference rather than prose that happens to name a work or a year."""
    if not looks_like_reference(text, links) or _PROSE.match(text):
        return False
    plain = _SPELLED_OUT.sub("", text[:3000])
    return bool(_SHAPE.search(plain)) and (len(_SEPARATOR.findall(plain)) >= _SEPARATED or begins_with_author(text))


def begins_with_author(text: str) -> bool:
    """Whether free text begins as entries of reference lists do: a label, or a family name and initials."""
    return bool(_AUTHOR.match(text))


def _names_no_work(text: str, links: tuple[str, ...]) -> bool:
    """A person's name, or a link to another page of the same site, without anything else."""
    outside = any("://" in link or link.startswith("//") for link in links) or "://" in text
    if outside or any(char.isdigit() for char in text):
        return False
    return bool(links) or (len(text.split()) < 4 if text.isascii() else len(text) < 8)


def _of_links(links: tuple[str, ...]) -> tuple[FoundIdentifier, ...]:
    found: list[FoundIdentifier] = []
    for link in links:
        inside = find_identifiers(link)
        if not inside and (whole := parse_identifier(link)):
            inside = (FoundIdentifier(whole, 0, len(link)),)
        found.extend(inside[-1:] if link.startswith(("http:", "https:")) else inside)
    return tuple(found)


def _unwrapped(text: str, found: Iterable[FoundIdentifier]) -> str:
    """Text in which no identifier is broken over lines."""
    pieces, at = [], 0
    for each in found:
        pieces += [text[at : each.start], _WRAP.sub("", text[each.start : each.end])]
        at = each.end
    return "".join(pieces) + text[at:]


def _gather(
    found: Iterable[FoundIdentifier],
) -> tuple[tuple[Identifier, ...], tuple[tuple[Identifier, Identifier], ...]]:
    """One identifier however often it is written; a reading that stands elsewhere in full is not open any more."""
    first: dict[Identifier, FoundIdentifier] = {}
    for each in found:
        if each.identifier not in first or not each.alternatives:
            first[each.identifier] = each
    confirmed = set(first)
    alternatives = tuple(
        (each.identifier, other) for each in first.values() for other in each.alternatives if other not in confirmed
    )
    return tuple(each.identifier for each in first.values()), alternatives
