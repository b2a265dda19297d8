"""What is judged at a glance is judged as it would be with a close look."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import quality
from benchmarks.labelled import read_rows
from scholar_build.judge.by_identifiers import trails
from scholar_build.judge.byline import find_by_words, find_title
from scholar_build.judge.claim import Claim
from scholar_build.judge.weigh import accuses_identifier, weigh
from tests.shared import needs_shared

PIECES = [
    "Frogs",
    "frogs",
    "of",
    "Of",
    "the",
    "ponds",
    "Pond",
    "Müller",
    "J.",
    "O'Frogs",
    "2019",
    "co",
    "e",
    "aa",
    "R&D",
]
TEXTS = st.lists(st.sampled_from([*PIECES, ": ", "’", "-", ". ", ", ", "(", ")", "`", "? "]), max_size=14).flatmap(
    lambda pieces: st.sampled_from(["".join(pieces), " ".join(pieces)])
)


@settings(max_examples=400, deadline=None)
@given(before=TEXTS, title=TEXTS, after=TEXTS, joint=st.sampled_from(["", " ", ". "]))
def test_a_title_is_found_where_a_look_word_by_word_finds_it(before: str, title: str, after: str, joint: str) -> None:
    """A title that stands in the text as it is written is found at the same place without looking at each word."""
    text = f"{before}{joint}{title}{joint}{after}"

    assert find_by_words(text, title) == find_title(text, title)


@needs_shared
@pytest.mark.parametrize("file", quality.FILES)
def test_an_identifier_is_accused_by_its_title_as_by_all_checks(file: str) -> None:
    """Whether an identifier names another work is the same whether only that is asked or the whole is weighed."""
    for row in read_rows(quality.LABELLED / file):
        answers, claim = row.answers(), Claim(row.reference)
        for trail in trails(claim, answers):
            weighed = weigh(claim, trail, quality.ALL_CHECKS, answers)
            assert weighed.accuses_identifier == accuses_identifier(claim, trail), row.id
