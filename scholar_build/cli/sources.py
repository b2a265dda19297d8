"""What the arguments of a command name: paths, patterns, citations as text, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.identifiers import parse_identifier
from scholar_build.model import Scan
from scholar_build.scan import Format, ScanOptions, list_drafts, scan_paths, scan_text

_WORDS_OF_A_CITATION = 3


def read_sources(
    sources: Sequence[str],
    settings: Settings,
    *,
    all_drafts: bool = False,
    list_drafts: bool = False,
    draft: int | None = None,
) -> Scan | None:
    """Scan everything the arguments name; None where only the drafts were to be listed (they are printed)."""
    paths = [source for source in sources if not is_citation(source)]
    citations = [source for source in sources if is_citation(source)]
    if "-" in paths:
        paths.remove("-")
        citations += [line for line in sys.stdin.read().splitlines() if line.strip()]
        if not citations:
            raise SourceError("standard input holds no citation; write one a line")
    if not paths and not citations:
        raise SourceError("nothing to check; name files, folders or citations, or - for standard input")
    if list_drafts:
        _print_drafts(paths)
        return None
    if draft is not None:
        paths = [str(_nth_draft(path, draft)) for path in paths]
    scans = []
    if paths:
        scans.append(scan_paths(paths, settings, all_drafts=all_drafts))
    if citations:
        scans.append(scan_text("\n\n".join(citations), "citations", Format.PLAIN, ScanOptions()))
    return Scan(
        references=tuple(reference for scan in scans for reference in scan.references),
        problems=tuple(problem for scan in scans for problem in scan.problems),
    )


def is_citation(argument: str) -> bool:
    """Whether an argument is a citation rather than a path: an identifier, or several words that name no file."""
    if argument == "-" or Path(argument).exists():
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
