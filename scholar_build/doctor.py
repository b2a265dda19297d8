"""What a run would work with: versions, settings and where they come from, cache, providers."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from importlib import metadata

from scholar_build.cache import Cache, cache_folder
from scholar_build.config import SETTING_NAMES, Endpoint, Settings
from scholar_build.fetch.identity import Identity
from scholar_build.fetch.policy import interval_s
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.lookup import Session
from scholar_build.model import Found, Frozen, Lookup, ProviderName, Search, Unavailable
from scholar_build.providers.base import Pace
from scholar_build.providers.endpoints import ENDPOINTS

_PACKAGES = ("httpx", "mkdocs", "sphinx", "properdocs", "zensical", "docutils", "myst-parser", "pikepdf", "icalendar")

_PROBES = {
    ProviderName.CROSSREF: Identifier(Scheme.DOI, "10.5555/12345678"),
    ProviderName.DOI_ORG: Identifier(Scheme.DOI, "10.5555/12345678"),
    ProviderName.DATACITE: Identifier(Scheme.DOI, "10.5281/zenodo.1239"),
    ProviderName.ARXIV: Identifier(Scheme.ARXIV, "1706.03762"),
    ProviderName.PUBMED: Identifier(Scheme.PMID, "11237011"),
    ProviderName.OPENALEX: Identifier(Scheme.OPENALEX, "W2741809807"),
}
"""A permanent identifier for each provider that is looked up by identifier; the others are searched."""


class Line(Frozen, frozen=True, kw_only=True):
    """One fact: its section, its name, its value."""

    section: str
    name: str
    value: str


def examine(settings: Settings, environ: Mapping[str, str] = os.environ) -> Iterator[Line]:
    """Everything that can be said without asking anybody. Keys and the contact address are named, never shown."""
    yield Line(section="versions", name="scholar-build", value=metadata.version("scholar-build"))
    yield Line(section="versions", name="python", value=platform.python_version())
    for package in _PACKAGES:
        try:
            yield Line(section="versions", name=package, value=metadata.version(package))
        except metadata.PackageNotFoundError:
            yield Line(section="versions", name=package, value="not installed")
    for name in SETTING_NAMES:
        if name in settings.origins:
            value = "set" if name == "contact_email" else repr(getattr(settings, name))
            yield Line(section="settings", name=name, value=f"{value} ({settings.origins[name]})")
    yield from _cache(settings)
    yield from _providers(settings, environ)


def probe(session: Session) -> Iterator[Line]:
    """Ask every provider one thing, and say whether it answered."""
    questions = {
        provider: Lookup(provider=provider, identifier=_PROBES[provider])
        if provider in _PROBES
        else Search(provider=provider, text="protein structure", limit=1)
        for provider in ProviderName
    }
    answers = session.ask(questions.values())
    for provider, question in questions.items():
        answer = answers[question]
        if isinstance(answer, Unavailable):
            value = f"not available ({answer.reason}{f': {answer.detail}' if answer.detail else ''})"
        else:
            value = "answers" if isinstance(answer, Found) else "answers (does not know the probe)"
        yield Line(section="online", name=str(provider), value=value)
    for endpoint, left in session.credits.items():
        yield Line(section="online", name=f"{endpoint} budget", value=f"{left} left today")


def _cache(settings: Settings) -> Iterator[Line]:
    folder = cache_folder(settings)
    yield Line(section="cache", name="folder", value=str(folder))
    if folder.is_dir():
        cache = Cache(folder, settings)
        try:
            found = cache.stats()
        finally:
            cache.close()
        yield Line(section="cache", name="answers", value=str(sum(found.answers.values())))
        yield Line(section="cache", name="size", value=f"{found.size_bytes / 1e6:.1f} MB")


def _providers(settings: Settings, environ: Mapping[str, str]) -> Iterator[Line]:
    identity = Identity(settings, environ)
    for endpoint, service in ENDPOINTS.items():
        address = settings.endpoints.get(endpoint, service.base)
        single = 1 / interval_s(endpoint, Pace.SINGLE, polite=identity.is_polite(endpoint))
        listed = 1 / interval_s(endpoint, Pace.LIST, polite=identity.is_polite(endpoint))
        pace = f"{single:.2g}/s" if single == listed else f"{single:.2g}/s, lists {listed:.2g}/s"
        key = _key(endpoint, environ)
        yield Line(section="providers", name=str(endpoint), value=f"{address}  {pace}{key}")


def _key(endpoint: Endpoint, environ: Mapping[str, str]) -> str:
    variable = ENDPOINTS[endpoint].key_variable
    if not variable:
        return ""
    return f"  key {variable} {'set' if environ.get(variable) else 'not set'}"
