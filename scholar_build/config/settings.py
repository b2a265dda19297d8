"""Every setting, documented where it is declared; `docs/settings.md` is written from here."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from scholar_build.model import Frozen, since_day
from scholar_build.rules import Severity

Check = Literal["title", "year", "authors", "venue", "pages", "version"]
Endpoint = Literal["crossref", "openalex", "arxiv", "ncbi", "doi", "datacite", "europepmc", "semanticscholar"]
DEFAULT_CHECKS: tuple[Check, ...] = ("title", "year", "authors", "venue", "pages")

# What `strict` may list: statuses, notices and rule codes.
STATUSES_AND_NOTICES = (
    "not_found",
    "mismatch",
    "unchecked",
    "retraction",
    "withdrawal",
    "expression_of_concern",
    "correction",
)


class Accept(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One `[[accept]]`: a reference that is right although no provider can say so."""

    id: str
    """An identifier as a CURIE (`doi:10.…`) or the key of a bibliography entry."""
    reason: str
    """Why it is accepted; shown in every report."""
    until: str = ""
    """The last day on which this holds, `YYYY-MM-DD`; afterwards the reference counts again."""


class Override(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One `[[overrides]]`: another policy for some paths; the last one that matches a path holds."""

    paths: tuple[str, ...]
    """Glob patterns, relative to the settings file."""
    strict: bool | tuple[str, ...] | None = None
    """As the setting `strict`, for these paths."""
    severity: dict[str, Severity] = {}
    """As the setting `severity`, for these paths."""


WatchSource = Literal["arxiv", "openalex", "crossref", "pubmed", "europepmc", "semanticscholar"]


class Watch(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One `[[watch]]`: a topic, an author or our own papers' citations to look out for."""

    name: Annotated[str, Meta(pattern=r"\S")]
    """The name of the watch, used in addresses and on the command line."""
    queries: Annotated[tuple[Annotated[str, Meta(pattern=r"\S", max_length=400)], ...], Meta(max_length=5)] = ()
    """Up to 5 queries in plain words."""
    sources: Annotated[tuple[WatchSource, ...], Meta(min_length=1)] = ("arxiv", "openalex")
    """Which providers are asked: arxiv, openalex, crossref, pubmed, europepmc, semanticscholar."""
    since: str = "30d"
    """How far back: a date `YYYY-MM-DD` or a number of days such as `30d`."""
    limit: Annotated[int, Meta(ge=1, le=25)] = 10
    """Works per source, at most 25."""
    authors: tuple[str, ...] = ()
    """Only works with one of these authors (family names or full names)."""
    venues: tuple[str, ...] = ()
    """Only works in one of these venues."""
    categories: tuple[str, ...] = ()
    """Only works in these arXiv categories, where the source is arXiv."""
    cites: tuple[str, ...] = ()
    """Identifiers of our own works: whatever cites one of them is a result."""
    exclude: tuple[str, ...] = ()
    """Words that a result's title must not hold, or identifiers to leave out."""
    show_cross_lists: bool = False
    """Whether arXiv cross-lists are shown, apart from new works."""

    def __post_init__(self) -> None:
        if not (self.queries or self.authors or self.categories or self.cites):
            raise ValueError(f"watch `{self.name}` asks for nothing; give queries, authors, categories or cites")
        try:
            since_day(self.since, date(2026, 1, 1))
        except (ValueError, OverflowError):
            raise ValueError(f"`since` is `{self.since}`; write a date YYYY-MM-DD or days such as 30d") from None


class Chain(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One `[[chain]]`: a citation-chain page around one work."""

    name: Annotated[str, Meta(pattern=r"\S")]
    """The name of the chain, used in addresses and on the command line."""
    seed: str
    """The DOI to start from."""
    depth: Annotated[int, Meta(ge=1, le=2)] = 1
    """1 or 2 steps away from the seed."""
    per_direction: Annotated[int, Meta(ge=1, le=10)] = 5
    """Entries per direction at any work, at most 10."""
    directions: Literal["both", "backward", "forward"] = "both"
    """Cited works (backward), citing works (forward), or both."""


class Deadlines(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `[deadlines]` table: the researcher's own list of grant deadlines."""

    file: str = ""
    """A Markdown file with one `- YYYY-MM-DD | name | note` a line; empty: no deadline page."""
    tz: str = "Asia/Tokyo"
    """The zone that decides what today is; `AoE` is understood."""
    remind_days: tuple[int, ...] = (30, 14, 7, 3, 1, 0)
    """Days before a deadline on which a reminder is due."""


class Pdf(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `[pdf]` table: how open-access PDFs are taken in."""

    into: str = "corpus-inbox"
    """The folder that receives clean files."""
    scanner: Literal["clamd", "none"] = "clamd"
    """`clamd` (fail closed) or, chosen explicitly, `none`, which is written into the provenance."""
    clamd: str = "/var/run/clamav/clamd.ctl"
    """The daemon's socket path, or `host:port`."""
    keep_refused: bool = False
    """Keep refused bytes sealed in quarantine instead of removing them."""
    max_mb: int = 20
    """The cap on bytes read, in megabytes, at most 20."""
    timeout_s: int = 120
    """The total time for one download, in seconds."""


class Settings(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set. Nothing is required."""

    enabled: bool = True
    """Whether the hosts do anything at all."""
    contact_email: str = ""
    """Your address, sent to providers' own hosts only; several of them answer faster when they know whom to ask."""
    strict: bool | tuple[str, ...] = False
    """`true` fails on `not_found`; a list names statuses, notices and rule codes that fail."""
    strict_on_serve: bool = False
    """While serving, print what fails a strict build as errors, not as information; serving never ends of it."""
    offline: bool = False
    """Send no request: judge from the lock file, or from the cache where there is no lock."""
    lock: str = "scholar.lock"
    """The lock file, relative to the settings file."""
    cache_dir: str = ""
    """The folder of the shared cache and limits; empty: the user's cache folder."""
    endpoints: dict[Endpoint, str] = {}
    """Other base addresses for providers (mirrors, test servers). Keys and contact address are not sent there."""
    paces: dict[Endpoint, float] = {}
    """Requests per second, only for endpoints that are not the provider's own."""
    checks: tuple[Check, ...] = DEFAULT_CHECKS
    """Which fields are compared; title and year always are."""
    bibliography: tuple[str, ...] = ()
    """Bibliography files or patterns, relative to the settings file; empty: those that pages name."""
    check_uncited: bool = True
    """Whether bibliography entries that no page cites are checked."""
    reference_headings: tuple[str, ...] = ()
    """Further headings under which reference lists stand, beside the built-in ones."""
    which_headings: Literal["each", "last"] = "each"
    """`each`: every such heading of a page counts; `last`: only the last one (drafts)."""
    accept: tuple[Accept, ...] = ()
    """References that are right although no provider can say so."""
    severity: dict[str, Severity] = {}
    """`error`, `warning` or `off` by rule code."""
    overrides: tuple[Override, ...] = ()
    """Another policy for some paths."""
    own: tuple[str, ...] = ()
    """Paths where everything must be verified (your own publications)."""
    max_unchecked: int | None = None
    """How many unchecked references a strict gate lets pass; unset: any number."""
    max_age_days: int | None = None
    """How old a lock record may be before a strict gate refuses it; unset: any age."""
    allow_unchecked: bool = False
    """Whether a strict run passes although a provider did not answer."""
    lang: Literal["", "en", "ja"] = ""
    """The language of badges and pages; empty: the page's own, else English."""
    badges: Literal["all", "problems", "none"] = "all"
    """Which badges are shown."""
    badge_style: Literal["words", "symbols"] = "words"
    """Words with a symbol, or the symbol alone (words stay readable for screen readers)."""
    report: str = ""
    """Where a build writes the JSON report, relative to the settings file; empty: nowhere."""
    reports: dict[str, str] = {}
    """Further reports a build writes, by format: sarif, junit, github, gitlab, markdown, html, text, json."""
    report_page: bool = True
    """Whether sites get a page with the reference report."""
    audit_log: str = ""
    """A JSON-lines file that records operations, ids, counts, sizes and times; empty: none."""
    record_days: int = 30
    """How many days a cached record is fresh."""
    absence_days: int = 1
    """How many days a cached absence is fresh."""
    search_days: int = 1
    """How many days a cached search is fresh."""
    timeout_s: float = 30.0
    """The total time for one answer, in seconds."""
    watch: tuple[Watch, ...] = ()
    """Literature watches."""
    chain: tuple[Chain, ...] = ()
    """Citation chains."""
    deadlines: Deadlines = Deadlines()
    """Grant deadlines."""
    pdf: Pdf = Pdf()
    """Open-access PDFs."""

    # No settings but where they came from; `prefix` leads from a checkout to `root`.
    root: str = ""
    prefix: str = ""
    origins: dict[str, str] = {}


NOT_SETTABLE = frozenset({"root", "prefix", "origins"})
SETTING_NAMES = tuple(name for name in Settings.__struct_fields__ if name not in NOT_SETTABLE)
