"""Which licence and which PDF of a Crossref record belong together."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.providers.crossref_licence import licence_and_pdf

CC = "https://creativecommons.org/licenses/by/4.0/"
PUBLISHER = "https://pond.example/terms"
PDF, MANUSCRIPT = "https://pond.example/7.pdf", "https://pond.example/7-am.pdf"


def licence(url: str, version: str = "vor", **more: Any) -> dict[str, Any]:
    return {"URL": url, "content-version": version, "delay-in-days": 0, **more}


def link(url: str, version: str = "vor", **more: Any) -> dict[str, Any]:
    return {"URL": url, "content-type": "application/pdf", "content-version": version, **more}


def embargo(year: int) -> dict[str, Any]:
    return {"delay-in-days": 365, "start": {"date-parts": [[year, 3, 1]]}}


@pytest.mark.parametrize(
    ("licences", "links", "expected"),
    [
        ([licence(CC)], [link(PDF)], (CC, PDF)),
        ([licence(PUBLISHER, "tdm"), licence(CC)], [link(PDF)], (CC, PDF)),
        ([licence(CC, "unspecified")], [link(PDF)], (CC, PDF)),
        ([licence(CC)], [link(PDF, "unspecified")], (CC, PDF)),
        ([licence(CC, "am")], [link(PDF)], (CC, "")),
        ([licence(CC, "am")], [link(PDF), link(MANUSCRIPT, "am")], (CC, MANUSCRIPT)),
        ([licence(PUBLISHER), licence(CC, "am")], [link(PDF)], (PUBLISHER, PDF)),
        ([licence(CC, **embargo(2027))], [link(PDF)], ("", PDF)),
        ([licence(CC, **embargo(2020))], [link(PDF)], (CC, PDF)),
        ([licence(CC, **{"delay-in-days": 365})], [link(PDF)], ("", PDF)),
        ([licence(PUBLISHER, "tdm"), licence(CC, **embargo(2027))], [link(PDF)], (PUBLISHER, PDF)),
        (
            [licence(CC)],
            [link(PDF, **{"intended-application": "similarity-checking"}), link(MANUSCRIPT)],
            (CC, MANUSCRIPT),
        ),
        ([licence(CC)], [{"URL": PDF, "content-type": "text/html"}], (CC, "")),
        ([], [], ("", "")),
    ],
)
def test_licence_and_pdf(licences: list[Any], links: list[Any], expected: tuple[str, str]) -> None:
    """A licence counts once it has begun, and only for the version that it names."""
    work = {"license": licences, "link": links, "indexed": {"date-time": "2026-08-01T00:00:00Z"}}
    assert licence_and_pdf(work) == expected


def test_an_embargo_of_unknown_age() -> None:
    """Where the record does not say when it was read, a licence with a delay does not count."""
    assert licence_and_pdf({"license": [licence(CC, **embargo(2020))], "link": [link(PDF)]}) == ("", PDF)
