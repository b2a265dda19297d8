"""What providers send, and what they do instead."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Any

from tests.cases.own.frogs import CITED, DOI, bib, cases, frog, newt
from tests.twin import Fault, Update, Version, Work

BIB: dict[str, Any] = {"format": "bib", "text": bib(f"doi = {{{DOI}}}")}
OK: dict[str, Any] = {"want": {"frog": "verified"}, "rules": ()}


def crossref(**fields: Any) -> dict[str, Any]:
    """The article with odd fields in Crossref's record, and still right."""
    return {**BIB, "works": (frog(raw={"crossref": fields}),), **OK}


def preprint(**more: Any) -> Work:
    """The article as a paper of arXiv."""
    return frog("", arxiv="2101.55555", year=2020, **more)


RESPONSES = cases(
    "provider response",
    {"id": "P-two-titles", "why": "original and translation", **crossref(title=["騒がしい池", "Calls of the marsh frog in noisy ponds"])},
    {"id": "P-title-newlines", "why": "raw newlines and tags in a title", **crossref(title=["Calls of the\n      <i>marsh\n frog</i>\n      in noisy ponds"])},
    {"id": "P-title-script", "why": "markup that would run", "never": ("<script", "<img"), **crossref(title=["Calls of the marsh frog in noisy ponds<script>alert(1)</script><img src=x onerror=alert(1)>"]), "rules": None, "want": None},
    {"id": "P-null-issued", "why": "`[[null]]` dates", **crossref(issued={"date-parts": [[None]]}, published=None)},
    {"id": "P-string-dates", "why": "dates of strings, an impossible month", **crossref(issued={"date-parts": [["2020", "13"]]})},
    {"id": "P-no-author-key", "why": "no authors at all", **crossref(author=None)},
    {"id": "P-author-mess", "why": "authors without names, with only a suffix, as a group", **crossref(author=[{"family": "Reed", "given": "Ada"}, {"sequence": "additional", "affiliation": []}, {"name": "The Pond Consortium"}, {"family": "Moss", "given": "B."}])},
    {"id": "P-affiliation-author", "why": "an address among the authors", **crossref(author=[{"family": "Reed", "given": "Ada"}, {"family": "Moss", "given": "Bo"}, {"name": "Institute of Ponds, 12 Lake Road, Pondville"}])},
    {"id": "P-wrong-types", "why": "numbers and objects where text is told", **crossref(volume=12, page=None, **{"container-title": "Journal of Ponds", "subtitle": None, "relation": []})},
    {"id": "P-upper-doi", "why": "the record spells its DOI in capitals", **crossref(DOI=DOI.upper())},
    {"id": "P-alias", "why": "the DOI is an alias of another one", "format": "bib", "text": bib("doi = {10.5555/alias.1}"), "works": (frog(aliases=("10.5555/alias.1",)),), **OK},
    {"id": "P-jalc", "why": "another agency, without metadata: registered, but nothing to compare", "format": "bib", "text": bib("doi = {10.5557/jalc.7}"), "works": (frog("10.5557/jalc.7", agency="JaLC"),), "want": {"frog": "unchecked"}, "reason": "no_record_title"},
    {"id": "P-datacite", "why": "a data set at DataCite", "format": "bib", "text": "@dataset{frog, author={Reed, Ada and Moss, Bo}, title={Calls of the marsh frog in noisy ponds}, publisher={Zenodo}, year={2020}, doi={10.5281/zenodo.5555555}}", "works": (frog("10.5281/zenodo.5555555", agency="DataCite", type="dataset", venue="", publisher="Zenodo"),), **OK},
    {"id": "P-concept", "why": "a concept DOI takes the year of any version", "format": "bib", "text": "@software{frog, author={Reed, Ada and Moss, Bo}, title={Calls of the marsh frog in noisy ponds}, year={2018}, version={1.0}, doi={10.5281/zenodo.5555550}}", "works": (frog("10.5281/zenodo.5555550", agency="DataCite", type="software", raw={"datacite": {"relatedIdentifiers": [{"relationType": "HasVersion", "relatedIdentifier": "10.5281/zenodo.5555551", "relatedIdentifierType": "DOI"}]}}), frog("10.5281/zenodo.5555551", agency="DataCite", type="software", year=2018, version_of="10.5281/zenodo.5555550")), "want": {"frog": "verified"}, "notices": ("concept_doi",)},
    {"id": "P-retracted", "why": "a retraction by either relation is one notice", **BIB, "works": (frog(updated_by=(Update(type="retraction", doi="10.5555/notice.1"), Update(type="retraction", doi="10.5555/notice.1", source="retraction-watch"))),), "want": {"frog": "verified"}, "notices": ("retraction",), "says": ("10.5555/notice.1",)},
    {"id": "P-corrected", "why": "a correction is no retraction", **BIB, "works": (frog(updated_by=(Update(type="correction", doi="10.5555/notice.2"),)),), "want": {"frog": "verified"}, "notices": ("correction",)},
    {"id": "P-notice-itself", "why": "citing the notice is not citing its victim", "format": "bib", "text": "@article{n, author={Reed, Ada}, title={Retraction: Calls of the marsh frog in noisy ponds}, journal={Journal of Ponds}, year=2021, doi={10.5555/notice.1}}", "works": (frog("10.5555/notice.1", title="Retraction: Calls of the marsh frog in noisy ponds", year=2021, authors=("Reed, Ada",), volume="", issue="", page="", update_to=(Update(type="retraction", doi=DOI),)),), "want": {"n": "verified"}, "notices": ()},
    {"id": "P-arxiv-withdrawn", "why": "arXiv says so in a comment only", "format": "bib", "text": "@misc{frog, author={Reed, Ada and Moss, Bo}, title={Calls of the marsh frog in noisy ponds}, year=2020, eprint={2101.55555}, eprinttype={arxiv}}", "works": (preprint(versions=(Version(date=(2020, 1, 5)), Version(date=(2020, 3, 1), comment="This paper has been withdrawn by the authors due to an error"))),), "want": {"frog": "verified"}, "notices": ("withdrawal",)},
    {"id": "P-arxiv-versions", "why": "the newest version first, then the first one under its older title", "format": "bib", "text": "@misc{new, author={Reed, Ada}, title={Calls of the marsh frog in noisy ponds}, year={2022}, eprint={2101.55555v2}, archiveprefix={arXiv}}\n@misc{bare, author={Reed, Ada}, title={Calls of the marsh frog in noisy ponds}, year={2022}, eprint={2101.55555}, archiveprefix={arXiv}}\n@misc{old, author={Reed, Ada}, title={Do frogs shout? A first look}, year={2021}, eprint={2101.55555v1}, archiveprefix={arXiv}}\n", "works": (frog("", arxiv="2101.55555", authors=("Reed, Ada",), year=2021, versions=(Version(date=(2021, 1, 5), title="Do frogs shout? A first look"), Version(date=(2022, 3, 1)))),), "want": {"new": "verified", "bare": "verified", "old": "verified"}},
    {"id": "P-pubmed", "why": "PubMed's translated title in brackets, a MedlineDate", "format": "bib", "text": "@article{frog, author={Reed, Ada and Moss, Bo}, title={{Calls of the marsh frog in noisy ponds}}, journal={J Ponds}, year={1998}, pmid={90000555}}", "works": (frog("", pmid="90000555", year=1998, pubdate="1998 Dec-1999 Jan", vernacular="Rufe des Seefroschs"),), "want": {"frog": "verified"}},
    {"id": "P-published-version", "why": "a preprint with a published version is right, and says so", "format": "bib", "text": "@article{frog, author={Reed, Ada and Moss, Bo}, title={Calls of the marsh frog in noisy ponds}, journal={bioRxiv}, year={2019}, doi={10.1101/2019.01.01.555555}}", "works": (frog("10.1101/2019.01.01.555555", type="posted-content", venue="bioRxiv", year=2019, preprint_of=DOI), frog()), "want": {"frog": "verified"}, "notices": ("published_version",)},
    {"id": "P-search-review", "why": "a review, a recommendation and a decision letter carry the work's title", "text": f"- {CITED}", "works": (frog("10.5555/f1000.1", title="Faculty Opinions recommendation of Calls of the marsh frog in noisy ponds", type="dataset", authors=("Reed, Ada",)), frog("10.5555/rev.1", title="Calls of the marsh frog in noisy ponds", type="peer-review", authors=("Stork, Ina",)), frog()), "want": {"#1": "verified"}, "rules": ()},
    {"id": "P-search-second", "why": "the right one is not the first hit", "text": f"- {CITED}", "works": (frog("10.5555/namesake", authors=("Stork, Ina", "Heron, Grey"), year=2003, venue="Frog Notes"), frog()), "want": {"#1": "verified"}, "rules": ()},
    {"id": "P-search-openalex", "why": "only the second source knows it", "text": f"- {CITED}", "works": (frog("", openalex="W9000000555"), newt()), "want": {"#1": "verified"}, "rules": ()},
    {"id": "P-component", "why": "a supplement's DOI has no title of its own", "text": f"- {CITED} doi:10.5555/frog.2020.7.s001", "works": (frog("10.5555/frog.2020.7.s001", type="component", title="", authors=(), year=None, venue=""),), "want": {"#1": "unchecked"}, "reason": "no_record_title"},
    {"id": "P-mixed-identifiers", "why": "a DOI and a PMID that name two works", "text": f"- {CITED} doi:{DOI} PMID: 90000666", "works": (frog(), newt("", pmid="90000666")), "want": {"#1": "mismatch"}},
)  # fmt: skip

PAPERS = f"@article{{a, author={{Reed, Ada and Moss, Bo}}, title={{Calls of the marsh frog in noisy ponds}}, year=2020, doi={{{DOI}}}}}\n@article{{b, author={{Reed, Ada}}, title={{A paper nobody wrote}}, journal={{Journal of Ponds}}, year=2021, doi={{10.5555/nowhere}}}}\n@article{{c, author={{Reed, Ada and Moss, Bo}}, title={{Calls of the marsh frog in noisy ponds}}, journal={{Journal of Ponds}}, year=2020}}\n@misc{{d, author={{Reed, Ada}}, title={{Frogs}}, year=2021, eprint={{2101.55555}}, archiveprefix={{arXiv}}}}\n@article{{e, author={{Reed, Ada}}, title={{Another paper nobody wrote}}, journal={{Journal of Ponds}}, year=2021}}\n"
UNCHECKED = {"want": dict.fromkeys("abcde", "unchecked"), "rules": ()}
WORKS = (frog(openalex="W9000000777"), frog("", title="Frogs", authors=("Reed, Ada",), arxiv="2101.55555", year=2021))


def failing(fault: Fault) -> dict[str, Any]:
    """Every provider fails the same way: nothing can be said."""
    return {"format": "bib", "text": PAPERS, "works": WORKS, "faults": {"*": fault}, **UNCHECKED}


FAILURES = cases(
    "provider failure",
    *(
        {"id": f"F-{fault}", "why": "no failure of all providers is a verdict", **failing(fault)}
        for fault in (Fault.TOO_MANY, Fault.TOO_MANY_LONG, Fault.FORBIDDEN, Fault.SERVER_ERROR, Fault.UNAVAILABLE, Fault.RESET, Fault.RESET_IN_BODY)
    ),
    {"id": "F-crossref-down", "why": "the agency is down, an aggregator confirms; what nobody else knows stays open", "format": "bib", "text": PAPERS, "works": WORKS, "faults": {"crossref": Fault.UNAVAILABLE}, "want": {"a": "verified", "b": "unchecked", "c": "verified", "d": "verified", "e": "unchecked"}, "rules": ()},
    {"id": "F-crossref-limited", "why": "a provider that says stop is named", "format": "bib", "text": PAPERS, "works": WORKS, "faults": {"crossref": Fault.TOO_MANY_LONG}, "want": {"a": "verified", "b": "unchecked", "c": "verified", "d": "verified", "e": "unchecked"}, "says": ("Not available this time: crossref",)},
    {"id": "F-doi-down", "why": "only doi.org can say that a DOI does not exist", "format": "bib", "text": PAPERS, "works": WORKS, "faults": {"doi": Fault.BAD_GATEWAY}, "want": {"a": "verified", "b": "unchecked", "c": "verified", "d": "verified", "e": "not_found"}},
    {"id": "F-datacite-down", "why": "while DataCite is silent, Crossref's absence is none", "format": "bib", "text": PAPERS, "works": WORKS, "faults": {"datacite": Fault.RESET}, "want": {"a": "verified", "b": "unchecked", "c": "verified", "d": "verified", "e": "not_found"}},
    {"id": "F-search-down", "why": "where one search failed, absence is not proven", "format": "bib", "text": PAPERS, "works": WORKS, "faults": {"europepmc": Fault.UNAVAILABLE}, "want": {"a": "verified", "b": "not_found", "c": "verified", "d": "verified", "e": "unchecked"}},
    {"id": "F-arxiv-down", "why": "another source that knows the preprint confirms it, and its silence accuses nobody", "format": "bib", "text": PAPERS, "works": WORKS, "faults": {"arxiv": Fault.NOT_ACCEPTABLE}, "want": {"a": "verified", "b": "not_found", "c": "verified", "d": "verified", "e": "not_found"}},
    {"id": "F-nothing-down", "why": "with all providers up, what does not exist is not found", "format": "bib", "text": PAPERS, "works": WORKS, "want": {"a": "verified", "b": "not_found", "c": "verified", "d": "verified", "e": "not_found"}, "rules": ("identifier-not-found", "reference-not-found")},
)  # fmt: skip

CASES = (*RESPONSES, *FAILURES)
