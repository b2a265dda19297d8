"""The style sheet, linked from the pages that have badges only."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from scholar_build import asset_path

STYLE_SHEET = "scholar.css"


def add_assets(app: Sphinx) -> None:
    """Let HTML builders copy the style sheet among their static files."""
    if app.builder.format == "html":
        app.config.html_static_path.append(str(asset_path(STYLE_SHEET)))


def link_assets(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Link the style sheet from a page with badges."""
    if isinstance(doctree, nodes.document) and 'class="scholar-' in context.get("body", ""):
        app.add_css_file(STYLE_SHEET)
