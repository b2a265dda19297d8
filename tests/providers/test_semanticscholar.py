"""Semantic Scholar: aligned batches with nulls, odd 400s, merged records."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scholar_build.model import Absent, Found, Name, ProviderName
from scholar_build.providers.base import Call, ReplyError
from tests.providers.asking import FETCHED_AT, ask, lookup, params, plan, read, record, reply, search

NAME = ProviderName.SEMANTICSCHOLAR


def paper(**fields: Any) -> dict[str, Any]:
    """One paper."""
    return {"paperId": "0123456789abcdef0123456789abcdef01234567", "externalIds": {"DOI": "10.5555/X"}, **fields}


@pytest.mark.parametrize(
    ("curie", "path"),
    [
        ("doi:10.5555/a#b", "/graph/v1/paper/DOI:10.5555%2Fa%23b"),
        ("arxiv:2101.00001v2", "/graph/v1/paper/ARXIV:2101.00001"),
        ("pmid:123", "/graph/v1/paper/PMID:123"),
        ("pmcid:PMC9", "/graph/v1/paper/PMCID:9"),
    ],
)
def test_a_lone_identifier_is_a_plain_request(curie, path):
    """One paper is asked for by its prefixed id; a PMCID without its letters, an arXiv id without version."""
    (call,) = plan(lookup(NAME, curie))
    assert (call.request.path, call.request.body) == (path, None)


def test_a_batch_is_aligned_with_its_ids():
    """Answers stand in the order of the ids, null for what is unknown; a strange one is asked alone."""
    asked = [lookup(NAME, curie) for curie in ("doi:10.5555/x", "pmid:123", "arxiv:2101.00001")]
    (call,) = plan(*asked)
    assert call.request.body is not None
    assert json.loads(call.request.body) == {"ids": ["DOI:10.5555/x", "PMID:123", "ARXIV:2101.00001"]}
    answers = read(call, reply([paper(title="Calls"), None, {"title": "no id"}]))
    assert answers[asked[0]].records[0].title == "Calls"
    assert answers[asked[1]] == Absent(question=asked[1], fetched_at=FETCHED_AT)
    assert isinstance(answers[asked[2]], Call)


def test_a_batch_of_unknown_ids_is_asked_singly():
    """A 400 may mean that no id is known: each is asked alone."""
    asked = [lookup(NAME, curie) for curie in ("doi:10.5555/x", "pmid:123")]
    (call,) = plan(*asked)
    answers = read(call, reply({"error": "No valid paper ids given"}, 400))
    assert [answers[one].request.path for one in asked] == [
        "/graph/v1/paper/DOI:10.5555%2Fx",
        "/graph/v1/paper/PMID:123",
    ]
    for body in ([None], {"error": "x"}):
        with pytest.raises(ReplyError):
            read(call, reply(body))


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"error": "Unrecognized or unsupported fields: [x]"}, 400, "HTTP 400"),
        ({"message": "Forbidden"}, 403, "HTTP 403"),
        ({"message": "Missing route"}, 404, "HTTP 404"),
        ({"message": "Endpoint request timed out"}, 200, "error in reply: Endpoint request timed out"),
        ({}, 200, "no paper in reply"),
    ],
)
def test_errors_are_no_absence(body, status, kind):
    """Only "… not found" with a 404 is an absence."""
    question = lookup(NAME, "doi:10.5555/x")
    with pytest.raises(ReplyError) as caught:
        ask(question, reply(body, status))
    assert str(caught.value) == kind
    assert isinstance(ask(question, reply({"error": "Paper with id DOI:10.5555/x not found"}, 404)), Absent)


def test_a_record_of_every_field():
    """Ids, names, venue, year, access and counts come from their documented fields."""
    found = record(
        lookup(NAME, "doi:10.5555/x"),
        reply(
            paper(
                externalIds={"DOI": "10.5555/A%3C1%3E", "ArXiv": "2101.00001", "PubMed": "123", "PubMedCentral": "9"},
                title="Calls of Rana",
                abstract=None,
                venue="Journal of Ponds",
                publicationVenue={"name": "Journal of Ponds", "alternate_names": ["J Ponds"]},
                year=2024,
                publicationDate="2023-12-05",
                publicationTypes=["Study", "JournalArticle"],
                journal={"name": "J. Ponds", "volume": "12", "pages": "101-109"},
                authors=[{"name": "A. Reed"}, {"name": None}, {"name": "Pond Consortium"}],
                openAccessPdf={"url": "https://pond.example/7.pdf", "status": "GOLD", "license": "CCBY"},
                url="https://www.semanticscholar.org/paper/x",
                citationCount=4,
                referenceCount=1,
            )
        ),
    )
    curies = ["doi:10.5555/a<1>", "arxiv:2101.00001", "pmid:123", "pmcid:PMC9"]
    assert [str(one) for one in found.identifiers] == curies
    assert found.author == (Name(family="Reed", given="A."), Name(literal="Pond Consortium"))
    assert found.container_titles == ("J. Ponds", "Journal of Ponds", "J Ponds")
    assert (found.years, found.issued, found.type) == ((2024, 2023), "2023-12-05", "article-journal")
    assert (found.open_access, found.license, found.pdf_url) == ("gold", "CCBY", "https://pond.example/7.pdf")
    assert (found.cited_by_count, found.references_count) == (4, 1)


def test_nulls_and_missing_fields():
    """A paper of nothing but its id is known by it, or by the id it was asked for."""
    answer = ask(
        search(NAME, "frogs"), reply({"total": 1, "data": [{"paperId": "abc", "title": None, "authors": None}]})
    )
    assert isinstance(answer, Found)
    assert [one.id for one in answer.records] == ["s2:abc"]
    assert record(lookup(NAME, "doi:10.5555/x"), reply({"paperId": "abc"})).id == "doi:10.5555/x"


def test_search():
    """Words without hyphens, a date, venues; no hit has no `data`; withheld or foreign data fails."""
    question = search(
        NAME, "x", title="Frog-calls in ponds", since="2026-01-01", limit=200, filters=("venue:J, Ponds",)
    )
    (call,) = plan(question)
    sent = params(call)
    assert (sent["query"], sent["publicationDateOrYear"], sent["limit"]) == (
        "Frog calls in ponds",
        "2026-01-01:",
        "100",
    )
    assert sent["venue"] == "J Ponds"
    nothing = ask(question, reply({"total": 0, "offset": 0}))
    assert isinstance(nothing, Found)
    assert (nothing.records, nothing.total) == ((), 0)
    for body in ({"total": 3}, {"total": 3, "data": None}, {"data": [{"citingPaper": {}}]}, []):
        with pytest.raises(ReplyError):
            ask(question, reply(body))
