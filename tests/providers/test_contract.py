"""What every provider module promises, tried on each that is registered."""

from __future__ import annotations

import json
from collections import Counter
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Lookup, ProviderName, Search, Unavailable
from scholar_build.providers import PROVIDERS
from scholar_build.providers.base import Call, Reply, ReplyError
from scholar_build.providers.endpoints import ENDPOINTS

VALUES = {
    Scheme.DOI: [
        *(f"10.5555/frog.{n}" for n in range(130)),
        "10.5555/a,b",
        "10.5555/1520-0493(1974)102<0736:wacoj>2.0.co;2",
        "10.5555/a#b%c+d[e]|f",
        "10.5555/../up//x",
        '10.5555/quote"and\\slash',
        "10.5555/日本語",
        *(f"10.5555/{'long' * 60}{n}" for n in range(30)),
    ],
    Scheme.ARXIV: [*(f"2101.{n:05}" for n in range(1, 70)), "hep-th/9901001", "math/0611800", "2113.00001"],
    Scheme.PMID: [str(n) for n in range(1, 430)],
    Scheme.PMCID: [f"PMC{n}" for n in range(1, 250)],
    Scheme.OPENALEX: [f"W{n}" for n in range(1, 230)],
    Scheme.ISBN: ["9780306406157"],
}
MOST = {"crossref": 50, "openalex": 100, "arxiv": 50, "ncbi": 200, "doi": 1, "datacite": 100, "europepmc": 20}

each_provider = pytest.mark.parametrize("name", list(PROVIDERS), ids=str)


def lookups(name: ProviderName) -> list[Lookup]:
    """Questions of every scheme that a provider takes."""
    return [
        Lookup(provider=name, identifier=Identifier(scheme, value))
        for scheme in sorted(PROVIDERS[name].SCHEMES)
        for value in VALUES[scheme]
    ]


def searches(name: ProviderName) -> list[Search]:
    """Searches by text, by fields, since a date, with hostile words and with every filter."""
    if name == ProviderName.DOI_ORG:
        return []
    filters = tuple(f"{one}:W1" if "cite" in one else f"{one}:a(b" for one in sorted(PROVIDERS[name].FILTERS))
    return [
        Search(provider=name, text="Reed A. Frog calls in noisy ponds. J Ponds 2024"),
        Search(provider=name, text="x", title="Frog calls: a study of (noise) AND “ponds”", author="Reed", year=2024),
        Search(provider=name, text="frogs", since="2026-01-01", limit=25),
        Search(provider=name, text='") OR (*:* NOT "x:y~2 [a TO b] \\ ? {} &&'),
        Search(provider=name, text="語 " * 5_000),
        Search(provider=name, text="", since="2026-01-01", filters=filters),
    ]


def url_of(call: Call) -> str:
    """The whole address of a call as it is sent."""
    request = call.request
    service = ENDPOINTS[request.endpoint]
    base = service.hosts[request.host] if request.host else service.base
    query = urlencode(request.params, quote_via=quote)
    return f"{base}{request.path}{'?' + query if query else ''}"


def reply(body: bytes | str, status: int = 200, content_type: str = "application/json") -> Reply:
    """A reply with a body."""
    raw = body.encode() if isinstance(body, str) else body
    return Reply(status=status, body=raw, fetched_at="2026-11-30T12:00:00Z", headers={"content-type": content_type})


@each_provider
def test_names_agree(name):
    """A provider goes by the name it is registered under, and says what it can be asked."""
    provider = PROVIDERS[name]
    assert provider.NAME is name
    assert provider.SCHEMES
    assert provider.__doc__
    for filter_name in provider.FILTERS:
        assert f"`{filter_name}:" in provider.__doc__


@each_provider
def test_every_question_is_in_one_call(name):
    """No question is lost or asked twice, however many there are and whatever they hold."""
    questions = [*lookups(name), *searches(name)]
    calls = list(PROVIDERS[name].plan([*questions, *questions[:5]]))
    asked = Counter(question for call in calls for question in call.questions)
    assert Counter(questions) == asked


@each_provider
def test_questions_of_other_schemes_are_in_no_call(name):
    """A provider is not asked for what it cannot know."""
    questions = [
        Lookup(provider=name, identifier=Identifier(scheme, VALUES[scheme][0]))
        for scheme in Scheme
        if scheme not in PROVIDERS[name].SCHEMES
    ]
    assert list(PROVIDERS[name].plan(questions)) == []


@each_provider
def test_calls_keep_the_limits(name):
    """No call holds more identifiers or a longer address than the provider takes."""
    for call in PROVIDERS[name].plan([*lookups(name), *searches(name)]):
        assert call.request.endpoint in ENDPOINTS
        assert call.request.path.startswith("/")
        assert call.request.path.isascii()
        assert "/../" not in call.request.path
        assert len(url_of(call)) < 4_096
        assert len(call.questions) <= MOST.get(call.request.endpoint, 500)
        assert call.request.accept


@each_provider
def test_as_few_calls_as_batches_allow(name):
    """Twenty short identifiers of one kind go into one call wherever the provider takes a list."""
    for scheme in PROVIDERS[name].SCHEMES:
        few = [Lookup(provider=name, identifier=Identifier(scheme, value)) for value in VALUES[scheme][:20]]
        expected = 20 if name == ProviderName.DOI_ORG else 1
        assert expected == len(list(PROVIDERS[name].plan(few)))


@each_provider
@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418, 429, 500, 503])
def test_a_refusal_is_no_answer_to_a_search(name, status):
    """A search that is refused fails; it is never an empty result."""
    for call in PROVIDERS[name].plan(searches(name)):
        for body in (b"", b"Resource not found.", b'{"error":"no"}', b"<html></html>"):
            with pytest.raises(ReplyError):
                PROVIDERS[name].read(call, reply(body, status))


@each_provider
@pytest.mark.parametrize("status", [401, 403, 410, 418, 429, 500, 503])
def test_a_refusal_is_no_absence(name, status):
    """A lookup that is refused fails; nothing is called absent because of it."""
    for call in PROVIDERS[name].plan(lookups(name)):
        for body in (b"", b"Resource not found.", b'{"error":"no"}', b"<html></html>"):
            with pytest.raises(ReplyError):
                PROVIDERS[name].read(call, reply(body, status))


@each_provider
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!DOCTYPE html><html><body>Just a moment...</body></html>",
        b"Rate exceeded.",
        b'{"status":"ok","message":{"items":[{"DOI":"10.55',
        b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><entry><id>htt",
        b"<?xml version='1.0'?><PubmedArticleSet><PubmedArticle><Medl",
        b'{"error":"API rate limit exceeded","api-key":"SECRET","count":"4","limit":"3"}',
        b"[]",
        b"{}",
        b"null",
        b"\xff\xfe{\x00}\x00",
        b"<!DOCTYPE l [<!ENTITY a 'x'>]><PubmedArticleSet>&a;</PubmedArticleSet>",
        b"[" * 5_000,
        '{"status":"ok"}'.encode("utf-16"),
    ],
)
def test_what_was_not_asked_for_is_no_answer(name, body):
    """HTML, cut or foreign bodies with status 200 fail, and the failure does not repeat a key."""
    for call in PROVIDERS[name].plan([*lookups(name)[:3], *searches(name)]):
        with pytest.raises(ReplyError) as caught:
            PROVIDERS[name].read(call, reply(body))
        assert "SECRET" not in str(caught.value)
        assert len(str(caught.value)) < 200


EMPTY_PAGES = {
    ProviderName.CROSSREF: {"status": "ok", "message-type": "work-list", "message": {"total-results": 7, "items": []}},
    ProviderName.OPENALEX: {"meta": {"count": 7}, "results": []},
    ProviderName.DATACITE: {"meta": {"total": 7}, "data": []},
    ProviderName.PUBMED: {"esearchresult": {"count": "7", "idlist": []}},
    ProviderName.EUROPEPMC: {"hitCount": 7, "resultList": {"result": []}},
    ProviderName.SEMANTICSCHOLAR: {"total": 7, "offset": 0, "data": []},
}


@pytest.mark.parametrize("name", list(EMPTY_PAGES), ids=str)
def test_an_empty_page_that_counts_hits_fails(name):
    """A service that says "7 hits" and sends none is unwell; nothing is absent because of it."""
    for call in PROVIDERS[name].plan(searches(name)):
        with pytest.raises(ReplyError, match="empty page"):
            PROVIDERS[name].read(call, reply(json.dumps(EMPTY_PAGES[name])))


def calls_of(name: ProviderName) -> list[Call]:
    """A call of every step: what is planned, and what follows from it."""
    provider = PROVIDERS[name]
    planned = list(provider.plan([*lookups(name)[:3], *searches(name)[:1]]))
    planned += [
        call
        for scheme in provider.SCHEMES
        for call in provider.plan([Lookup(provider=name, identifier=Identifier(scheme, VALUES[scheme][0]))])
    ]
    found = list(planned)
    for call in planned:
        for body in (
            b'{"esearchresult":{"count":"1","idlist":["1"]}}',
            b'{"status":"ok","records":[{"requested-id":"PMC1","pmid":1}]}',
            b'{"responseCode":1,"values":[]}',
            b'{"status":"ok","message-type":"work-list","message":{"items":[]}}',
            b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>',
        ):
            try:
                answers = provider.read(call, reply(body))
            except ReplyError:
                continue
            found += [answer for answer in answers.values() if isinstance(answer, Call)]
    return list({(call.step, call.request.path): call for call in found}.values())


CALLS = {name: calls_of(name) for name in PROVIDERS}

_KEYS = """
status message message-type items DOI title subtitle author editor given family name sequence container-title
issued date-parts published posted type updated-by update-to label source updated relation is-preprint-of id
id-type license URL link content-type abstract reference results meta count doi ids openalex pmid pmcid
authorships raw_author_name display_name primary_location best_oa_location locations version landing_page_url
pdf_url biblio volume first_page is_retracted referenced_works abstract_inverted_index open_access
publication_year data attributes creators nameType givenName familyName titles titleType dates date dateType
relatedIdentifiers relationType relatedIdentifier relatedIdentifierType types citeproc resourceTypeGeneral
rightsList rightsUri descriptions descriptionType container hitCount resultList result authorList journalInfo
journal pubTypeList pubType commentCorrectionList commentCorrection total paperId externalIds ArXiv PubMed
openAccessPdf publicationTypes esearchresult idlist ERROR records requested-id errmsg responseCode values
HS_ALIAS value errors error responseType work work-list ok
"""
KEYS = _KEYS.split()
VALUES_SEEN = [
    "ok",
    "work",
    "work-list",
    "10.5555/frog.0",
    "https://openalex.org/W1",
    "W1",
    "retraction",
    "doi",
    "PMC1",
    "Retraction in",
]
TREES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(VALUES_SEEN),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=8),
    max_leaves=40,
)
ENVELOPES = [
    lambda tree: {"status": "ok", "message-type": "work", "message": {"DOI": "10.5555/frog.0", **_dict(tree)}},
    lambda tree: {
        "status": "ok",
        "message-type": "work-list",
        "message": {"items": [{"DOI": "10.5555/frog.0", **_dict(tree)}]},
    },
    lambda tree: {"results": [{"id": "https://openalex.org/W1", **_dict(tree)}], "meta": tree},
    lambda tree: {"id": "https://openalex.org/W1", **_dict(tree)},
    lambda tree: {"data": [{"paperId": "x", "attributes": {"doi": "10.5555/frog.0", **_dict(tree)}}], "total": 1},
    lambda tree: {"data": {"attributes": {"doi": "10.5555/frog.0", **_dict(tree)}}},
    lambda tree: {"hitCount": 1, "resultList": {"result": [{"id": "1", "source": "MED", **_dict(tree)}]}},
    lambda tree: {"paperId": "x", **_dict(tree)},
    lambda tree: [{"paperId": "x", **_dict(tree)}] * 3,
    lambda tree: {"responseCode": 1, "values": tree},
    lambda tree: {"esearchresult": {"idlist": tree, "count": tree}},
    lambda tree: {"status": "ok", "records": [{"requested-id": "PMC1", **_dict(tree)}]},
    lambda tree: tree,
]


def _dict(tree: object) -> dict:
    return (
        tree
        if isinstance(tree, dict)
        else {"title": tree, "author": tree, "relation": tree, "issued": {"date-parts": tree}}
    )


def read_or_refuse(name: ProviderName, call: Call, answer: Reply) -> None:
    """Read a reply: every question is answered or followed up, or the reply is refused, and nothing else happens."""
    try:
        answers = PROVIDERS[name].read(call, answer)
    except ReplyError:
        return
    assert set(call.questions) == set(answers)
    for question, one in answers.items():
        assert not isinstance(one, Unavailable)
        if isinstance(one, Found):
            assert question == one.question
            assert question.__class__.__name__.lower() == "search" or len(one.records) == 1
            assert all(record.provider is name and record.id for record in one.records)
        elif isinstance(one, Absent):
            assert isinstance(question, Lookup)
        else:
            assert question in one.questions


@each_provider
@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([200, 204, 302, 400, 404, 406, 500]))
def test_no_bytes_break_reading(name, body, status):
    """Whatever bytes arrive, reading answers or refuses."""
    for call in CALLS[name]:
        read_or_refuse(name, call, reply(body, status))


@each_provider
@settings(max_examples=80, deadline=None)
@given(TREES, st.sampled_from(ENVELOPES), st.sampled_from([200, 200, 200, 400, 404]))
def test_no_shape_breaks_reading(name, tree, envelope, status):
    """Whatever stands in the place of a field, reading answers or refuses."""
    body = json.dumps(envelope(tree)).encode()
    for call in CALLS[name]:
        read_or_refuse(name, call, reply(body, status))


_ELEMENTS = """
entry id title updated published summary author name link category PubmedArticle PubmedBookArticle
MedlineCitation PMID Article ArticleTitle Journal JournalIssue PubDate Year Month Day MedlineDate AuthorList
Author LastName ForeName CollectiveName BookDocument Book BookTitle CommentsCorrectionsList CommentsCorrections
RefSource PublicationTypeList PublicationType Abstract AbstractText Pagination StartPage PubmedData
ArticleIdList ArticleId ELocationID ERROR
"""
ELEMENTS = _ELEMENTS.split()
NODES = st.recursive(
    st.sampled_from(["1", "2024", "Mar", "http://arxiv.org/abs/2101.00001v2", "x", "&lt;i&gt;", ""]),
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>", st.sampled_from(ELEMENTS), st.lists(inner, max_size=6)
    ),
    max_leaves=40,
)


@pytest.mark.parametrize("name", [ProviderName.ARXIV, ProviderName.PUBMED], ids=str)
@settings(max_examples=80, deadline=None)
@given(st.lists(NODES, max_size=3), st.booleans())
def test_no_elements_break_reading(name, nodes, well_begun):
    """Whatever elements an XML reply nests, reading answers or refuses."""
    inner = "".join(nodes)
    if name == ProviderName.ARXIV:
        begun = f"<entry><id>http://arxiv.org/abs/2101.00001v2</id>{inner}</entry>" if well_begun else inner
        body = f'<feed xmlns="http://www.w3.org/2005/Atom">{begun}</feed>'
    else:
        begun = f"<MedlineCitation><PMID>1</PMID><Article>{inner}</Article></MedlineCitation>"
        body = (
            f"<PubmedArticleSet>{f'<PubmedArticle>{begun}</PubmedArticle>' if well_begun else inner}</PubmedArticleSet>"
        )
    for call in CALLS[name]:
        read_or_refuse(name, call, reply(body))
