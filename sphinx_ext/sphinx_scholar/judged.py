"""What one build knows of the references of all documents, looked at only as far as it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from scholar_build import Problem, ProviderOutage, Reference, Report, Verdict
from sphinx_scholar.badges import Badges
from sphinx_scholar.state import Held

if TYPE_CHECKING:
    from scholar_build import Made


@dataclass
class Judged:
    """The verdicts by unit: a document by its name, the bibliography as `BIBLIOGRAPHY`."""

    held: dict[str, Held]
    references: Callable[[str], tuple[Reference, ...]]
    """The references of a unit, as this build has read them."""
    badges: Badges
    problems: Callable[[], tuple[Problem, ...]] = tuple
    outages: tuple[ProviderOutage, ...] = ()
    requests: int = 0
    filled: set[str] = field(default_factory=set)
    """The documents whose badges this build has put in."""
    made: dict[str, Made] = field(default_factory=dict)
    """The chains and watches that pages ask for, by the names of their parts."""
    _decoded: dict[str, tuple[Verdict, ...]] = field(default_factory=dict)

    def verdicts(self, unit: str) -> tuple[Verdict, ...]:
        """The verdicts of a unit in the order of its references; none where nothing was judged."""
        if unit not in self._decoded:
            held = self.held.get(unit)
            pairs = zip(held.decoded(), self.references(unit), strict=True) if held else ()
            self._decoded[unit] = tuple(_now(verdict, reference) for verdict, reference in pairs)
        return self._decoded[unit]

    def know(self, unit: str, verdicts: tuple[Verdict, ...]) -> None:
        """Take in verdicts that this build has just made."""
        self._decoded[unit] = verdicts

    @cached_property
    def entries(self) -> dict[str, Verdict]:
        """The verdicts of bibliography entries by key."""
        return {verdict.reference.key: verdict for verdict in self.verdicts(BIBLIOGRAPHY)}

    def verdict(self, docname: str, number: int | None, key: str | None) -> Verdict | None:
        """The verdict of a document's reference by its number, or of a bibliography entry by its key."""
        if number is None:
            return self.entries.get(key or "")
        verdicts = self.verdicts(docname)
        return verdicts[number] if number < len(verdicts) else None

    @cached_property
    def report(self) -> Report:
        """Everything that was found, in order of place."""
        verdicts = sorted(self._all(), key=lambda each: (each.reference.location, each.reference.key))
        return Report(verdicts=tuple(verdicts), problems=self.problems(), outages=self.outages, requests=self.requests)

    def _all(self) -> Iterator[Verdict]:
        for unit in self.held:
            yield from self.verdicts(unit)


def _now(verdict: Verdict, reference: Reference) -> Verdict:
    """A verdict on a reference as this build has read it: cited at other places, perhaps."""
    accepted = msgspec.structs.replace(reference, accepted=verdict.reference.accepted)
    return msgspec.structs.replace(verdict, reference=accepted)


BIBLIOGRAPHY = "\0bibliography"
