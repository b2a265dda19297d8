"""The roles `:doi:`, `:arxiv:`, `:pmid:`, `:pmcid:`, `:openalex:`."""

from __future__ import annotations

from docutils import nodes
from docutils.nodes import Node, system_message
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import ReferenceRole, is_role_registered

from scholar_build import Scheme, parse_identifier
from sphinx_scholar.nodes import work_name

SCHEMES = (Scheme.DOI, Scheme.ARXIV, Scheme.PMID, Scheme.PMCID, Scheme.OPENALEX)


class IdentifierRole(ReferenceRole):
    """An identifier in running text, or a text of its own with the identifier in angle brackets."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self.scheme = scheme

    def run(self) -> tuple[list[Node], list[system_message]]:
        """A link to the work; its badge and name come when the whole project has been read."""
        identifier = parse_identifier(self.target, self.scheme)
        if identifier is None:
            message = self.inliner.reporter.warning(f"`{self.target}` is no {self.scheme.upper()}", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        link = nodes.reference(self.rawtext, "", refuri=identifier.url, internal=False, classes=["scholar-role"])
        if self.has_explicit_title:
            link += nodes.Text(self.title)
        else:
            link += work_name("", nodes.Text(f"{self.scheme}:{self.target}"))
        self.set_source_info(link)
        return [link], []


def add_global_roles(app: Sphinx, config: Config) -> None:
    """Offer each role without the domain's prefix where its name is free (an `extlinks` of that name goes first)."""
    for scheme in SCHEMES:
        if scheme not in getattr(config, "extlinks", {}) and not is_role_registered(scheme):
            app.add_role(scheme, IdentifierRole(scheme))
