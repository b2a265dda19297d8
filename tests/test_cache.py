"""The cache: what is kept, for how long, and what happens when the disk is damaged or cannot be written."""

from __future__ import annotations

import os
import pickle
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
import zlib
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import diskcache
import pytest
from diskcache.core import MODE_PICKLE

from scholar_build.cache import Cache, cache_folder
from scholar_build.cache.storage import MAX_VALUE
from scholar_build.config import Settings
from scholar_build.errors import LockError
from scholar_build.model import Absent, Found, ProviderName, Search
from tests.wire import ask_for, found

QUESTION = ask_for("10.5555/frog")
SEARCH = Search(provider=ProviderName.CROSSREF, text="Reed 2024. Calls of Rana")


def ago(**spans: float) -> str:
    return (datetime.now(UTC) - timedelta(**spans)).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    opened = Cache(tmp_path, Settings())
    yield opened
    opened.close()


def reopened(folder: Path) -> Cache:
    return Cache(folder, Settings())


def test_an_answer_is_read_back_as_it_was(tmp_path: Path, cache: Cache) -> None:
    """Records, absences and searches survive the process, with their time and provider."""
    answers = [
        found(QUESTION, ago(minutes=1), title="蛙の声 – “calls”"),
        Absent(question=ask_for("10.5555/none"), fetched_at=ago(minutes=1)),
        Found(question=SEARCH, records=(), total=0, fetched_at=ago(minutes=1)),
    ]
    for answer in answers:
        cache.put(answer)
    cache.close()
    with closing(reopened(tmp_path)) as again:
        assert [again.get(answer.question) for answer in answers] == answers


def test_what_was_never_asked_is_not_known(cache: Cache) -> None:
    """A question without an answer has none."""
    assert cache.get(QUESTION) is None


@pytest.mark.parametrize(
    ("answer", "stale"),
    [
        (found(QUESTION, ago(days=29)), False),
        (found(QUESTION, ago(days=31)), True),
        (Absent(question=QUESTION, fetched_at=ago(hours=23)), False),
        (Absent(question=QUESTION, fetched_at=ago(hours=25)), True),
        (Found(question=SEARCH, records=(), fetched_at=ago(hours=23)), False),
        (Found(question=SEARCH, records=(), fetched_at=ago(hours=25)), True),
        (found(QUESTION, "long ago"), True),
        (found(QUESTION, "2026-11-30T00:00:00"), True),
    ],
)
def test_answers_age(cache: Cache, answer: Found | Absent, stale: bool) -> None:
    """Records are fresh for 30 days, absences and searches for one; then they are marked stale, not lost."""
    cache.put(answer)
    held = cache.get(answer.question)
    assert held is not None
    assert (held.stale, held.fetched_at) == (stale, answer.fetched_at)


def test_the_settings_say_for_how_long(tmp_path: Path) -> None:
    """With `record_days = 0` every record is asked anew."""
    with closing(Cache(tmp_path, Settings(record_days=0))) as cache:
        cache.put(found(QUESTION, ago(seconds=0)))
        held = cache.get(QUESTION)
    assert held is not None
    assert held.stale


def test_the_folder_is_the_users_own(tmp_path: Path) -> None:
    """Nobody else on the machine can read or plant answers."""
    folder = tmp_path / "deep" / "cache"
    reopened(folder).close()
    assert [stat.S_IMODE(part.stat().st_mode) for part in (folder, folder / "answers")] == [0o700, 0o700]


def test_the_folder_is_the_setting_or_the_users_cache(tmp_path: Path) -> None:
    """`cache_dir` is relative to the settings file; without it the platform's cache folder is used."""
    assert cache_folder(Settings(root=str(tmp_path), cache_dir=".cache")) == tmp_path / ".cache"
    assert cache_folder(Settings(root=str(tmp_path), cache_dir="/var/x")) == Path("/var/x")
    assert cache_folder(Settings()).name == "scholar-build"


def test_counting_and_clearing(tmp_path: Path, cache: Cache) -> None:
    """`cache stats` counts answers by provider; `cache clear` removes them."""
    cache.put(found(QUESTION, "2026-11-01T00:00:00Z"))
    cache.put(Absent(question=ask_for("10.5555/none", ProviderName.DOI_ORG), fetched_at="2026-11-30T00:00:00Z"))
    stats = cache.stats()
    assert stats.answers == {"crossref": 1, "doi": 1}
    assert (stats.oldest, stats.newest) == ("2026-11-01T00:00:00Z", "2026-11-30T00:00:00Z")
    assert stats.size_bytes > 0
    assert stats.folder == str(tmp_path / "answers")
    assert cache.clear() == 2
    assert cache.stats().answers == {}


def test_export_and_import(tmp_path: Path, cache: Cache) -> None:
    """An exported file carries the answers to another machine, whole; only newer ones replace what is there."""
    long = found(QUESTION, "2026-11-02T00:00:00Z", abstract="word " * 500)
    cache.put(long)
    cache.put(found(ask_for("10.5555/b"), "2026-11-02T00:00:00Z"))
    assert cache.export_to(tmp_path / "answers.json") == 2
    with closing(reopened(tmp_path / "other")) as other:
        other.put(found(ask_for("10.5555/b"), "2026-11-03T00:00:00Z", title="newer"))
        assert other.import_from(tmp_path / "answers.json") == 1
        assert other.get(QUESTION) == long
        newer = other.get(ask_for("10.5555/b"))
    assert isinstance(newer, Found)
    assert newer.records[0].title == "newer"


def test_a_damaged_export_is_refused(tmp_path: Path, cache: Cache) -> None:
    """What is imported is checked; a broken file is named."""
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(LockError, match=r"x\.json"):
        cache.import_from(tmp_path / "x.json")


@pytest.mark.parametrize("damage", ["garbage", "middle", "directory", "file", "table", "schema"])
def test_a_damaged_cache_is_set_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str) -> None:
    """Whatever happened to the files, there is a warning, the old ones are kept, and a new cache works."""
    first = reopened(tmp_path)
    for number in range(200):
        first.put(found(ask_for(f"10.5555/{number}"), ago(minutes=1)))
    first.close()
    folder = tmp_path / "answers"
    database = folder / "cache.db"
    if damage == "garbage":
        database.write_bytes(b"not a database " * 1000)
    elif damage == "middle":
        content = database.read_bytes()
        database.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    elif damage == "directory":
        database.unlink()
        database.mkdir()
    elif damage == "file":
        shutil.rmtree(folder)
        folder.write_text("?")
    elif damage == "table":
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("DROP TABLE Cache")
            connection.execute("CREATE TABLE Cache (x)")
            connection.commit()
    else:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("DROP TABLE Settings")
            connection.execute("CREATE TABLE Settings (y)")
            connection.commit()
    for leftover in ("cache.db-wal", "cache.db-shm"):
        (folder / leftover).unlink(missing_ok=True) if folder.is_dir() else None
    with closing(reopened(tmp_path)) as again:
        again.get(ask_for("10.5555/7"))
        again.put(found(QUESTION, ago(minutes=1)))
        again.put(found(QUESTION, ago(minutes=1)))
        assert isinstance(again.get(QUESTION), Found)
    assert "was damaged" in caplog.text
    assert len(list(tmp_path.glob("answers.damaged-*"))) == 1


def test_damage_while_it_is_open(tmp_path: Path, cache: Cache, caplog: pytest.LogCaptureFixture) -> None:
    """A cache that breaks during a build costs its answers, not the build."""
    cache.put(found(QUESTION, ago(minutes=1)))
    with closing(sqlite3.connect(tmp_path / "answers" / "cache.db")) as connection:
        connection.execute("DROP TABLE Cache")
        connection.commit()
    assert cache.get(QUESTION) is None
    cache.put(found(QUESTION, ago(minutes=1)))
    assert isinstance(cache.get(QUESTION), Found)
    assert "was damaged" in caplog.text


def test_an_entry_that_is_no_answer_is_passed_over(cache: Cache) -> None:
    """One bad entry is not used, and the others are not lost."""
    cache.put(found(QUESTION, ago(minutes=1)))
    cache._storage.set("1 crossref doi:10.5555/odd", b'{"type": "found", "records": 7}')
    cache._storage.set("0 crossref doi:10.5555/old", b'{"type": "absent"}')
    assert cache.get(ask_for("10.5555/odd")) is None
    assert [answer.question for answer in cache.answers()] == [QUESTION]


def test_an_answer_to_another_question_is_not_used(cache: Cache) -> None:
    """An entry under the wrong key says nothing."""
    cache.put(found(QUESTION, ago(minutes=1)))
    (value,) = cache._storage.get([f"1 {QUESTION.key}"]).values()
    cache._storage.set("1 crossref doi:10.5555/b", value)
    assert cache.get(ask_for("10.5555/b")) is None


class Bomb:
    """Unpickling this writes a file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (self.path,)


@pytest.mark.parametrize("where", ["value", "key"])
def test_a_planted_pickle_is_never_read(tmp_path: Path, where: str) -> None:
    """A row that somebody planted cannot run code."""
    cache = reopened(tmp_path)
    cache.put(found(QUESTION, ago(minutes=1)))
    cache.close()
    bomb = pickle.dumps(Bomb(str(tmp_path / "exploded")))
    with closing(sqlite3.connect(tmp_path / "answers" / "cache.db")) as connection:
        if where == "value":
            connection.execute("UPDATE Cache SET mode = ?, value = ?", (MODE_PICKLE, bomb))
        else:
            connection.execute("UPDATE Cache SET raw = 0, key = ?", (bomb,))
        connection.commit()
    with closing(reopened(tmp_path)) as again:
        assert again.get(QUESTION) is None
        assert list(again.answers()) == []
        assert again.stats().answers == {}
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("value", zlib.compress(b"[" * 100_000)),
        ("value", zlib.compress(b" " * (MAX_VALUE + 1))),
        ("value", "text"),
        ("filename", "/dev/zero"),
    ],
)
def test_a_row_that_we_cannot_have_written_is_passed_over(tmp_path: Path, column: str, value: object) -> None:
    """A cache that somebody planted can neither fill the memory nor make us read other files."""
    cache = reopened(tmp_path)
    cache.put(found(QUESTION, ago(minutes=1)))
    cache.close()
    with closing(sqlite3.connect(tmp_path / "answers" / "cache.db")) as connection:
        connection.execute(f"UPDATE Cache SET {column} = ?", (value,))
        connection.commit()
    with closing(reopened(tmp_path)) as again:
        assert again.get(QUESTION) is None
        assert again.stats().answers == {}


def test_a_busy_cache_is_no_obstacle(
    cache: Cache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """When the database stays locked by others, the answer is not kept, with a warning."""

    def busy(*_: object) -> None:
        raise diskcache.Timeout

    monkeypatch.setattr(cache._storage._cache, "set", busy)  # type: ignore[attr-defined]
    cache.put(found(QUESTION, ago(minutes=1)))
    assert "is busy" in caplog.text


def test_a_full_disk_is_no_obstacle(tmp_path: Path, cache: Cache, caplog: pytest.LogCaptureFixture) -> None:
    """When nothing more fits, the answer is not kept, with a warning, and what is there stays."""
    cache.put(found(QUESTION, ago(minutes=1)))
    cache._storage._cache._sql("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]
    for number in range(100):
        cache.put(found(ask_for(f"10.5555/{number}"), ago(minutes=1), title=os.urandom(2000).hex()))
    assert "cannot be written" in caplog.text
    assert isinstance(cache.get(QUESTION), Found)


def test_a_folder_that_cannot_be_made(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Without a writable folder the run works from memory, with a warning."""
    (tmp_path / "file").write_text("")
    with closing(reopened(tmp_path / "file" / "cache")) as cache:
        cache.put(found(QUESTION, ago(minutes=1)))
        assert isinstance(cache.get(QUESTION), Found)
        assert cache.stats().answers == {"crossref": 1}
        assert (cache.stats().size_bytes, cache.clear()) == (0, 1)
    assert "cannot be written" in caplog.text


READ_ONLY = textwrap.dedent(
    """
    import os, sys
    from pathlib import Path
    from scholar_build.cache import Cache
    from scholar_build.config import Settings
    from tests.wire import ask_for, found
    from tests.test_cache import ago
    if os.geteuid() == 0:  # root may write everywhere
        os.setuid(65534)
    cache = Cache(Path(sys.argv[1]), Settings())
    print(type(cache.get(ask_for("10.5555/frog"))).__name__)
    cache.put(found(ask_for("10.5555/new"), ago(minutes=1)))
    print(type(cache.get(ask_for("10.5555/new"))).__name__, sorted(cache.stats().answers.items()))
    cache.close()
    """
)


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_a_read_only_folder_is_read() -> None:
    """A warm cache that cannot be written still answers; new answers live in memory, with a warning."""
    base = Path(tempfile.mkdtemp())
    try:
        cache = reopened(base / "cache")
        cache.put(found(QUESTION, ago(minutes=1)))
        cache.close()
        for path in (base, *base.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(base / "cache")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == "Found\nFound [('crossref', 2)]\n", done.stderr
        assert "cannot be written" in done.stderr
    finally:
        for path in (base, *base.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        shutil.rmtree(base)


@pytest.fixture
def read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A warm cache that the operating system does not let us write."""
    cache = reopened(tmp_path)
    cache.put(found(QUESTION, ago(minutes=1)))
    cache.put(found(ask_for("10.5555/b"), ago(minutes=1)))
    cache.close()
    monkeypatch.setattr("os.access", lambda path, mode: not str(path).startswith(str(tmp_path)))
    return tmp_path


def test_a_read_only_cache_answers(read_only: Path) -> None:
    """What is there is read, what is new lives in memory, and nothing is removed."""
    with closing(reopened(read_only)) as cache:
        assert isinstance(cache.get(QUESTION), Found)
        cache.put(found(ask_for("10.5555/new"), ago(minutes=1)))
        assert cache.stats().answers == {"crossref": 3}
        assert cache.clear() == 1
        assert cache.stats().answers == {"crossref": 2}


def test_a_damaged_read_only_cache_is_passed_over(read_only: Path) -> None:
    """Damage that cannot be set aside is no obstacle either."""
    with closing(sqlite3.connect(read_only / "answers" / "cache.db")) as connection:
        connection.execute("UPDATE Cache SET value = ?", (b"no zlib",))
        connection.execute("UPDATE Cache SET key = ? WHERE rowid = 2", (b"no zlib",))
        connection.commit()
    with closing(reopened(read_only)) as cache:
        assert cache.get(QUESTION) is None
        assert cache.stats().answers == {}
    (read_only / "answers" / "cache.db").write_bytes(b"garbage" * 1000)
    with closing(reopened(read_only)) as cache:
        assert cache.get(QUESTION) is None
        assert cache.stats().answers == {}


@pytest.mark.parametrize("name", ["SQLITE_BUSY", "SQLITE_ERROR"])
def test_a_cache_that_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """A database that others hold, or that fails whatever we do, costs the cache and not the run."""

    def fail(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError(name)
        error.sqlite_errorname = name
        raise error

    monkeypatch.setattr(diskcache, "Cache", fail)
    with closing(reopened(tmp_path)) as cache:
        cache.put(found(QUESTION, ago(minutes=1)))
        assert isinstance(cache.get(QUESTION), Found)
    assert "this run only" in caplog.text


def test_damage_that_another_process_has_set_aside(tmp_path: Path) -> None:
    """Two processes that find the same damage do not set each other's new cache aside."""
    first, second = reopened(tmp_path), reopened(tmp_path)
    with closing(sqlite3.connect(tmp_path / "answers" / "cache.db")) as connection:
        connection.execute("DROP TABLE Cache")
        connection.commit()
    first.get(QUESTION)
    first.put(found(QUESTION, ago(minutes=1)))
    assert second.get(QUESTION) is None
    assert isinstance(second.get(QUESTION), Found)
    assert len(list(tmp_path.glob("answers.damaged-*"))) == 1
    first.close()
    second.close()


def test_many_threads_and_processes_share_one_cache(tmp_path: Path) -> None:
    """Answers that are kept at the same time are all kept."""
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from scholar_build.cache import Cache
        from scholar_build.config import Settings
        from tests.wire import ask_for, found
        cache = Cache(Path(sys.argv[1]), Settings())
        for number in range(50):
            cache.put(found(ask_for(f"10.5555/{sys.argv[2]}-{number}"), "2026-11-30T00:00:00Z"))
        """
    )
    processes = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path), str(n)]) for n in range(2)]
    with closing(reopened(tmp_path)) as cache:
        threads = [
            threading.Thread(
                target=lambda n=n: [
                    cache.put(found(ask_for(f"10.5555/t{n}-{i}"), "2026-11-30T00:00:00Z")) for i in range(25)
                ]
            )
            for n in range(2)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [process.wait() for process in processes] == [0, 0]
        assert cache.stats().answers == {"crossref": 150}
