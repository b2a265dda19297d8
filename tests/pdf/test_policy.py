"""Which copies may be fetched at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import ProviderName, Record
from scholar_build.pdf.policy import NoCopy, copies, eprint, is_open

OPENALEX, CROSSREF, ARXIV = ProviderName.OPENALEX, ProviderName.CROSSREF, ProviderName.ARXIV
CC = "https://creativecommons.org/licenses/by/4.0/"
PDF = "https://repo.example/1.pdf"


def record(provider: ProviderName, **facts: Any) -> Record:
    return Record(id="doi:10.5555/x", provider=provider, **facts)


@pytest.mark.parametrize(
    "licence",
    [
        "cc-by", "cc-by-sa", "cc-by-nd", "cc-by-nc", "cc-by-nc-sa", "cc-by-nc-nd", "cc0", "public-domain", "CC-BY",
        CC, "http://creativecommons.org/licenses/by-nc-nd/3.0", "https://creativecommons.org/licenses/by/3.0/us/",
        "http://www.creativecommons.org/licenses/by/2.5/jp/deed.ja", "https://creativecommons.org/publicdomain/zero/1.0/",
        "https://creativecommons.org/publicdomain/mark/1.0/", "https://creativecommons.org/licenses/by/4.0/legalcode",
    ],
)  # fmt: skip
def test_open_licences(licence: str) -> None:
    """Creative Commons and public domain, however providers write them, let a copy be fetched."""
    assert is_open(licence) is True


@pytest.mark.parametrize(
    "licence",
    [
        "", "other-oa", "publisher-specific-oa", "publisher-specific, author manuscript", "implied-oa",
        "unspecified-oa",
        "mit", "gpl-v3", "cc", "by", "cc-by-xx", "not cc-by", "no licence", "all rights reserved",
        "https://www.elsevier.com/tdm/userlicense/1.0/", "http://www.elsevier.com/open-access/userlicense/1.0/",
        "https://doi.wiley.com/10.1002/tdm_license_1.1", "https://creativecommons.org.evil.example/licenses/by/4.0/",
        "https://evil.example/?creativecommons.org/licenses/by/4.0/", "https://creativecommons.org@evil.example/licenses/by/4.0/",
        "https://creativecommons.org/", "https://creativecommons.org/licenses/", "https://creativecommons.org/licenses/by/4.0/../../x",
        "ftp://creativecommons.org/licenses/by/4.0/", "javascript:creativecommons.org/licenses/by/4.0/",
    ],
)  # fmt: skip
def test_other_licences(licence: str) -> None:
    """Everything that only looks or sounds open is refused."""
    assert is_open(licence) is False


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (record(OPENALEX, open_access="closed"), NoCopy.CLOSED),
        (record(OPENALEX, open_access="closed", license="cc-by", pdf_url=PDF), NoCopy.CLOSED),
        (record(OPENALEX, open_access="bronze", pdf_url=PDF), NoCopy.NO_LICENCE),
        (record(OPENALEX, open_access="green", license="other-oa", pdf_url=PDF), NoCopy.OTHER_LICENCE),
        (record(OPENALEX, open_access="gold", license="cc-by"), NoCopy.NO_PDF),
        (record(CROSSREF, pdf_url=PDF), NoCopy.NO_LICENCE),
        (record(CROSSREF, license="https://www.elsevier.com/tdm/userlicense/1.0/", pdf_url=PDF), NoCopy.OTHER_LICENCE),
        (record(CROSSREF, license=CC), NoCopy.NO_PDF),
    ],
)
def test_records_without_a_copy_to_fetch(found: Record, reason: NoCopy) -> None:
    """Paywalled works, copies that are free to read but under no licence, and landing pages are refused."""
    offered, refused = copies([found])
    assert ((), (reason,)) == (offered, tuple(one.reason for one in refused))


def test_one_records_licence_does_not_open_anothers_copy() -> None:
    """A licence at Crossref does not make OpenAlex's free-to-read copy one that may be fetched."""
    offered, _ = copies([record(CROSSREF, license=CC), record(OPENALEX, open_access="bronze", pdf_url=PDF)])
    assert offered == ()


def test_the_order_of_copies() -> None:
    """An e-print comes first, then OpenAlex's best location, then Crossref's; one address is tried once."""
    records = [
        record(CROSSREF, license=CC, pdf_url="https://pub.example/2.pdf"),
        record(OPENALEX, license="cc-by", open_access="gold", pdf_url=PDF),
        record(ARXIV, pdf_url="https://arxiv.org/pdf/2101.00001"),
    ]
    offered, _ = copies(records)
    assert [copy.url for copy in offered] == ["https://arxiv.org/pdf/2101.00001", PDF, "https://pub.example/2.pdf"]
    same = record(CROSSREF, license=CC, pdf_url=PDF)
    assert len(copies([same, records[1]])[0]) == 1


def test_a_location_that_is_an_eprint() -> None:
    """OpenAlex often names an arXiv e-print as the best location, by http and without a licence."""
    offered, _ = copies([record(OPENALEX, open_access="green", pdf_url="http://arxiv.org/pdf/2101.00001v2.pdf")])
    assert [copy.url for copy in offered] == ["https://arxiv.org/pdf/2101.00001v2"]


def test_other_providers_open_nothing() -> None:
    """Only arXiv, OpenAlex's best location and Crossref's licence decide."""
    for provider in set(ProviderName) - {OPENALEX, CROSSREF, ARXIV}:
        assert copies([record(provider, license="cc-by", open_access="gold", pdf_url=PDF)]) == ((), ())


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org.evil.example/pdf/2101.00001", "https://evil.example/arxiv.org/pdf/2101.00001",
        "https://arxiv.org@evil.example/pdf/2101.00001", "https://arxiv.org:8443/pdf/2101.00001",
        "https://arxiv.org/abs/2101.00001", "https://arxiv.org/pdf/2101.00001?next=https://evil.example", "",
        "arxiv.org",
        "https://arxiv.org/pdf/not-an-id",
    ],
)  # fmt: skip
def test_what_only_looks_like_an_eprint(url: str) -> None:
    """Only arXiv's own address of a PDF is an e-print."""
    assert eprint(url) is None


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_no_text_is_an_open_licence_by_accident(text: str) -> None:
    """A licence must name Creative Commons, CC0 or the public domain to be an open one."""
    assert not is_open(text) or any(word in text.lower() for word in ("cc", "creativecommons", "public-domain", "pd"))
