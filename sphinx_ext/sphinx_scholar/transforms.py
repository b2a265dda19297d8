"""Places out, badges in: ordinary docutils nodes, so that every builder can write them."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from scholar_build import Status, Verdict, cited_as
from sphinx_scholar import bibtex
from sphinx_scholar.badges import slug
from sphinx_scholar.domain import domain_of
from sphinx_scholar.nodes import badge_place, citation_bracket, site_part, work_name
from sphinx_scholar.parts import Part, PartContext
from sphinx_scholar.references_part import Target, anchor, listed, references_part, target_of

if TYPE_CHECKING:
    from sphinx_scholar.judged import Judged


def part_named(name: str) -> Part:
    """What makes the part of a directive; loaded when a page has one."""
    from sphinx_scholar.blocks_part import block_part
    from sphinx_scholar.deadlines import deadlines_part
    from sphinx_scholar.report_part import report_part

    parts: dict[str, Part] = {
        "report": report_part,
        "references": references_part,
        "chain": block_part,
        "watch": block_part,
        "deadlines": deadlines_part,
    }
    return parts[name.partition(" ")[0]]


class FillBadges(SphinxPostTransform):
    """Replace each place by the badge of its verdict, each name by the work's, each directive by its part."""

    default_priority = 6  # after sphinxcontrib-bibtex has written its entries (5), before references are resolved (10)

    def run(self, **kwargs: object) -> None:
        """Fill one document, or the one that a builder has made of many."""
        judged = domain_of(self.env).judged
        if judged is None or domain_of(self.env).app.builder.name == "linkcheck":
            _empty(self.document)
            return
        bibtex.mark_entries(self.document, self.env)
        _Filling(self, judged).fill()
        judged.filled.add(self.env.docname)


class _Filling:
    """One document while it is filled."""

    def __init__(self, transform: FillBadges, judged: Judged) -> None:
        self._document = transform.document
        self._app = domain_of(transform.env).app
        self._docname = transform.env.docname
        self._judged = judged
        self._badges = judged.badges
        self._more: Counter[str] = Counter()
        self._lists = listed(transform.document)

    def fill(self) -> None:
        for part in list(self._document.findall(site_part)):
            badge = partial(self._numbered, part["docname"])
            context = PartContext(self._app, self._judged, part, self._document, badge)
            made = nodes.container("", *part_named(part["part"])(context), classes=["scholar-part"])
            made.update_basic_atts(part)
            part.parent.replace(part, made)
        for name in list(self._document.findall(work_name)):
            self._name(name)
        for bracket in list(self._document.findall(citation_bracket)):
            _unwrap(bracket)
        for place in list(self._document.findall(badge_place)):
            self._badge(place)

    # badges

    def _badge(self, place: badge_place) -> None:
        docname, number, key = target_of(place)
        verdict = self._judged.verdict(docname, number, key)
        place.parent.replace(place, self._numbered(docname, verdict, number) if verdict else [])

    def _numbered(self, docname: str, verdict: Verdict, number: int | None) -> list[nodes.Node]:
        """The badge of a document's reference by its number, or a further one."""
        if number is None:
            self._more[docname] += 1
            return self._badges.nodes(verdict, self._on_page(docname, f"k{self._more[docname]}"))
        return self._badges.nodes(verdict, self._on_page(docname, str(number + 1)))

    def _on_page(self, docname: str, number: str) -> str:
        """A number that is unique on a page made of many documents, too."""
        return number if docname == self._docname else f"{slug(docname)}-{number}"

    # names

    def _name(self, name: work_name) -> None:
        """Show a work's name: in a role only that of its record, in a citation that of its entry at least."""
        target = target_of(name)
        verdict = self._judged.verdict(*target)
        bracket = name.parent if isinstance(name.parent, citation_bracket) else None
        lists = target[0] in self._lists
        if verdict is None or (bracket is not None and not bracket.get("named") and not lists):
            name.parent.replace(name, name.children)
        elif not name.get("leads"):
            from scholar_build import inline_citation

            is_verified = verdict.record is not None and verdict.status is Status.VERIFIED
            name.parent.replace(name, [nodes.Text(inline_citation(verdict.record))] if is_verified else name.children)  # type: ignore[arg-type]
        else:
            name.parent.replace(name, self._link(verdict, cited_as(verdict) or name.astext().removeprefix("@"), target))

    def _link(self, verdict: Verdict, shown: str, target: Target) -> nodes.Node:
        """A link to the work's entry on the same page, else to the work itself."""
        if target[0] in self._lists:
            return nodes.reference("", shown, refid=anchor(target[0], target), internal=True, classes=["scholar-role"])
        if verdict.reference.identifiers:
            url = verdict.reference.identifiers[0].url
            return nodes.reference("", shown, refuri=url, internal=False, classes=["scholar-role"])
        return nodes.Text(shown)


def _unwrap(bracket: citation_bracket) -> None:
    """A bracket's content in its place, without the brackets where all that it cites is shown by name."""
    children = list(bracket.children)
    if bracket.get("named") or any(isinstance(child, nodes.reference) for child in children):
        first, last = children[0], children[-1]
        if isinstance(first, nodes.Text) and isinstance(last, nodes.Text):
            children[0] = nodes.Text(first.removeprefix("["))
            children[-1] = nodes.Text(last.removesuffix("]"))
    bracket.parent.replace(bracket, children)


def _empty(document: nodes.document) -> None:
    """Leave what was written, without badges."""
    for place in list(document.findall(badge_place)):
        place.parent.replace(place, [])
    for part in list(document.findall(site_part)):
        part.parent.replace(part, [])
    for name in list(document.findall(work_name)):
        name.parent.replace(name, name.children)
    for bracket in list(document.findall(citation_bracket)):
        bracket.parent.replace(bracket, bracket.children)
