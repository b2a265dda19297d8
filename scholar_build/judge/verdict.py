"""The verdict on one reference: pure, the same for the same input."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from scholar_build.config import DEFAULT_CHECKS
from scholar_build.identifiers import Identifier
from scholar_build.judge import candidates
from scholar_build.judge.claim import Claim
from scholar_build.judge.comparison import WITH_IDENTIFIER
from scholar_build.judge.kind import INDEXED, NOT_SEARCHED, Kind, isbn_is_valid
from scholar_build.judge.notices import notices
from scholar_build.judge.title import coverage
from scholar_build.judge.trail import Standing, Trail, follow
from scholar_build.judge.weigh import Weight, weigh
from scholar_build.model import (
    Absent,
    Answer,
    Asked,
    Basis,
    Field,
    Finding,
    Found,
    Lookup,
    Notice,
    NoticeType,
    ProviderName,
    Question,
    Reason,
    Record,
    Reference,
    Search,
    Status,
    Suggestion,
    Unavailable,
    Verdict,
)  # fmt: skip

_GRAVITY = {Status.NOT_FOUND: 0, Status.MISMATCH: 1, Status.VERIFIED: 2, Status.UNCHECKED: 3}


def judge(
    reference: Reference, answers: Mapping[Question, Answer], *, checks: Collection[str] = DEFAULT_CHECKS
) -> Verdict:
    """Judge a reference by the answers that concern it; a question without an answer counts as pending."""
    claim = Claim(reference)
    if claim.kind is Kind.PLACEHOLDER and not claim.identifiers:
        return Verdict(reference=reference, status=Status.UNCHECKED, reason=Reason.PLACEHOLDER, rule="placeholder")
    return _by_identifiers(claim, answers, checks) if claim.identifiers else _by_search(claim, answers, checks)


def trails(claim: Claim, answers: Mapping[Question, Answer]) -> tuple[Trail, ...]:
    """One trail per identifier; another reading of an identifier is followed where it itself is not registered."""
    return tuple(_first_known(identifier, claim, answers) for identifier in claim.identifiers)


def _first_known(identifier: Identifier, claim: Claim, answers: Mapping[Question, Answer]) -> Trail:
    trail = follow(identifier, answers)
    if trail.standing is not Standing.UNREGISTERED:
        return trail
    for original, other in claim.reference.alternatives:
        if original == identifier:
            second = follow(other, answers)
            if second.standing is not Standing.UNREGISTERED:
                return second
    return trail


def _by_identifiers(claim: Claim, answers: Mapping[Question, Answer], checks: Collection[str]) -> Verdict:
    followed = trails(claim, answers)
    weights = [weigh(claim, trail, checks, answers, _years_elsewhere(trail, followed)) for trail in followed]
    chosen = _choose(weights)
    records = [record for weight in weights for record in (weight.trail.record, weight.trail.facts) if record]
    own = [record for record in records if chosen.record is None or _same_work(record, chosen.record)]
    extra = _elsewhere(claim, answers, followed)
    searches = candidates.questions(claim) if chosen.other_work else ()
    return Verdict(
        reference=claim.reference,
        status=chosen.status,
        reason=chosen.reason,
        detail=chosen.detail,
        rule=chosen.findings[0].rule if chosen.findings else "unchecked" if chosen.status is Status.UNCHECKED else "",
        findings=chosen.findings,
        agreed=chosen.agreed,
        record=chosen.record,
        suggestion=_suggest(claim, chosen, weights, candidates.hits(searches, answers)),
        notices=(
            *notices([*own, *(one for one in extra if one.id == own[0].id)] if own else (), claim.identifiers),
            *_sources_differ(claim, chosen, extra),
        ),
        checked_isbn=isbn_is_valid(claim.reference),
        asked=_asked([*(answer for trail in followed for answer in trail.answers), *_answered(searches, answers)]),
    )


def _choose(weights: list[Weight]) -> Weight:
    """The weight that decides: an accusation by any identifier, else the one that says most for the reference.

    Details such as year and venue count only by the identifier whose record fits best: a preprint and its
    publication are one work with two sets of them.
    """
    accused = [weight for weight in weights if weight.other_work]
    if accused:
        return min(accused, key=lambda weight: _GRAVITY[weight.status])
    checked = [weight for weight in weights if weight.status is not Status.UNCHECKED]
    return min(checked or weights, key=lambda weight: (len(weight.findings), -len(weight.agreed)))


def _years_elsewhere(trail: Trail, others: Iterable[Trail]) -> tuple[int, ...]:
    """The years that the records of the reference's other identifiers give, where they are of the same work."""
    if trail.record is None:
        return ()
    same = [other.record for other in others if other.record and _same_work(other.record, trail.record)]
    return tuple(year for record in same for year in record.years)


def _same_work(one: Record, other: Record) -> bool:
    return one is other or any(coverage(other.titles, title) >= WITH_IDENTIFIER for title in one.titles)


def _elsewhere(claim: Claim, answers: Mapping[Question, Answer], followed: Iterable[Trail]) -> list[Record]:
    """Records of other sources that were asked about the same identifiers."""
    seen = {id(answer) for trail in followed for answer in trail.answers}
    found = (answers.get(Lookup(provider=name, identifier=one)) for one in claim.identifiers for name in ProviderName)
    return [answer.records[0] for answer in found if isinstance(answer, Found) and id(answer) not in seen]


def _sources_differ(claim: Claim, chosen: Weight, records: Iterable[Record]) -> Iterable[Notice]:
    """Sources that contradict a reference which the authority confirms."""
    from scholar_build.judge.comparison import compare

    if chosen.status is not Status.VERIFIED or chosen.record is None:
        return
    for record in records:
        findings = compare(claim, record, ("title", "year", "authors")).findings(Basis.IDENTIFIER)
        if findings:
            fields = ", ".join(dict.fromkeys(finding.field.value for finding in findings))
            yield Notice(type=NoticeType.SOURCES_DIFFER, detail=fields, provider=record.provider)
            return


def _suggest(claim: Claim, chosen: Weight, weights: list[Weight], found: list[Record]) -> Suggestion | None:
    if chosen.status is Status.MISMATCH and not chosen.other_work and chosen.record is not None:
        return Suggestion(record=chosen.record, guess=False)
    if not chosen.other_work:
        return None
    right = next((weight.record for weight in weights if weight.status is Status.VERIFIED and weight.record), None)
    if right is not None:
        return Suggestion(record=right, guess=False)
    works = candidates.same_works(claim, found, ("title", "year", "authors"))
    return Suggestion(record=works[0].record, guess=True) if works else None


def _by_search(claim: Claim, answers: Mapping[Question, Answer], checks: Collection[str]) -> Verdict:
    searches = candidates.questions(claim) if is_searched(claim) else ()
    found = candidates.hits(searches, answers)
    works = candidates.same_works(claim, found, checks)
    best = works[0] if works else None
    given = _answered(searches, answers)
    base = Verdict(
        reference=claim.reference,
        status=Status.UNCHECKED,
        reason=Reason.NOT_INDEXED,
        rule="unchecked",
        detail=claim.kind.value,
        basis=Basis.SEARCH,
        checked_isbn=isbn_is_valid(claim.reference),
        asked=_asked(given),
    )
    import msgspec

    if best is not None:
        findings = best.findings(Basis.SEARCH)
        fine = not findings and Field.YEAR in best.agreed
        if fine or (findings and candidates.may_accuse(claim, best)):
            return msgspec.structs.replace(
                base,
                status=Status.VERIFIED if fine else Status.MISMATCH,
                reason=Reason.FOUND_BY_SEARCH if fine else Reason.FIELD_DIFFERS,
                rule="" if fine else findings[0].rule,
                detail="",
                findings=findings,
                agreed=best.agreed,
                record=best.record,
                suggestion=None if fine else Suggestion(record=best.record, guess=True),
                notices=notices([best.record], claim.identifiers),
            )
    near = best.record if best is not None else candidates.closest(claim, found)
    suggestion = Suggestion(record=near, guess=True) if near is not None and searches else None
    failed = next((answer for answer in given if isinstance(answer, Unavailable)), None)
    if failed is not None or len(given) < len(searches):
        reason = Reason(failed.reason.value) if failed else Reason.PENDING
        return msgspec.structs.replace(base, reason=reason, detail="", suggestion=suggestion)
    answered = {answer.question.provider for answer in given}
    if best is not None or claim.kind not in INDEXED or len(answered) < 2 or not answered & candidates.BROAD:
        shown = suggestion if claim.kind in INDEXED or best is not None else None
        return msgspec.structs.replace(base, suggestion=shown)
    finding = Finding(
        rule="reference-not-found",
        field=Field.TITLE,
        cited=claim.fields.title or claim.text,
        recorded="",
        provider=ProviderName.CROSSREF,
        basis=Basis.SEARCH,
    )
    return msgspec.structs.replace(
        base,
        status=Status.NOT_FOUND,
        reason=Reason.REFERENCE_NOT_FOUND,
        rule="reference-not-found",
        detail="",
        findings=(finding,),
        suggestion=suggestion,
    )


def is_searched(claim: Claim) -> bool:
    """Whether a text search can say anything about this reference."""
    return not claim.mention and claim.kind not in NOT_SEARCHED


def _answered(searches: Iterable[Search], answers: Mapping[Question, Answer]) -> list[Answer]:
    return [answer for search in searches if (answer := answers.get(search)) is not None]


def _asked(given: Iterable[Answer]) -> tuple[Asked, ...]:
    asked = []
    for answer in given:
        provider = answer.question.provider
        match answer:
            case Found():
                asked.append(Asked(provider=provider, outcome="found", fetched_at=answer.fetched_at))
            case Absent():
                asked.append(Asked(provider=provider, outcome="absent", fetched_at=answer.fetched_at))
            case Unavailable():
                asked.append(Asked(provider=provider, outcome=answer.reason.value, detail=answer.detail))
    return tuple(dict.fromkeys(asked))
