"""Where a stored PDF comes from, written beside it; and the name that both have."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path

import msgspec

from scholar_build.identifiers import Identifier
from scholar_build.model import Frozen

MAX_NAME = 80


class Provenance(Frozen, frozen=True, kw_only=True, omit_defaults=False):
    """What is known about a stored file. Times are UTC, ISO 8601.

    `url` gave the bytes, `named` is the address in the provider's record that led there. `licence` is empty for an
    arXiv e-print, whose licence stands on its abstract page. `scanner` is `clamd`, or `none` where the settings
    chose to go without. `tried` says why earlier locations gave no file.
    """

    id: str
    url: str
    named: str
    provider: str
    licence: str
    sha256: str
    bytes: int
    fetched_at: str
    structure: str
    scanner: str
    tried: tuple[str, ...] = ()


def name_of(identifier: Identifier) -> str:
    """An identifier with the version that was asked for: `arxiv:2101.00001v2`."""
    return f"{identifier}v{identifier.version}" if identifier.version else str(identifier)


def file_name(identifier: Identifier) -> str:
    """A file name that is safe on every system, bounded, and another one for every identifier."""
    name = name_of(identifier)
    readable = re.sub(r"[^a-z0-9.]+", "-", name.lower())[:MAX_NAME].strip("-.")
    return f"{readable}-{hashlib.sha256(name.encode()).hexdigest()[:8]}.pdf"


def beside(pdf: Path) -> Path:
    """Where the provenance of a file stands."""
    return pdf.with_name(f"{pdf.name}.json")


def write(provenance: Provenance, pdf: Path) -> None:
    """Write the provenance of a file that is about to be there, at once and whole."""
    data = msgspec.json.format(msgspec.json.encode(provenance), indent=2) + b"\n"
    handle, name = tempfile.mkstemp(dir=pdf.parent, prefix=".", suffix=".json.part")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    Path(name).chmod(0o644)
    Path(name).replace(beside(pdf))


def stored(pdf: Path) -> Provenance | None:
    """The provenance of a file that is there and has not changed since; None for any other."""
    try:
        known = msgspec.json.decode(beside(pdf).read_bytes(), type=Provenance)
        with pdf.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, msgspec.DecodeError):
        return None
    return known if digest == known.sha256 else None
