"""Entries, mentions and what is neither."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from scholar_build.model import Acceptance, Location, Origin
from scholar_build.scan import is_bibliographic, is_placeholder, looks_like_reference, read_entry, read_mention
from scholar_build.scan.ignore import parse_ignore, read_ignore

HERE = Location(source="a.md", line=3, column=5)
PLACEHOLDERS = [
    "TBD", "None", "…", "-", "TODO.", "n/a", "[reference name] (reference URL)", "Author, F. (2025). Title. Journal.", "準備中",
    "Coming soon", "To be added later", "[Author] [Title]", "Lastname, F. Article title. Journal name.",
]  # fmt: skip


def test_an_entry_is_one_reference_however_often_it_names_its_work() -> None:
    """The DOI in the text and in the link is one identifier; a second one is kept beside it."""
    entry = read_entry(
        "[3] Harris, C. (2020).\n  Array programming. doi:10.1038/X1. PMID: 123",
        HERE,
        links=["https://doi.org/10.1038/x1"],
    )
    assert entry
    assert (entry.key, entry.text, entry.origin) == (
        "3",
        "Harris, C. (2020). Array programming. doi:10.1038/X1. PMID: 123",
        Origin.ENTRY,
    )
    assert [str(each) for each in entry.identifiers] == ["doi:10.1038/x1", "pmid:123"]
    assert entry.alternatives == ()


def test_an_entry_carries_the_other_readings_of_a_wrapped_doi() -> None:
    """Both joins of a hyphenated line end are there, in the order in which they are tried."""
    entry = read_entry("Author, A. (2022). T. https://doi.org/10.1146/annurev-\n085556", HERE)
    assert entry
    assert [(str(one), str(other)) for one, other in entry.alternatives] == [
        ("doi:10.1146/annurev-085556", "doi:10.1146/annurev085556")
    ]


@pytest.mark.parametrize(
    "text", [*PLACEHOLDERS, "", "  ", "1.", "Jane Doe", "山田太郎", "See also the manual", "To cite this page: x"]
)
def test_what_is_no_reference(text: str) -> None:
    """Placeholders, names by themselves and boilerplate are no references."""
    assert read_entry(text, HERE) is None


@pytest.mark.parametrize("text", PLACEHOLDERS)
def test_placeholders_are_known(text: str) -> None:
    """What stands for a reference still to come is recognised as that."""
    assert is_placeholder(text) is True


@pytest.mark.parametrize(
    "text", ["Harris (2020). Array programming.", "", "The title of the book, 1999", "Nonexistence proofs"]
)
def test_what_is_no_placeholder(text: str) -> None:
    """An entry that only shares a word with a placeholder is none."""
    assert is_placeholder(text) is False


def test_a_link_to_another_page_is_no_reference() -> None:
    """An item that only leads elsewhere on the site is dropped; one that leads out is kept."""
    assert read_entry("The API", HERE, links=["api.md"]) is None
    assert read_entry("The API", HERE, links=["https://example.org/api"]) is not None


def test_a_mention_is_read_from_its_target() -> None:
    """The target names the work; the text is what a reader sees."""
    mention = read_mention("https://doi.org/10.1234/x", "our  paper", HERE)
    assert mention
    assert (mention.text, str(mention.identifiers[0]), mention.origin) == ("our paper", "doi:10.1234/x", Origin.MENTION)
    bare = read_mention("10/abcde", "", HERE)
    assert bare
    assert bare.text == "doi:10/abcde"
    assert read_mention("page.md", "x", HERE) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Writer, A. (1999). A title. J. Foo.", True),
        ("山田太郎（2005）「題名」『雑誌』第81巻，第4号，186頁", True),
        ("A. Writer, Phys. X 66, 7 (1994).", True),
        ("This list was last updated in 2024, by us.", False),
        ("The comorbidity index (doi:10.1016/0021-9681(87)90171-8) is in use.", False),
        ("We met in 2019 at the lake", False),
        ("plain words only", False),
    ],
)
def test_prose_is_told_from_references(text: str, expected: bool) -> None:
    """A year or an identifier in a sentence does not make it a reference."""
    assert is_bibliographic(text) is expected


def test_a_long_text_is_no_reference() -> None:
    """What runs on for pages is not one entry, whatever it holds."""
    assert looks_like_reference("word " * 1000 + "(1999)") is False


def test_a_comment_accepts_a_reference() -> None:
    """`scholar: ignore` with a reason, and perhaps a last day, marks the entry and leaves its text alone."""
    text, accepted = read_ignore("Foo (2020). <!-- scholar: ignore until 2027-01-31: a local report --> Bar")
    assert (text, accepted) == ("Foo (2020).  Bar", Acceptance(reason="a local report", until="2027-01-31"))
    assert read_ignore("Foo\n.. scholar: ignore it is right\n") == ("Foo\n\n", Acceptance(reason="it is right"))
    assert read_ignore("scholar: ignore in prose") == ("scholar: ignore in prose", None)
    assert parse_ignore("scholar: ignore") is None
    assert parse_ignore("scholar: ignore until 2027-13-45 x") is None
    assert parse_ignore("another comment") is None
    entry = read_entry("Foo, A. (2020). X. <!-- scholar: ignore it is right -->", HERE)
    assert entry
    assert entry.accepted == Acceptance(reason="it is right")
