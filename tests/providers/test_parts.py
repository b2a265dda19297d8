"""The small readers that all providers share: names, identifiers, dates, updates, endpoints."""

from __future__ import annotations

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Name, Update, UpdateType
from scholar_build.providers import csl_types, values
from scholar_build.providers.endpoints import ENDPOINTS
from scholar_build.providers.names import whole_name
from scholar_build.providers.requests import fitting
from scholar_build.providers.updates import merged


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Reed", Name(family="Reed", given="Ada")),
        ("Reed, Ada", Name(family="Reed", given="Ada")),
        ("Vincent van Gogh", Name(family="van Gogh", given="Vincent")),
        ("Ludwig van der Berg", Name(family="van der Berg", given="Ludwig")),
        ("Martin Luther King Jr.", Name(family="King", given="Martin Luther", suffix="Jr.")),
        ("King, Jr.", Name(family="Jr.", given="King")),
        ("Plato", Name(family="Plato")),
        ("王芳", Name(family="王芳")),
        ("van Gogh", Name(family="Gogh", given="van")),
        ("ATLAS Collaboration", Name(literal="ATLAS Collaboration")),
        ("University of Ponds, Department of Frogs", Name(literal="University of Ponds, Department of Frogs")),
        ("Mihai G Netea (15649)", Name(family="Netea", given="Mihai G")),
        ("Ada\u202e <b>Reed</b>", Name(family="Reed", given="Ada")),
        (":", None),
        ("  ", None),
        (None, None),
        (7, None),
    ],
)
def test_whole_names(text, name):
    """A name in one string becomes family and given name; groups stay whole, and a sign names nobody."""
    assert whole_name(text) == name


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (values.doi, "https://doi.org/10.5555/A%3C1%3E", "10.5555/a<1>"),
        (values.doi, "doi: 10.5555/A", "10.5555/a"),
        (values.doi, "10.5555/a%3Cb", "10.5555/a%3cb"),
        (values.doi, "10.5555/ÄB", "10.5555/Äb"),
        (values.doi, "10.5555/a b", None),
        (values.doi, "10.5555/a\u200bb", None),
        (values.doi, "11.5555/a", None),
        (values.doi, None, None),
        (values.arxiv, "arXiv:2101.00001v3", "2101.00001"),
        (values.arxiv, "https://arxiv.org/abs/math.CA/0611800v1", "math/0611800"),
        (values.arxiv, "2101.1", None),
        (values.pmid, "https://pubmed.ncbi.nlm.nih.gov/123/", "123"),
        (values.pmid, 123, "123"),
        (values.pmid, "0", None),
        (values.pmid, True, None),
        (values.pmcid, "https://www.ncbi.nlm.nih.gov/pmc/articles/9", "PMC9"),
        (values.pmcid, "pmc9.2", "PMC9"),
        (values.pmcid, "PMCx", None),
        (values.openalex, "https://openalex.org/w100", "W100"),
        (values.openalex, "https://openalex.org/A100", None),
    ],
)
def test_identifiers_as_registries_state_them(read, text, value):
    """Whole values are read in every form that registries use, and nothing else is."""
    found = read(text)
    assert (found.value if found else None) == value


def test_an_arxiv_id_keeps_its_version():
    """The version of an id is data beside it."""
    found = values.arxiv("2101.00001v3")
    assert found is not None
    assert (found, found.version) == (Identifier(Scheme.ARXIV, "2101.00001"), 3)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-03-01T10:00:00Z", "2024-03-01"),
        ("2024/3", "2024-03"),
        ("2024", "2024"),
        (2024, "2024"),
        ("2024-13-01", "2024"),
        ("2024-02-00", "2024-02"),
        ("20240301", ""),
        ("March 2024", ""),
        (None, ""),
    ],
)
def test_dates_are_as_exact_as_given(text, date):
    """A date text becomes ISO, no more exact than it is."""
    assert values.iso_date(text) == date


def test_one_notice_is_one_update():
    """The graver word for one notice wins; updates without a notice are told apart by their kind."""
    note = Identifier(Scheme.DOI, "10.5555/n")
    found = merged(
        [
            Update(type=UpdateType.CORRECTION, notice=note, date="2024", asserted_by="publisher"),
            Update(type=UpdateType.RETRACTION, notice=note, asserted_by="retraction-watch"),
            Update(type=UpdateType.CORRECTION),
            Update(type=UpdateType.CORRECTION),
        ]
    )
    assert found == (
        Update(type=UpdateType.RETRACTION, notice=note, date="2024", asserted_by="publisher, retraction-watch"),
        Update(type=UpdateType.CORRECTION),
    )


def test_types_are_csl_types():
    """Every provider's words lead to CSL types, unknown ones to a document, none to nothing."""
    assert {csl_types.of_crossref(word) for word in ("journal-article", "article-journal")} == {"article-journal"}
    assert (csl_types.of_crossref("brand-new"), csl_types.of_openalex("")) == ("document", "")
    tables = (csl_types._CROSSREF, csl_types._OPENALEX, csl_types._DATACITE, csl_types._SEMANTIC_SCHOLAR)
    assert {word for table in tables for word in table.values()} <= csl_types.CSL_TYPES


def test_text_is_cut_at_words_by_its_encoded_size():
    """What does not fit into an address is left off word by word."""
    assert fitting("frog 語 calls", 5) == "frog"
    assert fitting("frog 語 calls", 15) == "frog 語"
    assert fitting("x" * 50, 10) == ""


def test_endpoints_are_addresses_without_end():
    """Every endpoint has an https base that a path can be put behind, and a key goes one way at most."""
    for service in ENDPOINTS.values():
        for base in (service.base, *service.hosts.values()):
            assert base.startswith("https://")
            assert not base.endswith("/")
        assert bool(service.key_variable) == bool(service.key_header or service.key_parameter)
        assert not (service.key_header and service.key_parameter)
