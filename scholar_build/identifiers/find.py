"""Where identifiers stand in text: every spelling in, normal forms out, in linear time."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from scholar_build.identifiers import forms
from scholar_build.identifiers.doi import find_dois
from scholar_build.identifiers.identifier import FoundIdentifier, Identifier, Scheme

_ZERO_WIDTH = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_FULL_WIDTH_DOI = re.compile(
    r"(?:[dｄDＤ][oｏOＯ][iｉIＩ][:：]?[ \u3000]?)?[1１][0０][.．][0-9０-９]{4,9}[/／][！-～!-~]{1,400}"
)
_FULL_WIDTH_DIGITS = re.compile(r"[１０][１０][.．]|10．|10\.[0-9]{0,8}[０-９]|10\.[0-9]{4,9}／")

_WORDS = ("arxiv", "pubmed", "pmid", "pmc", "openalex", "isbn", "corr", "abs/", "huggingface", "/med/", "acm.org")
_OLD_ARXIV = re.compile(r"/\d{7}")
_OLD_ARXIV_CODED = re.compile(r"%2f\d{7}")
_ARXIV_NUMBER = r"\d{4}\.\d{4,5}(?:v[1-9]\d{0,3})?"
_ARXIV_OLD = r"[a-z]{2,8}(?:-[a-z]{2,4})?(?:\.[a-z]{2})?(?:/|%2f)\d{7}(?:v[1-9]\d{0,3})?"
_OTHERS = re.compile(
    rf"""(?<![a-z0-9])(?:
      (?:https?://)?(?:[a-z]{{1,10}}\.)?(?:arxiv|ar5iv|alphaxiv)(?:\.labs\.arxiv)?\.org/
        (?:abs|pdf|html|format|ps|src|e-print|abs/arxiv|overview)/(?:arxiv[:.])?
        (?P<arxiv_url>{_ARXIV_NUMBER}|{_ARXIV_OLD})
      | (?:https?://)?huggingface\.co/papers/(?P<arxiv_hf>{_ARXIV_NUMBER})
      | arxiv(?:\.org)?[\s:：.]{{0,3}}(?:e-?print|preprint|id|no\.)?(?:\s{{0,2}}arxiv)?[\s:：]{{0,3}}
        [\[(]?(?:abs/)?(?P<arxiv>{_ARXIV_NUMBER}|{_ARXIV_OLD})
      | corr[\s,]{{0,3}}(?:vol\.?\s)?(?:abs/)?(?P<corr>{_ARXIV_NUMBER})
      | abs/(?P<abs>{_ARXIV_NUMBER})
      | (?:https?://)?(?:www\.|m\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/(?:m/)?pubmed)/
        (?:\?term=)?(?P<pmid_url>\d{{1,9}})
      | (?:https?://)?(?:www\.)?europepmc\.org/(?:article|abstract)/med/(?P<pmid_epmc>\d{{1,9}})
      | (?:pmid|pubmed(?:[ ]?id)?)[\s:：]{{0,3}}(?P<pmid>[1-9]\d{{0,8}})
      | (?:https?://)?(?:www\.)?(?:pmc\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pmc|europepmc\.org)/
        (?:articles?|abstract)/(?:pmc/)?(?P<pmcid_url>pmc\d{{1,10}})
      | pmcid[\s:：]{{0,3}}(?P<pmcid_marked>(?:pmc)?\d{{1,10}})
      | (?P<pmcid>pmc\d{{4,10}})
      | (?:https?://)?(?:api\.|explore\.)?openalex\.org/(?:works/)?(?P<openalex_url>w\d{{3,12}})
      | openalex(?:[ ]id)?[\s:：]{{0,3}}(?P<openalex>w\d{{3,12}})
      | isbn(?:[-\s]?1[03])?[\s:：]{{0,3}}(?P<isbn>(?:97[89][-\s]?)?\d(?:[-\s]?\d){{8}}[-\s]?[\dx])
      | (?:https?://)?(?:dl\.|portal\.)?acm\.org/[^\s?]{{0,60}}\?(?:doid|id)=(?P<acm>\d{{4,9}}\.\d{{4,9}})
      | (?P<archive>{_ARXIV_OLD})
    )(?![a-z0-9])""",
    re.IGNORECASE | re.VERBOSE,
)


@lru_cache(maxsize=1 << 14)  # entries are read once as such, once for their faults
def find_identifiers(text: str) -> tuple[FoundIdentifier, ...]:
    """Find every identifier in text, in order of place; the same work may be found at several places.

    Takes time linear in the length of the text, and never raises.
    """
    clean, removed = _without_zero_width(text)
    clean = _with_plain_digits(clean)
    found = list(find_dois(clean))
    others = list(_find_others(clean)) if _may_hold_others(clean.lower()) else []
    if others:
        spans = [(each.start, each.end) for each in found]
        starts = [start for start, _ in spans]
        found += [each for each in others if not _inside(each, starts, spans)]
        found.sort(key=lambda each: each.start)
    if removed:
        found = [_moved(each, removed) for each in found]
    return tuple(found)


def parse_identifier(text: str, scheme: Scheme | None = None) -> Identifier | None:
    """Read a value that is one identifier: a field, a role's target, an address, a CURIE.

    `scheme` says what a bare value is meant as (`12345` as a PMID). None where it is no identifier
    of that scheme; a DOI that arXiv registers is read as the arXiv id also where a DOI was asked for.
    """
    value = text.strip()
    if len(value) > 4000:
        return None
    bare = _bare(value, scheme)
    if bare is not None:
        return bare
    marked = f"{scheme}:{value}" if scheme else value
    wanted = {None: None, Scheme.DOI: (Scheme.DOI, Scheme.ARXIV)}.get(scheme, (scheme,))
    for spelling in dict.fromkeys((value, marked)):
        for each in find_identifiers(spelling):
            if wanted is None or each.identifier.scheme in wanted:
                return each.identifier
    return None


def _may_hold_others(lower: str) -> bool:
    """A quick look: False only where the text names no scheme but DOI."""
    for word in _WORDS:  # a plain loop: this is asked of every entry
        if word in lower:
            return True
    return bool(_OLD_ARXIV.search(lower) or ("%2f" in lower and _OLD_ARXIV_CODED.search(lower)))


def _bare(value: str, scheme: Scheme | None) -> Identifier | None:
    """A value that is nothing but the identifier, in its simplest spelling."""
    if scheme is None:
        return _plain_short_doi(value) or forms.arxiv(value) or forms.openalex(value) or _plain_isbn(value)
    if scheme is Scheme.DOI:
        return _plain_short_doi(value)
    return _READERS[scheme](value)


def _plain_short_doi(value: str) -> Identifier | None:
    return forms.doi(value) if value.startswith("10/") else None


def _plain_isbn(value: str) -> Identifier | None:
    return forms.isbn(value) if len(value) in (10, 13, 17) else None


_READERS = {
    Scheme.DOI: forms.doi,
    Scheme.ARXIV: forms.arxiv,
    Scheme.PMID: forms.pmid,
    Scheme.PMCID: forms.pmcid,
    Scheme.OPENALEX: forms.openalex,
    Scheme.ISBN: forms.isbn,
}
_GROUP_SCHEME = {
    "arxiv": Scheme.ARXIV,
    "corr": Scheme.ARXIV,
    "abs": Scheme.ARXIV,
    "archive": Scheme.ARXIV,
    "pmid": Scheme.PMID,
    "pmcid": Scheme.PMCID,
    "openalex": Scheme.OPENALEX,
    "isbn": Scheme.ISBN,
}


def _find_others(text: str) -> Iterator[FoundIdentifier]:
    for match in _OTHERS.finditer(text):
        group = match.lastgroup
        assert group
        value = match[group]
        if group == "acm":
            identifier = forms.doi(f"10.1145/{value}")
        else:
            identifier = _READERS[_GROUP_SCHEME[group.split("_")[0]]](value.replace("%2F", "/").replace("%2f", "/"))
        if identifier is not None:
            yield FoundIdentifier(identifier, match.start(), match.end())


def _inside(each: FoundIdentifier, starts: list[int], spans: list[tuple[int, int]]) -> bool:
    place = bisect_right(starts, each.start) - 1
    if place >= 0 and each.start < spans[place][1]:
        return True
    return place + 1 < len(spans) and spans[place + 1][0] < each.end


def _with_plain_digits(text: str) -> str:
    """Turn DOIs typed in full-width characters into ASCII; every offset stays."""
    if text.isascii() or not _FULL_WIDTH_DIGITS.search(text):
        return text
    return _FULL_WIDTH_DOI.sub(lambda match: match[0].translate(_FULL_WIDTH), text)


def _without_zero_width(text: str) -> tuple[str, list[int]]:
    """Drop invisible characters; the list holds, for each, its place in the text without them."""
    if text.isascii():
        return text, []
    removed = [match.start() for match in _ZERO_WIDTH.finditer(text)]
    if not removed:
        return text, []
    return _ZERO_WIDTH.sub("", text), [place - count for count, place in enumerate(removed)]


def _moved(each: FoundIdentifier, removed: list[int]) -> FoundIdentifier:
    """Turn places in the text without invisible characters into places in the text as it is."""
    start = each.start + bisect_right(removed, each.start)
    last = max(each.end - 1, each.start)
    return FoundIdentifier(each.identifier, start, last + bisect_right(removed, last) + 1, each.alternatives)
