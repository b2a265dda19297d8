"""Verdicts in, text out; pure.

render            a whole report: text, JSON, SARIF, JUnit, GitHub, GitLab, Markdown, HTML
html.badge        the fragment beside a reference; `parts.badge_parts` is the same as data
page.report_page  the body of the reference report; `page.page_parts` is the same as data
words             the wording of English and Japanese
suggest           a record as a corrected entry
"""

from scholar_build.report.formats import Format, render

__all__ = ["Format", "render"]
