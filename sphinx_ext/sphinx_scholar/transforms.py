"""Places out, badges in: ordinary docutils nodes, so that every builder can write them."""

from __future__ import annotations

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from scholar_build import Settings, Status, Verdict, badge, inline_citation, is_shown, plain_badge
from sphinx_scholar.domain import ScholarDomain
from sphinx_scholar.nodes import badge_place, work_name
from sphinx_scholar.settings import settings_of


class FillBadges(SphinxPostTransform):
    """Replace each place by the badge of its verdict, and each name by the work's."""

    default_priority = 7  # after sphinxcontrib-bibtex has written its entries (5)

    def run(self, **kwargs: object) -> None:
        """Fill one document."""
        settings = settings_of(self.app)
        domain = self.env.get_domain("scholar")
        assert isinstance(domain, ScholarDomain)
        verdicts = domain.verdicts.get(self.env.docname, ()) if domain.report else ()
        for place in list(self.document.findall(badge_place)):
            number = place["number"]
            verdict = verdicts[number] if number < len(verdicts) else None
            _name(place, verdict)
            place.replace_self(self._nodes(verdict, number, settings) if verdict else [])
        for name in list(self.document.findall(work_name)):
            name.replace_self(name.children)

    def _nodes(self, verdict: Verdict, number: int, settings: Settings) -> list[nodes.Node]:
        if not is_shown(verdict, settings.badges):
            return []
        lang = settings.lang or self.config.language
        if self.app.builder.format == "html" and self.app.builder.name != "epub":
            html = badge(
                verdict, number=number + 1, lang=lang, page_lang=self.config.language, style=settings.badge_style
            )
            return [nodes.raw("", f" {html}", format="html")]
        text = plain_badge(verdict, lang)
        return [nodes.Text(" "), nodes.inline("", text, classes=["scholar-badge", f"scholar-{verdict.status}"])]


def _name(place: badge_place, verdict: Verdict | None) -> None:
    """Name the work in the role before a place after its record."""
    position = place.parent.index(place)
    before = place.parent[position - 1] if position else None
    if not isinstance(before, nodes.reference) or verdict is None or verdict.record is None:
        return
    if verdict.status is Status.VERIFIED:
        for name in list(before.findall(work_name)):
            name.replace_self(nodes.Text(inline_citation(verdict.record)))
