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

NOT_SEARCHED = frozenset({Kind.WEB, Kind.SOFTWARE, Kind.PLACEHOLDER, Kind.LAW, Kind.STANDARD})
"""Kinds for which a search can only mislead."""

GREY = frozenset({Kind.BOOK, Kind.THESIS, Kind.REPORT})
"""Kinds of which the indexes hold few, and many works with like titles: searched for only where fields tell them."""

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
# In the order in which they decide: what is surely no article, what surely is, what may be.
_CUES: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    (
        Kind.THESIS,
        (
            r"\b(?:ph\.? ?d\.?|doctoral|master(?:'?s)?|bachelor(?:'?s)?|diploma|m\.?sc\.?) ?(?:thesis|dissertation)\b",
            r"\b(?:habilitation|doktorarbeit|diplomarbeit)\b",
            r"(?:博士|修士|学位)論文|学位论文",
        ),
    ),
    (
        Kind.STANDARD,
        (
            r"\b(?-i:ISO|IEC|IEEE Std|DIN|ANSI|NIST|ITU-T|RFC|ASTM|JIS)[ -]?(?-i:[A-Z]{1,3}[ -]?)?\d{3,}\b",
            r"\bw3c recommendation",
        ),
    ),
    (
        Kind.LAW,
        (
            r"§|\bv\. \w+, \d+ (?:u\.?s\.?|f\.) ",
            r"\b(?:public law|directive \d|regulation \(e[uc]|pub\. ?l\.|u\.?s\.? patent)",
        ),
    ),
    (
        Kind.REPORT,
        (
            r"\b(?:tech(?:nical|\.)? ?rep(?:ort|\.)|white ?paper|working paper|research report)\b",
            r"\b(?:internal note|memorandum)\b",
        ),
    ),
    (
        Kind.ARTICLE,
        (
            r"\b\d{1,4} ?\(\w{1,4}(?:[-–/]\w+)?\) ?[:,;] ?(?:pp?\. ?)?\w?\d",  # 3(1):4
            r";\s?\d{1,4}(?: ?\([^)]{1,12}\))?:\s?\w{0,2}\d",  # 2012;45:382
            r"\b\d{1,4} ?: ?\w?\d+ ?[-–]",  # 12:101-109
            r"\b[A-Z]?\d{1,4}\*{0,2} ?, ?(?:pp?\. ?)?\w?\d+[^()]{0,12}\(\d{4}\)",  # 49, 5065 (1994)
            r"\bvol(?:ume|\.)? ?\d+,? ?(?:no|issue|nr|pp?)\.? ?\d",  # vol. 3, no. 4
            r"\b\d{1,4}, \d+ ?[-–] ?\d+|\w, \d{2,} ?[-–] ?\d{2,}\.?$",  # 34, 13730-13731
            r"\b\d{1,4} ?\(\d{4}\),? ?(?:pp?\. ?)?\w?\d",  # 56 (1999) 95
            r"第 ?\d+ ?巻|学会誌|論文誌|学报|杂志",
        ),
    ),
    (
        Kind.CONFERENCE,
        (
            r"\bproceedings\b|\bproc\.|\bin:? (?-i:[A-Z]{3,}\w*)(?: \d{4})?[,.]",
            r"\bin:? [^.]{0,80}\b(?:conference|conf\.|symposium|workshop)\b",
            r"大会|シンポジウム|研究会",
        ),
    ),
    (Kind.CHAPTER, (r"\bin:? .{0,120}\(?\beds?\.?\)?\W",)),
    (
        Kind.BOOK,
        (
            r"\b(?:press|publishers?|publishing|verlag|springer|wiley|elsevier|addison-wesley|o'reilly|mcgraw|prentice)\b",
            r"\b(?:routledge|\d+(?:st|nd|rd|th) ed(?:ition|n?\.)|isbn)",
            r"出版|書店|書房|新書|文庫",
        ),
    ),
    (Kind.PREPRINT, (r"\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|preprint)\b",)),
    (
        Kind.SOFTWARE,
        (
            r"\b(?:software|source code|computer program|r package|python package|version \d)",
            r"\b(?:github\.com|gitlab\.com|pypi\.org)",
        ),
    ),
    (Kind.ARTICLE, (r"\b(?:vol(?:ume|\.)? ?\d+|journal of|annals of|transactions on)\b", r"\bpp?\. ?\d+ ?[-–]")),
)
_COMPILED = tuple((kind, re.compile("|".join(cues), re.IGNORECASE)) for kind, cues in _CUES)
_ISBN = re.compile(r"\bISBN(?:[-\s]?1[03])?[-\s:：]{0,3}((?:\d[-\s]?){9,12}[\dXx])\b", re.IGNORECASE)
_SITE = re.compile(
    r"\b(?:blog(?:post)?|github|gitlab|hugging ?face|medium|twitter|youtube|wikipedia|web ?(?:site|page)"
    r"|online documentation"
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
    return Kind.WEB if found is Kind.UNKNOWN and _URL.search(text) else found


def isbn_is_valid(reference: Reference) -> bool | None:
    """Whether the ISBN that the reference gives has the right check digit; `None` without one (ISO 2108)."""
    given = [one.value for one in reference.identifiers if one.scheme is Scheme.ISBN]
    if reference.fields is not None and reference.fields.isbn:
        given.append(reference.fields.isbn)
    elif reference.fields is None:
        given += _ISBN.findall(reference.text)
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
