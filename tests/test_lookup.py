"""Looking up: lock, then cache, then network; every failure becomes an answer."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from scholar_build.config import Settings
from scholar_build.limiter import Limiter
from scholar_build.lock import write_lock
from scholar_build.lookup import Session, open_session
from scholar_build.model import (
    Absent,
    Answer,
    Failure,
    Found,
    ProviderName,
    ProviderOutage,
    Question,
    Search,
    Unavailable,
)
from tests.shared import cases
from tests.test_fetch import KEYS, MAIL
from tests.twin import Fault, Twin, generated
from tests.wire import Clock, Send, Server, Shelf, ask_for, found

OLD = "2020-01-01T00:00:00Z"
QUESTIONS = tuple(ask_for(f"10.5555/{number}") for number in range(25))
SEARCH = Search(provider=ProviderName.CROSSREF, text="A secret query")


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Desk:
    """A server that can be told what to say, and sessions that ask it."""

    def __init__(self, tmp_path: Path) -> None:
        self.say: Callable[[str, int], Send] = lambda path, number: Send()
        self.server = Server(lambda path, number: self.say(path, number)).__enter__()
        self.tmp_path = tmp_path
        self.clock = Clock()
        self.provider = Shelf()

    def open(self, *, lock: dict[Question, Answer] | None = None, **settings: Any) -> Session:
        folder = self.tmp_path / "cache"
        endpoints = {"crossref": self.server.url, "doi": self.server.url}
        return open_session(
            Settings(**{"cache_dir": str(folder), "endpoints": endpoints, "root": str(self.tmp_path), **settings}),
            lock=lock,
            environ={},
            providers={ProviderName.CROSSREF: self.provider, ProviderName.DOI_ORG: Shelf("doi", ProviderName.DOI_ORG)},
            limiter=Limiter(folder / "limits", clock=self.clock, sleep=self.clock.sleep),
        )

    def ask(self, *questions: Question, **settings: Any) -> list[Answer]:
        with self.open(**settings) as session:
            return list(session.ask(questions).values())

    @property
    def hits(self) -> int:
        return len(self.server.hits)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(tmp_path)
    yield opened
    opened.server.__exit__()


def kinds(answers: list[Answer]) -> list[str]:
    return [
        f"{answer.reason} {answer.detail}".strip() if isinstance(answer, Unavailable) else type(answer).__name__
        for answer in answers
    ]


# Order of the sources


def test_every_question_gets_one_answer(desk: Desk) -> None:
    """Questions are asked in batches, equal ones once, and answered in their order."""
    desk.say = lambda path, number: Send(body=json.dumps({"have": ["10.5555/1"], "next": ["10.5555/2"]}).encode())
    wanted = [*QUESTIONS[:12], QUESTIONS[1], SEARCH]
    with desk.open() as session:
        answers = session.ask(wanted)
        assert list(answers) == [*QUESTIONS[:12], SEARCH]
        assert isinstance(answers[QUESTIONS[0]], Absent)
        assert isinstance(answers[QUESTIONS[1]], Found)
        assert all(answer.question == question for question, answer in answers.items())
        assert session.requests == desk.hits
    assert sorted({hit.path.partition("?")[0] for hit in desk.server.hits}) == ["/alone", "/batch", "/search"]


def test_a_second_run_sends_nothing(desk: Desk) -> None:
    """With a warm cache no request is sent."""
    desk.ask(*QUESTIONS, SEARCH)
    sent = desk.hits
    with desk.open() as session:
        assert kinds(list(session.ask([*QUESTIONS, SEARCH]).values())) == ["Found"] * 26
        assert (session.requests, session.outages, session.credits) == (0, (), {})
    assert desk.hits == sent


def test_a_second_run_loads_no_network_code(desk: Desk) -> None:
    """A build with nothing new imports neither the HTTP client nor the providers."""
    desk.ask(*QUESTIONS[:2])
    script = textwrap.dedent(
        """
        import sys
        import msgspec
        from scholar_build.config import Settings
        from scholar_build.lookup import open_session
        from scholar_build.model import Lookup
        questions = msgspec.json.decode(sys.argv[2], type=list[Lookup])
        with open_session(Settings(cache_dir=sys.argv[1])) as session:
            print(len(session.ask(questions)), session.requests)
        heavy = ("httpx", "httpcore", "filelock", "scholar_build.fetch", "scholar_build.providers")
        print([name for name in heavy if name in sys.modules])
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(desk.tmp_path / "cache"), msgspec.json.encode(QUESTIONS[:2]).decode()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("2 0\n[]\n", "")


def test_a_session_is_light_to_open(tmp_path: Path) -> None:
    """Opening a session with a lock that answers everything loads no cache and no network code."""
    script = textwrap.dedent(
        """
        import sys
        from scholar_build.config import Settings
        from scholar_build.lock import read_lock
        from scholar_build.lookup import open_session
        from pathlib import Path
        lock = read_lock(Path(sys.argv[1]))
        with open_session(Settings(cache_dir=sys.argv[1] + "-cache"), lock=lock) as session:
            session.ask(lock)
        print([name for name in ("httpx", "filelock", "diskcache", "scholar_build.providers") if name in sys.modules])
        """
    )
    write_lock(tmp_path / "scholar.lock", [found(QUESTIONS[0], OLD)])
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "scholar.lock")], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_lock_comes_first(desk: Desk) -> None:
    """What the lock holds is not asked, however old it is; what it lacks is."""
    locked = found(QUESTIONS[0], OLD, title="locked")
    with desk.open(lock={locked.question: locked}) as session:
        answers = session.ask(QUESTIONS[:2])
    assert answers[QUESTIONS[0]] == locked
    assert isinstance(answers[QUESTIONS[1]], Found)
    assert "10.5555%2F0" not in desk.server.hits[0].path


def test_offline_only_the_lock_answers(desk: Desk) -> None:
    """With a lock file, an offline build is the same on every machine: the cache is not asked."""
    desk.ask(QUESTIONS[1])
    sent = desk.hits
    locked = found(QUESTIONS[0], OLD)
    assert kinds(desk.ask(*QUESTIONS[:2], lock={locked.question: locked}, offline=True)) == ["Found", "offline"]
    assert desk.hits == sent


def test_offline_without_a_lock_the_cache_answers(desk: Desk) -> None:
    """Records may then be old, and are marked; an absence that has aged says nothing."""
    with desk.open() as session:
        cache = session._cache()
        cache.put(found(QUESTIONS[0], OLD))
        cache.put(Absent(question=QUESTIONS[1], fetched_at=OLD))
        cache.put(Absent(question=QUESTIONS[2], fetched_at=now()))
    answers = desk.ask(*QUESTIONS[:4], offline=True)
    assert kinds(answers) == ["Found", "offline", "Absent", "offline"]
    assert isinstance(answers[0], Found)
    assert answers[0].stale
    assert desk.hits == 0


def test_old_records_are_asked_anew(desk: Desk) -> None:
    """A record older than the settings allow is replaced by a new one."""
    with desk.open() as session:
        session._cache().put(found(QUESTIONS[0], OLD))
    (answer,) = desk.ask(QUESTIONS[0])
    assert isinstance(answer, Found)
    assert (answer.stale, answer.fetched_at > OLD) == (False, True)


def test_an_old_record_stands_in_for_a_provider_that_fails(desk: Desk) -> None:
    """A stale record is better than none, and says that it is stale; a stale absence is not used."""
    desk.say = lambda path, number: Send(503)
    with desk.open() as session:
        session._cache().put(found(QUESTIONS[0], OLD))
        session._cache().put(Absent(question=QUESTIONS[1], fetched_at=OLD))
    first, second = desk.ask(*QUESTIONS[:2])
    assert isinstance(first, Found)
    assert (first.stale, first.fetched_at) == (True, OLD)
    assert kinds([second]) == ["provider_unavailable 503"]


def test_without_a_disk_a_run_still_asks_once(desk: Desk) -> None:
    """In one session a question is asked once, even where nothing can be kept."""
    (desk.tmp_path / "file").write_text("")
    with desk.open(cache_dir=str(desk.tmp_path / "file" / "x")) as session:
        session.ask(QUESTIONS[:2])
        session.ask(QUESTIONS[:2])
    assert desk.hits == 1


# Failures


@pytest.mark.parametrize(
    ("send", "kind"),
    [
        (Send(429), "rate_limited 429"),
        (Send(500), "provider_unavailable 500"),
        (Send(403, body=b"<html>"), "provider_unavailable HTTP 403"),
        (Send(body=b"<html>"), "provider_unavailable not JSON"),
        (Send(raw=b""), "provider_unavailable reset"),
    ],
)
def test_a_failure_is_an_answer_and_is_not_kept(desk: Desk, send: Send, kind: str) -> None:
    """A provider's failure is reported with its kind, and the next run asks again."""
    desk.say = lambda path, number: send
    assert kinds(desk.ask(*QUESTIONS[:2])) == [kind, kind]
    desk.say = lambda path, number: Send()
    assert kinds(desk.ask(*QUESTIONS[:2])) == ["Found", "Found"]


def test_a_404_on_a_search_is_a_failure(desk: Desk) -> None:
    """A search that is not found is no empty result."""
    desk.say = lambda path, number: Send(404)
    assert kinds(desk.ask(SEARCH)) == ["provider_unavailable HTTP 404"]


def test_five_failures_in_a_row_leave_a_provider_out(desk: Desk) -> None:
    """A provider that is down is not asked for the rest of the run, and named once; others are asked."""
    desk.provider.batch = 1
    desk.say = lambda path, number: Send(503) if path.startswith("/batch?ids=10.5555%2F") else Send()
    elsewhere = ask_for("10.1/x", ProviderName.DOI_ORG)
    with desk.open() as session:
        answers = session.ask([*QUESTIONS, elsewhere])
        assert kinds(list(answers.values())) == ["provider_unavailable 503"] * 25 + ["Found"]
        assert session.ask([ask_for("10.5555/later")])
        assert session.outages == (
            ProviderOutage(provider=ProviderName.CROSSREF, reason=Failure.PROVIDER_UNAVAILABLE, detail="503"),
        )
    assert desk.hits == 5 * 3 + 1


def test_a_success_forgives_failures(desk: Desk) -> None:
    """Only failures in a row count."""
    desk.provider.batch = 1
    desk.say = lambda path, number: Send(403) if number % 5 else Send()
    with desk.open() as session:
        session.ask(QUESTIONS)
        assert session.outages == ()
    assert desk.hits == 25


def test_a_provider_that_asks_for_a_long_wait_is_left_alone(desk: Desk) -> None:
    """Twelve hours are not waited; everything still open is rate limited, with the status."""
    desk.say = lambda path, number: Send(429, {"Retry-After": "43200"})
    with desk.open() as session:
        assert set(kinds(list(session.ask(QUESTIONS).values()))) == {"rate_limited 429"}
        assert [str(outage.provider) for outage in session.outages] == ["crossref"]
    assert (desk.hits, desk.clock.slept) == (1, [])


def test_follow_ups_end(desk: Desk) -> None:
    """A provider whose replies always ask for one more step does not keep us forever."""
    desk.say = lambda path, number: Send(body=b'{"next": ["10.5555/0"]}')
    assert kinds(desk.ask(QUESTIONS[0])) == ["provider_unavailable too many steps"]
    assert desk.hits == 6


def test_a_reply_that_skips_a_question_is_a_failure(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that no reply answers is not taken for absent."""
    other = ask_for("10.5555/other")
    monkeypatch.setattr(desk.provider, "read", lambda call, reply: {other: found(other, reply.fetched_at)})
    assert kinds(desk.ask(QUESTIONS[0])) == ["provider_unavailable no answer in the reply"]


def test_our_own_bugs_are_not_hidden(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that breaks is a bug of ours and is seen."""

    def broken(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr(desk.provider, "read", broken)
    with desk.open() as session, pytest.raises(KeyError):
        session.ask(QUESTIONS)


# Progress, waiting and the background


def test_progress_is_told_from_the_asking_thread(desk: Desk) -> None:
    """A progress bar sees every answer, up to the total."""
    seen: list[tuple[int, int, int]] = []
    with desk.open() as session:
        session.ask(QUESTIONS[:1])
        session.ask(QUESTIONS, lambda done, total: seen.append((done, total, threading.get_ident())))
    assert [(done, total) for done, total, _ in seen] == [(done, 25) for done in range(1, 26)]
    assert {thread for _, _, thread in seen} == {threading.get_ident()}


def test_an_interrupted_run_keeps_what_it_has(desk: Desk) -> None:
    """Whoever presses Ctrl-C loses nothing that has been answered."""
    desk.provider.batch = 1

    def interrupt(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), desk.open() as session:
        session.ask(QUESTIONS, interrupt)
    assert kinds(desk.ask(*QUESTIONS[:5], offline=True)) == ["Found"] * 5
    assert kinds(desk.ask(*QUESTIONS)) == ["Found"] * 25
    assert desk.hits <= 26  # at most the one that was under way is asked again


def test_without_waiting_the_rest_is_pending(desk: Desk) -> None:
    """A preview shows what is known at once; the rest is being looked up."""
    desk.ask(QUESTIONS[0])
    with desk.open() as session:
        assert kinds(list(session.ask(QUESTIONS[:2], wait=False).values())) == ["Found", "pending"]
        arrived: list[dict[Question, Answer]] = []
        session.ask_in_background(QUESTIONS[:2], arrived.append).join()
        assert kinds(list(arrived[0].values())) == ["Found", "Found"]
        assert kinds(list(session.ask(QUESTIONS[:2], wait=False).values())) == ["Found", "Found"]


def test_closing_does_not_wait_for_the_background(desk: Desk) -> None:
    """Whoever ends a preview does not wait for providers, and is told nothing afterwards."""
    started = threading.Event()

    def hang(path: str, number: int) -> Send:
        started.set()
        return Send(raw=b"", hang=True)

    desk.say = hang
    arrived: list[object] = []
    session = desk.open()
    thread = session.ask_in_background(QUESTIONS[:1], arrived.append)
    assert started.wait(10)
    session.close()
    desk.server.closing.set()
    thread.join(10)
    assert (thread.is_alive(), arrived) == (False, [])


def test_closing_ends_the_waits_of_the_background(desk: Desk) -> None:
    """A pace of seconds does not hold up the end."""
    desk.provider.batch = 1
    session = open_session(
        Settings(cache_dir=str(desk.tmp_path / "c"), endpoints={"crossref": desk.server.url}, paces={"crossref": 0.01}),
        environ={},
        providers={ProviderName.CROSSREF: desk.provider},
    )
    asked = threading.Event()
    desk.say = lambda path, number: (asked.set(), Send())[1]
    thread = session.ask_in_background(QUESTIONS[:3], lambda answers: None)
    assert asked.wait(10)
    session.close()
    assert not thread.is_alive()
    assert desk.hits < 3


# The audit log and secrets


def test_the_audit_log_names_calls_but_no_query(desk: Desk) -> None:
    """Operations, identifiers, counts, sizes and times are logged; queries, titles and abstracts never."""
    desk.say = lambda path, number: Send(body=b'{"have": ["10.5555/0"]}') if "batch" in path else Send(404)
    desk.ask(*QUESTIONS[:2], SEARCH, audit_log="logs/audit.jsonl")
    text = (desk.tmp_path / "logs" / "audit.jsonl").read_text()
    first, second = map(json.loads, text.splitlines())
    assert {**first, "seconds": 0, "at": 0} == {
        "at": 0,
        "operation": "lookup",
        "provider": "crossref",
        "ids": ["doi:10.5555/0", "doi:10.5555/1"],
        "questions": 2,
        "found": 1,
        "absent": 1,
        "bytes": 23,
        "seconds": 0,
        "outcome": "200",
    }
    assert (second["operation"], second["ids"], second["outcome"]) == (
        "search",
        [],
        "provider_unavailable HTTP 404",
    )
    assert "secret" not in text
    assert "Rana" not in text


def test_an_audit_log_that_cannot_be_written_is_warned_about_once(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    """The build goes on without it."""
    (desk.tmp_path / "file").write_text("")
    assert kinds(desk.ask(QUESTIONS[0], SEARCH, audit_log="file/audit.jsonl")) == ["Found", "Found"]
    assert caplog.text.count("cannot be written") == 1


# Against the twin


def twin_settings(twin: Twin, folder: Path, **more: Any) -> Settings:
    return Settings(
        **{
            "cache_dir": str(folder / "cache"),
            "root": str(folder),
            "endpoints": twin.endpoints(),
            "paces": twin.paces(),
            "timeout_s": 1.0,
            "contact_email": MAIL,
            "audit_log": "audit.jsonl",
            **more,
        }
    )


@pytest.mark.parametrize("trusted", ["", "1"])
def test_no_file_holds_a_key_or_the_contact_address(tmp_path: Path, trusted: str) -> None:
    """After a run, neither cache nor limits, log or lock hold what identifies the user, whatever the servers echo."""
    with Twin(limits="off") as twin:
        twin.fail("crossref", Fault.SERVER_ERROR, times=1)
        environ = {**KEYS, "SCHOLAR_BUILD_TRUST_ENDPOINTS": trusted}
        doi = twin.works.all[0].doi
        wanted = [ask_for(doi), ask_for(doi, ProviderName.DOI_ORG), ask_for(doi, ProviderName.OPENALEX), SEARCH]
        with open_session(twin_settings(twin, tmp_path), environ=environ) as session:
            answers = session.ask(wanted)
        told = any(MAIL in str(seen.headers) for seen in twin.requests)
    write_lock(tmp_path / "scholar.lock", answers)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 6
    for path in files:
        content = path.read_bytes()
        assert not any(secret.encode() in content for secret in (*KEYS.values(), MAIL)), path
    assert told is bool(trusted)


def test_the_budget_of_openalex_ends_its_use(tmp_path: Path) -> None:
    """When OpenAlex's credits are spent it is left out and named; what remains is reported before."""
    with Twin(limits="off") as twin:
        twin.limiters["openalex"].budget = 15
        searches = [Search(provider=ProviderName.OPENALEX, text=f"calls {n}", title=f"calls {n}") for n in range(4)]
        with open_session(twin_settings(twin, tmp_path), environ={}) as session:
            answers = session.ask(searches)
            assert session.credits == {"openalex": 5}
            assert [(str(outage.provider), outage.reason) for outage in session.outages] == [
                ("openalex", Failure.RATE_LIMITED)
            ]
        assert kinds(list(answers.values())) == ["Found", *["rate_limited 429"] * 3]
        assert twin.count("openalex") == 2


PROCESS = textwrap.dedent(
    """
    import json, sys
    import msgspec
    from scholar_build.config import Settings
    from scholar_build.lookup import open_session
    from scholar_build.model import Found
    from tests.wire import ask_for
    settings = msgspec.convert(json.loads(sys.argv[1]), Settings)
    with open_session(settings) as session:
        answers = session.ask([ask_for(doi) for doi in json.loads(sys.argv[2])])
        print(sum(isinstance(answer, Found) for answer in answers.values()), session.requests, session.outages)
    """
)


def test_four_processes_share_the_limits_and_one_may_be_killed(tmp_path: Path) -> None:
    """Four builds at once over one cache folder are never told "too fast"; killing one loses nothing."""
    works = generated(300)
    with Twin(works, limits="fast", latency=0.02) as twin:
        arguments = [
            msgspec.json.encode(twin_settings(twin, tmp_path, timeout_s=30.0)).decode(),
            json.dumps([work.doi for work in works]),
        ]
        killed, *others = [
            subprocess.Popen([sys.executable, "-c", PROCESS, *arguments], stdout=subprocess.PIPE, text=True)
            for _ in range(4)
        ]
        while twin.count() < 2 and killed.poll() is None:
            twin.closing.wait(0.005)
        killed.kill()
        outputs = [process.communicate(timeout=60)[0] for process in others]
        killed.communicate()
        requests = list(twin.requests)
    assert [output.split()[0] for output in outputs] == ["300", "300", "300"]
    assert [seen.status for seen in requests if seen.status != 200] == []
    spans = sorted((seen.start, seen.end) for seen in requests)
    overlaps = [later for (_, end), (later, _) in pairwise(spans) if later < end]
    assert len(overlaps) <= 1  # the killed process's last request may still be answered
    assert len(requests) <= 12  # of 24: what one process has asked and kept, the others do not ask again


# Shared cases


@pytest.mark.parametrize("case", cases("cache"), ids=lambda case: str(case["id"]))
def test_shared_cases_of_the_cache(case: dict[str, Any], desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """C034: a failure is not repeated from the cache, and an absence ages."""
    assert case["id"] == "C034"
    desk.say = lambda path, number: Send(503)
    assert kinds(desk.ask(QUESTIONS[0])) == ["provider_unavailable 503"]
    assert desk.hits == 3
    desk.say = lambda path, number: Send()
    assert kinds(desk.ask(QUESTIONS[0])) == ["Found"]
    desk.say = lambda path, number: Send(body=b'{"have": []}')
    assert kinds(desk.ask(QUESTIONS[1])) == ["Absent"]
    desk.say = lambda path, number: Send()
    assert kinds(desk.ask(QUESTIONS[1])) == ["Absent"]

    class NextMonth(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(tz) + timedelta(days=29)

    monkeypatch.setattr("scholar_build.cache.answers.datetime", NextMonth)
    assert kinds(desk.ask(*QUESTIONS[:2])) == ["Found", "Found"]
    assert desk.hits == 6


def test_shared_case_of_a_lost_network(desk: Desk) -> None:
    """C024: when the network is lost, the rest could not be checked, with the cause; nothing negative is kept."""
    desk.ask(QUESTIONS[0])
    lost = {"endpoints": {"crossref": "http://nowhere.invalid"}}
    assert kinds(desk.ask(*QUESTIONS[:3], **lost)) == ["Found", *["provider_unavailable name resolution"] * 2]
    assert kinds(desk.ask(*QUESTIONS[:3])) == ["Found"] * 3


def test_shared_case_of_being_told_to_wait(desk: Desk) -> None:
    """C025: an HTML 429 is waited out and asked once more; a wait of twelve hours ends that provider's use."""
    page = b"<html>429 Too Many Requests</html>"

    def say(path: str, number: int) -> Send:
        if "doi-org" in path:
            return Send(429, {"Retry-After": "43200", "X-RateLimit-Remaining": "0"}, page)
        return (
            Send(429, {"Retry-After": "2"}, page)
            if sum("10.5555" in hit.path for hit in desk.server.hits) == 1
            else Send()
        )

    desk.say = say
    with desk.open() as session:
        answers = session.ask([QUESTIONS[0], ask_for("doi-org", ProviderName.DOI_ORG)])
        assert kinds(list(answers.values())) == ["Found", "rate_limited 429"]
        assert [str(outage.provider) for outage in session.outages] == ["doi"]
    assert [seconds for seconds in desk.clock.slept if seconds > 1] == [pytest.approx(2.0, abs=0.1)]
    assert desk.hits == 3
