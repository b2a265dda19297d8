"""Blocks of a page that show a chain, a watch or the deadlines of the settings, written as MyST writes directives.

    ```{scholar-chain} NAME
    ```

The Markdown extension leaves a mark; it is filled, and the files beside it are added, when the site is known.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from markdown.preprocessors import Preprocessor
from mkdocs.structure.files import File

from scholar_build import Made, PageBlock, PageLink, Report, Settings, block_files, block_html, cited_here, page_block

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,}|:{3,})(?P<info>[^`]*)$")
_INFO = re.compile(r"\s*\{scholar-(?P<kind>deadlines|(?:chain|watch)(?=\}\s*\S))\}\s*(?P<name>.*?)\s*")
BLOCK = '<div class="scholar-block"'
"""How every mark begins."""
_MARK = re.compile(r'<div class="scholar-block" data-kind="(?P<kind>\w+)" data-name="(?P<name>[^"]*)"></div>')

Make = Callable[[Iterable[PageBlock]], Mapping[PageBlock, Made]]


class SiteBlocks(Preprocessor):
    """Replaces fenced blocks `{scholar-chain} NAME`, `{scholar-watch} NAME` and `{scholar-deadlines}` by marks."""

    def run(self, lines: list[str]) -> list[str]:
        """Replace such blocks, unless they stand inside another fence."""
        if not any("{scholar-" in line for line in lines):
            return lines
        kept: list[str] = []
        fence = ""
        ours: re.Match[str] | None = None
        for line in lines:
            found = _FENCE.match(line)
            if fence:
                ends = bool(found and found["fence"].startswith(fence) and not found["info"].strip())
                if not ours:
                    kept.append(line)
                if ends:
                    fence, ours = "", None
            elif found:
                ours = _INFO.fullmatch(found["info"])
                if ours or found["fence"][0] != ":":
                    fence = found["fence"]
                kept += ["", found["indent"] + self._mark(ours), ""] if ours else [line]
            else:
                kept.append(line)
        return kept

    def _mark(self, block: re.Match[str]) -> str:
        name = html.escape(block["name"])
        return self.md.htmlStash.store(
            f'<div class="scholar-block" data-kind="{block["kind"]}" data-name="{name}"></div>'
        )


@dataclass
class Blocks:
    """The blocks of one build."""

    settings: Settings
    site_lang: str = "en"
    """The language that all pages are said to be in."""

    def wanted(self, contents: Iterable[str]) -> list[PageBlock]:
        """The blocks that some pages ask for, each once; raises `SourceError` for an unknown name."""
        return list(dict.fromkeys(block for content in contents for block in self._marked(content)))

    def _marked(self, content: str) -> Iterator[PageBlock]:
        if BLOCK in content:
            for mark in _MARK.finditer(content):
                yield page_block(mark["kind"], html.unescape(mark["name"]), self.settings)

    def fill(self, files: Files, report: Report, config: MkDocsConfig, make: Make, lang: Callable[[Page], str]) -> None:
        """Make what the pages ask for, and put it into them."""
        pages = [file.page for file in files if file.page is not None and BLOCK in (file.page.content or "")]
        made = make(wanted) if (wanted := self.wanted(page.content or "" for page in pages)) else {}
        for page in pages:
            language = lang(page)
            add = partial(self._add, files, config, page, language)
            page.content = self.filled(page.content or "", made, report, language, add)

    def filled(
        self,
        content: str,
        made: Mapping[PageBlock, Made],
        report: Report,
        lang: str,
        add: Callable[[Made], Iterable[PageLink]] = lambda made: (),
    ) -> str:
        """One page with its blocks; `add` keeps the data of a block and tells the addresses."""
        here = cited_here(report.verdicts)

        def filled(mark: re.Match[str]) -> str:
            block = made[page_block(mark["kind"], html.unescape(mark["name"]), self.settings)]
            shown = self.settings.lang or lang
            return block_html(block, here=here, files=tuple(add(block)), lang=shown, page_lang=self.site_lang)

        return _MARK.sub(filled, content)

    def _add(self, files: Files, config: MkDocsConfig, page: Page, lang: str, made: Made) -> Iterator[PageLink]:
        """Add the data of a block to the site; the addresses from the page."""
        address = page.canonical_url or ""
        for one in block_files(made, site=config.site_url or "", page=address, lang=self.settings.lang or lang):
            file = files.get_file_from_path(one.name)
            if file is None:
                file = File.generated(config, one.name, content=one.text)
                files.append(file)
            yield PageLink(title=one.title, url=file.url_relative_to(page.file))
