"""The reading side of the shared cases about provider responses."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Found, ProviderName, RelationType, UpdateType
from scholar_build.providers.base import ReplyError
from tests.providers.asking import ask, lookup, record, reply
from tests.providers.test_arxiv import feed
from tests.shared import cases, needs_shared

CASES = {row["id"]: row for row in cases("provider response", "matching: title")}


def facts(case: str) -> list[dict[str, Any]]:
    """What the providers of a case say."""
    return [fact for fact in CASES[case]["provider_facts"] if isinstance(fact.get("record"), dict)]


def crossref(record_: dict[str, Any], own: str) -> dict[str, Any]:
    """A case's record as Crossref would send it."""
    title = record_["title"]
    updates = [{"DOI": one["doi"], "type": one["type"]} for one in record_.get("updated_by", [])]
    work = {"DOI": own, "title": title if isinstance(title, list) else [title], "updated-by": updates}
    return {"status": "ok", "message-type": "work", "message": work}


@needs_shared
def test_markup_in_a_title_keeps_words_apart():
    """C009: `in<mml:math>N` reads "in N"."""
    own = facts("C009")[0]["lookup"]
    found = record(lookup(ProviderName.CROSSREF, f"doi:{own}"), reply(crossref(facts("C009")[0]["record"], own)))
    assert "in N-Coupled" in found.title
    assert "mml:" not in found.title


@needs_shared
def test_an_empty_title_list_is_no_title():
    """C018: a registered work without a title is found, with none."""
    own = facts("C018")[0]["lookup"].lower()
    found = record(lookup(ProviderName.CROSSREF, f"doi:{own}"), reply(crossref(facts("C018")[0]["record"], own)))
    assert (found.titles, found.title) == ((), "")


@needs_shared
def test_a_concept_doi_names_its_versions():
    """C021: the concept record has its versions, the version its concept."""
    for fact, kind in zip(facts("C021"), (RelationType.HAS_VERSION, RelationType.VERSION_OF), strict=False):
        related = [
            {"relationType": name, "relatedIdentifier": target, "relatedIdentifierType": "DOI"}
            for name, target in fact["record"]["relations"]
        ]
        attributes = {"doi": fact["lookup"], "titles": [{"title": "roseNNa"}], "relatedIdentifiers": related}
        answer = reply({"data": {"attributes": attributes}})
        found = record(lookup(ProviderName.DATACITE, f"doi:{fact['lookup']}"), answer)
        assert [(one.type, one.target.value) for one in found.relations] == [
            (kind, one[1]) for one in fact["record"]["relations"]
        ]


@needs_shared
def test_updated_by_alone_makes_a_retraction():
    """C022: the relation on the affected work is enough."""
    fact = facts("C022")[0]
    found = record(
        lookup(ProviderName.CROSSREF, f"doi:{fact['lookup']}"), reply(crossref(fact["record"], fact["lookup"]))
    )
    assert [(one.type, one.notice) for one in found.updates] == [
        (UpdateType.RETRACTION, Identifier(Scheme.DOI, "10.1126/science.1124926"))
    ]


@needs_shared
def test_an_error_entry_is_a_refusal():
    """C023: an entry of arXiv's that is an error is no paper."""
    entry = facts("C023")[0]["record"]["entry"]
    body = feed(
        f"<entry><id>{entry['id']}</id><title>{entry['title']}</title><summary>{entry['summary']}</summary></entry>"
    )
    with pytest.raises(ReplyError, match="incorrect id format"):
        ask(lookup(ProviderName.ARXIV, "arxiv:2402.13284"), reply(body))


@needs_shared
def test_another_agency_answers_through_doi_org():
    """C020: a DOI unknown to Crossref has its title from its own agency."""
    fact = facts("C020")[-1]
    question = lookup(ProviderName.DOI_ORG, "doi:10.5555/istic")
    answer = ask(question, reply({"responseCode": 1, "values": []}), reply({"title": fact["record"]["title"]}))
    assert isinstance(answer, Found)
    assert answer.records[0].title == fact["record"]["title"]
