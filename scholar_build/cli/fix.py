"""`scholar-build fix`: write the registries' values into `.bib` files."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import click

from scholar_build.check import check, session_for
from scholar_build.cli.context import progress_bar, settings_for, today
from scholar_build.errors import SourceError
from scholar_build.fix import fix_text
from scholar_build.scan import scan_paths


@click.command("fix")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(exists=True, dir_okay=False))
@click.option("--write", is_flag=True, help="Write the corrections; without it they are only shown.")
@click.option("--guesses", is_flag=True, help="Also take what only a search has found.")
@click.option("--offline", is_flag=True, help="Send no request: judge from the lock file or the cache.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
def command(paths: tuple[str, ...], write: bool, guesses: bool, offline: bool, config: str | None) -> None:
    """Show, and with --write make, the corrections that the .bib files in PATHs need.

    Only the fields that differ from the record which the entry itself names are changed; comments, order and
    layout stay. Ends with 0 where nothing is left to correct, with 1 where corrections were only shown.
    """
    settings = settings_for(paths, config, {"offline": True if offline else None})
    shown = False
    for path in map(Path, paths):
        if path.suffix.lower() != ".bib":
            raise SourceError(f"{path} is no .bib file; only those are corrected")
        with session_for(settings) as session, progress_bar("Checking references") as progress:
            report = check(scan_paths([str(path)], settings), settings, session, today=today(), progress=progress)
        # As bytes, so that line ends and a byte order mark stay as they are.
        before = path.read_bytes().decode("utf-8")
        after = fix_text(before, report.verdicts, guesses=guesses)
        if after == before:
            click.echo(f"{path}: nothing to correct")
            continue
        lines = (before.splitlines(keepends=True), after.splitlines(keepends=True))
        click.echo("".join(difflib.unified_diff(*lines, str(path), str(path))), nl=False)
        if write:
            path.write_bytes(after.encode("utf-8"))
        shown = shown or not write
    sys.exit(1 if shown else 0)
