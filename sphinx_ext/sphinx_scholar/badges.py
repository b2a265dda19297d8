"""A verdict as nodes that the builder can write: HTML where there is colour and script-free details, else words."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx

from scholar_build import Verdict
from sphinx_scholar.settings import badges_of, settings_of

NUMBER = "\ufdd0"  # a non-character, in place of the number while the same badge is made once for many places


class Badges:
    """The badges of one build."""

    def __init__(self, app: Sphinx) -> None:
        settings = settings_of(app)
        self._shown = badges_of(app)
        self._style = settings.badge_style
        self._page_lang = app.config.language or "en"
        self._lang = settings.lang or self._page_lang
        self.is_html = app.builder.format == "html"
        self._is_epub = app.builder.name == "epub"
        self._html: dict[object, str] = {}

    def nodes(self, verdict: Verdict, place: str) -> list[nodes.Node]:
        """The badge with the space before it; nothing where none is wanted. `place` is unique on its page."""
        from scholar_build import is_shown, plain_badge

        if not is_shown(verdict, self._shown):
            return []
        if self.is_html:
            said = _said(verdict)
            if said not in self._html:
                self._html[said] = self._make(verdict)
            text = self._html[said].replace(NUMBER, place)
            raw = nodes.raw("", text, format="html", classes=["no-search"], ids=[f"scholar-at-{place}"])
            return [nodes.Text(" "), raw]
        words = nodes.inline(
            "", plain_badge(verdict, self._lang), classes=["scholar-badge", f"scholar-{verdict.status}"]
        )
        return [nodes.Text(" "), words]

    def _make(self, verdict: Verdict) -> str:
        from scholar_build import badge

        return badge(
            verdict, number=NUMBER, lang=self._lang, page_lang=self._page_lang, style=self._style,
            details=not self._is_epub, xml=self._is_epub,
        )  # fmt: skip


def _said(verdict: Verdict) -> object:
    """What a badge says: references that say the same, and were judged by the same answers, share one."""
    reference = verdict.reference
    claim = (reference.text, reference.identifiers, reference.fields, reference.origin, reference.accepted)
    return (*claim, verdict.status, verdict.reason, verdict.notices, verdict.asked)


def slug(docname: str) -> str:
    """A document's name as a part of ids."""
    return re.sub(r"[^\w-]", "-", docname)
