"""What a build says: typed warnings at their place, a summary, and the exit status of a strict build.

Types: `scholar.not_found`, `scholar.mismatch`, `scholar.retraction`, `scholar.concern`, `scholar.correction`,
`scholar.unchecked`, `scholar.source`, `scholar.strict`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.logging import is_suppressed_warning

from scholar_build import Message, Messages, Report
from sphinx_scholar.settings import settings_of
from sphinx_scholar.state import digest

logger = logging.getLogger(__name__)

_SUBTYPES = {
    "identifier-not-found": "not_found",
    "reference-not-found": "not_found",
    "identifier-mismatch": "mismatch",
    "title-mismatch": "mismatch",
    "author-mismatch": "mismatch",
    "year-mismatch": "mismatch",
    "venue-mismatch": "mismatch",
    "pages-mismatch": "mismatch",
    "version-mismatch": "mismatch",
    "retraction": "retraction",
    "withdrawal": "retraction",
    "expression-of-concern": "concern",
    "correction": "correction",
    "unchecked": "unchecked",
    "own": "strict",
    "strict": "strict",
    "max_age_days": "strict",
    "max_unchecked": "strict",
}
_SOURCE = "source"


def announce(app: Sphinx, report: Report, found: Messages, announced: dict[str, str], read: set[str]) -> None:
    """Say what is new: of the sources in `read`, and of those of which something else was `announced` before.

    As Sphinx does, a warning comes when its document is read, or when its reason does. What a strict build
    refuses is said every time.
    """
    by_source: dict[str, list[Message]] = defaultdict(list)
    for message in found.remarks:
        by_source[message.location.source if message.location else ""].append(message)
    for source, listed in sorted(by_source.items()):
        said = digest(*(repr(message) for message in listed))
        if source in read or announced.get(source) != said:
            for message in listed:
                _log(app, message)
        announced[source] = said
    for gone in announced.keys() - by_source.keys():
        del announced[gone]
    announce_failures(app, found.failures)
    from scholar_build import summary, words

    wording = words(app.config.language or "en")
    logger.info(summary(report, wording))
    for outage in report.outages:
        logger.info("not available this time: %s (%s)", outage.provider, outage.reason)
    if found.incomplete:
        logger.warning(
            "scholar-build: passed, but incomplete: a provider did not answer for some references",
            type="scholar",
            subtype="unchecked",
        )


def announce_failures(app: Sphinx, failures: Iterable[Message]) -> None:
    """Say what a strict build refuses; its exit status is set when it has finished."""
    app.scholar_failed = getattr(app, "scholar_failed", False) or bool(failures)  # type: ignore[attr-defined]
    for failure in failures:
        subtype = _SUBTYPES.get(failure.rule, _SOURCE)
        place = _location(app, failure)
        if is_suppressed_warning("scholar", subtype, app.config.suppress_warnings):  # what decides is never unsaid
            logger.error(failure.text, location=place)
        else:
            logger.error(failure.text, location=place, type="scholar", subtype=subtype)


def complain(app: Sphinx, message: str) -> None:
    """Say that the references could not be looked at; the build goes on and ends with 1."""
    app.scholar_failed = True  # type: ignore[attr-defined]
    logger.error("scholar-build: %s", message)


def set_status(app: Sphinx, exception: Exception | None) -> None:
    """End with 1 where a strict build has refused something; the output is kept."""
    if exception is None and getattr(app, "scholar_failed", False):
        app.statuscode = app.statuscode or 1


def _log(app: Sphinx, message: Message) -> None:
    subtype = _SUBTYPES.get(message.rule, _SOURCE)
    if message.level == "note":
        logger.info("%s: %s", _location(app, message), message.text)
    else:
        logger.warning(message.text, location=_location(app, message), type="scholar", subtype=subtype)


def _location(app: Sphinx, message: Message) -> str | None:
    if message.location is None:
        return None
    root = Path(settings_of(app).root or app.confdir)
    return f"{root / message.location.source}:{message.location.line}"
