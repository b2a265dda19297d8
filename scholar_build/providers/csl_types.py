"""Providers' words for kinds of works, as CSL types (CSL 1.0.2, appendix III)."""

from __future__ import annotations

_WORDS = """
article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection
dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview
legal_case legislation manuscript map motion_picture musical_score pamphlet paper-conference patent
performance periodical personal_communication post post-weblog regulation report review review-book
software song speech standard thesis treaty webpage
"""
CSL_TYPES = frozenset(_WORDS.split())

_CROSSREF = {
    "journal-article": "article-journal",
    "proceedings-article": "paper-conference",
    "book-chapter": "chapter",
    "book-section": "chapter",
    "book-part": "chapter",
    "book-track": "chapter",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "book-set": "book",
    "book-series": "book",
    "proceedings": "book",
    "proceedings-series": "periodical",
    "reference-entry": "entry",
    "posted-content": "article",
    "report": "report",
    "report-component": "report",
    "report-series": "report",
    "dissertation": "thesis",
    "database": "dataset",
    "peer-review": "review",
    "component": "figure",
    "journal": "periodical",
    "journal-issue": "periodical",
    "journal-volume": "periodical",
    "grant": "document",
    "other": "document",
}

_OPENALEX = {
    "article": "article-journal",
    "preprint": "article",
    "review": "article-journal",
    "letter": "article-journal",
    "editorial": "article-journal",
    "erratum": "article-journal",
    "retraction": "article-journal",
    "data-paper": "article-journal",
    "software-paper": "article-journal",
    "book-chapter": "chapter",
    "book-review": "review-book",
    "dissertation": "thesis",
    "conference-paper": "paper-conference",
    "conference-abstract": "paper-conference",
    "peer-review": "review",
    "reference-entry": "entry",
    "paratext": "document",
    "supplementary-materials": "document",
    "libguides": "webpage",
    "other": "document",
}

_DATACITE = {  # resourceTypeGeneral, where `types.citeproc` says nothing
    "preprint": "article",
    "journalarticle": "article-journal",
    "conferencepaper": "paper-conference",
    "conferenceproceeding": "book",
    "book": "book",
    "bookchapter": "chapter",
    "dissertation": "thesis",
    "report": "report",
    "dataset": "dataset",
    "software": "software",
    "computationalnotebook": "software",
    "peerreview": "review",
    "standard": "standard",
    "image": "graphic",
    "audiovisual": "motion_picture",
    "text": "document",
}

_SEMANTIC_SCHOLAR = {
    "journalarticle": "article-journal",
    "review": "article-journal",
    "lettersandcomments": "article-journal",
    "casereport": "article-journal",
    "clinicaltrial": "article-journal",
    "editorial": "article-journal",
    "conference": "paper-conference",
    "book": "book",
    "booksection": "chapter",
    "dataset": "dataset",
}


def _mapped(table: dict[str, str], word: str) -> str:
    word = word.lower()
    return table.get(word) or (word if word in CSL_TYPES else "document" if word else "")


def of_crossref(word: str) -> str:
    """A Crossref `type`, or the CSL type that content negotiation may give in its place."""
    return _mapped(_CROSSREF, word)


def of_openalex(word: str, raw: str = "") -> str:
    """An OpenAlex `type`, or the Crossref type that its source states, which tells articles of conferences apart."""
    return _CROSSREF[raw] if word == "article" and raw in _CROSSREF else _mapped(_OPENALEX, word)


def of_datacite(citeproc: str, general: str, free: str = "") -> str:
    """DataCite's `types.citeproc`, or what `resourceTypeGeneral` and `resourceType` know better."""
    if "thesis" in free.lower() or "dissertation" in free.lower():
        return "thesis"
    exact = _DATACITE.get(general.lower(), "")
    return exact if exact and exact != "document" else _mapped({}, citeproc) or exact


def of_semantic_scholar(words: list[str]) -> str:
    """The first of `publicationTypes` that says what kind of text the work is."""
    return next((_SEMANTIC_SCHOLAR[word.lower()] for word in words if word.lower() in _SEMANTIC_SCHOLAR), "")
