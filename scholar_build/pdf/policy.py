"""Which copies of a work may be fetched: open access only, decided before a byte is asked for. Pure.

A copy may be fetched where it is

    an arXiv e-print                          an arXiv record, or a location that is an e-print's own address
    openly licensed and named as a PDF        OpenAlex's best open-access location, or Crossref's licence with its
                                              link: Creative Commons or public domain, each with its own PDF

A licence of one copy says nothing about another, so nothing is put together from two records. Free to read is
no licence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from urllib.parse import urlsplit

from scholar_build.identifiers import Identifier, Scheme, parse_identifier
from scholar_build.model import Frozen, ProviderName, Record

ARXIV_HOSTS = frozenset({"arxiv.org", "www.arxiv.org", "export.arxiv.org"})

# OpenAlex's names of licences (docs.openalex.org, licenses); `other-oa`, `publisher-specific-oa` and the like are none.
_OPENALEX = re.compile(r"cc-by(?:-nc)?(?:-sa|-nd)?|cc0|public-domain|pd")
# What Crossref members register: the addresses of Creative Commons' deeds and legal codes.
_DEED = re.compile(
    r"/(?:licenses/(?:by(?:-nc)?(?:-sa|-nd)?|by-nd-nc|publicdomain)|publicdomain/(?:zero|mark))"
    r"(?:/\d\.\d(?:/[a-z]{2,5})?)?(?:/(?:legalcode|deed)(?:\.[a-z_-]{2,7})?)?/?",
    re.IGNORECASE,
)


class Copy(Frozen, frozen=True, kw_only=True):
    """A copy of a work that may be fetched: where, who says so, and under which licence.

    `licence` is empty for an arXiv e-print, whose licence stands on its abstract page.
    """

    url: str
    provider: ProviderName
    licence: str = ""


class NoCopy(StrEnum):
    """Why a record offers no copy that may be fetched."""

    CLOSED = "closed"  # no open-access location is known
    NO_LICENCE = "no_licence"  # perhaps free to read, but under no licence
    OTHER_LICENCE = "other_licence"  # a licence, but no open one
    NO_PDF = "no_pdf"  # openly licensed, but only a landing page is named


class Refusal(Frozen, frozen=True, kw_only=True):
    """A record that offers no copy, and why."""

    provider: ProviderName
    reason: NoCopy
    licence: str = ""


def copies(records: Iterable[Record]) -> tuple[tuple[Copy, ...], tuple[Refusal, ...]]:
    """The copies that may be fetched, the first to be tried first, and why other records offer none."""
    found: dict[str, Copy] = {}
    refused = []
    for record in sorted(records, key=lambda record: _ORDER.get(record.provider, len(_ORDER))):
        if record.provider not in _ORDER:
            continue
        offered = _offered(record)
        if isinstance(offered, Copy):
            found.setdefault(offered.url, offered)
        else:
            refused.append(offered)
    return tuple(found.values()), tuple(refused)


def is_open(licence: str) -> bool:
    """Whether a licence, as OpenAlex names it or as the address that Crossref holds, is an open one."""
    written = licence.strip().lower()
    if _OPENALEX.fullmatch(written):
        return True
    parts = urlsplit(written)
    is_deed = parts.hostname in ("creativecommons.org", "www.creativecommons.org") and parts.scheme in ("http", "https")
    return is_deed and "@" not in parts.netloc and _DEED.fullmatch(parts.path) is not None


def eprint(url: str) -> Identifier | None:
    """The arXiv e-print whose own address this is: `https://arxiv.org/pdf/2101.00001v2`; None for any other."""
    parts = urlsplit(url)
    path = re.fullmatch(r"/pdf/(?P<id>[^?#]+?)(?:\.pdf)?", parts.path)
    if parts.netloc.lower() not in ARXIV_HOSTS or parts.query or path is None:
        return None
    return parse_identifier(path["id"], Scheme.ARXIV)


def eprint_url(identifier: Identifier) -> str:
    """The address of an e-print's PDF: of the version that is named, else of the latest."""
    version = f"v{identifier.version}" if identifier.version else ""
    return f"https://arxiv.org/pdf/{identifier.value}{version}"


_ORDER = {ProviderName.ARXIV: 0, ProviderName.OPENALEX: 1, ProviderName.CROSSREF: 2}


def _offered(record: Record) -> Copy | Refusal:
    def refused(reason: NoCopy) -> Refusal:
        return Refusal(provider=record.provider, reason=reason, licence=record.license)

    if found := eprint(record.pdf_url):
        licence = record.license if is_open(record.license) else ""
        return Copy(url=eprint_url(found), provider=record.provider, licence=licence)
    if record.provider is ProviderName.OPENALEX and record.open_access == "closed":
        return refused(NoCopy.CLOSED)
    if not record.license:
        return refused(NoCopy.NO_LICENCE)
    if not is_open(record.license):
        return refused(NoCopy.OTHER_LICENCE)
    if not record.pdf_url:
        return refused(NoCopy.NO_PDF)
    return Copy(url=record.pdf_url, provider=record.provider, licence=record.license)
