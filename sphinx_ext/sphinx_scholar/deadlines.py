"""The directive `scholar-deadlines`: the grant deadlines of the list that the settings name.

In HTML the core's own fragment, with the calendar as a file beside the pages; in all other builders lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from docutils import nodes

from scholar_build import DeadlineBoard, DeadlineParts, deadlines_page
from sphinx_scholar.blocks_part import block_part, make_parts
from sphinx_scholar.directives import DEADLINES
from sphinx_scholar.parts import PartContext
from sphinx_scholar.settings import settings_of


def deadlines_part(context: PartContext) -> list[nodes.Node]:
    """The deadlines of the list."""
    if context.is_html:
        return block_part(context)
    made = context.judged.made.get(DEADLINES)
    if made is None:
        made = make_parts(context.app, settings_of(context.app), [DEADLINES], datetime.now(UTC).date()).get(DEADLINES)
    return list(_nodes(made, context.lang)) if isinstance(made, DeadlineBoard) else []


def _nodes(board: DeadlineBoard, lang: str) -> Iterator[nodes.Node]:
    parts = deadlines_page(board, lang)
    yield nodes.paragraph("", parts.counted_from.join(parts.intro))
    yield nodes.rubric("", parts.upcoming_title)
    yield _list(parts.upcoming) if parts.upcoming else nodes.paragraph("", parts.none_upcoming)
    if parts.past:
        yield nodes.rubric("", parts.past_title)
        yield _list(parts.past)
    if parts.problems:
        head = nodes.strong("", parts.problems_title)
        yield nodes.paragraph("", "", head, nodes.Text(f" {parts.others_count}"))
        lines = (
            nodes.paragraph("", "", nodes.literal("", place), nodes.Text(f": {said}")) for place, said in parts.problems
        )
        yield nodes.bullet_list("", *(nodes.list_item("", line) for line in lines))
    yield nodes.paragraph("", parts.about)


def _list(deadlines: Iterable[DeadlineParts]) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", *_item(one)) for one in deadlines))


def _item(one: DeadlineParts) -> Iterator[nodes.Node]:
    yield nodes.paragraph("", "", nodes.strong("", one.name))
    yield nodes.paragraph("", f"{one.day} ({one.until}): {one.left}")
    if one.note:
        yield nodes.paragraph("", one.note)
