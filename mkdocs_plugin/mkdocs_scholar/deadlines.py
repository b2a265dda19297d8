"""The page of grant deadlines, where the settings name a list of them."""

from __future__ import annotations

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel

from scholar_build import Settings

DEADLINES = "scholar/deadlines.md"


def deadlines_file(config: MkDocsConfig, settings: Settings, title: str) -> Iterator[File]:
    """A page with the block `{scholar-deadlines}` alone; it stands in the navigation only if that names it."""
    if settings.deadlines.file:
        content = f"---\nsearch:\n  exclude: true\n---\n# {title}\n\n```{{scholar-deadlines}}\n```\n"
        yield File.generated(config, DEADLINES, content=content, inclusion=InclusionLevel.NOT_IN_NAV)
