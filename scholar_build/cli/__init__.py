"""The command line: arguments in, exit status out; the only place that prints.

Exit statuses: 0 passed, 1 the gate failed, 2 could not run, 3 passed but incomplete.
Each command is a module that is loaded when it is called.
"""

from __future__ import annotations

import io
import sys
from importlib import import_module

import click

from scholar_build import __version__
from scholar_build.errors import ScholarBuildError

_COMMANDS = {
    "cache": "cache:command",
    "chain": "chain:command",
    "check": "check:command",
    "deadlines": "deadlines:command",
    "doctor": "doctor:command",
    "fix": "fix:command",
    "fetch-pdf": "fetch_pdf:command",
    "get": "search:get_command",
    "lock": "lock:command",
    "search": "search:search_command",
    "watch": "watch:command",
}
"""Each command by its name: the module in this folder, and the command's name there."""


class Commands(click.Group):
    """Commands that are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in alphabetical order."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command; None where there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(f"scholar_build.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a user's mistake ends with one sentence and status 2."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal without Unicode shows codes for what it lacks
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except ScholarBuildError as error:
            from scholar_build.cli.context import unheard
            from scholar_build.report.escape import terminal

            raise click.UsageError(unheard(terminal(str(error)))) from error
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(130)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scholar-build")
def main() -> None:
    """Verify the references of documents: what is cited, compared with what the registries hold."""
