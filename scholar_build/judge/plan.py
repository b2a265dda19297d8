"""What must still be asked before a reference can be judged; pure."""

from __future__ import annotations

from collections.abc import Mapping

from scholar_build.judge import candidates
from scholar_build.judge.by_identifiers import trails
from scholar_build.judge.by_search import is_searched
from scholar_build.judge.claim import Claim
from scholar_build.judge.kind import Kind
from scholar_build.judge.trail import Standing, versions
from scholar_build.judge.untitled import names_record
from scholar_build.judge.weigh import accuses_identifier
from scholar_build.model import Answer, Question, Reference

CHECKS = ("title", "year", "authors", "venue")


def next_questions(reference: Reference, answers: Mapping[Question, Answer]) -> tuple[Question, ...]:
    """The questions that are open now; empty when the verdict is final."""
    claim = Claim(reference)
    if claim.identifiers:
        return _for_identifiers(claim, answers)
    if claim.kind is Kind.PLACEHOLDER or not is_searched(claim):
        return ()
    return _for_search(claim, answers)


def _for_identifiers(claim: Claim, answers: Mapping[Question, Answer]) -> tuple[Question, ...]:
    followed = trails(claim, answers)
    questions: list[Question] = [trail.open for trail in followed if trail.open is not None]
    for trail in followed:
        named = versions(trail.record) if trail.record and trail.standing is Standing.REGISTERED else ()
        if named and trail.record and claim.years and not set(claim.years) & set(trail.record.years):
            questions.extend(one for one in named if one not in answers)
    if questions or claim.mention:
        return tuple(dict.fromkeys(questions))
    if any(accuses_identifier(claim, trail) for trail in followed):
        return tuple(one for one in candidates.questions(claim)[:1] if one not in answers)
    return ()


def _for_search(claim: Claim, answers: Mapping[Question, Answer]) -> tuple[Question, ...]:
    """One source after another, until a hit is a close match; a preprint is none where a publication was cited."""
    searches = candidates.questions(claim)
    found = candidates.hits(searches, answers)
    works = candidates.same_works(claim, found, CHECKS)
    if works and candidates.is_close(works[0]) and not candidates.only_preprint(claim, works):
        return ()
    if not claim.structured and any(names_record(claim.text, record) for record in found):
        return ()
    return tuple(one for one in searches if one not in answers)[:1]
