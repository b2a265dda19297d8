"""The asking side against the twin: every work is read, no failure becomes a statement about a work."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from scholar_build.config import Settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.limiter import Limiter
from scholar_build.lookup import open_session
from scholar_build.model import Absent, Answer, Found, Lookup, ProviderName, Question, Unavailable
from tests.twin import Fault, Twin, generated

DOI, ARXIV, PMID, PMCID, OPENALEX = Scheme.DOI, Scheme.ARXIV, Scheme.PMID, Scheme.PMCID, Scheme.OPENALEX
P = ProviderName
ENDPOINTS = {P.PUBMED: "ncbi"}
OTHERS = (Fault.MALICIOUS,)

ONE_OF_EACH = (
    (P.CROSSREF, DOI, "10.5555/frog.2024.7"),
    (P.DATACITE, DOI, "10.5281/zenodo.99000001"),
    (P.DOI_ORG, DOI, "10.5555/old.1"),
    (P.ARXIV, ARXIV, "2101.99001"),
    (P.PUBMED, PMID, "90000123"),
    (P.PUBMED, PMCID, "PMC9000009"),
    (P.OPENALEX, OPENALEX, "W9000000100"),
    (P.EUROPEPMC, DOI, "10.5555/frog.2024.7"),
    (P.SEMANTICSCHOLAR, DOI, "10.5555/frog.2024.7"),
)


def lookup(provider: ProviderName, scheme: Scheme, value: str) -> Lookup:
    return Lookup(provider=provider, identifier=Identifier(scheme, value))


def ask(twin: Twin, folder: Path, questions: list[Question], *, waits: bool = True) -> Mapping[Question, Answer]:
    settings = Settings(
        cache_dir=str(folder),
        root=str(folder),
        endpoints=twin.endpoints(),  # type: ignore[arg-type]
        paces=twin.paces(),  # type: ignore[arg-type]
        timeout_s=30.0 if waits else 0.3,
    )
    limiter = Limiter(folder / "limits", sleep=None if waits else lambda _: None)
    with open_session(settings, environ={}, limiter=limiter) as session:
        return session.ask(questions)


def test_every_work_is_found(tmp_path: Path) -> None:
    """Each provider's record of each work of the table is read, and no limit is broken on the way."""
    with Twin(limits="fast") as twin:
        questions: list[Question] = []
        for work in twin.works.all:
            known = (
                (P.CROSSREF, DOI, work.doi),
                (P.DATACITE, DOI, work.doi),
                (P.ARXIV, ARXIV, work.arxiv),
                (P.PUBMED, PMID, work.pmid),
                (P.OPENALEX, OPENALEX, work.openalex),
            )
            questions += [lookup(*row) for row in known if row[2] and work.in_provider(ENDPOINTS.get(row[0], row[0]))]
        answers = ask(twin, tmp_path, questions)
        lost = [question.key for question, answer in answers.items() if not isinstance(answer, Found)]
        assert (lost, twin.answered(429)) == ([], [])


def test_two_hundred_dois_cost_few_requests(tmp_path: Path) -> None:
    """200 DOIs are asked of Crossref in at most 8 requests, none of them refused, at Crossref's own pace."""
    with Twin(limits="real") as twin:
        twin.add(*generated(200))
        questions: list[Question] = [lookup(P.CROSSREF, DOI, f"10.5555/twin.{n}") for n in range(1, 201)]
        settings = Settings(cache_dir=str(tmp_path), root=str(tmp_path), endpoints=twin.endpoints())  # type: ignore[arg-type]
        with open_session(settings, environ={}) as session:
            answers = session.ask(questions)
        assert all(isinstance(answer, Found) for answer in answers.values())
        assert (twin.count("crossref") <= 8, twin.answered(429)) == (True, [])


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault not in OTHERS])
def test_no_fault_becomes_a_verdict(fault: Fault, tmp_path: Path) -> None:
    """Whatever way all providers fail, no work is called absent, nothing is raised, and no other host is asked."""
    questions: list[Question] = [lookup(*row) for row in ONE_OF_EACH]
    with Twin(limits="off") as twin:
        for provider in twin.endpoints():
            twin.fail(provider, fault)
        answers = ask(twin, tmp_path, questions, waits=False)
        assert twin.count("foreign") == 0
    assert [question.key for question, answer in answers.items() if isinstance(answer, Absent)] == []
    if fault is not Fault.EMPTY_PAGE:  # a batch without items is asked again one by one, which succeeds
        assert {type(answer) for answer in answers.values()} == {Unavailable}


def test_a_twin_that_is_down_says_nothing(tmp_path: Path) -> None:
    """With every port closed each question is answered by the reason."""
    with Twin(limits="off") as twin:
        twin.down()
        answers = ask(twin, tmp_path, [lookup(*row) for row in ONE_OF_EACH], waits=False)
    assert {str(answer.detail) for answer in answers.values() if isinstance(answer, Unavailable)} == {
        "connection refused"
    }
    assert len(answers) == len(ONE_OF_EACH)


def test_a_short_disturbance_is_overcome(tmp_path: Path) -> None:
    """Two failures in a row are tried again, and the third answer counts."""
    with Twin(limits="off") as twin:
        for provider in twin.endpoints():
            twin.fail(provider, Fault.TOO_MANY_NOW, times=1)
            twin.fail(provider, Fault.UNAVAILABLE, times=1)
        answers = ask(twin, tmp_path, [lookup(*row) for row in ONE_OF_EACH if row[1] is not PMCID], waits=False)
    assert {type(answer) for answer in answers.values()} == {Found}
