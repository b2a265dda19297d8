"""Provider text is cleaned once, at the border."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.providers import clean

SPACE = 'xmlns:mml="http://www.w3.org/1998/Math/MathML" display="inline"'
MATH = f'<mml:math {SPACE}><mml:mi mathvariant="italic">N</mml:mi></mml:math>'


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (f"Optical Solitons in{MATH}-Coupled Higher Order", "Optical Solitons in N-Coupled Higher Order"),
        ("the<math><mi>N</mi><mo>=</mo><mn>88</mn></math>nucleus", "the N=88 nucleus"),
        ("More on <math>\n  <mi>D</mi>\n  <mi>α</mi>\n</math>-Closed Sets", "More on Dα-Closed Sets"),
        ("<math><mi>x</mi><annotation encoding='TeX'>\\frac x</annotation></math>", "x"),
        ("a <tex-math>$N$</tex-math><math><mi>N</mi></math> b", "a N b"),
        ("of<i>Leishmania</i>gene", "of Leishmania gene"),
        ("<scp>T</scp>reebase: an<scp>R</scp>package", "Treebase: an R package"),
        ("PPAR<i>α</i>Agonist of<i>β</i>-Cells", "PPARα Agonist of β-Cells"),
        ("<i>p</i>H and <i>S</i>-adenosyl, m<i>RNA</i>, <scp>DNA</scp>s", "pH and S-adenosyl, mRNA, DNAs"),
        ("H<sub>2</sub>O at 10<sup>-3</sup> and Cu<inf>2</inf>O", "H2O at 10-3 and Cu2O"),
        ("Secretor (\n   <i>FUT2</i>\n  ) Genotype\n   <i>x</i>\n  , y", "Secretor (FUT2) Genotype x, y"),
        ("Calls of\n   <i>Rana</i>\n   in ponds", "Calls of Rana in ponds"),
        ("日本<i>語</i>版", "日本語版"),
        ("<jats:title>Aim</jats:title><jats:p>Frogs<br/>call</jats:p>", "Aim Frogs call"),
        ("a<!-- hidden -->b <![CDATA[c & d]]> <?pi x?>e", "ab c & d e"),
        ("one <foo>two</foo> <ns:bar/>three", "one two three"),
    ],
)
def test_markup_becomes_text(markup, text):
    """Tags vanish, formulas stay, and words at a tag stay two words."""
    assert text == clean.plain(markup, clean.TITLE)


@pytest.mark.parametrize(
    ("escaped", "text"),
    [
        ("Tag&amp;Tab", "Tag&Tab"),
        ("A &amp;amp; B &amp;lt;scp&amp;gt;C&amp;lt;/scp&amp;gt;", "A & B C"),
        ("&lt;title&gt;Noise&lt;/title&gt;", "Noise"),
        ("na&#239;ve &#x3b1; &nbsp;x &unknown; AT&T R&D", "naïve α x &unknown; AT&T R&D"),
        ("p &lt; 0.05 and q &gt; 3, a<b and c>d", "p < 0.05 and q > 3, a<b and c>d"),
        ("The <video> element of Array<T>", "The <video> element of Array<T>"),
    ],
)
def test_entities_are_unescaped_but_less_than_is_no_tag(escaped, text):
    """Doubly escaped text is read, and what merely looks like a tag is left alone."""
    assert text == clean.plain(escaped, clean.TITLE)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("\x1b[31mred\x1b[0m \x1b]0;title\x07x \x9b1mA \x1bcB", "red x A B"),
        ("a\u202eb\u2066c\u2069\u200bd\ufeffe\u00adf\u061cg", "abcdefg"),
        ("tab\tline\r\nbreak\u2028para\u2029nul\x00bell\x07end\x85next", "tab line break para nulbellend next"),
        ("e\u0301", "é"),
        ("tags\U000e0041\U000e0042 private\ud800\ue000 fill\u3164er", "tags private filler"),
    ],
)
def test_invisible_characters_are_gone(raw, text):
    """Terminal escapes, bidi controls, zero-width and other invisible characters do not pass."""
    assert text == clean.line(raw, clean.TITLE)


def test_text_is_capped():
    """Overlong text ends in an ellipsis within its cap."""
    assert clean.line("a" * 1_000_000, 10) == "a" * 9 + "…"
    assert len(clean.plain("<i>word</i> " * 100_000, clean.TITLE)) == 1_000


@pytest.mark.parametrize(
    ("raw", "address"),
    [
        ("https://pond.example/7?a=b", "https://pond.example/7?a=b"),
        (" http://pond.example ", "http://pond.example"),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("https://pond.example/<script>", ""),
        ("https://pond.example/a b", ""),
        ("https://pond.example/\u202ex", ""),
        ("https://pond.example/" + "x" * 3_000, ""),
    ],
)
def test_addresses_are_http_or_nothing(raw, address):
    """Only plain http and https addresses pass."""
    assert address == clean.address(raw)


@settings(max_examples=150, deadline=None)
@given(
    st.text()
    | st.lists(
        st.sampled_from(
            ["<i>", "</i>", "<", ">", "&", "amp;", "&lt;", "\x1b[", "a", " ", "\n", "<math>", "</math>", "\u202e", "é"]
        )
    ).map("".join)
)
def test_clean_text_is_always_printable_and_stays_clean(text):
    """Whatever comes in, one printable NFC line comes out, and cleaning it again changes nothing."""
    once = clean.plain(text, 200)
    assert once.isprintable()
    assert len(once) <= 200
    assert unicodedata.is_normalized("NFC", once)
    assert once == clean.line(once, 200)


@pytest.mark.parametrize(
    "piece",
    ["<!--", "<a x=1 ", "<math>", "&amp;", "\x1b[", "<i></i>", "x<i>", "<annotation>", "<", "</i>", "<?", "a" * 99],
)
def test_hostile_markup_takes_no_time(piece):
    """Text made to be slow to read is read quickly."""
    started = time.perf_counter()
    clean.plain(piece * 20_000, clean.ABSTRACT)
    assert time.perf_counter() - started < 2
