"""`scholar-build search` and `scholar-build get`: works by words, or one by its identifier."""

from __future__ import annotations

import sys

import click

from scholar_build.check import session_for
from scholar_build.cli.context import progress_bar, settings_for
from scholar_build.model.work import SearchResult
from scholar_build.report.works import WorkFormat, not_available, render_works
from scholar_build.search import MAX_LIMIT, SOURCES, get, search

_FORMAT = click.option(
    "--format",
    "format_",
    type=click.Choice([str(format_) for format_ in WorkFormat]),
    default="table",
    help="What is printed.",
)
_BOUNDARY = click.option(
    "--boundary", is_flag=True, help="In JSON, mark all provider text as untrusted, for programs that hand it on."
)
_CONFIG = click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")


@click.command("search")
@click.argument("queries", nargs=-1, metavar="QUERY...")
@click.option("--sources", metavar="LIST", help=f"Comma list of {', '.join(SOURCES)}.")
@click.option("--since", default="", metavar="YYYY-MM-DD", help="Only works published on or after this day.")
@click.option("--limit", default=10, show_default=True, metavar="N", help=f"Works per source, at most {MAX_LIMIT}.")
@_FORMAT
@_BOUNDARY
@_CONFIG
def search_command(
    queries: tuple[str, ...],
    sources: str | None,
    since: str,
    limit: int,
    format_: str,
    boundary: bool,
    config: str | None,
) -> None:
    """Search the literature with one to five QUERIES; quote a query of several words.

    Ends with 0 where at least one source answered, 2 for a query that cannot be put, 3 where none answered.
    """
    names = [name.strip() for name in sources.split(",") if name.strip()] if sources else []
    settings = settings_for((), config, {})
    with session_for(settings) as session, progress_bar("Searching") as progress:
        result = search(queries, session, sources=names, since=since, limit=limit, progress=progress)
    _print(result, format_, boundary=boundary, full=False)


@click.command("get")
@click.argument("identifier")
@_FORMAT
@_BOUNDARY
@_CONFIG
def get_command(identifier: str, format_: str, boundary: bool, config: str | None) -> None:
    """Print one work by its DOI, arXiv id, PMID, PMCID or OpenAlex id, with its abstract.

    Ends with 0, with 1 where every source answered and none knows it, with 3 where a source did not answer.
    """
    settings = settings_for((), config, {})
    with session_for(settings) as session, progress_bar("Looking up") as progress:
        result = get(identifier, session, progress=progress)
    _print(result, format_, boundary=boundary, full=True)


def _print(result: SearchResult, format_: str, *, boundary: bool, full: bool) -> None:
    click.echo(render_works(result, WorkFormat(format_), full=full, boundary=boundary).rstrip("\n"))
    refused = not_available(result.sources)
    if refused and format_ != "table":
        click.echo(refused, err=True)
    if not result.works and refused:
        sys.exit(3)
    if full and not result.works:
        sys.exit(1)
