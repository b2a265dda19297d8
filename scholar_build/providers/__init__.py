"""The scholarly providers: one module each, pure functions over requests and replies, no I/O.

To add a provider, write its module with the names of `base.Provider`, add its line here and its
address to `endpoints`.
"""

from scholar_build.model import ProviderName
from scholar_build.providers import (
    arxiv,
    crossref,
    datacite,
    doi_org,
    europepmc,
    openalex,
    pubmed,
    semanticscholar,
)
from scholar_build.providers.base import Provider

PROVIDERS: dict[ProviderName, Provider] = {
    ProviderName.CROSSREF: crossref,
    ProviderName.DOI_ORG: doi_org,
    ProviderName.DATACITE: datacite,
    ProviderName.ARXIV: arxiv,
    ProviderName.PUBMED: pubmed,
    ProviderName.OPENALEX: openalex,
    ProviderName.EUROPEPMC: europepmc,
    ProviderName.SEMANTICSCHOLAR: semanticscholar,
}
"""Every provider by its name."""
