"""What the last build found, beside the doctrees: a build with nothing changed judges nothing and writes nothing.

Verdicts are only good for the rules, the settings, the lock file and the day they were made on (`stamp`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import msgspec

import scholar_build
import sphinx_scholar
from scholar_build import Message, Reason, Reference, Settings, Verdict, __version__, lock_path

FILE = "scholar.state"
_OPEN = frozenset({Reason.RATE_LIMITED, Reason.PROVIDER_UNAVAILABLE, Reason.PENDING, Reason.OFFLINE})


class Held(msgspec.Struct, array_like=True):
    """The verdicts on some references, encoded, and the digest of those references."""

    of: str
    verdicts: msgspec.Raw

    def decoded(self) -> tuple[Verdict, ...]:
        """The verdicts, in the order of the references."""
        return msgspec.msgpack.decode(self.verdicts, type=tuple[Verdict, ...])


class State(msgspec.Struct):
    """Everything that is kept.

    `held`: verdicts by document or bibliography. `bibliography`: the entries of all its files, encoded, and the
    digest of when they changed. `whole`: the digest of all that was looked at. `said`: what the
    badges of each document say. `written`: the same as it stands in each output folder. `announced`: what was said
    of each source. `failures`: what the gate refused.
    """

    stamp: str = ""
    whole: str = ""
    held: dict[str, Held] = {}
    bibliography_of: str = ""
    bibliography: msgspec.Raw = msgspec.Raw()
    said: dict[str, str] = {}
    written: dict[str, dict[str, str]] = {}
    announced: dict[str, str] = {}
    failures: tuple[Message, ...] = ()
    incomplete: bool = False

    def hold(self, unit: str, of: str, verdicts: tuple[Verdict, ...], *, lock_answers: bool) -> Held:
        """Keep the verdicts on a unit, unless the next build must ask again."""
        held = Held(of, msgspec.Raw(msgspec.msgpack.encode(verdicts)))
        if all(_is_final(verdict, lock_answers) for verdict in verdicts):
            self.held[unit] = held
        else:
            self.held.pop(unit, None)
        return held


def _is_final(verdict: Verdict, lock_answers: bool) -> bool:
    if verdict.reference.accepted is not None:  # an acceptance runs out, and says so with every build
        return False
    return verdict.reason not in _OPEN or (lock_answers and verdict.reason is Reason.OFFLINE)


def load(folder: Path, stamp: str) -> State:
    """The state of the last build; without verdicts where the stamp is another, empty where there is none."""
    try:
        state = msgspec.msgpack.decode((folder / FILE).read_bytes(), type=State)
    except (OSError, msgspec.DecodeError):
        return State(stamp=stamp)
    if state.stamp != stamp:
        state.stamp, state.whole, state.held, state.bibliography_of = stamp, "", {}, ""
    return state


def save(state: State, folder: Path) -> None:
    """Keep the state; without a place to write, the next build judges anew."""
    encoded = msgspec.msgpack.encode(state)
    try:
        if not (folder / FILE).is_file() or (folder / FILE).read_bytes() != encoded:
            (folder / FILE).write_bytes(encoded)
    except OSError:
        return


def stamp(settings: Settings, today: date) -> str:
    """What every verdict depends on besides its reference and the answers."""
    files = [lock_path(settings), *_code(scholar_build.__file__), *_code(sphinx_scholar.__file__)]
    plain = msgspec.structs.replace(settings, origins={})
    return digest(__version__, today.isoformat(), msgspec.json.encode(plain), *map(changed, files))


def changed(path: Path) -> str:
    """When a file last changed, as text; empty where it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return ""
    return f"{path}:{stat.st_mtime_ns}:{stat.st_size}"


def digest(*parts: str | bytes) -> str:
    """One short name for some content."""
    found = hashlib.blake2b(digest_size=12)
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        found.update(len(encoded).to_bytes(8, "big"))
        found.update(encoded)
    return found.hexdigest()


def digest_of(references: Iterable[Reference]) -> str:
    """The digest of what bibliography entries say, wherever they are cited."""
    return digest(*(msgspec.msgpack.encode(msgspec.structs.replace(each, cited_at=())) for each in references))


def _code(init: str) -> list[Path]:
    return sorted(Path(init).parent.rglob("*.py"))
