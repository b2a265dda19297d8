"""Verdicts for the whole project, once, in the main process, when everything has been read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, date, datetime

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from scholar_build import Scan, ScholarBuildError, Verdict, check_scan, session_for
from sphinx_scholar.domain import ScholarDomain
from sphinx_scholar.settings import settings_of

WITHOUT_BADGES = frozenset({"gettext", "dummy", "linkcheck"})


def resolve(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Judge all references; return the documents whose badges say something new."""
    settings = settings_of(app)
    domain = env.get_domain("scholar")
    assert isinstance(domain, ScholarDomain)
    if not settings.enabled or app.builder.name in WITHOUT_BADGES:
        return []
    references = tuple(reference for _, reference in domain.listed())
    problems = tuple(problem for found in domain.problems.values() for problem in found)
    try:
        with session_for(settings) as session:
            scan = Scan(references=references, problems=problems)
            report = check_scan(scan, settings, session, today=today())
    except ScholarBuildError as error:
        raise ExtensionError(str(error)) from error
    domain.judged(report)
    return _changed(app, domain)


def today() -> date:
    """Today's date, in UTC so that every machine judges alike."""
    return datetime.now(UTC).date()


def _changed(app: Sphinx, domain: ScholarDomain) -> list[str]:
    changed = []
    for docname, verdicts in domain.verdicts.items():
        key, said = f"{app.builder.name}:{docname}", _digest(verdicts)
        if domain.written.get(key, "") != said:
            domain.written[key] = said
            changed.append(docname)
    return changed


def _digest(verdicts: tuple[Verdict, ...]) -> str:
    return hashlib.sha256("\n".join(map(repr, verdicts)).encode()).hexdigest() if verdicts else ""
