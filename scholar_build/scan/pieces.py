"""Paragraphs that hold several entries, taken apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from scholar_build.scan.blocks import Block

_NUMBER = re.compile(r"(?:(?<=\n)|(?<=^)|(?<=[\s.。．)>\u3000]))\\?\[(?P<number>\d{1,3})\\?\](?![(\[:])")
_LABEL_LINE = re.compile(r"^[ \t]*\\?\[(?P<label>[\w+.:&-]{1,40})\\?\]:?[ \t\u3000]+\S", re.MULTILINE)


def split_numbered(block: Block) -> list[Block]:
    """The entries of a paragraph whose entries begin with `[1]`, `[2]`, … or with a label a line; else none."""
    starts = [match.start() for match in _LABEL_LINE.finditer(block.text)]
    if not starts or block.text[: starts[0]].strip():
        starts = []
    numbers = list(_NUMBER.finditer(block.text))
    if numbers and not block.text[: numbers[0].start()].strip(" \t\n\u3000\\"):
        expected = int(numbers[0]["number"])
        counted = []
        for match in numbers:
            if int(match["number"]) == expected:
                counted.append(match.start())
                expected += 1
        if len(counted) > len(starts):
            starts = counted
    return _cut(block, starts)


def split_references(block: Block, looks: Callable[[Sequence[Block]], bool]) -> list[Block]:
    """One block a line where each line reads like a reference by itself, else the block as it is."""
    lines = block.text.split("\n")
    if not 1 < len(lines) <= 500:
        return [block]
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    pieces = _cut(block, starts)
    return pieces if all(looks([piece]) for piece in pieces) else [block]


def _cut(block: Block, starts: Sequence[int]) -> list[Block]:
    pieces = []
    line, at = block.line, 0
    for start, end in zip(starts, [*starts[1:], len(block.text)], strict=False):
        line += block.text.count("\n", at, start)
        at = start
        pieces.append(replace(block, line=line, text=block.text[start:end].rstrip(), children=[]))
    return pieces
