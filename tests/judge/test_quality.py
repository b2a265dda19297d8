"""The measured goals on the labelled references, and the measurement itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import quality
from benchmarks.labelled import read_rows
from scholar_build.config import DEFAULT_CHECKS
from tests.shared import needs_shared

VALID = ("R1", "R2", "R3")


def shares(file: str, checks: tuple[str, ...]) -> dict[str, float]:
    """The share of problems per group."""
    judged = quality.measure(read_rows(quality.LABELLED / file), checks)
    groups = quality.summarise(judged)["groups"]
    return {name: count["problem"] / count["rows"] for name, count in groups.items()}


@needs_shared
@pytest.mark.parametrize("file", ["verify.jsonl", "verify-messy.jsonl"])
def test_changed_references_are_found_and_right_ones_are_not_accused(file: str) -> None:
    """With all checks: every kind of change is found, right references of every form pass."""
    found = shares(file, quality.ALL_CHECKS)

    assert max(found[group] for group in VALID) <= 0.01
    assert min(found[group] for group in ("H1", "H2", "H4", "H5")) >= 0.99
    assert found["H3"] >= 0.95
    assert found["P3"] <= 0.05


@needs_shared
def test_the_default_checks_find_what_identifies_a_work() -> None:
    """Title, authors, year and identifier by default, without a false accusation."""
    found = shares("verify.jsonl", DEFAULT_CHECKS)

    assert max(found[group] for group in VALID) <= 0.01
    assert min(found[group] for group in ("H1", "H2", "H4", "H5")) >= 0.98


@needs_shared
def test_only_changed_places_stay_undetected_among_pages_and_publishers() -> None:
    """A place stands in no record; every other changed detail is found on clean records."""
    judged = quality.measure(read_rows(quality.LABELLED / "verify.jsonl"), quality.ALL_CHECKS)
    missed = {row.kind for row, _ in quality.wrong(judged) if row.group == "H6"}

    assert {"location_fabrication"} == missed


ENTRY = {"title": "Calls of tree frogs in noisy ponds", "authors": ["Ada Reed"], "venue": "J. Ponds", "year": 2020}
RECORD = {**ENTRY, "years": [2020], "doi": None, "arxiv_id": None, "url": None, "volume": None, "pages": None}


def row(number: int, label: str, **changes: Any) -> str:
    """One labelled row as a line."""
    group = {"valid": "R1", "problem": "H4"}[label]
    answers = [{"provider": name, "question": "search", "records": [RECORD]} for name in ("crossref", "openalex")]
    entry = {**ENTRY, **changes}
    return json.dumps(
        {"id": f"{group}-{number}", "group": group, "label": label, "kind": "", "entry": entry, "answers": answers}
    )


def test_the_measurement_is_printed_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rates, counts per group and every wrong row, as a table and as JSON, for both sets of checks."""
    rows = [row(1, "valid"), row(2, "problem", year=2019), row(3, "problem")]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    monkeypatch.setenv("LABELLED", str(tmp_path / "rows.jsonl"))
    monkeypatch.setenv("JSON", str(tmp_path / "out.json"))
    quality.main()
    written = json.loads((tmp_path / "out.json").read_text())
    expected = {
        "H4": {"rows": 2, "verified": 1, "problem": 1, "unchecked": 0},
        "R1": {"rows": 1, "verified": 1, "problem": 0, "unchecked": 0},
    }

    assert expected == written["default"]["groups"] == written["all"]["groups"]
    assert tuple(written["all"]["overall"][key] for key in ("detection", "false_accusation", "f1")) == (
        0.5,
        0.0,
        0.6667,
    )
    assert "wrong: H4-3" in capsys.readouterr().out


def test_a_missing_file_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence that names the file."""
    monkeypatch.setenv("LABELLED", "nowhere.jsonl")

    with pytest.raises(SystemExit, match=r"No labelled references at nowhere\.jsonl"):
        quality.main()
