"""A citation chain: one work, what it cites, what cites it, and how far that picture may be trusted."""

from __future__ import annotations

from enum import StrEnum

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model.answer import Failure
from scholar_build.model.base import Frozen
from scholar_build.model.record import ProviderName, Record

EDGE_STATUS = "CITES_PROVIDER_ASSERTED"
"""The only status an edge has: a provider says so; nobody has looked into the works."""


class ChainStatus(StrEnum):
    """How an expansion ended."""

    COMPLETE_WITHIN_BOUNDS = "COMPLETE_WITHIN_BOUNDS"
    PARTIAL = "PARTIAL"
    BLOCKED_SEED_IDENTITY_NOT_VERIFIED = "BLOCKED_SEED_IDENTITY_NOT_VERIFIED"
    BLOCKED_SEED_LOOKUP = "BLOCKED_SEED_LOOKUP"

    @property
    def is_blocked(self) -> bool:
        """Whether nothing could be drawn."""
        return self in (ChainStatus.BLOCKED_SEED_IDENTITY_NOT_VERIFIED, ChainStatus.BLOCKED_SEED_LOOKUP)


class Direction(StrEnum):
    """Which way an edge is followed from the inspected work."""

    BACKWARD = "backward"  # to works that it cites
    FORWARD = "forward"  # to works that cite it


class DoiStatus(StrEnum):
    """What is known of a node's DOI."""

    IS_SEED = "is_seed"  # it is the DOI that was asked for
    ASSERTED = "asserted"  # the provider states it
    MISSING = "missing"


class Bounds(Frozen, frozen=True, kw_only=True):
    """How far an expansion may go."""

    max_depth: int = 1
    max_per_direction: int = 5
    directions: tuple[Direction, ...] = (Direction.BACKWARD, Direction.FORWARD)


class ChainNode(Frozen, frozen=True, kw_only=True):
    """One work of a chain, by the provider's record.

    `depth` counts the steps from the seed; `side` is the direction of the first of them, None for the seed.
    """

    id: str
    record: Record
    depth: int
    side: Direction | None = None
    doi_status: DoiStatus = DoiStatus.MISSING

    @property
    def openalex(self) -> str:
        """The OpenAlex id, or an empty string."""
        return _value(self.record, Scheme.OPENALEX)

    @property
    def doi(self) -> str:
        """The DOI, or an empty string."""
        return _value(self.record, Scheme.DOI)

    @property
    def identifier(self) -> Identifier | None:
        """The identifier that leads a reader to the work."""
        return self.record.identifiers[0] if self.record.identifiers else None

    @property
    def year(self) -> int | None:
        """The year of publication."""
        issued = self.record.issued[:4]
        return int(issued) if issued.isdigit() else self.record.years[0] if self.record.years else None


class ChainEdge(Frozen, frozen=True, kw_only=True):
    """That one work cites another, as a provider asserts; `citing` and `cited` are ids of nodes.

    `evidence_source` names the list that says so; `observed_at_depth` is the step at which it was read.
    """

    citing: str
    cited: str
    evidence_source: str
    observed_at_depth: int
    status: str = EDGE_STATUS


class Shortfall(StrEnum):
    """Why a chain is not all that the provider holds."""

    MORE_REFERENCES = "more_references"  # the work has more references than are shown
    MORE_CITING = "more_citing"  # more works cite it than are shown
    WITHOUT_RECORD = "without_record"  # references that the provider names but does not hold
    WITHOUT_IDENTIFIER = "without_identifier"  # references that the provider counts but does not name
    SHORT_PAGE = "short_page"  # a list held fewer works than its own count promised
    COUNTS_DIFFER = "counts_differ"  # the work's own count of citing works is higher than the list's
    REFERENCES_NOT_ANSWERED = "references_not_answered"
    CITING_NOT_ANSWERED = "citing_not_answered"
    NO_OPENALEX_ID = "no_openalex_id"  # so nobody can be asked who cites it
    NODE_CEILING = "node_ceiling"
    CALL_CEILING = "call_ceiling"


class ChainReason(Frozen, frozen=True, kw_only=True):
    """One reason for `PARTIAL`: what is missing, at which node (its id), how many of how many are shown."""

    shortfall: Shortfall
    node: str = ""
    shown: int = 0
    total: int = 0
    failure: Failure | None = None


class ChainWarning(StrEnum):
    """What was left out or used although something is wrong with it."""

    SELF_REFERENCE = "self_reference"  # a work lists itself
    SAME_WORK = "same_work"  # two ids of the provider name one work
    STALE = "stale"  # an answer older than the settings allow stood in


class Remark(Frozen, frozen=True, kw_only=True):
    """One warning, with the node or identifier it is about."""

    warning: ChainWarning
    subject: str = ""


class ProviderError(Frozen, frozen=True, kw_only=True):
    """A request that was not answered."""

    provider: ProviderName
    reason: Failure
    detail: str = ""
    about: str = ""


class CitationChain(Frozen, frozen=True, kw_only=True):
    """The result of an expansion.

    `nodes` stand in the order of discovery, the seed first. `answered_doi` is the DOI that the provider gave
    where it differs from the seed's. `checked_at` is the time of the newest answer (UTC), empty where there
    was none; `source_ids` are the OpenAlex ids of all records used. `calls` counts OpenAlex calls.
    """

    name: str = ""
    seed: str
    status: ChainStatus
    bounds: Bounds
    nodes: tuple[ChainNode, ...] = ()
    edges: tuple[ChainEdge, ...] = ()
    reasons: tuple[ChainReason, ...] = ()
    remarks: tuple[Remark, ...] = ()
    provider_errors: tuple[ProviderError, ...] = ()
    source_ids: tuple[str, ...] = ()
    checked_at: str = ""
    answered_doi: str = ""
    calls: int = 0

    def node(self, id: str) -> ChainNode | None:  # noqa: A002 - what it is called in edges
        """The node with an id."""
        return next((node for node in self.nodes if node.id == id), None)


def _value(record: Record, scheme: Scheme) -> str:
    return next((identifier.value for identifier in record.identifiers if identifier.scheme is scheme), "")
