"""Pages: what is a reference, and what only looks like one."""

# ruff: noqa: E501

from __future__ import annotations

from tests.cases.own.frogs import CITED, DOI, cases, frog, newt
from tests.twin import Work

NEWT = "Lindqvist T, Okafor C, van der Berg J. Winter shelters of alpine newts under alder roots. Acta Stagni 41 (2015) 7-19."
BOTH = {"works": (frog(), newt()), "want": {"#1": "verified", "#2": "verified"}}

CASES = cases(
    "reference scan",
    {
        "id": "S-prose-between",
        "why": "prose under the heading, licence lines and a contributors' list are no references",
        "page": True,
        "text": f"# Ponds\n\n## References\n\nThe following papers from 2015 and 2020 shaped this page.\n\n1. {CITED}\n2. {NEWT}\n\nLast updated: 3 May 2021.\n\n## Contributors\n\n1. Ada Reed (2020)\n2. Bo Moss\n",
        **BOTH,
    },
    {
        "id": "S-nested-notes",
        "why": "a note below an entry belongs to it",
        "text": f"1. {CITED}\n    - Classic; read section 3 first.\n    - Data: <https://pond.example/data>\n2. {NEWT}\n",
        **BOTH,
    },
    {
        "id": "S-loose-paragraphs",
        "why": "an item of two paragraphs is one entry",
        "text": f"1. {CITED}\n\n    An important paper, cited 400 times since 2020.\n\n2. {NEWT}\n",
        **BOTH,
    },
    {
        "id": "S-footnotes",
        "why": "of footnotes only the bibliographic ones are references",
        "page": True,
        "text": f"# Ponds\n\nFrogs call[^a], as everybody knows[^b], and newts sleep[^c].\n\n[^a]: {CITED}\n[^b]: In 2020 we asked seven people in the street.\n[^c]: Lindqvist T, Okafor C, van der Berg J. Winter shelters of alpine\n    newts under alder roots. Acta Stagni 41 (2015) 7-19.\n",
        **BOTH,
    },
    {
        "id": "S-examples",
        "why": "examples of how to write citations are no references",
        "page": True,
        "text": f"# How to cite\n\n```bibtex\n@article{{x, doi = {{10.5555/example.1}}, title={{An example}}}}\n```\n\n````markdown\n## References\n\n- {CITED}\n````\n\n<!-- - {NEWT} -->\n\n    doi:10.5555/example.2\n\n`doi:10.5555/example.3`\n",
        "ids": (),
        "want": {},
    },
    {
        "id": "S-front-matter",
        "why": "the page's own DOI in its front matter, badges and mail addresses are no references",
        "page": True,
        "text": "---\ntitle: Our data\ndoi: https://doi.org/10.5555/own.1\n---\n\n# Data\n\n[![DOI](https://zenodo.org/badge/DOI/10.5555/own.1.svg)](https://pond.example)\nMail <ada@10.5555.example>, @ada, [@fig:pond], [@eq:one].\n",
        "ids": (),
        "want": {},
    },
    {
        "id": "S-placeholders",
        "why": "template rows are reported as placeholders, not looked for",
        "text": "1. [reference name] (reference URL)\n2. TBD\n3. Author, F. (2025). Title. Journal. https://doi.org/link/to/doi\n4. "
        + CITED,
        "works": (frog(),),
        "want": {"#1": "verified"},
        "rules": ("placeholder",),
    },
    {
        "id": "S-web",
        "why": "web pages, Wikipedia and software are not indexed, and nothing is said against them",
        "text": "- Wikipedia contributors. Frog. Wikipedia, 2021. https://en.wikipedia.org/wiki/Frog\n- pandas documentation, version 2.0, 2023. https://pandas.pydata.org\n- R Core Team. R: A language and environment for statistical computing. R Foundation, Vienna, 2021. https://www.R-project.org/\n- Reed A. Why frogs shout. Blog post, 3 May 2020. https://pond.example/blog/frogs",
        "works": (frog(title="Frog", doi="10.5555/other.1"), newt(title="Why frogs shout", doi="10.5555/other.2")),
        "want": dict.fromkeys(("#1", "#2", "#3", "#4"), "unchecked"),
        "reason": "not_indexed",
        "rules": (),
    },
    {
        "id": "S-grey",
        "why": "books, theses, reports, standards, RFCs and laws without an identifier are not indexed",
        "text": "- Tufte ER. The visual display of quantitative information. 2nd ed. Cheshire, CT: Graphics Press; 2001.\n"
        "- Moss B. Sound in shallow water. PhD thesis, University of the Lake, 2012.\n"
        "- Reed A. Pond acoustics. Technical Report TR-2009-14, Lake Institute, 2009.\n"
        "- ISO 8601-1:2019. Date and time. Representations for information interchange.\n"
        "- Fielding R, Reschke J. Hypertext Transfer Protocol. RFC 7231, June 2014.\n"
        "- Regulation (EU) 2016/679 of the European Parliament and of the Council of 27 April 2016.\n"
        "- IEEE Std 754-2019. IEEE Standard for Floating-Point Arithmetic. 2019.\n"
        "- World Health Organization. World health statistics 2020. Geneva: WHO; 2020.\n"
        "- 鈴木花子『池の科学』岩波書店，2005年．\n"
        "- Knuth DE. The Art of Computer Programming, Volume 1. Addison-Wesley, Reading, MA, 1968.",
        "want": {f"#{place}": "unchecked" for place in range(1, 11)},
        "reason": "not_indexed",
        "rules": (),
    },
    {
        "id": "S-link-definitions",
        "why": "a link definition may be the only place where a reference stands",
        "page": True,
        "text": f"# Ponds\n\nAs [Reed and Moss][frogs] showed; see [the site][s].\n\n[frogs]: https://doi.org/{DOI}\n[s]: https://pond.example\n",
        "works": (frog(),),
        "ids": (f"doi:{DOI}",),
        "want": {"#1": "verified"},
    },
    {
        "id": "S-link-and-target",
        "why": "a link whose text names another work than its target is seen without a provider",
        "page": True,
        "text": f"See [10.5555/newt.1](https://doi.org/{DOI}).\n",
        "works": (frog(), newt()),
        "want": {f"doi:{DOI}": "verified"},
        "rules": ("link-mismatch",),
    },
    {
        "id": "S-mention-words",
        "why": "words around a mention are not held against it",
        "page": True,
        "text": f"In 1999 everybody thought of [newts and their winter sleep in the mountains](https://doi.org/{DOI}),\n\nand the [2017 workshop](https://doi.org/{DOI}) agreed.\n",
        "works": (frog(),),
        "rules": (),
        "want": {"#1": "verified", "#2": "verified"},
    },
    {
        "id": "S-table",
        "why": "in a table the column of references counts, and every row is one entry",
        "page": True,
        "text": f"# Data\n\n| Set | Year | Reference |\n|---|---|---|\n| calls | 2021 | {CITED} |\n| sleep | 1999 | {NEWT} |\n",
        **BOTH,
    },
    {
        "id": "S-html",
        "why": "a list in raw HTML, closing tags left out",
        "text": f"<ol>\n<li>Reed A, Moss B. <i>Calls of the marsh frog</i> in noisy ponds. J&nbsp;Ponds&nbsp;2020;12(3):101&ndash;109.\n<li>{NEWT}\n</ol>",
        **BOTH,
    },
    {
        "id": "S-one-line-html",
        "why": "numbered entries in one line without breaks",
        "page": True,
        "text": "<b>Reference</b>[1]　Reed, A. and Moss, B. Calls of the marsh frog in noisy ponds. Journal of Ponds 12 (2020).[2]　Lindqvist, T. Winter shelters of alpine newts under alder roots. Acta Stagni 41 (2015).",
        **BOTH,
    },
    {
        "id": "S-ignored",
        "why": "an accepted reference is asked about and shown as accepted",
        "text": "- Reed A. Notes nobody printed. Journal of Ponds 1(1):1-2, 1999. <!-- scholar: ignore a leaflet of our own -->\n- "
        + CITED,
        "works": (frog(),),
        "says": ("a leaflet of our own",),
    },
    {
        "id": "S-draft-text",
        "why": "a draft in plain text with numbered entries and page breaks",
        "format": "text",
        "text": f"Ponds\n\nIn 2020 frogs called [1], newts slept [2].\n\nREFERENCES\n\n[1] {CITED}\n[2] Lindqvist T, Okafor C, van der Berg J. Winter shelters of alpine newts\n    under alder roots. Acta Stagni 41 (2015) 7-19.\n",
        **BOTH,
    },
    {
        "id": "S-japanese",
        "why": "full-width punctuation and brackets around title and journal",
        "page": True,
        "text": "# 池\n\n## 参考文献・謝辞\n\n1. 鈴木花子，佐藤太郎：「騒がしい池における蛙の鳴き声」『池学会誌』第12巻，第3号，101-109頁（2020）．https://doi.org/10.5555/jp.12.3_101．\n2. 田中一郎（2015）「冬の井守」池学会誌41巻，7-19．\n",
        "works": (
            frog(
                "10.5555/jp.12.3_101",
                title="騒がしい池における蛙の鳴き声",
                authors=("鈴木, 花子", "佐藤, 太郎"),
                venue="池学会誌",
                agency="JaLC",
                raw={"doi": {}},
            ),
            newt("10.5555/jp.41", title="冬の井守", authors=("田中, 一郎",), venue="池学会誌"),
        ),
        "want": {"#1": "verified", "#2": "verified"},
    },
    {
        "id": "S-rst-numpydoc",
        "why": "a numpydoc section: the identifier on the last line, a backslash against list numbers",
        "format": "rst",
        "page": True,
        "text": f'frog\n====\n\nReferences\n----------\n.. [1] \\A. Reed and B. Moss, "Calls of the marsh frog in\n   noisy ponds", Journal of Ponds **12** (3), pp. 101-109, 2020.\n   :doi:`{DOI}`\n.. [Lin15] T. Lindqvist, C. Okafor, J. van der Berg, "Winter shelters of alpine newts under\n   alder roots", Acta Stagni, vol. 41, pp. 7-19, 2015.\n\nExamples\n--------\n>>> a = 1  # doi:10.5555/example.9\n',
        **BOTH,
    },
    {
        "id": "S-rst-target",
        "why": "a reference that is one link whose text holds the address again",
        "format": "rst",
        "text": f"* `A. Reed, B. Moss. Calls of the marsh frog in noisy ponds. J. Ponds 12:3 (2020) doi: {DOI} <http://doi.org/{DOI}>`__",
        "works": (frog(),),
        "ids": (f"doi:{DOI}",),
        "want": {"#1": "verified"},
    },
    {
        "id": "S-rst-autonumbered",
        "why": "footnotes, rubrics and comments in reST",
        "format": "rst",
        "page": True,
        "text": f"Frogs\n=====\n\nThey call [#f1]_ and sleep [#]_.\n\n.. A comment with doi:10.5555/example.1\n\n.. rubric:: References\n\n.. [#f1] {CITED}\n.. [#] {NEWT}\n\n.. code-block:: python\n\n   doi = '10.5555/example.2'\n",
        **BOTH,
    },
    {
        "id": "S-latex-list",
        "why": "a hand-made bibliography in LaTeX",
        "format": "tex",
        "text": "\\documentclass{article}\\begin{document}% 10.5555/comment.1\nSee \\cite{r}.\n\\begin{thebibliography}{9}\n\\bibitem{r} A.~Reed and B.~Moss, \\emph{Calls of the marsh frog in noisy ponds}, J.~Ponds \\textbf{12}(3) (2020), 101--109. \\href{https://doi.org/10.5555/frog.2020.7}{doi:10.5555/frog.2020.7}\n\\bibitem[Lindqvist 2015]{l} T.~Lindqvist, C.~Okafor and J.~van~der~Berg. Winter shelters of alpine newts under alder roots. Acta Stagni, 41:7--19, 2015.\n\\end{thebibliography}\\end{document}\n",
        **BOTH,
    },
    {
        "id": "S-physics",
        "why": "entries without a title are the norm in physics",
        "text": f"- A. Reed and B. Moss, J. Ponds **12**, 101 (2020), doi:{DOI}\n- T. Lindqvist *et al.*, Acta Stagni **41**, 7 (2015).\n- C. Heron and D. E. Stork, J. Pond Phys. A **4**, 1101 (1987).\n- Reed, A.; Moss, B. *J. Ponds* **2020**, *12*, 101-109.\n",
        "works": (frog(), newt()),
        "want": {"#1": "verified", "#2": "verified", "#3": "unchecked", "#4": "verified"},
        "rules": (),
    },
    {
        "id": "S-same-on-pages",
        "why": "one entry written twice is asked once and reported at both places",
        "text": f"- {CITED} doi:{DOI}\n- {CITED} https://doi.org/{DOI}\n",
        "works": (frog(),),
        "want": {"#1": "verified", "#2": "verified"},
    },
    {
        "id": "S-one-doi-two-titles",
        "why": "one DOI on two different titles is seen without a provider",
        "format": "bib",
        "text": "@article{a, author={Reed, Ada and Moss, Bo}, title={Calls of the marsh frog in noisy ponds}, year=2020, doi={10.5555/frog.2020.7}}\n@article{b, author={Lindqvist, Tove}, title={Winter shelters of alpine newts under alder roots}, year=2015, doi={10.5555/frog.2020.7}}\n",
        "works": (frog(),),
        "want": {"a": "verified", "b": "mismatch"},
    },
    {
        "id": "S-erratum-after",
        "why": "an erratum named after the paper is part of the entry",
        "text": f"- {CITED} doi:{DOI}. Erratum in: J Ponds 2021;13(1):9. doi:10.5555/frog.2021.9",
        "works": (
            frog(),
            Work(
                title="Erratum: Calls of the marsh frog in noisy ponds",
                authors=("Reed, Ada",),
                year=2021,
                doi="10.5555/frog.2021.9",
            ),
        ),
        "want": {"#1": "verified"},
    },
)
