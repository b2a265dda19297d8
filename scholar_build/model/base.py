"""The base of all model types."""

from __future__ import annotations

import msgspec


class Frozen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An immutable value with named fields, readable and writable as JSON."""
