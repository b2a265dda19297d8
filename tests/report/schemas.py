"""The parts of public report formats that our reports use, restated closed: an unknown property is a fault.

SARIF 2.1.0 (OASIS standard, section 3); GitLab code quality (GitLab Docs, "Code Quality report format");
JUnit as Jenkins' xUnit plugin and GitLab read it.
"""

from __future__ import annotations

from typing import Any


def closed(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 0}
FROM_ONE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = closed({"text": TEXT}, markdown=TEXT)
URI = {"type": "string", "format": "uri", "pattern": "^https://"}
RELATIVE = {"type": "string", "pattern": r"^[A-Za-z0-9._~!$&'()*+,;=@%/-]+$", "not": {"pattern": "^/"}}

SARIF_RULE = closed(
    {"id": {"type": "string", "pattern": "^[a-z-]+$"}},
    name={"type": "string", "pattern": "^[A-Z][A-Za-z]+$"},
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    helpUri=URI,
    help=MESSAGE,
    defaultConfiguration=closed({"level": LEVEL}),
    properties=closed({"tags": {"type": "array", "items": TEXT, "uniqueItems": True}, "precision": TEXT}),
)
SARIF_LOCATION = closed(
    {
        "physicalLocation": closed(
            {
                "artifactLocation": closed({"uri": RELATIVE}, uriBaseId=TEXT),
                "region": closed({"startLine": FROM_ONE}, startColumn=FROM_ONE),
            }
        )
    }
)
SARIF_SUPPRESSION = closed(
    {"kind": {"enum": ["inSource", "external"]}},
    status={"enum": ["accepted", "underReview", "rejected"]},
    justification={"type": "string", "minLength": 1},
)
SARIF_RESULT = closed(
    {"message": MESSAGE},
    ruleId=TEXT,
    ruleIndex=COUNT,
    level=LEVEL,
    locations={"type": "array", "items": SARIF_LOCATION},
    partialFingerprints={"type": "object", "additionalProperties": TEXT, "minProperties": 1},
    suppressions={"type": "array", "items": SARIF_SUPPRESSION, "uniqueItems": True},
)
SARIF_RUN = closed(
    {
        "tool": closed(
            {
                "driver": closed(
                    {"name": TEXT},
                    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
                    informationUri=URI,
                    rules={"type": "array", "items": SARIF_RULE, "uniqueItems": True},
                )
            }
        )
    },
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    originalUriBaseIds={"type": "object", "additionalProperties": closed({}, uri=TEXT, description=MESSAGE)},
    invocations={
        "type": "array",
        "items": closed(
            {"executionSuccessful": {"type": "boolean"}},
            toolExecutionNotifications={"type": "array", "items": closed({"message": MESSAGE}, level=LEVEL)},
        ),
    },
    results={"type": "array", "items": SARIF_RESULT},
)
SARIF = closed({"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": SARIF_RUN}}, **{"$schema": URI})

GITLAB = {
    "type": "array",
    "items": closed(
        {
            "description": TEXT,
            "check_name": TEXT,
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": closed({"path": TEXT, "lines": closed({"begin": FROM_ONE})}),
        }
    ),
}

ANY = {"type": "string"}
OPTIONAL = {"type": ["string", "null"]}
PLACE = {"source": TEXT, "line": FROM_ONE, "column": FROM_ONE}
RECORD = closed(
    {
        "id": ANY,
        "provider": TEXT,
        "fetched_at": ANY,
        "title": ANY,
        "author": {"type": "array", "items": TEXT, "maxItems": 10},
        "author_count": COUNT,
        "container_title": ANY,
        "issued": ANY,
        "years": {"type": "array", "items": {"type": "integer"}},
        "type": ANY,
        "volume": ANY,
        "issue": ANY,
        "page": ANY,
        "publisher": ANY,
        "version": ANY,
        "identifiers": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+:"}},
        "url": ANY,
        "open_access": ANY,
        "license": ANY,
        "pdf_url": ANY,
    }
)
REFERENCE = closed(
    {
        **PLACE,
        "key": ANY,
        "text": ANY,
        "identifiers": {
            "type": "array",
            "items": {"type": "string", "pattern": "^(doi|arxiv|pmid|pmcid|openalex|isbn):"},
        },
        "status": {"enum": ["verified", "mismatch", "not_found", "unchecked"]},
        "reason": TEXT,
        "detail": ANY,
        "message": TEXT,
        "rule": ANY,
        "findings": {
            "type": "array",
            "items": closed(
                {
                    "rule": TEXT,
                    "field": TEXT,
                    "part": ANY,
                    "cited": ANY,
                    "recorded": ANY,
                    "provider": TEXT,
                    "basis": {"enum": ["identifier", "search"]},
                }
            ),
        },
        "notices": {
            "type": "array",
            "items": closed({"type": TEXT, "target": OPTIONAL, "date": ANY, "detail": ANY, "provider": OPTIONAL}),
        },
        "agreed": {"type": "array", "items": TEXT},
        "record": {"anyOf": [RECORD, {"type": "null"}]},
        "suggestion": {
            "anyOf": [
                closed(
                    {
                        "text": TEXT,
                        "bibtex": {"type": "string", "pattern": r"^@[a-z]+\{[\w:.+/-]+,\n"},
                        "csl": {"type": "object", "required": ["id", "type"]},
                        "guess": {"type": "boolean"},
                        "record": RECORD,
                    }
                ),
                {"type": "null"},
            ]
        },
        "providers": {
            "type": "array",
            "items": closed({"provider": TEXT, "outcome": TEXT, "fetched_at": ANY, "detail": ANY}),
        },
        "accepted": {
            "anyOf": [closed({"reason": TEXT, "until": ANY, "expired": {"type": "boolean"}}), {"type": "null"}]
        },
        "cited_at": {"type": "array", "items": closed(PLACE)},
    }
)
JSON_REPORT = closed(
    {
        "schema": {"const": 1},
        "summary": closed(
            {"verified": COUNT, "mismatch": COUNT, "not_found": COUNT, "unchecked": COUNT, "total": COUNT}
        ),
        "references": {"type": "array", "items": REFERENCE},
        "problems": {"type": "array", "items": closed({"rule": TEXT, **PLACE, "message": TEXT, "key": ANY})},
        "outages": {"type": "array", "items": closed({"provider": TEXT, "reason": TEXT, "detail": ANY})},
    }
)

JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:simpleType name="number"><xs:restriction base="xs:nonNegativeInteger"/></xs:simpleType>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      <xs:attribute name="name" type="xs:string"/>
      <xs:attribute name="tests" type="number"/>
      <xs:attribute name="failures" type="number"/>
      <xs:attribute name="errors" type="number"/>
      <xs:attribute name="time" type="xs:decimal"/>
    </xs:complexType>
  </xs:element>
  <xs:element name="testsuite">
    <xs:complexType>
      <xs:sequence><xs:element ref="testcase" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
      <xs:attribute name="name" type="xs:string" use="required"/>
      <xs:attribute name="tests" type="number" use="required"/>
      <xs:attribute name="failures" type="number"/>
      <xs:attribute name="errors" type="number"/>
      <xs:attribute name="skipped" type="number"/>
      <xs:attribute name="time" type="xs:decimal"/>
    </xs:complexType>
  </xs:element>
  <xs:element name="testcase">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="skipped" minOccurs="0">
          <xs:complexType><xs:simpleContent><xs:extension base="xs:string">
            <xs:attribute name="message" type="xs:string"/>
          </xs:extension></xs:simpleContent></xs:complexType>
        </xs:element>
        <xs:element name="failure" minOccurs="0" maxOccurs="unbounded">
          <xs:complexType><xs:simpleContent><xs:extension base="xs:string">
            <xs:attribute name="type" type="xs:string"/>
            <xs:attribute name="message" type="xs:string"/>
          </xs:extension></xs:simpleContent></xs:complexType>
        </xs:element>
        <xs:element name="system-out" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attribute name="name" type="xs:string" use="required"/>
      <xs:attribute name="classname" type="xs:string"/>
      <xs:attribute name="file" type="xs:string"/>
      <xs:attribute name="time" type="xs:decimal"/>
    </xs:complexType>
  </xs:element>
</xs:schema>
"""
