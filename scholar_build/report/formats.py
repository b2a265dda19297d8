"""One entry for all report formats."""

from __future__ import annotations

from enum import StrEnum

from scholar_build.config import Settings
from scholar_build.model import Report


class Format(StrEnum):
    """A report format."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    GITLAB = "gitlab"
    MARKDOWN = "markdown"
    HTML = "html"


def render(report: Report, format: Format | str, settings: Settings, *, colour: bool = False) -> str:  # noqa: A002
    """A report in a format, ending in a newline; `colour` is for a terminal and changes only `text`.

    `text`, `github`, `markdown` and `html` are in the language that the settings ask for; what tools read
    is in English. Each renderer is loaded when it is first used.
    """
    match Format(format):
        case Format.TEXT:
            from scholar_build.report.text import render_text

            return render_text(report, settings, colour=colour)
        case Format.JSON:
            from scholar_build.report.json_report import render_json

            return render_json(report)
        case Format.SARIF:
            from scholar_build.report.sarif import render_sarif

            return render_sarif(report, settings)
        case Format.JUNIT:
            from scholar_build.report.junit import render_junit

            return render_junit(report, settings)
        case Format.GITHUB:
            from scholar_build.report.github import render_github

            return render_github(report, settings)
        case Format.GITLAB:
            from scholar_build.report.gitlab import render_gitlab

            return render_gitlab(report, settings)
        case Format.MARKDOWN:
            from scholar_build.report.markdown import render_markdown

            return render_markdown(report, settings)
        case Format.HTML:
            from scholar_build.report.html_report import render_html

            return render_html(report, settings)
