"""The directives: each leaves a place in the document, which is filled when the whole site is known."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_scholar.nodes import site_part


class PartDirective(SphinxDirective):
    """A part of the page that is made of what was found; `part` names the function that makes it (`parts.py`)."""

    has_content = True
    part: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Leave the place."""
        place = site_part("", part=self.part, docname=self.env.docname, options=self.written(), content=self.words())
        self.set_source_info(place)
        return [place]

    def written(self) -> dict[str, Any]:
        """The options as they were written."""
        return dict(self.options)

    def words(self) -> list[str]:
        """The content, word by word."""
        return [word for line in (*self.arguments, *self.content) for word in line.replace(",", " ").split()]


class ReportDirective(PartDirective):
    """`scholar-report`: the reference report of the whole site."""

    part = "report"
    has_content = False


class ReferencesDirective(PartDirective):
    """`scholar-references`: the works named by identifiers or keys in its content, else those the document cites."""

    part = "references"


DIRECTIVES: dict[str, type[PartDirective]] = {
    "scholar-report": ReportDirective,
    "scholar-references": ReferencesDirective,
}
