"""DataCite: batches, creators, titles, versions and concept DOIs."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Name, ProviderName, Record, Relation, RelationType
from scholar_build.providers.base import ReplyError
from tests.providers.asking import FETCHED_AT, ask, lookup, params, plan, read, record, reply, search

NAME = ProviderName.DATACITE


def entry(own: str = "10.5281/zenodo.1", **attributes: Any) -> dict[str, Any]:
    """One DOI."""
    return {"id": own, "type": "dois", "attributes": {"doi": own.upper(), **attributes}}


def read_doi(**attributes: Any) -> Record:
    """The record of a DOI with these attributes."""
    return record(lookup(NAME, "doi:10.5281/zenodo.1"), reply({"data": entry(**attributes)}))


def test_a_batch_is_one_list():
    """Several DOIs and arXiv ids are one list; what it lacks is absent; a DOI with a comma goes alone."""
    curies = ("doi:10.5281/zenodo.1", "arxiv:2101.00001", "doi:10.5281/none", "doi:10.5281/a,b")
    asked = [lookup(NAME, curie) for curie in curies]
    batch, alone = plan(*asked)
    assert params(batch)["ids"] == "10.5281/zenodo.1,10.48550/arxiv.2101.00001,10.5281/none"
    assert (params(batch)["page[size]"], params(batch)["disable-facets"]) == ("100", "true")
    assert alone.request.path == "/dois/10.5281/a%2Cb"
    answers = read(batch, reply({"data": [entry("10.48550/arxiv.2101.00001"), entry()], "meta": {"total": 2}}))
    assert [answers[one].records[0].id for one in asked[:2]] == [
        "doi:10.5281/zenodo.1",
        "doi:10.48550/arxiv.2101.00001",
    ]
    assert answers[asked[2]] == Absent(question=asked[2], fetched_at=FETCHED_AT)


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"errors": {"title": "Bad query"}}, 200, "error in reply: Bad query"),
        ({"errors": [{"title": "Bad credentials."}]}, 401, "HTTP 401"),
        ({"message": "x"}, 404, "HTTP 404"),
        ("<html>", 404, "not JSON"),
        ({"data": {"id": "x"}}, 200, "no work in reply"),
    ],
)
def test_errors_are_no_absence(body, status, kind):
    """Only DataCite's own error list with a 404 is an absence."""
    question = lookup(NAME, "doi:10.5281/zenodo.1")
    with pytest.raises(ReplyError) as caught:
        ask(question, reply(body, status))
    assert str(caught.value) == kind
    assert isinstance(ask(question, reply({"errors": [{"status": "404", "title": "x"}]}, 404)), Absent)


def test_a_record_of_every_field():
    """Titles, names, container, dates, rights and abstract come from their documented attributes."""
    found = read_doi(
        titles=[
            {"title": "Κλήσεις", "titleType": "AlternativeTitle"},
            {"title": "Frog calls"},
            {"title": "a study", "titleType": "Subtitle"},
        ],
        creators=[
            {"name": "Reed, Ada", "nameType": "Personal", "givenName": "Ada", "familyName": "Reed"},
            {"name": "Pond Consortium", "nameType": "Organizational"},
            {"name": "Moss, Bo"},
            {"name": "Enos, Ryan (Pond University); Lee, Kim (Lake University)"},
            {"name": None, "givenName": "Jocelien Olivier"},
            {"name": ":(unav)"},
            {"name": ""},
        ],
        contributors=[
            {"name": "Fox, Ed", "contributorType": "Editor"},
            {"name": "No, One", "contributorType": "Other"},
        ],
        container={"title": "Pond Data", "volume": "1", "issue": "2", "firstPage": "3", "lastPage": "9"},
        publisher={"name": "Zenodo"},
        publicationYear=2024,
        dates=[
            {"date": "2019/2020-05-01", "dateType": "Collected"},
            {"date": "2023-01-02", "dateType": "Issued"},
            {"date": "2021/2022", "dateType": "Created"},
        ],
        types={"citeproc": "article", "resourceTypeGeneral": "Software"},
        version="1.2",
        language="en",
        url="https://zenodo.example/1",
        rightsList=[{"rights": "x"}, {"rightsIdentifier": "cc-by-4.0"}],
        descriptions=[
            {"description": "m", "descriptionType": "Methods"},
            {"description": "<p>Frogs</p>", "descriptionType": "Abstract"},
        ],
        relatedIdentifiers=[
            {"relationType": "References", "relatedIdentifier": "10.5555/OLD", "relatedIdentifierType": "DOI"},
            {"relationType": "References", "relatedIdentifier": "https://x", "relatedIdentifierType": "URL"},
        ],
        citationCount=3,
        referenceCount=2,
    )
    assert found.titles == ("Frog calls", "Frog calls: a study", "Κλήσεις")
    assert found.author == (
        Name(family="Reed", given="Ada"),
        Name(literal="Pond Consortium"),
        Name(family="Moss", given="Bo"),
        Name(family="Enos", given="Ryan"),
        Name(family="Lee", given="Kim"),
        Name(family="Olivier", given="Jocelien"),
    )
    assert found.editor == (Name(family="Fox", given="Ed"),)
    assert (found.container_title, found.volume, found.issue, found.page) == ("Pond Data", "1", "2", "3-9")
    assert (found.issued, found.years) == ("2023-01-02", (2024, 2023, 2021, 2022))
    assert (found.type, found.version, found.publisher, found.language) == ("software", "1.2", "Zenodo", "en")
    assert (found.license, found.abstract, found.url) == ("cc-by-4.0", "Frogs", "https://zenodo.example/1")
    assert found.references == (Identifier(Scheme.DOI, "10.5555/old"),)
    assert (found.cited_by_count, found.references_count) == (3, 2)


def test_only_a_special_title():
    """A work whose titles are all special ones has them all the same."""
    assert read_doi(titles=[{"title": "Rufe", "titleType": "TranslatedTitle"}]).titles == ("Rufe",)
    assert read_doi(titles=[{"title": "a study", "titleType": "Subtitle"}]).titles == ("a study",)
    assert read_doi(titles=None, creators=None, dates=None, types=None, container=None).titles == ()


def related(kind: str, target: str, scheme: str = "DOI") -> dict[str, str]:
    """One related identifier."""
    return {"relationType": kind, "relatedIdentifier": target, "relatedIdentifierType": scheme}


def test_versions_and_concepts():
    """A concept DOI names its versions, a version names its concept, and neither names itself."""
    concept = read_doi(
        relatedIdentifiers=[related("HasVersion", "10.5281/zenodo.2"), related("HasVersion", "10.5281/ZENODO.1")]
    )
    version = read_doi(
        relatedIdentifiers=[related("IsVersionOf", "10.5281/zenodo.9"), related("IsCitedBy", "10.5555/c")]
    )
    assert concept.relations == (
        Relation(type=RelationType.HAS_VERSION, target=Identifier(Scheme.DOI, "10.5281/zenodo.2")),
    )
    assert version.relations == (
        Relation(type=RelationType.VERSION_OF, target=Identifier(Scheme.DOI, "10.5281/zenodo.9")),
    )


def test_a_preprint_knows_its_publication():
    """A preprint that is a version of a DOI elsewhere was published there."""
    found = read_doi(
        types={"citeproc": "article", "resourceTypeGeneral": "Preprint"},
        relatedIdentifiers=[related("IsVersionOf", "10.5555/article"), related("IsIdenticalTo", "2101.00001", "arXiv")],
    )
    assert found.type == "article"
    assert [(one.type, str(one.target)) for one in found.relations] == [
        (RelationType.PUBLISHED_VERSION, "doi:10.5555/article"),
        (RelationType.IDENTICAL, "arxiv:2101.00001"),
    ]


@pytest.mark.parametrize(
    ("stated", "years"), [(2549, (2549, 2006)), ("2549", (2549, 2006)), (2024, (2024,)), (0, ()), (None, ())]
)
def test_years_of_the_buddhist_era(stated, years):
    """Thai repositories state years of the Buddhist era: both readings count."""
    assert read_doi(publicationYear=stated).years == years


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        ({"citeproc": "article-journal", "resourceTypeGeneral": "Text"}, "article-journal"),
        ({"citeproc": "", "resourceTypeGeneral": "ConferencePaper"}, "paper-conference"),
        ({"citeproc": "article", "resourceTypeGeneral": "Other", "resourceType": "doctoralThesis"}, "thesis"),
        ({"citeproc": "", "resourceTypeGeneral": "Text"}, "document"),
        (None, ""),
    ],
)
def test_types(types, expected):
    """The CSL type is the most exact one that the record states."""
    assert read_doi(types=types).type == expected


def test_search_by_fields():
    """A title and an author become a query by field, plain text a query of words; dates and filters join."""
    (by_title,) = plan(search(NAME, "x", title="Frog: calls", author="Reed"))
    assert params(by_title)["query"] == "titles.title:(Frog calls) AND creators.familyName:(Reed)"
    assert params(by_title)["sort"] == "relevance"
    filters = ("author:Ada Reed", "type:dataset")
    (since,) = plan(search(NAME, "frogs", since="2026-01-01", limit=9, filters=filters))
    assert params(since)["query"] == "(frogs) AND creators.name:(Ada Reed) AND registered:[2026-01-01 TO *]"
    assert (params(since)["resource-type-id"], params(since)["page[size]"]) == ("dataset", "9")
    answer = ask(search(NAME, "frogs"), reply({"data": [entry()], "meta": {"total": 77}}))
    assert isinstance(answer, Found)
    assert ([one.id for one in answer.records], answer.total) == (["doi:10.5281/zenodo.1"], 77)
    with pytest.raises(ReplyError):
        ask(search(NAME, "frogs"), reply({"data": [{"id": "x"}]}))
