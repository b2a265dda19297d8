"""The licence of a Crossref work and the PDF that it is for (Crossref metadata schema, `license` and `link`).

Both name the version they are about (`vor`, `am`, …). A licence of the accepted manuscript, or one that only begins
after an embargo, says nothing about the publisher's PDF of today.
"""

from __future__ import annotations

from typing import Any

from scholar_build.providers import clean
from scholar_build.providers.values import at, date_of_parts, iso_date, items, number, text

_OF_ANY_VERSION = ("", "unspecified", "tdm")


def licence_and_pdf(work: Any) -> tuple[str, str]:
    """The addresses of the licence, that of the version of record where there are several, and of its PDF."""
    licences = [entry for entry in items(at(work, "license")) if at(entry, "URL") and _has_begun(entry, work)]
    licences.sort(key=lambda entry: at(entry, "content-version") != "vor")
    chosen = licences[0] if licences else None
    version = text(at(chosen, "content-version"))
    links = [entry for entry in items(at(work, "link")) if at(entry, "content-type") == "application/pdf"]
    links.sort(key=lambda entry: at(entry, "intended-application") == "similarity-checking")
    fitting = (clean.address(text(at(entry, "URL"))) for entry in links if _fits(entry, version))
    return clean.address(text(at(chosen, "URL"))), next(filter(None, fitting), "")


def _has_begun(licence: Any, work: Any) -> bool:
    """Whether a licence was in force when Crossref last read the record; one without delay always is."""
    if not number(at(licence, "delay-in-days")):
        return True
    begins = date_of_parts(items(next(iter(items(at(licence, "start", "date-parts"))), None)))
    seen = iso_date(at(work, "indexed", "date-time"))
    return bool(begins and seen) and begins <= seen


def _fits(link: Any, version: str) -> bool:
    return version in _OF_ANY_VERSION or text(at(link, "content-version")) in (*_OF_ANY_VERSION, version)
