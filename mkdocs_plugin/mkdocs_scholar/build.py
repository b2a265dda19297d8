"""One build of a site: its pages are collected one after the other, then judged together and filled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs_scholar.bibliography import Bibliography, of_bibtex_plugin, of_page, of_settings, relative
from mkdocs_scholar.collect import Collected
from mkdocs_scholar.fill import Filler
from mkdocs_scholar.lines import Lines
from mkdocs_scholar.markdown import ScholarExtension
from mkdocs_scholar.resolve import scan_site
from scholar_build import Report, Scan, Settings, find_citations

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

Check = Callable[[Scan], Report]


class Build:
    """Everything that holds for one build only."""

    def __init__(self, config: MkDocsConfig, settings: Settings, bibliography: Bibliography) -> None:
        self.settings = settings
        self.collected = Collected()
        self.bibliography_files = [*of_settings(settings), *of_bibtex_plugin(config)]
        self._bibliography = bibliography
        self._root = Path(settings.root).resolve()
        self._lang = _site_language(config)
        self._bibtex = config.plugins.get("bibtex")
        self._filler: Filler | None = None
        if self._bibtex:
            form = self._bibtex.config.footnote_format
            entries = self._entries().references
            self.collected.footnote_keys = {form.format(key=entry.key): entry.key for entry in entries}

    def extension(self) -> ScholarExtension:
        """The Markdown extension that collects for this build."""
        return ScholarExtension(
            collected=self.collected,
            headings=self.settings.reference_headings,
            last_only=self.settings.which_headings == "last",
        )

    def open_page(self, page: Page, markdown: str) -> None:
        """Take note of the page that is converted next; `markdown` is its source before other plugins change it."""
        file = page.file
        source = relative(Path(file.abs_src_path).resolve(), self._root) if file.abs_src_path else file.src_uri
        self.collected.open_page(source, Lines(markdown, _lines_of_front_matter(page, markdown)))
        if page.meta.get("bibliography") and file.abs_src_path:
            self.bibliography_files += of_page(page.meta["bibliography"], Path(file.abs_src_path), self._root)
        if self._bibtex:  # it turns citations into footnotes before the tree is there
            for mark in find_citations(markdown):
                self.collected.citation(mark.key, self.collected.here(f"@{mark.key}"))

    def resolve(self, check: Check) -> Report:
        """Judge all that was collected."""
        site = scan_site(self.collected, self._entries(), self.settings)
        report = check(site.scan)
        self._filler = Filler(site.by_token(report), self.settings, self._lang)
        return report

    def fill(self, files: Files) -> None:
        """Put the badges into all pages."""
        for file in files:
            if file.page is not None and file.page.content:
                file.page.content = self.filled(file.page.content, file.page)

    def filled(self, html: str, page: Page) -> str:
        """Some HTML of a page with its badges; without marks where nothing is known yet."""
        if self._filler is None:
            return html
        return self._filler.fill(html, str(page.meta.get("lang") or page.meta.get("language") or ""))

    def _entries(self) -> Scan:
        return self._bibliography.read(self.bibliography_files, self._root)


def _site_language(config: MkDocsConfig) -> str:
    language = config.theme.get("language") or getattr(config.theme.get("locale"), "language", "")
    return str(language or "en")


def _lines_of_front_matter(page: Page, markdown: str) -> int:
    """The lines before the page's own text: MkDocs hands on the text behind the front matter."""
    try:
        return page.file.content_string.count("\n") - markdown.count("\n") if page.meta else 0
    except (OSError, ValueError):
        return 0
