"""A citation-chain page as data: from this, HTML, docutils nodes and plain text are all made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scholar_build.identifiers import Identifier
from scholar_build.model import Frozen, Verdict
from scholar_build.model.chain import ChainEdge, ChainNode, ChainStatus, CitationChain
from scholar_build.report.chain.layout import newest_first
from scholar_build.report.chain.svg import Here, alarm_word, authors, verdict_of
from scholar_build.report.chain.words import (
    STATUS_HEADS,
    about_line,
    intro_line,
    node_name,
    reason_lines,
    relation,
    remark_line,
    status_line,
)
from scholar_build.report.inline import Line, Link, Text
from scholar_build.report.page import PageLink
from scholar_build.report.parts import BadgeParts, badge_parts, needs_attention
from scholar_build.report.words import N_, Words, words

_KINDS = {ChainStatus.COMPLETE_WITHIN_BOUNDS: "complete", ChainStatus.PARTIAL: "partial"}


class WorkRow(Frozen, frozen=True, kw_only=True):
    """One work of the table; `alarm` is the word of a retraction or withdrawal, `here` this site's verdict."""

    id: str
    anchor: str
    work: Line
    year: str
    relation: str
    cited_by: str
    alarm: str = ""
    here: BadgeParts | None = None


class EdgeRow(Frozen, frozen=True, kw_only=True):
    """One edge of the table; citing and cited work with the anchors of their rows."""

    citing: tuple[str, str]
    cited: tuple[str, str]
    source: str
    depth: int


class ChainParts(Frozen, frozen=True, kw_only=True):
    """The whole page below its heading. `code` is the state as programs read it."""

    prefix: str
    lang: str
    kind: str
    code: str
    head: str
    status: Line
    reasons: tuple[Line, ...]
    remarks: tuple[str, ...]
    intro: Line = ()
    no_edges: str = ""
    caption: str = ""
    about: str
    files: Line = ()
    works_title: str = ""
    work_heads: tuple[str, ...] = ()
    works: tuple[WorkRow, ...] = ()
    counted: str = ""
    edges_title: str = ""
    edge_heads: tuple[str, ...] = ()
    edges: tuple[EdgeRow, ...] = ()
    edge_status: str = ""


_CAPTION = N_(
    "One work a row, newest at the top; distances are not to scale. Circles on the left: works it cites, and what is "
    "reached from those. Squares on the right: works that cite it, and what is reached from those. Filled: one step "
    "away; hollow: two. Arrows point from the citing to the cited work; dashed: an edge between works already shown. "
    "A sign repeats the verdict where this site cites the work."
)
_NO_EDGES = N_(
    "OpenAlex holds this work, and no edge was found within these bounds. That does not mean there are none."
)


def slug(name: str) -> str:
    """A name as part of an id or an address."""
    return re.sub(r"[^\w-]+", "-", name.strip().lower()).strip("-") or "chain"


def cited_here(verdicts: Iterable[Verdict]) -> dict[Identifier, Verdict]:
    """The verdicts of a site by every identifier of their references; where several differ, the one to look at."""
    found: dict[Identifier, Verdict] = {}
    for verdict in verdicts:
        stated = verdict.reference.identifiers
        for identifier in (*stated, *(verdict.record.identifiers if verdict.record and stated else ())):
            held = found.get(identifier)
            if held is None or (needs_attention(verdict) and not needs_attention(held)):
                found[identifier] = verdict
    return found


def chain_parts(
    chain: CitationChain,
    *,
    here: Mapping[Identifier, Verdict] | None = None,
    files: tuple[PageLink, ...] = (),
    lang: str = "en",
) -> ChainParts:
    """All that a chain page says."""
    wording = words(lang)
    prefix = f"chain-{slug(chain.name or chain.seed)}"
    parts = ChainParts(
        prefix=prefix,
        lang=wording.lang,
        kind=_KINDS.get(chain.status, "blocked"),
        code=str(chain.status),
        head=wording.text(STATUS_HEADS[chain.status]) + wording.context("end of a sentence", "."),
        status=status_line(chain, wording),
        reasons=tuple(reason_lines(chain, wording)),
        remarks=tuple(remark_line(remark, chain, wording) for remark in chain.remarks),
        about=about_line(chain, wording),
    )
    if chain.status.is_blocked:
        return parts
    drawn = {node.id: f"{prefix}-{node.id.rpartition(':')[2].lower()}" for node in chain.nodes}
    values = {
        "intro": intro_line(chain, wording),
        "no_edges": "" if chain.edges else wording.text(_NO_EDGES),
        "caption": wording.text(_CAPTION),
        "files": _files(files, wording),
        "works_title": wording.text(N_("Works")),
        "work_heads": tuple(
            wording.label(head) for head in (N_("Work"), N_("Year"), N_("Relation"), N_("Cited by"), N_("On this site"))
        ),
        "works": tuple(_work(node, drawn, here or {}, wording) for node in newest_first(chain)),
        "counted": wording.text(N_("“Cited by” is OpenAlex’s own count, not the number of edges above.")),
        "edges_title": wording.text(N_("All {number} edges"), number=len(chain.edges)),
        "edge_heads": tuple(
            wording.text(head) for head in (N_("Citing work"), N_("Cited work"), N_("Said by"), N_("Seen at depth"))
        ),
        "edges": tuple(_edge(edge, chain, drawn) for edge in chain.edges),
        "edge_status": wording.text(N_("Status of every edge:")),
    }
    return ChainParts(**{name: getattr(parts, name) for name in parts.__struct_fields__} | values)


def _work(node: ChainNode, drawn: Mapping[str, str], here: Here, words: Words) -> WorkRow:
    verdict = verdict_of(node, here)
    who = authors(node)
    title = node.record.title or node.id
    linked = Link(text=title, url=node.identifier.url) if node.identifier else Text(text=title)
    count = node.record.cited_by_count
    return WorkRow(
        id=node.id,
        anchor=drawn[node.id],
        work=(Text(text=f"{who.rstrip('.')}. "), linked) if who else (linked,),
        year=str(node.year or "–"),
        relation=relation(node, words),
        cited_by="–" if count is None else str(count),
        alarm=alarm_word(node, verdict, words),
        here=badge_parts(verdict, words.lang) if verdict else None,
    )


def _edge(edge: ChainEdge, chain: CitationChain, drawn: Mapping[str, str]) -> EdgeRow:
    def end(id_: str) -> tuple[str, str]:
        node = chain.node(id_)
        assert node is not None
        return node_name(node), drawn[id_]

    return EdgeRow(
        citing=end(edge.citing), cited=end(edge.cited), source=edge.evidence_source, depth=edge.observed_at_depth
    )


def _files(files: tuple[PageLink, ...], words: Words) -> Line:
    if not files:
        return ()
    comma = Text(text=words.context("between names", ", "))
    listed = tuple(piece for file in files for piece in (comma, Link(text=file.title, url=file.url)))[1:]
    return (Text(text=words.text(N_("As data")) + words.context("after a mark", ": ")), *listed)
