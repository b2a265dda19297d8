"""`scholar-build check`: judge the references of files, folders, or citations given as text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from scholar_build.check import check, gather, judge_all, session_for
from scholar_build.cli.context import exists, progress_bar, say, settings_for, today
from scholar_build.cli.output import FORMATS, Target, print_report, read_targets, write_file, write_reports
from scholar_build.cli.sources import Sources, read_changed, read_sources
from scholar_build.config import Settings
from scholar_build.gate import ExitStatus, Failed, exit_status, gate
from scholar_build.model import Report

if TYPE_CHECKING:
    from scholar_build.lookup import Session


@click.command("check")
@click.argument("sources", nargs=-1, metavar="[PATH|CITATION|-]...")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", help="What is printed.")
@click.option("--output", multiple=True, metavar="FORMAT=FILE", help="Also write a report to a file; repeatable.")
@click.option("--strict", is_flag=True, default=None, help="End with status 1 on references that do not exist.")
@click.option("--fail-on", metavar="WORDS", help="As --strict, for these statuses, notices and rules (comma list).")
@click.option("--allow-unchecked", is_flag=True, default=None, help="Pass although a provider did not answer.")
@click.option("--offline", is_flag=True, default=None, help="Send no request; judge from the lock file.")
@click.option("--changed-since", metavar="REVISION", help="Only references that differ from this git revision.")
@click.option("--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Accept the findings in FILE.")
@click.option(
    "--write-baseline", type=click.Path(path_type=Path), metavar="FILE", help="Write today's findings, and accept them."
)
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
    changed_since: str | None,
    baseline: Path | None,
    write_baseline: Path | None,
    config: str | None,
    all_drafts: bool,
    list_drafts: bool,
    draft: int | None,
) -> None:
    """Check the references in files and folders, or citations given as arguments or on standard input (-).

    Ends with 0 (passed), 1 (the gate failed), 2 (could not run) or 3 (passed, but under --strict some
    reference could not be checked because a provider did not answer).
    """
    words = [word.strip() for word in fail_on.split(",") if word.strip()] if fail_on is not None else None
    if words == []:
        raise click.UsageError("--fail-on names nothing; write a comma list such as not_found,retraction")
    if changed_since is not None and (list_drafts or draft):
        raise click.UsageError("--changed-since goes with neither --list nor --draft; name the file instead")
    settings = settings_for(
        sources, config, {"strict": words or strict, "allow_unchecked": allow_unchecked, "offline": offline}
    )
    targets = read_targets(output)
    known = _known(baseline)
    if changed_since is not None:
        read = _changed(sources, settings, changed_since, all_drafts=all_drafts)
    else:
        scan = read_sources(sources, settings, all_drafts=all_drafts, list_drafts=list_drafts, draft=draft)
        if scan is None:
            return
        read = Sources(scan=scan)
    with session_for(settings) as session, progress_bar("Checking references") as progress:
        report = check(read.scan, settings, session, today=today(), progress=progress)
        report = msgspec.structs.replace(report, left_out=_count_older(read, settings, session))
    if write_baseline:
        known |= _write_baseline(write_baseline, report, settings)
    if known or baseline:
        report = _without(report, known)
    _tell(report, format_, targets, settings)
    sys.exit(_status(report, settings, read.seen))


def _changed(sources: tuple[str, ...], settings: Settings, revision: str, *, all_drafts: bool) -> Sources:
    from scholar_build.changes import changes_since

    first = next((path for path in map(Path, sources) if exists(path)), Path(settings.root))
    changes = changes_since(revision, first if first.is_dir() else first.parent)
    return read_changed(sources, settings, changes, all_drafts=all_drafts)


def _count_older(read: Sources, settings: Settings, session: Session) -> int:
    """How many findings the changed files held before, as far as lock and cache know; no provider is asked."""
    if not read.older.references and not read.older.problems:
        return 0
    from scholar_build.report.order import remarks
    from scholar_build.report.words import words

    answers = gather(read.older.references, session, wait=False)
    older = judge_all(read.older.references, answers, read.older.problems, settings, session, today())
    return sum(remark.rule != "unchecked" for remark in remarks(older, settings, words("en")))


def _known(path: Path | None) -> frozenset[str]:
    if path is None:
        return frozenset()
    from scholar_build.baseline import read_baseline

    return read_baseline(path)


def _write_baseline(path: Path, report: Report, settings: Settings) -> frozenset[str]:
    from scholar_build.baseline import read_baseline, render_baseline

    write_file(path, render_baseline(report), settings)
    written = read_baseline(path)
    say(f"{path}: {len(written)} findings are accepted from now on", err=True)
    return written


def _without(report: Report, known: frozenset[str]) -> Report:
    from scholar_build.baseline import compare

    compared = compare(report, known)
    if compared.gone and not report.left_out:
        say(f"{compared.gone} findings of the baseline are gone; write it anew with --write-baseline", err=True)
    return msgspec.structs.replace(compared.report, left_out=report.left_out + compared.known)


def _tell(report: Report, format_: str, targets: list[Target], settings: Settings) -> None:
    """Print first: what cannot be written must not cost what was found."""
    print_report(report, format_, settings)
    if report.left_out and format_ not in ("text", "github", "markdown"):
        say(f"{report.left_out} older findings were left out.", err=True)
    write_reports(report, targets, settings)


def _status(report: Report, settings: Settings, seen: int | None) -> ExitStatus:
    """The status with which a check ends; says on standard error why it is not 0."""
    result = gate(report, settings, today=today(), seen=seen)
    if isinstance(result, Failed):
        for failure in result.failures:
            say(f"failed: {settings.prefix if failure.location else ''}{failure}", err=True)
    elif result.incomplete:
        say("incomplete: some references could not be checked because a provider did not answer.", err=True)
    return exit_status(result)
