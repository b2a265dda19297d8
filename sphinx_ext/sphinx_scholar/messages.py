"""What a build says: typed warnings at their place, a summary, and the exit status of a strict build."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util import logging

from scholar_build import Failed, apply_gate, remarks, summary, words
from sphinx_scholar.domain import ScholarDomain
from sphinx_scholar.resolve import today
from sphinx_scholar.settings import settings_of

logger = logging.getLogger(__name__)

_SUBTYPES = {"identifier-not-found": "not_found", "reference-not-found": "not_found"}


def announce(app: Sphinx, exception: Exception | None) -> None:
    """Warn of everything that needs a look, and set the exit status of a strict build that did not pass."""
    domain = app.env.get_domain("scholar")
    assert isinstance(domain, ScholarDomain)
    if exception is not None or domain.report is None:
        return
    settings = settings_of(app)
    for remark in remarks(domain.report, settings, words("en")):
        message = f"{remark.title}: {remark.message} ({remark.rule})"
        logger.warning(message, location=str(remark.location), type="scholar", subtype=remark.rule)
    logger.info(summary(domain.report, words("en")))
    result = apply_gate(domain.report, settings, today=today())
    if isinstance(result, Failed):
        for failure in result.failures:
            logger.error(str(failure), type="scholar", subtype="strict")
        app.statuscode = 1
