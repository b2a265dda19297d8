"""How right the verdicts are, measured on labelled references: `make quality [LABELLED=FILE] [JSON=OUT]`.

Problem found: the status is `mismatch` or `not_found`. `unchecked` is an abstention, counted apart.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, get_args

from benchmarks.labelled import Row, read_rows
from scholar_build.config import DEFAULT_CHECKS, Check
from scholar_build.judge import judge
from scholar_build.model import Status, Verdict

ROOT = Path(__file__).resolve().parents[1]
LABELLED = ROOT.parent / "shared" / "labelled"
FILES = ("verify.jsonl", "verify-messy.jsonl", "hallmark-dev.jsonl")
ALL_CHECKS: tuple[str, ...] = get_args(Check)
PROBLEM = frozenset({Status.MISMATCH, Status.NOT_FOUND})

Judged = list[tuple[Row, Verdict]]


def measure(rows: Iterable[Row], checks: Collection[str]) -> Judged:
    """Judge every row with the answers that stand in it."""
    return [(row, judge(row.reference, row.answers(), checks=checks)) for row in rows]


def summarise(judged: Judged) -> dict[str, Any]:
    """Counts per group, and the rates of all rows."""
    groups: dict[str, Counter[str]] = {}
    for row, verdict in judged:
        counted = groups.setdefault(row.group, Counter({"rows": 0, "verified": 0, "problem": 0, "unchecked": 0}))
        counted["rows"] += 1
        counted["problem" if verdict.status in PROBLEM else verdict.status.value] += 1
    return {"groups": {name: dict(groups[name]) for name in sorted(groups)}, "overall": rates(judged)}


def rates(judged: Judged) -> dict[str, Any]:
    """Detection rate, false-accusation rate, F1 and abstentions; rows labelled `uncertain` count in none."""
    bad = [verdict for row, verdict in judged if row.label == "problem"]
    good = [verdict for row, verdict in judged if row.label == "valid"]
    found = sum(verdict.status in PROBLEM for verdict in bad)
    accused = sum(verdict.status in PROBLEM for verdict in good)
    abstained = sum(verdict.status is Status.UNCHECKED for verdict in (*bad, *good))
    return {
        "rows": len(judged),
        "problems": len(bad),
        "valid": len(good),
        "detection": _share(found, len(bad)),
        "false_accusation": _share(accused, len(good)),
        "f1": _share(2 * found, found + accused + len(bad)),
        "abstention": _share(abstained, len(bad) + len(good)),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def wrong(judged: Judged) -> list[tuple[Row, Verdict]]:
    """Every row whose verdict is not what its label says; abstentions among them."""
    right = {"valid": {Status.VERIFIED}, "problem": PROBLEM, "uncertain": set(Status)}
    return [(row, verdict) for row, verdict in judged if verdict.status not in right[row.label]]


def show(name: str, checks: str, judged: Judged, summary: dict[str, Any]) -> None:
    """Print one table, and every wrong row with its findings."""
    overall = summary["overall"]
    print(f"\n{name}, {checks} checks")
    print(f"  {'group':24}{'rows':>6}{'verified':>10}{'problem':>9}{'unchecked':>11}{'problem share':>15}")
    for group, count in summary["groups"].items():
        share = _share(count["problem"], count["rows"])
        print(
            f"  {group:24}{count['rows']:6}{count['verified']:10}{count['problem']:9}{count['unchecked']:11}"
            f"{share:15.3f}"
        )
    print(
        f"  detection {overall['detection']:.3f}   false accusations {overall['false_accusation']:.3f}"
        f"   F1 {overall['f1']:.3f}   abstentions {overall['abstention']:.3f}"
    )
    for row, verdict in wrong(judged):
        said = f"{verdict.status} ({verdict.reason})"
        print(f"    wrong: {row.id} {row.group} {row.kind}, {row.label}: {said}")
        for finding in verdict.findings:
            print(f"      {finding.rule} {finding.part}: cited “{finding.cited}”, recorded “{finding.recorded}”")


def main() -> None:
    """Measure the named file, or all that are at hand."""
    named = os.environ.get("LABELLED") or next(iter(sys.argv[1:]), "")
    paths = [Path(named)] if named else [LABELLED / name for name in FILES if (LABELLED / name).is_file()]
    if not paths or not all(path.is_file() for path in paths):
        sys.exit(f"No labelled references at {named or LABELLED}; name a file with LABELLED=FILE.")
    reports: dict[str, Any] = {}
    for path in paths:
        rows = read_rows(path)
        reports[path.name] = {}
        for checks, chosen in (("default", DEFAULT_CHECKS), ("all", ALL_CHECKS)):
            judged = measure(rows, chosen)
            reports[path.name][checks] = summarise(judged)
            show(path.name, checks, judged, reports[path.name][checks])
    out = os.environ.get("JSON")
    if out:
        single = reports[paths[0].name] if len(paths) == 1 else reports
        Path(out).write_text(json.dumps(single, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
