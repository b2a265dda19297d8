"""The verdict on a reference that names its work by identifiers: all of them are checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from scholar_build.identifiers import Identifier
from scholar_build.judge import candidates
from scholar_build.judge.claim import Claim
from scholar_build.judge.comparison import WITH_IDENTIFIER, compare
from scholar_build.judge.evidence import answered, asked
from scholar_build.judge.kind import isbn_is_valid
from scholar_build.judge.notices import notices
from scholar_build.judge.title import coverage
from scholar_build.judge.trail import Standing, Trail, follow
from scholar_build.judge.weigh import Weight, weigh
from scholar_build.model import (
    Answer,
    Basis,
    Found,
    Lookup,
    Notice,
    NoticeType,
    ProviderName,
    Question,
    Reason,
    Record,
    Status,
    Suggestion,
    Verdict,
)  # fmt: skip


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


def judge_by_identifiers(claim: Claim, answers: Mapping[Question, Answer], checks: Collection[str]) -> Verdict:
    """Compare with the record of every identifier; an identifier that names another work or none accuses."""
    followed = trails(claim, answers)
    weights = [weigh(claim, trail, checks, answers, _years_elsewhere(trail, followed)) for trail in followed]
    chosen = _choose(weights)
    others = _elsewhere(claim, answers, followed)
    searches = candidates.questions(claim)[:1] if chosen.accuses_identifier else ()
    hits = candidates.hits(searches, answers)
    return Verdict(
        reference=claim.reference,
        status=chosen.status,
        reason=chosen.reason,
        detail=chosen.detail,
        rule=chosen.findings[0].rule if chosen.findings else "unchecked" if chosen.status is Status.UNCHECKED else "",
        findings=chosen.findings,
        agreed=chosen.agreed,
        record=chosen.record,
        suggestion=_suggest(claim, chosen, weights, hits),
        notices=(*_notices(claim, followed, chosen, others), *_sources_differ(claim, chosen, others)),
        checked_isbn=isbn_is_valid(claim.reference),
        asked=asked([*(answer for trail in followed for answer in trail.answers), *answered(searches, answers)]),
    )


def _choose(weights: list[Weight]) -> Weight:
    """The weight that decides: an accusation of any identifier, else what the record that fits best says.

    Details such as year and venue count only by that record: a preprint and its publication are one work with two
    sets of them.
    """
    accusing = [weight for weight in weights if weight.accuses_identifier]
    if accusing:
        return next((weight for weight in accusing if weight.status is Status.NOT_FOUND), accusing[0])
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
    """Records of further sources that were asked about the same identifiers."""
    seen = {answer.question for trail in followed for answer in trail.answers}
    questions = (Lookup.of(name, one) for one in claim.identifiers for name in ProviderName)
    found = (answers.get(question) for question in questions if question not in seen)
    return [answer.records[0] for answer in found if isinstance(answer, Found)]


def _notices(claim: Claim, followed: Iterable[Trail], chosen: Weight, others: Iterable[Record]) -> tuple[Notice, ...]:
    if chosen.record is None:
        return ()
    known = [record for trail in followed for record in (trail.record, trail.facts) if record]
    same = [record for record in known if _same_work(record, chosen.record)]
    return notices([*same, *(one for one in others if one.id == chosen.record.id)], claim.identifiers)


def _sources_differ(claim: Claim, chosen: Weight, others: Iterable[Record]) -> Iterator[Notice]:
    """An aggregator that contradicts a reference which the authority confirms."""
    if chosen.status is not Status.VERIFIED or chosen.reason is not Reason.AGREES:
        return
    for record in others:
        findings = compare(claim, record, ("title", "year", "authors")).findings(Basis.IDENTIFIER)
        if findings:
            fields = ", ".join(dict.fromkeys(finding.field.value for finding in findings))
            yield Notice(type=NoticeType.SOURCES_DIFFER, detail=fields, provider=record.provider)
            return


def _suggest(claim: Claim, chosen: Weight, weights: Iterable[Weight], hits: Iterable[Record]) -> Suggestion | None:
    """The record itself where only details differ; the work of another identifier, or a guess, where it is another."""
    if chosen.status is Status.MISMATCH and not chosen.accuses_identifier and chosen.record is not None:
        return Suggestion(record=chosen.record, guess=False)
    if not chosen.accuses_identifier:
        return None
    right = next((weight.record for weight in weights if weight.status is Status.VERIFIED and weight.record), None)
    if right is not None:
        return Suggestion(record=right, guess=False)
    works = candidates.same_works(claim, hits, ("title", "year", "authors"))
    return Suggestion(record=works[0].record, guess=True) if works else None
