"""The verdict on a reference without an identifier, by what the searches found."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scholar_build.judge import candidates
from scholar_build.judge.claim import Claim
from scholar_build.judge.comparison import Comparison, compare
from scholar_build.judge.evidence import answered, asked, is_complete
from scholar_build.judge.kind import GREY, INDEXED, NOT_SEARCHED, isbn_is_valid
from scholar_build.judge.notices import notices
from scholar_build.judge.untitled import AGREED, is_untitled, names_record
from scholar_build.model import (
    Answer,
    Basis,
    Field,
    Finding,
    Found,
    ProviderName,
    Question,
    Reason,
    Search,
    Status,
    Suggestion,
    Unavailable,
    Verdict,
)  # fmt: skip


def judge_by_search(claim: Claim, answers: Mapping[Question, Answer], checks: Collection[str]) -> Verdict:
    """Verify by a close match, accuse by a proven one of details, else say what absence means here."""
    searches = candidates.questions(claim) if is_searched(claim) else ()
    found = candidates.hits(searches, answers)
    works = candidates.same_works(claim, found, checks)
    given = answered(searches, answers)
    best = candidates.pooled(works[0], works) if works else None
    if best is not None:
        findings = best.findings(Basis.SEARCH) if candidates.may_accuse(claim, best) else ()
        if "version" in checks and is_complete(given, searches) and candidates.only_preprint(claim, works):
            findings = (candidates.preprint_finding(claim, best.record),)
        if findings or candidates.is_close(best):
            return _by_work(claim, best, findings, given)
    named = (
        next((record for record in found if names_record(claim.text, record)), None) if not claim.structured else None
    )
    if named is not None:
        return _by_work(claim, compare(claim, named, ()), (), given, agreed=AGREED)
    near = best.record if best is not None else candidates.closest(claim, found)
    suggestion = Suggestion(record=near, guess=True) if near is not None else None
    return _without_work(claim, searches, given, suggestion, known=best is not None)


def is_searched(claim: Claim) -> bool:
    """Whether a text search can say anything about this reference."""
    return not claim.mention and claim.kind not in NOT_SEARCHED and (claim.structured or claim.kind not in GREY)


def _by_work(
    claim: Claim,
    best: Comparison,
    findings: tuple[Finding, ...],
    given: list[Answer],
    agreed: tuple[Field, ...] = (),
) -> Verdict:
    return Verdict(
        reference=claim.reference,
        status=Status.MISMATCH if findings else Status.VERIFIED,
        reason=Reason.FIELD_DIFFERS if findings else Reason.FOUND_BY_SEARCH,
        rule=findings[0].rule if findings else "",
        basis=Basis.SEARCH,
        findings=findings,
        agreed=agreed or best.agreed,
        record=best.record,
        suggestion=Suggestion(record=best.record, guess=True) if findings else None,
        notices=notices([best.record], claim.identifiers),
        checked_isbn=isbn_is_valid(claim.reference),
        asked=asked(given),
    )


def _without_work(
    claim: Claim, searches: tuple[Search, ...], given: list[Answer], suggestion: Suggestion | None, *, known: bool
) -> Verdict:
    """No hit is a close match: absent only if the kind is indexed, two sources said so, and none failed to."""
    providers = {answer.question.provider for answer in given}
    enough = len(providers) > 1 and bool(providers & candidates.BROAD)
    failed = next((answer for answer in given if isinstance(answer, Unavailable)), None)
    status, reason, detail = Status.UNCHECKED, Reason.NOT_INDEXED, claim.kind.value
    if searches and not is_complete(given, searches):
        aged = (
            Reason.PROVIDER_UNAVAILABLE if any(answer.stale for answer in given if isinstance(answer, Found)) else None
        )
        reason = Reason(failed.reason.value) if failed else aged or Reason.PENDING
        detail = failed.detail if failed else ""
    elif (
        searches
        and not known
        and enough
        and claim.kind in INDEXED
        and (claim.structured or not is_untitled(claim.text))
    ):
        status, reason, detail = Status.NOT_FOUND, Reason.REFERENCE_NOT_FOUND, ""
    missing = Finding(
        rule="reference-not-found",
        field=Field.TITLE,
        cited=claim.fields.title or claim.text,
        recorded="",
        provider=next(iter(candidates.PROVIDERS), ProviderName.CROSSREF),
        basis=Basis.SEARCH,
    )
    return Verdict(
        reference=claim.reference,
        status=status,
        reason=reason,
        detail=detail,
        rule=missing.rule if status is Status.NOT_FOUND else "unchecked",
        basis=Basis.SEARCH,
        findings=(missing,) if status is Status.NOT_FOUND else (),
        suggestion=suggestion if known or claim.kind in INDEXED else None,
        checked_isbn=isbn_is_valid(claim.reference),
        asked=asked(given),
    )
