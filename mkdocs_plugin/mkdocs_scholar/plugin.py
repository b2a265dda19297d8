"""The MkDocs plugin `scholar`: the events, and nothing else."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Literal

from mkdocs.exceptions import ConfigurationError, PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger

from mkdocs_scholar.announce import announce, write_reports
from mkdocs_scholar.bibliography import Bibliography
from mkdocs_scholar.build import Build
from mkdocs_scholar.config import ScholarConfig
from mkdocs_scholar.pages import style_sheet
from scholar_build import Report, Scan, ScholarBuildError, check_scan, session_for

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

log = get_plugin_logger(__name__)


class ScholarPlugin(BasePlugin[ScholarConfig]):  # type: ignore[no-untyped-call]
    """Verifies the references of a site while it is built."""

    supports_multiple_instances = False

    def __init__(self) -> None:
        self._build: Build | None = None
        self._bibliography = Bibliography()
        self._serving = False
        self._dirty = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember what is going on; defining this keeps the object alive between the builds of a server."""
        self._serving = command == "serve"
        self._dirty = dirty

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the settings and put the Markdown extension in its place."""
        self._build = None
        try:
            settings = self.config.settings(config.config_file_path)
            if not settings.enabled:
                return config
            self._build = Build(config, settings, self._bibliography)
        except ScholarBuildError as error:
            raise ConfigurationError(str(error)) from error
        config.markdown_extensions = [name for name in config.markdown_extensions if name != "scholar"]
        config.markdown_extensions.append(self._build.extension())  # type: ignore[arg-type]
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the style sheet."""
        if self._build:
            files.append(style_sheet(config))
        return files

    @event_priority(100)  # mkdocs-bibtex rewrites `[@key]` at 0, and line numbers must be those of the author
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Note which page comes next."""
        if self._build:
            self._build.open_page(page, markdown)
        return markdown

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Judge all references at once, fill in the badges, say what was found, hold it against the gate."""
        if not self._build:
            return env
        settings = self._build.settings
        try:
            report = self._build.resolve(self._check)
            write_reports(report, settings)
        except ScholarBuildError as error:
            raise PluginError(str(error)) from error
        self._build.fill(files)
        failed = announce(report, settings, today=_today(), serving=self._serving)
        if failed and not self._serving:
            raise PluginError(failed)
        return env

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Fill marks in text that a theme converted later (excerpts of a blog)."""
        return self._build.filled(output, page) if self._build and "<scholar-" in output else output

    def _check(self, scan: Scan) -> Report:
        assert self._build
        with session_for(self._build.settings) as session:
            return check_scan(scan, self._build.settings, session, today=_today())


def _today() -> date:
    return datetime.now(UTC).date()
