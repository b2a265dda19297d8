"""The lock file: the same answers give the same bytes, and a damaged one is named, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholar_build import lock as lock_module
from scholar_build.errors import LockError
from scholar_build.lock import merge_lock, parse_lock, read_lock, render_lock, write_lock
from scholar_build.model import Absent, Failure, Found, ProviderName, Search, Unavailable
from tests.wire import ask_for, found

A = found(ask_for("10.5555/a"), "2026-11-01T00:00:00Z", title="蛙\u2028の声")
B = Absent(question=ask_for("10.5555/b", ProviderName.DOI_ORG), fetched_at="2026-11-02T00:00:00Z")
C = Found(
    question=Search(provider=ProviderName.CROSSREF, text="Reed, “Calls”"),
    records=(),
    total=0,
    fetched_at="2026-11-03T00:00:00Z",
)
ANSWERS = {answer.question: answer for answer in (C, A, B)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "scholar.lock"


def test_what_is_written_is_read_back(path: Path) -> None:
    """Records, absences and searches stand in the lock; what could not be asked does not."""
    unavailable = Unavailable(question=ask_for("10.5555/c"), reason=Failure.RATE_LIMITED, detail="429")
    assert write_lock(path, {**ANSWERS, unavailable.question: unavailable})
    assert read_lock(path) == ANSWERS


def test_the_file_is_json_with_one_answer_a_line(path: Path) -> None:
    """A diff shows one work a line, in the order of the questions; other programs can read the file."""
    write_lock(path, ANSWERS)
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[0] == '{"schema": 1, "answers": ['
    assert len(lines) == 1 + len(ANSWERS) + 2
    document = json.loads(path.read_text(encoding="utf-8"))
    assert [answer["type"] for answer in document["answers"]] == ["found", "found", "absent"]


def test_the_same_answers_give_the_same_bytes() -> None:
    """Neither order nor staleness changes the file."""
    stale = [Found(question=A.question, records=A.records, fetched_at=A.fetched_at, stale=True), B, C]
    assert render_lock(stale) == render_lock(ANSWERS.values())


def test_an_unchanged_lock_is_not_written(path: Path) -> None:
    """The file's time stays when nothing has changed."""
    write_lock(path, ANSWERS)
    before = path.stat()
    assert not write_lock(path, ANSWERS.values())
    assert path.stat() == before
    assert write_lock(path, [A])
    assert list(read_lock(path)) == [A.question]


def test_no_answers_make_a_valid_lock(path: Path) -> None:
    """An empty lock is a lock."""
    write_lock(path, [])
    assert read_lock(path) == {}


def test_long_abstracts_are_cut(path: Path) -> None:
    """No verdict needs more of an abstract than lists show."""
    write_lock(path, [found(A.question, A.fetched_at, abstract="word " * 500)])
    answer = read_lock(path)[A.question]
    assert isinstance(answer, Found)
    assert len(answer.records[0].abstract) <= 800
    assert answer.records[0].abstract.endswith("word…")


def test_the_files_mode_is_kept(path: Path) -> None:
    """A lock that a group may write stays so."""
    write_lock(path, [A])
    path.chmod(0o664)
    write_lock(path, [B])
    assert path.stat().st_mode & 0o777 == 0o664


def test_a_lock_that_cannot_be_written(tmp_path: Path) -> None:
    """The file is named, and nothing is left behind."""
    (tmp_path / "file").write_text("")
    with pytest.raises(LockError, match=r"scholar\.lock: cannot be written"):
        write_lock(tmp_path / "file" / "scholar.lock", [A])
    (tmp_path / "scholar.lock").mkdir()
    with pytest.raises(LockError, match=r"scholar\.lock: cannot be written"):
        write_lock(tmp_path / "scholar.lock", [A])
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "scholar.lock"]


LINES = render_lock(ANSWERS.values()).split("\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "damaged or cut off"),
        ("not a lock", r":1: is damaged"),
        ("{}", r":1: is damaged"),
        ("[]", r":1: is damaged"),
        ('{"schema": 2, "answers": [\n]}\n', "has schema 2, and this version reads 1; upgrade scholar-build"),
        ('{"schema": 0, "answers": [\n]}\n', "has schema 0, .* write it anew with `scholar-build lock --update`"),
        ('{"schema": "1", "answers": [\n]}\n', "is damaged"),
        ("\n".join(LINES[:3]), "damaged or cut off"),
        ("\n".join([LINES[0], LINES[1].replace("found", "fund"), *LINES[2:]]), r"scholar\.lock:2: is damaged"),
        ("\n".join([*LINES[:2], LINES[2][:40], *LINES[3:]]), r"scholar\.lock:3: is damaged"),
        ("\n".join([LINES[0], LINES[1].replace('"years":[2024]', '"years":"2024"'), *LINES[2:]]), "years"),
        ("\n".join([LINES[0], "<<<<<<< HEAD", *LINES[1:]]), r":2: holds a merge conflict; .*lock --merge"),
        ("[" * 100_000, "is damaged"),
        ('{"schema":1,"answers":[' + '{"question":' * 50_000, "is damaged"),
    ],
)
def test_a_lock_that_is_none_is_named(text: str, message: str) -> None:
    """A damaged lock says where it is damaged and what to do."""
    with pytest.raises(LockError, match=message) as caught:
        parse_lock(text, "scholar.lock")
    assert str(caught.value).startswith("scholar.lock")
    assert "`scholar-build lock" in str(caught.value) or "upgrade" in str(caught.value)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    """Whatever stands in the file, it is read or refused with one sentence."""
    for whole in (text, "\n".join([LINES[0], text, *LINES[1:]])):
        try:
            assert isinstance(parse_lock(whole, "scholar.lock"), list)
        except LockError as error:
            assert "\n" not in str(error)  # noqa: PT017 - either outcome is right


def test_a_byte_order_mark_is_forgiven() -> None:
    """An editor that adds one does not break the lock."""
    assert {answer.question: answer for answer in parse_lock("\ufeff" + "\n".join(LINES), "x")} == ANSWERS


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_lock_that_cannot_be_read(path: Path, content: bytes | None) -> None:
    """A missing file and one that is not text are named."""
    if content is not None:
        path.parent.mkdir()
        path.write_bytes(content)
    with pytest.raises(LockError, match=r"scholar\.lock: (is not UTF-8 text|cannot be read)"):
        read_lock(path)


def test_a_huge_lock_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock in a pull request cannot fill the memory."""
    write_lock(path, ANSWERS)
    monkeypatch.setattr(lock_module, "MAX_BYTES", 100)
    with pytest.raises(LockError, match="is larger than"):
        read_lock(path)


def test_merge_conflicts_are_mended_by_the_newest() -> None:
    """Both sides' answers are kept; where both know a question, the newer answer holds."""
    newer = found(A.question, "2026-11-09T00:00:00Z", title="newer")
    ours, theirs = json_lines(A, B), json_lines(newer, C)
    for one, two in ((ours, theirs), (theirs, ours)):
        text = "\n".join([LINES[0], "<<<<<<< HEAD", *one, "||||||| base", "=======", *two, ">>>>>>> branch", "]}", ""])
        with pytest.raises(LockError, match="merge conflict"):
            parse_lock(text, "scholar.lock")
        assert merge_lock(text) == {A.question: newer, B.question: B, C.question: C}


def test_a_conflict_around_the_frame_is_mended_too() -> None:
    """Where the two sides differ in everything, the head and the tail stand in the conflict."""
    text = "\n".join(["<<<<<<< HEAD", *LINES[:-1], "=======", *LINES[:-1], ">>>>>>> branch", ""])
    assert merge_lock(text) == ANSWERS


def test_merging_does_not_hide_damage() -> None:
    """A line that cannot be read is named, so that nothing is lost unseen."""
    with pytest.raises(LockError, match=r"scholar\.lock:2: is damaged"):
        merge_lock("<<<<<<< HEAD\n{...\n=======\n>>>>>>> b\n")


def json_lines(*answers: Found | Absent) -> list[str]:
    return [line if line.endswith(",") else line + "," for line in render_lock(answers).split("\n")[1:-2]]
