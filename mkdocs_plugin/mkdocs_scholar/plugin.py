"""The MkDocs plugin `scholar`: the events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Literal

import click
from mkdocs.exceptions import ConfigurationError, PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger

from mkdocs_scholar.announce import announce
from mkdocs_scholar.bibliography import Bibliography
from mkdocs_scholar.build import Build
from mkdocs_scholar.config import ScholarConfig
from mkdocs_scholar.languages import language_of_build, news, place_in_language, together
from mkdocs_scholar.markdown import ScholarExtension
from mkdocs_scholar.memory import Memory
from mkdocs_scholar.pages import link_style
from mkdocs_scholar.serve import Drafting
from scholar_build import (
    Made,
    PageBlock,
    Report,
    Scan,
    ScholarBuildError,
    Settings,
    check_scan,
    make_blocks,
    session_for,
    write_reports,
)

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

log = get_plugin_logger(__name__)


class ScholarPlugin(BasePlugin[ScholarConfig]):  # type: ignore[no-untyped-call]
    """Verifies the references of a site while it is built."""

    supports_multiple_instances = False

    def __init__(self) -> None:
        self._build: Build | None = None
        self._bibliography = Bibliography()
        self._settings: Settings | None = None
        self._memory = Memory()
        self._drafting: Drafting | None = None
        self._dirty = False
        self._earlier = Report()  # of the languages that this command has built before

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """See what is going on; defining this keeps the object alive between the builds of a server."""
        context = click.get_current_context(silent=True)  # `serve --clean` calls itself a build
        if command == "serve" or (context is not None and context.info_name == "serve"):
            self._drafting = Drafting()
        self._dirty = dirty

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the settings and put the Markdown extension in its place."""
        self._build = None
        if not language_of_build(config):
            self._earlier = Report()
        try:
            settings = self.config.settings(config.config_file_path)
            if not settings.enabled:
                return config
            if settings != self._settings:  # memories hold for the settings they were made under
                self._settings, self._memory = settings, Memory()
            self._build = Build(config, settings, self._bibliography, self._memory)
        except ScholarBuildError as error:
            raise ConfigurationError(str(error)) from error
        others = [each for each in config.markdown_extensions if each != "scholar" and not _is_ours(each)]
        config.markdown_extensions = others
        config.markdown_extensions.append(self._build.extension())  # type: ignore[arg-type]
        return config

    @event_priority(-200)  # static-i18n, at -100, knows only files that lie on the disk
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the style sheet and the pages."""
        if self._build:
            for file in self._build.files(config):
                if files.get_file_from_path(file.src_uri) is None:  # a page of the author's own goes first
                    files.append(place_in_language(file, config))
        return files

    @event_priority(100)
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Note which page comes next."""
        if self._build:
            self._build.open_page(page)
        return markdown

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Judge all references at once, fill in the badges, say what was found, hold it against the gate."""
        if not self._build:
            return env
        settings, serving = self._build.settings, self._drafting is not None
        try:
            self._build.complete(files, dirty=self._dirty)
            report = self._build.resolve(self._check)
            self._build.fill(files, report)
            self._build.fill_blocks(files, report, config, self._make)
            report = news(report, self._earlier)
            self._earlier = together(self._earlier, report)
            write_reports(self._earlier, settings)
        except ScholarBuildError as error:
            raise PluginError(str(error)) from error
        failed = announce(report, settings, today=_today(), serving=serving)
        if failed and not serving:
            raise PluginError(failed)
        if self._drafting:
            self._drafting.watch(self._build.sources(), config)
        return env

    def on_template_context(self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
                            ) -> TemplateContext:  # fmt: skip
        """Link the style sheet from no page without a source (404)."""
        if self._build:
            link_style(config, None)
        return context

    def on_page_context(self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
                        ) -> TemplateContext:  # fmt: skip
        """Link the style sheet where it is needed."""
        if self._build:
            link_style(config, page)
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Fill marks in text that a theme converted later (excerpts of a blog)."""
        return self._build.filled(output, page) if self._build and "<scholar-" in output else output

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Watch what pages are made of beside themselves, and reload when answers come."""
        if self._build and self._drafting:
            self._drafting.attach(server)
            self._drafting.watch(self._build.sources(), config)
        return server

    def on_shutdown(self) -> None:
        """End what is looked up."""
        if self._drafting:
            self._drafting.close()

    def _check(self, scan: Scan) -> Report:
        assert self._build
        settings = self._build.settings
        if self._drafting:
            return self._drafting.check(scan, settings, _today())
        with session_for(settings) as session:
            return check_scan(scan, settings, session, today=_today())

    def _make(self, wanted: Iterable[PageBlock]) -> dict[PageBlock, Made]:
        assert self._build
        settings = self._build.settings
        if self._drafting:
            return self._drafting.blocks(wanted, settings, _today())
        with session_for(settings) as session:
            return make_blocks(wanted, settings, session, today=_today())


def _is_ours(extension: object) -> bool:
    """Whether it was left by the build of another language."""
    return isinstance(extension, ScholarExtension)


def _today() -> date:
    return datetime.now(UTC).date()
