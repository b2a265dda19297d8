"""`scholar-build check`: judge the references of files, folders, or citations given as text."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scholar_build.check import check, session_for
from scholar_build.cli.context import progress_bar, settings_for, today
from scholar_build.cli.sources import read_sources
from scholar_build.config import Settings
from scholar_build.gate import Failed, Passed, gate
from scholar_build.model import Report
from scholar_build.report import Format, render

FORMATS = tuple(str(format_) for format_ in Format)


@click.command("check")
@click.argument("sources", nargs=-1, metavar="[PATH|CITATION|-]...")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", help="What is printed.")
@click.option("--output", multiple=True, metavar="FORMAT=FILE", help="Also write a report to a file; repeatable.")
@click.option("--strict", is_flag=True, default=None, help="End with status 1 on references that do not exist.")
@click.option("--fail-on", metavar="WORDS", help="As --strict, for these statuses, notices and rules (comma list).")
@click.option("--allow-unchecked", is_flag=True, default=None, help="Pass although a provider did not answer.")
@click.option("--offline", is_flag=True, default=None, help="Send no request; judge from the lock file.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
@click.option("--all", "all_drafts", is_flag=True, help="In a folder, check every document, not only the newest draft.")
@click.option("--list", "list_drafts", is_flag=True, help="List the draft versions of a document and stop.")
@click.option("--draft", type=click.IntRange(1), metavar="N", help="Check the Nth newest draft of a document.")
def command(
    sources: tuple[str, ...],
    format_: str,
    output: tuple[str, ...],
    strict: bool | None,
    fail_on: str | None,
    allow_unchecked: bool | None,
    offline: bool | None,
    config: str | None,
    all_drafts: bool,
    list_drafts: bool,
    draft: int | None,
) -> None:
    """Check the references in files and folders, or citations given as arguments or on standard input (-).

    Ends with 0 (passed), 1 (the gate failed), 2 (could not run) or 3 (passed, but under --strict some
    reference could not be checked because a provider did not answer).
    """
    words = [word.strip() for word in fail_on.split(",")] if fail_on else None
    settings = settings_for(
        sources, config, {"strict": words or strict, "allow_unchecked": allow_unchecked, "offline": offline}
    )
    files = [_output(entry) for entry in output]
    scan = read_sources(sources, settings, all_drafts=all_drafts, list_drafts=list_drafts, draft=draft)
    if scan is None:
        return
    with session_for(settings) as session, progress_bar("Checking references") as progress:
        report = check(scan, settings, session, today=today(), progress=progress)
    colour = sys.stdout.isatty() and format_ == "text"
    click.echo(render(report, Format(format_), settings, colour=colour).rstrip("\n"), color=colour or None)
    for name, path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render(report, name, settings), encoding="utf-8")
    sys.exit(exit_status(report, settings))


def exit_status(report: Report, settings: Settings) -> int:
    """The status with which a check ends; says on standard error why it is not 0."""
    if not settings.strict:
        return 0
    result = gate(report, settings, today=today())
    if isinstance(result, Failed):
        for failure in result.failures:
            click.echo(f"failed: {failure}", err=True)
        return 1
    return _passed(result, settings)


def _passed(result: Passed, settings: Settings) -> int:
    if not result.incomplete or settings.allow_unchecked:
        return 0
    click.echo("incomplete: some references could not be checked because a provider did not answer.", err=True)
    return 3


def _output(entry: str) -> tuple[Format, Path]:
    name, equals, path = entry.partition("=")
    if not equals or name not in FORMATS or not path:
        raise click.UsageError(f"--output {entry}: write FORMAT=FILE, with FORMAT one of {', '.join(FORMATS)}")
    return Format(name), Path(path)
