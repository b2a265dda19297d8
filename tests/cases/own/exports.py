"""Entries as databases and managers export them, and as pages of real sites hold them."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Any

from tests.cases.own.frogs import CITED, DOI, bib, cases, frog, newt
from tests.twin import Fault, Work

RIGHT: dict[str, Any] = {"want": {"#1": "verified"}, "rules": ()}


def entry(*fields: str, kind: str = "article", doi: bool = True, **works: Any) -> dict[str, Any]:
    """A right entry with the fields given, and the article in the registry."""
    listed = ["author = {Reed, Ada and Moss, Bo}", "title = {Calls of the marsh frog in noisy ponds}", "year = {2020}"]
    given = {field.split("=")[0].strip().lower() for field in fields}
    kept = [field for field in listed if field.split("=")[0].strip() not in given]
    identifier = [f"doi = {{{DOI}}}"] if doi and "doi" not in given else []
    return {
        "format": "bib",
        "text": f"@{kind}{{k,\n  " + ",\n  ".join([*kept, *fields, *identifier]) + "\n}\n",
        "works": (frog(**works),),
        **RIGHT,
    }


EXPORTS = cases(
    "bib parse",
    {"id": "E-inspire", "why": "INSPIRE: quotes inside braces inside quotes, percent signs, `Phys.Rev.` with `D89`", "format": "bib", "text": f'@article{{Reed:2014oha,\n  author = "Reed, Ada and Moss, Bo",\n  title = "{{Warped Graviton "Z + Missing Energy" Signal at Hadron Colliders}}",\n  journal = "Phys.Rev.",\n  volume = "D89",\n  pages = "096007",\n  doi = "{DOI}",\n  year = "2014",\n  SLACcitation = "%%CITATION = ARXIV:1403.3399;%%",\n}}', "works": (frog(title="Warped graviton “Z+missing energy” signal at hadron colliders", year=2014, venue="Physical Review D", short_venue="Phys. Rev. D", volume="89", issue="9", page="", raw={"crossref": {"article-number": "096007"}}),), "want": {"Reed:2014oha": "verified"}, "rules": ()},
    {"id": "E-ads-macros", "why": "ADS: journals as LaTeX macros that the class defines", "format": "bib", "text": f"@ARTICLE{{2020ApJ...1, author = {{{{Reed}}, A. and {{Moss}}, B.}}, title = \"{{Calls of the marsh frog in noisy ponds}}\", journal = {{\\apj}}, year = 2020, month = jan, volume = {{12}}, number = {{3}}, eid = {{101}}, pages = {{101}}, doi = {{{DOI}}}, adsurl = {{https://ui.adsabs.harvard.edu/abs/2020ApJ...1}}, adsnote = {{Provided by the SAO/NASA Astrophysics Data System}}}}", "works": (frog(venue="The Astrophysical Journal", short_venue="ApJ"),), **RIGHT},
    {"id": "E-ads-a-and-a", "why": "`A\\&A`", **entry("journal = {A\\&A}", venue="Astronomy &amp; Astrophysics", short_venue="A&amp;A")},
    {"id": "E-mnras", "why": "MNRAS", **entry("journal = {\\mnras}", venue="Monthly Notices of the Royal Astronomical Society", short_venue="")},
    {"id": "E-percent-doi", "why": "a percent sign in front of the DOI", **entry(f"doi = {{%doi:{DOI}}}")},
    {"id": "E-lone-quote", "why": "one double quote inside braces", **entry('title = {Calls of the 5" marsh frog}', title="Calls of the 5″ marsh frog")},
    {"id": "E-month", "why": "a month with a capital, without quotes", **entry("month = Apr", "day = 3")},
    {"id": "E-plus-doi", "why": "a DOI that ends in a plus sign", "format": "bib", "text": bib("doi = {10.5555/ja047156+}"), "works": (frog("10.5555/ja047156+"),), "ids": ("doi:10.5555/ja047156+",), "want": {"frog": "verified"}},
    {"id": "E-two-dois", "why": "two DOIs in one field", "format": "bib", "text": bib(f"doi = {{{DOI}, 10.5555/frog.2020.7.suppl}}"), "works": (frog(),), "want": {"frog": "verified"}},
    {"id": "E-no-doi-words", "why": "a doi field that says that there is none", "format": "bib", "text": "".join(bib(f"doi = {{{word}}}", key=f"k{n}") for n, word in enumerate(("N/A", "-", "none", "not available", "tba"))), "works": (frog(),), "ids": (), "want": {f"k{n}": "verified" for n in range(5)}},
    {"id": "E-eprint-types", "why": "eprinttype names another scheme", "format": "bib", "text": bib("eprint = {PMC9000777}, eprinttype = {pmcid}", key="a") + bib("eprint = {90000777}, eprinttype = {pubmed}", key="b") + bib(f"eprint = {{{DOI}}}, eprinttype = {{doi}}", key="c") + bib("eprint = {26174423}, eprinttype = {jstor}", key="d"), "works": (frog(pmid="90000777", pmcid="PMC9000777"),), "ids": ("pmcid:PMC9000777", "pmid:90000777", f"doi:{DOI}"), "want": dict.fromkeys("abcd", "verified")},
    {"id": "E-article-number", "why": "article numbers and electronic pages are no other pages", **entry("pages = {e1005871}", page="101-109")},
    {"id": "E-comment-in-names", "why": "a comment between names", **entry("author = {Reed, Ada and % who?\n  Moss, Bo}")},
    {"id": "E-caps-names", "why": "family names in capitals", **entry("author = {REED, Ada and MOSS, Bo}")},
    {"id": "E-record-caps", "why": "the record's names in capitals", **entry(authors=("REED, A.", "MOSS, B."))},
    {"id": "E-initial-in-family", "why": "the record has the second initial in the family name", **entry("author = {Horst, Allison M. and Gorman, Kristen B.}", authors=("M. Horst, Allison", "B. Gorman, Kristen"))},
    {"id": "E-first-last", "why": "the record gives whole names as family names", **entry(raw={"crossref": {"author": [{"family": "Ada Reed"}, {"family": "Bo Moss"}]}})},
    {"id": "E-translated-journal", "why": "a journal and its translation", **entry("journal = {Zeitschrift für Teiche}", venue="Zeitschrift fur Teiche - Journal of Ponds", short_venue="")},
    {"id": "E-html-in-bib", "why": "HTML in a bib title", **entry("title = {Calls of the <i>marsh</i> frog in noisy ponds&nbsp;&ndash; a study}", title="Calls of the marsh frog in noisy ponds – a study")},
    {"id": "E-protected", "why": "every word in braces", **entry("title = {{Calls} of the {{M}}arsh {Frog} in {N}oisy {P}onds}")},
    {"id": "E-textsuperscript", "why": "LaTeX commands with arguments", **entry("title = {\\emph{Calls} of the \\textbf{marsh} frog in noisy\\footnote{x} ponds at 10\\textsuperscript{3}\\,Hz}", title="Calls of the marsh frog in noisy ponds at 10<sup>3</sup> Hz")},
    {"id": "E-dedupe-version", "why": "two entries that differ in the version only", "format": "bib", "text": "@misc{a, author={Reed, Ada}, title={Frogs}, year=2021, eprint={2101.55555v1}, archiveprefix={arXiv}}\n@misc{b, author={Reed, Ada}, title={Frogs}, year=2021, eprint={2101.55555v2}, archiveprefix={arXiv}}", "works": (Work(title="Frogs", authors=("Reed, Ada",), arxiv="2101.55555", year=2021),), "want": {"a": "verified", "b": "verified"}},
)  # fmt: skip

PAGES = cases(
    "reference scan",
    {"id": "G-break", "why": "a DOI before a line break in HTML", "text": f"- {CITED}<br/>https://doi.org/{DOI}<br />Open access", "works": (frog(),), "ids": (f"doi:{DOI}",), **RIGHT},
    {"id": "G-attributes", "why": "an attribute list after a link", "text": f'- {CITED} [doi](https://doi.org/{DOI}){{:target="_blank"}} [pdf](frog.pdf){{ .md-button }}', "works": (frog(),), "ids": (f"doi:{DOI}",), **RIGHT},
    {"id": "G-title-link", "why": "the title is the link", "text": f"- Reed, A., & Moss, B. (2020). [Calls of the marsh frog in noisy ponds](https://doi.org/{DOI}). *Journal of Ponds*, *12*(3), 101–109.", "works": (frog(),), "ids": (f"doi:{DOI}",), **RIGHT},
    {"id": "G-broken-link", "why": "a link broken over lines", "text": f"- Reed, A., & Moss, B. (2020). [Calls of the marsh frog\n  in noisy ponds](\n  https://doi.org/{DOI}). Journal of Ponds.", "works": (frog(),), "ids": (f"doi:{DOI}",), **RIGHT},
    {"id": "G-abbreviations", "why": "abbreviation definitions are no references", "page": True, "text": f"# T\n\nThe DOI is used.\n\n## References\n\n- {CITED}\n\n*[DOI]: Digital Object Identifier\n*[HTML]: Hyper Text Markup Language 2020\n", "works": (frog(),), **RIGHT},
    {"id": "G-quote", "why": "entries in a block quote", "text": f"> [1] {CITED}\n>\n> [2] Lindqvist T, Okafor C, van der Berg J. Winter shelters of alpine newts under\n> alder roots. Acta Stagni 41 (2015) 7-19.", "works": (frog(), newt()), "want": {"#1": "verified", "#2": "verified"}},
    {"id": "G-loose-words", "why": "a few words are no proof of any work", "text": "- Smith 2021 frogs ponds psychology, Journal of Ponds 12(3):1", "works": (frog(), newt()), "want": {"#1": "not_found"}},
    {"id": "G-bold-names", "why": "the lab's own names in bold, stars and daggers", "text": f"- **Reed A**\\*, Moss B†. Calls of the marsh frog in noisy ponds. *J Ponds* **12**, 101–109 (2020). [[DOI](https://doi.org/{DOI})] [[PDF](x.pdf)] [[Code](https://github.com/pond/frog)]", "works": (frog(),), "ids": (f"doi:{DOI}",), **RIGHT},
    {"id": "G-in-press", "why": "a work in press with the words of its state", "text": f"- Reed A, Moss B (in press). Calls of the marsh frog in noisy ponds. Journal of Ponds. doi:{DOI}", "works": (frog(),), **RIGHT},
    {"id": "G-awards", "why": "remarks after an entry", "text": f"- Reed, A., Moss, B.: Calls of the marsh frog in noisy ponds. In: Proc. POND '20, pp. 1–10. **Best paper award 2021**. https://doi.org/{DOI}", "works": (frog(type="proceedings-article", page="1-10", venue="Proceedings of the Pond Conference", volume="", issue=""),), **RIGHT},
    {"id": "G-citation-count", "why": "numbers of citations and impact", "text": f"- {CITED} doi:{DOI} (IF 2023: 4.2; cited by 1999)", "works": (frog(),), **RIGHT},
    {"id": "G-two-languages", "why": "the translation after the original", "text": f"- 鈴木花子（2020）「騒がしい池における蛙の鳴き声」池学会誌 12(3), 101-109. [Suzuki H. (2020) Calls of the marsh frog in noisy ponds. Journal of Ponds (in Japanese)] doi:{DOI}", "works": (frog(title="騒がしい池における蛙の鳴き声", authors=("鈴木, 花子",), venue="池学会誌"),), **RIGHT},
    {"id": "G-preprint-now-published", "why": "a preprint and its publication in one entry", "text": f"- Reed A, Moss B. Calls of the marsh frog in noisy ponds. arXiv:1905.55555 (2019); J Ponds 12(3), 101 (2020), doi:{DOI}", "works": (frog(), frog("", arxiv="1905.55555", year=2019)), **RIGHT},
)  # fmt: skip

CORRUPT = cases(
    "provider response",
    {"id": "C-aggregator-corrupt", "why": "while arXiv is silent, an aggregator's corrupt title accuses nobody", "format": "bib", "text": "@misc{k, author={Reed, Ada and Moss, Bo}, title={Calls of the marsh frog in noisy ponds}, year=2021, eprint={2101.55555}, archiveprefix={arXiv}}", "works": (frog("10.48550/arXiv.2101.55555", agency="DataCite", title="Fine tuning of something else altogether", openalex="W9000000888", year=2021),), "faults": {"arxiv": Fault.UNAVAILABLE}, "want": {"k": "unchecked"}, "rules": ()},
    {"id": "C-journal-in-title", "why": "the registry keeps the journal's name in the title", "format": "bib", "text": bib(f"doi = {{{DOI}}}"), "works": (frog(title="Calls of the marsh frog in noisy ponds. Journal of Ponds"),), "want": {"frog": "verified"}},
)  # fmt: skip

CASES = (*EXPORTS, *PAGES, *CORRUPT)
