"""The settings of the project: every setting of `scholar.toml` is also `scholar_<name>` in `conf.py`."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from scholar_build import SETTING_NAMES, ScholarBuildError, Settings, load_settings

PREFIX = "scholar_"
UNSET: Any = None


def add_config_values(app: Sphinx) -> None:
    """Declare one value a setting; unset ones leave the settings file in force."""
    for name in SETTING_NAMES:
        app.add_config_value(PREFIX + name, UNSET, "", description=f"scholar-build setting `{name}`")


def read_settings(app: Sphinx, config: Config) -> None:
    """Put the settings at `app.config.scholar_settings`; a wrong one ends the build with one sentence."""
    given = {name: getattr(config, PREFIX + name) for name in SETTING_NAMES}
    host = {name: _plain(value) for name, value in given.items() if value is not UNSET}
    try:
        settings = load_settings(app.confdir, host=host, host_origin="conf.py")
    except ScholarBuildError as error:
        raise ConfigError(str(error)) from error
    app.scholar_settings = settings  # type: ignore[attr-defined]


def settings_of(app: Sphinx) -> Settings:
    """The settings of this build."""
    return app.scholar_settings  # type: ignore[attr-defined,no-any-return]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, (tuple, set, frozenset)) else value
