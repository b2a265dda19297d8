"""Where a project ends: in the repository that holds it, or at its own folder where there is none.

Settings and pages may come from a stranger's pull request, so the places that they name must lie inside.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

_REPOSITORY = ".git"


def bounds(root: Path) -> Path:
    """The folder that a project must not leave."""
    real = root.resolve()
    return next((folder for folder in (real, *real.parents) if (folder / _REPOSITORY).exists()), real)


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path, its links followed, lies inside the project and not among version control's own files."""
    real, edge = path.resolve(), bounds(root)
    return real.is_relative_to(edge) and _REPOSITORY not in map(str.lower, real.relative_to(edge).parts)


def leads_out(path: Path, root: Path) -> bool:
    """Whether a path that stands in the project is, or passes, a link to somewhere else."""
    written = Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` would follow the link
    edges = {bounds(root), Path(os.path.abspath(root))}  # noqa: PTH100
    return any(written.is_relative_to(edge) for edge in edges) and not is_inside(path, root)


def first_outside(values: Mapping[str, Any], root: Path) -> str:
    """The first of some settings that names a place outside the project; empty where none does."""
    for key, value in values.items():
        if any(place and not _may_be_named(place, root) for place in _PLACES.get(key, _none)(value)):
            return key
    return ""


def _may_be_named(place: str, root: Path) -> bool:
    try:
        return not place.startswith("~") and is_inside(root / place, root)
    except ValueError:  # what no path can hold
        return False


def _none(_: Any) -> Iterable[str]:
    return ()


def _one(place: str) -> Iterable[str]:
    return (place,)


def _of_patterns(patterns: Iterable[str]) -> Iterable[str]:
    """The folder of each pattern; what climbs again behind a wildcard may lead anywhere."""
    for pattern in patterns:
        fixed = re.split(r"[*?\[]", pattern, maxsplit=1)[0]
        yield "/" if ".." in Path(pattern.removeprefix(fixed)).parts else fixed


_PLACES: Mapping[str, Callable[[Any], Iterable[str]]] = {
    "lock": _one,
    "cache_dir": _one,
    "report": _one,
    "reports": dict.values,
    "audit_log": _one,
    "bibliography": _of_patterns,
    "deadlines": lambda table: (table.get("file", ""),),
    "pdf": lambda table: (table.get("into", ""),),
}


def place_prefix(root: Path, environ: Mapping[str, str]) -> str:
    """What leads to a project from a code host's checkout, or else from the working folder: `docs/`.

    Empty where that does not hold the project.
    """
    real = root.resolve()
    for top in (environ.get("GITHUB_WORKSPACE"), environ.get("CI_PROJECT_DIR"), Path.cwd()):
        if top and real.is_relative_to(Path(top).resolve()):
            inner = real.relative_to(Path(top).resolve()).as_posix()
            return "" if inner == "." else f"{inner}/"
    return ""
