"""The files that a build adds to a site: the style sheet and the pages made from what was found."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from scholar_build import asset_path

STYLE_SHEET = "assets/scholar/scholar.css"


def style_sheet(config: MkDocsConfig) -> File:
    """The style sheet of badges and pages, linked from every page."""
    if STYLE_SHEET not in config.extra_css:
        config.extra_css.append(STYLE_SHEET)
    return File.generated(config, STYLE_SHEET, abs_src_path=str(asset_path()))
