"""The shared cases that are documents, each through the whole pipeline with the twin as the world."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.cases.pipeline import FORMATS, Bench, Case, rules_of, statuses, texts
from tests.shared import cases, needs_shared
from tests.twin import Update, Work

pytestmark = needs_shared

KINDS = ("identifier parse", "reference scan", "bib parse", "matching", "provider response", "provider failure",
         "rendering & escaping", "CLI & CI", "cache")  # fmt: skip
ROWS = {row["id"]: row for row in cases(*KINDS) if row["input"]["format"] in FORMATS}
STATUS = {"could not be checked": "unchecked"}
PAGES = {"C001", "C004", "C026"}  # whole pages; the others are entries of a list
NOT_ASKED = {"bib file", "publisher page"}


def works(row: dict[str, Any]) -> tuple[Work, ...]:
    """The works that the row's providers know; one that several know is one work with their own raw fields."""
    made: dict[str, Work] = {}
    for fact in row["provider_facts"]:
        said = fact["record"]
        if fact["provider"] in NOT_ASKED or not said or "entry" in said or "RA" in said or "handle" in said:
            continue
        for item in said.get("items", [said]):
            work = work_of(fact, item, row["provider_facts"][0]["lookup"])
            name = work.doi or work.arxiv or work.title
            made[name] = joined(made[name], work) if name in made else work
    return tuple(made.values())


def joined(one: Work, other: Work) -> Work:
    """What several providers say of one work."""
    openalex = one.openalex or other.openalex
    titled = one if one.openalex or not openalex else other  # the aggregator's own facts
    registered = other if titled is one else one
    names = [{"author": {"display_name": " ".join(reversed(name.split(", ")))}} for name in titled.authors]
    said = {"title": titled.title, "display_name": titled.title, "authorships": names}
    return replace(registered, openalex=openalex, raw={**registered.raw, "openalex": said})


def work_of(fact: dict[str, Any], said: dict[str, Any], first_lookup: str) -> Work:
    """One work from the words of a row; what an agency says of a DOI may name it only in the first fact."""
    lookup = fact["lookup"].removeprefix("doi:").removeprefix("id_list=")
    if fact["provider"] == "doi.org":
        lookup = first_lookup
    ids: dict[str, Any] = {"doi": said.get("doi", "")}
    if fact["provider"] == "arxiv":
        ids = {"arxiv": lookup}
    elif "10." in lookup and not lookup.startswith("search"):
        ids = {"doi": lookup}
    agency = {"datacite": "DataCite", "doi.org": "ISTIC"}.get(fact["provider"], "Crossref")
    raw: dict[str, Any] = {}
    title = said["title"] if isinstance(said["title"], str) else ""
    if said.get("original_title"):
        raw["original-title"] = [said["original_title"]]
    if any(isinstance(one, dict) for one in said.get("authors", [])):
        raw["author"] = said["authors"]
    online = said.get("published_online") or ()
    related = [
        {"relationType": kind, "relatedIdentifier": target, "relatedIdentifierType": "DOI"}
        for kind, target in said.get("relations", [])
    ]
    first = said.get("year") or said.get("first_version_year")
    return Work(
        title=title,
        subtitle=said.get("subtitle", ""),
        authors=tuple(author(one) for one in said.get("authors", []) if one != "and others"),
        year=None if said.get("published_print") else first,
        date=tuple(said.get("published_print") or ()),
        online=tuple(online),
        venue=said.get("venue", ""),
        type={"posted-content": "posted-content"}.get(said.get("type", ""), "journal-article"),
        agency=agency,
        updated_by=tuple(Update(type=one["type"], doi=one["doi"]) for one in said.get("updated_by", [])),
        openalex="W5" + re.sub(r"\D", "", lookup)[:8] if fact["provider"] == "openalex" else "",
        raw={
            "crossref": raw,
            "datacite": {"relatedIdentifiers": related} if related else {},
            **({"doi": {}} if fact["provider"] == "doi.org" else {}),
        },
        **ids,
    )


def author(said: str | dict[str, str]) -> str:
    """A name in the twin's spelling."""
    if isinstance(said, dict):
        return f"{said['family']}, {said['given']}" if "family" in said else said["name"]
    given, _, family = said.rpartition(" ")
    return f"{family}, {given}" if given else family


def case_of(row: dict[str, Any]) -> Case:
    """The row as a case."""
    expected, form = row["expected"], row["input"]["format"]
    want = {key: STATUS.get(word, word) for key, word in (expected.get("by_item") or {}).items()}
    return Case(
        id=row["id"],
        kind=row["kind"],
        why=row["fault"],
        text=row["input"]["text"],
        format=form,
        page=row["id"] in PAGES,
        works=works(row),
        want={key if form == "bib" else f"doi:{key.lower()}": word for key, word in want.items()} or None,
    )


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_shared_case_through_the_whole_pipeline(row: dict[str, Any], the_bench: Bench) -> None:
    """A reference from real life is read, asked about, judged and shown as its users found right."""
    case = case_of(row)
    report = the_bench.run(case)
    verdict = row["expected"]["verdict"]
    if case.want:
        assert statuses(report, case.want) == dict(case.want)
    elif verdict:
        assert {str(one.status) for one in report.verdicts} == {STATUS.get(verdict, verdict)}
    shown = texts(report)
    for name, text in shown.items():
        assert "mml:" not in text, name
        assert not re.search("fabricated|hallucinated", text), name


MUST = {
    "C001": (("doi:10.1016/0021-9681(87)90171-8", "doi:10.3319/tao.2009.05.25.02(iwnop)"), ()),
    "C002": (("doi:10.1146/annurev-financial-010421-085556",), ()),
    "C003": (("arxiv:hep-th/9711200",), ()),
    "C004": ((), ()),
    "C005": ((), ()),
    "C006": ((), ("reference-not-found", "undefined-macro")),
    "C010": (("doi:10.1016/j.aap.2011.07.009",), ("author-mismatch", "identifier-mismatch", "title-mismatch")),
    "C013": (("doi:10.1016/j.idm.2023.10.004",), ()),
    "C017": (("arxiv:2408.05147",), ()),
    "C023": (("arxiv:2402.13284",), ()),
}


@pytest.mark.parametrize("name", [name for name in MUST if name in ROWS])
def test_what_a_shared_case_says_must_be(name: str, the_bench: Bench) -> None:
    """The identifiers of a case are read to the letter, and exactly the rules that it names speak."""
    report = the_bench.run(case_of(ROWS[name]))
    ids = tuple(str(one) for verdict in report.verdicts for one in verdict.reference.identifiers)

    assert (ids, rules_of(report)) == MUST[name]
