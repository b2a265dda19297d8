"""From what the pages hold to one scan of the whole site, and from its report back to the marks in the pages."""

from __future__ import annotations

from dataclasses import dataclass

from mkdocs_scholar.collect import Collected
from scholar_build import Location, Reference, Report, Scan, Settings, Verdict


@dataclass(frozen=True)
class SiteScan:
    """The scan of a site, and which of its references each token means."""

    scan: Scan
    places: dict[str, int]

    def by_token(self, report: Report) -> dict[str, Verdict]:
        """The verdict of each token; verdicts stand in the order of the references."""
        return {token: report.verdicts[place] for token, place in self.places.items()}


def scan_site(collected: Collected, bibliography: Scan, settings: Settings) -> SiteScan:
    """Bring together the references of all pages and the bibliography entries that they cite."""
    from scholar_build import cited_entries, lint

    references, citations = collected.references, collected.citations
    entries = cited_entries(bibliography.references, citations, settings)
    tokens = [f"r{number}" for number in range(len(references))]
    listed = sorted([*zip(references, tokens, strict=True), *((entry, "") for entry in entries)], key=_place)
    numbers: dict[Reference, int] = {}  # a file that several pages include gives the same reference for each
    for reference, _ in listed:
        numbers.setdefault(reference, len(numbers))
    everything = tuple(numbers)
    places = {token: numbers[reference] for reference, token in listed if token}
    of_key = {reference.key: numbers[reference] for reference, token in listed if not token}
    for number, citation in enumerate(citations):
        if citation.key in of_key:
            places[f"c{number}"] = of_key[citation.key]
    keys = [(citation.key, citation.location) for citation in citations] if bibliography.references else None
    memory = collected.memory
    if memory.lint[0] != (everything, keys):
        memory.lint = (everything, keys), lint(everything, keys)
    found = (*collected.problems, *bibliography.problems, *memory.lint[1])
    return SiteScan(Scan(references=everything, problems=found), places)


def _place(listed: tuple[Reference, str]) -> tuple[Location, str]:
    return listed[0].location, listed[0].key
