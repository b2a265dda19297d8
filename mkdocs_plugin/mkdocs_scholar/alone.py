"""The Markdown extension without the plugin: every page is judged by itself, from lock and cache."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec
from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from mkdocs_scholar.bibliography import Bibliography
from mkdocs_scholar.collect import Collected
from mkdocs_scholar.fill import Filler
from mkdocs_scholar.lines import Lines
from mkdocs_scholar.marks import REFERENCES
from mkdocs_scholar.memory import Memory
from mkdocs_scholar.resolve import scan_site
from mkdocs_scholar.site_blocks import BLOCK, Blocks, Make
from scholar_build import (
    Report,
    SourceError,
    asset_path,
    bibliography_files,
    check_scan,
    load_settings,
    make_blocks,
    session_for,
)

log = logging.getLogger(__name__)


class Alone:
    """The state of one converter; nothing is asked over the network, and nothing fails."""

    def __init__(self, root: Path, *, style: bool) -> None:
        self.settings = msgspec.structs.replace(load_settings(root), offline=True)
        self.collected = Collected()
        self._style = style
        self._bibliography = Bibliography()

    def open(self, source: str) -> None:
        """Start a page."""
        self.collected.clear()
        self.collected.open_page("", Lines(source))

    def fill(self, html: str) -> str:
        """Judge what was collected, and fill it in; hosts run this on titles, too, which hold no marks."""
        has_blocks = BLOCK in html
        if not has_blocks and "<scholar-" not in html and REFERENCES not in html:
            return html
        today = datetime.now(UTC).date()
        entries = self._bibliography.read(bibliography_files(self.settings), Path(self.settings.root))
        site = scan_site(self.collected, entries, msgspec.structs.replace(self.settings, check_uncited=False))
        with session_for(self.settings) as session:
            report = check_scan(site.scan, self.settings, session, today=today)
            if has_blocks:
                make = partial(make_blocks, settings=self.settings, session=session, today=today)
                html = self._with_blocks(html, report, make)
        filled = Filler(site.by_token(report), self.settings, Memory()).fill(html)
        return f"{filled}\n<style>{asset_path().read_text(encoding='utf-8')}</style>" if self._style else filled

    def _with_blocks(self, html: str, report: Report, make: Make) -> str:
        """The page with its chains, watches and deadlines; those that the settings do not know stay empty."""
        try:
            blocks = Blocks(self.settings)
            return blocks.filled(html, make(blocks.wanted([html])), report, self.settings.lang or "en")
        except SourceError as error:
            log.warning("%s", error)
            return html


class Opening(Preprocessor):
    """Starts a page, before any other preprocessor."""

    def __init__(self, md: Markdown, alone: Alone) -> None:
        super().__init__(md)
        self._alone = alone

    def run(self, lines: list[str]) -> list[str]:
        """Note the source."""
        self._alone.open("\n".join(lines))
        return lines


class Filling(Postprocessor):
    """Fills a page, after all other postprocessors."""

    def __init__(self, md: Markdown, alone: Alone) -> None:
        super().__init__(md)
        self._alone = alone

    def run(self, text: str) -> str:
        """Fill the page."""
        return self._alone.fill(text)
