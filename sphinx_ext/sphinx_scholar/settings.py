"""The settings of the project: every setting of `scholar.toml` is also `scholar_<name>` in `conf.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError

from scholar_build import SETTING_NAMES, ScholarBuildError, Settings, bibliography_files, load_settings
from sphinx_scholar import bibtex

PREFIX = "scholar_"
UNSET: Any = None
BADGES = ("all", "problems", "none")
LINKCHECK = ("unverified", "all")


def add_config_values(app: Sphinx) -> None:
    """Declare one value a setting; unset ones leave the settings file in force."""
    for name in SETTING_NAMES:
        app.add_config_value(PREFIX + name, UNSET, "", description=f"scholar-build setting `{name}`")
    app.add_config_value(
        "scholar_linkcheck", LINKCHECK[0], "", types=frozenset({str}),
        description="`unverified`: linkcheck leaves out links of verified references; `all`: it visits them",
    )  # fmt: skip


def read_settings(app: Sphinx, config: Config) -> None:
    """Read the settings; a wrong one ends the build with one sentence."""
    given = {name: getattr(config, PREFIX + name) for name in SETTING_NAMES}
    host = {name: _plain(value) for name, value in given.items() if value is not UNSET}
    if isinstance(config.scholar_badges, dict):
        del host["badges"]
        for builder, badges in config.scholar_badges.items():
            _check(f"scholar_badges[{builder!r}]", badges, BADGES)
    _check("scholar_linkcheck", config.scholar_linkcheck, LINKCHECK)
    try:
        settings = load_settings(Path(app.confdir), host=host, host_origin="conf.py")
    except ScholarBuildError as error:
        raise ConfigError(str(error)) from error
    app.scholar_settings = settings  # type: ignore[attr-defined]
    files = dict.fromkeys((*bibliography_files(settings), *bibtex.files(app)))
    app.scholar_bibliographies = tuple(files)  # type: ignore[attr-defined]


def settings_of(app: Sphinx) -> Settings:
    """The settings of this build."""
    return app.scholar_settings  # type: ignore[attr-defined,no-any-return]


def badges_of(app: Sphinx) -> str:
    """Which badges the builder shows: `scholar_badges` may name builders or formats, and `*` for all others."""
    named = app.config.scholar_badges
    default = settings_of(app).badges
    if not isinstance(named, dict):
        return default
    return str(named.get(app.builder.name) or named.get(app.builder.format) or named.get("*") or default)


def bibliographies(app: Sphinx) -> tuple[Path, ...]:
    """The bibliography files of the project: those of the settings, and those of sphinxcontrib-bibtex."""
    return app.scholar_bibliographies  # type: ignore[attr-defined,no-any-return]


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ConfigError(f"conf.py: `{name}` is `{value}`; known: {', '.join(known)}")


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple | set | frozenset) else value
