"""The lock file: the answers that verdicts rest on, one a line, so that builds can be judged offline.

    {"schema": 1, "answers": [
    {"type":"found","question":{…},"records":[…],"fetched_at":"2026-11-30T12:00:00Z"},
    …
    ], "watches": [
    {"type":"seen","watch":"topic","id":"doi:10.…","first_seen":"2026-11-23"},
    …
    ]}

The second part, what literature watches have shown, is there only where there are any. Lines are
sorted by question, so the same answers give the same bytes and a diff shows one work a line. A lock
may come from a stranger's pull request: it is read as untrusted data.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from scholar_build.config import Settings
from scholar_build.errors import LockError
from scholar_build.model import Absent, Answer, Found, Question, Record, Unavailable
from scholar_build.model.watch import Seen, WatchLine, WatchRun

SCHEMA = 1
MAX_BYTES = 64 * 1024 * 1024
MAX_ABSTRACT = 800
"""Characters of an abstract that are kept: what lists show."""

Held = Found | Absent
_HEAD = '{"schema": 1, "answers": ['
_WATCHES = '], "watches": ['
_TAIL = "]}"
_REMEDY = "restore it from version control, or delete it and run `scholar-build lock`"
_MARKERS = ("<<<<<<< ", "=======", ">>>>>>> ", "||||||| ")


class _File(msgspec.Struct):
    schema: int
    answers: msgspec.Raw
    watches: msgspec.Raw = msgspec.Raw(b"[]")


def lock_path(settings: Settings) -> Path:
    """Where the project's lock file stands."""
    return Path(settings.root) / settings.lock


def read_lock(path: Path) -> dict[Question, Answer]:
    """Read a lock file; raises `LockError` where it is not one, naming the line where it can."""
    return {answer.question: answer for answer in parse_lock(_text(path), str(path))}


def read_watches(path: Path) -> tuple[WatchLine, ...]:
    """What a lock file remembers of literature watches; nothing where there is no file. Raises `LockError`."""
    if not path.is_file():
        return ()
    text = _text(path)
    try:
        file = msgspec.json.decode(text.lstrip("\ufeff"), type=_File)
        return tuple(msgspec.json.decode(file.watches, type=list[WatchLine]))
    except (msgspec.DecodeError, RecursionError) as error:
        raise _diagnosis(text, str(path), error) from error


def write_lock(
    path: Path,
    answers: Mapping[Question, Answer] | Iterable[Answer],
    *,
    watches: Iterable[WatchLine] = (),
    trim: bool = True,
) -> bool:
    """Write answers, without the unavailable ones, and what watches have shown, in one step; whether the file changed.

    `trim` leaves out what no verdict needs. Raises `LockError`.
    """
    values = answers.values() if isinstance(answers, Mapping) else answers
    content = render_lock(values, watches, trim=trim).encode()
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, content)
    except OSError as error:
        raise LockError(f"{path}: cannot be written: {error.strerror}") from error
    return True


def merge_lock(text: str, source: str = "scholar.lock") -> dict[Question, Answer]:
    """Mend a lock with merge conflicts: the answers of both sides, the newest of each question."""
    merged: dict[Question, Answer] = {}
    for number, line in _answer_lines(text):
        if line.startswith(_MARKERS):
            continue
        answer = _parse_line(line, source, number)
        if isinstance(answer, WatchLine):
            continue
        held = merged.get(answer.question)
        if held is None or isinstance(held, Unavailable) or held.fetched_at < answer.fetched_at:
            merged[answer.question] = answer
    return merged


def mend_lock(path: Path) -> dict[Question, Answer]:
    """Read a lock file that may hold merge conflicts, as `merge_lock` does; raises `LockError`."""
    return merge_lock(_text(path), str(path))


def mend_watches(path: Path) -> tuple[WatchLine, ...]:
    """Read what such a lock file remembers of watches, as `merge_watches` does; raises `LockError`."""
    return merge_watches(_text(path), str(path))


def merge_watches(text: str, source: str = "scholar.lock") -> tuple[WatchLine, ...]:
    """What both sides of a lock with merge conflicts remember: the earliest sight of each work, the latest run."""
    kept: dict[tuple[str, str], WatchLine] = {}
    for number, line in _answer_lines(text):
        found = None if line.startswith(_MARKERS) else _parse_line(line, source, number)
        if isinstance(found, Seen):
            held = kept.get((found.watch, found.id))
            if not isinstance(held, Seen) or found.first_seen < held.first_seen:
                kept[found.watch, found.id] = found
        elif isinstance(found, WatchRun):
            held = kept.get((found.watch, ""))
            if not isinstance(held, WatchRun) or found.checked > held.checked:
                kept[found.watch, ""] = found
    return tuple(kept.values())


def parse_lock(text: str, source: str) -> list[Held]:
    """Read the text of a lock; raises `LockError`."""
    try:
        file = msgspec.json.decode(text.lstrip("\ufeff"), type=_File)
        if file.schema == SCHEMA:
            return msgspec.json.decode(file.answers, type=list[Held])
    except (msgspec.DecodeError, RecursionError) as error:
        raise _diagnosis(text, source, error) from error
    remedy = "upgrade scholar-build" if file.schema > SCHEMA else "write it anew with `scholar-build lock --update`"
    raise LockError(f"{source}: has schema {file.schema}, and this version reads {SCHEMA}; {remedy}")


def render_lock(answers: Iterable[Answer], watches: Iterable[WatchLine] = (), *, trim: bool = True) -> str:
    """The text of a lock: the same answers give the same bytes, whatever their order."""
    held = [_plain(answer, trim) for answer in answers if not isinstance(answer, Unavailable)]
    lines = sorted((answer.question.key, msgspec.json.encode(answer).decode()) for answer in held)
    answered = [",\n".join(line for _, line in lines)] if lines else []
    seen = sorted(((line.watch, getattr(line, "id", "")), msgspec.json.encode(line).decode()) for line in watches)
    remembered = [_WATCHES, ",\n".join(line for _, line in seen)] if seen else []
    return "\n".join([_HEAD, *answered, *remembered, _TAIL, ""])


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise LockError(f"{path}: is larger than {MAX_BYTES // 1024 // 1024} MB; {_REMEDY}")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise LockError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LockError(f"{path}: is not UTF-8 text; {_REMEDY}") from error


def _diagnosis(text: str, source: str, error: Exception) -> LockError:
    """The line at fault, where there is one."""
    lines = list(_answer_lines(text))
    for number, line in lines:
        if line.startswith(_MARKERS):
            return LockError(f"{source}:{number}: holds a merge conflict; mend it with `scholar-build lock --merge`")
    for number, line in lines:
        try:
            _parse_line(line, source, number)
        except LockError as fault:
            return fault
    return LockError(f"{source}: is damaged or cut off ({error}); {_REMEDY}")


def _answer_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        bare = line.strip()
        if bare not in ("", _HEAD, _WATCHES, _TAIL):
            yield number, bare.removesuffix(",")


def _parse_line(line: str, source: str, number: int) -> Held | WatchLine:
    try:
        found: Held | WatchLine = msgspec.json.decode(line, type=Held | WatchLine)
    except (msgspec.DecodeError, RecursionError) as error:
        raise LockError(f"{source}:{number}: is damaged ({error}); {_REMEDY}") from error
    return found


def _plain(answer: Held, trim: bool) -> Held:
    if answer.stale:
        answer = msgspec.structs.replace(answer, stale=False)
    if isinstance(answer, Found) and trim:
        return msgspec.structs.replace(answer, records=tuple(map(_trimmed, answer.records)))
    return answer


def _trimmed(record: Record) -> Record:
    if len(record.abstract) <= MAX_ABSTRACT:
        return record
    return msgspec.structs.replace(record, abstract=record.abstract[: MAX_ABSTRACT - 1].rstrip() + "…")


def _replace(path: Path, content: bytes) -> None:
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(draft).chmod(path.stat().st_mode & 0o777 if path.is_file() else 0o644)
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
