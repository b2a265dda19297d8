"""Draft versions of a document: files with the same stem apart from a date or a version.

`thesis_v2.md`, `thesis-2026-03-01.md`, `20260301 thesis.md`, `thesis (3).md`, `thesis-draft4.md`,
`thesis_final.md`. A bare number is no version: `chapter1.md` and `chapter2.md` are two documents.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path

from scholar_build.errors import SourceError
from scholar_build.model import Frozen

DRAFT_SUFFIXES = frozenset({".md", ".markdown", ".rst", ".txt", ".tex", ".docx", ".html", ".htm", ".ipynb"})

_DATE = re.compile(r"(?<!\d)(20\d\d|19\d\d)([-_.]?)(0[1-9]|1[0-2])(?:\2(0[1-9]|[12]\d|3[01]))?(?!\d)")
_VERSION = re.compile(
    r"(?<![A-Za-z0-9])(?:v(?:er(?:sion)?)?|rev(?:ision)?|r|draft)[ ._-]?(\d{1,4}(?:\.\d{1,4}){0,3})(?![A-Za-z0-9])"
    r"|\((\d{1,3})\)",
    re.IGNORECASE,
)
_FINAL = re.compile(r"(?<![A-Za-z0-9])(final|camera[-_ ]?ready|submitted|submission)(?![A-Za-z0-9])", re.IGNORECASE)
_DRAFT = re.compile(r"(?<![A-Za-z0-9])(?:draft|version|rev|copy)(?![A-Za-z0-9])", re.IGNORECASE)
_EDGES = " ._-()"


class _Stem(Frozen, frozen=True, kw_only=True):
    """A file name taken apart: the document, and what orders its drafts."""

    document: str
    day: tuple[int, int, int] | None = None
    version: tuple[int, ...] = ()
    final: bool = False


def list_drafts(path: Path) -> list[Path]:
    """The drafts of the document that `path` is one of, newest first; of a folder, all of its documents' drafts.

    Where no file is named `path`, it is read as a stem. Raises `SourceError` where there is none.
    """
    if path.is_dir():
        drafts = [draft for group in _groups(_documents(path)) for draft in group]
    else:
        wanted = _read_stem(path.stem if path.suffix.lower() in DRAFT_SUFFIXES else path.name).document.lower()
        beside = _documents(path.parent) if path.parent.is_dir() else []
        if path.suffix.lower() in DRAFT_SUFFIXES:
            beside = [file for file in beside if file.suffix.lower() == path.suffix.lower()]
        drafts = _newest_first(file for file in beside if _read_stem(file.stem).document.lower() == wanted)
    if not drafts:
        raise SourceError(f"{path}: no document and no draft of that name; name a file, its stem or a folder")
    return drafts


def newest_drafts(files: Iterable[Path]) -> list[Path]:
    """Of every document the newest draft only; files that are no documents are kept. In order of path."""
    files = list(files)
    documents = [file for file in files if file.suffix.lower() in DRAFT_SUFFIXES]
    others = [file for file in files if file.suffix.lower() not in DRAFT_SUFFIXES]
    return sorted([*(group[0] for group in _groups(documents)), *others])


def _documents(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix.lower() in DRAFT_SUFFIXES and file.is_file())


def _groups(files: Iterable[Path]) -> list[list[Path]]:
    groups: dict[tuple[Path, str, str], list[Path]] = defaultdict(list)
    for file in files:
        groups[file.parent, _read_stem(file.stem).document.lower(), file.suffix.lower()].append(file)
    return [_newest_first(group) for group in groups.values()]


def _newest_first(files: Iterable[Path]) -> list[Path]:
    stems = {file: _read_stem(file.stem) for file in files}
    any_dated = any(stem.day for stem in stems.values())

    def age(file: Path) -> tuple[object, ...]:
        stem, changed = stems[file], os.stat(file).st_mtime  # noqa: PTH116 - one call, also for odd names
        # beside dated drafts, one without a date is as old as its last change
        today = datetime.fromtimestamp(changed, UTC)
        day = stem.day or ((today.year, today.month, today.day) if any_dated else (0, 0, 0))
        return day, stem.final, stem.version, changed

    return sorted(sorted(stems), key=age, reverse=True)


def _read_stem(stem: str) -> _Stem:
    day = None
    for match in _DATE.finditer(stem):
        found = (int(match[1]), int(match[3]), int(match[4] or 1))
        if match[4] and not _is_day(*found):
            continue
        if match[4] or match[2]:  # six digits in a row are no month
            day, stem = found, f"{stem[: match.start()]} {stem[match.end() :]}"
            break
    version: tuple[int, ...] = ()
    if numbered := _VERSION.search(stem):
        version = tuple(int(part) for part in (numbered[1] or numbered[2]).split("."))
        stem = f"{stem[: numbered.start()]} {stem[numbered.end() :]}"
    final = bool(_FINAL.search(stem))
    document = _DRAFT.sub(" ", _FINAL.sub(" ", stem))
    document = re.sub(r"[\s._-]+", " ", document).strip(_EDGES)
    return _Stem(document=document, day=day, version=version, final=final)


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
