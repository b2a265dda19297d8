"""The base of all model types."""

from __future__ import annotations

import msgspec


class Frozen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An immutable value with named fields, readable and writable as JSON.

    Such values cannot form cycles, so the garbage collector need not look at the thousands of them that a site holds.
    """
