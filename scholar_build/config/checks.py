"""What a type cannot say of a setting's value; every fault names its origin and its key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from scholar_build.config.settings import STATUSES_AND_NOTICES
from scholar_build.errors import SettingsError
from scholar_build.model.deadline import zone_named
from scholar_build.rules import RULES


def check_values(origin: str, key: str, value: Any) -> None:
    """Raise `SettingsError` for a value of the right type that cannot be used."""
    match key:
        case "strict":
            _check_policy_words(origin, key, value)
        case "severity":
            _check_rules(origin, key, value)
        case "overrides":
            for override in value:
                _check_policy_words(origin, "overrides.strict", override.get("strict") or False)
                _check_rules(origin, "overrides.severity", override.get("severity", {}))
        case "accept":
            for entry in value:
                _check_acceptance(origin, entry)
        case "endpoints":
            for name, address in value.items():
                _check_address(origin, name, address)
        case "record_days" | "absence_days" | "search_days" | "max_unchecked" | "max_age_days" | "timeout_s":
            if value < 0:
                raise SettingsError(origin, key, "must not be negative")
        case "contact_email":
            if value and ("@" not in value or any(char.isspace() for char in value)):
                raise SettingsError(origin, key, "is not a mail address")
        case "pdf":
            _check_pdf(origin, value)
        case "deadlines":
            check_deadlines(origin, value)
        case _:
            pass


def _check_acceptance(origin: str, entry: Mapping[str, Any]) -> None:
    _check_date(origin, "accept.until", entry.get("until", ""))
    if not entry["reason"].strip():
        raise SettingsError(origin, "accept.reason", f"is empty for `{entry['id']}`; say why it is accepted")


def _check_address(origin: str, name: str, address: str) -> None:
    if not address.startswith(("https://", "http://")):
        raise SettingsError(origin, f"endpoints.{name}", "must start with https:// or http://")


def _check_pdf(origin: str, table: Mapping[str, Any]) -> None:
    if not 1 <= table.get("max_mb", 20) <= 20:
        raise SettingsError(origin, "pdf.max_mb", "must be 1 to 20")
    if table.get("timeout_s", 1) < 1:
        raise SettingsError(origin, "pdf.timeout_s", "must be at least 1")


def check_deadlines(origin: str, table: Mapping[str, Any]) -> None:
    """Raise `SettingsError` for a zone or a reminder distance that cannot be used."""
    try:
        zone_named(table.get("tz", "UTC"))
    except ValueError as error:
        raise SettingsError(origin, "deadlines.tz", f"is wrong: {error}") from None
    if any(not 0 <= days <= 3650 for days in table.get("remind_days", ())):
        raise SettingsError(origin, "deadlines.remind_days", "must be numbers of days from 0 to 3650")


def _check_policy_words(origin: str, key: str, value: object) -> None:
    if isinstance(value, bool):
        return
    assert isinstance(value, (list, tuple))
    for word in value:
        if word not in STATUSES_AND_NOTICES and word not in RULES:
            raise SettingsError(
                origin,
                key,
                f"names `{word}`, which is no status, notice or rule; known: {', '.join(STATUSES_AND_NOTICES)}",
            )


def _check_rules(origin: str, key: str, value: Mapping[str, object]) -> None:
    for code in value:
        if code not in RULES:
            raise SettingsError(origin, key, f"names the unknown rule `{code}`; see docs/rules")


def _check_date(origin: str, key: str, value: str) -> None:
    if value:
        try:
            date.fromisoformat(value)
        except ValueError:
            raise SettingsError(origin, key, f"is `{value}`, which is no date; write YYYY-MM-DD") from None
