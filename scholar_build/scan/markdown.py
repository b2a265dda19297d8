"""Markdown pages, as Python-Markdown and MyST write them: source in, references out."""

from __future__ import annotations

from functools import partial

from scholar_build.model import Scan
from scholar_build.scan.blocks import Place
from scholar_build.scan.collect import may_name_work
from scholar_build.scan.document import read_document
from scholar_build.scan.markdown_blocks import TARGET, read_blocks
from scholar_build.scan.markdown_inline import fold, read_markdown
from scholar_build.scan.markdown_layout import lay_out
from scholar_build.scan.options import ScanOptions


def scan_markdown(text: str, source: str, options: ScanOptions) -> Scan:
    """Read one page; `source` is its path, for locations. Takes time linear in the length of the text."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    layout = lay_out(text, options.reference_headings)
    targets = {fold(match["label"]): match["address"] for match in TARGET.finditer(text)} if "]:" in text else {}
    blocks = read_blocks(layout.lines, layout.breaks)
    labelled = any(map(may_name_work, targets.values()))
    inline = partial(read_markdown, targets=targets)
    return read_document(blocks, Place(source, text.split("\n")), inline, options, labelled=labelled)
