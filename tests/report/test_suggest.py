from __future__ import annotations

from dataclasses import replace as with_version

import bibtexparser
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Name, ProviderName, Record
from scholar_build.report.suggest import as_bibtex, as_csl, bibtex_key, entry_text
from tests.report.samples import arxiv, doi, record

replace = msgspec.structs.replace
ARTICLE = record("Bedload transport measured with buried geophones", doi("10.5555/jbrr.2021.0142"))
BARE = Record(id="doi:10.5555/x", provider=ProviderName.CROSSREF)


def test_a_record_reads_as_one_line() -> None:
    """The corrected entry can be pasted into a reference list."""
    assert entry_text(ARTICLE) == (
        "Abernold, T.; Kestrelmann, J. (2021). Bedload transport measured with buried geophones. "
        "Journal of Braided River Research 14(2), 142–159."
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, ""),
        ({"titles": ("Is it?",)}, "Is it?"),
        ({"titles": ("T",), "years": (2020, 2021)}, "(2020). T."),
        ({"titles": ("T",), "issued": "2019-05", "years": (2020,)}, "(2019). T."),
        ({"titles": ("T",), "author": (Name(literal="WHO"),), "author_complete": False}, "WHO, et al. T."),
        ({"titles": ("T",), "author": tuple(Name(family=f"A{n}", given="B.") for n in range(12))}, "A9, B.; et al. T."),
        ({"titles": ("題名。",), "container_titles": ("雑誌",), "page": "1"}, "題名。 雑誌, 1."),
    ],
)
def test_a_record_with_gaps_reads_as_one_line(change: dict[str, object], expected: str) -> None:
    """What a record does not say leaves no brackets and no commas behind."""
    assert entry_text(replace(BARE, **change)).endswith(expected)


def test_csl_json_is_one_item() -> None:
    """Reference managers can import the corrected entry."""
    item = as_csl(ARTICLE, "abernold2021")
    assert item == {
        "id": "abernold2021",
        "type": "article-journal",
        "title": "Bedload transport measured with buried geophones",
        "author": [{"family": "Abernold", "given": "T."}, {"family": "Kestrelmann", "given": "J."}],
        "container-title": "Journal of Braided River Research",
        "volume": "14",
        "issue": "2",
        "page": "142-159",
        "DOI": "10.5555/jbrr.2021.0142",
        "issued": {"date-parts": [[2021, 3, 1]]},
    }
    assert as_csl(BARE) == {"id": "doi:10.5555/x", "type": "document"}
    group = replace(BARE, author=(Name(literal="WHO"),), years=(1999,))
    assert as_csl(group)["author"] == [{"literal": "WHO"}]
    assert as_csl(group)["issued"] == {"date-parts": [[1999]]}


def read(text: str) -> dict[str, str]:
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    (entry,) = library.entries
    return {"type": entry.entry_type, "key": entry.key} | {field.key: field.value for field in entry.fields}


def test_bibtex_is_read_back() -> None:
    """The corrected entry can be pasted into a bibliography file."""
    assert read(as_bibtex(ARTICLE)) == {
        "type": "article",
        "key": "abernold2021bedload",
        "title": "{Bedload transport measured with buried geophones}",
        "author": "Abernold, T. and Kestrelmann, J.",
        "journal": "Journal of Braided River Research",
        "year": "2021",
        "volume": "14",
        "number": "2",
        "pages": "142--159",
        "doi": "10.5555/jbrr.2021.0142",
    }
    assert read(as_bibtex(ARTICLE, "mine"))["key"] == "mine"


def test_bibtex_of_other_kinds() -> None:
    """Preprints carry their arXiv number and version, groups stay whole, long lists end in others."""
    preprint = replace(
        ARTICLE,
        type="article",
        identifiers=(with_version(arxiv("2213.04417"), version=2), Identifier(Scheme.PMID, "1")),
        author=(Name(literal="The Gravel & Sand Group"), Name(family="Doe", given="J.", suffix="Jr.")),
        author_complete=False,
    )
    found = read(as_bibtex(preprint))
    assert found["type"] == "misc"
    assert (found["eprint"], found["archiveprefix"]) == ("2213.04417v2", "arXiv")
    assert found["author"] == r"{The Gravel \& Sand Group} and Doe, Jr., J. and others"
    assert found["howpublished"] == "Journal of Braided River Research"
    chapter = replace(ARTICLE, type="chapter", editor=(Name(family="Ed", given="I."),), publisher="Press")
    assert read(as_bibtex(chapter))["booktitle"] == "Journal of Braided River Research"
    assert read(as_bibtex(chapter))["editor"] == "Ed, I."


@given(st.text(max_size=40), st.text(max_size=20))
@settings(max_examples=100, deadline=None)
def test_hostile_titles_break_no_bibtex(title: str, family: str) -> None:
    """Braces, commands and line ends of a record cannot end the entry or run LaTeX."""
    text = as_bibtex(replace(ARTICLE, titles=(title,), author=(Name(family=family),)))
    found = read(text)
    assert found["doi"] == "10.5555/jbrr.2021.0142"
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, "abernold2021bedload"),
        ({"author": (Name(family="Müller-Ödegård"),)}, "mullerodegard2021bedload"),
        ({"author": (Name(literal="WHO"),), "titles": ("On it",)}, "who2021"),
        ({"author": (Name(family="御影堂"),), "titles": ("洪水を聴く",)}, "doi:10.5555-jbrr.2021.0142"),
        ({"author": (), "titles": ()}, "doi:10.5555-jbrr.2021.0142"),
    ],
)
def test_keys_are_plain_ascii(change: dict[str, object], expected: str) -> None:
    """A suggested key can be used in every BibTeX program."""
    assert expected == bibtex_key(replace(ARTICLE, **change))
