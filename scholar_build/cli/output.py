"""Where reports go: one is printed, others are written to files."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from scholar_build.cli.context import is_in_actions, unheard
from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.model import Report
from scholar_build.project import leads_out
from scholar_build.report import Format, render

FORMATS = tuple(str(format_) for format_ in Format)

Target = tuple[Format, Path]


def read_targets(entries: Iterable[str]) -> list[Target]:
    """The values of `--output`, each `FORMAT=FILE`."""
    return [_target(entry) for entry in entries]


def _target(entry: str) -> Target:
    name, equals, path = entry.partition("=")
    if not equals or name not in FORMATS or not path:
        raise click.UsageError(f"--output {entry}: write FORMAT=FILE, with FORMAT one of {', '.join(FORMATS)}")
    return Format(name), Path(path)


def print_report(report: Report, name: str, settings: Settings) -> None:
    """Print a report; coloured only as text and on a terminal."""
    is_text = name == Format.TEXT
    colour = is_text and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    text = render(report, name, settings, colour=colour).rstrip("\n")
    click.echo(unheard(text) if is_text else _encoded(text, Format(name)), color=colour or None)


def _encoded(text: str, name: Format) -> str:
    """The same data, where a job of GitHub Actions prints it, without what the runner takes for its commands."""
    if not is_in_actions():
        return text
    match name:
        case Format.JSON | Format.SARIF | Format.GITLAB:
            return text.replace("##[", "##\\u005b")
        case Format.JUNIT | Format.HTML:
            return re.sub(r"^(\s*):(?=:)", r"\1&#58;", text.replace("##[", "##&#91;"), flags=re.MULTILINE)
        case Format.TEXT | Format.GITHUB | Format.MARKDOWN:
            return text


def write_reports(report: Report, targets: Sequence[Target], settings: Settings) -> None:
    """Write the files, each whatever becomes of the others. Raises `SourceError`."""
    failed = []
    for name, path in targets:
        try:
            write_file(path, render(report, name, settings), settings)
        except SourceError as error:
            failed.append(str(error))
    if failed:
        raise SourceError("; ".join(failed))


def write_file(path: Path, text: str, settings: Settings) -> None:
    """Write one file that the user named. Raises `SourceError`, also for a link that a change may have planted."""
    if leads_out(path, Path(settings.root)):
        raise SourceError(f"{path}: is, or passes, a link that leads out of the project; nothing was written there")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{path}: cannot be written: {error.strerror}") from error
