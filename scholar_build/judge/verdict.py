"""The verdict on one reference: pure, the same for the same input."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scholar_build.config import DEFAULT_CHECKS
from scholar_build.judge.by_identifiers import judge_by_identifiers
from scholar_build.judge.by_search import judge_by_search
from scholar_build.judge.claim import Claim
from scholar_build.judge.kind import Kind
from scholar_build.model import Answer, Question, Reason, Reference, Status, Verdict


def judge(
    reference: Reference, answers: Mapping[Question, Answer], *, checks: Collection[str] = DEFAULT_CHECKS
) -> Verdict:
    """Judge a reference by the answers that concern it; a question without an answer counts as pending.

    `checks` are names of `config.Check`; title and year are always compared.
    """
    claim = Claim(reference)
    if claim.identifiers:
        return judge_by_identifiers(claim, answers, checks)
    if claim.kind is Kind.PLACEHOLDER:
        return Verdict(reference=reference, status=Status.UNCHECKED, reason=Reason.PLACEHOLDER, rule="placeholder")
    return judge_by_search(claim, answers, checks)
