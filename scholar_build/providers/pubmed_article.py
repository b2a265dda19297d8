"""One PubMed article or book (NLM's PubMed DTD; nlm.nih.gov/bsd/licensee/elements_descriptions.html) as a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from scholar_build.identifiers import Identifier
from scholar_build.model import Name, ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.providers import clean, names
from scholar_build.providers.updates import notice_by_title, with_title
from scholar_build.providers.values import date_of_parts, doi, pmcid, pmid, present, record_id, unique, year, years

_UPDATES = {
    "RetractionIn": UpdateType.RETRACTION,
    "RetractedandRepublishedIn": UpdateType.RETRACTION,
    "ExpressionOfConcernIn": UpdateType.EXPRESSION_OF_CONCERN,
    "ErratumIn": UpdateType.CORRECTION,
    "CorrectedandRepublishedIn": UpdateType.CORRECTION,
}
_NOTICE_FOR = frozenset({"RetractionOf", "ErratumFor", "ExpressionOfConcernFor"})
_NOTICE_TYPES = frozenset(
    {"Retraction of Publication", "Retraction Notice", "Published Erratum", "Expression of Concern"}
)
_PREPRINT_SERVERS = re.compile(r"\b(?:(?:bio|med|ar|chem|psy)rxiv|res(?:earch)? sq|ssrn|preprint)", re.IGNORECASE)
_PUBLISHED = frozenset({"accepted", "aheadofprint", "epublish", "ppublish", "ecollection"})
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"


def read_article(element: Element, provider: ProviderName) -> Record | None:
    """The record of a `PubmedArticle` or `PubmedBookArticle`, or None where it has no PMID."""
    if element.tag == "PubmedBookArticle":
        return _read_book(element, provider)
    citation = element.find("MedlineCitation")
    article = citation.find("Article") if citation is not None else None
    own = pmid(_text(citation, "PMID"))
    if citation is None or article is None or own is None:
        return None
    identifiers = _identifiers(own, article, element.find("PubmedData/ArticleIdList"))
    title = _title(_text(article, "ArticleTitle"))
    kinds = {_text_of(kind) for kind in article.iterfind("PublicationTypeList/PublicationType")}
    notes = citation.findall("CommentsCorrectionsList/CommentsCorrections")
    authors = article.find("AuthorList")
    dates = [date for date in (_date(found) for found in _dates(article, element)) if date]
    medline = _text(article, "Journal/JournalIssue/PubDate/MedlineDate")
    return Record(
        id=record_id(identifiers),
        provider=provider,
        titles=unique((title, _title(_text(article, "VernacularTitle")))),
        author=_authors(authors),
        author_complete=authors is None or authors.get("CompleteYN", "Y") != "N",
        container_titles=unique(
            clean.line(name, clean.VENUE)
            for name in (
                _text(article, "Journal/Title"),
                _text(article, "Journal/ISOAbbreviation"),
                _text(citation, "MedlineJournalInfo/MedlineTA"),
            )
        ),
        issued=dates[0] if dates else "",
        years=years(*re.findall(r"\d{4}", medline), *dates),
        type="article" if "Preprint" in kinds else "article-journal",
        volume=_short(article, "Journal/JournalIssue/Volume"),
        issue=_short(article, "Journal/JournalIssue/Issue"),
        page=_pages(article.find("Pagination")),
        language=_short(article, "Language"),
        identifiers=identifiers,
        url=own.url,
        abstract=_abstract(article.find("Abstract")),
        updates=with_title(_updates(notes, kinds, identifiers), title, "title"),
        is_notice=bool(kinds & _NOTICE_TYPES)
        or any(note.get("RefType") in _NOTICE_FOR for note in notes)
        or notice_by_title(title),
        relations=tuple(_relations(notes, preprint="Preprint" in kinds)),
    )


def _read_book(element: Element, provider: ProviderName) -> Record | None:
    """A chapter of a book in NCBI Bookshelf, or a whole book where no part of it is named."""
    document = element.find("BookDocument")
    own = pmid(_text(document, "PMID"))
    if document is None or own is None:
        return None
    part, book = _title(_text(document, "ArticleTitle")), _title(_text(document, "Book/BookTitle"))
    listed = document.find("ArticleIdList")
    identifiers = _identifiers(own, document, listed, None if part else document.find("Book"))
    collection = clean.line(_text(document, "Book/CollectionTitle"), clean.VENUE)
    lists = [*document.findall("AuthorList"), *document.findall("Book/AuthorList")]
    dates = [_date(found) for path in ("Book/PubDate", "ContributionDate") for found in document.iterfind(path)]
    return Record(
        id=record_id(identifiers),
        provider=provider,
        titles=unique((part or book,)),
        author=next(filter(None, (_authors(one) for one in lists if one.get("Type") != "editors")), ()),
        editor=next(filter(None, (_authors(one) for one in lists if one.get("Type") == "editors")), ()),
        container_titles=unique((book if part else "", collection)),
        issued=next((date for date in dates if date), ""),
        years=years(*dates),
        type="chapter" if part else "book",
        publisher=clean.line(_text(document, "Book/Publisher/PublisherName"), clean.NAME),
        language=_short(document, "Language"),
        identifiers=identifiers,
        url=own.url,
        abstract=_abstract(document.find("Abstract")),
    )


def _text_of(element: Element | None) -> str:
    return "" if element is None else "".join(element.itertext())


def _text(parent: Element | None, path: str) -> str:
    """All text below the first element at a path, markup and formulas included."""
    return "" if parent is None else _text_of(parent.find(path))


def _short(parent: Element, path: str) -> str:
    return clean.line(_text(parent, path), clean.SHORT)


def _title(text: str) -> str:
    """A title without PubMed's full stop and without the brackets that mark a translation."""
    title = clean.plain(text, clean.TITLE)
    title = title.removesuffix(".") if not title.endswith("..") else title
    bracketed = re.fullmatch(r"\[(.*?)(?:\s*\(author's transl\))?\.?\]", title)
    title = bracketed[1] if bracketed else title
    return "" if title.lower() in ("not available", "untitled") else title


def _identifiers(
    own: Identifier, article: Element, listed: Element | None, book: Element | None = None
) -> tuple[Identifier, ...]:
    """DOI, PMID and PMCID, from the article itself and its own id list (never those of its references)."""
    found = [one for place in (article, book) if place is not None for one in place.iterfind("ELocationID")]
    dois = [doi(one.text) for one in found if one.get("EIdType") == "doi" and one.get("ValidYN", "Y") != "N"]
    ids = [] if listed is None else [(one.get("IdType"), one.text) for one in listed.iterfind("ArticleId")]
    dois += [doi(value) for kind, value in ids if kind == "doi"]
    first = next((one for one in dois if one), None)
    return unique((first, own, *(pmcid(value) for kind, value in ids if kind == "pmc")))


def _authors(listed: Element | None) -> tuple[Name, ...]:
    return present(_author(one) for one in listed.iterfind("Author")) if listed is not None else ()


def _author(element: Element) -> Name | None:
    if element.get("ValidYN") == "N":
        return None
    given = _text(element, "ForeName") or _text(element, "FirstName") or _text(element, "Initials")
    return names.person(_text(element, "LastName"), given, _text(element, "Suffix")) or names.group(
        _text(element, "CollectiveName")
    )


def _dates(article: Element, element: Element) -> Iterator[Element]:
    yield from article.iterfind("Journal/JournalIssue/PubDate")
    yield from article.iterfind("ArticleDate")
    for found in element.iterfind("PubmedData/History/PubMedPubDate"):
        if found.get("PubStatus") in _PUBLISHED:
            yield found


def _date(element: Element) -> str:
    """ISO form of year, month (name or number) and day; the year alone of a `MedlineDate` or a season."""
    if element.find("MedlineDate") is not None:
        return str(year(_text(element, "MedlineDate")) or "")
    month = _text(element, "Month").strip().lower()[:3]
    if len(month) == 3 and month in _MONTHS:
        month = str(_MONTHS.index(month) // 4 + 1)
    return date_of_parts([_text(element, "Year").strip(), month, _text(element, "Day").strip()])


def _pages(pagination: Element | None) -> str:
    first, last = (clean.line(_text(pagination, name), clean.SHORT) for name in ("StartPage", "EndPage"))
    if first:
        return f"{first}-{last}" if last and last != first else first
    return clean.line(_text(pagination, "MedlinePgn"), clean.SHORT)


def _abstract(abstract: Element | None) -> str:
    parts = [] if abstract is None else abstract.findall("AbstractText")
    labelled = (f"{part.get('Label', '')}: {_text_of(part)}".removeprefix(": ") for part in parts)
    return clean.line(" ".join(labelled), clean.ABSTRACT)


def _target(note: Element) -> Identifier | None:
    """The other record's PMID, else the DOI in its citation."""
    found = re.search(r"\b10\.\d{4,9}/[^\s\"]+", _text(note, "RefSource")[:1_000])
    return pmid(_text(note, "PMID")) or (doi(found[0].rstrip(".,;")) if found else None)


def _updates(notes: Iterable[Element], kinds: set[str], own: tuple[Identifier, ...]) -> list[Update]:
    updates = []
    for note in notes:
        kind = _UPDATES.get(note.get("RefType", ""))
        if kind:
            target = _target(note)
            date = re.search(r"\b(?:19|20)\d\d\b", _text(note, "RefSource")[:300])
            notice = None if target in own else target
            updates.append(Update(type=kind, notice=notice, date=date[0] if date else "", asserted_by="pubmed"))
    if "Retracted Publication" in kinds and not any(one.type is UpdateType.RETRACTION for one in updates):
        updates.append(Update(type=UpdateType.RETRACTION, asserted_by="pubmed"))
    return updates


def _relations(notes: Iterable[Element], *, preprint: bool) -> Iterator[Relation]:
    """`UpdateIn` and `UpdateOf` link preprint and article, but also editions of one review."""
    for note in notes:
        kind, target = note.get("RefType"), _target(note)
        if target and kind == "UpdateIn" and preprint:
            yield Relation(type=RelationType.PUBLISHED_VERSION, target=target)
        if target and kind == "UpdateOf" and _PREPRINT_SERVERS.search(_text(note, "RefSource")[:300]):
            yield Relation(type=RelationType.PREPRINT, target=target)
