"""Run all benchmarks, or those named: `python -m benchmarks [name …]`.

A benchmark is a module of this package with a function `run`; run as a script it prints what it measured and
ends with the status `MISSED` where a goal is missed. Each runs in its own process. Goals say where we want to be:
a missed one is named at the end and is no failure of the run, a benchmark that breaks is.
"""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import benchmarks
from benchmarks import MISSED


def names() -> list[str]:
    """The benchmarks, in order of name; measurements with another purpose have no `run`."""
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__"]
    return [name for name in found if hasattr(import_module(f"benchmarks.{name}"), "run")]


def main(wanted: list[str]) -> int:
    """Run them one after the other and name those that missed a goal; 1 where any broke."""
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    missed, broken = [], []
    for name in wanted or known:
        print(f"{name}:", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}"], cwd=Path(__file__).resolve().parents[1], check=False
        )
        if done.returncode == MISSED:
            missed.append(name)
        elif done.returncode:
            broken.append(name)
    print(f"goals missed: {', '.join(missed)}" if missed else "no goal missed")
    if broken:
        print(f"broken: {', '.join(broken)}", file=sys.stderr)
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
