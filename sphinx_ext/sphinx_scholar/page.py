"""What one document holds."""

from __future__ import annotations

import msgspec

from scholar_build import Citation, Problem, Reference


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """The references of a document in order of place, the keys it cites, its faults, and the directives in it.

    `bibliographies` are the files that the document itself names, relative to the settings' folder.
    """

    references: tuple[Reference, ...] = ()
    citations: tuple[Citation, ...] = ()
    problems: tuple[Problem, ...] = ()
    bibliographies: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
