"""Entries without a title: they are the norm in physics and chemistry."""

from __future__ import annotations

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Field, Status
from tests.judge.answering import Sources, entry, record, verdict

MOSS = record(
    "A title that the entry leaves out",
    ["Reed, Ada", "Moss, Bo"],
    1994,
    container_titles=("Physical Review B", "Phys. Rev. B"),
    volume="49",
    page="5065-5071",
    identifiers=(Identifier(Scheme.DOI, "10.1000/x"),),
)
ACS = record(
    "Another title",
    ["Reed, A.", "Moss, B."],
    1998,
    container_titles=("Journal of the American Chemical Society",),
    volume="120",
    page="4345",
)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("A. Reed and B. Moss, Phys. Rev. B 49, 5065 (1994).", MOSS),
        ("A. Reed, et al., Physical Review B 49 (1994) 5065", MOSS),
        ("Reed A, Moss B. Phys Rev B. 1994;49(8):5065-71.", MOSS),
        ("Reed, A.; Moss, B. J. Am. Chem. Soc. 1998, 120, 4345-4350.", ACS),
    ],
)
def test_a_hit_with_the_same_place_and_author_is_the_work(text: str, known: object) -> None:
    """Venue, volume, first page, year and first author together prove it."""
    judged = verdict(entry(text), Sources(searches={"crossref": [known]}))  # type: ignore[list-item]
    assert (judged.status, judged.agreed) == (
        Status.VERIFIED,
        (Field.AUTHORS, Field.YEAR, Field.VENUE, Field.PAGES),
    )


@pytest.mark.parametrize(
    "text",
    [
        "A. Reed and B. Moss, Phys. Rev. B 49, 5066 (1994).",
        "A. Reed and B. Moss, Phys. Rev. A 49, 5065 (1993).",
        "C. Heron, Phys. Rev. B 49, 5065 (1994).",
        "A. Heron, J. Phys.: Condens. Matter 12, 33 (1999).",
        "A. Heron, Nature (London) 12, 33 (1999).",
    ],
)
def test_what_no_search_can_find_is_not_missing(text: str) -> None:
    """No words of a title were there to search for: absence says nothing."""
    assert verdict(entry(text), Sources(searches={"crossref": [MOSS]})).reason == "not_indexed"


def test_a_title_before_the_journal_is_a_title() -> None:
    """An article with a title that no source knows is not found."""
    text = "A. Reed and B. Moss, Songs nobody has heard in ponds, Phys. Rev. B 49, 5065 (1994)."
    assert verdict(entry(text), Sources()).status == Status.NOT_FOUND
