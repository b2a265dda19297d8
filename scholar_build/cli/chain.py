"""`scholar-build chain`: what a work cites and what cites it."""

from __future__ import annotations

import sys

import click
import msgspec

from scholar_build.chain import DIRECTIONS, MAX_PER_DIRECTION, chain
from scholar_build.check import session_for
from scholar_build.cli.context import settings_for, unheard
from scholar_build.config import Chain, Settings
from scholar_build.errors import SourceError
from scholar_build.identifiers import parse_identifier
from scholar_build.model.chain import ChainStatus
from scholar_build.report.chain.formats import ChainFormat, render_chain


@click.command("chain")
@click.argument("seed", metavar="DOI|NAME")
@click.option("--depth", type=click.IntRange(1, 2), help="Steps away from the work: 1 or 2.")
@click.option(
    "--per-direction", type=click.IntRange(1, MAX_PER_DIRECTION), metavar="N", help="Works per direction, at most 10."
)
@click.option("--directions", type=click.Choice(list(DIRECTIONS)), help="Cited works, citing works, or both.")
@click.option(
    "--format",
    "format_",
    type=click.Choice([str(format_) for format_ in ChainFormat]),
    default="text",
    help="What is printed.",
)
@click.option("--offline", is_flag=True, default=None, help="Ask no provider; use the lock file, else the cache.")
@click.option("--config", type=click.Path(exists=True, dir_okay=False), help="The settings file to use.")
def command(
    seed: str,
    depth: int | None,
    per_direction: int | None,
    directions: str | None,
    format_: str,
    offline: bool | None,
    config: str | None,
) -> None:
    """Expand the citations of one work, by its DOI or by the NAME of a [[chain]] in the settings.

    Ends with 0 for a picture that is complete within its bounds or that only its bounds cut short, 1 for a seed
    whose identity could not be verified, 2 for an argument that cannot be used, 3 where a request failed.
    """
    settings = settings_for((), config, {"offline": offline})
    setting = _setting(seed, settings)
    given = {"depth": depth, "per_direction": per_direction, "directions": directions}
    setting = msgspec.structs.replace(setting, **{key: value for key, value in given.items() if value is not None})
    with session_for(settings) as session:
        found = chain(setting, session)
    text = render_chain(found, ChainFormat(format_), lang=settings.lang or "en").rstrip("\n")
    click.echo(unheard(text) if format_ == ChainFormat.TEXT else text)
    if found.status is ChainStatus.BLOCKED_SEED_IDENTITY_NOT_VERIFIED:
        sys.exit(1)
    if found.provider_errors or found.status is ChainStatus.BLOCKED_SEED_LOOKUP:
        sys.exit(3 if found.provider_errors else 1)


def _setting(seed: str, settings: Settings) -> Chain:
    named = next((chain for chain in settings.chain if chain.name == seed), None)
    if named is not None:
        return named
    if parse_identifier(seed) is None:
        names = ", ".join(chain.name for chain in settings.chain) or "there are none"
        raise SourceError(f"`{seed}` is neither a DOI nor the name of a chain in the settings ({names})")
    return Chain(name="", seed=seed)
