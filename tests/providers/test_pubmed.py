"""PubMed: records by efetch, PMCIDs by the converter, DOIs and searches by esearch."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Name, ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.providers.base import Call, ReplyError
from tests.providers.asking import FETCHED_AT, ask, lookup, params, plan, read, record, reply, search

NAME = ProviderName.PUBMED


def article(
    number: str = "123",
    title: str = "Calls of <i>Rana</i>.",
    more: str = "",
    citation: str = "",
    data: str = "",
    date: str = "<Year>2024</Year><Month>Mar</Month>",
) -> str:
    """One PubmedArticle; `more` stands in Article, `citation` in MedlineCitation, `data` in PubmedData."""
    return (
        f'<PubmedArticle><MedlineCitation><PMID Version="1">{number}</PMID><Article><Journal><JournalIssue>'
        f"<Volume>12</Volume><Issue>3</Issue><PubDate>{date}</PubDate></JournalIssue><Title>Journal of ponds</Title>"
        f"<ISOAbbreviation>J Ponds</ISOAbbreviation></Journal><ArticleTitle>{title}</ArticleTitle>{more}</Article>"
        f"{citation}</MedlineCitation><PubmedData>{data}</PubmedData></PubmedArticle>"
    )


def articles(*inner: str) -> str:
    """An efetch reply."""
    doctype = '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2026//EN" "https://x/y.dtd">'
    return f'<?xml version="1.0" ?>{doctype}<PubmedArticleSet>{"".join(inner)}</PubmedArticleSet>'


def read_article(**parts: str) -> Record:
    """The record of one article."""
    return record(lookup(NAME, "pmid:123"), reply(articles(article(**parts))))


def hits(*ids: str, **more: Any) -> dict[str, Any]:
    """An esearch reply."""
    return {"header": {}, "esearchresult": {"count": str(len(ids)), "idlist": list(ids), **more}}


def note(kind: str, source: str = "J Ponds. 2025;13:1", number: str = "124") -> str:
    """A CommentsCorrectionsList of one."""
    target = f"<PMID>{number}</PMID>" if number else ""
    inner = f'<CommentsCorrections RefType="{kind}"><RefSource>{source}</RefSource>{target}</CommentsCorrections>'
    return f"<CommentsCorrectionsList>{inner}</CommentsCorrectionsList>"


def test_pmids_are_fetched_together():
    """Several PMIDs are one efetch request; absent ones are unknown, for NCBI leaves them out."""
    known, unknown = lookup(NAME, "pmid:123"), lookup(NAME, "pmid:999")
    (call,) = plan(known, unknown)
    assert call.request.path == "/entrez/eutils/efetch.fcgi"
    assert params(call) == {"db": "pubmed", "retmode": "xml", "id": "123,999"}
    answers = read(call, reply(articles(article())))
    assert isinstance(answers[known], Found)
    assert answers[unknown] == Absent(question=unknown, fetched_at=FETCHED_AT)


def test_a_record_of_every_field():
    """Names, pages, dates, ids and abstract come from the article and its own id list, not from its references."""
    found = read_article(
        more="<Pagination><StartPage>101</StartPage><EndPage>109</EndPage><MedlinePgn>101-9</MedlinePgn></Pagination>"
        '<ELocationID EIdType="doi" ValidYN="N">10.5555/wrong</ELocationID>'
        '<ELocationID EIdType="doi" ValidYN="Y">10.5555/X</ELocationID>'
        "<Abstract><AbstractText Label='AIM'>Frogs <i>call</i>.</AbstractText><AbstractText>Done.</AbstractText>"
        "</Abstract>"
        '<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Reed</LastName><ForeName>Ada</ForeName>'
        "<Suffix>Jr</Suffix></Author><Author><LastName>Moss</LastName><Initials>B</Initials></Author>"
        "<Author><CollectiveName>Pond Consortium</CollectiveName></Author>"
        '<Author ValidYN="N"><LastName>Typo</LastName></Author><Author></Author></AuthorList>'
        "<Language>ger</Language><VernacularTitle>Rufe der Frösche.</VernacularTitle>"
        "<ArticleDate><Year>2023</Year><Month>12</Month><Day>05</Day></ArticleDate>",
        title="[Calls of <i>Rana</i> (author's transl)].",
        data="<ArticleIdList><ArticleId IdType='pubmed'>123</ArticleId><ArticleId IdType='pmc'>PMC9</ArticleId>"
        "</ArticleIdList><ReferenceList><Reference><ArticleIdList><ArticleId IdType='doi'>10.5555/ref</ArticleId>"
        "</ArticleIdList></Reference></ReferenceList><History><PubMedPubDate PubStatus='accepted'><Year>2022</Year>"
        "</PubMedPubDate><PubMedPubDate PubStatus='entrez'><Year>1999</Year></PubMedPubDate></History>",
    )
    assert found.titles == ("Calls of Rana", "Rufe der Frösche")
    assert found.author == (
        Name(family="Reed", given="Ada", suffix="Jr"),
        Name(family="Moss", given="B"),
        Name(literal="Pond Consortium"),
    )
    assert [str(one) for one in found.identifiers] == ["doi:10.5555/x", "pmid:123", "pmcid:PMC9"]
    assert (found.id, found.page, found.volume, found.issue) == ("doi:10.5555/x", "101-109", "12", "3")
    assert (found.issued, found.years) == ("2024-03", (2024, 2023, 2022))
    assert found.container_titles == ("Journal of ponds", "J Ponds")
    assert (found.abstract, found.language, found.type) == ("AIM: Frogs call. Done.", "ger", "article-journal")


@pytest.mark.parametrize(
    ("date", "years"),
    [
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", (1998, 1999)),
        ("<MedlineDate>2023 Jun-Jul</MedlineDate>", (2023,)),
        ("<MedlineDate>1947-1948</MedlineDate>", (1947, 1948)),
        ("<Year>2024</Year><Season>Spring</Season>", (2024,)),
        ("<Year>2024</Year><Month>03</Month><Day>7</Day>", (2024,)),
        ("", ()),
    ],
)
def test_dates_of_every_shape(date, years):
    """Month names, seasons and ranges in words all give their years."""
    assert read_article(date=date).years == years


@pytest.mark.parametrize(
    ("title", "titles"),
    [
        ("Vitamin D<sub>3</sub> calls.", ("Vitamin D3 calls",)),
        ("What next...", ("What next...",)),
        ("Do frogs call?", ("Do frogs call?",)),
        ("[Not Available].", ()),
        ("", ()),
    ],
)
def test_titles_of_every_shape(title, titles):
    """Markup is text, the final stop is not the author's, and a stand-in is no title."""
    assert read_article(title=title).titles == titles


def test_a_cut_author_list_says_so():
    """`CompleteYN="N"` means that authors are missing."""
    people = "<AuthorList CompleteYN='N'><Author><LastName>Reed</LastName></Author></AuthorList>"
    assert not read_article(more=people).author_complete
    assert read_article().author_complete


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("RetractionIn", UpdateType.RETRACTION),
        ("RetractedandRepublishedIn", UpdateType.RETRACTION),
        ("ExpressionOfConcernIn", UpdateType.EXPRESSION_OF_CONCERN),
        ("ErratumIn", UpdateType.CORRECTION),
        ("CommentIn", None),
        ("UpdateIn", None),
    ],
)
def test_what_happened_to_an_article(kind, expected):
    """Each kind of notice keeps its weight, its PMID and its year."""
    found = read_article(citation=note(kind))
    notice = Identifier(Scheme.PMID, "124")
    wanted = Update(type=expected, notice=notice, date="2025", asserted_by="pubmed") if expected else None
    assert found.updates == ((wanted,) if wanted else ())


def test_a_retraction_without_pmid():
    """A notice without PMID is known by the DOI in its citation, a publication type alone by nothing."""
    found = read_article(citation=note("RetractionIn", "J Ponds. 2025;1:2. doi: 10.5555/NOTE.", ""))
    assert [str(update.notice) for update in found.updates] == ["doi:10.5555/note"]
    flagged = read_article(
        more="<PublicationTypeList><PublicationType>Retracted Publication</PublicationType></PublicationTypeList>"
    )
    assert [(update.type, update.notice) for update in flagged.updates] == [(UpdateType.RETRACTION, None)]


def test_a_notice_is_known():
    """Retraction notices and errata are notices, by type or by what they point to."""
    kinds = "<PublicationTypeList><PublicationType>Retraction of Publication</PublicationType></PublicationTypeList>"
    for parts in ({"more": kinds}, {"citation": note("RetractionOf")}, {"title": "Erratum."}):
        found = read_article(**parts)
        assert (found.is_notice, found.updates) == (True, ())


def test_preprint_and_publication():
    """`UpdateIn` of a preprint is its publication; `UpdateOf` leads to the preprint; editions are neither."""
    kinds = "<PublicationTypeList><PublicationType>Preprint</PublicationType></PublicationTypeList>"
    other = Identifier(Scheme.PMID, "124")
    preprint = read_article(more=kinds, citation=note("UpdateIn"))
    assert preprint.relations == (Relation(type=RelationType.PUBLISHED_VERSION, target=other),)
    assert preprint.type == "article"
    published = read_article(citation=note("UpdateOf", "bioRxiv. 2023 Jan 1:x. doi: 10.1101/x."))
    assert published.relations == (Relation(type=RelationType.PREPRINT, target=other),)
    assert read_article(citation=note("UpdateOf", "Cochrane Database Syst Rev. 2000;(4):CD1")).relations == ()


def test_a_book_and_its_chapter():
    """A chapter has its book as its container; a whole book has its own DOI and editors."""
    book = (
        "<PubmedBookArticle><BookDocument><PMID>123</PMID><Book><Publisher><PublisherName>Pond Press</PublisherName>"
        "</Publisher><BookTitle>Frogs</BookTitle><PubDate><Year>2009</Year></PubDate><AuthorList Type='editors'>"
        "<Author><LastName>Moss</LastName></Author></AuthorList><ELocationID EIdType='doi'>10.5555/book</ELocationID>"
        "</Book>{}<ContributionDate><Year>2012</Year></ContributionDate></BookDocument></PubmedBookArticle>"
    )
    whole = record(lookup(NAME, "pmid:123"), reply(articles(book.format(""))))
    assert (whole.id, whole.title, whole.type, whole.publisher) == ("doi:10.5555/book", "Frogs", "book", "Pond Press")
    assert (whole.editor, whole.years) == ((Name(family="Moss"),), (2009, 2012))
    part = record(lookup(NAME, "pmid:123"), reply(articles(book.format("<ArticleTitle>Calls</ArticleTitle>"))))
    assert (part.id, part.title, part.type, part.container_title) == ("pmid:123", "Calls", "chapter", "Frogs")


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ("<eFetchResult><ERROR>ID list is empty!</ERROR></eFetchResult>", 400, "HTTP 400"),
        ("<eFetchResult><ERROR>x</ERROR></eFetchResult>", 200, "not the XML asked for: eFetchResult"),
        ("<PubmedArticleSet><ERROR>Backend down</ERROR></PubmedArticleSet>", 200, "error in reply: Backend down"),
        ("<PubmedArticleSet><Other/></PubmedArticleSet>", 200, "no readable article in reply"),
        (articles(article())[:300], 200, "cut off"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><PubmedArticleSet>&a;</PubmedArticleSet>', 200, "not XML"),
    ],
)
def test_broken_records_fail(body, status, kind):
    """Errors in whatever wrapping are failures, never an unknown PMID."""
    with pytest.raises(ReplyError) as caught:
        ask(lookup(NAME, "pmid:123"), reply(body, status))
    assert str(caught.value) == kind


def test_a_refused_batch_is_asked_singly():
    """When a list of PMIDs is refused, each is asked alone."""
    questions = lookup(NAME, "pmid:1"), lookup(NAME, "pmid:2")
    (call,) = plan(*questions)
    answers = read(call, reply("<eFetchResult/>", 400))
    assert [params(answers[one])["id"] for one in questions] == ["1", "2"]


def test_pmcids_go_through_the_converter():
    """A PMCID becomes a PMID, an unknown one is absent, one without PMID exists without a title."""
    known, unknown, outside = (lookup(NAME, f"pmcid:PMC{n}") for n in (9, 8, 7))
    (call,) = plan(known, unknown, outside)
    assert (call.request.host, call.request.path) == ("idconv", "/tools/idconv/api/v1/articles/")
    assert (params(call)["ids"], params(call)["idtype"]) == ("PMC9,PMC8,PMC7", "pmcid")
    answers = read(
        call,
        reply(
            {
                "status": "ok",
                "records": [
                    {"requested-id": "PMC8", "status": "error", "errmsg": "Identifier not found in PMC"},
                    {"requested-id": "PMC9", "pmcid": "PMC9", "pmid": 123, "doi": "10.5555/x"},
                    {"requested-id": "PMC7", "pmcid": "PMC7", "doi": "10.5555/y"},
                ],
            }
        ),
    )
    assert answers[unknown] == Absent(question=unknown, fetched_at=FETCHED_AT)
    assert [(one.id, one.titles) for one in answers[outside].records] == [("doi:10.5555/y", ())]
    fetch = answers[known]
    assert isinstance(fetch, Call)
    assert params(fetch)["id"] == "123"
    found = read(fetch, reply(articles(article())))[known]
    assert isinstance(found, Found)


@pytest.mark.parametrize(
    "body",
    [
        {"status": "error", "errors": [{"message": "All values must be PubMed IDs", "code": "invalid_pmids"}]},
        {"status": "ok", "records": []},
        {"status": "ok"},
        {"error": "API rate limit exceeded", "api-key": "SECRET"},
    ],
)
def test_converter_errors_fail(body):
    """A converter that does not answer for an id says nothing about it."""
    with pytest.raises(ReplyError) as caught:
        ask(lookup(NAME, "pmcid:PMC9"), reply(body))
    assert "SECRET" not in str(caught.value)


def test_dois_are_searched_and_checked():
    """DOIs are searched together, and only a record that bears the DOI answers for it."""
    known, unknown = lookup(NAME, "doi:10.5555/x"), lookup(NAME, "doi:10.5555/y(1)")
    (call,) = plan(known, unknown)
    assert params(call)["term"] == '10.5555/x[doi] OR "10.5555/y(1)"[doi]'
    fetch = read(call, reply(hits("123", "456")))[known]
    assert isinstance(fetch, Call)
    assert params(fetch)["id"] == "123,456"
    bearing = "<ELocationID EIdType='doi'>10.5555/X</ELocationID>"
    answers = read(fetch, reply(articles(article("456"), article("123", more=bearing))))
    assert [one.id for one in answers[known].records] == ["doi:10.5555/x"]
    assert isinstance(answers[unknown], Absent)
    assert isinstance(read(call, reply(hits()))[known], Absent)


def test_search_is_two_steps():
    """A search finds ids, then fetches their records in the order found, with PubMed's own count."""
    question = search(NAME, "x", title="Frog calls of Rana", author="Reed", limit=7)
    (call,) = plan(question)
    assert params(call)["term"] == "Frog[ti] AND calls[ti] AND Rana[ti] AND Reed[au]"
    assert (params(call)["retmax"], params(call)["sort"]) == ("7", "relevance")
    answer = ask(question, reply(hits("2", "1", count="812")), reply(articles(article("1"), article("2"))))
    assert isinstance(answer, Found)
    assert ([one.id for one in answer.records], answer.total) == (["pmid:2", "pmid:1"], 812)
    nothing = ask(question, reply(hits()))
    assert isinstance(nothing, Found)
    assert (nothing.records, nothing.total) == ((), 0)


def test_search_since_a_date():
    """A date needs both bounds; filters and plain words join the term."""
    (call,) = plan(search(NAME, "frog calls", since="2026-01-01", filters=("author:Reed", "venue:J Ponds")))
    sent = params(call)
    assert (sent["datetype"], sent["mindate"], sent["maxdate"]) == ("pdat", "2026/01/01", "3000/12/31")
    assert sent["term"] == "frog AND calls AND (Reed[au]) AND (J Ponds[ta])"


@pytest.mark.parametrize(
    ("curie", "first"),
    [
        ("pmcid:PMC9", {"status": "ok", "records": [{"requested-id": "PMC9", "pmid": "123"}]}),
        ("doi:10.5555/x", hits("123")),
    ],
)
def test_a_record_that_ncbi_itself_named_is_not_absent(curie, first):
    """Where one service of NCBI names a PMID and the other sends no record of it, nothing is known."""
    with pytest.raises(ReplyError, match="named"):
        ask(lookup(NAME, curie), reply(first), reply(articles()))


@pytest.mark.parametrize(
    "body",
    [
        {"esearchresult": {"ERROR": "Empty term and query_key - nothing todo"}},
        {"error": "API rate limit exceeded", "api-key": "SECRET", "count": "4", "limit": "3"},
        {"esearchresult": {"count": "0"}},
        {},
    ],
)
def test_search_errors_inside_a_200_fail(body):
    """Errors that NCBI sends with status 200 are no empty result."""
    with pytest.raises(ReplyError) as caught:
        ask(search(NAME, "frogs"), reply(body))
    assert "SECRET" not in str(caught.value)
