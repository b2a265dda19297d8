"""One build of a site: its pages are collected one after the other, then judged together and filled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs_scholar.bibliography import Bibliography, of_bibtex_plugin, of_page
from mkdocs_scholar.collect import Collected
from mkdocs_scholar.deadlines import deadlines_file
from mkdocs_scholar.fill import Filler
from mkdocs_scholar.includes import folders, included, lines_of
from mkdocs_scholar.index import add_unread, index_path, save
from mkdocs_scholar.languages import language_of_build
from mkdocs_scholar.lines import Lines
from mkdocs_scholar.markdown import ScholarExtension
from mkdocs_scholar.memory import Memory
from mkdocs_scholar.pages import REPORT, fill_report, report_file, style_sheet
from mkdocs_scholar.resolve import scan_site
from mkdocs_scholar.site_blocks import Blocks, Make
from scholar_build import (
    Location,
    Report,
    Scan,
    ScanOptions,
    Settings,
    bibliography_files,
    find_citations,
    lock_path,
    relative,
    words,
)

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.pages import Page

Check = Callable[[Scan], Report]


class Build:
    """Everything that holds for one build only."""

    def __init__(self, config: MkDocsConfig, settings: Settings, bibliography: Bibliography, memory: Memory) -> None:
        self.settings = settings
        self.collected = Collected(memory=memory)
        self.bibliography_files = [*bibliography_files(settings), *of_bibtex_plugin(config)]
        self._bibliography = bibliography
        self._root = Path(settings.root).resolve()
        self._index = index_path(settings, config.config_file_path or "", language_of_build(config))
        self._included_from = folders(config, self._root)
        self._config = config
        self._bibtex = config.plugins.get("bibtex")
        self._filler: Filler | None = None
        if self._bibtex:
            form = self._bibtex.config.footnote_format
            entries = self._entries().references
            self.collected.footnote_keys = {form.format(key=entry.key): entry.key for entry in entries}

    def extension(self) -> ScholarExtension:
        """The Markdown extension that collects for this build."""
        return ScholarExtension(collected=self.collected, scan=ScanOptions.of(self.settings))

    def open_page(self, page: Page) -> None:
        """Take note of the page that is converted next; it still holds its source as the author wrote it."""
        file, markdown = page.file, page.markdown or ""
        lines = Lines(markdown, _lines_of_front_matter(page, markdown))
        place = Path(file.abs_src_path) if file.abs_src_path else None
        includes = lines_of(included(markdown, place, self._included_from), self._root)
        self.collected.open_page(self._source(file), lines, includes)
        if page.meta.get("bibliography") and place:
            self.bibliography_files += of_page(page.meta["bibliography"], place, self._root)
        if self._bibtex:  # it turns citations into footnotes before the tree is there
            for mark in find_citations(markdown):
                self.collected.citation(mark.key, self.collected.here(f"@{mark.key}"))

    def complete(self, files: Files, *, dirty: bool) -> None:
        """Add what pages hold that a dirty build has not read, and keep everything for the next one."""
        if dirty:
            add_unread(self.collected, self._index, {self._source(file) for file in files.documentation_pages()})
        save(self.collected, self._index)

    def resolve(self, check: Check) -> Report:
        """Judge all that was collected."""
        site = scan_site(self.collected, self._entries(), self.settings)
        report = check(site.scan)
        site_lang = _site_language(self._config)
        self._filler = Filler(site.by_token(report), self.settings, self.collected.memory, site_lang)
        return report

    def files(self, config: MkDocsConfig) -> Iterator[File]:
        """The files that are added to the site."""
        yield style_sheet(config)
        if self.settings.report_page:
            yield report_file(config, words(self._page_lang(None)).text("Reference report"))
        yield from deadlines_file(config, self.settings, words(self._page_lang(None)).text("Grant deadlines"))

    def sources(self) -> Iterator[Path]:
        """The files besides pages that the site is made of."""
        yield from self.bibliography_files
        yield lock_path(self.settings)
        yield from (self._root / name for name in ("scholar.toml", "pyproject.toml"))
        if self.settings.deadlines.file:
            yield self._root / self.settings.deadlines.file

    def fill(self, files: Files, report: Report) -> None:
        """Put the badges into all pages, and the report into its own."""
        sources = {}
        for file in files:
            if file.page is not None and file.page.content:
                file.page.content = self.filled(file.page.content, file.page)
            if file.page is not None and file.src_uri != REPORT:
                sources[self._source(file)] = file.page
        page = files.get_file_from_path(REPORT)
        if page is not None and page.page is not None and page.generated_by:
            lang, site_lang = self._page_lang(page.page), _site_language(self._config)
            fill_report(page.page, report, sources, self._places(), lang=lang, page_lang=site_lang)

    def fill_blocks(self, files: Files, report: Report, config: MkDocsConfig, make: Make) -> None:
        """Put chains, watches and deadlines into the pages that ask for them."""
        Blocks(self.settings, _site_language(config)).fill(files, report, config, make, self._page_lang)

    def filled(self, html: str, page: Page) -> str:
        """Some HTML of a page with its badges; without marks where nothing is known yet."""
        if self._filler is None:
            return html
        self._filler.know(self.collected.references)
        return self._filler.fill(html, self._page_lang(page), page.url)

    def _page_lang(self, page: Page | None) -> str:
        """What the setting says, else the page in its front matter or its name (`list.ja.md`), else the site."""
        if self.settings.lang:
            return self.settings.lang
        named = page and (page.meta.get("lang") or page.meta.get("language") or _suffix(page.file.src_uri))
        return str(named or _site_language(self._config))

    def _places(self) -> dict[Location, str]:
        """Where the badge of each place in a source stands in the site."""
        anchors = self._filler.anchors if self._filler else {}
        tokens = {f"r{number}": each.location for number, each in enumerate(self.collected.references)}
        tokens |= {f"c{number}": each.location for number, each in enumerate(self.collected.citations)}
        return {tokens[token]: url for token, url in anchors.items()}

    def _source(self, file: File) -> str:
        return relative(Path(file.abs_src_path).resolve(), self._root) if file.abs_src_path else file.src_uri

    def _entries(self) -> Scan:
        return self._bibliography.read(self.bibliography_files, self._root)


def _site_language(config: MkDocsConfig) -> str:
    """The language of the theme, which other plugins may change while the site is built."""
    language = config.theme.get("language") or getattr(config.theme.get("locale"), "language", "")
    return str(language or "en")


def _suffix(name: str) -> str:
    found = re.search(r"\.([a-z]{2})\.\w+$", name)
    return found[1] if found else ""


def _lines_of_front_matter(page: Page, markdown: str) -> int:
    """The lines before the page's own text: MkDocs hands on the text behind the front matter."""
    try:
        return page.file.content_string.count("\n") - markdown.count("\n") if page.meta else 0
    except (OSError, ValueError):
        return 0
