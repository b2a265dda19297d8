"""`scholar-build fetch-pdf`: the open-access PDF of a work, or of every work in a bibliography, into the inbox."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scholar_build.check import session_for
from scholar_build.cli.context import progress_bar, settings_for
from scholar_build.cli.sources import read_sources
from scholar_build.errors import SourceError
from scholar_build.pdf import Fetched, Fetching, Outcome, fetch_all, work_of, works_of
from scholar_build.pdf.guard import PUBLIC, Network
from scholar_build.report.escape import terminal

_STATUS = {Outcome.STORED: 0, Outcome.NOT_OPEN: 1, Outcome.REFUSED: 1, Outcome.UNDECIDED: 3}


@click.command("fetch-pdf")
@click.argument("identifier", metavar="ID", required=False)
@click.option("--all", "bibliography", metavar="PATH", help="Every work that the references in PATH name.")
@click.option("--into", type=click.Path(file_okay=False), help="The inbox folder; by default `into` of [pdf].")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
@click.pass_context
def command(
    context: click.Context, identifier: str | None, bibliography: str | None, into: str | None, config: str | None
) -> None:
    """Store the PDF of the work ID in the corpus inbox, and print the path it has there.

    Only arXiv e-prints and openly licensed copies are fetched; everything else is refused before a byte is
    downloaded. A file is stored once its structure and a malware scanner have nothing against it.

    Ends with 0 where the file is stored, 1 where it is refused, 2 where it could not run, 3 where a provider, a
    server or the scanner did not answer. With --all, works that are not open access count as dealt with.
    """
    if (identifier is None) == (bibliography is None):
        raise SourceError("name one work, or a bibliography with --all")
    settings = settings_for((bibliography,) if bibliography else (), config, {})
    inbox = Path(into) if into else Path(settings.root) / settings.pdf.into
    network = context.find_object(Network) or PUBLIC  # tests run this command with a network of their own
    with session_for(settings) as session:
        fetching = Fetching(settings, session, inbox, network=network)
        if identifier is not None:
            done = fetching.fetch(work_of(identifier))
            _print(done)
            sys.exit(_STATUS[done.outcome])
        scan = read_sources([str(bibliography)], settings)
        assert scan is not None
        with progress_bar("Looking up") as progress:
            found = fetch_all(works_of(scan.references), fetching, session, progress=progress, each=_print)
    click.echo(f"{sum(one.outcome is Outcome.STORED for one in found)} of {len(found)} works are stored.", err=True)
    sys.exit(max((_STATUS[one.outcome] for one in found if one.outcome is not Outcome.NOT_OPEN), default=0))


def _print(done: Fetched) -> None:
    """The path and nothing else on standard output; why not, on standard error."""
    for reason in done.reasons:
        click.echo(terminal(f"{done.id}: {reason}"), err=True)
    if done.path is not None:
        click.echo(done.path)
