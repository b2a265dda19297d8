"""Settings read from files, hosts, the environment and the command line, each value checked with its origin."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

import msgspec

from scholar_build.config.checks import check_values
from scholar_build.config.settings import SETTING_NAMES, Settings
from scholar_build.errors import SettingsError
from scholar_build.project import bounds, first_outside, place_prefix

SETTINGS_FILE = "scholar.toml"
ENVIRONMENT_PREFIX = "SCHOLAR_BUILD_"
_ENVIRONMENT, _COMMAND_LINE = "environment", "command line"


def load_settings(
    root: Path,
    *,
    file: Path | None = None,
    host: Mapping[str, Any] | None = None,
    host_origin: str = "host options",
    environ: Mapping[str, str] = os.environ,
    command_line: Mapping[str, Any] | None = None,
) -> Settings:
    """Read the settings of the project in `root`; raise `SettingsError` for the first wrong one.

    `file` replaces the search for `scholar.toml` or `[tool.scholar-build]`; `host` and `command_line`
    hold only what was set there.
    """
    path, values = _read_file(root, file)
    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for origin, layer in (
        (str(path), values),
        (host_origin, dict(host or {})),
        (_ENVIRONMENT, _from_environment(environ)),
        (_COMMAND_LINE, dict(command_line or {})),
    ):
        for key, value in layer.items():
            _convert_one(origin, key, value)
            merged[key] = value
            origins[key] = origin
    base = path.parent if path else root
    _check_places(base, merged, origins)
    known = {"root": str(base), "prefix": place_prefix(base, environ), "origins": origins}
    return msgspec.convert({**merged, **known}, Settings)


def _check_places(base: Path, merged: Mapping[str, Any], origins: Mapping[str, str]) -> None:
    """What the project's files name must lie inside it; the environment and the command line are their user's."""
    of_project = {key: merged[key] for key in origins if origins[key] not in (_ENVIRONMENT, _COMMAND_LINE)}
    if key := first_outside(of_project, base):
        remedy = f"name one inside, or set {ENVIRONMENT_PREFIX}{key.upper()} in the environment"
        raise SettingsError(origins[key], key, f"names a place outside of {bounds(base)} or in its .git; {remedy}")


def _read_file(root: Path, file: Path | None) -> tuple[Path | None, dict[str, Any]]:
    if file is not None:
        return file, _tool_table(file, _parse(file)) if file.name == "pyproject.toml" else _parse(file)
    own = root / SETTINGS_FILE
    if own.is_file():
        return own, _parse(own)
    project = root / "pyproject.toml"
    if project.is_file():
        return project, _tool_table(project, _parse(project))
    return None, {}


def _tool_table(path: Path, document: dict[str, Any]) -> dict[str, Any]:
    table = document.get("tool", {}).get("scholar-build", {})
    if not isinstance(table, dict):
        raise SettingsError(str(path), "tool.scholar-build", "must be a table")
    return table


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(str(path), "file", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(str(path), "file", "is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(str(path), "file", f"is not valid TOML: {error}") from error


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in SETTING_NAMES:
        text = environ.get(ENVIRONMENT_PREFIX + name.upper())
        if text is not None and text != "":
            values[name] = _from_text(name, text)
    return values


def _from_text(name: str, text: str) -> object:
    """Read one environment value: booleans, numbers, comma lists, else the text itself."""
    switch = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    hint = _hint(name)
    if text.lower() in switch and (hint is bool or bool in get_args(hint)):
        return switch[text.lower()]
    if hint in (int, float) or int in get_args(hint):
        try:
            return float(text) if hint is float else int(text)
        except ValueError:
            return text
    if "tuple" in str(hint):
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _hint(name: str) -> Any:
    return msgspec.structs.fields(Settings)[Settings.__struct_fields__.index(name)].type


def _convert_one(origin: str, key: str, value: object) -> None:
    if key not in SETTING_NAMES:
        close = _closest(key)
        raise SettingsError(origin, key, "is unknown" + (f"; did you mean `{close}`?" if close else ""))
    try:
        msgspec.convert(value, _hint(key))
    except msgspec.ValidationError as error:
        raise SettingsError(origin, key, f"is wrong: {_plain(str(error))}") from error
    check_values(origin, key, value)


def _closest(key: str) -> str:
    found = get_close_matches(key, SETTING_NAMES, n=1)
    return found[0] if found else ""


def _plain(message: str) -> str:
    """Msgspec's message in a user's words: `Expected `bool`, got `str` - at `$.x`."""
    return message[0].lower() + message[1:].replace("`$", "`").replace("`.", "`")
