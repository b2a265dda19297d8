"""The bibliography files of a site: those of the settings, of pages, and of mkdocs-bibtex where it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scholar_build import Location, Problem, Scan, is_inside, relative

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig


class Bibliography:
    """Reads each file once for every state of it; lives as long as the server."""

    def __init__(self) -> None:
        self._read: dict[Path, tuple[int, Scan]] = {}

    def read(self, paths: Iterable[Path], root: Path) -> Scan:
        """All entries of some files and what is wrong with them; the first entry of a key holds."""
        scans = [self._file(path, root) for path in dict.fromkeys(paths)]
        return Scan(
            references=tuple(entry for scan in scans for entry in scan.references),
            problems=tuple(problem for scan in scans for problem in scan.problems),
        )

    def _file(self, path: Path, root: Path) -> Scan:
        from scholar_build import read_bibliography

        if not path.is_file():
            message = "This bibliography file is named, but there is no such file."
            place = Location(source=relative(path, root))
            return Scan(problems=(Problem(rule="unreadable-source", location=place, message=message),))
        changed = path.stat().st_mtime_ns
        known = self._read.get(path)
        if known is None or known[0] != changed:
            known = changed, read_bibliography(path, relative(path, root))
            self._read[path] = known
        return known[1]


def of_page(named: object, page: Path, root: Path) -> Iterator[Path]:
    """The files that a page's front matter names, beside the page or in the project; none outside of it."""
    for name in [named] if isinstance(named, str) else named if isinstance(named, list) else ():
        places = [folder / str(name) for folder in (page.parent, root)]
        place = next((place.resolve() for place in places if place.is_file()), places[0])
        if is_inside(place, root):
            yield place


def of_bibtex_plugin(config: MkDocsConfig) -> Iterator[Path]:
    """The files that mkdocs-bibtex reads, unless it fetches them from an address."""
    plugin = config.plugins.get("bibtex")
    if plugin is None:
        return
    root = Path(config.config_file_path or "mkdocs.yml").resolve().parent
    file, folder = plugin.config.get("bib_file"), plugin.config.get("bib_dir")
    if file and "://" not in file:
        yield root / file
    elif folder:
        yield from sorted((root / folder).rglob("*.bib"))
