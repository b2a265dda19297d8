"""The directive `scholar-references`: a list of works, of those named in it or of those that the document cites."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from scholar_build import Status, Verdict
from sphinx_scholar.badges import slug
from sphinx_scholar.nodes import badge_place, site_part, work_name
from sphinx_scholar.parts import PartContext

Target = tuple[str, int | None, str | None]
"""A reference by its document and number, or an entry by its key."""


def references_part(context: PartContext) -> list[nodes.Node]:
    """Each work once, in the order in which it is named."""
    items = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".", classes=["scholar-references"])
    for target, verdict in _works(context):
        number = target[1] if context.node.get("targets") else None
        entry = nodes.paragraph("", "", *_entry(verdict), *context.badge(verdict, number))
        items += nodes.list_item("", entry, ids=[anchor(context.docname, target)])
    return [items] if items.children else []


def listed(document: nodes.document) -> set[str]:
    """The documents whose works are listed in a directive of theirs."""
    return {part["docname"] for part in document.findall(site_part) if part["part"] == "references"}


def target_of(node: nodes.Element) -> Target:
    """The work that a place or a name means."""
    return node.get("docname", ""), node.get("number"), node.get("key")


def anchor(docname: str, target: Target) -> str:
    """The id of a work's entry in the list of a document."""
    _, number, key = target
    return f"scholar-ref-{slug(docname)}-{slug(key) if key else number}"


def _works(context: PartContext) -> Iterator[tuple[Target, Verdict]]:
    targets = context.node.get("targets") or list(_cited(context.document, context.docname))
    seen: set[object] = set()
    for docname, number, key in targets:
        verdict = context.judged.verdict(docname, number, key)
        if verdict is None:
            continue
        identifiers = verdict.reference.identifiers
        work = identifiers[0] if identifiers else (verdict.reference.key, verdict.reference.text)
        if work not in seen:
            seen.add(work)
            yield (docname, number, key), verdict


def _cited(document: nodes.document, docname: str) -> Iterator[Target]:
    """The works that a document names in running text, by role or by key."""
    for node in document.findall(lambda node: isinstance(node, (work_name, badge_place))):
        assert isinstance(node, nodes.Element)
        if node.get("docname") == docname:
            yield target_of(node)


def _entry(verdict: Verdict) -> Iterator[nodes.Node]:
    """The work as an entry: by its record where it is verified, else as it was written; its identifier linked."""
    from scholar_build import reference_text

    reference = verdict.reference
    record = verdict.record if verdict.status is Status.VERIFIED else None
    text = reference_text(record) if record else reference.text
    url = reference.identifiers[0].url if reference.identifiers else ""
    before, found, after = text.partition(url) if url else (text, "", "")
    yield nodes.Text(before if found or not url else f"{before} ")
    if url:
        yield nodes.reference("", url, refuri=url, internal=False)
        yield nodes.Text(after)
