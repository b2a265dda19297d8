"""Blocks of a page that show a chain, a watch or the deadlines of the settings, written as MyST writes directives.

    ```{scholar-chain} NAME
    ```

The Markdown extension leaves a mark; it is filled, and the files beside it are added, when the site is known.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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
    made: dict[PageBlock, Made] = field(default_factory=dict)

    def wanted(self, contents: Iterable[str]) -> list[PageBlock]:
        """The blocks that some pages ask for, each once; raises `SourceError` for an unknown name."""
        return list(dict.fromkeys(block for content in contents for block in self._marked(content)))

    def _marked(self, content: str) -> Iterator[PageBlock]:
        if "scholar-block" in content:
            for mark in _MARK.finditer(content):
                yield page_block(mark["kind"], html.unescape(mark["name"]), self.settings)

    def fill(self, files: Files, report: Report, config: MkDocsConfig, make: Make, lang: Callable[[Page], str]) -> None:
        """Make what the pages ask for, and put it into them."""
        pages = [file.page for file in files if file.page is not None and "scholar-block" in (file.page.content or "")]
        wanted = self.wanted(page.content or "" for page in pages)
        if not wanted:
            return
        self.made = dict(make(wanted))
        here = cited_here(report.verdicts)
        for page in pages:
            language = lang(page)

            def filled(mark: re.Match[str], page: Page = page, language: str = language) -> str:
                made = self.made[page_block(mark["kind"], html.unescape(mark["name"]), self.settings)]
                links = tuple(self._add(files, config, page, made, language))
                return block_html(made, here=here, files=links, lang=self.settings.lang or language, page_lang=language)

            page.content = _MARK.sub(filled, page.content or "")

    def _add(self, files: Files, config: MkDocsConfig, page: Page, made: Made, lang: str) -> Iterator[PageLink]:
        """Add the data of a block to the site; the addresses from the page."""
        address = page.canonical_url or ""
        for one in block_files(made, site=config.site_url or "", page=address, lang=self.settings.lang or lang):
            file = files.get_file_from_path(one.name)
            if file is None:
                file = File.generated(config, one.name, content=one.text)
                files.append(file)
            yield PageLink(title=one.title, url=file.url_relative_to(page.file))
