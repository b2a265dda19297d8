"""What we conclude about a reference, and the report of a whole check."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from scholar_build.identifiers import Identifier
from scholar_build.model.answer import Failure
from scholar_build.model.base import Frozen
from scholar_build.model.record import ProviderName, Record
from scholar_build.model.reference import Problem, Reference


class Status(StrEnum):
    """The four verdicts."""

    VERIFIED = "verified"
    MISMATCH = "mismatch"
    NOT_FOUND = "not_found"
    UNCHECKED = "unchecked"


class Reason(StrEnum):
    """Why a verdict is what it is; each belongs to one status."""

    AGREES = "agrees"
    REGISTERED = "registered"  # a bare identifier: registered, nothing else to compare
    FOUND_BY_SEARCH = "found_by_search"
    FIELD_DIFFERS = "field_differs"
    OTHER_WORK = "other_work"
    IDENTIFIER_NOT_FOUND = "identifier_not_found"
    REFERENCE_NOT_FOUND = "reference_not_found"
    RATE_LIMITED = "rate_limited"
    PROVIDER_UNAVAILABLE = "provider_unavailable"
    OFFLINE = "offline"
    PENDING = "pending"
    NOT_INDEXED = "not_indexed"
    NO_RECORD_TITLE = "no_record_title"  # registered, but no source states a title
    PLACEHOLDER = "placeholder"


class Field(StrEnum):
    """A part of a reference that is compared, in order of gravity."""

    IDENTIFIER = "identifier"
    TITLE = "title"
    AUTHORS = "authors"
    YEAR = "year"
    VENUE = "venue"
    PAGES = "pages"
    VERSION = "version"


class Basis(StrEnum):
    """How the record was reached."""

    IDENTIFIER = "identifier"
    SEARCH = "search"


class Finding(Frozen, frozen=True, kw_only=True):
    """One difference: what was cited, what is recorded, who says so, and the rule that calls it a fault."""

    rule: str
    field: Field
    cited: str
    recorded: str
    provider: ProviderName
    basis: Basis = Basis.IDENTIFIER
    part: str = ""  # what of the field: `volume`, `missing author`, …


class NoticeType(StrEnum):
    """What stands beside a status, never instead of it."""

    RETRACTION = "retraction"
    WITHDRAWAL = "withdrawal"
    EXPRESSION_OF_CONCERN = "expression_of_concern"
    CORRECTION = "correction"
    PUBLISHED_VERSION = "published_version"
    CONCEPT_DOI = "concept_doi"
    ALIAS = "alias"
    SOURCES_DIFFER = "sources_differ"


class Notice(Frozen, frozen=True, kw_only=True):
    """One notice: `target` is the notice's, publication's or prime identifier; `detail` is plain words."""

    type: NoticeType
    target: Identifier | None = None
    date: str = ""
    detail: str = ""
    provider: ProviderName | None = None


class Suggestion(Frozen, frozen=True, kw_only=True):
    """The work that the reference probably means. `guess` is true where only a search led to it."""

    record: Record
    guess: bool


class Asked(Frozen, frozen=True, kw_only=True):
    """That a provider was asked, what came of it (`found`, `absent` or a `Failure`), and when."""

    provider: ProviderName
    outcome: str
    fetched_at: str = ""
    detail: str = ""


class Verdict(Frozen, frozen=True, kw_only=True):
    """What we conclude about one reference.

    `record` is the record the verdict rests on. `agreed` lists the fields that were compared and
    agree. `checked_isbn` says whether an ISBN's check digit is right (None: no ISBN).
    """

    reference: Reference
    status: Status
    reason: Reason
    detail: str = ""
    rule: str = ""
    basis: Basis = Basis.IDENTIFIER
    findings: tuple[Finding, ...] = ()
    notices: tuple[Notice, ...] = ()
    agreed: tuple[Field, ...] = ()
    record: Record | None = None
    suggestion: Suggestion | None = None
    checked_isbn: bool | None = None
    asked: tuple[Asked, ...] = ()


class ProviderOutage(Frozen, frozen=True, kw_only=True):
    """A provider that was left out for the rest of a run, and why."""

    provider: ProviderName
    reason: Failure
    detail: str = ""


class Report(Frozen, frozen=True, kw_only=True):
    """Everything one check found: verdicts in order of place, source problems, providers left out, requests sent.

    `left_out` counts older findings that the check was not asked about.
    """

    verdicts: tuple[Verdict, ...] = ()
    problems: tuple[Problem, ...] = ()
    outages: tuple[ProviderOutage, ...] = ()
    requests: int = 0
    left_out: int = 0

    def count(self) -> dict[str, int]:
        """The number of references per status, every status named, and `total`."""
        counted = Counter(verdict.status for verdict in self.verdicts)
        return {**{str(status): counted[status] for status in Status}, "total": len(self.verdicts)}
