"""OpenAlex: cheap routes, merged works, inverted abstracts, references and citing works."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Name, ProviderName, Record, Relation, RelationType, UpdateType
from scholar_build.providers.base import Call, Pace, ReplyError
from tests.providers.asking import FETCHED_AT, ask, lookup, params, plan, read, record, reply, search

NAME = ProviderName.OPENALEX
OWN = "10.5555/frog.2024.7"


def work(**fields: Any) -> dict[str, Any]:
    """One work."""
    return {"id": "https://openalex.org/W100", "doi": f"https://doi.org/{OWN}", **fields}


def works(*entries: dict[str, Any]) -> dict[str, Any]:
    """A list reply."""
    return {"meta": {"count": 812}, "results": list(entries)}


def read_work(**fields: Any) -> Record:
    """The record of a work with these fields."""
    return record(lookup(NAME, f"doi:{OWN}"), reply(work(**fields)))


@pytest.mark.parametrize(
    ("curie", "path"),
    [
        ("openalex:W100", "/works/W100"),
        ("doi:10.5555/a#b", "/works/doi:10.5555/a%23b"),
        ("pmid:123", "/works/pmid:123"),
        ("pmcid:PMC9", "/works/pmcid:PMC9"),
        ("arxiv:2101.00001", "/works/doi:10.48550/arxiv.2101.00001"),
    ],
)
def test_a_lone_identifier_takes_the_free_route(curie, path):
    """A single work is asked for by the form that costs no credits."""
    (call,) = plan(lookup(NAME, curie))
    assert (call.request.path, call.request.params, call.request.pace) == (path, (), Pace.SINGLE)


def test_batches_are_one_filter_by_kind():
    """DOIs and arXiv ids share one list, OpenAlex ids another; a DOI that would break the filter goes alone."""
    curies = ("doi:10.5555/a", "arxiv:2101.00001", "openalex:W1", "openalex:W2", "doi:10.5555/b|c")
    calls = plan(*(lookup(NAME, curie) for curie in curies))
    assert [params(call).get("filter", call.request.path) for call in calls] == [
        "doi:10.5555/a|10.48550/arxiv.2101.00001",
        "openalex:W1|W2",
        "/works/doi:10.5555/b%7Cc",
    ]
    assert "referenced_works" in params(calls[0])["select"].split(",")


def test_a_batch_matches_by_identifier():
    """Every kind of identifier finds its record; what is missing is absent, an OpenAlex id only after a second look."""
    asked = [lookup(NAME, curie) for curie in (f"doi:{OWN}", "arxiv:2101.00001", "doi:10.5555/none")]
    (call,) = plan(*asked)
    preprint = {"id": "https://openalex.org/W7", "doi": "https://doi.org/10.48550/arXiv.2101.00001"}
    answers = read(call, reply(works(preprint, work())))
    assert answers[asked[0]].records[0].id == f"doi:{OWN}"
    assert Identifier(Scheme.ARXIV, "2101.00001") in answers[asked[1]].records[0].identifiers
    assert answers[asked[2]] == Absent(question=asked[2], fetched_at=FETCHED_AT)
    merged = lookup(NAME, "openalex:W1")
    (call,) = plan(merged, lookup(NAME, "openalex:W100"))
    again = read(call, reply(works(work())))[merged]
    assert isinstance(again, Call)
    assert again.request.path == "/works/W1"


def test_a_merged_work_says_so():
    """The survivor that answers for a merged id is marked; a 404 is an absence whatever its body."""
    question = lookup(NAME, "openalex:W1")
    found = record(question, reply(work()))
    assert found.relations == (Relation(type=RelationType.IDENTICAL, target=question.identifier),)
    for body in ("<html>404 Not Found</html>", {"error": "Not found"}):
        assert isinstance(ask(question, reply(body, 404)), Absent)


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"error": "Invalid or missing API key", "message": "API key not found"}, 401, "HTTP 401"),
        ({"error": "Invalid query parameters error.", "message": "foo is not valid"}, 400, "HTTP 400"),
        ({"error": "x", "message": "Slow down"}, 200, "error in reply: Slow down"),
        ({"results": []}, 200, "no work in reply"),
        ("<html></html>", 200, "not JSON"),
    ],
)
def test_errors_fail(body, status, kind):
    """Errors of any form are failures."""
    with pytest.raises(ReplyError) as caught:
        ask(lookup(NAME, "openalex:W1"), reply(body, status))
    assert str(caught.value) == kind


@pytest.mark.parametrize("body", [{"group_by": []}, {"results": "x"}, {"results": [{"title": "no id"}]}])
def test_an_unreadable_list_fails(body):
    """A list reply without works is no empty result."""
    with pytest.raises(ReplyError):
        ask(search(NAME, "frogs"), reply(body))


def test_a_record_of_every_field():
    """Ids, names, venue, pages, access, references and counts come from their documented fields."""
    found = read_work(
        title="Calls of <i>Rana</i>",
        display_name="Calls of Rana",
        publication_year=2024,
        publication_date="2023-12-05",
        language="en",
        type="article",
        ids={"pmid": "https://pubmed.ncbi.nlm.nih.gov/123", "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/9"},
        primary_location={
            "landing_page_url": "https://pond.example/7",
            "source": {"display_name": "Journal of Ponds", "host_organization_name": "Pond Press"},
            "raw_source_name": "J. Ponds",
            "raw_type": "proceedings-article",
        },
        best_oa_location={"license": "cc-by", "pdf_url": "https://pond.example/7.pdf"},
        open_access={"oa_status": "gold"},
        authorships=[
            {"author": {"display_name": "Ada Reed"}, "raw_author_name": "Reed, Ada"},
            {"author": {"display_name": "Ludwig van der Berg"}, "raw_author_name": "L. van der Berg"},
            {"author": {"display_name": "Pond Consortium"}},
            {"author": {"display_name": None}, "raw_author_name": "王芳"},
            {"author": {}},
        ],
        biblio={"volume": "12", "issue": "3", "first_page": "101", "last_page": "109"},
        cited_by_count=4,
        referenced_works=["https://openalex.org/W9", "https://openalex.org/W8"],
        referenced_works_count=5,
        abstract_inverted_index={"Frogs": [0], "call": [1, 4], "and": [2], "toads": [3], "bad": ["x", 10**9]},
    )
    assert found.titles == ("Calls of Rana",)
    assert [str(one) for one in found.identifiers] == [f"doi:{OWN}", "openalex:W100", "pmid:123", "pmcid:PMC9"]
    assert found.author == (
        Name(family="Reed", given="Ada"),
        Name(family="van der Berg", given="Ludwig"),
        Name(literal="Pond Consortium"),
        Name(family="王芳"),
    )
    assert found.container_titles == ("Journal of Ponds", "J. Ponds")
    assert (found.issued, found.years, found.page) == ("2023-12-05", (2024, 2023), "101-109")
    assert (found.type, found.publisher, found.url) == ("paper-conference", "Pond Press", "https://pond.example/7")
    assert (found.open_access, found.license, found.pdf_url) == ("gold", "cc-by", "https://pond.example/7.pdf")
    assert found.abstract == "Frogs call and toads call"
    assert (found.cited_by_count, found.references_count) == (4, 5)
    assert [one.value for one in found.references] == ["W9", "W8"]


def test_nulls_anywhere():
    """Any field may be null."""
    nothing = dict.fromkeys(
        (
            "doi",
            "title",
            "display_name",
            "publication_date",
            "primary_location",
            "authorships",
            "biblio",
            "ids",
            "type",
            "open_access",
            "referenced_works",
            "abstract_inverted_index",
            "cited_by_count",
            "best_oa_location",
        )
    )
    found = record(lookup(NAME, "openalex:W100"), reply({"id": "https://openalex.org/W100", **nothing}))
    assert (found.id, found.titles, found.author, found.years) == ("openalex:W100", (), (), ())


def test_cut_author_lists_say_so():
    """A hundred authors in a list are cut, said or not; a single work has them all."""
    many = [{"author": {"display_name": f"Ada Reed {n}"}} for n in range(100)]
    question = search(NAME, "frogs")
    answer = ask(
        question, reply(works(work(authorships=many), work(authorships=[], is_authors_truncated=True), work()))
    )
    assert isinstance(answer, Found)
    assert [one.author_complete for one in answer.records] == [False, False, True]
    assert read_work(authorships=many).author_complete


def test_retractions_and_notices():
    """`is_retracted` marks a victim, never the notice, whose type or title tells it apart."""
    assert [update.type for update in read_work(title="Calls", is_retracted=True).updates] == [UpdateType.RETRACTION]
    assert [update.type for update in read_work(title="WITHDRAWN: Calls").updates] == [UpdateType.WITHDRAWAL]
    for fields in ({"title": "Retraction Note: Calls", "is_retracted": True}, {"title": "Calls", "type": "retraction"}):
        found = read_work(**fields)
        assert (found.is_notice, found.updates) == (True, ())


def test_a_preprint_knows_its_publication():
    """A published version among the locations of a preprint is its publication."""
    locations = [
        {"id": f"doi:{OWN}", "version": "submittedVersion"},
        {"id": "doi:10.5555/ARTICLE", "version": "publishedVersion"},
        {"id": "pmid:123", "version": "publishedVersion"},
    ]
    found = read_work(type="preprint", locations=locations)
    article = Identifier(Scheme.DOI, "10.5555/article")
    assert found.relations == (Relation(type=RelationType.PUBLISHED_VERSION, target=article),)
    assert read_work(type="article", locations=locations).relations == ()


def test_search_costs_little_and_says_no_operator():
    """A search sends plain words of the title, without operators, and keeps OpenAlex's own count."""
    question = search(NAME, "x", title='Frogs AND "toads": (a|b)?', limit=300)
    (call,) = plan(question)
    assert params(call)["search"] == "Frogs and toads a b"
    assert (params(call)["per_page"], "filter" in params(call)) == ("100", False)
    answer = ask(question, reply(works(work())))
    assert isinstance(answer, Found)
    assert ([one.id for one in answer.records], answer.total) == ([f"doi:{OWN}"], 812)


def test_citing_works_are_a_plain_list():
    """Who cites a work is a filter, without a costly search, newest first since a date."""
    filters = ("cites:W1", "cites:https://openalex.org/W2", "cites:x", "author:Reed, A", "type:article")
    (call,) = plan(search(NAME, "", since="2026-01-01", filters=filters))
    sent = params(call)
    assert sent["filter"] == ("cites:W1|W2,raw_author_name.search:Reed A,type:article,from_publication_date:2026-01-01")
    assert ("search" in sent, sent["sort"]) == (False, "publication_date:desc")
