"""Sphinx builds the same sources as MkDocs; MyST reads their Markdown."""

project = "Tidewater Lab"
author = "Tidewater Lab"
copyright = "2026, Tidewater Lab"
version = release = "2026"
extensions = ["myst_parser", "sphinx_scholar"]
root_doc = "index"
language = "en"
html_theme = "alabaster"
html_title = project
exclude_patterns = ["_build"]
myst_heading_anchors = 3

scholar_report = "_build/sphinx-report.json"

PAGES = (
    *("publications", "thesis/chapter-2", "reading-list", "reading-list.ja"),
    *("chain", "watch-testing", "watch-citations", "deadlines", "about"),
)
TOCTREE = "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(PAGES) + "\n```\n"


def setup(app):
    """Give the front page its contents, which MkDocs has in `mkdocs.yml` and would show as code."""
    app.connect("source-read", add_toctree)


def add_toctree(app, docname, source):
    """Put a hidden table of contents behind the front page's text."""
    if docname == root_doc:
        source[0] += TOCTREE
