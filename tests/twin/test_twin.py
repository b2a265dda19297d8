"""The twin's table of works and its log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.twin import Twin, Work, generated
from tests.twin.asking import get
from tests.twin.works import Works, real_works


@pytest.fixture
def failing() -> Iterator[Twin]:
    with Twin(limits="off", latency=0.0) as twin:
        yield twin


def test_the_log_tells_what_was_asked(failing: Twin) -> None:
    """Each request is kept with its provider, path, parameters, headers, times and status."""
    get(failing, "crossref", "/works/10.5555%2Fold.1?mailto=a@pond.example", **{"X-Mark": "m"})
    seen = failing.requests[-1]
    assert (seen.provider, seen.method, seen.path, seen.params, seen.headers["x-mark"], seen.status) == (
        "crossref",
        "GET",
        "/works/10.5555/old.1",
        {"mailto": "a@pond.example"},
        "m",
        200,
    )
    assert seen.start <= seen.end
    assert (failing.count("crossref"), failing.count("arxiv"), failing.count()) == (1, 0, 1)


def test_works_can_be_added_and_replaced(failing: Twin) -> None:
    """Generated works are served at once, and a known DOI takes on new facts."""
    failing.add(*generated(1200))
    failing.add(Work(title="New facts", doi="10.5555/twin.7", year=2000))
    message = get(failing, "crossref", "/works/10.5555/twin.7").json()["message"]
    assert message["title"] == ["New facts"]
    assert len({work.title for work in generated(1200)}) == 1200
    assert len([work for work in failing.works.all if work.doi == "10.5555/twin.7"]) == 1


def test_real_works_are_facts_only() -> None:
    """The table of real works holds no abstract, and no identifier twice."""
    works = real_works()
    ids = [work.doi for work in works if work.doi] + [work.pmid for work in works if work.pmid]
    assert len(works) > 100
    assert not any(work.abstract for work in works)
    assert len(ids) == len(set(ids))
    assert len(Works(works).all) == len(works)
