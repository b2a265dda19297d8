"""doi.org: registered or not by the handle API, then the agency's own metadata."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Name, ProviderName, Relation, RelationType
from scholar_build.providers.base import Call, ReplyError
from tests.providers.asking import FETCHED_AT, ask, lookup, plan, record, reply

NAME = ProviderName.DOI_ORG
QUESTION = lookup(NAME, "doi:10.5555/x(1)<2>")
REGISTERED = reply(
    {"responseCode": 1, "handle": "10.5555/x", "values": [{"type": "URL", "data": {"value": "https://p"}}]}
)
PAGE = {"content_type": "text/html; charset=utf-8"}


def alias_of(target: str) -> Any:
    """A handle that stands for another DOI."""
    return reply({"responseCode": 1, "values": [{"type": "HS_ALIAS", "data": {"format": "string", "value": target}}]})


def test_the_handle_is_asked_first():
    """Whether a DOI is registered is asked of the handle API, with its slash as it is."""
    (call,) = plan(QUESTION)
    assert call.request.path == "/api/handles/10.5555/x%281%29%3C2%3E"
    follow_up = ask(QUESTION, REGISTERED)
    assert isinstance(follow_up, Call)
    assert follow_up.request.path == "/10.5555/x%281%29%3C2%3E"
    assert follow_up.request.accept == "application/vnd.citationstyles.csl+json"


def test_only_response_code_100_is_an_absence():
    """The registry's own no is an absence."""
    assert ask(QUESTION, reply({"responseCode": 100, "handle": "10.5555/x"}, 404)) == Absent(
        question=QUESTION, fetched_at=FETCHED_AT
    )


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ("<html><title>Error: DOI Not Found</title></html>", 404, "not JSON"),
        ({"message": "not found"}, 404, "HTTP 404"),
        ({"responseCode": 102}, 400, "HTTP 400"),
        ({"responseCode": 2}, 200, "handle response 2"),
        ([{"DOI": "10.5555/x", "RA": "Crossref"}], 200, "handle response "),
    ],
)
def test_other_refusals_are_no_absence(body, status, kind):
    """An error page, another code or a foreign JSON never makes a DOI unregistered."""
    with pytest.raises(ReplyError) as caught:
        ask(QUESTION, reply(body, status))
    assert str(caught.value) == kind


def test_crossref_csl():
    """Crossref's answer to content negotiation is its own JSON with plain titles."""
    csl = {
        "DOI": "10.5555/x(1)<2>",
        "type": "journal-article",
        "title": "Calls of <i>Rana</i>",
        "container-title": "Journal of Ponds",
        "author": [{"family": "Reed", "given": "Ada", "affiliation": []}],
        "issued": {"date-parts": [[2024, 3]]},
    }
    found = record(QUESTION, REGISTERED, reply(csl))
    assert (found.id, found.titles, found.container_titles) == (
        "doi:10.5555/x(1)<2>",
        ("Calls of Rana",),
        ("Journal of Ponds",),
    )
    assert (found.type, found.years, found.author) == ("article-journal", (2024,), (Name(family="Reed", given="Ada"),))
    assert (found.provider, found.relations) == (NAME, ())


def test_datacite_csl():
    """DataCite writes its DOI in capitals, groups as `literal`, and a sole author perhaps without a list."""
    csl = {
        "type": "article",
        "DOI": "10.48550/ARXIV.2101.00001",
        "author": {"literal": "Pond Consortium"},
        "issued": {"date-parts": [[2021]]},
        "submitted": {"date-parts": [[2020, 12, 30]]},
        "title": "Frog calls",
        "publisher": "arXiv",
        "version": "2",
        "copyright": "CC BY 4.0",
        "URL": "https://arxiv.org/abs/2101.00001",
    }
    found = record(lookup(NAME, "doi:10.48550/arxiv.2101.00001"), REGISTERED, reply(csl))
    assert (found.id, found.version, found.license) == ("doi:10.48550/arxiv.2101.00001", "2", "CC BY 4.0")
    assert found.author == (Name(literal="Pond Consortium"),)
    assert (found.years, found.type) == ((2021, 2020), "article")
    assert Identifier(Scheme.ARXIV, "2101.00001") in found.identifiers


@pytest.mark.parametrize("issued", [{"raw": "2023-05-01"}, {"literal": "2023"}, "2023-05", {"date-parts": [["2023"]]}])
def test_csl_of_other_agencies(issued):
    """Other agencies leave out the DOI and write dates as text."""
    csl = {
        "title": "早期识别方法的多中心研究(附120例分析)",
        "author": [{"family": "王", "given": "芳"}],
        "issued": issued,
    }
    found = record(QUESTION, REGISTERED, reply(csl))
    assert (found.id, found.years) == ("doi:10.5555/x(1)<2>", (2023,))
    assert found.title == "早期识别方法的多中心研究(附120例分析)"


@pytest.mark.parametrize(
    "answer",
    [
        reply("<html>landing page</html>", **PAGE),
        reply("", 204),
        reply("", 406),
        reply("", 302, location="https://publisher.example/x"),
        reply("Resource not found.", 404),
    ],
    ids=["page", "204", "406", "foreign redirect", "agency without it"],
)
def test_registered_without_metadata(answer):
    """A DOI that is registered but yields no metadata is found, without a title."""
    found = record(QUESTION, REGISTERED, answer)
    assert (found.id, found.titles) == ("doi:10.5555/x(1)<2>", ())


@pytest.mark.parametrize(
    "answer",
    [reply("x", 403), reply("{", 200), reply([], 200), reply("<title>Error: DOI Not Found</title>", 404, **PAGE)],
)
def test_metadata_that_cannot_be_read_is_a_failure(answer):
    """A refusal or a broken answer of the agency is a failure, for a title may come another time."""
    with pytest.raises(ReplyError):
        ask(QUESTION, REGISTERED, answer)


def test_a_short_doi_leads_to_its_doi():
    """A short DOI is followed to the DOI it stands for, and the record says so."""
    short = lookup(NAME, "doi:10/abcde")
    follow_up = ask(short, alias_of("10.5555/REAL"))
    assert isinstance(follow_up, Call)
    assert follow_up.request.path == "/10.5555/real"
    found = record(short, alias_of("10.5555/REAL"), reply({"DOI": "10.5555/real", "title": "Calls"}))
    same = Relation(type=RelationType.IDENTICAL, target=Identifier(Scheme.DOI, "10/abcde"))
    assert (found.id, found.relations) == ("doi:10.5555/real", (same,))
    untitled = record(short, alias_of("10.5555/REAL"), reply("", 204))
    assert (untitled.id, untitled.relations) == ("doi:10.5555/real", (same,))


def test_an_alias_found_by_the_agency():
    """A record under another DOI than asked for is the prime one of an alias."""
    found = record(QUESTION, REGISTERED, reply({"DOI": "10.5555/prime", "title": "Calls"}))
    assert (found.id, [relation.type for relation in found.relations]) == (
        "doi:10.5555/prime",
        [RelationType.IDENTICAL],
    )


def test_a_handle_without_values_is_registered():
    """Response code 200 means that the handle exists."""
    assert isinstance(ask(QUESTION, reply({"responseCode": 200})), Call)
