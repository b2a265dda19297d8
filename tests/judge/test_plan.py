"""What is asked, of whom, and in which order."""

from __future__ import annotations

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.judge import judge, next_questions
from scholar_build.model import (
    Failure,
    Location,
    Lookup,
    Origin,
    ProviderName,
    Reference,
    Relation,
    RelationType,
    Search,
    Status,
    Unavailable,
)
from tests.judge.answering import Sources, ask, cited, doi, entry, found, record, verdict

TITLE = "Calls of tree frogs in noisy ponds"
PEOPLE = ("Ada Reed", "Wei Li")
X = doi("10.1000/x")


def asked(reference: Reference, source: Sources) -> list[str]:
    """Who was asked what kind of question, in order."""
    ask(reference, source)
    return [f"{one.provider} {'search' if isinstance(one, Search) else 'lookup'}" for one in source.asked]


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        (X, ["crossref lookup", "datacite lookup", "doi lookup", "crossref search"]),
        (doi("10/abcde"), ["doi lookup", "crossref search"]),
        (Identifier(Scheme.ARXIV, "2101.00001"), ["arxiv lookup", "crossref search"]),
        (doi("10.48550/arxiv.2101.00001v2"), ["arxiv lookup", "crossref search"]),
        (Identifier(Scheme.PMID, "1"), ["pubmed lookup", "crossref search"]),
        (Identifier(Scheme.PMCID, "PMC1"), ["pubmed lookup", "europepmc lookup", "crossref search"]),
        (Identifier(Scheme.OPENALEX, "W1"), ["openalex lookup", "crossref search"]),
    ],
)
def test_an_unknown_identifier_is_asked_of_its_authorities_and_the_work_is_searched_once(
    identifier: Identifier, expected: list[str]
) -> None:
    """Existence is decided by the agencies of the identifier; one search may find the right one."""
    assert expected == asked(cited(TITLE, PEOPLE, 2020, identifier), Sources())


def test_a_reference_that_agrees_costs_one_question() -> None:
    """Nothing more is asked when the authority's record agrees."""
    source = Sources({("crossref", str(X)): record(TITLE, PEOPLE, 2020)})

    assert asked(cited(TITLE, PEOPLE, 2020, X), source) == ["crossref lookup"]


def test_all_identifiers_of_a_reference_are_asked_together() -> None:
    """A DOI and a PMID in one reference make one round of questions."""
    reference = cited(TITLE, PEOPLE, 2020, X, Identifier(Scheme.PMID, "1"))

    assert [str(one.provider) for one in next_questions(reference, {})] == ["crossref", "pubmed"]


def test_searching_stops_at_the_first_close_match() -> None:
    """Crossref first; OpenAlex and Europe PMC only while nothing fits."""
    fits = record(TITLE, PEOPLE, 2020)
    reference = cited(TITLE, PEOPLE, 2020)

    assert asked(reference, Sources(searches={"crossref": [fits]})) == ["crossref search"]
    assert asked(reference, Sources(searches={"openalex": [fits]})) == ["crossref search", "openalex search"]
    assert asked(reference, Sources()) == ["crossref search", "openalex search", "europepmc search"]


def test_a_preprint_is_no_close_match_for_a_publication() -> None:
    """Where a journal is cited, a preprint does not end the search for the publication."""
    preprint = record(TITLE, PEOPLE, 2020, container_titles=("arXiv",))
    source = Sources(searches={"crossref": [preprint]})
    reference = cited(TITLE, PEOPLE, 2020, container_title="Journal of Ponds")

    assert len(asked(reference, source)) == 3
    assert verdict(reference, source).status == Status.VERIFIED


@pytest.mark.parametrize(
    "text",
    [
        "TBD",
        "Home page of the frog society. https://frogs.example/",
        "Frogs, version 2. Source code at github.com/pond/frogs, 2021.",
    ],
)
def test_what_no_index_holds_is_not_searched(text: str) -> None:
    """Placeholders, web pages and software cost no request."""
    assert next_questions(entry(text), {}) == ()


def test_a_mention_is_never_searched() -> None:
    """A link in running text is asked for its identifier alone, even where that is unknown."""
    mention = Reference(
        key="", text="see here", location=Location(source="a.md"), origin=Origin.MENTION, identifiers=(X,)
    )

    assert asked(mention, Sources()) == ["crossref lookup", "datacite lookup", "doi lookup"]


def test_search_questions_depend_on_the_reference_alone_and_hold_no_identifier() -> None:
    """The same reference asks the same question: addresses, DOIs and length do not get into it."""
    text = f"Reed A. {TITLE}. J Ponds 2020;1:2. doi:10.1000/x https://doi.org/10.1000/x PMID: 12 " + "word " * 200
    reference = entry(text)
    (question,) = next_questions(reference, {})

    assert (question,) == next_questions(reference, {})
    assert isinstance(question, Search)
    assert "10.1000" not in question.text
    assert "http" not in question.text
    assert len(question.text) <= 400


def test_a_title_is_handed_to_providers_that_search_by_field() -> None:
    """Title, first family name and year are named beside the whole text."""
    (structured,) = next_questions(cited(TITLE, PEOPLE, 2020), {})
    (quoted,) = next_questions(entry(f"A. Reed, W. Li, “{TITLE},” J. Ponds, vol. 1, 2020."), {})

    assert isinstance(structured, Search)
    assert isinstance(quoted, Search)
    assert (structured.title, structured.author, structured.year) == (TITLE, "Reed", 2020)
    assert (quoted.title, quoted.year) == (TITLE, 2020)


def test_versions_of_a_concept_doi_are_asked_only_when_the_year_differs() -> None:
    """At most five of them, the oldest and the newest."""
    targets = tuple(Relation(type=RelationType.HAS_VERSION, target=doi(f"10.5281/v{i}")) for i in range(9))
    concept = record(TITLE, PEOPLE, 2024, relations=targets, provider=ProviderName.DATACITE)
    lookups = {("datacite", str(X)): concept}
    lookups |= {("datacite", f"doi:10.5281/v{i}"): record(TITLE, PEOPLE, 2015 + i) for i in range(9)}

    assert len(asked(cited(TITLE, PEOPLE, 2024, X), Sources(lookups))) == 2
    source = Sources(lookups)
    assert verdict(cited(TITLE, PEOPLE, 2016, X), source).status == Status.VERIFIED
    assert len(source.asked) == 7


def test_versions_that_were_not_asked_are_no_contradiction() -> None:
    """A year that may be that of another version accuses nobody."""
    targets = tuple(Relation(type=RelationType.HAS_VERSION, target=doi(f"10.5281/v{i}")) for i in range(9))
    concept = record(TITLE, PEOPLE, 2024, relations=targets)

    assert verdict(cited(TITLE, PEOPLE, 2019, X), Sources({("crossref", str(X)): concept})).status == Status.VERIFIED


def test_another_reading_of_a_wrapped_doi_is_tried_before_it_is_called_missing() -> None:
    """`10.1000/long-` at a line's end may go on with or without the hyphen."""
    other = doi("10.1000/xy")
    reference = cited(TITLE, PEOPLE, 2020, X)
    wrapped = entry(f"Reed A, Li W. {TITLE}. 2020.", X, alternatives=((X, other),))
    source = Sources({("crossref", str(other)): record(TITLE, PEOPLE, 2020)})

    assert verdict(reference, source).status == Status.NOT_FOUND
    assert verdict(wrapped, source).status == Status.VERIFIED
    assert verdict(wrapped, Sources()).status == Status.NOT_FOUND


def test_a_question_without_an_answer_counts_as_pending() -> None:
    """While a page is served, a reference that is still being looked up says so."""
    by_id = judge(cited(TITLE, PEOPLE, 2020, X), {})
    by_search = judge(cited(TITLE, PEOPLE, 2020), {})

    assert [by_id.reason, by_search.reason] == ["pending", "pending"]


def test_a_stand_in_may_confirm_but_not_accuse() -> None:
    """While arXiv is away, DataCite's record of the same id verifies; a difference there says nothing."""
    identifier = Identifier(Scheme.ARXIV, "2101.00001")
    away = {"arxiv": Failure.RATE_LIMITED}
    good = Sources({("datacite", "doi:10.48550/arxiv.2101.00001"): record(TITLE, PEOPLE, 2021)}, down=away)
    other = Sources({("datacite", "doi:10.48550/arxiv.2101.00001"): record("Another", PEOPLE, 2021)}, down=away)

    assert verdict(cited(TITLE, PEOPLE, 2021, identifier), good).status == Status.VERIFIED
    judged = verdict(cited(TITLE, PEOPLE, 2021, identifier), other)
    assert (judged.status, judged.reason, judged.findings) == (Status.UNCHECKED, "rate_limited", ())
    nobody = verdict(cited(TITLE, PEOPLE, 2021, identifier), Sources(down=away))
    assert (nobody.status, nobody.reason) == (Status.UNCHECKED, "rate_limited")


def test_datacite_may_still_decide_while_crossref_is_away() -> None:
    """A failing agency does not hide another agency's record, but its silence is no absence."""
    away = {"crossref": Failure.PROVIDER_UNAVAILABLE}
    reference = cited(TITLE, PEOPLE, 2020, X)
    known = Sources({("datacite", str(X)): record(TITLE, PEOPLE, 2020)}, down=away)

    assert verdict(reference, known).status == Status.VERIFIED
    unknown = verdict(reference, Sources(down=away))
    assert (unknown.status, unknown.reason) == (Status.UNCHECKED, "provider_unavailable")


def test_answers_that_do_not_concern_a_reference_change_nothing() -> None:
    """All answers of a run lie in one table; a verdict picks its own."""
    reference = cited(TITLE, PEOPLE, 2020, X)
    answers = ask(reference, Sources({("crossref", str(X)): record(TITLE, PEOPLE, 2020)}))
    foreign = Lookup(provider=ProviderName.CROSSREF, identifier=doi("10.1000/other"))
    more = {**answers, foreign: Unavailable(question=foreign, reason=Failure.OFFLINE)}

    assert judge(reference, answers) == judge(reference, more)
    assert (
        judge(reference, {next(iter(answers)): found(next(iter(answers)), record(TITLE, PEOPLE, 2020))}).status
        == Status.VERIFIED
    )
