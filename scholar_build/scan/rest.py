"""reST pages and docstrings: source in, references out."""

from __future__ import annotations

from functools import partial

from scholar_build.model import Scan
from scholar_build.scan.blocks import Place
from scholar_build.scan.collect import may_name_work
from scholar_build.scan.document import read_document
from scholar_build.scan.options import ScanOptions
from scholar_build.scan.rest_blocks import read_rest_blocks
from scholar_build.scan.rest_inline import read_rest


def scan_rest(text: str, source: str, options: ScanOptions) -> Scan:
    """Read one page; `source` is its path, for locations. Takes time linear in the length of the text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    page = read_rest_blocks(lines, options.reference_headings)
    inline = partial(read_rest, targets=page.targets, substitutions=page.substitutions)
    labelled = any(map(may_name_work, page.targets.values()))
    return read_document(page.blocks, Place(source, lines), inline, options, labelled=labelled)
