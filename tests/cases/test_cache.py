"""What a second run remembers: answers with their age, never failures, never verdicts."""

from __future__ import annotations

import msgspec
import pytest

from scholar_build.model import Report
from tests.cases.own.frogs import CITED, DOI, bib, frog
from tests.cases.pipeline import Bench, Case
from tests.twin import Fault, Work

ENTRY = Case(id="entry", kind="cache", why="", format="bib", text=bib(f"doi = {{{DOI}}}"), works=(frog(),))
WORDS = Case(id="words", kind="cache", why="", text=f"- {CITED}", works=(frog(),))
LOST = Case(id="lost", kind="cache", why="", text=f"- {CITED}", works=())


def but(case: Case, **changed: object) -> Case:
    """The case, changed."""
    values = {**{name: getattr(case, name) for name in case.__dataclass_fields__}, **changed}
    return Case(**values)


def status(report: Report) -> str:
    """The status of the only reference."""
    (verdict,) = report.verdicts
    return f"{verdict.status} {verdict.reason}"


@pytest.mark.parametrize(
    "fault", [Fault.UNAVAILABLE, Fault.TOO_MANY, Fault.RESET, Fault.FORBIDDEN, Fault.TOO_MANY_LONG]
)
def test_a_failure_is_not_remembered(fault: Fault, the_bench: Bench) -> None:
    """What failed in one run is asked anew in the next."""
    assert status(the_bench.run(but(ENTRY, faults={"*": fault}))).startswith("unchecked")
    assert status(the_bench.run(ENTRY, fresh=False)) == "verified agrees"


@pytest.mark.parametrize("case", [ENTRY, WORDS])
def test_a_second_run_sends_nothing(case: Case, the_bench: Bench) -> None:
    """With nothing changed, no request is sent, and all providers may be down."""
    first = status(the_bench.run(case))
    report = the_bench.run(but(case, faults={"*": Fault.UNAVAILABLE}), fresh=False)
    assert (status(report), report.requests) == (first, 0)


def test_an_edit_is_judged_anew_from_the_same_record(the_bench: Bench) -> None:
    """A wrong year shows at once, without a request: records are kept, verdicts never."""
    the_bench.run(ENTRY)
    report = the_bench.run(but(ENTRY, text=ENTRY.text.replace("2020}", "1995}", 1)), fresh=False)
    assert (status(report), report.verdicts[0].rule, report.requests) == ("mismatch field_differs", "year-mismatch", 0)


def test_another_spelling_is_the_same_question(the_bench: Bench) -> None:
    """Capitals and a resolver's address make no other DOI."""
    the_bench.run(ENTRY)
    report = the_bench.run(but(ENTRY, text=bib(f"doi = {{https://dx.doi.org/{DOI.upper()}}}")), fresh=False)
    assert (status(report), report.requests) == ("verified agrees", 0)


def test_an_absence_ages(the_bench: Bench) -> None:
    """A DOI that is registered meanwhile becomes known."""
    assert status(the_bench.run(but(ENTRY, works=()))) == "not_found identifier_not_found"
    assert status(the_bench.run(ENTRY, fresh=False)) == "not_found identifier_not_found"
    assert status(the_bench.run(ENTRY, fresh=False, absence_days=0)) == "verified agrees"


def test_an_aged_record_serves_where_nobody_answers(the_bench: Bench) -> None:
    """An old record is better than none, and a new one better than an old one."""
    the_bench.run(ENTRY)
    down = but(ENTRY, faults={"*": Fault.UNAVAILABLE})
    assert status(the_bench.run(down, fresh=False, record_days=0)) == "verified agrees"
    corrected = but(ENTRY, works=(frog(year=2019),))
    assert status(the_bench.run(corrected, fresh=False, record_days=0)) == "mismatch field_differs"


def test_an_aged_search_accuses_nobody(the_bench: Bench) -> None:
    """That an old search did not find a work says nothing once the provider is silent."""
    assert status(the_bench.run(LOST)) == "not_found reference_not_found"
    down = but(LOST, faults={"*": Fault.UNAVAILABLE})
    assert status(the_bench.run(down, fresh=False, search_days=0)) == "unchecked provider_unavailable"
    assert status(the_bench.run(WORDS, fresh=False, search_days=0)) == "verified found_by_search"


def test_offline_without_a_cache_says_so(the_bench: Bench) -> None:
    """No network, no cache: the reason is that we are offline."""
    assert status(the_bench.run(ENTRY, offline=True)) == "unchecked offline"


def test_versions_of_a_preprint_are_remembered_apart(the_bench: Bench) -> None:
    """The first version's title is asked for also where the newest one is known already."""
    from tests.twin import Version

    paper = Work(
        title="Calls of the marsh frog",
        authors=("Reed, Ada",),
        arxiv="2101.55555",
        year=2021,
        versions=(Version(date=(2021, 1, 5), title="Do frogs shout? A first look"), Version(date=(2022, 3, 1))),
    )
    entry = "@misc{{k, author={{Reed, Ada}}, title={{{}}}, year=2021, eprint={{{}}}, archiveprefix={{arXiv}}}}"
    newest = but(ENTRY, works=(paper,), text=entry.format("Calls of the marsh frog", "2101.55555"))
    first = but(newest, text=entry.format("Do frogs shout? A first look", "2101.55555v1"))
    assert status(the_bench.run(newest)) == "verified agrees"
    assert status(the_bench.run(first, fresh=False)) == "verified agrees"


def test_no_identifier_makes_a_folder(the_bench: Bench) -> None:
    """C003: the slash of an identifier never reaches a path."""
    old = but(
        ENTRY,
        text=bib("eprint = {hep-th/9711200v3}, archiveprefix = {arXiv}"),
        works=(frog("", arxiv="hep-th/9711200"),),
    )
    assert status(the_bench.run(old)) == "verified agrees"
    assert not [path for path in the_bench.cache.rglob("*") if "hep-th" in path.name or "9711200" in path.name]


def test_a_damaged_cache_is_set_aside(the_bench: Bench) -> None:
    """Garbage in place of the cache costs a new look-up, not the build."""
    the_bench.run(ENTRY)
    files = [path for path in the_bench.cache.rglob("*.db") if path.is_file()]
    assert files
    for path in files:
        path.write_bytes(b"\x00garbage" * 1000)
    assert status(the_bench.run(ENTRY, fresh=False)) == "verified agrees"


def test_the_cache_holds_no_address(the_bench: Bench) -> None:
    """The contact address is in no file."""
    report = the_bench.run(ENTRY, contact_email="ada@pond.example")
    assert msgspec.json.encode(report)
    for path in the_bench.cache.rglob("*"):
        assert not path.is_file() or b"ada@pond.example" not in path.read_bytes()
