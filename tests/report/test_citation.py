from __future__ import annotations

import msgspec
import pytest

from scholar_build.model import Name
from scholar_build.report.citation import inline_citation, reference_text
from tests.report.samples import doi, record

replace = msgspec.structs.replace
WORK = record("Bedload transport", doi("10.5555/jbrr.2021.0142"))
DOE, WHO = Name(family="Doe", given="J."), Name(literal="WHO")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, "Abernold and Kestrelmann (2021)"),
        ({"author": (DOE,)}, "Doe (2021)"),
        ({"author": (DOE, DOE, DOE)}, "Doe et al. (2021)"),
        ({"author": (DOE,), "author_complete": False}, "Doe et al. (2021)"),
        ({"author": (WHO,), "issued": "", "years": (2019,)}, "WHO (2019)"),
        ({"author": (Name(given="Plato"),), "issued": "", "years": ()}, "Plato"),
        ({"author": ()}, "Bedload transport (2021)"),
        ({"author": (), "titles": ()}, "doi:10.5555/jbrr.2021.0142 (2021)"),
        ({"author": (Name(family="D\u202eoe\x1b"),)}, "Doe (2021)"),
    ],
)
def test_a_work_is_named_in_running_text(change: dict[str, object], expected: str) -> None:
    """A role reads as author and year, whatever the record lacks."""
    assert expected == inline_citation(replace(WORK, **change))


def test_a_work_is_an_entry_of_a_list() -> None:
    """A list of works from records reads like a reference list."""
    assert reference_text(WORK).startswith("Abernold, T.; Kestrelmann, J. (2021). Bedload transport.")
