"""The files that a page takes in (pymdownx.snippets, include-markdown, macros): words not in the page stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs_scholar.lines import Lines

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

_ONE = re.compile(r"""^[ \t]*-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$""", re.MULTILINE)
_MANY = re.compile(r"^[ \t]*-{1,}8<-{1,}[ \t]*\n(.*?)\n[ \t]*-{1,}8<-{1,}[ \t]*$", re.MULTILINE | re.DOTALL)
_DIRECTIVE = re.compile(r"""\{%-?\s*include(?:-markdown)?\s+(["'])([^\n]+?)\1""")
_DEEPEST = 5


def folders(config: MkDocsConfig, root: Path) -> tuple[Path, ...]:
    """Where the files lie that pages take in by name."""
    options = config.mdx_configs.get("pymdownx.snippets") or {}
    named = options.get("base_path", ["."])
    macros = config.plugins.get("macros")
    more = [macros.config.get("include_dir")] if macros else []
    return (*(root / str(folder) for folder in (*([named] if isinstance(named, str) else named), *more) if folder),
            Path(config.docs_dir))  # fmt: skip


def included(markdown: str, page: Path | None, bases: Sequence[Path], depth: int = 0) -> Iterator[Path]:
    """The files that a page's source names, and those that these name; not those behind an address."""
    if ("8<" not in markdown and "{%" not in markdown) or depth > _DEEPEST:
        return
    names = [*_ONE.findall(markdown), *(line for block in _MANY.findall(markdown) for line in block.split("\n"))]
    names += [name for _, name in _DIRECTIVE.findall(markdown)]
    for name in names:
        bare = re.sub(r"(?::[-\w]*){1,2}$", "", name.strip().lstrip(";").strip())
        places = [page.parent, *bases] if page is not None and bare.startswith(".") else bases
        path = next((place / bare for place in places if bare and (place / bare).is_file()), None)
        if path is not None:
            yield path
            yield from included(path.read_text(encoding="utf-8", errors="replace"), path, bases, depth + 1)


def lines_of(paths: Iterator[Path], root: Path) -> list[tuple[str, Lines]]:
    """The paths as reports name them, each with its lines."""
    resolved = [path.resolve() for path in paths]
    return [
        ((path.relative_to(root) if path.is_relative_to(root) else path).as_posix(),
         Lines(path.read_text(encoding="utf-8", errors="replace")))
        for path in resolved
    ]  # fmt: skip
