"""Free-text references, read only as far as the record can guide: what is a title, who is named."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scholar_build.identifiers import Identifier
from scholar_build.judge.names import is_group, parts_of
from scholar_build.judge.normal import fold, is_cjk, plain, squeeze, words
from scholar_build.model import Name, Record

_URL = re.compile(r"<?(?:https?://|www\.)[^\s<>，。）」]+>?", re.IGNORECASE)
_IDENTIFIER = re.compile(
    r"(?:\bdoi\s*[:=]?\s*)?\b10\.\d{4,9}(?:\.\d+)*/[^\s，。）」]+|\barxiv\s*:\s*\S+|\bPMC?ID\s*:?\s*(?:PMC)?\d+"
    r"|\b97[89][\d-]{10,14}\b|\bISBN[-: 0-9X]+",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\b(?:doi|arxiv|pmid|pmcid|isbn|available (?:at|from)|url)\b\s*:?\s*$", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"„«「『]([^“”\"„«»「」『』]{8,300})[”\"“»」』]|``(.{8,300}?)''|(?<!\w)'([^']{12,300})'(?!\w)")
_SENTENCE = re.compile(
    r"(?<=[^\W\d_]{3})[.?!]\s+|[。．]\s*|\(\d{4}[a-z]?\)[.,:]?\s*|（\d{4}）|:\s+(?=[A-Z])|,\s+(?=\d)"
)
_CITED = re.compile(
    r"([^\W\d_][\w'’-]+)(?:\s+et\s+al\.?|\s+(?:and|&)\s+[^\W\d_][\w'’-]+|,?\s+[A-Z]\.)*,?\s*[(\[]?((?:1[5-9]|20)\d\d)[a-z]?\b"
)
QUERY_LENGTH = 400


def bare_text(text: str, identifiers: Iterable[Identifier] = ()) -> str:
    """The reference without markup, identifiers and addresses."""
    bare = plain(re.sub(r"\[([^\]\[]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)", r"\1", text))
    bare = _IDENTIFIER.sub(" ", _URL.sub(" ", bare))
    for identifier in identifiers:
        bare = re.sub(re.escape(identifier.value), " ", bare, flags=re.IGNORECASE)
    bare = " ".join(bare.split())
    before = None
    while before != bare:
        before, bare = bare, _LABEL.sub("", bare).rstrip(" .,;:<>()[]")
    return bare.strip(" ,;:<>")


def query_text(text: str) -> str:
    """The text for a bibliographic search, cut at a word."""
    if len(text) <= QUERY_LENGTH:
        return text
    return text[:QUERY_LENGTH].rsplit(" ", 1)[0]


def guess_title(text: str) -> str:
    """What is most likely the title: what stands in quotation marks, else the longest stretch between stops."""
    quoted = _QUOTED.search(text)
    if quoted:
        return next(group for group in quoted.groups() if group).strip(" .,;")
    stretches = [part.strip(" .,;") for part in _SENTENCE.split(text)]
    return max(stretches, key=lambda part: len(words(part)) if not is_cjk(part) else len(part) // 3, default="")


def families_in(record: Record, text: str) -> tuple[int, int]:
    """How many of the record's persons are named in the text, and how many persons the record has."""
    persons = [name for name in record.author or record.editor if not is_group(name)]
    held = set(words(text))
    squeezed = squeeze(text) if any(is_cjk(str(name)) for name in persons) else ""
    return sum(_named(name, held, squeezed) for name in persons), len(persons)


def _named(name: Name, held: set[str], squeezed: str) -> bool:
    if is_cjk(str(name)):
        return squeeze(name.family + name.given + name.literal) in squeezed
    family = [word for word in words(name.family) if len(word) > 1]
    if family and all(word in held for word in family):
        return True
    return any(len(part) > 2 and part in held for part in parts_of(name))


def first_named(record: Record, text: str) -> bool:
    """Whether the first person of the record is named in the text."""
    persons = [name for name in record.author or record.editor if not is_group(name)]
    return bool(persons) and _named(persons[0], set(words(text)), squeeze(text))


def other_words(record: Record, text: str) -> list[str]:
    """The words of a text that are neither names, venue nor numbers of the record: what could be a title."""
    known = set(words(" ".join((*record.container_titles, record.publisher, "et al and eds in the of vol no pp"))))
    known.update(part for name in (*record.author, *record.editor) for part in parts_of(name))
    return [word for word in words(text) if len(word) > 2 and not word.isdigit() and not _abbreviates_any(word, known)]


def _abbreviates_any(word: str, known: set[str]) -> bool:
    return word in known or any(full.startswith(word) for full in known)


def holds_title(title: str, text: str) -> bool:
    """Whether the words of a title stand in the text in one piece."""
    return bool(title) and squeeze(title) in squeeze(text)


def author_and_year(text: str) -> tuple[str, int] | None:
    """The family name and year of a mention such as `Mauritsen et al. (2019)`, nearest to the end of the text."""
    found = list(_CITED.finditer(text))
    return (fold(found[-1][1]), int(found[-1][2])) if found else None
