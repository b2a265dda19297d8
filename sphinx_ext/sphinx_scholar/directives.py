"""The directives: each leaves a place in the document, which is filled when the whole site is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from scholar_build import SourceError
from sphinx_scholar.domain import domain_of
from sphinx_scholar.nodes import site_part
from sphinx_scholar.settings import settings_of

DEADLINES = "deadlines list"  # the name of a part has two words: what it shows, and which of them


class PartDirective(SphinxDirective):
    """A part of the page that is made of what was found; `part` names the function that makes it (`parts.py`)."""

    has_content = True
    part: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Leave the place."""
        place = site_part("", part=self.part, docname=self.env.docname, options=self.written(), content=self.words())
        self.set_source_info(place)
        return [place]

    def check(self, kind: str, name: str) -> None:
        """End with an error at this line where the settings have no such entry."""
        from scholar_build import page_block

        try:
            page_block(kind, name, settings_of(domain_of(self.env).app))
        except SourceError as error:
            raise self.error(str(error)) from error

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


class BlockDirective(PartDirective):
    """A directive whose argument is the name of an entry of the settings; its part is `chain NAME` or `watch NAME`."""

    has_content = False
    required_arguments = 1
    final_argument_whitespace = True
    kind: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Leave the place; an unknown name is an error at this line."""
        name = " ".join(self.arguments[0].split())
        self.check(self.kind, name)
        (place,) = super().run()
        assert isinstance(place, nodes.Element)
        place["part"] = f"{self.kind} {name}"
        return [place]

    def words(self) -> list[str]:
        """Nothing: a name is no key that the page cites."""
        return []


class ChainDirective(BlockDirective):
    """`scholar-chain NAME`: a citation chain."""

    part = kind = "chain"


class WatchDirective(BlockDirective):
    """`scholar-watch NAME`: a literature watch."""

    part = kind = "watch"


class DeadlinesDirective(PartDirective):
    """`scholar-deadlines`: upcoming deadlines with the days left, past ones apart."""

    part = DEADLINES
    has_content = False

    def run(self) -> list[nodes.Node]:
        """Leave the place; a list that the settings do not name is an error at this line."""
        self.check("deadlines", "")
        settings = settings_of(domain_of(self.env).app)
        self.env.note_dependency(str(Path(settings.root) / settings.deadlines.file))
        return super().run()


DIRECTIVES: dict[str, type[PartDirective]] = {
    "scholar-report": ReportDirective,
    "scholar-references": ReferencesDirective,
    "scholar-chain": ChainDirective,
    "scholar-watch": WatchDirective,
    "scholar-deadlines": DeadlinesDirective,
}
