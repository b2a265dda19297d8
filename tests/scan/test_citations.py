"""Citations by key in running text."""

from __future__ import annotations

import pytest

from scholar_build.scan import find_citations
from tests.shared import cases


def keys(text: str) -> list[str]:
    return [mark.key for mark in find_citations(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[@key]", ["key"]),
        ("[see @doe99, pp. 33-35; also @smith04 and -@x_y:z]", ["doe99", "smith04", "x_y:z"]),
        ("[-@doe99]", ["doe99"]),
        ("[@{key with}]", []),
        ("[@{https://x.org/a}]", ["https://x.org/a"]),
        ("[@服部1976]", ["服部1976"]),
        ("[@eq:one] [@fig:a] [@sec:x]", []),
        ("[mail me@example.org] a@b.c @decorator", []),
        ("[text](https://blog.example/@writer)", []),
        ("\\[@key]", []),
        ("`[@key]` and ``{cite}`x` ``", []),
        ("```\n[@key]\n```\n\n~~~\n[@key]\n", []),
        ("para\n\n    [@key]\n\nmore [@b]", ["b"]),
        ("- item\n\n    [@key]\n", ["key"]),
        ("{cite}`a,b` {cite:p}`c` :cite:`d, e` :footcite:t:`f`", ["a", "b", "c", "d", "e", "f"]),
        ("```{note}\n[@key]\n```\n", ["key"]),
    ],
)
def test_keys_that_are_cited(text: str, expected: list[str]) -> None:
    """Pandoc's brackets and the roles of MyST and Sphinx cite; code, mail addresses and figures do not."""
    assert keys(text) == expected


def test_a_key_that_names_a_work() -> None:
    """Manubot's keys carry the identifier itself, and a locator follows a key."""
    text = "[@doi:10.1234/x(1)y, p. 3; @arxiv:2401.00001]"
    first, second = find_citations(text)
    assert (str(first.identifier), first.locator, text[first.start : first.end]) == (
        "doi:10.1234/x(1)y",
        "p. 3",
        "@doi:10.1234/x(1)y",
    )
    assert str(second.identifier) == "arxiv:2401.00001"


@pytest.mark.parametrize("case", [case for case in cases("reference scan") if case["id"] == "C004"], ids=["C004"])
def test_the_shared_case_of_false_citations(case: dict[str, dict[str, str]]) -> None:
    """Only the one real citation is seen among mail addresses, decorators and code."""
    assert keys(case["input"]["text"]) == ["smith2020"]
