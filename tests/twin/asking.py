"""How the twin's own tests ask it."""

from __future__ import annotations

import httpx

from tests.twin import Twin

CLIENT = httpx.Client(headers={"Accept": "application/json, */*"}, timeout=10, verify=False, trust_env=False)
PUBMED = "/entrez/eutils/efetch.fcgi?db=pubmed&retmode=xml&id="


def get(twin: Twin, provider: str, path: str, **headers: str) -> httpx.Response:
    """One answer; redirects are not followed."""
    return CLIENT.get(twin.url(provider) + path, headers=headers)


def follow(address: str, **headers: str) -> httpx.Response:
    """One answer after all redirects."""
    return CLIENT.get(address, headers=headers, follow_redirects=True)
