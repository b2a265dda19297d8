"""The Python-Markdown extension `scholar`: finds references in a page's own tree and marks them.

With the MkDocs plugin the marks are filled once the whole site is known. Alone (Zensical, or any other
user of Python-Markdown) each page is judged at once, from the lock file and the cache: no request is sent.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from mkdocs_scholar.collect import Collected
from mkdocs_scholar.inline import CitationProcessor, RoleProcessor
from mkdocs_scholar.marks import REFERENCES
from mkdocs_scholar.site_blocks import SiteBlocks
from mkdocs_scholar.tree import ReferenceTreeprocessor
from scholar_build import ScanOptions

_ROLE = re.compile(r"\{(?:doi|arxiv|pmid|openalex)\}`")
_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")


class ReferencesBlock(Preprocessor):
    """Replaces a fenced block `{references}` by the place where the page's works are listed."""

    def run(self, lines: list[str]) -> list[str]:
        """Replace such blocks, unless they stand inside another fence."""
        if not any("{references}" in line for line in lines):
            return lines
        kept: list[str] = []
        fence = ""
        ours = False
        for line in lines:
            found = _FENCE.match(line)
            if fence:
                if found and found["fence"].startswith(fence) and not found["info"].strip():
                    fence = ""
                    if ours:
                        continue
                if not ours or not fence:
                    kept.append(line)
            elif found:
                fence = found["fence"]
                ours = found["info"].strip() == "{references}"
                kept += ["", found["indent"] + self.md.htmlStash.store(REFERENCES), ""] if ours else [line]
            else:
                kept.append(line)
        return kept


class InlineParts(Preprocessor):
    """Registers the inline processors on the pages that need them: on all others they would cost and find nothing."""

    def run(self, lines: list[str]) -> list[str]:
        """Look for roles and citations in the source."""
        text = "\n".join(lines)
        if _ROLE.search(text):
            self.md.inlinePatterns.register(RoleProcessor(self.md), "scholar_role", 191)  # before code spans
        if "@" in text and "[" in text:
            self.md.inlinePatterns.register(CitationProcessor(self.md), "scholar_cite", 174)  # between notes and links
        return lines


class ScholarExtension(Extension):
    """Registers the parts; `collected` and `scan` are given by the MkDocs plugin only."""

    def __init__(self, *, collected: Collected | None = None, scan: ScanOptions | None = None, **options: Any) -> None:
        self.config = {
            "root": ["", "The folder of scholar.toml and scholar.lock; empty: the working folder."],
            "style": [True, "Whether pages with badges carry the style sheet in themselves."],
        }
        super().__init__(**options)
        self._collected = collected
        self._options = scan or ScanOptions()

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register everything with one converter."""
        collected = self._collected
        options = self._options
        if collected is None:
            from mkdocs_scholar.alone import Alone, Filling, Opening

            alone = Alone(Path(self.getConfig("root") or "."), style=self.getConfig("style"))
            md.preprocessors.register(Opening(md, alone), "scholar_open", 100)
            md.postprocessors.register(Filling(md, alone), "scholar_fill", -10)
            collected = alone.collected
            options = ScanOptions.of(alone.settings)
        md.preprocessors.register(ReferencesBlock(md), "scholar_references", 27)  # after snippets, before fences
        md.preprocessors.register(SiteBlocks(md), "scholar_blocks", 26.5)
        md.preprocessors.register(InlineParts(md), "scholar_inline", 26)
        tree = ReferenceTreeprocessor(md, collected, options)
        md.treeprocessors.register(tree, "scholar", 6)  # after inline text and attribute lists, before the contents


def makeExtension(**options: Any) -> ScholarExtension:  # noqa: N802 - Python-Markdown's name
    """Make the extension; called by Python-Markdown."""
    return ScholarExtension(**options)
