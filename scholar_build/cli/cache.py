"""`scholar-build cache`: look at, empty, export and import the cached answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from scholar_build.cache import Cache, cache_folder
from scholar_build.cli.context import settings_for


@contextmanager
def _opened() -> Iterator[Cache]:
    settings = settings_for((), None, {})
    cache = Cache(cache_folder(settings), settings)
    try:
        yield cache
    finally:
        cache.close()


@click.group("cache")
def command() -> None:
    """Look at, empty, export or import the cached answers of the providers."""


@command.command("stats")
def stats() -> None:
    """Print where the cache is, how large it is, and how many answers of which provider it holds."""
    with _opened() as cache:
        found = cache.stats()
    click.echo(f"folder   {found.folder}")
    click.echo(f"size     {found.size_bytes / 1e6:.1f} MB")
    click.echo(f"answers  {sum(found.answers.values())}")
    for provider, count in found.answers.items():
        click.echo(f"  {provider:16} {count}")
    if found.oldest:
        click.echo(f"from     {found.oldest} to {found.newest}")


@command.command("clear")
def clear() -> None:
    """Remove every cached answer; the next run asks anew."""
    with _opened() as cache:
        click.echo(f"removed {cache.clear()} answers")


@command.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export(file: Path) -> None:
    """Write every cached answer to FILE."""
    with _opened() as cache:
        click.echo(f"{file}: {cache.export_to(file)} answers")


@command.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def import_(file: Path) -> None:
    """Take the answers of FILE (exported, or a lock file) into the cache."""
    with _opened() as cache:
        click.echo(f"{cache.import_from(file)} new answers")
