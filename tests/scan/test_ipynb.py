"""Jupyter notebooks."""

from __future__ import annotations

import json

import pytest

from scholar_build.scan.ipynb import notebook_page, scan_ipynb
from scholar_build.scan.options import ScanOptions


def cell(kind: str, *lines: str) -> dict:
    return {"cell_type": kind, "metadata": {}, "source": list(lines)}


NOTEBOOK = {
    "cells": [
        cell("markdown", "# Über\n", "\n", "See <https://doi.org/10.1234/aa> for \\alpha.\n"),
        cell("code", "## References\n", "x = '10.1234/code'"),
        cell("markdown", "## References\n"),
        cell("markdown", '1. Doe, J. (2001). A "quoted" title.\n', "2. Roe, R. (1999). Other title. doi:10.1234/bb"),
        {"cell_type": "markdown", "source": "3. Poe, E. (1998). In one string.\n"},
        "no cell",
    ],
    "nbformat": 4,
}


@pytest.mark.parametrize("ascii_only", [True, False])
def test_references_stand_in_markdown_cells(ascii_only):
    """A heading in one cell opens the list in the next; lines are those of the notebook file."""
    text = json.dumps(NOTEBOOK, indent=1, ensure_ascii=ascii_only)
    scan = scan_ipynb(text, "a.ipynb", ScanOptions())
    lines = text.split("\n")
    marks = ["10.1234/aa", "Doe, J.", "Roe, R.", "Poe, E."]
    expected = [next(number for number, line in enumerate(lines, 1) if mark in line) for mark in marks]
    assert [each.location.line for each in scan.references] == expected
    assert [str(found) for each in scan.references for found in each.identifiers] == [
        "doi:10.1234/aa",
        "doi:10.1234/bb",
    ]


def test_a_notebook_on_one_line_is_read():
    """Without line breaks every reference stands in line 1."""
    scan = scan_ipynb(json.dumps(NOTEBOOK), "a.ipynb", ScanOptions())
    assert {each.location.line for each in scan.references} == {1}


@pytest.mark.parametrize("text", ["", "x", "[" * 100_000])
def test_a_file_that_is_no_notebook_is_one_problem(text):
    """It is named, not raised."""
    assert [each.rule for each in scan_ipynb(text, "a.ipynb", ScanOptions()).problems] == ["unreadable-source"]


@pytest.mark.parametrize("text", ["7", "{}", '{"cells": 3}', '{"cells": [3, {"cell_type": "markdown", "source": 4}]}'])
def test_odd_notebooks_hold_nothing(text):
    """JSON of another shape is an empty notebook."""
    assert scan_ipynb(text, "a.ipynb", ScanOptions()).references == ()


def test_lines_that_cannot_be_found_do_not_cost_time():
    """A notebook written with other escapes is read, with lines that are only about right."""
    written = json.dumps({"cells": [cell("markdown", *(f"line {number}\n" for number in range(100)))]})
    page = notebook_page(written.replace("line", "\\u006cine"), "a.ipynb")
    assert isinstance(page, tuple)
    assert (page[0].count("line"), set(page[1])) == (100, {1})
