"""The reference report as one HTML file that needs nothing else: no script, no request."""

from __future__ import annotations

from scholar_build.config import Settings
from scholar_build.model import Report
from scholar_build.report import escape
from scholar_build.report.html import asset_path
from scholar_build.report.page import page_parts
from scholar_build.report.page_html import page_html

_PAGE_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; font: 16px/1.6 system-ui, sans-serif;
  background: light-dark(#fff, #17191e); color: light-dark(#1f2328, #e1e4e8); overflow-wrap: anywhere; }
:lang(ja) { font-family: "Noto Sans CJK JP", "Hiragino Sans", system-ui, sans-serif; line-height: 1.75; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6em; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.4em 0 .6em; }
code { font: .9em ui-monospace, monospace; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; color: #000; background: #fff; } }
"""


def render_html(report: Report, settings: Settings) -> str:
    """A whole page with the style sheet inside."""
    parts = page_parts(report, None, settings.lang or "en")
    title = escape.html(parts.title)
    style = _PAGE_STYLE + asset_path().read_text(encoding="utf-8")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{parts.lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="referrer" content="no-referrer">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n'
        f"<body>\n<main>\n<h1>{title}</h1>\n{page_html(parts)}</main>\n</body>\n</html>\n"
    )
