"""What the extension found in pages: references, citations by key, and faults of the pages themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mkdocs_scholar.lines import Lines
from mkdocs_scholar.memory import Memory
from scholar_build import Citation, Location, Problem, Reference


@dataclass
class Collected:
    """Everything found so far, and where the page stands that is being converted."""

    references: list[Reference] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    """The pages that were opened."""
    memory: Memory = field(default_factory=Memory)
    source: str = ""
    lines: Lines = field(default_factory=lambda: Lines(""))
    includes: tuple[tuple[str, Lines], ...] = ()
    footnote_keys: dict[str, str] = field(default_factory=dict)
    """Bibliography keys by the labels of the footnotes that another plugin makes of them."""
    _on_page: dict[str, str] = field(default_factory=dict)

    def clear(self) -> None:
        """Forget what was found."""
        self.references.clear()
        self.citations.clear()
        self.problems.clear()

    def open_page(self, source: str, lines: Lines, includes: Sequence[tuple[str, Lines]] = ()) -> None:
        """Start another page: `source` is its path, as reports are to name it, `includes` the files it takes in."""
        self.source, self.lines, self.includes = source, lines, tuple(includes)
        self.read.add(source)
        self._on_page = {}

    def here(self, *needles: str) -> Location:
        """The place of the first of some words: on the current page, in what it includes, or where we were last."""
        for source, lines in ((self.source, self.lines), *self.includes):
            place = lines.find(*needles)
            if place is not None:
                return Location(source=source, line=place[0], column=place[1])
        return Location(source=self.source, line=self.lines.last)

    def reference(self, reference: Reference) -> str:
        """Keep a reference; return its token."""
        self.references.append(reference)
        return f"r{len(self.references) - 1}"

    def citation(self, key: str, location: Location) -> str:
        """Keep a citation by key; return its token."""
        self.citations.append(Citation(key=key, location=location))
        return self._on_page.setdefault(key, f"c{len(self.citations) - 1}")

    def footnote(self, label: str) -> str | None:
        """The token of the bibliography entry that a footnote was made of, or None."""
        key = self.footnote_keys.get(label)
        if key is None:
            return None
        return self._on_page.get(key) or self.citation(key, self.here(f"@{key}"))

    def problem(self, rule: str, location: Location, message: str, key: str = "") -> None:
        """Keep a fault of the page."""
        self.problems.append(Problem(rule=rule, location=location, message=message, key=key))
