"""The style sheet, linked from the pages that have badges only."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinxcontrib.serializinghtml import SerializingHTMLBuilder

from scholar_build import asset_path

STYLE_SHEET = "scholar.css"


def add_assets(app: Sphinx) -> None:
    """Let HTML builders copy the style sheet among their static files."""
    if app.builder.format != "html":
        return
    app.config.html_static_path.append(str(asset_path(STYLE_SHEET)))
    if isinstance(app.builder, SerializingHTMLBuilder):  # whoever renders its pages has one list for all of them
        app.add_css_file(STYLE_SHEET)


def link_assets(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Link the style sheet from a page with badges."""
    is_page = isinstance(doctree, nodes.document) and not isinstance(app.builder, SerializingHTMLBuilder)
    if is_page and 'class="scholar-' in context.get("body", ""):
        app.add_css_file(STYLE_SHEET)
