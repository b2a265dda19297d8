"""`scholar-build doctor`: what a run would work with."""

from __future__ import annotations

from collections.abc import Iterable

import click

from scholar_build.check import session_for
from scholar_build.cli.context import settings_for
from scholar_build.doctor import Line, examine, probe


@click.command("doctor")
@click.option("--online", is_flag=True, help="Also ask every provider one thing.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
def command(online: bool, config: str | None) -> None:
    """Print versions, settings with their origin, the cache, and each provider's address and pace.

    Sends nothing unless --online is given.
    """
    settings = settings_for((), config, {"offline": False if online else None})
    _print(examine(settings))
    if online:
        with session_for(settings) as session:
            _print(probe(session))


def _print(lines: Iterable[Line]) -> None:
    section = ""
    for line in lines:
        if line.section != section:
            section = line.section
            click.echo(f"\n{section}" if section != "versions" else section)
        click.echo(f"  {line.name:18} {line.value}")
