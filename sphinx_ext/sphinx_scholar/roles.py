"""The roles `:doi:`, `:arxiv:`, `:pmid:`, `:pmcid:`, `:openalex:`, and `:scholar:cite:` for bibliography entries."""

from __future__ import annotations

import re

from docutils import nodes
from docutils.nodes import Node, system_message
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import ReferenceRole, SphinxRole, is_role_registered

from scholar_build import Scheme, parse_identifier
from sphinx_scholar.nodes import citation_bracket, work_name

SCHEMES = (Scheme.DOI, Scheme.ARXIV, Scheme.PMID, Scheme.PMCID, Scheme.OPENALEX)


class IdentifierRole(ReferenceRole):
    """An identifier in running text, or a text of its own with the identifier in angle brackets."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self.scheme = scheme

    def run(self) -> tuple[list[Node], list[system_message]]:
        """A link to the work; its badge and name come when the whole project has been read."""
        target = self.target.strip()
        identifier = parse_identifier(target, self.scheme)
        if identifier is None:
            message = self.inliner.reporter.warning(f"`{target}` is no {self.scheme.upper()}", line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        link = nodes.reference(self.rawtext, "", refuri=identifier.url, internal=False, classes=["scholar-role"])
        link["scholar_target"] = f"{self.scheme}:{target}"
        link["support_smartquotes"] = False
        if self.has_explicit_title:
            link += nodes.Text(self.title)
        else:
            link += work_name("", target)
        self.set_source_info(link)
        return [link], []


class CiteRole(SphinxRole):
    """Keys of bibliography entries, with commas between them."""

    def run(self) -> tuple[list[Node], list[system_message]]:
        """A bracket of citations, shown by their works' names."""
        bracket = citation_bracket(self.rawtext, "", named=True, support_smartquotes=False)
        for number, key in enumerate(part for part in re.split(r"[\s,]+", self.text) if part):
            if number:
                bracket += nodes.Text("; ")
            bracket += work_name("", key, docname=self.env.docname, key=key, leads=True)
        self.set_source_info(bracket)
        return [bracket], []


def add_global_roles(app: Sphinx, config: Config) -> None:
    """Offer each role without the domain's prefix where its name is free (an `extlinks` of that name goes first)."""
    for scheme in SCHEMES:
        if scheme not in getattr(config, "extlinks", {}) and not is_role_registered(scheme):
            app.add_role(scheme, IdentifierRole(scheme))
