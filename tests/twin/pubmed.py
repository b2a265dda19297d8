"""PubMed's records: the XML of efetch and the JSON of esummary."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from tests.twin.exchange import is_group, split_author
from tests.twin.works import Date, Work

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
REF_TYPES = {
    "retraction": "RetractionIn",
    "correction": "ErratumIn",
    "erratum": "ErratumIn",
    "expression_of_concern": "ExpressionOfConcernIn",
}
HEAD = (
    '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" '
    '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
)


def article_set(works: list[Work]) -> str:
    articles = "".join(_book(work) if work.type in ("book-chapter", "book") else _article(work) for work in works)
    return f"{HEAD}<PubmedArticleSet>{articles}</PubmedArticleSet>"


def title(work: Work) -> str:
    """As PubMed writes it: with a full stop, in square brackets when translated. Markup is kept."""
    plain = work.title if "<" in work.title else escape(work.title)
    return f"[{plain}]." if work.vernacular else plain if plain.endswith((".", "?", "!")) else f"{plain}."


def summary(work: Work) -> dict[str, Any]:
    fields = {
        "uid": work.pmid,
        "pubdate": work.pubdate or _date_words(work.printed),
        "epubdate": _date_words(work.online),
        "source": work.short_venue or work.venue,
        "fulljournalname": work.venue,
        "title": title(work),
        "authors": [_summary_author(author) for author in work.authors],
        "volume": work.volume,
        "issue": work.issue,
        "pages": work.page,
        "lang": ["eng" if work.language == "en" else work.language],
        "pubtype": _types(work),
        "vernaculartitle": work.vernacular,
        "elocationid": f"doi: {work.doi}" if work.doi else "",
        "articleids": [{"idtype": kind, "value": value} for kind, value in _article_ids(work)],
    }
    return work.overlaid("ncbi", fields)


def _summary_author(author: str) -> dict[str, str]:
    family, given, suffix = split_author(author)
    initials = "".join(part[0] for part in given.split())
    name = author if is_group(author) else " ".join(filter(None, (family, initials, suffix)))
    return {"name": name, "authtype": "CollectiveName" if is_group(author) else "Author", "clusterid": ""}


def _date_words(date: Date) -> str:
    year, month, day = (*date, 0, 0)[:3] if date else (0, 0, 0)
    return " ".join(filter(None, (str(year or ""), MONTHS[month - 1] if month else "", str(day or ""))))


def _article_ids(work: Work) -> list[tuple[str, str]]:
    ids = (("pubmed", work.pmid), ("doi", work.doi), ("pmc", work.pmcid))
    return [(kind, value) for kind, value in ids if value]


def _types(work: Work) -> list[str]:
    types = ["Journal Article"]
    if work.retracted or any(update.type == "retraction" for update in work.updated_by):
        types.append("Retracted Publication")
    if any(update.type == "retraction" for update in work.update_to):
        types.append("Retraction of Publication")
    if work.type == "posted-content":
        types.append("Preprint")
    return types


def _element(name: str, value: str, **attributes: str) -> str:
    given = "".join(f' {key}="{text}"' for key, text in attributes.items())
    return f"<{name}{given}>{escape(value)}</{name}>" if value else ""


def _date(work: Work) -> str:
    if work.pubdate:
        return f"<PubDate><MedlineDate>{work.pubdate}</MedlineDate></PubDate>"
    year, month, day = (*work.printed, 0, 0, 0)[:3]
    month_text = MONTHS[month - 1] if month else ""
    parts = (
        _element("Year", str(year or "")) + _element("Month", month_text) + _element("Day", f"{day:02d}" if day else "")
    )
    return f"<PubDate>{parts}</PubDate>"


def _authors(work: Work) -> str:
    if not work.authors:
        return ""
    return f'<AuthorList CompleteYN="Y">{"".join(_author(author) for author in work.authors)}</AuthorList>'


def _author(author: str) -> str:
    family, given, suffix = split_author(author)
    if is_group(author):
        return f'<Author ValidYN="Y">{_element("CollectiveName", author)}</Author>'
    initials = "".join(part[0] for part in given.split())
    names = _element("LastName", family) + _element("ForeName", given)
    return f'<Author ValidYN="Y">{names}{_element("Initials", initials)}{_element("Suffix", suffix)}</Author>'


def _article(work: Work) -> str:
    issue = _element("Volume", work.volume) + _element("Issue", work.issue) + _date(work)
    journal = (
        f'<Journal>{_element("ISSN", work.issn, IssnType="Print")}<JournalIssue CitedMedium="Internet">{issue}'
        f"</JournalIssue>{_element('Title', work.venue)}{_element('ISOAbbreviation', work.short_venue)}</Journal>"
    )
    types = "".join(f'<PublicationType UI="D0">{name}</PublicationType>' for name in _types(work))
    types = types.replace('UI="D0">Retracted', 'UI="D016441">Retracted').replace(
        'UI="D0">Journal', 'UI="D016428">Journal'
    )
    first, _, last = work.page.partition("-")
    pages = _element("StartPage", first) + _element("EndPage", last) + _element("MedlinePgn", work.page)
    pages = f"<Pagination>{pages}</Pagination>" if pages else ""
    online = ""
    if len(work.online) == 3:
        year, month, day = work.online
        parts = f"<Year>{year}</Year><Month>{month:02d}</Month><Day>{day:02d}</Day>"
        online = f'<ArticleDate DateType="Electronic">{parts}</ArticleDate>'
    abstract = f"<Abstract><AbstractText>{escape(work.abstract)}</AbstractText></Abstract>" if work.abstract else ""
    article = (
        f'<Article PubModel="Print-Electronic">{journal}<ArticleTitle>{title(work)}</ArticleTitle>'
        f"{pages}{_element('ELocationID', work.doi, EIdType='doi', ValidYN='Y')}{abstract}"
        f"{_authors(work)}<Language>{'eng' if work.language == 'en' else work.language}</Language>"
        f"<PublicationTypeList>{types}</PublicationTypeList>"
        f"{_element('VernacularTitle', work.vernacular)}{online}</Article>"
    )
    cited = "".join(_cited(name) for name in work.references if not name.startswith("W"))
    return (
        f'<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">{work.pmid}</PMID>{article}'
        f"{_corrections(work)}</MedlineCitation><PubmedData><PublicationStatus>ppublish</PublicationStatus>"
        f"{_id_list(work)}{f'<ReferenceList>{cited}</ReferenceList>' if cited else ''}</PubmedData></PubmedArticle>"
    )


def _id_list(work: Work) -> str:
    ids = "".join(_element("ArticleId", value, IdType=kind) for kind, value in _article_ids(work))
    return f"<ArticleIdList>{ids}</ArticleIdList>"


def _cited(reference: str) -> str:
    ids = _element("ArticleId", reference, IdType="doi") if reference.startswith("10.") else ""
    ids = f"<ArticleIdList>{ids}</ArticleIdList>" if ids else ""
    return f"<Reference><Citation>{escape(reference)}</Citation>{ids}</Reference>"


def _corrections(work: Work) -> str:
    rows = [(REF_TYPES.get(update.type, ""), update) for update in work.updated_by]
    rows += [(REF_TYPES.get(update.type, "").replace("In", "Of"), update) for update in work.update_to]
    entries = "".join(
        f'<CommentsCorrections RefType="{kind}"><RefSource>{escape(work.short_venue or work.venue)}. '
        f"{update.date[0]}</RefSource>{_element('PMID', update.pmid, Version='1')}</CommentsCorrections>"
        for kind, update in rows
        if kind
    )
    return f"<CommentsCorrectionsList>{entries}</CommentsCorrectionsList>" if entries else ""


def _book(work: Work) -> str:
    book = (
        f"<Book><Publisher>{_element('PublisherName', work.publisher)}</Publisher>{_element('BookTitle', work.venue)}"
        f"{_date(work)}{_element('Isbn', work.isbn)}</Book>"
    )
    return (
        f'<PubmedBookArticle><BookDocument><PMID Version="1">{work.pmid}</PMID>{_id_list(work)}{book}'
        f"<ArticleTitle>{title(work)}</ArticleTitle><Language>eng</Language>{_authors(work)}</BookDocument>"
        f"<PubmedBookData><PublicationStatus>ppublish</PublicationStatus>{_id_list(work)}</PubmedBookData></PubmedBookArticle>"
    )
