"""What one identifier's trail means for a reference."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scholar_build.judge.claim import Claim
from scholar_build.judge.comparison import Comparison, compare, is_other_work
from scholar_build.judge.freetext import author_and_year
from scholar_build.judge.normal import words
from scholar_build.judge.outcome import Outcome
from scholar_build.judge.trail import Standing, Trail, versions
from scholar_build.model import (
    Answer,
    Basis,
    Failure,
    Field,
    Finding,
    Found,
    Frozen,
    ProviderName,
    Question,
    Reason,
    Record,
    Status,
)  # fmt: skip


class Weight(Frozen, frozen=True, kw_only=True):
    """The verdict as far as one identifier decides it."""

    trail: Trail
    status: Status
    reason: Reason
    findings: tuple[Finding, ...] = ()
    agreed: tuple[Field, ...] = ()
    record: Record | None = None
    detail: str = ""

    @property
    def accuses_identifier(self) -> bool:
        """Whether the identifier names another work or none."""
        return self.reason in {Reason.OTHER_WORK, Reason.IDENTIFIER_NOT_FOUND}


def weigh(
    claim: Claim, trail: Trail, checks: Collection[str], answers: Mapping[Question, Answer], years: Collection[int] = ()
) -> Weight:
    """Judge a reference by one identifier; `years` are those of other records of the same work."""
    if trail.standing is Standing.UNREGISTERED:
        return _unregistered(trail)
    if trail.standing is Standing.UNKNOWN:
        return _stood_in(claim, trail, checks)
    assert trail.record is not None
    if not trail.record.titles:
        return _untitled(claim, trail, checks)
    known, complete = _version_years(trail.record, answers)
    compared = compare(claim, trail.record, checks, years=(*years, *known))
    if not complete and compared.outcome(Field.YEAR) is Outcome.DIFFER:
        compared = _without(compared, Field.YEAR)
    return _by_record(claim, trail, compared)


def accuses_identifier(claim: Claim, trail: Trail) -> bool:
    """Whether `weigh` would say that the identifier names another work or none."""
    if trail.standing is not Standing.REGISTERED:
        return trail.standing is Standing.UNREGISTERED
    return trail.record is not None and bool(trail.record.titles) and is_other_work(claim, trail.record)


def _unregistered(trail: Trail) -> Weight:
    finding = Finding(
        rule="identifier-not-found",
        field=Field.IDENTIFIER,
        cited=str(trail.identifier),
        recorded="",
        provider=trail.provider or ProviderName.DOI_ORG,
    )
    detail = (
        "a 10.5555 identifier that is not a registered DOI" if trail.identifier.value.startswith("10.5555/") else ""
    )
    return Weight(
        trail=trail,
        status=Status.NOT_FOUND,
        reason=Reason.IDENTIFIER_NOT_FOUND,
        findings=(finding,),
        detail=detail,
    )


def _stood_in(claim: Claim, trail: Trail, checks: Collection[str]) -> Weight:
    """The authority gave no answer: another source may confirm everything, but accuse of nothing."""
    reason = Reason((trail.failure or Failure.PENDING).value)
    if trail.record is not None and trail.record.titles:
        compared = compare(claim, trail.record, checks)
        if not compared.findings(Basis.IDENTIFIER) and (Field.TITLE in compared.agreed or is_bare(claim)):
            return _by_record(claim, trail, compared)
    return Weight(trail=trail, status=Status.UNCHECKED, reason=reason)


def _untitled(claim: Claim, trail: Trail, checks: Collection[str]) -> Weight:
    """Registered without a title: an aggregator's title may agree; what it lacks or says otherwise accuses nobody."""
    assert trail.record is not None
    if is_bare(claim):
        return Weight(trail=trail, status=Status.VERIFIED, reason=Reason.REGISTERED, record=trail.record)
    compared = compare(claim, trail.record, checks)
    details = compared.findings(Basis.IDENTIFIER)
    if trail.facts is not None and trail.facts.titles:
        titled = compare(claim, trail.facts, checks)
        if Field.TITLE in titled.agreed and not details:
            agreed = tuple(field for field in Field if field in {*titled.agreed, *compared.agreed})
            return Weight(trail=trail, status=Status.VERIFIED, reason=Reason.AGREES, agreed=agreed, record=trail.facts)
    if trail.failure is not None:
        return Weight(trail=trail, status=Status.UNCHECKED, reason=Reason(trail.failure.value), record=trail.record)
    return Weight(trail=trail, status=Status.UNCHECKED, reason=Reason.NO_RECORD_TITLE, record=trail.record)


def _by_record(claim: Claim, trail: Trail, compared: Comparison) -> Weight:
    record = compared.record
    findings = compared.findings(Basis.IDENTIFIER)
    if compared.other_work:
        named = Finding(
            rule="identifier-mismatch",
            field=Field.IDENTIFIER,
            cited=str(trail.identifier),
            recorded=record.title,
            provider=record.provider,
        )
        return Weight(
            trail=trail,
            status=Status.MISMATCH,
            reason=Reason.OTHER_WORK,
            findings=(named, *findings),
            agreed=compared.agreed,
            record=record,
        )
    if findings:
        return Weight(
            trail=trail,
            status=Status.MISMATCH,
            reason=Reason.FIELD_DIFFERS,
            findings=findings,
            agreed=compared.agreed,
            record=record,
        )
    if is_bare(claim) or (claim.mention and not compared.agreed):
        return Weight(trail=trail, status=Status.VERIFIED, reason=Reason.REGISTERED, record=record)
    if Field.TITLE not in compared.agreed and (claim.fields.title or not compared.agreed):
        return Weight(
            trail=trail,
            status=Status.UNCHECKED,
            reason=Reason.NO_RECORD_TITLE,
            record=record,
            agreed=compared.agreed,
            detail="the record states the title in another language or script",
        )
    return Weight(trail=trail, status=Status.VERIFIED, reason=Reason.AGREES, agreed=compared.agreed, record=record)


def is_bare(claim: Claim) -> bool:
    """Whether the reference says nothing besides its identifier that could be compared."""
    if claim.structured:
        fields = claim.fields
        return not (fields.title or fields.author or fields.issued)
    if claim.mention:
        return author_and_year(claim.text) is None and len(words(claim.text)) < 3
    return len([word for word in words(claim.text) if not word.isdigit()]) < 2


def _version_years(record: Record, answers: Mapping[Question, Answer]) -> tuple[set[int], bool]:
    """The years of a concept DOI's versions as far as known, and whether that is all of them."""
    years: set[int] = set()
    asked = versions(record)
    found = [answers.get(question) for question in asked]
    for answer in found:
        if isinstance(answer, Found):
            years.update(answer.records[0].years)
    named = sum(one.type.value == "has_version" for one in record.relations)
    return years, all(isinstance(answer, Found) for answer in found) and named <= len(asked)


def _without(compared: Comparison, field: Field) -> Comparison:
    return Comparison(
        record=compared.record,
        fields=tuple(pair for pair in compared.fields if pair[0] is not field),
        share=compared.share,
        authors=compared.authors,
    )
