"""Which address a request goes to, and what is told there about us.

Keys and the contact address go to a provider's own hosts only. A settings file may come from a
stranger's pull request, so it can redirect requests but not what identifies the user: for replaced
endpoints that takes `SCHOLAR_BUILD_TRUST_ENDPOINTS=1` in the environment. The same goes for replaced
endpoints inside the machine's network, other than its own loopback address.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from scholar_build.config import Endpoint, Settings
from scholar_build.providers.base import Request
from scholar_build.providers.endpoints import ENDPOINTS

PROJECT_PAGE = "https://github.com/scholar-build/scholar-build"
USER_AGENT = f"scholar-build/{version('scholar-build')} ({PROJECT_PAGE}"
TRUST_VARIABLE = "SCHOLAR_BUILD_TRUST_ENDPOINTS"


class Identity:
    """The addresses and credentials of one run."""

    def __init__(self, settings: Settings, environ: Mapping[str, str]) -> None:
        self._replaced = {name: address.rstrip("/") for name, address in settings.endpoints.items()}
        self._trusted = environ.get(TRUST_VARIABLE) == "1"
        self._contact = settings.contact_email
        self._keys = dict(_keys(environ))

    def address(self, request: Request) -> str:
        """The full address of a request, without anything that identifies us."""
        service = ENDPOINTS[request.endpoint]
        own = service.hosts[request.host] if request.host else service.base
        query = urlencode([*request.params, *service.parameters], quote_via=quote)
        return self._replaced.get(request.endpoint, own) + request.path + (f"?{query}" if query else "")

    def is_replaced(self, endpoint: Endpoint) -> bool:
        """Whether the settings name another address for an endpoint."""
        return endpoint in self._replaced

    def is_told(self, endpoint: Endpoint) -> bool:
        """Whether an endpoint may learn who we are."""
        return self._trusted or endpoint not in self._replaced

    def is_polite(self, endpoint: Endpoint) -> bool:
        """Whether an endpoint is told a contact address."""
        return bool(self._contact) and self.is_told(endpoint)

    def limits_name(self, endpoint: Endpoint) -> str:
        """Under which name processes share an endpoint's limits; a replaced endpoint has its own."""
        if endpoint not in self._replaced:
            return endpoint
        return f"{endpoint}-{hashlib.sha256(self._replaced[endpoint].encode()).hexdigest()[:12]}"

    def owner(self, address: str) -> Endpoint | None:
        """The endpoint that an address belongs to, if any."""
        bases = ((len(base), name) for name in ENDPOINTS for base in self._bases(name) if _within(address, base))
        return max(bases, default=(0, None))[1]

    def may_follow(self, endpoint: Endpoint, source: str, target: str) -> bool:
        """Whether a request to an endpoint may be redirected: only to known hosts, never to less protection."""
        scheme, host, port = _origin(target)
        if _origin(source)[0] == "https" and scheme != "https":
            return False
        if endpoint in self._replaced:
            return any((scheme, host, port) == _origin(base) for base in self._replaced.values())
        if (scheme, port) == ("https", 443) and host in ENDPOINTS[endpoint].redirect_hosts:
            return True
        return any((scheme, host, port) == _origin(base) for base in self._bases(endpoint))

    def dress(self, address: str) -> tuple[str, dict[str, str]]:
        """Add what an address's owner may know of us: the address to send to, and the headers."""
        headers = {"user-agent": f"{USER_AGENT})"}
        endpoint = self.owner(address)
        if endpoint is None or not self.is_told(endpoint):
            return address, headers
        service = ENDPOINTS[endpoint]
        extra = []
        if self._contact:
            headers["user-agent"] = f"{USER_AGENT}; mailto:{quote(self._contact, safe='@+')})"
            if service.contact_parameter:
                extra.append((service.contact_parameter, self._contact))
        if key := self._keys.get(endpoint):
            if service.key_header:
                headers[service.key_header.lower()] = service.key_prefix + key
            else:
                extra.append((service.key_parameter, key))
        return _with_query(address, extra), headers

    def undress(self, address: str) -> str:
        """Drop from a redirect's address what it repeats of us."""
        parts = urlsplit(address)
        secrets = {*self._keys.values(), self._contact} - {""}
        if not any(value in secrets for _, value in parse_qsl(parts.query)):
            return address
        kept = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if value not in secrets]
        return parts._replace(query=urlencode(kept, quote_via=quote)).geturl()

    def _bases(self, endpoint: Endpoint) -> tuple[str, ...]:
        if endpoint in self._replaced:
            return (self._replaced[endpoint],)
        service = ENDPOINTS[endpoint]
        return (service.base, *service.hosts.values())


def _keys(environ: Mapping[str, str]) -> Iterator[tuple[Endpoint, str]]:
    for endpoint, service in ENDPOINTS.items():
        key = environ.get(service.key_variable, "").strip() if service.key_variable else ""
        if key and key.isascii() and key.isprintable():  # a blank key is answered like a wrong one
            yield endpoint, key


def _with_query(address: str, extra: list[tuple[str, str]]) -> str:
    if not extra:
        return address
    return address + ("&" if "?" in address else "?") + urlencode(extra, quote_via=quote)


def _origin(address: str) -> tuple[str, str, int]:
    try:
        parts = urlsplit(address)
        return parts.scheme, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:  # no address at all: nobody's, and not followed
        return "", address, 0


def _within(address: str, base: str) -> bool:
    if _origin(address) != _origin(base):
        return False
    return (urlsplit(address).path or "/").startswith(urlsplit(base).path.rstrip("/") + "/")
