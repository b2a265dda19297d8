"""The settings: one frozen type, read from defaults, files, hosts, the environment and the command line.

Precedence: defaults < settings file < host options < `SCHOLAR_BUILD_…` environment < command line.
Every setting is documented where it is declared; `docs/settings.md` is written from here.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from scholar_build.errors import SettingsError
from scholar_build.model import Frozen, since_day
from scholar_build.model.deadline import zone_named
from scholar_build.project import bounds, first_outside, place_prefix
from scholar_build.rules import RULES, Severity

SETTINGS_FILE = "scholar.toml"
ENVIRONMENT_PREFIX = "SCHOLAR_BUILD_"
_ENVIRONMENT, _COMMAND_LINE = "environment", "command line"

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


def load_settings(
    root: Path,
    *,
    file: Path | None = None,
    host: Mapping[str, Any] | None = None,
    host_origin: str = "host options",
    environ: Mapping[str, str] = os.environ,
    command_line: Mapping[str, Any] | None = None,
) -> Settings:
    """Read the settings of the project in `root`; raise `SettingsError` for the first wrong one.

    `file` replaces the search for `scholar.toml` or `[tool.scholar-build]`; `host` and `command_line`
    hold only what was set there.
    """
    path, values = _read_file(root, file)
    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for origin, layer in (
        (str(path), values),
        (host_origin, dict(host or {})),
        (_ENVIRONMENT, _from_environment(environ)),
        (_COMMAND_LINE, dict(command_line or {})),
    ):
        for key, value in layer.items():
            _convert_one(origin, key, value)
            merged[key] = value
            origins[key] = origin
    base = path.parent if path else root
    _check_places(base, merged, origins)
    known = {"root": str(base), "prefix": place_prefix(base, environ), "origins": origins}
    return msgspec.convert({**merged, **known}, Settings)


def _check_places(base: Path, merged: Mapping[str, Any], origins: Mapping[str, str]) -> None:
    """What the project's files name must lie inside it; the environment and the command line are their user's."""
    of_project = {key: merged[key] for key in origins if origins[key] not in (_ENVIRONMENT, _COMMAND_LINE)}
    if key := first_outside(of_project, base):
        remedy = f"name one inside, or set {ENVIRONMENT_PREFIX}{key.upper()} in the environment"
        raise SettingsError(origins[key], key, f"names a place outside of {bounds(base)} or in its .git; {remedy}")


def _read_file(root: Path, file: Path | None) -> tuple[Path | None, dict[str, Any]]:
    if file is not None:
        return file, _tool_table(file, _parse(file)) if file.name == "pyproject.toml" else _parse(file)
    own = root / SETTINGS_FILE
    if own.is_file():
        return own, _parse(own)
    project = root / "pyproject.toml"
    if project.is_file():
        return project, _tool_table(project, _parse(project))
    return None, {}


def _tool_table(path: Path, document: dict[str, Any]) -> dict[str, Any]:
    table = document.get("tool", {}).get("scholar-build", {})
    if not isinstance(table, dict):
        raise SettingsError(str(path), "tool.scholar-build", "must be a table")
    return table


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(str(path), "file", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(str(path), "file", "is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(str(path), "file", f"is not valid TOML: {error}") from error


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in SETTING_NAMES:
        text = environ.get(ENVIRONMENT_PREFIX + name.upper())
        if text is not None and text != "":
            values[name] = _from_text(name, text)
    return values


def _from_text(name: str, text: str) -> object:
    """Read one environment value: booleans, numbers, comma lists, else the text itself."""
    switch = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    hint = _hint(name)
    if text.lower() in switch and (hint is bool or bool in get_args(hint)):
        return switch[text.lower()]
    if hint in (int, float) or int in get_args(hint):
        try:
            return float(text) if hint is float else int(text)
        except ValueError:
            return text
    if "tuple" in str(hint):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _hint(name: str) -> Any:
    return msgspec.structs.fields(Settings)[Settings.__struct_fields__.index(name)].type


def _convert_one(origin: str, key: str, value: object) -> None:
    if key not in SETTING_NAMES:
        close = _closest(key)
        raise SettingsError(origin, key, "is unknown" + (f"; did you mean `{close}`?" if close else ""))
    try:
        msgspec.convert(value, _hint(key))
    except msgspec.ValidationError as error:
        raise SettingsError(origin, key, f"is wrong: {_plain(str(error))}") from error
    _check_values(origin, key, value)
    if key in _TABLES:
        _TABLES[key](origin, value)


def _closest(key: str) -> str:
    found = get_close_matches(key, SETTING_NAMES, n=1)
    return found[0] if found else ""


def _plain(message: str) -> str:
    """Msgspec's message in a user's words: `Expected `bool`, got `str` - at `$.x`."""
    return message[0].lower() + message[1:].replace("`$", "`").replace("`.", "`")


def _check_values(origin: str, key: str, value: Any) -> None:
    match key:
        case "strict":
            _check_policy_words(origin, key, value)
        case "severity":
            _check_rules(origin, key, value)
        case "overrides":
            for override in value:
                _check_policy_words(origin, "overrides.strict", override.get("strict") or False)
                _check_rules(origin, "overrides.severity", override.get("severity", {}))
        case "accept":
            for entry in value:
                _check_date(origin, "accept.until", entry.get("until", ""))
                if not entry["reason"].strip():
                    raise SettingsError(
                        origin, "accept.reason", f"is empty for `{entry['id']}`; say why it is accepted"
                    )
        case "endpoints":
            for name, address in value.items():
                if not address.startswith(("https://", "http://")):
                    raise SettingsError(origin, f"endpoints.{name}", "must start with https:// or http://")
        case "record_days" | "absence_days" | "search_days" | "max_unchecked" | "max_age_days" | "timeout_s":
            if value < 0:
                raise SettingsError(origin, key, "must not be negative")
        case "contact_email":
            if value and ("@" not in value or any(char.isspace() for char in value)):
                raise SettingsError(origin, key, "is not a mail address")
        case _:
            pass


def _check_pdf(origin: str, table: Mapping[str, Any]) -> None:
    if not 1 <= table.get("max_mb", 20) <= 20:
        raise SettingsError(origin, "pdf.max_mb", "must be 1 to 20")
    if table.get("timeout_s", 1) < 1:
        raise SettingsError(origin, "pdf.timeout_s", "must be at least 1")


def check_deadlines(origin: str, table: Mapping[str, Any]) -> None:
    """Raise `SettingsError` for a zone or a reminder distance that cannot be used."""
    try:
        zone_named(table.get("tz", "UTC"))
    except ValueError as error:
        raise SettingsError(origin, "deadlines.tz", f"is wrong: {error}") from None
    if any(not 0 <= days <= 3650 for days in table.get("remind_days", ())):
        raise SettingsError(origin, "deadlines.remind_days", "must be numbers of days from 0 to 3650")


_TABLES: dict[str, Callable[[str, Any], None]] = {"pdf": _check_pdf, "deadlines": check_deadlines}


def _check_policy_words(origin: str, key: str, value: object) -> None:
    if isinstance(value, bool):
        return
    assert isinstance(value, (list, tuple))
    for word in value:
        if word not in STATUSES_AND_NOTICES and word not in RULES:
            raise SettingsError(
                origin,
                key,
                f"names `{word}`, which is no status, notice or rule; known: {', '.join(STATUSES_AND_NOTICES)}",
            )


def _check_rules(origin: str, key: str, value: Mapping[str, object]) -> None:
    for code in value:
        if code not in RULES:
            raise SettingsError(origin, key, f"names the unknown rule `{code}`; see docs/rules")


def _check_date(origin: str, key: str, value: str) -> None:
    if value:
        try:
            date.fromisoformat(value)
        except ValueError:
            raise SettingsError(origin, key, f"is `{value}`, which is no date; write YYYY-MM-DD") from None
