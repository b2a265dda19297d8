"""Free-text references, read only as far as the record can guide: what is a title, who is named."""

from __future__ import annotations

import re
from functools import lru_cache

from scholar_build.identifiers import Identifier
from scholar_build.judge.names import is_group, parts_of
from scholar_build.judge.normal import fold, is_cjk, plain, squeeze, word_set, words
from scholar_build.judge.venue_words import STEMS
from scholar_build.model import Name, Record

_LINK = re.compile(r"\[([^\]\[]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)")
_URL = re.compile(r"<?(?:https?://|www\.)[^\s<>，。）」]+>?", re.IGNORECASE)
_IDENTIFIER = re.compile(
    r"(?:\bdoi\s*[:=]?\s*)?\b10\.\d{4,9}(?:\.\d+)*/[^\s，。）」]+|\barxiv\s*:\s*\S+|\bPMC?ID\s*:?\s*(?:PMC)?\d+"
    r"|\b97[89][\d-]{10,14}\b|\bISBN[-: 0-9X]+",
    re.IGNORECASE,
)
_SIGNS = ("10.", "arxiv", "pmid", "pmcid", "97", "isbn")
"""One of these stands in every text in which `_IDENTIFIER` finds something."""
_LABEL = re.compile(r"\b(?:doi|arxiv|pmid|pmcid|isbn|available (?:at|from)|url)\b\s*:?\s*$", re.IGNORECASE)
_LABELS = ("doi", "arxiv", "pmid", "pmcid", "isbn", "at", "from", "url")
"""The ends of what `_LABEL` finds, its colon left out."""
_QUOTED = re.compile(r"[“\"„«「『]([^“”\"„«»「」『』]{8,300})[”\"“»」』]|``(.{8,300}?)''|(?<!\w)'([^']{12,300})'(?!\w)")
_SENTENCE = re.compile(
    r"(?<=[^\W\d_]{3})[.?!]\s+|[。．]\s*|\(\d{4}[a-z]?\)[.,:]?\s*|（\d{4}）|:\s+(?=[A-Z])|,\s+(?=\d)"
    r"|,\s+(?=[A-Z][\w.&]*(?: [\w.&]+){0,8} \*{0,2}\d{1,4}(?:[ ,(*]|$))"  # a journal and its volume
)
_FAMILY = (
    rf"(?!{STEMS}\b)(?:(?:[vV][ao]n|[dD](?:e[rnl]?|[aiou]s?)|l[ae]|[ae]l|te[rn])[ -])*"
    r"[^\W\d_a-z][\w'’-]+(?:[ -][^\W\d_a-z][\w'’-]+)?"
)
_INITIALS = r"(?:[^\W\d_a-z]\.?[ -]?){1,4}(?<!\s)(?!\w)"
_NAMES = re.compile(
    rf"\W{{0,3}}(?:(?:{_FAMILY},?\s{_INITIALS}|{_INITIALS}\s?{_FAMILY})"
    r"(?:\s*(?:[,;&.:]|\band\b|\bund\b|\bet al\b\.?|\(eds?\.?\))\s*)+)+"
)
_BETWEEN_NAMES = re.compile(r"[,;]|\s(?:and|&|und|et)\s|\bet al\b\.?")
_FULL_NAME = re.compile(r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*| (?:de|van|von|der|la|di|da)){1,4}")
TITLE_LIKE = 4
"""How many words make a stretch that can be a title."""
_CITED = re.compile(
    r"([^\W\d_][\w'’-]+)(?:\s+et\s+al\.?|\s+(?:and|&)\s+[^\W\d_][\w'’-]+|,?\s+[A-Z]\.)*,?\s*[(\[]?((?:1[5-9]|20)\d\d)[a-z]?\b"
)
QUERY_LENGTH = 400


@lru_cache(maxsize=1 << 14)
def bare_text(text: str, identifiers: tuple[Identifier, ...] = ()) -> str:
    """The reference without markup, identifiers and addresses."""
    bare = plain(_LINK.sub(r"\1", text))
    if "://" in bare or "www." in bare.lower():
        bare = _URL.sub(" ", bare)
    lowered = bare.lower()
    if any(sign in lowered for sign in _SIGNS):
        bare = _IDENTIFIER.sub(" ", bare)
        lowered = bare.lower()
    for identifier in identifiers:
        if identifier.value.lower() not in lowered:
            continue  # no pattern is made for what is gone already, as nearly all are
        bare = re.sub(re.escape(identifier.value), " ", bare, flags=re.IGNORECASE)
    bare = " ".join(bare.split())
    before = None
    while before != bare:
        before, bare = bare, _without_label(bare).rstrip(" .,;:<>()[]")
    return bare.strip(" ,;:<>")


def _without_label(text: str) -> str:
    return _LABEL.sub("", text) if text.rstrip(": ").lower().endswith(_LABELS) else text


def query_text(text: str) -> str:
    """The text for a bibliographic search, cut at a word."""
    if len(text) <= QUERY_LENGTH:
        return text
    return text[:QUERY_LENGTH].rsplit(" ", 1)[0]


def guess_title(text: str) -> str:
    """What is most likely the title: what stands in quotation marks, else the first long stretch that names nobody."""
    quoted = _QUOTED.search(text)
    if quoted:
        return next(group for group in quoted.groups() if group).strip(" .,;")
    stretches = [part.strip(" .,;") for part in _SENTENCE.split(text[len(leading_names(text)) :])]
    unnamed = [part for part in stretches if not _lists_names(part)] or stretches
    longest = max(map(_telling, unnamed))
    return next(part for part in unnamed if _telling(part) >= min(longest, max(TITLE_LIKE, longest * 0.6)))


def leading_names(text: str) -> str:
    """The names with initials before a title, with what separates them; empty where a text begins in another way."""
    found = _NAMES.match(text[:2000])
    return found[0] if found else ""


def cited_title(text: str) -> str:
    """The part of a free text that is its title, where that can be told, else the text."""
    title = guess_title(text)
    return title if _telling(title) >= TITLE_LIKE and not _lists_names(title) else text


def _telling(text: str) -> int:
    """How many words a text has, numbers left out; three CJK characters count as one."""
    return len(text) // 3 if is_cjk(text) else sum(not word.isdigit() for word in words(text))


def _lists_names(text: str) -> bool:
    """Whether most parts of a text are two or more words with capitals, as persons' full names are."""
    parts = [part.strip() for part in _BETWEEN_NAMES.split(text) if part.strip()]
    return len(parts) > 1 and sum(bool(_FULL_NAME.fullmatch(part)) for part in parts) >= 0.8 * len(parts)


def families_in(record: Record, text: str) -> tuple[int, int]:
    """How many of the record's persons are named in the text, and how many persons the record has."""
    persons = [name for name in record.author or record.editor if not is_group(name)]
    return sum(_named(name, text) for name in persons), len(persons)


@lru_cache(maxsize=1 << 15)
def _named(name: Name, text: str) -> bool:
    if is_cjk(str(name)):
        return squeeze(name.family + name.given + name.literal) in squeeze(text)
    held = word_set(text)
    family = [word for word in words(name.family) if len(word) > 1]
    if family and held.issuperset(family):
        return True
    return any(len(part) > 2 and part in held for part in parts_of(name))


def first_named(record: Record, text: str) -> bool:
    """Whether the first person of the record is named in the text."""
    first = next((name for name in record.author or record.editor if not is_group(name)), None)
    return first is not None and _named(first, text)


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
