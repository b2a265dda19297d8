"""The nodes of our own: places that are filled with ordinary nodes before any builder writes."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


class badge_place(nodes.General, nodes.Inline, nodes.Element):  # noqa: N801 - docutils spells nodes so
    """Where a badge goes: that of reference `number` of document `docname`, or else of the bibliography entry `key`."""


class work_name(nodes.General, nodes.Inline, nodes.TextElement):  # noqa: N801
    """What is shown as a work's name once that is known; what was written stands inside. Attributes as `badge_place`.

    A name that `leads` becomes a link to the work; others stand in a link already.
    """


class citation_bracket(nodes.General, nodes.Inline, nodes.TextElement):  # noqa: N801
    """A bracket of citations, `[see @key, p. 3]`; `named` where its works are to be shown by name in any case."""


class site_part(nodes.General, nodes.Element):  # noqa: N801
    """Where a directive's part of the page goes; `part` is its name, `options` and `content` what was written."""


def add_nodes(app: Sphinx) -> None:
    """Let a place that other extensions have copied elsewhere write nothing but what was written in it."""
    skip: Any = dict.fromkeys(FORMATS, (_skip, None))
    unwrap: Any = dict.fromkeys(FORMATS, (_pass, _pass))
    app.add_node(badge_place, **skip)
    app.add_node(site_part, **skip)
    app.add_node(work_name, **unwrap)
    app.add_node(citation_bracket, **unwrap)


FORMATS = ("html", "latex", "text", "man", "texinfo", "xml")


def _skip(writer: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _pass(writer: Any, node: nodes.Element) -> None:
    pass
