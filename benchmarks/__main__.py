"""Run all benchmarks, or those named: `python -m benchmarks [name …]`.

A benchmark is a module of this package with a function `run`; run as a script it prints what it
measured and ends with a status other than 0 where a goal is missed. Each runs in its own process.
"""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import benchmarks


def names() -> list[str]:
    """The benchmarks, in order of name; measurements with another purpose have no `run`."""
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__"]
    return [name for name in found if hasattr(import_module(f"benchmarks.{name}"), "run")]


def main(wanted: list[str]) -> int:
    """Run them one after the other; 1 where any missed its goal or failed."""
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    missed = []
    for name in wanted or known:
        print(f"{name}:", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}"], cwd=Path(__file__).resolve().parents[1], check=False
        )
        missed += [name] if done.returncode else []
    if missed:
        print(f"goals missed: {', '.join(missed)}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
