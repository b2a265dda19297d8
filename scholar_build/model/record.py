"""What a provider holds about one work: the one normalised shape of all providers."""

from __future__ import annotations

from enum import StrEnum

from scholar_build.identifiers import Identifier
from scholar_build.model.base import Frozen
from scholar_build.model.reference import Name


class ProviderName(StrEnum):
    """A scholarly metadata service."""

    CROSSREF = "crossref"
    DOI_ORG = "doi"
    DATACITE = "datacite"
    ARXIV = "arxiv"
    PUBMED = "pubmed"
    OPENALEX = "openalex"
    EUROPEPMC = "europepmc"
    SEMANTICSCHOLAR = "semanticscholar"


class UpdateType(StrEnum):
    """What a later notice does to a work (Crossref update types, reduced to those a reader must know)."""

    RETRACTION = "retraction"
    WITHDRAWAL = "withdrawal"
    EXPRESSION_OF_CONCERN = "expression_of_concern"
    CORRECTION = "correction"


class Update(Frozen, frozen=True, kw_only=True):
    """One notice on a work: its kind, the notice's identifier if it has one, its date (ISO, may be partial)."""

    type: UpdateType
    notice: Identifier | None = None
    date: str = ""
    asserted_by: str = ""


class RelationType(StrEnum):
    """How one work's record points to another's."""

    PUBLISHED_VERSION = "published_version"  # the record is a preprint; the target is its publication
    PREPRINT = "preprint"  # the target is a preprint of the record
    HAS_VERSION = "has_version"  # the record names all versions (concept DOI)
    VERSION_OF = "version_of"  # the target is the concept DOI
    IDENTICAL = "identical"
    REVIEW_OF = "review_of"


class Relation(Frozen, frozen=True, kw_only=True):
    """An edge from a record to another work."""

    type: RelationType
    target: Identifier


class Record(Frozen, frozen=True, kw_only=True):
    """What one provider says of one work: the one normalised shape of all providers.

    `id` is the CURIE of the DOI where there is one, else of the arXiv id, PMID or OpenAlex id.
    `titles` holds every title the source gives, the main one first (title, title with subtitle,
    original, short, vernacular); empty where the source has none. `years` holds *every* year the
    source gives for the work. `author` is complete unless `author_complete` is false.
    `type` is a CSL type. `container_titles` holds full and abbreviated venue names.
    Text is plain: markup and entities are gone, length is capped.
    """

    id: str
    provider: ProviderName
    titles: tuple[str, ...] = ()
    author: tuple[Name, ...] = ()
    author_complete: bool = True
    editor: tuple[Name, ...] = ()
    container_titles: tuple[str, ...] = ()
    issued: str = ""
    years: tuple[int, ...] = ()
    updated: str = ""  # the date of the version at hand (arXiv)
    type: str = ""
    volume: str = ""
    issue: str = ""
    page: str = ""
    publisher: str = ""
    version: str = ""
    language: str = ""
    identifiers: tuple[Identifier, ...] = ()
    url: str = ""
    open_access: str = ""  # OpenAlex colour: diamond, gold, green, hybrid, bronze, closed
    license: str = ""
    pdf_url: str = ""
    abstract: str = ""
    updates: tuple[Update, ...] = ()
    is_notice: bool = False  # the record is itself a retraction or correction notice
    relations: tuple[Relation, ...] = ()
    cited_by_count: int | None = None
    references: tuple[Identifier, ...] = ()
    references_count: int | None = None  # as the source counts them; may exceed len(references)
    categories: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The main title, or an empty string."""
        return self.titles[0] if self.titles else ""

    @property
    def container_title(self) -> str:
        """The main venue, or an empty string."""
        return self.container_titles[0] if self.container_titles else ""
