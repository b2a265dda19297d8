"""Invented works under the test prefix 10.5555 and its like, one for each odd shape that providers send."""

from __future__ import annotations

from tests.twin.editions import preprints, updated_works
from tests.twin.works import Work

MATHML = (
    'Masses of <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:msub><mml:mi>B</mml:mi><mml:mi>c</mml:mi>'
    "</mml:msub></mml:math> mesons"
)


def odd_works() -> list[Work]:
    return [
        *_plain(),
        *_titles(),
        *_authors_and_dates(),
        *_identifiers(),
        *updated_works(),
        *preprints(),
        *_pubmed(),
        *_datacite(),
    ]


def _plain() -> list[Work]:
    return [
        Work(
            title="Calls of Rana in noisy ponds",
            authors=("Reed, Ada, Jr.", "Moss, Bo", "The Pond Consortium"),
            date=(2024, 3, 1),
            online=(2023, 12, 5),
            venue="Journal of Ponds",
            short_venue="J Ponds",
            publisher="Pond Press",
            volume="12",
            issue="3",
            page="101-109",
            issn="1234-5679",
            abstract="Frogs call and toads call in the evening.",
            doi="10.5555/frog.2024.7",
            pmid="90000123",
            pmcid="PMC9000009",
            openalex="W9000000100",
            merged=("W9000000199",),
            references=("10.5555/old.1", "10.5555/pond.models", "W9999999999"),
            open_access=True,
            pdf="https://pond.example/7.pdf",
            licence="https://creativecommons.org/licenses/by/4.0/",
        ),
        Work(
            title="Sound over water",
            authors=("Moss, Bo",),
            year=1999,
            venue="Acta Stagni",
            volume="1",
            page="5-19",
            doi="10.5555/old.1",
            openalex="W9000000009",
        ),
        Work(
            title="Pond models for the working ecologist",
            authors=("Marsh, Cy", "Reed, Ada"),
            date=(2011, 6),
            type="book",
            publisher="Pond Press",
            isbn="9780306406157",
            doi="10.5555/pond.models",
            openalex="W9000000010",
            references=("10.5555/old.1",),
        ),
        Work(
            title="A replication of pond calls",
            authors=("Fen, Di",),
            date=(2026, 5, 4),
            venue="Journal of Ponds",
            doi="10.5555/citing.1",
            openalex="W9000000101",
            references=("10.5555/frog.2024.7", "10.5555/old.1"),
        ),
        Work(
            title="Reservoirs as instruments",
            authors=("Fen, Di", "Brook, Eli"),
            date=(2026, 8, 20),
            venue="Acta Stagni",
            doi="10.5555/citing.2",
            openalex="W9000000102",
            references=("10.5555/frog.2024.7",),
        ),
    ]


def _titles() -> list[Work]:
    common = {"authors": ("Reed, Ada",), "year": 2020, "venue": "Journal of Ponds"}
    return [
        Work(doi="10.5555/title.missing", type="component", raw={"crossref": {"title": None}}, year=2020),
        Work(doi="10.5555/title.empty", **common),
        Work(
            title="Der Teich im Winter",
            doi="10.5555/title.two",
            raw={"crossref": {"title": ["Der Teich im Winter", "The pond in winter"]}},
            **common,
        ),
        Work(title=MATHML, doi="10.5555/title.mathml", **common),
        Work(title="Regulation of<i>Leishmania</i>gene expression in<i>vitro</i>", doi="10.5555/title.glued", **common),
        Work(title="Leaves &lt;scp&gt;CO&lt;/scp&gt; &amp;amp; light", doi="10.5555/title.escaped", **common),
        Work(
            title="Growth of\n                    <i>Rana</i>\n                    larvae",
            doi="10.5555/title.wrapped",
            **common,
        ),
        Work(title="PondNet", subtitle="A network of listening posts", doi="10.5555/title.subtitle", **common),
        Work(title="池の音響生態学", doi="10.5555/title.japanese", authors=("鈴木, 花子",), year=2020, language="ja"),
    ]


def _authors_and_dates() -> list[Work]:
    return [
        Work(
            title="Guidelines for quiet ponds", authors=("The Pond Consortium",), year=2019, doi="10.5555/author.group"
        ),
        Work(
            title="A record without a named writer", authors=("", "Moss, Bo"), year=2019, doi="10.5555/author.nameless"
        ),
        Work(title="Notes from the editors", year=2019, doi="10.5555/author.none"),
        Work(title="On having one name", authors=("Suharto,",), year=2019, doi="10.5555/author.single"),
        Work(title="A thesis on reeds", authors=("Reed, Ada",), type="dissertation", doi="10.5555/date.null"),
        Work(
            title="Between two years",
            authors=("Moss, Bo",),
            date=(2021, 1),
            online=(2020, 11, 30),
            venue="Journal of Ponds",
            doi="10.5555/date.two",
            openalex="W9000000201",
        ),
        Work(
            title="Everyone at the pond",
            authors=tuple(f"Author{n}, A." for n in range(1, 121)),
            year=2022,
            doi="10.5555/author.many",
            openalex="W9000000202",
        ),
    ]


def _identifiers() -> list[Work]:
    common = {"authors": ("Reed, Ada",), "year": 2001, "venue": "Journal of Ponds"}
    return [
        Work(title="Waves on a shallow pond", doi="10.5555/1520-0493(1974)102<0736:wacoj>2.0.co;2", **common),
        Work(title="Sharp notes", doi="10.5555/a#b", **common),
        Work(title="Percentages of water", doi="10.5555/a%2fb", **common),
        Work(title="Pauses in song", doi="10.5555/a,b", **common),
        Work(title="Brackets and pipes", doi="10.5555/a[1]|b+c", **common),
        Work(
            title="The prime of its kind",
            doi="10.5555/prime",
            aliases=("10.5555/alias",),
            short_doi="10/prime",
            openalex="W9000000301",
            **common,
        ),
        Work(title="An Italian pond", doi="10.5556/medra.1", agency="mEDRA", **common),
        Work(title="池の研究", doi="10.5557/jalc.1", agency="JaLC", authors=("鈴木, 花子",), year=2015, language="ja"),
        Work(
            title="A printed identifier that nobody registered",
            doi="10.5555/unregistered",
            agency="",
            openalex="",
            **common,
        ),
        Work(
            title="Only OpenAlex has this report",
            type="report",
            authors=("Fen, Di",),
            year=2017,
            openalex="W9000000302",
        ),
    ]


def _pubmed() -> list[Work]:
    return [
        Work(
            title="Winter sleep of the pond turtle",
            authors=("Sumpf, Hans",),
            year=1998,
            venue="Zeitschrift fur Teiche",
            short_venue="Z Teiche",
            pmid="90000300",
            pubdate="1998 Dec-1999 Jan",
            vernacular="Winterschlaf der Sumpfschildkröte.",
            language="ger",
            volume="4",
        ),
        Work(
            title="Vitamin D<sub>3</sub> and <i>Rana</i> calls",
            authors=("Reed, Ada", "Pond Consortium"),
            date=(2016, 7),
            venue="Journal of ponds",
            short_venue="J Ponds",
            pmid="90000301",
            doi="10.5555/pubmed.markup",
        ),
        Work(
            title="Pond fever",
            authors=("Fen, Di",),
            year=2012,
            type="book-chapter",
            venue="PondReviews",
            publisher="Pond University",
            pmid="90000302",
            isbn="9780306406157",
        ),
    ]


def _datacite() -> list[Work]:
    return [
        Work(
            title="Recordings of ponds",
            authors=("Pond University", "Moss, Bo"),
            year=2023,
            type="dataset",
            publisher="Zenodo",
            doi="10.5281/zenodo.99000001",
            agency="DataCite",
        ),
        Work(
            title="Recordings of ponds",
            authors=("Pond University", "Moss, Bo"),
            year=2024,
            type="dataset",
            publisher="Zenodo",
            doi="10.5281/zenodo.99000002",
            agency="DataCite",
            version_of="10.5281/zenodo.99000001",
        ),
        Work(
            title="A report that its archive hides",
            authors=("Mire, Fay",),
            year=2020,
            type="report",
            doi="10.5281/zenodo.99000003",
            agency="DataCite",
            absent=frozenset({"datacite"}),
        ),
    ]
