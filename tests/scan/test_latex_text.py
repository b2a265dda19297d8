"""LaTeX to plain text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.scan.latex_text import latex_to_text, plain_address


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (r"Erd{\H o}s, Erd\H{o}s, Erd{\H{o}}s, Erd\H os", "Erdős, Erdős, Erdős, Erdős"),
        (r"R{\'e}nyi, R\'enyi, R\'{e}nyi, R{\'{e}}nyi", "Rényi, Rényi, Rényi, Rényi"),
        (r"{\c c}a \c{c}a Fran\c cois", "ça ça François"),
        (r"Mart\'{\i}nez, Mart{\'\i}nez", "Martínez, Martínez"),
        (r"{\"U}ber {S}{\"a}tze 50\%", "Über Sätze 50%"),
        (r"Wei{\ss}, stra\ss e, {\O}re, \o{}st, \AA ngstr\"om, {\L}\'od\'z", "Weiß, straße, Øre, øst, Ångström, Łódź"),
        (r"\v{S}koda \v Skoda {\u g} {\.Z} {\~n} {\=a} {\k a} {\r u} {\d s} {\b k}", "Škoda Škoda ğ Ż ñ ā ą ů ṣ ḵ"),
        (r"{\v{Z}", "Ž"),
        (r"{$N$}-Coupled $\alpha$-decay of H$_2$O at $10^{-3}$", "N-Coupled α-decay of H2O at 10-3"),
        (r"\emph{Homo sapiens} {\em x} \textbf{y} \textsc{z}", "Homo sapiens x y z"),
        (r"A \& B \_ \# \$5 \{x\} 50\,\%", "A & B _ # $5 {x} 50 %"),
        ("a -- b --- c ``q'' `s'", "a – b — c “q” ‘s'"),
        (r"Knuth~D. hy\-phen \LaTeX\ and {\TeX}", "Knuth D. hyphen LaTeX and TeX"),
        (r"\href{https://x.org}{text} and \url{https://x.org}", "text and https://x.org"),
        (r"Title\footnote{A note}\cite{x}", "Title"),
        (r"$\mathcal{O}(n)$ \(x\) $a_{ij}$", "O(n) x aij"),
        ("AT&amp;T &lt;b&gt;", "AT&T <b>"),
        (r"\textquoteleft x\textquoteright{} \textendash{} \unknownmacro{y}", "‘x’ – y"),
        ("plain  text\n here", "plain text here"),
        ("a trailing \\", "a trailing"),
    ],
)  # fmt: skip
def test_latex_reads_as_a_person_would(written, plain):
    """Accents, symbols, groups, math and simple macros become what the page shows."""
    assert latex_to_text(written) == plain


def test_an_address_keeps_its_signs():
    """Two hyphens or a tilde in an address are no dash and no blank."""
    assert plain_address(r"\url{https://x.org/~a/b--c\_d\%20e}") == "https://x.org/~a/b--c_d%20e"
    assert plain_address(r"https://x.org/\textasciitilde{}a") == "https://x.org/~a"


@pytest.mark.parametrize(
    "unit", ["{", "\\", "$", "\\H ", '{\\"', "\\href{", "\\cite[", "\\a ", '\\"{ ', "`", "&", "\\url "]
)
def test_nonsense_takes_linear_time(unit):
    """Ten times the text takes about ten times as long."""

    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        begin = time.process_time()
        latex_to_text(text)
        return time.process_time() - begin

    seconds(100)  # what is loaded at first use does not count
    assert seconds(200_000) < 40 * max(seconds(20_000), 0.03)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("\\{}$~`'\"^_&;#%-abcHiou é"), max_size=80))
def test_nothing_makes_decoding_raise(text):
    """Any mixture of LaTeX's signs becomes text without a stray brace."""
    assert latex_to_text(text) == " ".join(latex_to_text(text).split())
    plain_address(text)
