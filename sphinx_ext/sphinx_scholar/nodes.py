"""The one node of our own: the place of a badge, replaced before any builder writes."""

from __future__ import annotations

from docutils import nodes


class badge_place(nodes.General, nodes.Inline, nodes.Element):  # noqa: N801 - docutils spells nodes so
    """Where the badge of a reference goes; `number` is the reference's place among those of its document."""


class work_name(nodes.General, nodes.Inline, nodes.TextElement):  # noqa: N801
    """The name of a work in running text, written by a role without a text of its own.

    Replaced by "Family et al. (Year)" once the record is known; what was written stands inside until then.
    """
