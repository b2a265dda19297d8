"""The kind of work a reference reads as, and whether the providers' indexes would hold it."""

from __future__ import annotations

import re
from enum import StrEnum

from scholar_build.identifiers import Scheme
from scholar_build.judge.venue import is_preprint_server, is_publisher
from scholar_build.model import Reference


class Kind(StrEnum):
    """What a reference is about, as far as its form tells."""

    ARTICLE = "article"
    CONFERENCE = "conference paper"
    CHAPTER = "chapter"
    PREPRINT = "preprint"
    BOOK = "book"
    THESIS = "thesis"
    REPORT = "report"
    STANDARD = "standard"
    LAW = "law"
    WEB = "web page"
    SOFTWARE = "software"
    DATASET = "data set"
    UNKNOWN = "unknown"
    PLACEHOLDER = "placeholder"


INDEXED = frozenset({Kind.ARTICLE, Kind.CONFERENCE, Kind.PREPRINT})
"""Kinds of which the indexes hold nearly all, so that absence says something."""

NOT_SEARCHED = frozenset({Kind.WEB, Kind.SOFTWARE, Kind.PLACEHOLDER, Kind.LAW})
"""Kinds for which a search can only mislead."""

_CSL = {
    "article-journal": Kind.ARTICLE, "article-magazine": Kind.ARTICLE, "review": Kind.ARTICLE,
    "paper-conference": Kind.CONFERENCE, "chapter": Kind.CHAPTER, "entry-encyclopedia": Kind.CHAPTER,
    "entry-dictionary": Kind.CHAPTER, "entry": Kind.CHAPTER, "book": Kind.BOOK, "thesis": Kind.THESIS,
    "report": Kind.REPORT, "standard": Kind.STANDARD, "legislation": Kind.LAW, "legal_case": Kind.LAW, "bill": Kind.LAW,
    "patent": Kind.LAW, "regulation": Kind.LAW, "treaty": Kind.LAW, "webpage": Kind.WEB, "post": Kind.WEB,
    "post-weblog": Kind.WEB, "article-newspaper": Kind.WEB, "broadcast": Kind.WEB, "motion_picture": Kind.WEB,
    "interview": Kind.WEB, "personal_communication": Kind.WEB, "software": Kind.SOFTWARE, "dataset": Kind.DATASET,
}  # fmt: skip

_PLACEHOLDER = re.compile(
    r"^\W*(?:tbd|tba|todo|none|n/?a|xxx+|lorem ipsum\b.*|(?:insert |add )?(?:your )?references? (?:here|goes? here)"
    r"|\[?(?:reference|author|paper|article) (?:name|title)\]?\W*(?:\(.*\))?)\W*$"
    r"|^\W*authors?, [A-Z]\. ?(?:[A-Z]\. ?)?\((?:19|20)\d\d\)\. title(?: of (?:the )?\w+)?\.",
    re.IGNORECASE,
)
_CUES = (
    (Kind.THESIS, r"\b(?:(?:ph\.? ?d\.?|doctoral|master'?s?|bachelor'?s?|diploma|m\.?sc\.?) ?(?:thesis|dissertation)|dissertation"
                  r"|habilitation|doktorarbeit|diplomarbeit|these de doctorat)\b|(?:博士|修士|学位)論文|学位论文"),
    (Kind.STANDARD, r"\b(?:ISO|IEC|IEEE Std|DIN|ANSI|NIST|ITU-T|RFC|ASTM|JIS)[ -]?(?:[A-Z]{1,3}[ -]?)?\d{3,}\b|\bw3c recommendation\b"),
    (Kind.LAW, r"§|\bv\. [A-Z]\w+, \d+ (?:U\.?S\.?|F\.)|\b(?:Public Law|Directive \d|Regulation \(E[UC]\)|Pub\. ?L\.)|\bU\.?S\.? Patent\b"),
    (Kind.SOFTWARE, r"\b(?:software|source code|computer program|R package|python package|github\.com|gitlab\.com|pypi\.org|cran\.r-project)\b"),
    (Kind.REPORT, r"\b(?:tech(?:nical|\.)? ?rep(?:ort|\.)?|white ?paper|working paper|research report|internal note|memorandum)\b"),
    (Kind.PREPRINT, r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|preprint)\b"),
    (Kind.CONFERENCE, r"\b(?:in:? )?(?:proceedings|proc\.|conference|conf\.|symposium|workshop)\b|(?:大会|会議|シンポジウム|研究会)"),
    (Kind.ARTICLE, r"\b\d{1,4} ?\(\d{1,4}(?:[-–]\d+)?\) ?[:,;]|\b\d{1,4} ?: ?\d+ ?[-–]|\bvol(?:ume|\.)? ?\d+|[;,] ?\d{1,4} ?\(\w+\) ?:"
                   r"|\b(?:journal|annals|transactions|letters|review|bulletin|lancet|nature|science|phys\.|j\.) |, \*{0,2}\d{1,4}\*{0,2}, ?(?:pp?\. ?)?[A-Z]?\d+"
                   r"|第 ?\d+ ?巻|学会誌|論文誌|雑誌|学报|杂志"),
    (Kind.CHAPTER, r"\bin:? .{0,120}\(eds?\.?\)|\bin [A-Z].{0,80},? eds?\."),
    (Kind.BOOK, r"\b(?:press|publishers?|publishing|verlag|springer|wiley|elsevier|addison-wesley|o'reilly|mcgraw|prentice|routledge"
                r"|\d+(?:st|nd|rd|th) ed(?:ition|n?\.)|isbn)\b|出版|書店|社，|新書|文庫"),
)  # fmt: skip
_COMPILED = tuple(
    (kind, re.compile(cue, re.IGNORECASE if kind not in {Kind.STANDARD, Kind.LAW} else 0)) for kind, cue in _CUES
)
_SITE = re.compile(
    r"\b(?:blog(?:post)?|github|gitlab|hugging ?face|medium|twitter|youtube|wikipedia|web ?(?:site|page)|online documentation"
    r"|press release|newsletter)\b|^https?://",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://|www\.", re.IGNORECASE)


def kind_of(reference: Reference) -> Kind:
    """Read the kind of work from an entry's type and fields, or from the words of a free text."""
    if reference.fields is None:
        return _of_text(reference)
    fields = reference.fields
    if _PLACEHOLDER.match(fields.title or reference.text):
        return Kind.PLACEHOLDER
    known = _CSL.get(fields.type)
    if known is not None:
        return Kind.PREPRINT if known is Kind.ARTICLE and is_preprint_server(fields.container_title) else known
    venue = fields.container_title
    if venue:
        if is_preprint_server(venue):
            return Kind.PREPRINT
        return Kind.BOOK if is_publisher(venue) else Kind.WEB if _SITE.search(venue) else Kind.ARTICLE
    if fields.isbn or fields.publisher:
        return Kind.BOOK
    return Kind.WEB if fields.url and not fields.author else Kind.UNKNOWN


def _of_text(reference: Reference) -> Kind:
    text = reference.text
    if not text.strip(" .-–—*") or _PLACEHOLDER.match(text):
        return Kind.PLACEHOLDER
    found = next((kind for kind, cue in _COMPILED if cue.search(text)), Kind.UNKNOWN)
    if any(one.scheme is Scheme.ISBN for one in reference.identifiers) and found not in {Kind.CHAPTER, Kind.CONFERENCE}:
        return Kind.BOOK
    if found is Kind.UNKNOWN and _URL.search(text):
        return Kind.WEB
    return found


def isbn_is_valid(reference: Reference) -> bool | None:
    """Whether the ISBN that the reference gives has the right check digit; `None` without one (ISO 2108)."""
    given = [one.value for one in reference.identifiers if one.scheme is Scheme.ISBN]
    if reference.fields is not None and reference.fields.isbn:
        given.append(reference.fields.isbn)
    if not given:
        return None
    return any(_check_digit(re.sub(r"[^0-9Xx]", "", value)) for value in given)


def _check_digit(digits: str) -> bool:
    if len(digits) == 13 and digits.isdigit():
        return sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10 == 0
    if len(digits) == 10 and digits[:9].isdigit():
        last = 10 if digits[9] in "Xx" else int(digits[9])
        return (sum(int(digit) * (10 - place) for place, digit in enumerate(digits[:9])) + last) % 11 == 0
    return False
