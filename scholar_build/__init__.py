"""scholar-build: verify the references of a documentation build.

This is the front door: the only module that the hosts import. Names are loaded when first used,
so that a build with nothing to look up loads no parser and no network code.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scholar_build.check import accept as accept
    from scholar_build.check import check as check
    from scholar_build.config import SETTING_NAMES as SETTING_NAMES
    from scholar_build.config import Settings as Settings
    from scholar_build.config import load_settings as load_settings
    from scholar_build.errors import ScholarBuildError as ScholarBuildError
    from scholar_build.errors import SettingsError as SettingsError
    from scholar_build.identifiers import Identifier as Identifier
    from scholar_build.identifiers import Scheme as Scheme
    from scholar_build.model import Acceptance as Acceptance
    from scholar_build.model import Location as Location
    from scholar_build.model import Origin as Origin
    from scholar_build.model import Problem as Problem
    from scholar_build.model import Record as Record
    from scholar_build.model import Reference as Reference
    from scholar_build.model import Report as Report
    from scholar_build.model import Scan as Scan
    from scholar_build.model import Status as Status
    from scholar_build.model import Verdict as Verdict

__version__ = "0.1.0"

_EXPORTS = {
    "accept": "check",
    "check": "check",
    "SETTING_NAMES": "config",
    "Settings": "config",
    "load_settings": "config",
    "ScholarBuildError": "errors",
    "SettingsError": "errors",
    "Identifier": "identifiers",
    "Scheme": "identifiers",
    "Acceptance": "model",
    "Location": "model",
    "Origin": "model",
    "Problem": "model",
    "Record": "model",
    "Reference": "model",
    "Report": "model",
    "Scan": "model",
    "Status": "model",
    "Verdict": "model",
}


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        return getattr(import_module(f"scholar_build.{_EXPORTS[name]}"), name)
    raise AttributeError(f"module 'scholar_build' has no attribute {name!r}")
