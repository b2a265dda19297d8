"""What directives show of the whole site, made when the verdicts are known.

A part is a function from its context to ordinary docutils nodes, so that it works in every builder; where the
builder writes HTML it may return the core's own fragment as a `raw` node instead. To add one:

1. write `def my_part(context: PartContext) -> list[nodes.Node]` in a module of its own, from data of the core;
2. name it in `PARTS`;
3. give it a directive: a subclass of `PartDirective` in `directives.py`, with its options, named in `DIRECTIVES`.

Pages with a part are written again whenever anything that was found has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.application import Sphinx

from scholar_build import Verdict
from sphinx_scholar.judged import Judged
from sphinx_scholar.nodes import site_part
from sphinx_scholar.settings import settings_of

if TYPE_CHECKING:
    from scholar_build import Piece


@dataclass(frozen=True)
class PartContext:
    """What a part is made from: `node` holds the directive's `options`, `content` and `docname`."""

    app: Sphinx
    judged: Judged
    node: site_part
    document: nodes.document
    badge: Callable[[Verdict, int | None], list[nodes.Node]]
    """The badge of a verdict; with its number where a reference of the document has its only badge in this part."""

    @property
    def docname(self) -> str:
        """The document in which the directive stands."""
        return str(self.node["docname"])

    @property
    def lang(self) -> str:
        """The language of the site, or the one that the settings ask for."""
        return settings_of(self.app).lang or self.app.config.language or "en"

    @property
    def is_html(self) -> bool:
        """Whether the builder takes HTML with controls in it; EPUB does not."""
        return self.app.builder.format == "html" and self.app.builder.name != "epub"

    def url(self, docname: str) -> str:
        """The address of another document from this one; empty where the builder writes no addresses."""
        if self.app.builder.format != "html":
            return ""
        return str(self.app.builder.get_relative_uri(self.docname, docname)) or "#"


def inline_nodes(pieces: Iterable[Piece]) -> Iterator[nodes.Node]:
    """The core's running text as nodes."""
    from scholar_build import Code, TextLink

    for piece in pieces:
        if isinstance(piece, TextLink):
            yield nodes.reference("", piece.text, refuri=piece.url, internal=False)
        elif isinstance(piece, Code):
            yield nodes.literal("", piece.text)
        else:
            yield nodes.Text(piece.text)


def paragraph(*pieces: Piece, classes: Iterable[str] = ()) -> nodes.paragraph:
    """The core's running text as a paragraph."""
    return nodes.paragraph("", "", *inline_nodes(pieces), classes=list(classes))


Part = Callable[[PartContext], list[nodes.Node]]
