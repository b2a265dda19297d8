"""What a build says: each reference that needs a look with its file and line, and a summary."""

from __future__ import annotations

from datetime import date

from mkdocs.plugins import get_plugin_logger

from scholar_build import Message, Report, Settings, messages, summary, words

log = get_plugin_logger(__name__)

ERROR, WARNING, INFO = 40, 30, 20


def announce(report: Report, settings: Settings, *, today: date, serving: bool) -> str:
    """Log everything, failures as errors; return why the build must fail, or an empty string.

    While serving nothing is more than information: MkDocs would end the server on a warning in its strict
    mode. What no provider answered is information always: it says nothing about the reference.
    """
    said = messages(report, settings, today=today)
    for remark in said.remarks:
        log.log(INFO if serving or remark.rule == "unchecked" else WARNING, _line(remark))
    for failure in said.failures:
        log.log(ERROR if not serving or settings.strict_on_serve else INFO, _line(failure))
    log.info(summary(report, words("en")))
    for outage in report.outages:
        log.info(f"Not available this time: {outage.provider} ({outage.reason})")
    if said.incomplete and not serving:
        log.warning("Passed, but incomplete: a provider did not answer for some references.")
    if not said.failures:
        return ""
    return f"{len(said.failures)} of {len(report.verdicts)} references and sources failed the strict check; see above."


def _line(message: Message) -> str:
    return f"{message.location}: {message.text}" if message.location else message.text
