"""Names as BibTeX writes them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Name
from scholar_build.scan.names import read_name, read_names


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Jane Q. Doe", Name(family="Doe", given="Jane Q.")),
        ("Doe, Jane Q.", Name(family="Doe", given="Jane Q.")),
        (r"Erd{\H o}s, P.", Name(family="Erdős", given="P.")),
        (r"Erd\H os, P.", Name(family="Erdős", given="P.")),
        (r"Fran{\c c}ois Aguet", Name(family="Aguet", given="François")),
        ("Ludwig van Beethoven", Name(family="van Beethoven", given="Ludwig")),
        ("van der Walt, St{\\'e}fan", Name(family="van der Walt", given="Stéfan")),
        ("{van der Walt}, S.", Name(family="van der Walt", given="S.")),
        ("Charles de la Vall{\\'e}e Poussin", Name(family="de la Vallée Poussin", given="Charles")),
        ("J. {van Dyk}", Name(family="van Dyk", given="J.")),
        ("King, Jr., Martin Luther", Name(family="King", given="Martin Luther", suffix="Jr.")),
        ("Martin Luther King Jr.", Name(family="King", given="Martin Luther", suffix="Jr.")),
        ("Martin Luther King, III", Name(family="King", given="Martin Luther", suffix="III")),
        ("Donald~E. Knuth", Name(family="Knuth", given="Donald E.")),
        ("family=Doe, given=Jane, prefix=von", Name(family="von Doe", given="Jane")),
        ("{GTEx Consortium}", Name(literal="GTEx Consortium")),
        ("{Barnes and Noble, Inc.}", Name(literal="Barnes and Noble, Inc.")),
        ("李小明", Name(family="李小明")),
        ("Plato", Name(family="Plato")),
        ("Doe, ", Name(family="Doe")),
        ("{}", None),
        ("", None),
    ],
)
def test_one_name_is_taken_apart(written, name):
    """First, von, last and junior parts land where CSL wants them."""
    assert read_name(written) == name


@pytest.mark.parametrize(
    ("written", "families", "is_open"),
    [
        ("Doe, J. and Roe, R.", ["Doe", "Roe"], False),
        ("Doe, J. AND Roe, R. and others", ["Doe", "Roe"], True),
        ("Doe, J. et al.", ["Doe"], True),
        ("Doe, J. and et al.", ["Doe"], True),
        ("{{GTEx Consortium}}", ["GTEx Consortium"], False),
        ("{Barnes and Noble} and Doe, J.", ["Barnes and Noble", "Doe"], False),
        ("{Doe, Jane and Roe, Rick}", ["Doe", "Roe"], False),
        ("Doe, J.\n  and\n  Roe, R.", ["Doe", "Roe"], False),
        ("Anderson, A. and Sandy Andor", ["Anderson", "Andor"], False),
        ("Doe, J.; Roe, R.; Poe, E.", ["Doe", "Roe", "Poe"], False),
        ("J. Doe, R. Q. van Roe and E. Poe", ["Doe", "van Roe", "Poe"], False),
        ("Doe, J., Roe, R. Q., Poe, E", ["Doe", "Roe", "Poe"], False),
        ("Jane Doe, Rick Roe, Ed Poe et al.", ["Doe", "Roe", "Poe"], True),
        ("M&uuml;ller, J. and Roe, R.", ["Müller", "Roe"], False),
        ("van Doe, Jane Quentin", ["van Doe"], False),
        ("{Doe; Roe} and Li, X.", ["Doe; Roe", "Li"], False),
        (" and ", [], False),
        ("", [], False),
    ],
)
def test_lists_are_split_at_and_outside_of_braces(written, families, is_open):
    """`and` splits, braces protect, `and others` leaves the list open."""
    names, found_open = read_names(written)
    assert ([name.literal or name.family for name in names], found_open) == (families, is_open)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("{},~\\\"' aAnd=v."), max_size=60))
def test_nothing_makes_names_raise(text):
    """Any text is some list of names."""
    read_names(text)
    read_names(f"Doe, J. and {text} and others")
