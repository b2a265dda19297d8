from __future__ import annotations

from dataclasses import replace

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.report.inline import Code, Link, Text, as_html, as_markdown, as_text, line, spell


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        (Identifier(Scheme.DOI, "10.5555/x"), "10.5555/x"),
        (Identifier(Scheme.ARXIV, "2213.04417"), "arXiv:2213.04417"),
        (replace(Identifier(Scheme.ARXIV, "2213.04417"), version=2), "arXiv:2213.04417v2"),
        (Identifier(Scheme.PMID, "123"), "PMID 123"),
        (Identifier(Scheme.PMCID, "PMC123"), "PMC123"),
        (Identifier(Scheme.OPENALEX, "W123"), "W123"),
        (Identifier(Scheme.ISBN, "9780000000002"), "ISBN 9780000000002"),
    ],
)
def test_identifiers_are_spelt_as_people_write_them(identifier: Identifier, expected: str) -> None:
    """A reader recognises the identifier."""
    assert expected == spell(identifier)


PIECES = line("See {target} or run `x <y>` & {more}.", target=Link(text="a*b", url="https://x.example/?a&b"))


def test_our_sentences_become_pieces() -> None:
    """Links and commands stand in a translated sentence where the translator put them."""
    assert (
        Text(text="See "),
        Link(text="a*b", url="https://x.example/?a&b"),
        Text(text=" or run "),
        Code(text="x <y>"),
        Text(text=" & "),
        Text(text="{more}"),
        Text(text="."),
    ) == PIECES


def test_pieces_in_every_markup() -> None:
    """The same pieces are words, HTML and Markdown, each escaped for its place."""
    assert as_text(PIECES) == "See a*b or run x <y> & {more}."
    assert as_html(PIECES) == (
        'See <a href="https://x.example/?a&amp;b">a*b</a> or run <code>x &lt;y&gt;</code> &amp; {more}.'
    )
    assert as_markdown(PIECES) == (
        r"See [a\*b](<https://x.example/?a&b>) or run <code>x &lt;y&gt;</code> &amp; \{more\}\."
    )
