"""A citation-chain page as HTML: the state, the picture, the same as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scholar_build.identifiers import Identifier
from scholar_build.model import Verdict
from scholar_build.model.chain import CitationChain
from scholar_build.report import escape
from scholar_build.report.chain.parts import ChainParts, EdgeRow, WorkRow, chain_parts
from scholar_build.report.chain.svg import chain_svg
from scholar_build.report.html import alarm_html, badge_html
from scholar_build.report.inline import as_html
from scholar_build.report.page import PageLink


def chain_html(
    chain: CitationChain,
    *,
    here: Mapping[Identifier, Verdict] | None = None,
    files: tuple[PageLink, ...] = (),
    lang: str = "en",
    page_lang: str = "",
    heading: int = 2,
) -> str:
    """The chain as a block; `heading` is the level of its own headings, `page_lang` the language of the page around."""
    parts = chain_parts(chain, here=here, files=files, lang=lang)
    language = f' lang="{parts.lang}"' if page_lang and page_lang != parts.lang else ""
    blocks = [f'<div class="scholar-page scholar-chain"{language}>']
    if parts.intro:
        blocks.append(f"<p>{as_html(parts.intro)}</p>")
    blocks += _banner(parts)
    if not chain.status.is_blocked:
        blocks += _picture(parts, chain_svg(chain, parts.prefix, here=here, lang=lang))
    blocks.append(f'<p class="scholar-meta">{escape.html(parts.about)} {as_html(parts.files)}</p>')
    if parts.works:
        blocks += _works(parts, heading)
        blocks += _edges(parts)
    return "\n".join([*blocks, "</div>"]) + "\n"


def _banner(parts: ChainParts) -> Iterator[str]:
    code = f" <code>{parts.code}</code>" if parts.kind == "blocked" else ""
    said = f"<p><strong>{escape.html(parts.head)}</strong> {as_html(parts.status)}{code}</p>"
    reasons = "".join(f"<li>{as_html(reason)}</li>" for reason in parts.reasons)
    listed = f"<ul>{reasons}</ul>" if reasons else ""
    yield f'<div class="scholar-banner scholar-banner--{parts.kind}">{said}{listed}</div>'
    if parts.no_edges:
        yield f'<div class="scholar-banner"><p>{escape.html(parts.no_edges)}</p></div>'
    if parts.remarks:
        yield f'<ul class="scholar-meta">{"".join(f"<li>{escape.html(remark)}</li>" for remark in parts.remarks)}</ul>'


def _picture(parts: ChainParts, svg: str) -> Iterator[str]:
    yield "<figure>"
    yield f'<div class="scholar-scroll" role="region" aria-labelledby="{parts.prefix}-title" tabindex="0">'
    yield svg
    yield "</div>"
    yield f'<figcaption class="scholar-meta">{escape.html(parts.caption)}</figcaption>'
    yield "</figure>"


def _works(parts: ChainParts, heading: int) -> Iterator[str]:
    anchor = f"{parts.prefix}-works"
    yield f'<h{heading} id="{anchor}">{escape.html(parts.works_title)}</h{heading}>'
    yield f'<div class="scholar-scroll" role="region" aria-labelledby="{anchor}" tabindex="0">'
    yield '<table class="scholar-works">'
    yield _head(parts.work_heads, number=3)
    yield "<tbody>"
    yield from map(_work, parts.works)
    yield "</tbody></table></div>"
    yield f'<p class="scholar-meta">{escape.html(parts.counted)}</p>'


def _head(heads: tuple[str, ...], number: int) -> str:
    classes = ["" if place != number else ' class="scholar-number"' for place in range(len(heads))]
    named = zip(heads, classes, strict=True)
    cells = "".join(f'<th scope="col"{style}>{escape.html(head)}</th>' for head, style in named)
    return f"<thead><tr>{cells}</tr></thead>"


def _work(row: WorkRow) -> str:
    alarm = alarm_html(row.alarm) if row.alarm else ""
    here = badge_html(row.here, details=False) if row.here else "–"
    return (
        f'<tr id="{escape.attribute(row.anchor)}"><th scope="row">{alarm}{as_html(row.work)}</th>'
        f"<td>{row.year}</td><td>{escape.html(row.relation)}</td>"
        f'<td class="scholar-number">{row.cited_by}</td><td>{here}</td></tr>'
    )


def _edges(parts: ChainParts) -> Iterator[str]:
    if not parts.edges:
        return
    title = escape.html(parts.edges_title)
    yield f'<details class="scholar-fold"><summary>{title}</summary>'
    yield f'<div class="scholar-scroll" role="region" aria-label="{escape.attribute(parts.edges_title)}" tabindex="0">'
    yield "<table>" + _head(parts.edge_heads, number=3)
    yield "<tbody>"
    yield from map(_edge, parts.edges)
    yield "</tbody></table></div>"
    yield (
        f'<p class="scholar-meta">{escape.html(parts.edge_status)} <code>CITES_PROVIDER_ASSERTED</code></p></details>'
    )


def _edge(row: EdgeRow) -> str:
    ends = "".join(
        f'<td><a href="#{escape.attribute(anchor)}">{escape.html(name)}</a></td>'
        for name, anchor in (row.citing, row.cited)
    )
    return f'<tr>{ends}<td>{escape.html(row.source)}</td><td class="scholar-number">{row.depth}</td></tr>'
