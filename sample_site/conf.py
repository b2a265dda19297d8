"""Sphinx builds the same sources as MkDocs; MyST reads their Markdown."""

project = "Tidewater Lab"
author = "Tidewater Lab"
copyright = "2026, Tidewater Lab"
extensions = ["myst_parser", "sphinx_scholar"]
root_doc = "index"
language = "en"
html_theme = "alabaster"
html_title = project
exclude_patterns = ["_build"]
myst_heading_anchors = 3

scholar_report = "_build/sphinx-report.json"
