"""What a server remembers from build to build, so that a save costs only what it changed.

Everything is a pure function of its key; verdicts are not among it (see `serve`). A build without a server starts
with an empty memory and fills it in vain.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scholar_build import Problem, Scan, Verdict


@dataclass
class Memory:
    """Results by what they were made of."""

    scans: dict[object, Scan] = field(default_factory=dict)
    """What a page holds, by its source and its leaves."""
    badges: dict[tuple[int, int, str], tuple[Verdict, str]] = field(default_factory=dict)
    """Badges by verdict, number and language; the verdict is kept so that its identity is not given away."""
    lint: tuple[object, tuple[Problem, ...]] = (None, ())
    """The faults of the last build's references."""
