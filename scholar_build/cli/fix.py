"""`scholar-build fix`: write the registries' values into `.bib` files."""

from __future__ import annotations

import difflib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from scholar_build.check import check, session_for
from scholar_build.cli.context import progress_bar, say, settings_for, today
from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.fix import fix_text
from scholar_build.gate import UNANSWERED
from scholar_build.model import Scan, Verdict
from scholar_build.scan import read_bibliography
from scholar_build.scan.files import place_name

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("fix")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(exists=True, path_type=Path))
@click.option("--write", is_flag=True, help="Write the corrections; without it they are only shown.")
@click.option("--guesses", is_flag=True, help="Also take what only a search has found.")
@click.option("--offline", is_flag=True, help="Send no request: judge from the lock file or the cache.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
def command(paths: tuple[Path, ...], write: bool, guesses: bool, offline: bool, config: str | None) -> None:
    """Show, and with --write make, the corrections that .bib files, or those in folders, need.

    Only the fields that differ from the record which the entry itself names are changed; comments, order and
    layout stay. Ends with 0 where nothing is left to correct, with 1 where corrections were only shown.
    """
    settings = settings_for([str(path) for path in paths], config, {"offline": True if offline else None})
    texts = {path: _read(path) for path in _files(paths)}
    verdicts = _judge(list(texts), settings)
    left = False
    for path, before in texts.items():
        own = [one for one in verdicts if one.reference.location.source == _name(path, settings)]
        after = fix_text(before, own, guesses=guesses)
        if after == before:
            say(f"{path}: nothing to correct")
        else:
            _show(path, before, after)
        more = 0 if guesses else fix_text(before, own, guesses=True) != after
        if more:
            say(f"{path}: a search has found more; see it with --guesses", err=True)
        if after != before and write:
            _write(path, after)
        left = left or (after != before and not write)
    unanswered = sum(verdict.reason in UNANSWERED for verdict in verdicts)
    if unanswered:
        say(f"{unanswered} entries could not be checked because a provider did not answer", err=True)
    sys.exit(1 if left else 0)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = [file for file in sorted(path.rglob("*.bib")) if file.is_file()]
            if not found:
                raise SourceError(f"{path}: the folder holds no .bib file")
            yield from found
        elif path.suffix.lower() == ".bib":
            yield path
        else:
            raise SourceError(f"{path} is no .bib file; only those are corrected")


def _read(path: Path) -> str:
    """A file's text with its own line ends and byte order mark."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{path}: is not UTF-8; save it as UTF-8 first, so that nothing is lost") from error


def _judge(paths: Sequence[Path], settings: Settings) -> tuple[Verdict, ...]:
    scans = [read_bibliography(path, _name(path, settings)) for path in paths]
    scan = Scan(references=tuple(reference for scan in scans for reference in scan.references))
    with session_for(settings) as session, progress_bar("Checking references") as progress:
        return check(scan, settings, session, today=today(), progress=progress).verdicts


def _name(path: Path, settings: Settings) -> str:
    return place_name(path, Path(settings.root))


def _show(path: Path, before: str, after: str) -> None:
    """Print a diff; what a file or a registry holds never moves the cursor."""
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), str(path), str(path), lineterm=""):
        shown = "".join(char for char in line if char == "\t" or char.isprintable())
        click.echo(click.style(shown, fg=_COLOURS.get(line[:1])) if coloured else shown)


def _write(path: Path, text: str) -> None:
    """Put the new text in the file's place in one step; a link stays a link."""
    real = path.resolve()
    try:
        handle, draft = tempfile.mkstemp(dir=real.parent, prefix=real.name, suffix=".new")
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        Path(draft).chmod(real.stat().st_mode & 0o777)
        Path(draft).replace(real)
    except OSError as error:
        raise SourceError(f"{path}: cannot be written: {error.strerror}; it is as it was") from error
    say(f"{path}: corrected", err=True)
