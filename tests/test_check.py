"""The pipeline: rounds of questions, one verdict a reference, acceptances."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import pytest

from scholar_build.check import accept, check, gather, session_for
from scholar_build.config import load_settings
from scholar_build.errors import LockError
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.lookup import Session
from scholar_build.model import (
    Absent,
    Acceptance,
    Answer,
    Failure,
    Found,
    Location,
    Name,
    Origin,
    Question,
    Record,
    Reference,
    Scan,
    Status,
    Unavailable,
)

TODAY = date(2026, 11, 30)
DOI = Identifier(Scheme.DOI, "10.5555/frogs")


def reference(
    text: str, *identifiers: Identifier, key: str = "", line: int = 1, accepted: Acceptance | None = None
) -> Reference:
    """An entry of a reference list."""
    return Reference(
        key=key,
        text=text,
        location=Location(source="a.md", line=line),
        origin=Origin.ENTRY,
        identifiers=identifiers,
        accepted=accepted,
    )


ENTRY = reference("Reed, A. (2024). Calls of frogs in noisy ponds. Journal of Ponds. doi:10.5555/frogs", DOI)


class Script(Session):
    """A session that answers by a table and counts its rounds."""

    def __init__(self, *records: Record, failure: Failure | None = None) -> None:
        self.rounds: list[tuple[Question, ...]] = []
        self._records = {identifier: record for record in records for identifier in record.identifiers}
        self._failure = failure

    outages = ()
    requests = 0

    def ask(self, questions: Iterable[Question], progress=None, *, wait: bool = True) -> dict[Question, Answer]:
        asked = tuple(questions)
        self.rounds.append(asked)
        return {question: self._answer(question) for question in asked}

    def _answer(self, question: Question) -> Answer:
        if self._failure:
            return Unavailable(question=question, reason=self._failure)
        record = self._records.get(getattr(question, "identifier", None))
        if record:
            return Found(question=question, records=(record,), fetched_at="2026-11-30T00:00:00Z")
        if hasattr(question, "identifier"):
            return Absent(question=question, fetched_at="2026-11-30T00:00:00Z")
        return Found(question=question, records=(), fetched_at="2026-11-30T00:00:00Z")


FROGS = Record(
    id=str(DOI),
    provider="crossref",
    titles=("Calls of frogs in noisy ponds",),
    author=(Name(family="Reed", given="Ada"),),
    years=(2024,),
    container_titles=("Journal of Ponds",),
    identifiers=(DOI,),
)


@pytest.fixture
def settings(tmp_path):
    """The defaults."""
    return load_settings(tmp_path, environ={})


def test_equal_references_are_asked_once_and_reported_at_each_place(settings):
    """The same entry on two pages costs one question and gives two verdicts with their own places."""
    session = Script(FROGS)
    other = reference(ENTRY.text, DOI, line=9)
    report = check(Scan(references=(ENTRY, other)), settings, session, today=TODAY)
    assert [(verdict.reference.location.line, verdict.status) for verdict in report.verdicts] == [
        (1, Status.VERIFIED),
        (9, Status.VERIFIED),
    ]
    assert [len(asked) for asked in session.rounds] == [1]


def test_rounds_are_asked_for_all_references_at_once():
    """What two references need next is one batch, not two."""
    session = Script()
    gather(
        [ENTRY, reference("Moss, B. (2020). Pond weeds. doi:10.5555/weeds", Identifier(Scheme.DOI, "10.5555/weeds"))],
        session,
    )
    assert len(session.rounds[0]) == 2


def test_no_reference_is_wrong_because_nobody_answered(settings):
    """With every provider silent the verdict is unchecked, with the reason."""
    for failure in Failure:
        report = check(Scan(references=(ENTRY,)), settings, Script(failure=failure), today=TODAY)
        assert [(verdict.status, str(verdict.reason)) for verdict in report.verdicts] == [
            (Status.UNCHECKED, str(failure))
        ]


def test_nothing_to_check_is_an_empty_report(settings):
    """A project without references asks nobody."""
    session = Script()
    report = check(Scan(), settings, session, today=TODAY)
    assert (report.count()["total"], session.rounds) == (0, [])


@pytest.mark.parametrize("name", ["doi:10.5555/frogs", "DOI:10.5555/FROGS", "reed2024"])
def test_the_settings_accept_by_identifier_or_key(tmp_path, name):
    """`[[accept]]` names a reference by CURIE in any case, or by its key."""
    settings = load_settings(tmp_path, environ={}, host={"accept": [{"id": name, "reason": "in print"}]})
    (accepted,) = accept([reference(ENTRY.text, DOI, key="reed2024")], settings, TODAY)
    assert accepted.accepted == Acceptance(reason="in print")


def test_an_acceptance_holds_through_its_last_day_and_then_counts_again(tmp_path):
    """On the day itself it holds; the day after it is expired, and the report says so at the reference."""
    host = {"accept": [{"id": "doi:10.5555/frogs", "reason": "in print", "until": "2026-11-30"}]}
    settings = load_settings(tmp_path, environ={}, host=host)
    held = check(Scan(references=(ENTRY,)), settings, Script(), today=TODAY)
    assert held.verdicts[0].reference.accepted == Acceptance(reason="in print", until="2026-11-30")
    assert held.problems == ()
    late = check(Scan(references=(ENTRY,)), settings, Script(), today=date(2026, 12, 1))
    assert late.verdicts[0].reference.accepted.expired is True
    assert [(problem.rule, problem.location.line) for problem in late.problems] == [("expired-acceptance", 1)]


def test_an_acceptance_in_the_source_goes_before_the_settings(tmp_path):
    """What stands at the entry itself is what a reader sees, so it counts."""
    settings = load_settings(tmp_path, environ={}, host={"accept": [{"id": "doi:10.5555/frogs", "reason": "settings"}]})
    (accepted,) = accept([reference(ENTRY.text, DOI, accepted=Acceptance(reason="source"))], settings, TODAY)
    assert accepted.accepted.reason == "source"


def test_a_damaged_lock_is_an_error_before_anything_is_asked(tmp_path):
    """A lock that cannot be read ends the run with its name."""
    (tmp_path / "scholar.lock").write_text("{not json", encoding="utf-8")
    with pytest.raises(LockError, match=r"scholar\.lock"):
        session_for(load_settings(tmp_path, environ={}))
