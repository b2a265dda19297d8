"""Links of verified references need no visit by linkcheck: their registry has just answered for them."""

from __future__ import annotations

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from scholar_build import Location, Status
from sphinx_scholar.domain import domain_of


class LeaveOutVerified(SphinxPostTransform):
    """Take the addresses out of links that lead to a verified work."""

    builders = ("linkcheck",)
    default_priority = 790  # before links are collected (800)

    def run(self, **kwargs: object) -> None:
        """Look at the links of one document."""
        judged = domain_of(self.env).judged
        if judged is None or self.config.scholar_linkcheck == "all":
            return
        from scholar_build import read_mention

        verified = {
            identifier
            for verdict in judged.verdicts(self.env.docname)
            if verdict.status is Status.VERIFIED
            for identifier in verdict.reference.identifiers
        }
        for link in list(self.document.findall(nodes.reference)):
            found = read_mention(link.get("refuri", ""), "", Location(source=""))
            if found is not None and verified.issuperset(found.identifiers):
                link.parent.replace(link, link.children)
