"""Citation chains against the twin: states, bounds, direction of edges, calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from scholar_build.chain import MAX_CALLS, MAX_NODES, chain, expand, gather
from scholar_build.config import Chain, Settings
from scholar_build.errors import SourceError
from scholar_build.lock import read_lock, write_lock
from scholar_build.lookup import open_session
from scholar_build.model import Absent, Failure, Found, Search, Unavailable
from scholar_build.model.chain import ChainStatus, ChainWarning, CitationChain, DoiStatus, Shortfall
from tests.chain.graphs import doi, edges, expanded, openalex, session, work
from tests.shared import cases, needs_shared
from tests.twin import Fault, Twin, Update, Work

pytestmark = pytest.mark.enable_socket
replace = msgspec.structs.replace


def shortfalls(chain: CitationChain) -> set[Shortfall]:
    return {reason.shortfall for reason in chain.reasons}


def wide(cited: int, citing: int, *, each: int = 0) -> list[Work]:
    """A seed that cites and is cited, where every neighbour cites and is cited by `each` further works."""
    works = [work(0, *range(1, cited + 1))]
    works += [work(n, *range(100 + 10 * n, 100 + 10 * n + each)) for n in range(1, cited + 1)]
    works += [work(50 + n, 0, *range(1000 + 10 * n, 1000 + 10 * n + each)) for n in range(citing)]
    works += [work(100 + 10 * n + k) for n in range(1, cited + 1) for k in range(each)]
    works += [work(1000 + 10 * n + k) for n in range(citing) for k in range(each)]
    works += [work(2000 + 10 * n + k, n) for n in range(1, cited + 1) for k in range(each)]
    works += [work(3000 + 10 * n + k, 50 + n) for n in range(citing) for k in range(each)]
    return works


def test_a_chain_within_its_bounds_is_complete(tmp_path: Path) -> None:
    """Both directions, one step: every edge runs from the citing to the cited work, in three requests."""
    with Twin([work(0, 1, 2), work(1), work(2), work(3, 0), work(4, 0)], limits="off") as twin:
        found = expanded(twin, tmp_path)
        assert found.status == ChainStatus.COMPLETE_WITHIN_BOUNDS
        assert {("0", "1"), ("0", "2"), ("3", "0"), ("4", "0")} == edges(found)
        assert (found.calls, twin.count("openalex")) == (3, 3)
        assert {1} == {edge.observed_at_depth for edge in found.edges}
        assert {"CITES_PROVIDER_ASSERTED"} == {edge.status for edge in found.edges}
        assert {"openalex:referenced_works", "openalex:cites"} == {edge.evidence_source for edge in found.edges}
        assert [openalex(0), openalex(1), openalex(2), openalex(3), openalex(4)] == list(found.source_ids)
        assert found.nodes[0].doi_status == DoiStatus.IS_SEED
        assert found.checked_at


@pytest.mark.parametrize(
    ("directions", "expected"),
    [("backward", {("0", "1")}), ("forward", {("2", "0")}), ("both", {("0", "1"), ("2", "0")})],
)
def test_only_the_directions_asked_for_are_followed(
    tmp_path: Path, directions: str, expected: set[tuple[str, str]]
) -> None:
    """Cited works, citing works, or both."""
    with Twin([work(0, 1), work(1), work(2, 0)], limits="off") as twin:
        assert expected == edges(expanded(twin, tmp_path, directions=directions))


def test_the_second_step_is_read_in_one_list(tmp_path: Path) -> None:
    """Two steps back with four works at each cost four requests, however many works there are."""
    with Twin(wide(4, 0, each=4), limits="off") as twin:
        found = expanded(twin, tmp_path, max_depth=2, max_per_direction=4, directions="backward")
        assert (len(found.nodes), len(found.edges)) == (21, 20)
        assert twin.count("openalex") == 3
        assert {d: sum(edge.observed_at_depth == d for edge in found.edges) for d in (1, 2)} == {1: 4, 2: 16}


def test_the_example_of_a_deep_chain_is_partial_with_right_directions(tmp_path: Path) -> None:
    """10.1038/nature12373, two steps, four works each way: 30 works at most, 12 requests at most, edges as they run."""
    works = wide(6, 9, each=5)
    works[0] = work(0, *range(1, 7), doi="10.1038/nature12373")
    works = [msgspec_replace(one, doi(0), "10.1038/nature12373") if doi(0) in one.references else one for one in works]
    stated = {(one.openalex, other.openalex) for one in works for other in works if other.doi in one.references}
    with Twin(works, limits="off") as twin:
        found = expanded(twin, tmp_path, "10.1038/NATURE12373", max_depth=2, max_per_direction=4)
        assert found.status == ChainStatus.PARTIAL
        assert len(found.nodes) == MAX_NODES
        assert twin.count("openalex") <= MAX_CALLS
        ids = {node.id: node.openalex for node in found.nodes}
        assert {(ids[edge.citing], ids[edge.cited]) for edge in found.edges} <= stated
        assert {Shortfall.MORE_REFERENCES, Shortfall.MORE_CITING, Shortfall.NODE_CEILING} <= shortfalls(found)
        shown = [edge for edge in found.edges if edge.citing == found.nodes[0].id]
        assert len(shown) == 4


def msgspec_replace(one: Work, old: str, new: str) -> Work:
    import dataclasses

    return dataclasses.replace(one, references=tuple(new if ref == old else ref for ref in one.references))


def test_twelve_requests_are_the_end(tmp_path: Path) -> None:
    """With thirteen works at the first step, the walk stops asking at the twelfth request and says so."""
    with Twin(wide(5, 8), limits="off") as twin:
        found = expanded(twin, tmp_path, max_depth=2, max_per_direction=10)
        assert MAX_CALLS == twin.count("openalex") == found.calls
        assert Shortfall.CALL_CEILING in shortfalls(found)
        assert found.status == ChainStatus.PARTIAL


def test_works_that_cite_each_other_end_the_walk(tmp_path: Path) -> None:
    """A cycle costs no more requests with two steps than its works, and no edge is drawn twice."""
    with Twin([work(0, 1), work(1, 2), work(2, 0)], limits="off") as twin:
        found = expanded(twin, tmp_path, max_depth=2)
        assert {("0", "1"), ("1", "2"), ("2", "0")} == edges(found)
        assert len(found.nodes) == 3
        assert found.status == ChainStatus.COMPLETE_WITHIN_BOUNDS
        assert twin.count("openalex") <= 5


@needs_shared
@pytest.mark.parametrize("case", cases("chain"), ids=lambda case: str(case["id"]))
def test_shared_cases(tmp_path: Path, case: dict[str, Any]) -> None:
    """A work among its own references, a cycle in another spelling, a reference without identifier."""
    facts = {row["lookup"]: row["record"]["references"] for row in case["provider_facts"]}
    numbers = {name.lower(): f"W71{place:05d}" for place, name in enumerate(facts)}
    works = [
        Work(title=f"Work {name}", doi=name, openalex=numbers[name.lower()], references=tuple(references), year=2020)
        for name, references in facts.items()
    ]
    seed = next(iter(facts))
    with Twin(works, limits="off") as twin:
        one_step = expanded(twin, tmp_path / "one", seed, max_depth=1)
        before = twin.count("openalex")
        found = expanded(twin, tmp_path / "two", seed, max_depth=2)
        assert len(facts) == len(found.nodes)
        assert len(found.edges) <= 2
        assert all(edge.citing != edge.cited for edge in found.edges)
        assert any(reason.shortfall is Shortfall.WITHOUT_IDENTIFIER and reason.shown == 1 for reason in found.reasons)
        assert any(remark.warning is ChainWarning.SELF_REFERENCE for remark in found.remarks)
        assert twin.count("openalex") - before <= before + 1
        assert edges_of(one_step) <= edges_of(found)


def edges_of(found: CitationChain) -> set[tuple[str, str]]:
    return {(edge.citing, edge.cited) for edge in found.edges}


@pytest.mark.parametrize(("answered", "given"), [("10.5555/other", "10.5555/other"), (None, ""), ("no doi at all", "")])
def test_another_identity_blocks_the_chain(tmp_path: Path, answered: str | None, given: str) -> None:
    """Where OpenAlex's record has another DOI, none, or nonsense, nothing is drawn and nothing more is asked."""
    raw = {"openalex": {"doi": answered and f"https://doi.org/{answered}", "ids": {"openalex": openalex(0)}}}
    with Twin([work(0, 1, raw=raw), work(1)], limits="off") as twin:
        found = expanded(twin, tmp_path)
        assert found.status == ChainStatus.BLOCKED_SEED_IDENTITY_NOT_VERIFIED
        assert ((), (), given) == (found.nodes, found.edges, found.answered_doi)
        assert twin.count("openalex") == 1


def test_the_same_identity_in_another_spelling_is_the_same(tmp_path: Path) -> None:
    """Case and address forms of a DOI are no contradiction."""
    raw = {"openalex": {"doi": "https://doi.org/10.5555/C.0"}}
    with Twin([work(0, 1, raw=raw), work(1)], limits="off") as twin:
        found = expanded(twin, tmp_path, "https://dx.doi.org/10.5555/C.0")
        assert found.status == ChainStatus.COMPLETE_WITHIN_BOUNDS


def test_an_unknown_seed_blocks_the_chain(tmp_path: Path) -> None:
    """A DOI that OpenAlex does not hold leads nowhere."""
    with Twin([work(1)], limits="off") as twin:
        found = expanded(twin, tmp_path)
        assert (found.status, found.provider_errors) == (ChainStatus.BLOCKED_SEED_LOOKUP, ())


def test_a_failure_at_the_seed_blocks_the_chain(tmp_path: Path) -> None:
    """Where OpenAlex does not answer, the reason is kept and nothing is said of citations."""
    with Twin([work(0, 1), work(1)], limits="off") as twin:
        twin.fail("openalex", Fault.TOO_MANY)
        found = expanded(twin, tmp_path)
        assert found.status == ChainStatus.BLOCKED_SEED_LOOKUP
        assert [error.reason for error in found.provider_errors] == [Failure.RATE_LIMITED]
        assert (found.nodes, found.edges) == ((), ())


@pytest.mark.parametrize(
    ("part", "shortfall", "drawn"),
    [
        ("cites:", Shortfall.CITING_NOT_ANSWERED, {("0", "1")}),
        ("openalex:", Shortfall.REFERENCES_NOT_ANSWERED, {("2", "0")}),
    ],
)
def test_a_failure_in_the_middle_leaves_the_rest(
    tmp_path: Path, part: str, shortfall: Shortfall, drawn: set[tuple[str, str]]
) -> None:
    """One request that fails makes the chain partial; what was answered is drawn."""
    with Twin([work(0, 1), work(1), work(2, 0)], limits="off") as twin:
        twin.fail("openalex", Fault.SERVER_ERROR, where=lambda asked: asked.param("filter").startswith(part))
        found = expanded(twin, tmp_path)
        assert (ChainStatus.PARTIAL, {shortfall}) == (found.status, shortfalls(found))
        assert drawn == edges(found)
        assert [error.reason for error in found.provider_errors] == [Failure.PROVIDER_UNAVAILABLE]


def test_failures_count_with_their_retries(tmp_path: Path) -> None:
    """Where everything after the seed fails, the wire sees hardly more than the ceiling."""
    with Twin(wide(5, 5, each=2), limits="off") as twin:
        twin.fail("openalex", Fault.SERVER_ERROR, where=lambda asked: asked.param("filter").startswith("cites:W70000"))
        expanded(twin, tmp_path, max_depth=2, max_per_direction=5)
        assert twin.count("openalex") <= MAX_CALLS + 2


def test_a_page_that_holds_less_than_it_counts_is_partial(tmp_path: Path) -> None:
    """A list that counts more works than it holds is no proof that the others do not exist."""
    with Twin([work(0, 1, 2), work(1), work(2), work(3, 0)], limits="off") as twin, session(twin, tmp_path) as asking:

        def ask(questions: Any) -> Any:
            """Every list lacks its first work and counts one more than there are."""
            given = asking.ask(questions)
            return {
                one: replace(answer, records=answer.records[1:], total=len(answer.records) + 1)
                if isinstance(one, Search)
                else answer
                for one, answer in given.items()
            }

        found = expand(doi(0), ask)
        assert edges(found) == {("0", "2")}
        assert shortfalls(found) == {Shortfall.REFERENCES_NOT_ANSWERED, Shortfall.SHORT_PAGE}


def test_an_empty_page_that_counts_works_is_a_failure(tmp_path: Path) -> None:
    """A list that counts works and holds none is no proof that there are none."""
    with Twin([work(0, 1), work(1), work(2, 0)], limits="off") as twin:
        twin.fail("openalex", Fault.EMPTY_PAGE, where=lambda asked: bool(asked.param("filter")))
        found = expanded(twin, tmp_path)
        assert (found.status, found.edges) == (ChainStatus.PARTIAL, ())


def test_a_higher_count_of_its_own_is_told(tmp_path: Path) -> None:
    """Where the record counts more citing works than the list, both numbers are named."""
    raw = {"openalex": {"cited_by_count": 9}}
    with Twin([work(0, raw=raw), work(1, 0)], limits="off") as twin:
        (reason,) = expanded(twin, tmp_path).reasons
        assert (reason.shortfall, reason.shown, reason.total) == (Shortfall.COUNTS_DIFFER, 1, 9)


def test_references_without_a_record_are_counted(tmp_path: Path) -> None:
    """OpenAlex names works that it does not hold."""
    with Twin([work(0, 1, "W9999999991", "W9999999992"), work(1)], limits="off") as twin:
        (reason,) = expanded(twin, tmp_path).reasons
        assert (reason.shortfall, reason.shown, reason.total) == (Shortfall.WITHOUT_RECORD, 2, 3)


def test_one_work_is_one_node_however_it_is_identified(tmp_path: Path) -> None:
    """Two OpenAlex ids with the same DOI are one work."""
    twice = {"openalex": {"doi": f"https://doi.org/{doi(1)}"}}
    works = [work(0, openalex(1), openalex(2)), work(1), work(2, doi="10.5555/twin", raw=twice)]
    with Twin(works, limits="off") as twin:
        found = expanded(twin, tmp_path)
        assert (len(found.nodes), len(found.edges)) == (2, 1)
        assert [remark.warning for remark in found.remarks] == [ChainWarning.SAME_WORK]


def test_a_work_that_everybody_cites_and_nobody_is_cited_by(tmp_path: Path) -> None:
    """No edge is no statement: the status is complete, the provider's count stays."""
    with Twin([work(0)], limits="off") as twin:
        found = expanded(twin, tmp_path)
        assert (found.status, found.edges) == (ChainStatus.COMPLETE_WITHIN_BOUNDS, ())


def test_retracted_works_keep_their_notice(tmp_path: Path) -> None:
    """A retraction stands on the node."""
    updated = (Update(type="retraction", doi="10.5555/notice"),)
    with Twin([work(0, 1), work(1, updated_by=updated)], limits="off") as twin:
        assert [update.type for update in expanded(twin, tmp_path).nodes[1].record.updates] == ["retraction"]


def test_the_same_answers_give_the_same_chain(tmp_path: Path) -> None:
    """A second expansion asks nothing and finds the same in the same order; so does an offline one from the lock."""
    settings = {"chain": (Chain(name="one", seed=doi(0), depth=2, per_direction=3),)}
    with Twin(wide(5, 5, each=3), limits="off") as twin:
        with session(twin, tmp_path, **settings) as asking:
            first = chain(settings["chain"][0], asking)
            answers = gather(Settings(**settings), asking)  # type: ignore[arg-type]
        before = twin.count()
        with session(twin, tmp_path, **settings) as asking:
            assert first == chain(settings["chain"][0], asking)
        assert before == twin.count()
    write_lock(tmp_path / "scholar.lock", answers)
    offline = Settings(offline=True, root=str(tmp_path), cache_dir=str(tmp_path / "empty"))
    with open_session(offline, lock=read_lock(tmp_path / "scholar.lock"), environ={}) as asking:
        assert first == chain(settings["chain"][0], asking)


def test_an_older_answer_that_stands_in_is_told(tmp_path: Path) -> None:
    """Where OpenAlex is away, the cached answers are used, and the page can say so."""
    with Twin([work(0, 1), work(1)], limits="off") as twin:
        expanded(twin, tmp_path)
        twin.down("openalex")
        with session(twin, tmp_path, record_days=0, search_days=0) as asking:
            found = expand(doi(0), asking.ask)
        assert {("0", "1")} == edges(found)
        assert {ChainWarning.STALE} == {remark.warning for remark in found.remarks}


def test_a_lock_of_a_stranger_cannot_break_it() -> None:
    """An answer without a record is no identity."""

    def ask(questions: Any) -> Any:
        return {one: Found(question=one, records=(), fetched_at="never") for one in questions}

    assert expand("10.5555/x", ask).status == ChainStatus.BLOCKED_SEED_IDENTITY_NOT_VERIFIED


def test_answers_that_are_no_lists_are_failures(tmp_path: Path) -> None:
    """An absence where a list should be leaves the chain partial."""
    with Twin([work(0, 1), work(1)], limits="off") as twin, session(twin, tmp_path) as asking:

        def ask(questions: Any) -> Any:
            given = asking.ask(questions)
            return {
                one: answer if one.provider and not hasattr(one, "filters") else Absent(question=one, fetched_at="2026")
                for one, answer in given.items()
            }

        found = expand(doi(0), ask)
        assert {Shortfall.REFERENCES_NOT_ANSWERED, Shortfall.CITING_NOT_ANSWERED} == shortfalls(found)


def test_a_seed_without_an_openalex_id_has_no_citing_works() -> None:
    """Nobody can be asked who cites it; its references would still be read."""
    from scholar_build.identifiers import Identifier, Scheme
    from scholar_build.model import ProviderName, Record

    own = Identifier(Scheme.DOI, "10.5555/x")
    record = Record(id=str(own), provider=ProviderName.OPENALEX, identifiers=(own,))
    found = expand("10.5555/x", lambda qs: {q: Found(question=q, records=(record,), fetched_at="2026") for q in qs})
    assert ({Shortfall.NO_OPENALEX_ID}, "doi:10.5555/x") == (shortfalls(found), found.nodes[0].id)


@pytest.mark.parametrize(
    ("seed", "bounds", "word"),
    [
        ("nonsense", {}, "no DOI"),
        ("W123", {}, "no DOI"),
        ("10.5555/x", {"max_depth": 3}, "depth"),
        ("10.5555/x", {"max_depth": 0}, "depth"),
        ("10.5555/x", {"max_per_direction": 11}, "per direction"),
        ("10.5555/x", {"max_per_direction": 0}, "per direction"),
        ("10.5555/x", {"directions": "sideways"}, "direction"),
    ],
)
def test_what_cannot_be_asked_is_said(seed: str, bounds: dict[str, Any], word: str) -> None:
    """A seed that is no DOI and bounds out of range end with one sentence, before any request."""
    with pytest.raises(SourceError, match=word):
        expand(
            seed,
            lambda questions: {one: Unavailable(question=one, reason=Failure.OFFLINE) for one in questions},
            **bounds,
        )


def test_a_preprint_can_be_a_seed() -> None:
    """ArXiv's own DOIs are asked as DOIs."""
    asked: list[str] = []

    def ask(questions: Any) -> Any:
        asked.extend(str(one.identifier) for one in questions)
        return {one: Unavailable(question=one, reason=Failure.OFFLINE) for one in questions}

    expand("10.48550/arXiv.2311.16162", ask)
    assert asked == ["doi:10.48550/arxiv.2311.16162"]
