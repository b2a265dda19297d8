"""The files that a page takes in by pymdownx.snippets: words that are not in the page stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mkdocs_scholar.lines import Lines

_ONE = re.compile(r"""^[ \t]*-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$""", re.MULTILINE)
_MANY = re.compile(r"^[ \t]*-{1,}8<-{1,}[ \t]*\n(.*?)\n[ \t]*-{1,}8<-{1,}[ \t]*$", re.MULTILINE | re.DOTALL)
_DEEPEST = 5


def included(markdown: str, options: Mapping[str, Any], root: Path, depth: int = 0) -> Iterator[Path]:
    """The files that a page's source names, and those that these name; not those behind an address."""
    if "8<" not in markdown or depth > _DEEPEST:
        return
    folders = options.get("base_path", ["."])
    bases = [root / str(folder) for folder in ([folders] if isinstance(folders, str) else folders)]
    names = [*_ONE.findall(markdown), *(line for block in _MANY.findall(markdown) for line in block.split("\n"))]
    for name in names:
        bare = re.sub(r"(?::[-\w]*){1,2}$", "", name.strip().lstrip(";").strip())
        path = next((base / bare for base in bases if bare and (base / bare).is_file()), None)
        if path is not None:
            yield path
            yield from included(path.read_text(encoding="utf-8", errors="replace"), options, root, depth + 1)


def lines_of(paths: Iterator[Path], root: Path) -> list[tuple[str, Lines]]:
    """The paths as reports name them, each with its lines."""
    return [
        ((path.relative_to(root) if path.is_relative_to(root) else path).as_posix(),
         Lines(path.read_text(encoding="utf-8", errors="replace")))
        for path in paths
    ]  # fmt: skip
