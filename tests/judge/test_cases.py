"""The shared cases on matching, provider responses and provider failures, from source text to verdict."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import parse_identifier
from scholar_build.model import (
    Failure,
    Name,
    ProviderName,
    Record,
    Reference,
    Relation,
    RelationType,
    Status,
    Update,
    UpdateType,
)
from scholar_build.scan import Format, scan_text
from tests.judge.answering import Sources, name, verdict
from tests.shared import cases, needs_shared

pytestmark = needs_shared
KINDS = ("matching", "provider response", "provider failure")
FORMATS = {"bib": Format.BIBTEX, "md": Format.MARKDOWN}
PROVIDERS = {"doi.org": ProviderName.DOI_ORG}
STATUSES = {"could not be checked": Status.UNCHECKED}
CASES = {case["id"]: case for case in cases(*KINDS) if case["input"]["format"] in FORMATS}


def sources(case: dict[str, Any]) -> Sources:
    """What the case says about the providers."""
    lookups: dict[tuple[str, str], Record] = {}
    searches: dict[str, list[Record]] = {}
    for fact in case["provider_facts"]:
        provider, said = PROVIDERS.get(fact["provider"], fact["provider"]), fact["record"]
        if not said or fact["provider"] == "publisher page" or "entry" in said or "RA" in said or "handle" in said:
            continue
        if fact["lookup"].startswith("search"):
            searches[provider] = [record_of(provider, one) for one in said["items"]]
            continue
        identifier = parse_identifier(fact["lookup"]) or next(iter(references(case))).identifiers[0]
        lookups[provider, str(identifier)] = record_of(provider, {"doi": identifier.value, **said})
    return Sources(lookups, searches)


def record_of(provider: str, said: dict[str, Any]) -> Record:
    """A record from the words of a case."""
    titles = [said["title"]] if isinstance(said["title"], str) else list(said["title"])
    if said.get("subtitle"):
        titles.append(f"{titles[0]}: {said['subtitle']}")
    titles += [said["original_title"]] if said.get("original_title") else []
    names = said.get("authors", [])
    dates = [said.get(key) for key in ("year", "first_version_year")]
    dates += [said[key][0] for key in ("issued", "published_online", "published_print") if said.get(key)]
    relations = [
        Relation(
            type=RelationType.HAS_VERSION if kind == "HasVersion" else RelationType.VERSION_OF,
            target=parse_identifier(target),
        )
        for kind, target in said.get("relations", [])
    ]
    updates = [
        Update(type=UpdateType(one["type"]), notice=parse_identifier(one["doi"])) for one in said.get("updated_by", [])
    ]
    identifier = parse_identifier(said.get("doi", ""))
    return Record(
        id=str(identifier or "x"),
        provider=ProviderName(provider),
        titles=tuple(titles),
        author=tuple(author_of(one) for one in names if one != "and others"),
        author_complete="and others" not in names,
        container_titles=(said["venue"],) if said.get("venue") else (),
        years=tuple(dict.fromkeys(year for year in dates if year)),
        type={"posted-content": "preprint", "journal-article": "article-journal"}.get(said.get("type", ""), ""),
        version=said.get("version", ""),
        identifiers=(identifier,) if identifier else (),
        relations=tuple(relations),
        updates=tuple(updates),
    )


def author_of(said: str | dict[str, str]) -> Name:
    """An author from a full name or from a name's parts."""
    if isinstance(said, str):
        return name(said)
    return Name(family=said.get("family", ""), given=said.get("given", ""), literal=said.get("name", ""))


def references(case: dict[str, Any]) -> tuple[Reference, ...]:
    """What the scanner finds in the case's text."""
    form = case["input"]["format"]
    text = case["input"]["text"]
    if form == "md" and case["id"] != "C026":
        text = f"## References\n\n{text}\n"
    return scan_text(text, f"page.{form}", FORMATS[form]).references


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_shared_case_gets_its_verdict(case: dict[str, Any]) -> None:
    """A reference from real life is judged as its users found right."""
    source = sources(case)
    by_key = {one.key: verdict(one, source) for one in references(case)}
    assert by_key
    expected = case["expected"].get("by_item") or dict.fromkeys(by_key, case["expected"]["verdict"])

    assert {key: STATUSES.get(word, word.replace(" ", "_")) for key, word in expected.items()} == {
        key: one.status for key, one in by_key.items()
    }


def only(case: str) -> Any:
    """The verdict on the one reference of a case."""
    reference = references(CASES[case])[0]
    return verdict(reference, sources(CASES[case]))


def test_a_doi_of_another_paper_is_named_and_the_right_one_is_a_guess() -> None:
    """C010: the finding names the other work, the suggestion is marked as a guess."""
    judged = only("C010")

    assert judged.rule == "identifier-mismatch"
    assert judged.findings[0].recorded == "Another study in the same journal"
    assert (judged.suggestion.record.id, judged.suggestion.guess) == ("doi:10.1016/j.aap.2011.08.003", True)


def test_a_namesake_is_never_held_against_a_reference() -> None:
    """C011: with only the namesake at hand the reference is not found, never a mismatch."""
    case = CASES["C011"]
    namesake = sources(case).searches["crossref"][:1]
    reference = references(case)[0]

    assert verdict(reference, Sources(searches={"crossref": namesake})).status == Status.NOT_FOUND


def test_a_book_is_not_its_review_and_its_isbn_is_checked() -> None:
    """C012: no index holds the book; the check digit of its ISBN is right; the review is not offered."""
    judged = only("C012")

    assert (judged.reason, judged.checked_isbn, judged.suggestion) == ("not_indexed", True, None)


def test_a_record_without_a_title_anywhere_cannot_confirm() -> None:
    """C018: without the second source the record's gap is said, neither agreement nor contradiction."""
    source = sources(CASES["C018"])
    source.lookups = {key: one for key, one in source.lookups.items() if key[0] == "crossref"}
    judged = verdict(references(CASES["C018"])[0], source)

    assert (judged.status, judged.reason) == (Status.UNCHECKED, "no_record_title")


def test_an_aggregator_that_differs_is_noted_and_costs_no_request() -> None:
    """C019: the agency decides; an aggregator's other list is a notice where known, and is not asked for."""
    case = CASES["C019"]
    reference, source = references(case)[0], sources(case)
    judged = verdict(reference, source)
    assert [str(question.provider) for question in source.asked] == ["crossref"]

    from scholar_build.judge import judge
    from scholar_build.model import Lookup
    from tests.judge.answering import ask

    answers = ask(reference, source)
    known = Lookup(provider=ProviderName.OPENALEX, identifier=reference.identifiers[0])
    answers[known] = source(known)
    assert [one.type for one in judge(reference, answers).notices] == ["sources_differ"]
    assert judged.notices == ()


def test_a_concept_doi_says_that_it_names_all_versions() -> None:
    """C021: any version's year is right, and the notice says what the DOI is."""
    assert [one.type for one in only("C021").notices] == ["concept_doi"]


def test_a_retraction_stands_beside_the_verdict() -> None:
    """C022: the notice carries the retraction notice's DOI."""
    notice = only("C022").notices[0]

    assert (notice.type, str(notice.target)) == ("retraction", "doi:10.1126/science.1124926")


def test_without_a_network_nothing_is_called_missing() -> None:
    """C024: references that nobody could look up could not be checked, with the cause."""
    reference = references(CASES["C007"])[0]
    down = dict.fromkeys(map(str, ProviderName), Failure.PROVIDER_UNAVAILABLE)
    judged = verdict(reference, Sources(down=down))

    assert (judged.status, judged.reason) == (Status.UNCHECKED, "provider_unavailable")


def test_a_provider_that_says_stop_is_no_verdict() -> None:
    """C025: a rate limit is the reason given, never an absence."""
    reference = references(CASES["C007"])[0]
    judged = verdict(reference, Sources(down={"crossref": Failure.RATE_LIMITED}))

    assert (judged.status, judged.reason) == (Status.UNCHECKED, "rate_limited")
