"""Invented works that were retracted, corrected, versioned or published elsewhere."""

from __future__ import annotations

from tests.twin.works import Update, Version, Work


def updated_works() -> list[Work]:
    common = {"authors": ("Mire, Fay",), "year": 2018, "venue": "Journal of Ponds"}
    notice = "10.5555/notice.1"
    return [
        Work(
            title="Toads that never were",
            doi="10.5555/retracted.publisher",
            pmid="90000200",
            openalex="W9000000400",
            retracted=True,
            updated_by=(Update(type="retraction", doi=notice, pmid="90000201"),),
            **common,
        ),
        Work(
            title="Retraction notice to: Toads that never were",
            doi=notice,
            pmid="90000201",
            openalex="W9000000401",
            update_to=(Update(type="retraction", doi="10.5555/retracted.publisher", pmid="90000200"),),
            authors=("The Editors,",),
            year=2025,
            venue="Journal of Ponds",
        ),
        Work(
            title="Newts in numbers",
            doi="10.5555/retracted.watch",
            updated_by=(Update(type="retraction", doi="10.5555/notice.2", source="retraction-watch"),),
            **common,
        ),
        Work(
            title="RETRACTED: Eels in ensembles",
            doi="10.5555/retracted.both",
            updated_by=(
                Update(type="correction", doi="10.5555/notice.0", date=(2023, 5, 1)),
                Update(type="retraction", doi="10.5555/notice.3", date=(2025, 1, 7)),
                Update(type="retraction", doi="10.5555/notice.3", source="retraction-watch", date=(2025, 1, 9)),
            ),
            **common,
        ),
        Work(title="RETRACTED: Herons at home", doi="10.5555/retracted.title", **common),
        Work(
            title="Snails in place",
            doi="10.5555/retracted.self",
            updated_by=(Update(type="retraction", doi="10.5555/retracted.self"),),
            update_to=(Update(type="retraction", doi="10.5555/retracted.self"),),
            **common,
        ),
        Work(
            title="A second edition of leeches",
            doi="10.5555/new.version",
            updated_by=(Update(type="new_version", doi="10.5555/new.version"),),
            **common,
        ),
        Work(
            title="Moths by day",
            doi="10.5555/concern",
            updated_by=(Update(type="expression_of_concern", doi="10.5555/n.4"),),
            **common,
        ),
        Work(
            title="Bats corrected",
            doi="10.5555/corrected",
            updated_by=(Update(type="correction", doi="10.5555/n.5"),),
            **common,
        ),
        Work(
            title="Owls withdrawn",
            doi="10.5555/withdrawn",
            updated_by=(Update(type="withdrawal", doi="10.5555/n.6"),),
            **common,
        ),
        Work(
            title="A retraction without a number",
            doi="10.5555/retracted.nopmid",
            pmid="90000203",
            retracted=True,
            updated_by=(Update(type="retraction", doi="10.5555/n.7"),),
            **common,
        ),
    ]


def preprints() -> list[Work]:
    return [
        Work(
            title="Listening to reeds",
            authors=("Reed, Ada", "Fen, Di"),
            date=(2022, 2, 2),
            type="posted-content",
            venue="bioPond",
            doi="10.5555/pp.1",
            ppr="PPR900001",
            openalex="W9000000500",
            preprint_of="10.5555/pp.1.published",
        ),
        Work(
            title="Listening to reeds in the wind",
            authors=("Reed, Ada", "Fen, Di"),
            date=(2023, 9),
            venue="Journal of Ponds",
            doi="10.5555/pp.1.published",
            openalex="W9000000501",
            has_preprint="10.5555/pp.1",
        ),
        Work(
            title="A preprint that stayed one",
            authors=("Brook, Eli",),
            date=(2021, 7, 7),
            type="posted-content",
            venue="bioPond",
            doi="10.5555/pp.2",
            ppr="PPR900002",
        ),
        Work(
            title="Frog calls in very noisy ponds",
            authors=("Reed, Ada", "Moss, Bo", "Pond Collaboration"),
            date=(2021, 1, 1),
            type="posted-content",
            publisher="arXiv",
            doi="10.48550/arxiv.2101.99001",
            agency="DataCite",
            arxiv="2101.99001",
            categories=("eess.AS", "cs.SD"),
            journal_ref="J. Ponds 12 (2024) 101",
            preprint_of="10.5555/frog.2024.7",
            openalex="W9000000502",
            abstract=r"We listen to frogs at $\alpha = 0.05$.",
            versions=(
                Version(date=(2021, 1, 1), title="Frog calls", comment="9 pages"),
                Version(date=(2021, 3, 1), title="Frog calls in noisy ponds"),
                Version(date=(2022, 3, 1), title="Frog calls in very noisy ponds"),
            ),
        ),
        Work(
            title="A proof that all ponds are round",
            authors=("Mire, Fay",),
            date=(2020, 5, 5),
            type="posted-content",
            publisher="arXiv",
            doi="10.48550/arxiv.2005.99002",
            agency="DataCite",
            arxiv="2005.99002",
            categories=("math.GT",),
            versions=(
                Version(date=(2020, 5, 5)),
                Version(
                    date=(2020, 6, 6), comment="This paper has been withdrawn by the author due to an error in Lemma 2"
                ),
            ),
        ),
        Work(
            title="Vortices in shallow water",
            authors=("Brook, Eli",),
            date=(1999, 1, 11),
            type="posted-content",
            publisher="arXiv",
            doi="10.48550/arxiv.hep-th/9999001",
            agency="DataCite",
            arxiv="hep-th/9999001",
            categories=("hep-th",),
        ),
        Work(
            title="Amphibian attention networks",
            authors=("Lim, Gus", "Reed, Ada"),
            date=(2026, 11, 20),
            type="posted-content",
            publisher="arXiv",
            doi="10.48550/arxiv.2611.99003",
            agency="DataCite",
            arxiv="2611.99003",
            categories=("cs.LG", "cs.CL"),
        ),
    ]
