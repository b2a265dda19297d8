"""What a change touches: the files and lines that differ from a git revision, and the references in them.

A revision and the names of files may come from a stranger: git is never run through a shell, the revision is
resolved to a commit first, and contents are asked for by their hashes.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.model import Frozen, Location, Origin, Problem, Reference, Scan
from scholar_build.scan import ScanOptions, scan_text
from scholar_build.scan.decode import decode
from scholar_build.scan.docx import scan_docx
from scholar_build.scan.files import BIBLIOGRAPHIES, FORMATS
from scholar_build.scan.options import Format

_HUNK = re.compile(rb"@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_TIMEOUT_S = 120
_PLAIN = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules", "-O/dev/null")


class Change(Frozen, frozen=True, kw_only=True):
    """One file that differs: its real path, its old content's hash (empty: it is new), the new lines.

    `lines` are half-open ranges; None: every line counts.
    """

    path: Path
    old: str = ""
    lines: tuple[range, ...] | None = None

    def touches(self, line: int) -> bool:
        """Whether a line, counted from 1, is new or differs."""
        return self.lines is None or any(line in lines for lines in self.lines)


class Changes(Frozen, frozen=True, kw_only=True):
    """All files of a repository that differ from `base`."""

    top: Path
    base: str
    files: dict[Path, Change]


class Narrowed(Frozen, frozen=True, kw_only=True):
    """A scan taken apart: what the change touches, and what stood in the changed files before."""

    touched: Scan
    older: Scan


def changes_since(revision: str, folder: Path) -> Changes:
    """What differs from a revision (from where this branch left it) in the repository that holds `folder`.

    Files that git does not know yet count as new. Raises `SourceError`.
    """
    try:
        top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n")).resolve()
    except SourceError as error:
        raise SourceError(f"--changed-since needs a git repository, and {folder} lies in none: {error}") from error
    base = _base(revision, top)
    raw = _git(top, "diff", "--raw", "-z", "--no-abbrev", "--find-renames", *_PLAIN, base)
    changed = list(_entries(raw.decode("utf-8", "surrogateescape").split("\0")))
    patch = _git(top, "diff", "-U0", "--inter-hunk-context=0", "--text", "--find-renames", *_PLAIN, base)
    lines: list[tuple[range, ...] | None] = [*_lines(patch)]
    told = lines if len(lines) == len(changed) else [None] * len(changed)  # an unresolved merge is told otherwise
    files = {
        top / name: Change(path=top / name, old=old, lines=new) for (old, name), new in zip(changed, told, strict=True)
    }
    unknown = _git(top, "ls-files", "-z", "--others", "--exclude-standard").decode("utf-8", "surrogateescape")
    files.update({top / name: Change(path=top / name) for name in unknown.split("\0") if name})
    return Changes(top=top, base=base, files={path.resolve(): change for path, change in files.items()})


def _base(revision: str, top: Path) -> str:
    told = revision if revision.isprintable() else repr(revision)
    if revision.startswith("-") or not revision.isprintable() or not revision:
        raise SourceError(f"--changed-since {told}: is no revision")
    try:
        commit = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    except SourceError as error:
        raise SourceError(
            f"--changed-since {told}: git knows no such revision here; in CI, fetch the whole history "
            "(`fetch-depth: 0`, `GIT_DEPTH: 0`) or at least this revision"
        ) from error
    name = commit.decode().strip()
    try:
        return _git(top, "merge-base", "--", name, "HEAD").decode().split()[0]
    except (SourceError, IndexError):  # a shallow clone does not hold where the two parted
        return name


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    command = ["git", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=_TIMEOUT_S)  # noqa: S603
    except FileNotFoundError as error:
        raise SourceError("git is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise SourceError(f"git {arguments[0]} took longer than {_TIMEOUT_S} s") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise SourceError(said[0] if said else f"git {arguments[0]} failed")
    return done.stdout


def _entries(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The old hash and the new name of every file of `git diff --raw -z` that is still there."""
    fields = iter(parts)
    for head in fields:
        if not head:
            continue
        _, _, old, _, status = head.split()
        name = next(fields)
        if status[0] in "RC":
            name = next(fields)
        yield ("" if set(old) == {"0"} or status == "D" else old), name


def _lines(patch: bytes) -> Iterator[tuple[range, ...]]:
    """The new lines of every file of a patch, in its order; none where the patch names none."""
    found: list[range] | None = None
    for line in patch.split(b"\n"):
        if line.startswith(b"diff --git "):
            if found is not None:
                yield tuple(found)
            found = []
        elif found is not None and (hunk := _HUNK.match(line)):
            start = int(hunk[1])
            found.append(range(start, start + int(hunk[2] or 1)))
    if found is not None:
        yield tuple(found)


def narrow(scan: Scan, changes: Changes, settings: Settings) -> Narrowed:
    """Tell what a change touches from what stood there before.

    An entry of a list is touched where the page did not hold it before, whatever its number and line; a
    mention in running text also where its line differs; an entry of a bibliography where its key did not hold
    the same before. Files that did not change are left out of both.
    """
    by_name = _by_name(scan, changes, Path(settings.root))
    concerned = [item for item in scan.references if item.location.source in by_name]
    held = _held({item.location.source: by_name[item.location.source] for item in concerned}, changes, settings)
    touched: list[Reference] = []
    older: list[Reference] = []
    for reference in concerned:
        claims, claim = held[reference.location.source], _claim(reference)
        if _touches_line(by_name[reference.location.source], reference) or not claims[claim]:
            touched.append(reference)
        else:
            claims[claim] -= 1
            older.append(reference)
    new_at, old_at = {item.location for item in touched}, {item.location for item in older}
    problems = [problem for problem in scan.problems if problem.location.source in by_name]
    new = [one for one in problems if one.location in new_at or _is_new(one, by_name[one.location.source], old_at)]
    return Narrowed(
        touched=Scan(references=tuple(touched), problems=tuple(new)),
        older=Scan(references=tuple(older), problems=tuple(one for one in problems if one not in new)),
    )


def _by_name(scan: Scan, changes: Changes, root: Path) -> dict[str, Change]:
    """The changed files of a scan, by the names that its locations have."""
    found: dict[str, Change] = {}
    places = (*(one.location for one in scan.references), *(one.location for one in scan.problems))
    for name in {place.source for place in places}:
        path = next((folder / name for folder in (root, Path.cwd()) if (folder / name).is_file()), Path(name))
        if change := changes.files.get(path.resolve()):
            found[name] = change
    return found


def _touches_line(change: Change, reference: Reference) -> bool:
    is_mention = reference.origin is Origin.MENTION and not _is_keyed(change.path)
    return is_mention and change.touches(reference.location.line)


def _is_keyed(path: Path) -> bool:
    """Whether the lines of a file say nothing: entries are told by their keys, or there are no lines."""
    kind = FORMATS.get(path.suffix.lower())
    return kind in BIBLIOGRAPHIES or kind is Format.DOCX


def _claim(reference: Reference) -> Reference:
    """What a reference says, wherever it stands; the number of a list entry is part of its place."""
    key = reference.key if reference.origin is Origin.BIBLIOGRAPHY else ""
    return msgspec.structs.replace(reference, key=key, location=Location(source=""), cited_at=())


def _is_new(problem: Problem, change: Change, old_at: Container[Location]) -> bool:
    if _is_keyed(change.path) and problem.location in old_at:
        return False
    return problem.rule == "unreadable-source" or change.touches(problem.location.line)


def _held(files: Mapping[str, Change], changes: Changes, settings: Settings) -> dict[str, Counter[Reference]]:
    """What each file cited before the change."""
    contents = _blobs({change.old for change in files.values() if change.old}, changes.top)
    return {
        source: Counter(map(_claim, _read(source, change, contents[change.old], settings).references))
        if change.old
        else Counter()
        for source, change in files.items()
    }


def _blobs(hashes: Collection[str], top: Path) -> dict[str, bytes]:
    """Contents by their hashes, from one call of git."""
    wanted = sorted(hashes)
    output = _git(top, "cat-file", "--batch", given="".join(f"{name}\n" for name in wanted).encode()) if wanted else b""
    contents: dict[str, bytes] = {}
    position = 0
    for name in wanted:
        end = output.index(b"\n", position)
        size = int(output[position:end].split()[2])
        contents[name] = output[end + 1 : end + 1 + size]
        position = end + 1 + size + 1
    return contents


def _read(source: str, change: Change, content: bytes, settings: Settings) -> Scan:
    kind, options = FORMATS[change.path.suffix.lower()], ScanOptions.of(settings)
    if kind is Format.DOCX:
        return scan_docx(content, source, options)
    text = decode(content)
    return Scan() if text is None else scan_text(text, source, kind, options)
