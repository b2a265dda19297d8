"""The domain `scholar`: what every document holds, kept from build to build."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, ClassVar, cast

import msgspec
from sphinx.application import Sphinx
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import RoleFunction

from sphinx_scholar.judged import Judged
from sphinx_scholar.page import Page
from sphinx_scholar.roles import SCHEMES, CiteRole, IdentifierRole

Encoded = dict[str, bytes]

_NOTHING = msgspec.msgpack.encode(Page())


class ScholarDomain(Domain):
    """What documents hold, filled while reading (also in parallel workers), judged once in the main process.

    Pages are kept encoded: an environment is loaded with every build, and what did not change is not looked at.
    """

    name = "scholar"
    label = "Scholarly references"
    roles: ClassVar[dict[str, RoleFunction | IdentifierRole | CiteRole]] = {
        **{str(scheme): IdentifierRole(scheme) for scheme in SCHEMES},
        "cite": CiteRole(),
    }
    data_version = 3
    initial_data: ClassVar[dict[str, dict[str, Any]]] = {"pages": {}, "bibliographies": {}}

    app: Sphinx
    """The application of this build: transforms of Sphinx 11 no longer know it."""
    judged: Judged | None = None
    """What this build found; not kept, since answers are kept and verdicts are not."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.read: set[str] = set()
        """The documents that this build has read."""

    @property
    def encoded(self) -> Encoded:
        """What each document holds, encoded; documents that hold nothing are left out."""
        return cast("Encoded", self.data["pages"])

    @property
    def bibliographies(self) -> dict[str, tuple[str, ...]]:
        """The bibliography files that documents name, by document; those that name none are left out."""
        return cast("dict[str, tuple[str, ...]]", self.data["bibliographies"])

    def page(self, docname: str) -> Page:
        """What one document holds."""
        return msgspec.msgpack.decode(self.encoded.get(docname, _NOTHING), type=Page)

    def note(self, docname: str, page: Page) -> None:
        """Keep what a document holds."""
        self.read.add(docname)
        encoded = msgspec.msgpack.encode(page)
        if encoded != _NOTHING:
            self.encoded[docname] = encoded
        if page.bibliographies:
            self.bibliographies[docname] = page.bibliographies

    def clear_doc(self, docname: str) -> None:
        """Forget a document that is read again or gone."""
        self.encoded.pop(docname, None)
        self.bibliographies.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel reader found."""
        self.read.update(docnames)
        for kept, other in ((self.encoded, otherdata["pages"]), (self.bibliographies, otherdata["bibliographies"])):
            kept.update({name: found for name, found in other.items() if name in docnames})


def join(app: Sphinx) -> None:
    """Tell the domain which application it serves."""
    domain_of(app.env).app = app


def domain_of(env: BuildEnvironment) -> ScholarDomain:
    """The domain of a build."""
    return cast("ScholarDomain", env.get_domain("scholar"))
