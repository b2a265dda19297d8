"""Faults that show without any provider."""

from __future__ import annotations

from scholar_build.model import Fields, Location, Origin, Reference
from scholar_build.rules import RULES
from scholar_build.scan import Format, ScanOptions, lint, malformed_identifiers, names_other_work, read_entry, scan_text


def entry(text: str, line: int = 1) -> Reference:
    read = read_entry(text, Location(source="a.md", line=line))
    assert read
    return read


def bib(key: str, title: str = "A title of note", source: str = "a.bib", cited: bool = False) -> Reference:
    place = Location(source=source)
    fields = Fields(title=title)
    return Reference(
        key=key,
        text=title,
        location=place,
        origin=Origin.BIBLIOGRAPHY,
        fields=fields,
        cited_at=(place,) if cited else (),
    )


def found(*references: Reference, citations: list[tuple[str, Location]] | None = None) -> list[tuple[str, int]]:
    problems = lint(references, citations)
    assert all(problem.rule in RULES for problem in problems)
    return [(problem.rule, problem.location.line) for problem in problems]


def test_one_doi_on_two_titles() -> None:
    """The same DOI on another title is reported at the second; the same title again is not."""
    first = entry("Foo, A. (2001). Long title about beetles and moths. doi:10.1234/same", 1)
    again = entry("Foo A. Long title about beetles and moths, J. Foo (2001), https://doi.org/10.1234/same", 2)
    other = entry("Bar, B. (2002). Other words regarding quantum physics. doi:10.1234/same", 3)
    assert found(first, again, other) == [("duplicate-identifier", 3)]


def test_malformed_identifiers() -> None:
    """A DOI without suffix, an arXiv id of no month and an ISBN with a wrong check digit are malformed."""
    text = "Foo (2001) doi:10.1234 and arXiv:2413.00001, ISBN 978-3-16-148410-1. doi:10.1234/good https://doi.org/about"
    assert [written for _, written in malformed_identifiers(text)] == [
        "doi:10.1234",
        "arXiv:2413.00001",
        "ISBN 978-3-16-148410-1",
    ]
    assert malformed_identifiers("doi:10.1234/x, doi: pending") == ()
    assert found(entry(text, 4)) == [("malformed-identifier", 4)] * 3


def test_link_text_and_target_that_differ() -> None:
    """Text and target that name two DOIs are a fault; a PMID beside a DOI is none."""
    assert names_other_work("10.1234/a", "https://doi.org/10.1234/b") is True
    assert names_other_work("10.1234/a", "https://doi.org/10.1234/a") is False
    assert names_other_work("PMID: 12", "https://doi.org/10.1234/a") is False
    assert names_other_work("a paper", "https://doi.org/10.1234/a") is False
    page = "Text [10.1234/a](https://doi.org/10.1234/b).\n\n## References\n\n- A. (2001) [10.1234/c](https://doi.org/10.1234/d)\n"
    problems = scan_text(page, "a.md", Format.MARKDOWN, ScanOptions()).problems
    assert [(problem.rule, problem.location.line, problem.location.column) for problem in problems] == [
        ("link-mismatch", 1, 6),
        ("link-mismatch", 5, 13),
    ]


def test_keys_citations_and_placeholders_of_bibliographies() -> None:
    """Keys in two files, entries nobody cites, citations without entry and placeholder titles are reported."""
    here = Location(source="p.md", line=7)
    assert found(bib("a"), bib("a", source="b.bib")) == [("duplicate-key", 1)]
    assert found(bib("a"), bib("a")) == []
    assert found(bib("a", cited=True), bib("b")) == [("uncited-entry", 1)]
    assert found(bib("a"), bib("b")) == []
    assert found(bib("a"), bib("b"), citations=[("a", here), ("z", here)]) == [
        ("uncited-entry", 1),
        ("missing-entry", 7),
    ]
    assert found(bib("a"), citations=[("*", here)]) == []
    assert found(bib("a", title="TBD")) == [("placeholder", 1)]
