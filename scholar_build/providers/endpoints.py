"""Where each provider lives and how it wants to be told who asks: plain data for the code that sends.

Keys come from the environment only, and go to an endpoint's own `base` and `hosts`, never to a
redirect's target and never to a replaced endpoint.
"""

from __future__ import annotations

from scholar_build.config import Endpoint
from scholar_build.model import Frozen


class Service(Frozen, frozen=True, kw_only=True):
    """One endpoint.

    `base` has no trailing `/`; a `Request.path` is appended to it. `hosts` holds the base addresses
    that `Request.host` names. `redirect_hosts` lists the further host names to which a redirect may
    lead; a redirect to any other host is not followed, and the 3xx reply itself is handed on.
    `key_header` is sent as `key_prefix` + key; `key_parameter` goes into the query instead.
    `contact_parameter` carries the contact address in the query where the User-Agent is not enough.
    """

    base: str
    hosts: dict[str, str] = {}
    redirect_hosts: tuple[str, ...] = ()
    key_variable: str = ""
    key_header: str = ""
    key_prefix: str = ""
    key_parameter: str = ""
    contact_parameter: str = ""
    parameters: tuple[tuple[str, str], ...] = ()  # sent with every request


ENDPOINTS: dict[Endpoint, Service] = {
    "crossref": Service(
        base="https://api.crossref.org",
        key_variable="CROSSREF_PLUS_TOKEN",
        key_header="Crossref-Plus-API-Token",
        key_prefix="Bearer ",
    ),
    "openalex": Service(
        base="https://api.openalex.org",
        key_variable="OPENALEX_API_KEY",
        key_header="Authorization",
        key_prefix="Bearer ",
    ),
    "arxiv": Service(base="https://export.arxiv.org", redirect_hosts=("arxiv.org",)),
    "ncbi": Service(
        base="https://eutils.ncbi.nlm.nih.gov",
        hosts={"idconv": "https://pmc.ncbi.nlm.nih.gov"},
        key_variable="NCBI_API_KEY",
        key_parameter="api_key",
        contact_parameter="email",
        parameters=(("tool", "scholar-build"),),
    ),
    "doi": Service(
        base="https://doi.org",
        # the registration agencies' own metadata servers; a publisher's page is never visited
        redirect_hosts=(
            "api.crossref.org",
            "data.crosscite.org",
            "api.datacite.org",
            "data.crossref.org",
            "data.datacite.org",
            "data.medra.org",
            "dx.doi.org",
        ),
    ),
    "datacite": Service(base="https://api.datacite.org"),
    "europepmc": Service(base="https://www.ebi.ac.uk", contact_parameter="email"),
    "semanticscholar": Service(
        base="https://api.semanticscholar.org",
        key_variable="SEMANTIC_SCHOLAR_API_KEY",
        key_header="x-api-key",
    ),
}
