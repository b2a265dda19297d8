"""The settings: one frozen type, read from defaults, files, hosts, the environment and the command line.

Precedence: defaults < settings file < host options < `SCHOLAR_BUILD_…` environment < command line.

settings   every setting, documented where it is declared
load       where settings come from
checks     what a type cannot say of a value
"""

from scholar_build.config.checks import check_deadlines
from scholar_build.config.load import SETTINGS_FILE, load_settings
from scholar_build.config.settings import (
    DEFAULT_CHECKS,
    SETTING_NAMES,
    Accept,
    Chain,
    Check,
    Deadlines,
    Endpoint,
    Override,
    Pdf,
    Settings,
    Watch,
)

__all__ = [
    "DEFAULT_CHECKS",
    "SETTINGS_FILE",
    "SETTING_NAMES",
    "Accept",
    "Chain",
    "Check",
    "Deadlines",
    "Endpoint",
    "Override",
    "Pdf",
    "Settings",
    "Watch",
    "check_deadlines",
    "load_settings",
]
