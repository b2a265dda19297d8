"""The directives `scholar-chain` and `scholar-watch`: what an entry of the settings finds, as a part of a page.

In HTML the core's own fragment, with its data as files beside the pages; in all other builders tables and lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from scholar_build import (
    ChainParts,
    Made,
    PageBlock,
    PageLink,
    Piece,
    Settings,
    SourceError,
    WatchParts,
    WorkRow,
    badge_words,
    block_files,
    block_html,
    chain_parts,
    cited_here,
    make_blocks,
    page_block,
    session_for,
    watch_parts,
)
from sphinx_scholar.messages import complain
from sphinx_scholar.parts import PartContext, inline_nodes, paragraph
from sphinx_scholar.settings import settings_of


def make_parts(app: Sphinx, settings: Settings, parts: Iterable[str], today: date) -> dict[str, Made]:
    """Make the chains and watches that some pages ask for, each once, in one session."""
    wanted: dict[PageBlock, str] = {}
    for part in sorted(set(parts)):
        kind, _, name = part.partition(" ")
        if name:
            try:
                wanted[page_block(kind, name, settings)] = part
            except SourceError as error:  # the settings have changed since the page was read
                complain(app, str(error))
    if not wanted:
        return {}
    with session_for(settings) as session:
        made = make_blocks(wanted, settings, session, today=today)
    return {wanted[block]: each for block, each in made.items()}


def block_part(context: PartContext) -> list[nodes.Node]:
    """One chain or watch."""
    made = _made(context)
    if made is None:
        return []
    here = cited_here(context.judged.report.verdicts)
    page_lang = context.app.config.language or "en"
    if context.is_html:
        html = block_html(made, here=here, files=_files(context, made), lang=context.lang, page_lang=page_lang)
        return [nodes.raw("", html, format="html", classes=["no-search"])]
    if context.node["part"].startswith("chain"):
        return list(_chain(chain_parts(made, here=here, lang=context.lang)))  # type: ignore[arg-type]
    return list(_watch(watch_parts(made, context.lang)))  # type: ignore[arg-type]


def _made(context: PartContext) -> Made | None:
    part, made = context.node["part"], context.judged.made
    if part not in made:  # a page that is written although nothing was judged anew
        made.update(make_parts(context.app, settings_of(context.app), [part], datetime.now(UTC).date()))
    return made.get(part)


def _files(context: PartContext, made: Made) -> tuple[PageLink, ...]:
    """Write the data of a block beside the pages; their addresses from the page."""
    builder, base = context.app.builder, context.app.config.html_baseurl or ""
    here = builder.get_target_uri(context.docname)
    page = f"{base.rstrip('/')}/{here}" if base else ""
    links = []
    for file in block_files(made, site=base, page=page, lang=context.lang):
        path = Path(context.app.outdir) / file.name
        if not path.is_file() or path.read_text(encoding="utf-8") != file.text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, encoding="utf-8", newline="\n")
        links.append(PageLink(title=file.title, url=relative_uri(here, file.name)))
    return tuple(links)


def _chain(parts: ChainParts) -> Iterator[nodes.Node]:
    if parts.intro:
        yield paragraph(*parts.intro)
    yield nodes.paragraph("", "", nodes.strong("", parts.head), nodes.Text(" "), *inline_nodes(parts.status))
    if parts.reasons:
        yield _list(parts.reasons)
    for remark in (*parts.remarks, *([parts.no_edges] if parts.no_edges else [])):
        yield nodes.paragraph("", remark)
    if parts.works:
        yield nodes.rubric("", parts.works_title)
        yield _table(parts.work_heads, [_row(row) for row in parts.works], (40, 6, 14, 10, 14))
        yield nodes.paragraph("", parts.counted)
    if parts.edges:
        yield nodes.rubric("", parts.edges_title)
        rows = [
            [_plain(cell) for cell in (row.citing[0], row.cited[0], row.source, str(row.depth))] for row in parts.edges
        ]
        yield _table(parts.edge_heads, rows, (28, 28, 22, 8))
        status = nodes.literal("", "CITES_PROVIDER_ASSERTED")
        yield nodes.paragraph("", "", nodes.Text(f"{parts.edge_status} "), status)
    yield nodes.paragraph("", parts.about)


def _row(row: WorkRow) -> list[list[nodes.Node]]:
    work = [*([nodes.strong("", f"{row.alarm} ")] if row.alarm else []), *inline_nodes(row.work)]
    here = badge_words(row.here) if row.here else "–"
    return [work, *map(_plain, (row.year, row.relation, row.cited_by, here))]


def _watch(parts: WatchParts) -> Iterator[nodes.Node]:
    yield nodes.paragraph("", parts.intro)
    if parts.unavailable:
        yield nodes.paragraph("", "", nodes.strong("", parts.unavailable_title))
        yield _list(parts.unavailable)
    yield nodes.paragraph("", " ".join(part for part in (parts.about, parts.empty) if part))
    for month, works in parts.months:
        yield nodes.rubric("", month)
        items = [nodes.list_item("", *(paragraph(*line) for line in work)) for work in works]
        yield nodes.bullet_list("", *items)
    if parts.apart:
        yield nodes.rubric("", parts.apart_title)
        yield _list(parts.apart)


def _list(lines: Iterable[Sequence[Piece]]) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", paragraph(*line)) for line in lines))


def _table(heads: Sequence[str], rows: Iterable[Sequence[list[nodes.Node]]], widths: Sequence[int]) -> nodes.table:
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(heads))
    group += nodes.thead("", _cells(map(_plain, heads)))
    group += nodes.tbody("", *(_cells(row) for row in rows))
    return nodes.table("", group)


def _cells(cells: Iterable[list[nodes.Node]]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


def _plain(text: str) -> list[nodes.Node]:
    return [nodes.Text(text)]
