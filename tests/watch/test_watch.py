"""What watches find: questions, merging, limits, revised versions, sources that do not answer."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from scholar_build.config import Settings, Watch, load_settings
from scholar_build.errors import SettingsError
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.lock import read_lock, read_watches, write_lock
from scholar_build.lookup import open_session
from scholar_build.model import Failure, Lookup, Name, ProviderName, Search, since_day
from scholar_build.model.watch import Seen, WatchResult, WatchRun, WatchState
from scholar_build.watch import gather, read, remember, watch
from scholar_build.watch.questions import ask_all
from tests.chain.graphs import session
from tests.shared import cases, needs_shared
from tests.twin import Fault, Twin, Version, Work
from tests.watch.results import FROGS, RESULT, TODAY, P, Providers, article, paper

replace = msgspec.structs.replace
EMPTY = WatchState()


def run(setting: Watch, providers: Providers, state: WatchState = EMPTY, today: date = TODAY) -> WatchResult:
    return read(setting, ask_all(setting, providers.ask), {}, state, today=today)


def ids(result: WatchResult) -> list[str]:
    return [item.id for item in result.items]


def searches(setting: Watch) -> list[Search]:
    providers = Providers(own=[article("own", identifiers=(Identifier(Scheme.OPENALEX, "W1"),))])
    ask_all(setting, providers.ask)
    return [one for one in providers.asked if isinstance(one, Search)]


# what is asked


def test_a_watch_costs_one_search_for_each_source_and_query() -> None:
    """ArXiv is asked twice, since it tells revised versions in an order of their own."""
    every = ("arxiv", "openalex", "crossref", "pubmed", "europepmc", "semanticscholar")
    setting = replace(FROGS, queries=tuple("abcde"), sources=every, limit=25)
    asked = searches(setting)
    assert {provider: 10 if provider is P.ARXIV else 5 for provider in map(ProviderName, every)} == {
        provider: sum(one.provider is provider for one in asked) for provider in map(ProviderName, every)
    }
    assert {one.limit for one in asked} == {25}


def test_the_question_is_the_same_on_every_day() -> None:
    """`30d` stands in the question, so that lock and cache find it again next week."""
    assert {one.since for one in searches(FROGS)} == {"30d", ""}
    assert since_day("30d", date(2026, 11, 30)) == date(2026, 10, 31)
    assert since_day("2026-10-01", date(2026, 11, 30)) == date(2026, 10, 1)


def test_limits_go_to_the_providers_that_take_them() -> None:
    """Authors, venues and categories are asked for where a provider knows them."""
    setting = replace(
        FROGS, sources=("arxiv", "openalex", "crossref"), authors=("Reed",), venues=("Ponds",), categories=("cs.SD",)
    )
    by_provider = {one.provider: one.filters for one in searches(setting) if one.since}
    assert by_provider == {
        P.ARXIV: ("author:Reed", "category:cs.SD"),
        P.OPENALEX: ("author:Reed", "order:newest"),
        P.CROSSREF: ("author:Reed", "venue:Ponds"),
    }


def test_a_watch_without_queries_asks_only_what_can_be_asked() -> None:
    """A category alone is a question for arXiv and nobody else; an author is one for those that know authors."""
    only = Watch(name="x", categories=("cs.SD",), sources=("arxiv", "openalex", "semanticscholar"))
    assert {one.provider for one in searches(only)} == {P.ARXIV}
    author = Watch(name="x", authors=("Reed",), sources=("openalex", "semanticscholar"))
    assert {one.provider for one in searches(author)} == {P.OPENALEX}


def test_works_that_cite_ours_are_found_by_openalex_ids() -> None:
    """One list for all our works, by the ids that OpenAlex has for them."""
    own = article("own", identifiers=(Identifier(Scheme.DOI, "10.5555/own"), Identifier(Scheme.OPENALEX, "W1")))
    citing = article("citing", references=(Identifier(Scheme.OPENALEX, "W1"),))
    providers = Providers(own=[own], citing=[citing])
    setting = Watch(name="x", cites=("https://doi.org/10.5555/own", "W2741", "nonsense"), sources=("openalex",))
    result = run(setting, providers)
    asked = [one for one in providers.asked if isinstance(one, Search)]
    assert [one.filters for one in asked] == [("cites:W1|W2741",)]
    assert [(item.id, item.cites) for item in result.items] == [("doi:10.5555/citing", ("doi:10.5555/own",))]


# what is shown


def test_works_are_merged_by_identifier_with_the_provider_of_each_fact() -> None:
    """One work that two providers hold is one item that names both, and says where they differ."""
    providers = Providers(openalex=[article("a")], arxiv=[], crossref=[article("a", P.CROSSREF, titles=("Other",))])
    (item,) = run(replace(FROGS, sources=("openalex", "crossref")), providers).items
    assert [record.provider for record in item.work.records] == [P.OPENALEX, P.CROSSREF]
    assert [said.providers for said in item.work.said("title")] == [(P.OPENALEX,), (P.CROSSREF,)]


def test_the_newest_stand_first() -> None:
    """By date, not by relevance."""
    found = [article("a", issued="2026-11-02"), article("b", issued="2026-11-25"), article("c", issued="2026-11")]
    assert ids(run(FROGS, Providers(openalex=found))) == ["doi:10.5555/b", "doi:10.5555/a", "doi:10.5555/c"]


@pytest.mark.parametrize(
    ("authors", "stays"),
    [
        (("Reed",), True),
        (("Ada Reed",), True),
        (("A. Reed",), True),
        (("Bo Reed",), False),
        (("Reedman",), False),
        (("Nobody", "Moss"), True),
    ],
)
def test_authors_are_held_against_the_record(authors: tuple[str, ...], stays: bool) -> None:
    """A provider's search for a name is loose; the record decides."""
    result = run(replace(FROGS, authors=authors), Providers(openalex=[article("a")]))
    assert bool(result.items) == stays


def test_a_list_of_authors_that_is_not_whole_cannot_say_no() -> None:
    """Cut off or missing author lists do not drop a work."""
    cut = article("a", author_complete=False)
    none = article("b", author=())
    assert len(run(replace(FROGS, authors=("Nobody",)), Providers(openalex=[cut, none])).items) == 2


def test_initials_in_records_match_names() -> None:
    """Europe PMC writes `Reed A`; groups are compared as they stand."""
    by_initial = article("a", author=(Name(family="Reed", given="A"),))
    group = article("b", author=(Name(literal="Pond Consortium"),))
    unnamed = article("c", author=(Name(family="Reed"),))
    found = run(
        replace(FROGS, authors=("Ada Reed", "pond consortium")), Providers(openalex=[by_initial, group, unnamed])
    )
    assert len(found.items) == 3


@pytest.mark.parametrize(("venues", "stays"), [(("journal of ponds",), True), (("Ponds",), True), (("Lakes",), False)])
def test_venues_are_held_against_the_record(venues: tuple[str, ...], stays: bool) -> None:
    """Whole words of a venue's name, in any case."""
    assert bool(run(replace(FROGS, venues=venues), Providers(openalex=[article("a")])).items) == stays


@pytest.mark.parametrize(
    ("exclude", "stays"),
    [
        (("10.5555/a",), False),
        (("FROG",), False),
        (("rog",), True),
        (("toads", "calls a"), False),
        (("10.5555/b",), True),
    ],
)
def test_exclusions_are_words_of_the_title_or_identifiers(exclude: tuple[str, ...], stays: bool) -> None:
    """Whole words, in any case; an identifier leaves out exactly its work."""
    assert bool(run(replace(FROGS, exclude=exclude), Providers(openalex=[article("a")])).items) == stays


@needs_shared
@pytest.mark.parametrize("case", cases("watch"), ids=lambda case: str(case["id"]))
def test_shared_cases(case: dict[str, Any]) -> None:
    """Revised versions and cross-lists are no new papers, and one paper in two feeds is one."""
    setting = Watch(name="feed", categories=("cs.DL", "cs.IR"), sources=("arxiv",), since="60d")
    seen_v1 = paper("2401.00001", categories=("cs.DL",))
    first = Providers(date(2026, 11, 23), arxiv=[seen_v1])
    settings = Settings(watch=(setting,))
    lines = remember(settings, ask_all(setting, first.ask), {}, (), today=first.day)
    both = paper("2401.00002", categories=("cs.DL", "cs.IR"))
    second = Providers(
        arxiv=[
            paper("2401.00001", 2, categories=("cs.DL",)),
            both,
            both,
            paper("2312.09999", categories=("math.CO", "cs.IR")),
        ]
    )
    answers = ask_all(setting, second.ask)
    lines = remember(settings, answers, {}, lines, today=TODAY)
    state = WatchState.of("feed", lines)
    result = read(setting, answers, {}, state, today=TODAY)
    assert [item.id for item in result.new] == ["doi:10.48550/arxiv.2401.00002"] == ids(result)
    assert [(item.id, item.version, item.first_version) for item in result.revised] == [
        ("doi:10.48550/arxiv.2401.00001", 2, 1)
    ]
    assert result.cross_listed == ()
    asked_for = read(replace(setting, show_cross_lists=True), answers, {}, state, today=TODAY)
    assert [item.id for item in asked_for.cross_listed] == ["doi:10.48550/arxiv.2312.09999"]


def test_old_papers_with_a_new_version_are_revised() -> None:
    """What arXiv lists by change is shown apart where its first version is older than the watch goes back."""
    changed = [
        paper("2401.00009", 3, issued="2024-01-02", updated="2026-11-22"),
        paper("2401.00010", 2, issued="2024-01-02", updated="2025-01-01"),
        paper("2401.00011", issued="2024-01-02"),
    ]
    result = run(FROGS, Providers(changed=changed))
    assert (ids(result), [item.version for item in result.revised]) == ([], [3])


@pytest.mark.parametrize(
    ("own", "watched", "crossed"),
    [("cs.SD", "cs.SD", False), ("math.CO", "cs.SD", True), ("cs.IR", "cs.*", False), ("math.CO", "cs.*", True)],
)
def test_a_cross_list_is_a_paper_of_another_category(own: str, watched: str, crossed: bool) -> None:
    """The first category is the paper's own; `cs.*` is a whole archive."""
    setting = replace(FROGS, categories=(watched,), show_cross_lists=True)
    result = run(setting, Providers(arxiv=[paper("2611.00001", categories=(own, "cs.SD"))]))
    assert (len(result.cross_listed), len(result.items)) == ((1, 0) if crossed else (0, 1))


def test_a_preprint_that_two_sources_hold_is_one() -> None:
    """ArXiv's own DOI and number are one work."""
    at_openalex = article("x", identifiers=paper("2611.00001").identifiers[::-1], titles=("Frog calls",))
    assert len(run(FROGS, Providers(arxiv=[paper("2611.00001")], openalex=[at_openalex])).items) == 1


# sources that do not answer


def test_a_source_that_does_not_answer_is_named() -> None:
    """Everything else is shown."""
    providers = Providers(openalex=[article("a")])
    providers.failing[P.ARXIV] = Failure.RATE_LIMITED
    result = run(FROGS, providers)
    assert [(one.provider, one.failure, one.fetched_at) for one in result.unavailable] == [
        (P.ARXIV, Failure.RATE_LIMITED, "")
    ]
    assert ids(result) == ["doi:10.5555/a"]


@pytest.mark.enable_socket
def test_the_last_good_result_of_a_source_is_shown_and_dated(tmp_path: Path) -> None:
    """With arXiv refusing, its works of the last time are there, with the reason and their day."""
    works = [
        Work(title="Frog calls at night", authors=("Moss, Bo",), arxiv="2611.99001", date=(2026, 11, 10)),
        Work(title="Frog calls", doi="10.5555/f", openalex="W81", date=(2026, 11, 20)),
    ]
    setting = replace(FROGS, since="2026-11-01")
    with Twin(works, limits="off") as twin:
        with session(twin, tmp_path) as asking:
            first = watch(setting, asking, today=TODAY)
        assert len(first.items) == 2
        assert first.unavailable == ()
        twin.fail("arxiv", Fault.TOO_MANY)
        with session(twin, tmp_path, search_days=0) as asking:
            second = watch(setting, asking, today=TODAY)
    assert ids(second) == ids(first)
    (source,) = second.unavailable
    assert (source.provider, source.failure) == (P.ARXIV, Failure.RATE_LIMITED)
    assert source.fetched_at == first.sources[0].fetched_at


@pytest.mark.enable_socket
def test_a_question_relative_to_the_day_is_put_with_a_date(tmp_path: Path) -> None:
    """Providers are asked with the day that `45d` means, and a second build asks nobody."""
    works = [Work(title="Frog calls", doi="10.5555/f", openalex="W81", date=(2026, 11, 20))]
    setting = replace(FROGS, since="3650d", sources=("openalex", "crossref"))
    with Twin(works, limits="off") as twin:
        with session(twin, tmp_path) as asking:
            first = watch(setting, asking, today=TODAY)
        assert twin.count() == 2
        filters = {seen.params["filter"] for seen in twin.requests}
        assert {part.partition(":")[2][:1] for part in filters} == {"2"}
        with session(twin, tmp_path) as asking:
            assert watch(setting, asking, today=TODAY) == first
        assert twin.count() == 2


@pytest.mark.enable_socket
def test_revised_versions_come_from_arxivs_own_order(tmp_path: Path) -> None:
    """An old paper with a version of this month is found and told apart."""
    versions = (Version(date=(2024, 1, 10)), Version(date=(2026, 11, 25)))
    works = [Work(title="Old frog calls", authors=("Moss, Bo",), arxiv="2401.99002", versions=versions)]
    with Twin(works, limits="off") as twin, session(twin, tmp_path) as asking:
        result = watch(replace(FROGS, since="2026-11-01", sources=("arxiv",)), asking, today=TODAY)
    assert [(item.version, item.updated, item.date) for item in result.revised] == [(2, "2026-11-25", "2024-01-10")]


# from build to build


def remembered(setting: Watch, *providers: Providers) -> tuple[WatchResult, tuple[Any, ...]]:
    """The result after several runs of a lock, each on the day of its providers."""
    settings = Settings(watch=(setting,))
    lines: tuple[Any, ...] = ()
    for one in providers:
        answers = ask_all(setting, one.ask)
        lines = remember(settings, answers, {}, lines, today=one.day)
    return read(setting, answers, {}, WatchState.of(setting.name, lines), today=TODAY), lines


def test_nothing_is_new_at_the_first_build() -> None:
    """Without a build before there is nothing to compare with."""
    result, lines = remembered(FROGS, Providers(openalex=[article("a")]))
    assert (result.new, result.previous) == ((), "")
    assert [line.id for line in lines if isinstance(line, Seen)] == ["doi:10.5555/a"]


def test_what_was_not_there_at_the_last_build_is_new() -> None:
    """New since the last published build, with its day."""
    result, _ = remembered(
        FROGS,
        Providers(date(2026, 11, 16), openalex=[article("a")]),
        Providers(date(2026, 11, 23), openalex=[article("a"), article("b")]),
        Providers(TODAY, openalex=[article("a"), article("b"), article("c", issued="2026-11-01")]),
    )
    assert [item.id for item in result.new] == ["doi:10.5555/c"]
    assert (result.previous, result.as_of) == ("2026-11-23", "2026-11-30")
    assert {item.id: item.first_seen for item in result.items} == {
        "doi:10.5555/a": "2026-11-16",
        "doi:10.5555/b": "2026-11-23",
        "doi:10.5555/c": "2026-11-30",
    }


def test_two_runs_on_one_day_are_one() -> None:
    """What was new in the morning is new in the evening, and the bytes are the same."""
    week = Providers(date(2026, 11, 23), openalex=[article("a")])
    day = Providers(TODAY, openalex=[article("a"), article("b")])
    once, twice = remembered(FROGS, week, day), remembered(FROGS, week, day, day)
    assert once == twice


def test_a_work_keeps_its_id_when_it_is_published() -> None:
    """A preprint that later carries the DOI of its publication is the same entry."""
    published = Identifier(Scheme.DOI, "10.5555/published")
    later = article("published", identifiers=(published, *paper("2611.00001").identifiers[::-1]))
    result, _ = remembered(
        FROGS, Providers(date(2026, 11, 23), arxiv=[paper("2611.00001")]), Providers(TODAY, openalex=[later])
    )
    assert [(item.id, item.is_new) for item in result.items] == [("doi:10.48550/arxiv.2611.00001", False)]


def test_a_failed_source_is_remembered_with_its_reason() -> None:
    """A lock that was written while arXiv refused says so in every build from it, until it has been asked again."""
    settings = Settings(watch=(FROGS,))
    week = Providers(date(2026, 11, 23), arxiv=[paper("2611.00001")], openalex=[article("a")])
    held = ask_all(FROGS, week.ask)
    lines = remember(settings, held, {}, (), today=week.day)
    failing = Providers(TODAY, openalex=[article("a")])
    failing.failing[P.ARXIV] = Failure.RATE_LIMITED
    given = ask_all(FROGS, failing.ask)
    failed = {question: answer for question, answer in given.items() if question.provider is P.ARXIV}
    answers = {**given, **{question: held[question] for question in failed}}
    lines = remember(settings, answers, failed, lines, today=TODAY)  # type: ignore[arg-type]
    result = read(FROGS, answers, {}, WatchState.of(FROGS.name, lines), today=TODAY)
    assert [(one.provider, one.failure, one.fetched_at[:10]) for one in result.unavailable] == [
        (P.ARXIV, Failure.RATE_LIMITED, "2026-11-23")
    ]
    assert (len(result.items), result.as_of) == (2, "2026-11-30")
    again = Providers(TODAY, arxiv=[paper("2611.00001")], openalex=[article("a")])
    lines = remember(settings, ask_all(FROGS, again.ask), {}, lines, today=TODAY)
    assert [line.unavailable for line in lines if isinstance(line, WatchRun)] == [()]


def test_what_is_found_no_more_is_forgotten_after_years() -> None:
    """The lock does not grow without end."""
    old = Seen(watch=FROGS.name, id="doi:10.5555/gone", first_seen="2020-01-01")
    recent = Seen(watch=FROGS.name, id="doi:10.5555/left", first_seen="2026-10-01")
    odd = Seen(watch=FROGS.name, id="doi:10.5555/odd", first_seen="whenever")
    answers = ask_all(FROGS, Providers(openalex=[article("a")]).ask)
    lines = remember(Settings(watch=(FROGS,)), answers, {}, (old, recent, odd), today=TODAY)
    assert [line.id for line in lines if isinstance(line, Seen)] == ["doi:10.5555/a", "doi:10.5555/left"]


def test_a_lock_gives_the_same_watch_on_any_day(tmp_path: Path) -> None:
    """Offline from the lock, months later, nothing has changed: the days are those of the lock."""
    settings = Settings(watch=(FROGS,), offline=True, root=str(tmp_path), cache_dir=str(tmp_path / "cache"))
    path = tmp_path / "scholar.lock"
    lines: tuple[Any, ...] = ()
    for day, names in ((date(2026, 11, 23), "a"), (TODAY, "ab")):
        answers = ask_all(FROGS, Providers(day, openalex=[article(name) for name in names]).ask)
        lines = remember(settings, answers, {}, lines, today=day)
    write_lock(path, answers, watches=lines)
    first = path.read_bytes()
    write_lock(path, read_lock(path), watches=read_watches(path)[::-1])
    assert path.read_bytes() == first
    results = []
    for today in (TODAY, date(2027, 6, 1)):
        with open_session(settings, lock=read_lock(path), environ={}) as asking:
            assert gather(settings, asking).keys() == answers.keys()
            results.append(watch(FROGS, asking, lines=read_watches(path), today=today))
    assert results[0] == results[1]
    assert [item.id for item in results[0].new] == ["doi:10.5555/b"]
    assert results[0].since == "2026-10-31"


def test_a_lock_of_a_stranger_cannot_break_it() -> None:
    """Days that are none are left aside."""
    state = WatchState(run=WatchRun(watch=FROGS.name, checked="soon", previous="x"))
    answers = {one: replace(answer, fetched_at="yesterday") for one, answer in ask_all(FROGS, Providers().ask).items()}
    result = read(FROGS, answers, {}, state, today=TODAY)
    assert result.as_of == "2026-11-30"
    assert remember(Settings(watch=(FROGS,)), answers, {}, (), today=TODAY)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({}, "asks for nothing"),
        ({"queries": ["a"], "since": "soon"}, "30d"),
        ({"queries": ["a"], "since": "99999999d"}, "30d"),
        ({"queries": ["a"], "since": "2026-02-30"}, "30d"),
        ({"queries": ["a"] * 6}, "length <= 5"),
        ({"queries": ["a"], "limit": 26}, "<= 25"),
        ({"queries": ["a"], "sources": ["doi"]}, "doi"),
    ],
)
def test_settings_that_cannot_be_used_are_named(tmp_path: Path, values: dict[str, Any], word: str) -> None:
    """Each wrong value ends with one sentence that names the setting."""
    with pytest.raises(SettingsError, match="watch") as caught:
        load_settings(tmp_path, host={"watch": [{"name": "x", **values}]}, environ={})
    assert word in str(caught.value)


def test_the_sample_result_has_one_of_everything() -> None:
    """What the pages are tested with."""
    assert (len(RESULT.items), len(RESULT.new), len(RESULT.revised), len(RESULT.cross_listed)) == (3, 2, 1, 1)
    assert isinstance(next(iter(ask_all(replace(FROGS, cites=("10.5555/x",)), Providers().ask))), Lookup)
