"""Europe PMC: batches by OR, results full and light, preprints, corrections, errors inside a 200."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Name, ProviderName, Record, Relation, RelationType, UpdateType
from scholar_build.providers.base import ReplyError
from tests.providers.asking import FETCHED_AT, ask, lookup, params, plan, read, record, reply, search

NAME = ProviderName.EUROPEPMC


def results(*entries: dict[str, Any], total: int | None = None) -> dict[str, Any]:
    """A result list."""
    return {
        "version": "6.9",
        "hitCount": len(entries) if total is None else total,
        "resultList": {"result": list(entries)},
    }


def read_result(**fields: Any) -> Record:
    """The record of one result."""
    return record(
        lookup(NAME, "doi:10.5555/x"), reply(results({"id": "123", "source": "MED", "doi": "10.5555/X", **fields}))
    )


def test_a_batch_is_one_query():
    """Every kind of identifier goes into one query; each finds its result, and what is missing is absent."""
    asked = [lookup(NAME, curie) for curie in ('doi:10.5555/a"b', "pmid:123", "pmcid:PMC9", "doi:10.5555/none")]
    (call,) = plan(*asked)
    query = r'DOI:"10.5555/a\"b" OR (EXT_ID:123 AND SRC:MED) OR PMCID:PMC9 OR DOI:"10.5555/none"'
    assert (params(call)["query"], params(call)["resultType"]) == (query, "core")
    entries = [
        {"id": "PPR1", "source": "PPR", "doi": '10.5555/a"b'},
        {"id": "123", "source": "MED"},
        {"id": "5", "source": "MED", "pmcid": "PMC9"},
    ]
    answers = read(call, reply(results(*entries)))
    assert [answers[one].records[0].id for one in asked[:3]] == ['doi:10.5555/a"b', "pmid:123", "pmid:5"]
    assert answers[asked[3]] == Absent(question=asked[3], fetched_at=FETCHED_AT)


def test_one_page_of_many_says_nothing_of_absence():
    """Where not all results are on the page, a missing one is not absent."""
    with pytest.raises(ReplyError, match="more results"):
        ask(lookup(NAME, "doi:10.5555/x"), reply(results({"id": "1", "source": "MED"}, total=300)))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (
            {"errCode": 404, "errMsg": "No search criteria provided. x"},
            "error in reply: No search criteria provided. x",
        ),
        ({"version": "6.9"}, "no list of results in reply"),
        ({"hitCount": 0}, "no list of results in reply"),
        (results({"title": "no id"}), "no readable result in reply"),
    ],
)
def test_errors_inside_a_200_fail(body, kind):
    """Europe PMC's hidden errors are failures for a search and for a lookup."""
    for question in (search(NAME, "frogs"), lookup(NAME, "doi:10.5555/x")):
        with pytest.raises(ReplyError) as caught:
            ask(question, reply(body))
        assert str(caught.value) == kind


def test_a_full_result():
    """Names, journal, dates and counts of a `core` result."""
    found = read_result(
        pmid="123",
        pmcid="PMC9",
        title="[Calls of <i>Rana</i>.]",
        authorList={
            "author": [
                {"fullName": "Reed A", "firstName": "Ada", "lastName": "Reed", "initials": "A"},
                {"collectiveName": "Pond Consortium"},
                {"fullName": "van der Berg JP"},
                {},
            ]
        },
        journalInfo={
            "volume": "12",
            "issue": "3",
            "dateOfPublication": "2024 Mar",
            "yearOfPublication": 2024,
            "printPublicationDate": "2024-03-01",
            "journal": {"title": "Journal of ponds", "isoabbreviation": "J Ponds", "medlineAbbreviation": "J Ponds"},
        },
        electronicPublicationDate="2023-12-05",
        firstPublicationDate="2023-12-05",
        pubYear="2024",
        pageInfo="101-109",
        abstractText="<h4>Aim</h4>Frogs call.",
        language="eng",
        license="cc by",
        citedByCount=4,
    )
    assert [str(one) for one in found.identifiers] == ["doi:10.5555/x", "pmid:123", "pmcid:PMC9"]
    assert found.titles == ("Calls of Rana",)
    assert found.author == (
        Name(family="Reed", given="Ada"),
        Name(literal="Pond Consortium"),
        Name(family="van der Berg", given="JP"),
    )
    assert found.container_titles == ("Journal of ponds", "J Ponds")
    assert (found.issued, found.years) == ("2024-03-01", (2024, 2023))
    assert (found.volume, found.issue, found.page, found.type) == ("12", "3", "101-109", "article-journal")
    assert (found.abstract, found.license, found.cited_by_count) == ("Aim Frogs call.", "cc by", 4)
    assert found.url == "https://europepmc.org/article/MED/123"


def test_a_light_result():
    """A `lite` result has its names in one string and its journal beside it."""
    found = read_result(
        title="Calls.",
        authorString="Reed A, O'Brien-Lee JP Jr, Pond Consortium.",
        journalTitle="J Ponds",
        journalVolume="12",
        issue="3",
        pubType="retracted publication; journal article",
    )
    assert found.author == (
        Name(family="Reed", given="A"),
        Name(family="O'Brien-Lee", given="JP", suffix="Jr"),
        Name(literal="Pond Consortium"),
    )
    assert (found.container_title, found.volume, found.issue) == ("J Ponds", "12", "3")
    assert [update.type for update in found.updates] == [UpdateType.RETRACTION]


def test_a_preprint():
    """A preprint has a server, no journal, perhaps no DOI, and a publication."""
    preprint = {
        "id": "PPR1",
        "source": "PPR",
        "title": "Calls",
        "versionNumber": 2,
        "bookOrReportDetails": {"publisher": "bioRxiv", "yearOfPublication": 2023},
        "commentCorrectionList": {"commentCorrection": [{"type": "Preprint of", "source": "MED", "id": "124"}]},
    }
    answer = ask(search(NAME, "frogs"), reply(results(preprint)))
    assert isinstance(answer, Found)
    (found,) = answer.records
    assert (found.id, found.type, found.publisher, found.version) == ("europepmc:PPR:PPR1", "article", "bioRxiv", "2")
    target = Identifier(Scheme.PMID, "124")
    assert (found.years, found.relations) == ((2023,), (Relation(type=RelationType.PUBLISHED_VERSION, target=target),))


def corrections(*entries: dict[str, str]) -> dict[str, Any]:
    """A list of corrections."""
    return {"commentCorrection": list(entries)}


def test_corrections_and_notices():
    """What happened to a work keeps its weight; the notice is told from it; a notice under the own DOI has none."""
    later = corrections(
        {"type": "Retraction in", "source": "MED", "id": "124", "reference": "J Ponds. 2025;13:1"},
        {"type": "Erratum in", "reference": "J Ponds. 2024;13:9. doi: 10.5555/E."},
        {"type": "Comment in", "id": "9", "source": "MED"},
    )
    found = read_result(title="Calls", commentCorrectionList=later)
    assert [(one.type, str(one.notice), one.date) for one in found.updates] == [
        (UpdateType.RETRACTION, "pmid:124", "2025"),
        (UpdateType.CORRECTION, "doi:10.5555/e", "2024"),
    ]
    own = read_result(
        title="WITHDRAWN: Calls", commentCorrectionList=corrections({"type": "Retraction in", "reference": "10.5555/x"})
    )
    assert [(one.type, one.notice) for one in own.updates] == [(UpdateType.RETRACTION, None)]
    for fields in (
        {"pubTypeList": {"pubType": ["Published Erratum"]}},
        {"commentCorrectionList": corrections({"type": "Retraction of", "id": "1", "source": "MED"})},
        {"title": "Expression of Concern: Calls"},
    ):
        assert read_result(**fields).is_notice


def test_search_by_fields():
    """A title and an author become fields, words are joined by AND, dates and filters follow."""
    (by_title,) = plan(search(NAME, "x", title="Frog calls", author="Reed"))
    assert params(by_title)["query"] == 'TITLE:(Frog AND calls) AND AUTH:"Reed"'
    filters = ("author:Reed A", "venue:J Ponds", "source:PPR", "source:MED")
    (since,) = plan(search(NAME, "frog OR calls", since="2026-01-01", limit=25, filters=filters))
    assert params(since)["query"] == (
        '(frog AND calls) AND (AUTH:"Reed A") AND (JOURNAL:"J Ponds") AND (SRC:"PPR" OR SRC:"MED")'
        " AND FIRST_PDATE:[2026-01-01 TO 3000-12-31]"
    )
    assert (params(since)["pageSize"], params(since)["sort"]) == ("25", "P_PDATE_D desc")
    answer = ask(search(NAME, "frogs"), reply(results({"id": "1", "source": "MED"}, total=812)))
    assert isinstance(answer, Found)
    assert answer.total == 812
