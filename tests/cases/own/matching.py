"""Right references in every spelling, and wrong ones that look right."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Any

from tests.cases.own.frogs import CITED, DOI, cases, frog, newt
from tests.twin import Work

RIGHT: dict[str, Any] = {"want": {"#1": "verified"}, "rules": ()}


def entry(title: str, doi: str = DOI, **fields: str) -> str:
    """One BibTeX article."""
    all_fields = {"author": "Reed, Ada and Moss, Bo", "year": "2020", **fields, "title": title}
    if doi:
        all_fields["doi"] = doi
    return "@article{k, " + ", ".join(f"{name} = {{{value}}}" for name, value in all_fields.items()) + "}"


def titles(cited: str, recorded: str, subtitle: str = "", **more: Any) -> dict[str, Any]:
    """A right reference: two spellings of one title."""
    return {
        "format": "bib",
        "text": entry(cited),
        "works": (frog(title=recorded, subtitle=subtitle, **more),),
        **RIGHT,
    }


def authors(cited: str, *recorded: str, **more: Any) -> dict[str, Any]:
    """A right reference: two spellings of one author list."""
    return {
        "format": "bib",
        "text": entry("Calls of the marsh frog in noisy ponds", author=cited),
        "works": (frog(authors=recorded, **more),),
        **RIGHT,
    }


def wrong(rule: str, **fields: str) -> dict[str, Any]:
    """A reference with one wrong detail."""
    title = fields.pop("title", "Calls of the marsh frog in noisy ponds")
    return {
        "format": "bib",
        "text": entry(title, **fields),
        "works": (frog(),),
        "want": {"#1": "mismatch"},
        "rules": (rule,),
    }


def venues(cited: str, recorded: str, **more: Any) -> dict[str, Any]:
    """A right reference: two names of one venue."""
    return {
        "format": "bib",
        "text": entry("Calls of the marsh frog in noisy ponds", journal=cited),
        "works": (frog(venue=recorded, short_venue="", **more),),
        **RIGHT,
    }


def free(text: str, *works: Work, **more: Any) -> dict[str, Any]:
    """An entry in words."""
    return {"text": f"- {text}", "works": works, **RIGHT, **more}


TITLES = cases(
    "matching: title",
    {"id": "T-entities", "why": "double-escaped entities", **titles("Predators \\& prey: R\\&D in ponds", "Predators &amp;amp; prey: R&amp;amp;D in ponds")},
    {"id": "T-glued-tags", "why": "no space around tags", **titles("Genes of {\\it Rana temporaria} larvae in ponds", "Genes of<i>Rana temporaria</i>larvae in ponds")},
    {"id": "T-greek", "why": "Greek by name and by letter", **titles("The role of {$\\beta$}-catenin and TGF-$\\alpha$ in frog skin", "The role of beta-catenin and TGF-alpha in frog skin")},
    {"id": "T-quotes", "why": "curly quotes, dashes and ellipses", **titles("``What's in a pond?'' --- ten years' work...", "“What’s in a Pond?” – Ten Years’ Work…")},
    {"id": "T-ligatures", "why": "ligatures and full-width letters", **titles("Efficient flow of fluids in DNA ponds", "Eﬃcient ﬂow of ﬂuids in ＤＮＡ ponds")},
    {"id": "T-hyphens", "why": "hyphens that come and go", **titles("Nonlinear co-operation in real time data bases", "Non-linear cooperation in real-time databases")},
    {"id": "T-british", "why": "British and American spelling", **titles("Modelling the behaviour and colour of frogs", "Modeling the Behavior and Color of Frogs")},
    {"id": "T-short", "why": "cited without its subtitle", **titles("Calls of the marsh frog", "Calls of the marsh frog: a longitudinal study in noisy ponds")},
    {"id": "T-subtitle-twice", "why": "the subtitle stands in the title already", **titles("Calls of the marsh frog: a field study", "Calls of the marsh frog: a field study", "a field study")},
    {"id": "T-retracted", "why": "the publisher's mark in front of the title", "format": "bib", "text": entry("Calls of the marsh frog in noisy ponds"), "works": (frog(title="RETRACTED ARTICLE: Calls of the marsh frog in noisy ponds"),), "want": {"#1": "verified"}, "notices": ("retraction",)},
    {"id": "T-number-words", "why": "Roman and Arabic parts differ in spelling only", **titles("Calls of the marsh frog. Part II. Noise", "Calls of the marsh frog. Part II: Noise")},
    {"id": "T-trailing-mark", "why": "a footnote mark or bracket at the end", **titles("Calls of the marsh frog in noisy ponds", "Calls of the marsh frog in noisy ponds [Invited]*")},
    {"id": "T-umlauts", "why": "umlauts as people without them write", **titles("Ueber die Froesche im Gruenen: Groesse und Masse", "Über die Frösche im Grünen: Größe und Maße")},
    {"id": "T-case", "why": "capitals", **titles("CALLS OF THE MARSH FROG IN NOISY PONDS", "Calls of the marsh frog in noisy ponds")},
    {"id": "T-emoji", "why": "signs that nobody types", **titles("Calls of the marsh frog in noisy ponds", "Calls of the marsh frog in noisy ponds 🐸™")},
    {"id": "T-other", "why": "another title under this DOI is another work", "format": "bib", "text": entry("Winter shelters of alpine newts under alder roots", author="Lindqvist, Tove"), "works": (frog(), newt()), "want": {"#1": "mismatch"}, "rules": ("author-mismatch", "identifier-mismatch", "title-mismatch"), "guess": "doi:10.5555/newt.1"},
    {"id": "T-near-miss", "why": "one word another is another title", **wrong("title-mismatch", title="Calls of the marsh toad in noisy ponds")},
    {"id": "T-negated", "why": "a word that turns the sense round", **wrong("title-mismatch", title="No calls of the marsh frog in noisy ponds")},
    {"id": "T-free-narrow", "why": "only the title is shown as the title cited", "text": f"- Reed A, Moss B. Dances of the brown hare in quiet fields. Journal of Ponds 2020;12(3):101-109. doi:{DOI}", "works": (frog(),), "want": {"#1": "mismatch"}, "says": ("Title cited: Dances of the brown hare in quiet fields\n",)},
    {"id": "T-free-years-in-title", "why": "a year in the title is no year of publication", **free(f"Reed A, Moss B. Frogs in 1984 and 2019. Journal of Ponds 2020;12(3):101. doi:{DOI}", frog(title="Frogs in 1984 and 2019"))},
    {"id": "T-cjk", "why": "full-width signs and spaces in a Japanese title", **titles("騒がしい池 における 蛙の鳴き声（第２報）", "騒がしい池における蛙の鳴き声(第2報)")},
    {"id": "T-translation", "why": "the record has another language's title only: not comparable, nothing accused", "format": "bib", "text": entry("騒がしい池における蛙の鳴き声"), "works": (frog(),), "rules": ()},
    {"id": "T-formula-order", "why": "indices stand in another order in MathML", **titles("Decays of $B^0_s$ mesons into $D_s^+ K^-$ pairs", "Decays of <mml:math><mml:msubsup><mml:mi>B</mml:mi><mml:mi>s</mml:mi><mml:mn>0</mml:mn></mml:msubsup></mml:math> mesons into <mml:math><mml:msubsup><mml:mi>D</mml:mi><mml:mi>s</mml:mi><mml:mo>+</mml:mo></mml:msubsup><mml:msup><mml:mi>K</mml:mi><mml:mo>−</mml:mo></mml:msup></mml:math> pairs")},
)  # fmt: skip

AUTHORS = cases(
    "matching: author",
    {"id": "A-initials", "why": "initials without stops", **authors("AB Reed and B Moss", "Reed, Ada B.", "Moss, Bo")},
    {"id": "A-compound", "why": "compound family names, with and without hyphen", **authors("Garc{\\'i}a M{\\'a}rquez, Ana and Smith-Jones, Kim", "García-Márquez, Ana", "Smith Jones, Kim")},
    {"id": "A-particles", "why": "particles before or after", **authors("Berg, Jan van der and de Souza, Ana", "van der Berg, Jan", "Souza, Ana de")},
    {"id": "A-swapped", "why": "family and given name swapped in the record", **authors("Nguyen, Van Anh and Li, Wei", "Anh, Nguyen Van", "Wei, Li")},
    {"id": "A-suffix", "why": "generational suffixes", **authors("Reed, Jr., Ada and Moss, Bo III", "Reed, Ada", "Moss, Bo, III")},
    {"id": "A-one-name", "why": "people with one name", **authors("Suharto and Moss, Bo", "Suharto,", "Moss, Bo")},
    {"id": "A-nickname", "why": "short given names", **authors("Reed, Ada and Moss, Bob", "Reed, Ada", "Moss, Robert")},
    {"id": "A-mixed-script", "why": "an initial in another script than the record's", **authors("כהן, א. and Moss, Bo", "כהן, A.", "Moss, Bo")},
    {"id": "A-nameless", "why": "an author without a name in the record", **authors("Reed, Ada and Moss, Bo", "Reed, Ada", "", "Moss, Bo")},
    {"id": "A-group-added", "why": "a consortium beside the persons", **authors("Reed, Ada and Moss, Bo", "Reed, Ada", "Moss, Bo", "The Pond Consortium")},
    {"id": "A-group-cited", "why": "cited by its group only", **authors("{The Pond Consortium}", "Reed, Ada", "Moss, Bo", "The Pond Consortium")},
    {"id": "A-no-authors", "why": "a record without authors contradicts nobody", **authors("Reed, Ada and Moss, Bo")},
    {"id": "A-cyrillic", "why": "another script is not comparable", **authors("Ридова, Ада and Мосс, Бо", "Reed, Ada", "Moss, Bo")},
    {"id": "A-transliterated", "why": "accents and special letters dropped", **authors("Lodz, Stanislaw and Oestby, Aase and Sorensen, Soren", "Łódź, Stanisław", "Østby, Åse", "Sørensen, Søren")},
    {"id": "A-et-al-inside", "why": "et al. typed as a name", **authors("Reed, Ada and et al.", "Reed, Ada", "Moss, Bo", "Heron, Grey")},
    {"id": "A-wrong", "why": "another first author", **wrong("author-mismatch", author="Heron, Grey and Moss, Bo")},
    {"id": "A-missing", "why": "a missing co-author", **wrong("author-mismatch", author="Reed, Ada")},
    {"id": "A-added", "why": "an invented co-author", **wrong("author-mismatch", author="Reed, Ada and Moss, Bo and Heron, Grey")},
    {"id": "A-order", "why": "another order", **wrong("author-mismatch", author="Moss, Bo and Reed, Ada")},
    {"id": "A-namesake", "why": "a namesake by others, found by search, is another work", "format": "bib", "text": entry("Calls of the marsh frog in noisy ponds", doi="", author="Heron, Grey and Stork, Ina", year="1999", journal="Bird and Frog Letters"), "works": (frog(openalex="W9000000001"),), "want": {"#1": "not_found"}, "rules": ("reference-not-found",)},
    {"id": "A-free-other", "why": "free text names the record's other authors: said field by field", "text": f"- Heron G, Stork I. Dances of the brown hare in quiet fields. Journal of Ponds 2020;12(3):101-109. doi:{DOI}", "works": (frog(),), "want": {"#1": "mismatch"}, "rules": ("author-mismatch", "identifier-mismatch", "title-mismatch")},
)  # fmt: skip

YEARS = cases(
    "matching: year",
    {"id": "Y-online-first", "why": "online in one year, printed in the next", **free(f"Reed A, Moss B. Calls of the marsh frog in noisy ponds. J Ponds 2021. doi:{DOI}", frog(date=(2021, 2), online=(2020, 11, 30), year=None))},
    {"id": "Y-null-date", "why": "a record without a date contradicts nothing", **free(f"{CITED} doi:{DOI}", frog(year=None))},
    {"id": "Y-preprint-and-print", "why": "a preprint of 2019 and its article of 2020 in one entry", "format": "bib", "text": entry("Calls of the marsh frog in noisy ponds", year="2019", eprint="1905.55555", archiveprefix="arXiv"), "works": (frog(), frog("", arxiv="1905.55555", year=2019)), **RIGHT},
    {"id": "Y-accessed", "why": "an access date is no year of publication", **free(f"Reed A, Moss B. Calls of the marsh frog in noisy ponds. Journal of Ponds, 12(3), 101-109. doi:{DOI} (accessed 3 May 2023)", frog())},
    {"id": "Y-pages-like-years", "why": "pages that look like years", **free(f"Reed A, Moss B. Calls of the marsh frog in noisy ponds. J Ponds 2020;12:1999-2008. doi:{DOI}", frog(page="1999-2008"))},
    {"id": "Y-arxiv-number", "why": "the digits of an arXiv id are no year", **free("Reed A, Moss B. Calls of the marsh frog in noisy ponds. arXiv:2012.55555.", frog("", arxiv="2012.55555", year=2020))},
    {"id": "Y-conference-year", "why": "the conference's year and the proceedings' year", **free(f"Reed A, Moss B. Calls of the marsh frog in noisy ponds. In: Proc. POND 2019, Lecture Notes in Ponds 12, pp. 101-109 (2020). doi:{DOI}", frog(type="proceedings-article", venue="Lecture Notes in Ponds"))},
    {"id": "Y-heisei", "why": "a year of a Japanese era is no other year", **free(f"鈴木花子：「騒がしい池における蛙の鳴き声」池学会誌，第12巻，平成24年．doi:{DOI}", frog(title="騒がしい池における蛙の鳴き声", authors=("鈴木, 花子",), year=2012, venue="池学会誌"))},
    {"id": "Y-wrong", "why": "a year that is none of the record's", **wrong("year-mismatch", year="2018")},
    {"id": "Y-wrong-free", "why": "a wrong year in words", "text": f"- Reed A, Moss B. Calls of the marsh frog in noisy ponds. Journal of Ponds 2016;12(3):101-109. doi:{DOI}", "works": (frog(),), "want": {"#1": "mismatch"}, "rules": ("year-mismatch",)},
    {"id": "Y-mention-right", "why": "words around a mention may claim author and year", "page": True, "text": f"As Reed and Moss (2020) showed, https://doi.org/{DOI}.\n", "works": (frog(),), **RIGHT},
    {"id": "Y-mention-other", "why": "a mention's sentence of another year accuses nothing", "page": True, "text": f"In 1999, Heron et al. (1999) and others; see [this](https://doi.org/{DOI}).\n", "works": (frog(),), **RIGHT},
    {"id": "Y-mention-text", "why": "a link's own text is never held against the record", "page": True, "text": f"See [Reed and Moss (1987)](https://doi.org/{DOI}).\n", "works": (frog(),), **RIGHT},
    {"id": "Y-search-year-off", "why": "found by search, another year: the authors prove it the same work", "format": "bib", "text": entry("Calls of the marsh frog in noisy ponds", doi="", year="2017", journal="Journal of Ponds"), "works": (frog(),), "want": {"#1": "mismatch"}, "rules": ("year-mismatch",)},
    {"id": "Y-bc", "why": "reprints carry two years", **free(f"Reed A, Moss B. Calls of the marsh frog in noisy ponds. 2020 [1987]. doi:{DOI}", frog())},
)  # fmt: skip

VENUES = cases(
    "matching: venue",
    {"id": "V-abbreviated", "why": "ISO 4 abbreviations", **venues("J. Res. Natl. Inst. Stand. Technol.", "Journal of Research of the National Institute of Standards and Technology")},
    {"id": "V-acronym", "why": "an acronym", **venues("PNAS", "Proceedings of the National Academy of Sciences")},
    {"id": "V-ampersand", "why": "and, &amp;amp; and the article", **venues("The Ponds \\& Lakes", "Ponds &amp; Lakes")},
    {"id": "V-former", "why": "series in brackets", **venues("Philos. Trans. R. Soc. B", "Philosophical Transactions of the Royal Society B: Biological Sciences")},
    {"id": "V-preprint", "why": "a preprint server is never a venue", **venues("bioRxiv", "Journal of Ponds")},
    {"id": "V-publisher", "why": "a publisher in the journal field", **venues("Springer", "Journal of Ponds")},
    {"id": "V-conference", "why": "a conference by its short name and its proceedings", "format": "bib", "text": f"@inproceedings{{k, author={{Reed, Ada and Moss, Bo}}, title={{Calls of the marsh frog in noisy ponds}}, booktitle={{CHI '20}}, year=2020, doi={{{DOI}}}}}", "works": (frog(venue="Proceedings of the 2020 CHI Conference on Human Factors in Computing Systems", short_venue="", type="proceedings-article"),), **RIGHT},
    {"id": "V-lncs", "why": "the series for the conference", "format": "bib", "text": f"@inproceedings{{k, author={{Reed, Ada and Moss, Bo}}, title={{Calls of the marsh frog in noisy ponds}}, booktitle={{European Conference on Computer Vision (ECCV)}}, year=2020, doi={{{DOI}}}}}", "works": (frog(venue="Lecture Notes in Computer Science", short_venue="", type="book-chapter"),), **RIGHT},
    {"id": "V-none", "why": "a record without a venue contradicts nothing", **venues("Journal of Ponds", "")},
    {"id": "V-wrong", "why": "another journal", **wrong("venue-mismatch", journal="Bulletin of Desert Mammals")},
    {"id": "V-volume", "why": "another volume", **wrong("pages-mismatch", volume="21")},
    {"id": "V-pages", "why": "other pages", **wrong("pages-mismatch", pages="55--60")},
    {"id": "V-translated", "why": "a Russian journal and its English edition", **venues("Журнал прудов", "Journal of Ponds")},
    {"id": "V-typo", "why": "a slip of the pen in the journal's name", **venues("Jounal of Ponds", "Journal of Ponds")},
    {"id": "V-accent", "why": "accents dropped", **venues("Comptes Rendus Geoscience", "Comptes Rendus. Géoscience")},
    {"id": "V-free", "why": "no venue of free text is compared word by word", **free(f"Reed A, Moss B. Calls of the marsh frog in noisy ponds. JoP 2020. doi:{DOI}", frog())},
)  # fmt: skip

CASES = (*TITLES, *AUTHORS, *YEARS, *VENUES)
