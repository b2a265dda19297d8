"""The options of the plugin: those of `scholar.toml`, by the same names, each optional.

What is set here goes before the settings file and behind the environment (`SCHOLAR_BUILD_…`).
`!ENV [NAME, default]` works as everywhere in `mkdocs.yml`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config import config_options as c
from mkdocs.config.base import Config

from scholar_build import Settings, load_settings


class ScholarConfig(Config):  # type: ignore[no-untyped-call]
    """What may stand under `scholar:` in `plugins`; MkDocs names the key of a value of the wrong type."""

    enabled = c.Optional(c.Type(bool))
    """Whether the hosts do anything at all."""
    contact_email = c.Optional(c.Type(str))
    """Your address, sent to providers' own hosts only; several of them answer faster when they know whom to ask."""
    strict = c.Optional(c.Type((bool, list)))
    """`true` fails on `not_found`; a list names statuses, notices and rule codes that fail."""
    strict_on_serve = c.Optional(c.Type(bool))
    """While serving, print what fails a strict build as errors, not as information; serving never ends of it."""
    offline = c.Optional(c.Type(bool))
    """Send no request: judge from the lock file, or from the cache where there is no lock."""
    lock = c.Optional(c.Type(str))
    """The lock file, relative to the settings file."""
    cache_dir = c.Optional(c.Type(str))
    """The folder of the shared cache and limits; empty: the user's cache folder."""
    endpoints = c.Optional(c.Type(dict))
    """Other base addresses for providers (mirrors, test servers). Keys and contact address are not sent there."""
    paces = c.Optional(c.Type(dict))
    """Requests per second, only for endpoints that are not the provider's own."""
    checks = c.Optional(c.Type(list))
    """Which fields are compared; title and year always are."""
    bibliography = c.Optional(c.Type(list))
    """Bibliography files or patterns, relative to the settings file; empty: those that pages name."""
    check_uncited = c.Optional(c.Type(bool))
    """Whether bibliography entries that no page cites are checked."""
    reference_headings = c.Optional(c.Type(list))
    """Further headings under which reference lists stand, beside the built-in ones."""
    which_headings = c.Optional(c.Choice(("each", "last")))
    """`each`: every such heading of a page counts; `last`: only the last one (drafts)."""
    accept = c.Optional(c.Type(list))
    """References that are right although no provider can say so."""
    severity = c.Optional(c.Type(dict))
    """`error`, `warning` or `off` by rule code."""
    overrides = c.Optional(c.Type(list))
    """Another policy for some paths."""
    own = c.Optional(c.Type(list))
    """Paths where everything must be verified (your own publications)."""
    max_unchecked = c.Optional(c.Type(int))
    """How many unchecked references a strict gate lets pass; unset: any number."""
    max_age_days = c.Optional(c.Type(int))
    """How old a lock record may be before a strict gate refuses it; unset: any age."""
    allow_unchecked = c.Optional(c.Type(bool))
    """Whether a strict run passes although a provider did not answer."""
    lang = c.Optional(c.Choice(("", "en", "ja")))
    """The language of badges and pages; empty: the page's own, else English."""
    badges = c.Optional(c.Choice(("all", "problems", "none")))
    """Which badges are shown."""
    badge_style = c.Optional(c.Choice(("words", "symbols")))
    """Words with a symbol, or the symbol alone (words stay readable for screen readers)."""
    report = c.Optional(c.Type(str))
    """Where a build writes the JSON report, relative to the settings file; empty: nowhere."""
    reports = c.Optional(c.Type(dict))
    """Further reports a build writes, by format: sarif, junit, github, gitlab, markdown, html, text, json."""
    report_page = c.Optional(c.Type(bool))
    """Whether sites get a page with the reference report."""
    audit_log = c.Optional(c.Type(str))
    """A JSON-lines file that records operations, ids, counts, sizes and times; empty: none."""
    record_days = c.Optional(c.Type(int))
    """How many days a cached record is fresh."""
    absence_days = c.Optional(c.Type(int))
    """How many days a cached absence is fresh."""
    search_days = c.Optional(c.Type(int))
    """How many days a cached search is fresh."""
    timeout_s = c.Optional(c.Type((int, float)))
    """The total time for one answer, in seconds."""
    watch = c.Optional(c.Type(list))
    """Literature watches."""
    chain = c.Optional(c.Type(list))
    """Citation chains."""
    deadlines = c.Optional(c.Type(dict))
    """Grant deadlines."""
    pdf = c.Optional(c.Type(dict))
    """Open-access PDFs."""

    def settings(self, config_file_path: str | None) -> Settings:
        """All settings of the site; raises `SettingsError` for one that is wrong or unknown."""
        given: dict[str, Any] = {key: value for key, value in self.items() if value is not None}
        root = Path(config_file_path).resolve().parent if config_file_path else Path.cwd()
        return load_settings(root, host=given, host_origin="mkdocs.yml, plugin `scholar`")
