from __future__ import annotations

from datetime import date

import msgspec
import pytest

from scholar_build.config import Accept, Override, Settings
from scholar_build.gate import ExitStatus, Failed, FailureKind, GateFailure, Passed, exit_status, gate
from scholar_build.model import Acceptance, Location, Problem, Reason, Report, Status, Verdict
from scholar_build.policy import matches, policy_at
from scholar_build.rules import Severity
from tests.report import samples
from tests.report.samples import REPORT, STATES
from tests.shared import cases, needs_shared

TODAY = date(2026, 11, 30)
replace = msgspec.structs.replace


def failures(
    report: Report, settings: Settings, *, today: date = TODAY, seen: int | None = None
) -> tuple[GateFailure, ...]:
    result = gate(report, settings, today=today, seen=seen)
    return result.failures if isinstance(result, Failed) else ()


def only(*verdicts: Verdict) -> Report:
    return Report(verdicts=verdicts)


def test_without_strict_everything_passes() -> None:
    """A draft with wrong references builds."""
    result = gate(REPORT, Settings(), today=TODAY)
    assert result == Passed(unanswered=4)
    assert exit_status(result) is ExitStatus.PASSED


def test_strict_fails_on_what_does_not_exist() -> None:
    """`strict: true` refuses references that no source knows, and nothing else."""
    found = failures(REPORT, Settings(strict=True))
    assert {"docs/reading-list.md:28", "docs/reading-list.md:30", "docs/reading-list.md:51"} == {
        str(failure.location) for failure in found
    }
    assert {FailureKind.REFERENCE} == {failure.kind for failure in found}
    assert exit_status(gate(REPORT, Settings(strict=True), today=TODAY)) is ExitStatus.FAILED


def test_failures_name_place_reference_and_rule_in_order_of_place() -> None:
    """What is printed leads straight to the line and says why."""
    found = [str(failure) for failure in failures(REPORT, Settings(strict=True))]
    assert found == [
        (
            "docs/reading-list.md:28: reference doi:10.5555/jbrr.2024.0401: The identifier is not registered. "
            "(identifier-not-found)"
        ),
        (
            "docs/reading-list.md:30: reference “Morvayne, E. (2023). Deep learning bedload from riverbank vi…”: "
            "No source that was asked holds this work. (reference-not-found)"
        ),
        (
            "docs/reading-list.md:51: reference doi:10.5555/none2: The identifier is not registered. "
            "(identifier-not-found)"
        ),
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("not_found",), {"unregistered", "unknown", "expired"}),
        (("mismatch",), {"other_work", "wrong_year", "withdrawn"}),
        (("unchecked",), {"rate_limited", "silent", "book", "web_page", "pending", "offline"}),
        (("retraction",), {"retracted"}),
        (("withdrawal",), {"withdrawn"}),
        (("expression_of_concern",), {"concern"}),
        (("expression-of-concern",), {"concern"}),
        (("correction",), {"concern"}),
        (("year-mismatch",), {"wrong_year"}),
        (("title-mismatch", "retraction"), {"other_work", "retracted"}),
        ((), set()),
    ],
    ids=lambda value: ",".join(sorted(value)) or "none",
)
def test_a_list_chooses_what_fails(words: tuple[str, ...], expected: set[str]) -> None:
    """`strict` names statuses, notices and rule codes; each refuses exactly its own."""
    lines = {verdict.reference.location.line: name for name, verdict in STATES.items()}
    found = failures(REPORT, Settings(strict=words))
    assert expected == {lines[failure.location.line] for failure in found if failure.location}


@pytest.mark.parametrize(
    ("strict", "severity", "fails"),
    [
        (True, {}, False),
        (True, {"year-mismatch": Severity.ERROR}, True),
        (("mismatch",), {"year-mismatch": Severity.WARNING}, False),
        (("mismatch",), {"year-mismatch": Severity.OFF}, False),
        (("year-mismatch",), {"year-mismatch": Severity.OFF}, False),
        (False, {"year-mismatch": Severity.ERROR}, False),
    ],
)
def test_a_severity_that_was_set_decides(
    strict: bool | tuple[str, ...], severity: dict[str, Severity], fails: bool
) -> None:
    """An error fails wherever anything is strict, a warning never; without strict nothing fails."""
    found = failures(only(samples.WRONG_YEAR), Settings(strict=strict, severity=severity))
    assert fails == bool(found)


def at(source: str, verdict: Verdict = samples.UNREGISTERED) -> Verdict:
    reference = replace(verdict.reference, location=Location(source=source, line=3))
    return replace(verdict, reference=reference)


OVERRIDES = (
    Override(paths=("docs/**",), strict=("mismatch",)),
    Override(paths=("docs/drafts",), strict=False),
    Override(paths=("docs/drafts/final.md",), severity={"identifier-not-found": Severity.WARNING}),
)


@pytest.mark.parametrize(
    ("source", "fails"),
    [
        ("index.md", True),
        ("docs/a.md", False),  # only mismatch there
        ("docs/drafts/a.md", False),
        ("docs/drafts/final.md", False),  # strict as in general, but only a warning
        ("./index.md", True),
        ("docs\\drafts\\a.md", False),
    ],
)
def test_the_last_override_that_matches_holds(source: str, fails: bool) -> None:
    """Drafts may be loose while the rest of the site is strict."""
    assert fails == bool(failures(only(at(source)), Settings(strict=True, overrides=OVERRIDES)))


def test_an_override_alone_makes_a_gate() -> None:
    """Strict only for the published pages."""
    settings = Settings(overrides=(Override(paths=("publications.md",), strict=True),))
    assert [at("publications.md").reference.location] == [
        failure.location for failure in failures(only(at("publications.md"), at("notes.md")), settings)
    ]


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("docs/a.md", "docs/*.md", True),
        ("docs/b/a.md", "docs/*.md", False),
        ("docs/b/a.md", "docs/**/*.md", True),
        ("docs/a.md", "docs/**/*.md", True),
        ("docs/b/a.md", "**/a.md", True),
        ("a.md", "**/a.md", True),
        ("docs/a.md", "docs", True),
        ("docs/a.md", "docs/", True),
        ("docsa.md", "docs", False),
        ("docs/a.md", "docs/?.md", True),
        ("docs/ab.md", "docs/?.md", False),
        ("a+b.md", "a+b.md", True),
        ("docs/a.md", "./docs/**", True),
    ],
)
def test_patterns_of_paths(path: str, pattern: str, expected: bool) -> None:
    """One star stays in a folder, two cross folders, a folder stands for all in it."""
    assert expected == matches(path, (pattern,))


def test_levels_come_from_the_nearest_setting() -> None:
    """What a report calls an error follows override, general setting, default."""
    settings = Settings(
        severity={"uncited-entry": Severity.ERROR},
        overrides=(Override(paths=("a.md",), severity={"uncited-entry": Severity.WARNING}),),
    )
    assert Severity.WARNING is policy_at(settings, "a.md").level("uncited-entry")
    assert Severity.ERROR is policy_at(settings, "b.md").level("uncited-entry")
    assert Severity.OFF is policy_at(Settings(), "b.md").level("uncited-entry")


@pytest.mark.parametrize("name", ["book", "rate_limited", "wrong_year", "unregistered"])
def test_own_publications_must_all_be_verified(name: str) -> None:
    """On the lab's own pages even what could not be checked is refused."""
    settings = Settings(strict=True, own=("publications.md",))
    found = failures(only(at("publications.md", STATES[name])), settings)
    assert len(found) == 1
    assert found[0].because[0] == "own" or name == "unregistered"
    assert bool(failures(only(at("reading.md", STATES[name])), settings)) == (name == "unregistered")
    assert failures(only(at("publications.md", samples.VERIFIED)), settings) == ()


def test_an_accepted_reference_passes_until_its_last_day() -> None:
    """The author's word holds through its last day and not a day longer."""
    report = only(samples.ACCEPTED)
    settings = Settings(strict=True, accept=(Accept(id="doi:10.5555/none", reason="seen"),))
    assert failures(report, settings, today=date(2027, 3, 31)) == ()
    assert failures(report, settings, today=date(2027, 4, 1))[0].because == ("identifier-not-found",)
    assert len(failures(only(samples.EXPIRED), settings)) == 1
    reference = replace(samples.ACCEPTED.reference, accepted=Acceptance(reason="always"))
    assert failures(only(replace(samples.ACCEPTED, reference=reference)), settings, today=date(2099, 1, 1)) == ()


@pytest.mark.parametrize(("allowed", "fails"), [(None, False), (6, False), (5, True), (0, True)])
def test_unchecked_references_can_be_capped(allowed: int | None, fails: bool) -> None:
    """A site may not hide behind outages and books for ever."""
    found = failures(REPORT, Settings(strict=("retraction",), max_unchecked=allowed))
    capped = [failure for failure in found if failure.kind is FailureKind.UNCHECKED]
    assert fails == bool(capped)
    if capped:
        assert str(capped[0]).startswith("6 references could not be checked; at most ")


def aged(fetched_at: str) -> Report:
    asked = tuple(replace(one, fetched_at=fetched_at) for one in samples.VERIFIED.asked)
    return only(replace(samples.VERIFIED, asked=asked))


@pytest.mark.parametrize(
    ("fetched_at", "message"),
    [
        ("2026-11-28T09:00:00Z", ""),
        ("2026-10-31T09:00:00Z", ""),
        ("2026-10-30T09:00:00Z", "its record is 31 days old"),
        ("2027-11-30T09:00:00Z", "which is in the future"),
        ("someday", "no readable date"),
        ("", ""),
    ],
)
def test_old_records_are_refused(fetched_at: str, message: str) -> None:
    """A lock from before a retraction does not vouch for ever, and no forged date helps."""
    found = failures(aged(fetched_at), Settings(strict=True, max_age_days=30))
    assert bool(message) == bool(found)
    assert all(message in failure.message and FailureKind.AGE is failure.kind for failure in found)
    assert failures(aged(fetched_at), Settings(strict=True)) == ()


def test_problems_of_the_sources_fail_when_asked_to() -> None:
    """A duplicate key fails a gate that names its rule, and only that."""
    problem = Problem(rule="duplicate-key", location=Location(source="refs.bib", line=12), message="Twice.", key="a")
    report = Report(verdicts=(samples.VERIFIED,), problems=(problem,))
    assert failures(report, Settings(strict=True)) == ()
    found = failures(report, Settings(strict=("duplicate-key",)))
    assert [str(failure) for failure in found] == ["refs.bib:12: Twice. (duplicate-key)"]
    assert len(failures(report, Settings(strict=True, severity={"duplicate-key": Severity.ERROR}))) == 1


@pytest.mark.parametrize(
    ("report", "seen", "fails"),
    [
        (Report(), None, True),
        (Report(), 0, True),
        (Report(), 40, False),
        (only(samples.VERIFIED), None, False),
    ],
)
def test_a_gate_that_looked_at_nothing_does_not_pass(report: Report, seen: int | None, fails: bool) -> None:
    """A wrong path cannot make a pull request green; a change without references can."""
    found = failures(report, Settings(strict=True), seen=seen)
    assert fails == (FailureKind.NOTHING in {failure.kind for failure in found})


@pytest.mark.parametrize("reason", [Reason.RATE_LIMITED, Reason.PROVIDER_UNAVAILABLE, Reason.OFFLINE, Reason.PENDING])
def test_silent_providers_make_a_pass_incomplete(reason: Reason) -> None:
    """An outage is neither a failure nor a clean bill."""
    report = only(samples.VERIFIED, replace(samples.SILENT, reason=reason))
    result = gate(report, Settings(strict=True), today=TODAY)
    assert result == Passed(incomplete=True, unanswered=1)
    assert exit_status(result) is ExitStatus.INCOMPLETE
    allowed = gate(report, Settings(strict=True, allow_unchecked=True), today=TODAY)
    assert allowed == Passed(incomplete=False, unanswered=1)
    assert exit_status(allowed) is ExitStatus.PASSED


def test_a_book_is_not_a_silent_provider() -> None:
    """What no index holds leaves the pass complete."""
    result = gate(only(samples.VERIFIED, samples.BOOK), Settings(strict=True), today=TODAY)
    assert result == Passed()


@pytest.mark.parametrize(
    ("status", "number"),
    [
        (ExitStatus.PASSED, 0),
        (ExitStatus.FAILED, 1),
        (ExitStatus.COULD_NOT_RUN, 2),
        (ExitStatus.INCOMPLETE, 3),
    ],
)
def test_exit_statuses_are_those_of_the_docs(status: ExitStatus, number: int) -> None:
    """Scripts that read the exit status can rely on the table in the docs."""
    assert number == status


@pytest.mark.parametrize(
    ("status", "reason", "because"),
    [
        (Status.NOT_FOUND, Reason.IDENTIFIER_NOT_FOUND, "identifier-not-found"),
        (Status.NOT_FOUND, Reason.REFERENCE_NOT_FOUND, "reference-not-found"),
        (Status.MISMATCH, Reason.OTHER_WORK, "identifier-mismatch"),
        (Status.MISMATCH, Reason.FIELD_DIFFERS, "title-mismatch"),
    ],
)
def test_a_verdict_without_a_rule_still_fails(status: Status, reason: Reason, because: str) -> None:
    """No verdict slips through for want of a rule code."""
    verdict = replace(samples.UNREGISTERED, status=status, reason=reason, rule="", findings=())
    assert [(because,)] == [failure.because for failure in failures(only(verdict), Settings(strict=(str(status),)))]


def test_a_keyed_reference_is_named_by_its_key() -> None:
    """BibTeX users see the key that they know."""
    verdict = replace(samples.UNREGISTERED, reference=replace(samples.UNREGISTERED.reference, key="lindqvale2024"))
    assert "reference `lindqvale2024`" in failures(only(verdict), Settings(strict=True))[0].message


def test_a_short_reference_is_quoted_whole() -> None:
    """Only long references are cut in a failure's line."""
    short = replace(samples.UNKNOWN, reference=replace(samples.UNKNOWN.reference, text="Doe (2020)."))
    assert "reference “Doe (2020).”" in failures(only(short), Settings(strict=True))[0].message


@needs_shared
@pytest.mark.parametrize("case", cases("CLI & CI"), ids=lambda case: str(case["id"]))
def test_shared_cases_of_the_gate(case: dict[str, object]) -> None:
    """What could not be checked is neither counted as fine nor as not found, and the gate fails for the right one."""
    report = only(samples.VERIFIED, samples.UNREGISTERED, samples.BOOK)
    assert report.count() == {"verified": 1, "mismatch": 0, "not_found": 1, "unchecked": 1, "total": 3}
    found = failures(report, Settings(strict=True))
    assert [samples.UNREGISTERED.reference.location] == [failure.location for failure in found]
    assert failures(only(samples.VERIFIED, samples.BOOK), Settings(strict=True)) == ()
    assert len(failures(only(samples.VERIFIED, samples.BOOK), Settings(strict=("unchecked",)))) == 1
    assert not any(word in str(failure).lower() for failure in found for word in ("fabricat", "hallucinat"))
