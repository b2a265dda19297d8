"""Bibliographies of every format: a file or a text in, a Scan out."""

from __future__ import annotations

from pathlib import Path

from scholar_build.errors import SourceError
from scholar_build.model import Location, Problem, Scan
from scholar_build.scan.decode import decode
from scholar_build.scan.options import Format
from scholar_build.scan.text import scan_text

_SUFFIXES = {".bib": Format.BIBTEX, ".json": Format.CSL_JSON, ".ris": Format.RIS}


def read_bibliography(path_or_text: Path | str, source: str = "") -> Scan:
    """Read a bibliography file, by its suffix, or a text, by its first characters.

    `source` is the name for locations; empty: the path as given. Raises `SourceError` where the file
    cannot be opened.
    """
    if isinstance(path_or_text, Path):
        source = source or path_or_text.as_posix()
        try:
            content = path_or_text.read_bytes()
        except OSError as error:
            raise SourceError(f"{source}: the bibliography cannot be read: {error.strerror}") from error
        text = decode(content)
        if text is None:
            message = "This bibliography is no text; save it as UTF-8."
            return Scan(
                problems=(Problem(rule="unreadable-source", location=Location(source=source), message=message),)
            )
        return scan_text(text, source, _SUFFIXES.get(path_or_text.suffix.lower()) or _guess(text))
    return scan_text(path_or_text, source, _guess(path_or_text))


def _guess(text: str) -> Format:
    start = text.lstrip("\ufeff \t\r\n")[:20]
    if start.startswith(("[", "{")):
        return Format.CSL_JSON
    return Format.RIS if start.startswith("TY ") else Format.BIBTEX
