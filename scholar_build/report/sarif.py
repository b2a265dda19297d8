"""SARIF 2.1.0 for code scanning: rules with their pages, results with fingerprints that survive moved lines.

Format: OASIS "Static Analysis Results Interchange Format (SARIF) Version 2.1.0"; which properties GitHub reads:
GitHub Docs, "SARIF support for code scanning".
"""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from scholar_build.config import Settings
from scholar_build.model import ProviderOutage, Report
from scholar_build.report.escape import plain
from scholar_build.report.order import Remark, acceptance, accepted_remarks, remarks
from scholar_build.report.words import PROVIDER_NAMES, words
from scholar_build.rules import RULES, Rule, Severity

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
RULE_PAGES = "https://scholar-build.readthedocs.io/en/stable/rules/"  # docs/rules, as published
FINGERPRINT = "scholarBuild/v1"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.OFF: "none"}


def render_sarif(report: Report, settings: Settings) -> str:
    """One run with every rule that it names; what is accepted stands in it as suppressed, with its reason."""
    wording = words("en")
    found = [
        *remarks(report, settings, wording, prefix=settings.prefix),
        *accepted_remarks(report, settings, wording, prefix=settings.prefix),
    ]
    used = sorted({remark.rule for remark in found})
    run = {
        "tool": {
            "driver": {
                "name": "scholar-build",
                "semanticVersion": version("scholar-build"),
                "informationUri": RULE_PAGES,
                "rules": [_rule(RULES[code]) for code in used],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "invocations": [
            {"executionSuccessful": True, "toolExecutionNotifications": [_outage(one) for one in report.outages]}
        ],
        "results": [_result(remark, used) for remark in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    page = f"{RULE_PAGES}{rule.code}/"
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.code.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "helpUri": page,
        "help": {"text": f"{rule.summary} See {page}", "markdown": f"{rule.summary} [What to do]({page})"},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": ["references"], "precision": "high"},
    }


def _result(remark: Remark, used: list[str]) -> dict[str, Any]:
    message = f"{remark.title}: {remark.message}" if remark.text else remark.message
    text = f"{message}\n{remark.text}".rstrip()
    suppression = {"kind": "external", "status": "accepted", "justification": plain(acceptance(remark))}
    return {
        "ruleId": remark.rule,
        "ruleIndex": used.index(remark.rule),
        "level": remark.level,
        "message": {"text": "\n".join(plain(line) for line in text.split("\n"))},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(remark.location.source), "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": remark.location.line, "startColumn": remark.location.column},
                }
            }
        ],
        "partialFingerprints": {FINGERPRINT: remark.fingerprint},
        "suppressions": [suppression] if acceptance(remark) else [],
    }


def _uri(path: str) -> str:
    return quote(plain(path).replace("\\", "/").removeprefix("./"), safe="/")


def _outage(outage: ProviderOutage) -> dict[str, Any]:
    detail = f": {plain(outage.detail)}" if outage.detail else ""
    text = f"{PROVIDER_NAMES[outage.provider]} was not available ({outage.reason}{detail})."
    return {"level": "warning", "message": {"text": text}}
