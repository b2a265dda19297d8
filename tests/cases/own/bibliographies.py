"""Bibliography files as managers, publishers and people leave them."""

# ruff: noqa: E501

from __future__ import annotations

import json

from tests.cases.own.frogs import CITED, DOI, bib, cases, frog, newt
from tests.twin import Work

HEAD = "@article{frog, author={Reed, Ada and Moss, Bo}, title={Calls of the marsh frog in noisy ponds}, journal={Journal of Ponds}, year={2020}, "
GOOD = "@article{newt, author={Lindqvist, Tove and Okafor, Chidi and van der Berg, Jan}, title={Winter shelters of alpine newts under alder roots}, journal={Acta Stagni}, volume={41}, year={2015}, doi={10.5555/newt.1}}\n"
BOTH = {"works": (frog(), newt()), "want": {"frog": "verified", "newt": "verified"}}

CASES = cases(
    "bib parse",
    {
        "id": "B-unclosed-brace",
        "why": "an entry without its closing brace must not swallow the next one",
        "format": "bib",
        "text": HEAD + f"doi={{{DOI}}},\n  note={{unclosed }}\n\n{GOOD}",
        "works": (frog(), newt()),
        "want": {"frog": "verified", "newt": "verified"},
        "rules": ("broken-entry",),
    },
    {
        "id": "B-missing-comma",
        "why": "a forgotten comma between fields",
        "format": "bib",
        "text": HEAD.removesuffix("year={2020}, ") + f"year={{2020}}\n  doi={{{DOI}}}}}\n{GOOD}",
        "works": (frog(), newt()),
        "want": {"frog": "verified", "newt": "verified"},
    },
    {
        "id": "B-junk-between",
        "why": "text, comments and mail addresses between entries are comments",
        "format": "bib",
        "text": f'% Encoding: UTF-8\nmail ada@pond.example for more\n@comment{{jabref-meta: databaseType:bibtex;}}\n@preamble{{ "\\newcommand{{\\x}}{{y}}" }}\n{HEAD}doi={{{DOI}}}}}\nSome notes of 2019 here.\n{GOOD}',
        **BOTH,
    },
    {
        "id": "B-strings",
        "why": "macros, concatenation and quotes",
        "format": "bib",
        "text": f'@string{{jop = "Journal of " # "Ponds"}}\n@STRING(as = {{Acta Stagni}})\n@Article(frog, Author="Reed, Ada and Moss, Bo", Title="Calls of the {{marsh frog}} in noisy ponds", Journal=jop, Year=2020, Month=mar # "~1", DOI="{DOI}")\n'
        + GOOD.replace("{Acta Stagni}", "as"),
        **BOTH,
    },
    {
        "id": "B-parent",
        "why": "fields inherited from a proceedings volume",
        "format": "bib",
        "text": f"@inproceedings{{frog, author={{Reed, Ada and Moss, Bo}}, title={{Calls of the marsh frog in noisy ponds}}, pages={{101--109}}, doi={{{DOI}}}, crossref={{vol}}}}\n@proceedings{{vol, title={{Proceedings of the Pond Conference}}, booktitle={{Proceedings of the Pond Conference}}, year={{2020}}, editor={{Heron, G.}}}}\n",
        "works": (frog(venue="Proceedings of the Pond Conference", type="proceedings-article", volume="", issue=""),),
        "want": {"frog": "verified", "vol": "unchecked"},
    },
    {
        "id": "B-biblatex",
        "why": "biblatex's fields: date ranges, journaltitle, subtitle, entry types",
        "format": "bib",
        "text": f"@article{{frog, author={{family=Reed, given=Ada and family=Moss, given=Bo}}, title={{Calls of the marsh frog}}, subtitle={{A field study}}, journaltitle={{Journal of Ponds}}, date={{2020-03/2020-04}}, doi={{{DOI}}}, urldate={{2024-01-02}}, langid={{english}}}}\n@online{{w, title={{A page}}, url={{https://pond.example}}, date={{2020-05-03}}, urldate={{2023-01-01}}}}\n@software{{s, author={{Doe, J.}}, title={{frogr}}, version={{1.2}}, date={{2021}}}}\n",
        "works": (frog(title="Calls of the marsh frog", subtitle="a field study"),),
        "want": {"frog": "verified", "w": "unchecked", "s": "unchecked"},
        "rules": (),
    },
    {
        "id": "B-names",
        "why": "particles, suffixes, corporate braces, accents of every spelling",
        "format": "bib",
        "text": f"@article{{frog, author={{van der Berg, Jan and {{\\'E}}mile {{du Ch{{\\^a}}telet}} and M{{\\\"u}}ller, Jr., H. and {{Pond Consortium}} and Ch{{\\u{{a}}}}rles {{\\L}}{{\\'o}}d{{\\'z}} and \\O{{}}stby, Aa{{\\aa}}se and others}}, title={{Calls of the marsh frog in noisy ponds}}, year={{2020}}, doi={{{DOI}}}}}\n",
        "works": (
            frog(
                authors=(
                    "van der Berg, Jan",
                    "du Châtelet, Émile",
                    "Müller, H., Jr.",
                    "Pond Consortium",
                    "Łódź, Chărles",
                    "Østby, Aaåse",
                    "Last, One",
                )
            ),
        ),
        "want": {"frog": "verified"},
        "rules": (),
    },
    {
        "id": "B-semicolon-names",
        "why": "names set apart against the rules",
        "format": "bib",
        "text": bib(f"doi = {{{DOI}}}").replace("Reed, Ada and Moss, Bo", "Reed, A.; Moss, B.")
        + GOOD.replace(
            "Lindqvist, Tove and Okafor, Chidi and van der Berg, Jan", "T. Lindqvist, C. Okafor, J. van der Berg"
        ),
        "works": (frog(), newt()),
        "want": {"frog": "verified", "newt": "verified"},
        "rules": (),
    },
    {
        "id": "B-math-title",
        "why": "math, Greek and markup in titles",
        "format": "bib",
        "text": f"@article{{frog, author={{Reed, Ada}}, title={{{{Measurement of $B^0_s \\to \\mu^+\\mu^-$ decays at $\\sqrt{{s}} = 13$~TeV with H$_2$O}}}}, year=2020, doi={{{DOI}}}}}",
        "works": (
            frog(
                title="Measurement of <mml:math><mml:msubsup><mml:mi>B</mml:mi><mml:mi>s</mml:mi><mml:mn>0</mml:mn></mml:msubsup><mml:mo>→</mml:mo><mml:msup><mml:mi>μ</mml:mi><mml:mo>+</mml:mo></mml:msup><mml:msup><mml:mi>μ</mml:mi><mml:mo>−</mml:mo></mml:msup></mml:math> decays at <mml:math><mml:msqrt><mml:mi>s</mml:mi></mml:msqrt><mml:mo>=</mml:mo><mml:mn>13</mml:mn></mml:math> TeV with H<sub>2</sub>O",
                authors=("Reed, Ada",),
            ),
        ),
        "want": {"frog": "verified"},
        "never": ("mml:", "<sub>"),
    },
    {
        "id": "B-empty-fields",
        "why": "empty fields say nothing",
        "format": "bib",
        "text": bib(
            f"doi = {{{DOI}}}, volume = {{}}, number = {{}}, pages = {{}}, publisher = {{}}, url = {{}}, eprint = {{}}"
        ),
        "works": (frog(),),
        "want": {"frog": "verified"},
    },
    {
        "id": "B-year-words",
        "why": "years that are not (only) numbers",
        "format": "bib",
        "text": "".join(
            bib(f"doi = {{{DOI}}}", key=f"y{place}").replace("year = {2020}", f"year = {{{year}}}")
            for place, year in enumerate(
                ("in press", "2020a", "c2020", "2019/2020", "[2020]", "forthcoming", "2020, 1st ed.", "submitted")
            )
        ),
        "works": (frog(),),
        "want": {f"y{place}": "verified" for place in range(8)},
        "rules": (),
    },
    {
        "id": "B-pages",
        "why": "page spellings that mean the same",
        "format": "bib",
        "text": "".join(
            bib(f"doi = {{{DOI}}}, pages = {{{pages}}}", key=f"p{place}")
            for place, pages in enumerate(
                (
                    "101--109",
                    "101-109",
                    "101–109",
                    "101---109",
                    "pp. 101-109",
                    "101 - 109",
                    "101-9",
                    "101",
                    "101+",
                    "101--",
                    "101:1--101:9",
                )
            )
        ),
        "works": (frog(),),
        "want": {f"p{place}": "verified" for place in range(11)},
        "rules": (),
    },
    {
        "id": "B-duplicate-key",
        "why": "one key twice is reported, both entries are checked",
        "format": "bib",
        "text": bib(f"doi = {{{DOI}}}") + GOOD.replace("{newt,", "{frog,"),
        "works": (frog(), newt()),
        "want": {"#1": "verified", "#2": "verified"},
        "rules": ("duplicate-key",),
    },
    {
        "id": "B-keys",
        "why": "keys with every sign that people use",
        "format": "bib",
        "text": "".join(
            bib(f"doi = {{{DOI}}}", key=key)
            for key in ("reed:2020/frog+x", "服部1976", "Müller_2020", "10.5555/frog", "a'b")
        ),
        "works": (frog(),),
        "ids": (f"doi:{DOI}",) * 5,
    },
    {
        "id": "B-ignored-field",
        "why": "a `scholar-ignore` field accepts the entry",
        "format": "bib",
        "text": bib("scholar-ignore = {our own leaflet}"),
        "works": (),
        "ids": (),
    },
    {
        "id": "B-thesis-book-report",
        "why": "types that no index holds completely",
        "format": "bib",
        "text": "@phdthesis{t, author={Moss, Bo}, title={Sound in shallow water}, school={University of the Lake}, year=2012}\n@book{b, author={Knott, E.}, title={Ponds and how to read them}, publisher={Graphics Press}, address={Cheshire, CT}, year=2001}\n@techreport{r, author={Reed, Ada}, title={Pond acoustics}, institution={Lake Institute}, number={TR-9}, year=2009}\n@misc{m, author={Moss, Bo}, title={Frog songs}, howpublished={\\url{https://pond.example/songs}}, year=2011}\n@manual{x, title={The frogr manual}, organization={Frogr team}, year=2019}\n@unpublished{u, author={Reed, Ada}, title={Notes on frogs and toads}, note={in preparation}, year=2022}\n@patent{p, author={Reed, Ada}, title={A frog trap}, number={US1234567}, year=2001}\n",
        "want": dict.fromkeys("tbrmxup", "unchecked"),
        "rules": (),
    },
    {
        "id": "B-ris",
        "why": "a RIS export with a stray BOM, blank lines and a DOI address",
        "format": "ris",
        "text": f"\ufeffTY  - JOUR\nAU  - Reed, Ada\nAU  - Moss, Bo\nTI  - Calls of the marsh frog in noisy ponds\nT2  - Journal of Ponds\nPY  - 2020/03/01/\nVL  - 12\nIS  - 3\nSP  - 101\nEP  - 109\nDO  - https://doi.org/{DOI}\nUR  - https://pond.example\nER  - \n\nTY  - CHAP\nA1  - Knott, E.\nT1  - How ponds are read\nT2  - Ponds\nA2  - Heron, G.\nY1  - 2001\nER  -\n",
        "works": (frog(),),
        "want": {"#1": "verified", "#2": "unchecked"},
    },
    {
        "id": "B-csl",
        "why": "CSL-JSON with odd dates and literal names",
        "format": "csl",
        "text": json.dumps(
            [
                {
                    "id": "frog",
                    "type": "article-journal",
                    "title": "Calls of the marsh frog in noisy ponds",
                    "author": [{"family": "Reed", "given": "Ada"}, {"literal": "Bo Moss"}],
                    "issued": {"raw": "2020-03"},
                    "DOI": DOI.upper(),
                    "container-title": "Journal of Ponds",
                },
                {
                    "id": 7,
                    "type": "article-journal",
                    "title": "Winter shelters of alpine newts under alder roots",
                    "author": [{"family": "Berg", "non-dropping-particle": "van der", "given": "Jan"}],
                    "issued": {"date-parts": [["2015"]]},
                    "URL": "https://doi.org/10.5555/newt.1",
                },
                {"id": "none", "type": "webpage", "title": None, "URL": "https://pond.example"},
            ]
        ),
        "works": (frog(), newt(authors=("van der Berg, Jan",))),
        "want": {"frog": "verified", "7": "verified", "none": "unchecked"},
    },
    {
        "id": "B-mendeley-url",
        "why": "the DOI stands only in an address or a note",
        "format": "bib",
        "text": bib(f"url = {{https://pond.example/doi/abs/{DOI}?needAccess=true}}", key="u")
        + bib(f"note = {{doi: {DOI}}}", key="n")
        + bib(f"howpublished = {{\\url{{http://dx.doi.org/{DOI}}}}}", key="h")
        + bib(f"ee = {{https://doi.org/{DOI}}}", key="e"),
        "works": (frog(),),
        "ids": (f"doi:{DOI}",) * 4,
        "want": dict.fromkeys("unhe", "verified"),
    },
    {
        "id": "B-chapter-of-book-doi",
        "why": "a chapter cited with the DOI of its book is no other work",
        "format": "bib",
        "text": "@incollection{c, author={Moss, Bo}, title={Sound in shallow water}, booktitle={Handbook of pond acoustics}, editor={Heron, Grey}, publisher={Pond Press}, year={2012}, pages={33--47}, doi={10.5555/handbook}}",
        "works": (
            Work(
                title="Handbook of Pond Acoustics",
                type="edited-book",
                year=2012,
                publisher="Pond Press",
                doi="10.5555/handbook",
                raw={"crossref": {"editor": [{"family": "Heron", "given": "Grey"}]}},
            ),
        ),
        "rules": (),
    },
    {
        "id": "B-free-text-of-bib",
        "why": "the same work as text and as entry gets the same verdict",
        "text": f"- {CITED} doi:{DOI}",
        "works": (frog(),),
        "want": {"#1": "verified"},
    },
)
