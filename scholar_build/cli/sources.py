"""What the arguments of a command name: paths, patterns, citations as text, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scholar_build.cli.context import exists
from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.identifiers import parse_identifier
from scholar_build.model import Frozen, Scan
from scholar_build.scan import Format, ScanOptions, list_drafts, scan_paths, scan_text
from scholar_build.scan.decode import decode
from scholar_build.scan.files import holds_references

if TYPE_CHECKING:
    from scholar_build.changes import Changes

_WORDS_OF_A_CITATION = 3


class Sources(Frozen, frozen=True, kw_only=True):
    """What was read. Of a change: what it touches, what stood there before, and whether anything is cited at all."""

    scan: Scan
    older: Scan = Scan()
    seen: int | None = None


def read_sources(
    sources: Sequence[str],
    settings: Settings,
    *,
    all_drafts: bool = False,
    list_drafts: bool = False,
    draft: int | None = None,
) -> Scan | None:
    """Scan everything the arguments name; None where only the drafts were to be listed (they are printed)."""
    paths, citations = _told_apart(sources)
    if list_drafts:
        _print_drafts(paths)
        return None
    if draft is not None:
        paths = [str(_nth_draft(path, draft)) for path in paths]
    return _joined(scan_paths(paths, settings, all_drafts=all_drafts) if paths else Scan(), _read(citations))


def read_changed(sources: Sequence[str], settings: Settings, changes: Changes, *, all_drafts: bool = False) -> Sources:
    """Scan what a change touches in the paths that the arguments name, and all citations among them."""
    from scholar_build.changes import narrow

    paths, citations = _told_apart(sources)
    whole = scan_paths(paths, settings, all_drafts=all_drafts, only=changes.files) if paths else Scan()
    narrowed = narrow(whole, changes, settings)
    read = _read(citations)
    cited = bool(whole.references or read.references) or (bool(paths) and holds_references(paths, settings))
    return Sources(scan=_joined(narrowed.touched, read), older=narrowed.older, seen=int(cited))


def _told_apart(sources: Sequence[str]) -> tuple[list[str], list[str]]:
    """Paths and citations; a citation is an argument or a line of standard input."""
    paths = [source for source in sources if not is_citation(source)]
    citations = [source for source in sources if is_citation(source)]
    if "-" in paths:
        paths.remove("-")
        citations += [line for line in _standard_input().splitlines() if line.strip()]
        if not citations:
            raise SourceError("standard input holds no citation; write one a line")
    if not paths and not citations:
        raise SourceError("nothing to check; name files, folders or citations, or - for standard input")
    return paths, citations


def _standard_input() -> str:
    """What is piped in, whatever the terminal's encoding."""
    text = decode(sys.stdin.buffer.read())
    if text is None:
        raise SourceError("standard input is no text; write one citation a line")
    return text


def _read(citations: Sequence[str]) -> Scan:
    if not citations:
        return Scan()
    return scan_text("\n\n".join(citations), "citations", Format.PLAIN, ScanOptions())


def _joined(*scans: Scan) -> Scan:
    return Scan(
        references=tuple(reference for scan in scans for reference in scan.references),
        problems=tuple(problem for scan in scans for problem in scan.problems),
    )


def is_citation(argument: str) -> bool:
    """Whether an argument is a citation rather than a path: an identifier, or several words that name no file."""
    if argument == "-" or exists(Path(argument)):
        return False
    return parse_identifier(argument) is not None or len(argument.split()) >= _WORDS_OF_A_CITATION


def _print_drafts(paths: Sequence[str]) -> None:
    for path in paths:
        for number, draft in enumerate(list_drafts(Path(path)), start=1):
            click.echo(f"{number}  {draft}")


def _nth_draft(path: str, number: int) -> Path:
    drafts = list_drafts(Path(path))
    if number > len(drafts):
        raise SourceError(f"{path} has {len(drafts)} draft versions; --draft {number} names none (see --list)")
    return drafts[number - 1]
