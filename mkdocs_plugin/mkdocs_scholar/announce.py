"""What a build says: each reference that needs a look with its file and line, a summary, the files of reports."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger

from scholar_build import Failed, Report, Settings, apply_gate, remarks, render, summary, words

log = get_plugin_logger(__name__)

ERROR, WARNING, INFO = 40, 30, 20


def announce(report: Report, settings: Settings, *, today: date, serving: bool) -> str:
    """Log everything, failures as errors; return why the build must fail, or an empty string.

    While serving nothing is more than information: MkDocs would end the server on a warning in its strict
    mode. What no provider answered is information always: it says nothing about the reference.
    """
    english = words("en")
    result = apply_gate(report, settings, today=today)
    failures = result.failures if isinstance(result, Failed) else ()
    grave = ERROR if not serving or settings.strict_on_serve else INFO
    failed = {(failure.location, rule) for failure in failures for rule in failure.because}
    for remark in remarks(report, settings, english):
        if (remark.location, remark.rule) not in failed:
            level = INFO if serving or remark.rule == "unchecked" else WARNING
            cited = f" “{remark.text[:80]}”" if remark.text else ""
            code = "" if remark.title == remark.rule else f" ({remark.rule})"
            log.log(level, f"{remark.location}: {remark.title}: {remark.message}{code}{cited}")
    for failure in failures:
        log.log(grave, str(failure))
    log.info(summary(report, english))
    for outage in report.outages:
        log.info(f"Not available this time: {outage.provider} ({outage.reason})")
    if failures:
        return f"{len(failures)} of {len(report.verdicts)} references and sources failed the strict check; see above."
    if getattr(result, "incomplete", False) and not serving:
        log.warning("Passed, but incomplete: a provider did not answer for some references.")
    return ""


def write_reports(report: Report, settings: Settings) -> None:
    """Write the report files that the settings ask for, each only where it changed."""
    wanted = {**settings.reports, **({"json": settings.report} if settings.report else {})}
    for name, target in wanted.items():
        path = Path(settings.root) / target
        text = render(report, name, settings)
        try:
            if not path.is_file() or path.read_text(encoding="utf-8", errors="replace") != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise PluginError(f"The {name} report cannot be written to {target}: {error.strerror}.") from error
