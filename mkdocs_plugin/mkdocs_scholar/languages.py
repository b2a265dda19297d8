"""Sites in several languages, by mkdocs-static-i18n: it builds each language by itself, in one command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scholar_build import Location, Report, Verdict

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File


def language_of_build(config: MkDocsConfig) -> str:
    """The language that is built now, where it is not the site's first; else an empty string."""
    plugin = config.plugins.get("i18n")
    current = getattr(plugin, "current_language", None)
    return str(current) if current and current != getattr(plugin, "default_language", current) else ""


def place_in_language(file: File, config: MkDocsConfig) -> File:
    """A generated file in the folder of the language that is built, where all pages of that language lie."""
    language = language_of_build(config)
    if language and file.is_documentation_page():
        file.dest_uri = f"{language}/{file.dest_uri}"
    return file


def news(report: Report, earlier: Report) -> Report:
    """What a report holds that is not in the report of the languages before it: pages without a translation recur."""
    told, problems = {_place(verdict) for verdict in earlier.verdicts}, set(earlier.problems)
    return msgspec.structs.replace(
        report,
        verdicts=tuple(verdict for verdict in report.verdicts if _place(verdict) not in told),
        problems=tuple(problem for problem in report.problems if problem not in problems),
    )


def together(earlier: Report, new: Report) -> Report:
    """One report of several languages."""
    return msgspec.structs.replace(
        new,
        verdicts=tuple(sorted((*earlier.verdicts, *new.verdicts), key=_place)),
        problems=(*earlier.problems, *new.problems),
        outages=tuple(dict.fromkeys((*earlier.outages, *new.outages))),
        requests=earlier.requests + new.requests,
    )


def _place(verdict: Verdict) -> tuple[Location, str, str]:
    return verdict.reference.location, verdict.reference.key, verdict.reference.text
