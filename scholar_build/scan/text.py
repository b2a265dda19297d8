"""One text in one format to a Scan; each format's reader is loaded when first used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from scholar_build.model import Scan
from scholar_build.scan.options import Format, ScanOptions

# format: the module of this package and its function `(text, source, options) -> Scan`
_READERS = {
    Format.MARKDOWN: ("markdown", "scan_markdown"),
    Format.REST: ("rest", "scan_rest"),
    Format.PLAIN: ("plain", "scan_plain"),
    Format.LATEX: ("latex", "scan_latex"),
    Format.BBL: ("latex", "scan_latex"),
    Format.HTML: ("html", "scan_html"),
    Format.IPYNB: ("ipynb", "scan_ipynb"),
    Format.BIBTEX: ("bibtex", "scan_bibtex"),
    Format.CSL_JSON: ("csl", "scan_csl"),
    Format.RIS: ("ris", "scan_ris"),
}


def scan_text(text: str, source: str, format: Format, options: ScanOptions | None = None) -> Scan:  # noqa: A002
    """Read all references of one text; `source` is its path relative to the project, for locations.

    Word documents are no text: `docx.scan_docx` takes their bytes.
    """
    module, function = _READERS[format]
    read: Callable[[str, str, ScanOptions], Scan] = getattr(import_module(f"scholar_build.scan.{module}"), function)
    return read(text, source, options or ScanOptions())
