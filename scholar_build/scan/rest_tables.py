"""Grid and simple tables of reST, as rows of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholar_build.scan.blocks import Block, Kind

_GRID = re.compile(r"\+(?:[-=]{1,}\+)+")
_SIMPLE = re.compile(r"={2,}(?: +={2,})+")


def read_table(lines: Sequence[str], at: int, first: int) -> tuple[Block | None, int]:
    """The table that begins on line `at`, and the line after it; None where there is none."""
    if _GRID.fullmatch(lines[at]):
        return _grid(lines, at, first)
    if _SIMPLE.fullmatch(lines[at]):
        return _simple(lines, at, first)
    return None, at


def _grid(lines: Sequence[str], at: int, first: int) -> tuple[Block, int]:
    table = Block(Kind.TABLE, first + at)
    end = at + 1
    row: list[tuple[int, list[str]]] = []
    while end < len(lines) and lines[end][:1] in ("+", "|"):
        line = lines[end]
        if line[0] == "|":
            row.append((first + end, line.strip("|").split("|")))
        elif row:
            table.children.append(_row(row, header="=" in line))
            row = []
        end += 1
    return table, end


def _simple(lines: Sequence[str], at: int, first: int) -> tuple[Block, int]:
    spans = [match.span() for match in re.finditer("=+", lines[at])]
    starts = [start for start, _ in spans]
    table = Block(Kind.TABLE, first + at)
    rows: list[list[tuple[int, list[str]]]] = []
    rules = 1
    end = at + 1
    while end < len(lines):
        line = lines[end]
        end += 1
        if _SIMPLE.fullmatch(line):
            rules += 1
            if rules == 2 and end < len(lines) and lines[end]:
                table.children += [_row(row, header=True) for row in rows]
                rows = []
                continue
            break
        if not line:
            continue
        cells = [line[start:stop] for start, stop in zip(starts, [*starts[1:], None], strict=True)]
        if cells[0].strip() or not rows:
            rows.append([])
        rows[-1].append((first + end - 1, cells))
    table.children += [_row(row, header=False) for row in rows]
    return table, end


def _row(lines: Sequence[tuple[int, list[str]]], *, header: bool) -> Block:
    number = lines[0][0]
    row = Block(Kind.ROW, number, level=int(header))
    for column in range(len(lines[0][1])):
        parts = [cells[column].strip() for _, cells in lines if column < len(cells)]
        row.children.append(Block(Kind.CELL, number, "\n".join(parts).rstrip()))
    return row
