"""Files, folders and patterns in, one Scan out: the only part of scanning that reads the disk (with `bibliography`)."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.model import Location, Origin, Problem, Scan
from scholar_build.project import bounds, is_inside, leads_out
from scholar_build.scan.bibliography import read_bibliography
from scholar_build.scan.citing import Cited, citations_in, cited_in_notebook, mark_cited, named_bibliographies
from scholar_build.scan.decode import decode
from scholar_build.scan.docx import scan_docx
from scholar_build.scan.drafts import newest_drafts
from scholar_build.scan.entry import looks_like_reference
from scholar_build.scan.lint import lint
from scholar_build.scan.options import Format, ScanOptions
from scholar_build.scan.text import scan_text

FORMATS = {
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".rst": Format.REST,
    ".txt": Format.PLAIN,
    ".tex": Format.LATEX,
    ".bbl": Format.BBL,
    ".bib": Format.BIBTEX,
    ".json": Format.CSL_JSON,
    ".ris": Format.RIS,
    ".docx": Format.DOCX,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".ipynb": Format.IPYNB,
}
BIBLIOGRAPHIES = frozenset({Format.BIBTEX, Format.CSL_JSON, Format.RIS})

_SKIPPED = frozenset({"node_modules", "_build", "site", "build", "dist", "__pycache__", "venv"})
_MAX_BYTES = 200_000_000
_CSL = re.compile(r"\s*\[?\s*\{(?=[^\0]{0,2000}?\"(?:id|type|title)\"\s*:)[^\0]{0,20000}?\"(?:title|DOI|author)\"\s*:")


@dataclass(frozen=True, slots=True)
class _Source:
    """A file to read, and whether the user named it or only its folder."""

    path: Path
    named: bool


@dataclass(frozen=True, slots=True)
class _Document:
    """What a document holds: its references, the keys it cites, the bibliographies it names."""

    scan: Scan
    cited: Sequence[Cited] = ()
    bibliographies: tuple[str, ...] = ()


def scan_paths(
    paths: Sequence[str | Path], settings: Settings, *, all_drafts: bool = False, only: Collection[Path] | None = None
) -> Scan:
    """Read files, folders (the newest draft of every document in them, or all) and glob patterns.

    Bibliographies that the documents or the settings name are read too; their entries know where they
    are cited. Raises `SourceError` for a path that is missing, of an unknown kind, or a pattern that
    matches nothing. A file that cannot be read as what it is, is a problem of the scan.
    `only` holds the real paths of the files that matter: of the others no more is read than these need.
    """
    reading = _Reading(settings, only)
    for source in _expand(paths, all_drafts=all_drafts):
        reading.take(source)
    for path in _configured(settings, reading.root):
        reading.bibliographies[path.resolve()] = None
    return reading.finish()


def holds_references(paths: Sequence[str | Path], settings: Settings) -> bool:
    """Whether anything is cited at all; reads no further than to the first reference."""
    sources = _expand(paths, all_drafts=True)
    return any(scan_paths([source.path], settings, all_drafts=True).references for source in sources)


class _Reading:
    """What has been read on the way to one Scan."""

    def __init__(self, settings: Settings, only: Collection[Path] | None) -> None:
        self.root = Path(settings.root) if settings.root else Path.cwd()
        self.bibliographies: dict[Path, None] = {}
        self._edge = bounds(self.root)
        self._settings = settings
        self._options = ScanOptions.of(settings)
        self._only = only
        self._skims = any(path.suffix.lower() in FORMATS and _format(path) in BIBLIOGRAPHIES for path in only or ())
        self._scans: list[Scan] = []
        self._cited: list[Cited] = []
        self._any_document = False

    def take(self, source: _Source) -> None:
        """Read a document, or note a bibliography to be read at the end."""
        name, real = place_name(source.path, self.root), source.path.resolve()
        if not real.is_relative_to(self._edge) and leads_out(source.path, self.root):
            self._scans.append(_problem(name, "This file is a link that leads out of the project; it was not read."))
            return
        if _format(source.path) in BIBLIOGRAPHIES:
            self.bibliographies[real] = None
            return
        self._any_document = True
        if self._only is None or real in self._only:
            document = _read(source, name, self._options)
            self._scans.append(document.scan)
        elif self._skims:
            document = _skim(source, name)
        else:
            return
        self._cited += document.cited
        for written in document.bibliographies:
            self._named(source, name, written)

    def _named(self, source: _Source, name: str, written: str) -> None:
        """Note a bibliography that a document names; one outside the project is none of its business."""
        places = (folder / written for folder in (source.path.parent, self.root))
        found = next((path for path in places if path.is_file()), None)
        if found is not None and is_inside(found, source.path.parent if self._is_foreign(source) else self.root):
            self.bibliographies[found.resolve()] = None
        elif found is not None:
            self._scans.append(_problem(name, f"The bibliography `{written}` lies outside the project; move it in."))
        elif _format(source.path) is Format.LATEX:
            self._scans.append(_problem(name, f"The bibliography `{written}` that this document names is not there."))

    def _is_foreign(self, source: _Source) -> bool:
        """Whether the user named a document outside the project: it is the project of its own bibliography."""
        return not is_inside(source.path, self.root)

    def finish(self) -> Scan:
        """Read the bibliographies and hold all of it together."""
        wanted = [path for path in self.bibliographies if self._only is None or path in self._only]
        self._read_bibliographies(wanted)
        known = {reference.key for scan in self._scans for reference in scan.references}
        if any(key not in known for key, _ in self._cited):  # an entry may stand in a file that has not changed
            self._read_bibliographies(path for path in self.bibliographies if path not in wanted)
        references = mark_cited((reference for scan in self._scans for reference in scan.references), self._cited)
        # a page alone, whose bibliography nobody names, has no missing entries
        has_entries = any(reference.key and reference.origin is not Origin.MENTION for reference in references)
        linted = lint(references, self._cited if has_entries and self._cited else None)
        if self._only is not None and not self._skims:  # what other pages cite has not been looked at
            linted = tuple(problem for problem in linted if problem.rule != "uncited-entry")
        elif not self._settings.check_uncited and self._any_document:
            references = [item for item in references if item.cited_at or item.origin is not Origin.BIBLIOGRAPHY]
        problems = (*(problem for scan in self._scans for problem in scan.problems), *linted)
        return Scan(references=tuple(references), problems=tuple(dict.fromkeys(problems)))

    def _read_bibliographies(self, paths: Iterable[Path]) -> None:
        self._scans += [read_bibliography(path, place_name(path, self.root)) for path in paths]


def _problem(source: str, message: str) -> Scan:
    return Scan(problems=(Problem(rule="unreadable-source", location=Location(source=source), message=message),))


def _expand(paths: Iterable[str | Path], *, all_drafts: bool) -> Iterator[_Source]:
    """Every file once, in the order of the arguments."""
    seen: set[Path] = set()
    for given in paths:
        path = Path(given)
        if path.is_dir():
            found = [_Source(file, named=False) for file in _in_folder(path, all_drafts=all_drafts)]
            if not found:
                raise SourceError(f"{given}: the folder holds no document; known are {_known()}")
        elif path.exists():
            found = [_Source(path, named=True)]
        else:
            found = list(_matches(str(given), all_drafts=all_drafts))
        for source in found:
            if source.path.suffix.lower() not in FORMATS:
                raise SourceError(f"{source.path}: files of this kind are not read; known are {_known()}")
            if source.path.resolve() not in seen:
                seen.add(source.path.resolve())
                yield source


def _matches(pattern: str, *, all_drafts: bool) -> Iterator[_Source]:
    if not any(sign in pattern for sign in "*?["):
        raise SourceError(f"{pattern}: there is no such file or folder")
    matched = [Path(name) for name in sorted(glob(pattern, recursive=True))]  # noqa: PTH207 - takes absolute patterns
    files = [path for path in matched if path.is_file() and path.suffix.lower() in FORMATS]
    folders = [path for path in matched if path.is_dir()]
    if not files and not folders:
        raise SourceError(f"{pattern}: the pattern matches no document")
    yield from (_Source(file, named=True) for file in files)
    if not files:
        for folder in folders:
            yield from (_Source(file, named=False) for file in _in_folder(folder, all_drafts=all_drafts))


def _in_folder(folder: Path, *, all_drafts: bool) -> list[Path]:
    """The documents and bibliographies below a folder; hidden folders and build output are left out."""
    files = []
    for directory, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED and not name.startswith("."))
        here = [Path(directory) / name for name in sorted(names) if not name.startswith((".", "~$"))]
        here = [file for file in here if file.suffix.lower() in FORMATS and file.is_file()]  # no broken link
        if any(file.suffix.lower() == ".bib" for file in here):  # a .bbl is made from it
            here = [file for file in here if file.suffix.lower() != ".bbl"]
        files += [file for file in here if file.suffix.lower() != ".json" or _is_csl(file)]
    return sorted(files) if all_drafts else newest_drafts(files)


def _is_csl(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            start = opened.read(20_000)
    except OSError:
        return False
    return bool(_CSL.match((decode(start) or "").lstrip("\ufeff")))


def _configured(settings: Settings, root: Path) -> Iterator[Path]:
    for pattern in settings.bibliography:
        found = sorted(glob(str(root / pattern), recursive=True))  # noqa: PTH207 - as above
        if not found:
            where = settings.origins.get("bibliography", "settings")
            raise SourceError(f"{where}: `bibliography` names {pattern}, which matches no file below {root}")
        for path in map(Path, found):
            if leads_out(path, root):
                raise SourceError(f"{path}: this bibliography is a link that leads out of the project")
            yield path


def _read(source: _Source, name: str, options: ScanOptions) -> _Document:
    kind = _format(source.path)
    content = _content(source.path, name)
    if content is None:
        return _Document(_problem(name, f"The file is larger than {_MAX_BYTES // 1_000_000} MB; split it."))
    if kind is Format.DOCX:
        return _Document(scan_docx(content, name, options))
    text = decode(content)
    if text is None:
        return _Document(_problem(name, "This file is no text; save it as UTF-8."))
    scan = scan_text(text, name, kind, options)
    if kind is Format.PLAIN and not source.named:  # not every text file in a folder is a list of citations
        likely = (item for item in scan.references if item.identifiers or looks_like_reference(item.text))
        scan = Scan(references=tuple(likely))
    if kind is Format.IPYNB:
        return _Document(scan, cited_in_notebook(text, name))
    return _Document(scan, citations_in(text, name, kind), named_bibliographies(text, kind))


def _skim(source: _Source, name: str) -> _Document:
    """Only what a document cites and which bibliographies it names."""
    kind = _format(source.path)
    content = None if kind is Format.DOCX else _content(source.path, name)
    text = None if content is None else decode(content)
    if text is None:
        return _Document(Scan())
    if kind is Format.IPYNB:
        return _Document(Scan(), cited_in_notebook(text, name))
    return _Document(Scan(), citations_in(text, name, kind), named_bibliographies(text, kind))


def _content(path: Path, name: str) -> bytes | None:
    """The bytes of a file; None where it is too large to be a document."""
    try:
        return path.read_bytes() if path.stat().st_size <= _MAX_BYTES else None
    except OSError as error:
        raise SourceError(f"{name}: the file cannot be read: {error.strerror}") from error


def _format(path: Path) -> Format:
    return FORMATS[path.suffix.lower()]


def place_name(path: Path, root: Path) -> str:
    """The path as locations show it: relative to the project where it lies inside, else as it is."""
    resolved = path.resolve()
    for base in (root.resolve(), Path.cwd()):
        if resolved.is_relative_to(base):
            return resolved.relative_to(base).as_posix()
    return path.as_posix()


def _known() -> str:
    return " ".join(FORMATS)
