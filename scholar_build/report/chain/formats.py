"""A citation chain for other tools: JSON, Graphviz DOT, Mermaid, GraphML, BibTeX; and as text for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from scholar_build.model.chain import ChainNode, CitationChain
from scholar_build.report import escape
from scholar_build.report.chain.parts import chain_parts
from scholar_build.report.chain.svg import alarm_word, authors, shortened
from scholar_build.report.chain.words import reason_lines, remark_line
from scholar_build.report.inline import as_text
from scholar_build.report.suggest import as_bibtex, bibtex_key
from scholar_build.report.words import words

AUTHORS_SHOWN = 10


class ChainFormat(StrEnum):
    """How a chain is written out."""

    TEXT = "text"
    JSON = "json"
    DOT = "dot"
    MERMAID = "mermaid"
    GRAPHML = "graphml"
    BIBTEX = "bibtex"
    HTML = "html"


SUFFIXES = {
    ChainFormat.JSON: "json",
    ChainFormat.GRAPHML: "graphml",
    ChainFormat.DOT: "dot",
    ChainFormat.BIBTEX: "bib",
}
"""The files that a site offers beside a chain page."""


def render_chain(chain: CitationChain, format: ChainFormat, *, lang: str = "en") -> str:  # noqa: A002
    """Write a chain out, ending in a newline; `text` and `html` are in a language, the rest is for tools."""
    match format:
        case ChainFormat.TEXT:
            return _text(chain, lang)
        case ChainFormat.JSON:
            return json.dumps(chain_data(chain), ensure_ascii=False, indent=2) + "\n"
        case ChainFormat.DOT:
            return "\n".join([*_dot(chain), ""])
        case ChainFormat.MERMAID:
            return "\n".join([*_mermaid(chain), ""])
        case ChainFormat.GRAPHML:
            return "\n".join([*_graphml(chain), ""])
        case ChainFormat.BIBTEX:
            return _bibtex(chain)
        case ChainFormat.HTML:
            from scholar_build.report.chain.html import chain_html

            return chain_html(chain, lang=lang)


def chain_data(chain: CitationChain) -> dict[str, Any]:
    """The chain as plain values; provider text is cleaned, not escaped."""
    english = words("en")
    reasons = zip(chain.reasons, reason_lines(chain, english), strict=True)
    return {
        "schema": 1,
        "name": chain.name,
        "seed": f"doi:{chain.seed}",
        "status": chain.status,
        "checked_at": chain.checked_at,
        "provider": "openalex",
        "bounds": {
            "max_depth": chain.bounds.max_depth,
            "max_per_direction": chain.bounds.max_per_direction,
            "directions": list(chain.bounds.directions),
        },
        "calls": chain.calls,
        "answered_doi": chain.answered_doi,
        "reasons": [{"code": reason.shortfall, "node": reason.node, "text": as_text(text)} for reason, text in reasons],
        "warnings": [
            {"code": remark.warning, "subject": remark.subject, "text": remark_line(remark, chain, english)}
            for remark in chain.remarks
        ],
        "provider_errors": [
            {"provider": error.provider, "reason": error.reason, "detail": error.detail, "about": error.about}
            for error in chain.provider_errors
        ],
        "source_ids": list(chain.source_ids),
        "nodes": [_node(node) for node in chain.nodes],
        "edges": [
            {
                "citing": edge.citing,
                "cited": edge.cited,
                "evidence_source": edge.evidence_source,
                "observed_at_depth": edge.observed_at_depth,
                "status": edge.status,
            }
            for edge in chain.edges
        ],
        "claims": "Citation edges as OpenAlex asserts them, unchecked; no edge does not mean no citation.",
    }


def _node(node: ChainNode) -> dict[str, Any]:
    record = node.record
    return {
        "id": node.id,
        "openalex": node.openalex,
        "doi": node.doi,
        "doi_status": node.doi_status,
        "title": escape.plain(record.title),
        "authors": [escape.plain(str(name)) for name in record.author[:AUTHORS_SHOWN]],
        "authors_total": len(record.author),
        "year": node.year,
        "depth": node.depth,
        "side": node.side or "seed",
        "cited_by_count": record.cited_by_count,
        "url": node.identifier.url if node.identifier else "",
        "notices": [{"type": update.type, "date": update.date} for update in record.updates],
    }


def _label(node: ChainNode) -> str:
    """Authors, year and title on one line, and the notice of a retracted work before them."""
    alarm = alarm_word(node, None, words("en")).upper()
    head = " ".join(part for part in (authors(node), str(node.year or "")) if part)
    return " ".join(part for part in (alarm, f"{head}:" if head else "", node.record.title or node.id) if part)


def _dot(chain: CitationChain) -> Iterator[str]:
    """Graphviz: the language of graphviz.org/doc/info/lang.html; arrows run from citing to cited."""
    yield "digraph chain {"
    yield '  rankdir=LR; node [shape=box, fontname="sans-serif"];'
    for node in chain.nodes:
        shape = ", peripheries=2" if node.side is None else ""
        red = ', color="#c4291e", penwidth=2' if alarm_word(node, None, words("en")) else ""
        target = f", URL={_quoted(node.identifier.url)}" if node.identifier else ""
        yield f"  {_quoted(node.id)} [label={_quoted(shortened(_label(node), 90))}{target}{shape}{red}];"
    for edge in chain.edges:
        yield f"  {_quoted(edge.citing)} -> {_quoted(edge.cited)};"
    yield "}"


def _quoted(text: str) -> str:
    # A backslash would start an escape (`\N`) in a label, so it is written twice.
    return '"' + escape.plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _mermaid(chain: CitationChain) -> Iterator[str]:
    """Mermaid: mermaid.js.org/syntax/flowchart; every character that could be markup is written as an entity."""
    short = {node.id: f"w{place}" for place, node in enumerate(chain.nodes)}
    yield "flowchart LR"
    for node in chain.nodes:
        label = re.sub(r"[^\w ,.:;()\-–]", lambda found: f"#{ord(found[0])};", shortened(_label(node), 90))
        yield f'  {short[node.id]}["{label}"]'
    for edge in chain.edges:
        yield f"  {short[edge.citing]} --> {short[edge.cited]}"


_KEYS = (
    ("title", "node", "string"),
    ("authors", "node", "string"),
    ("year", "node", "int"),
    ("doi", "node", "string"),
    ("doi_status", "node", "string"),
    ("depth", "node", "int"),
    ("side", "node", "string"),
    ("cited_by_count", "node", "long"),
    ("notices", "node", "string"),
    ("evidence_source", "edge", "string"),
    ("observed_at_depth", "edge", "int"),
    ("status", "edge", "string"),
)


def _graphml(chain: CitationChain) -> Iterator[str]:
    """GraphML 1.0 (graphml.graphdrawing.org)."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for name, kind, type_ in _KEYS:
        yield f'  <key id="{name}" for="{kind}" attr.name="{name}" attr.type="{type_}"/>'
    yield '  <graph id="chain" edgedefault="directed">'
    for node in chain.nodes:
        data = _node(node) | {"authors": "; ".join(str(name) for name in node.record.author)}
        data["notices"] = "; ".join(str(update.type) for update in node.record.updates)
        yield f'    <node id="{escape.attribute(node.id)}">{_graphml_data(data, "node")}</node>'
    for edge in chain.edges:
        ends = f'source="{escape.attribute(edge.citing)}" target="{escape.attribute(edge.cited)}"'
        data = {"evidence_source": edge.evidence_source, "observed_at_depth": edge.observed_at_depth}
        yield f"    <edge {ends}>{_graphml_data(data | {'status': edge.status}, 'edge')}</edge>"
    yield "  </graph>"
    yield "</graphml>"


def _graphml_data(data: dict[str, Any], kind: str) -> str:
    values = [(name, data[name]) for name, of, _ in _KEYS if of == kind]
    return "".join(
        f'<data key="{name}">{escape.xml(str(value))}</data>' for name, value in values if value not in (None, "")
    )


def _bibtex(chain: CitationChain) -> str:
    entries: list[str] = []
    taken: dict[str, int] = {}
    for node in chain.nodes:
        key = bibtex_key(node.record)
        taken[key] = taken.get(key, 0) + 1
        entries.append(as_bibtex(node.record, key if taken[key] == 1 else f"{key}-{taken[key]}"))
    return "\n".join(entries) or "% no works\n"


def _text(chain: CitationChain, lang: str) -> str:
    parts = chain_parts(chain, lang=lang)
    lines = [*([as_text(parts.intro), ""] if parts.intro else [])]
    lines += [f"{parts.head} {as_text(parts.status)}"]
    lines += [parts.code] if parts.kind == "blocked" else []
    lines += [f"  - {as_text(reason)}" for reason in parts.reasons]
    lines += [f"  ! {remark}" for remark in parts.remarks]
    if parts.no_edges:
        lines += [parts.no_edges]
    if parts.works:
        lines += ["", *_columns(parts)]
    if parts.edges:
        lines += ["", parts.edges_title]
        lines += [f"  {row.citing[0]} -> {row.cited[0]}  ({row.source}, {row.depth})" for row in parts.edges]
    lines += ["", parts.about]
    return "\n".join(escape.terminal(line) if line else "" for line in lines) + "\n"


def _columns(parts: Any) -> Iterator[str]:
    yield parts.works_title
    for row in parts.works:
        alarm = f"{row.alarm.upper()} " if row.alarm else ""
        counted = f"{parts.work_heads[3]} {row.cited_by}"
        yield f"  {row.year:>4}  {row.relation:<15}  {alarm}{as_text(row.work)}  [{row.id}; {counted}]"
