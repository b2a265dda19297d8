r"""LaTeX documents: `\bibitem` lists, `.bbl` files, citations."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Name, Origin
from scholar_build.scan.latex import bibliography_files, cited_keys, scan_latex
from scholar_build.scan.options import ScanOptions

DOCUMENT = r"""\documentclass{article}
\usepackage{hyperref} % \cite{commented} 50\% more
\addbibresource[label=x]{refs.bib}
\begin{document}
As shown \citep[see][p. 3]{a, b} and \textcite{c} in \href{https://doi.org/10.1234/zz}{a paper}.
\begin{verbatim}
\cite{verbatim} \bibitem{verbatim} x 2001
\end{verbatim}
\nocite{*} \url{https://example.org}
\begin{thebibliography}{9}
\bibitem[{Doe et~al.(2001)}]{a} J. Doe and {\O}. M\"uller. \newblock {\em A title}. \newblock J. Foo, 3:1--9,
  2001. \doi{10.1234/a\_b}.
\bibitem{b}
R. Roe, ``Another title,'' \emph{Phys. Rev. B} \textbf{49}, 5065 (1994). \href{https://doi.org/10.1103/x}{link}
\bibitem{empty}
\end{thebibliography}
\bibliography{one,two.bib}
"""

BIBLATEX = r"""
\entry{doe}{article}{}
      \name{author}{2}{}{%
        {{un=0,hash=1}{%
           family={Doe},
           familyi={D\bibinitperiod},
           given={Jane},
        }}%
        {{hash=2}{%
           family={Berg},
           given={Kim},
           prefix={van},
        }}%
      }
      \list{publisher}{1}{%
        {Wiley}%
      }
      \field{title}{A {T}itle}
      \field{journaltitle}{J. Foo}
      \field{year}{2001}
      \field{pages}{1\bibrangedash 9}
      \verb{doi}
      \verb 10.1234/a_b
      \endverb
    \endentry
\entry{roe}{book}{}
      \field{title}{Second}
    \endentry
"""


def test_bibitems_and_links_are_references():
    """Each `\\bibitem` is an entry at its line under its key; a linked DOI in the text is a mention."""
    scan = scan_latex(DOCUMENT, "thesis.tex", ScanOptions())
    found = [(each.origin, each.key, each.location.line) for each in scan.references]
    assert found == [(Origin.MENTION, "", 5), (Origin.ENTRY, "a", 11), (Origin.ENTRY, "b", 13)]
    assert scan.references[1].text == "J. Doe and Ø. Müller. A title. J. Foo, 3:1–9, 2001. 10.1234/a_b."
    assert [str(each.identifiers[0]) for each in scan.references] == [
        "doi:10.1234/zz", "doi:10.1234/a_b", "doi:10.1103/x",
    ]  # fmt: skip


def test_citations_and_bibliographies_are_found():
    """Every cited key has its place; comments and verbatim text cite nothing."""
    cited = [(key, place.line, place.column) for key, place in cited_keys(DOCUMENT, "thesis.tex")]
    assert cited == [("a", 5, 28), ("b", 5, 31), ("c", 5, 48), ("*", 9, 9)]
    assert bibliography_files(DOCUMENT) == ("refs.bib", "one.bib", "two.bib")


def test_biblatex_lists_are_read_field_by_field():
    """What biber writes is read like the `.bib` it came from."""
    scan = scan_latex(BIBLATEX, "thesis.bbl", ScanOptions())
    doe, roe = scan.references
    assert (doe.key, doe.location.line, roe.key, roe.location.line) == ("doe", 2, "roe", 26)
    assert doe.fields.author == (Name(family="Doe", given="Jane"), Name(family="van Berg", given="Kim"))
    assert (doe.fields.title, doe.fields.container_title, doe.fields.issued) == ("A Title", "J. Foo", (2001,))
    assert (doe.fields.page, doe.fields.publisher, str(doe.identifiers[0])) == ("1-9", "Wiley", "doi:10.1234/a_b")


HOSTILE = [r"\bibitem{", r"\bibitem[", r"\bibitem{a} x", r"\cite{", r"\cite[", r"\entry{a}{b}\field{title}{", "%", "[{"]
HOSTILE += [r"\begin{verbatim}", r"\name{author}family={", r"\href{", r"\bibliography{"]


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_documents_take_linear_time(unit):
    """Ten times the text takes about ten times as long."""

    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        begin = time.process_time()
        scan_latex(text, "x.tex", ScanOptions())
        cited_keys(text, "x.tex")
        return time.process_time() - begin

    seconds(100)  # what is loaded at first use does not count
    assert seconds(200_000) < 40 * max(seconds(20_000), 0.03)


PIECES = [
    r"\bibitem",
    "{a}",
    "[b]",
    "{",
    "}",
    r"\cite",
    r"\href",
    "%",
    "\n",
    r"\entry{a}{b}",
    r"\field{title}",
    "family={",
]
PIECES += ["\\verb{doi}\n\\verb x\n", r"\name{author}", r"\end{thebibliography}", r"\begin{verbatim}", "x"]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES)))
def test_nothing_makes_the_reader_raise(pieces):
    """Any order of commands gives a scan."""
    text = "".join(pieces)
    scan_latex(text, "x.tex", ScanOptions())
    cited_keys(text, "x.tex")
    bibliography_files(text)
