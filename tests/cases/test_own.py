"""Cases of our own, as nasty as the world: each through the whole pipeline."""

from __future__ import annotations

import pytest

from tests.cases.own import bibliographies, exports, identifiers, matching, provider_replies, scanning
from tests.cases.pipeline import Bench, Case, outcome, texts, wanted

CASES = {
    case.id: case
    for part in (identifiers, scanning, bibliographies, matching, provider_replies, exports)
    for case in part.CASES
}


def marked(case: Case) -> object:
    """The case, expected to fail where it says so."""
    marks = [pytest.mark.xfail(strict=False, reason=case.fails)] if case.fails else []
    return pytest.param(case, id=case.id, marks=marks)


@pytest.mark.parametrize("case", [marked(case) for case in CASES.values()])
def test_a_case_through_the_whole_pipeline(case: Case, the_bench: Bench) -> None:
    """What people write is read, asked about, judged and shown as the case says, and nothing it forbids is shown."""
    report = the_bench.run(case)
    assert outcome(case, report) == wanted(case), case.why
    shown = texts(report)
    for text in case.says:
        assert text in shown["text"]
    for text in case.never:
        assert not [name for name, page in shown.items() if text in page], text
