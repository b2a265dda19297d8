from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import html5lib
import jsonschema
import markdown_it
import msgspec
import pytest
import xmlschema
from bs4 import BeautifulSoup

from scholar_build.config import Override, Settings
from scholar_build.model import (
    Failure,
    Location,
    Problem,
    ProviderName,
    ProviderOutage,
    Reason,
    Report,
    Status,
    Verdict,
)
from scholar_build.report import Format, render
from scholar_build.report.markdown import SHOWN
from scholar_build.report.order import Level, remarks
from scholar_build.report.words import words
from scholar_build.rules import RULES, Severity
from tests.report import samples, schemas
from tests.report.samples import REPORT, STATES, reference
from tests.report.snapshots import snapshot

replace = msgspec.structs.replace
SETTINGS = Settings()
SUFFIXES = {
    Format.TEXT: "txt",
    Format.JSON: "json",
    Format.SARIF: "sarif",
    Format.JUNIT: "xml",
    Format.GITHUB: "github.txt",
    Format.GITLAB: "gitlab.json",
    Format.MARKDOWN: "md",
    Format.HTML: "html",
}
HOSTILE = '</script>]]><b>\x1b[31m\u202e| `x` \u2028::error::y\r\n%0A & "q" @all \x00 {{ x }} $x$'


def without_style(text: str) -> str:
    """The page without the style sheet, which has its own file."""
    return re.sub(r"(?s)<style>.*</style>", "<style></style>", text)


@pytest.mark.parametrize("format_", list(Format))
def test_whole_reports_are_as_they_were(format_: Format) -> None:
    """The whole output of each format is kept in a snapshot."""
    text = without_style(render(REPORT, format_, SETTINGS))
    assert snapshot(f"report.{SUFFIXES[format_]}", text) == text


@pytest.mark.parametrize("format_", [Format.TEXT, Format.GITHUB, Format.MARKDOWN, Format.HTML])
def test_whole_reports_in_japanese_are_as_they_were(format_: Format) -> None:
    """What people read is in the language of the settings."""
    text = without_style(render(REPORT, format_, Settings(lang="ja")))
    assert snapshot(f"report.ja.{SUFFIXES[format_]}", text) == text


@pytest.mark.parametrize("format_", [Format.JSON, Format.SARIF, Format.JUNIT, Format.GITLAB])
def test_what_tools_read_is_the_same_in_every_language(format_: Format) -> None:
    """A Japanese site and an English one give equal data."""
    assert render(REPORT, format_, SETTINGS) == render(REPORT, format_, Settings(lang="ja"))


@pytest.mark.parametrize("format_", list(Format))
def test_the_order_of_checking_does_not_show(format_: Format) -> None:
    """The same report comes out whatever order the references came in."""
    turned = replace(REPORT, verdicts=REPORT.verdicts[::-1])
    assert render(REPORT, format_, SETTINGS) == render(turned, format_, SETTINGS)


@pytest.mark.parametrize("format_", list(Format))
def test_an_empty_report_is_whole(format_: Format) -> None:
    """A run that found nothing still writes a valid file that says so."""
    text = render(Report(), format_, SETTINGS)
    assert text.endswith("\n")
    validate(format_, text)


def validate(format_: Format, text: str) -> None:
    match format_:
        case Format.JSON:
            jsonschema.validate(json.loads(text), schemas.JSON_REPORT)
        case Format.SARIF:
            jsonschema.validate(json.loads(text), schemas.SARIF)
        case Format.GITLAB:
            jsonschema.validate(json.loads(text), schemas.GITLAB)
        case Format.JUNIT:
            xmlschema.XMLSchema10(schemas.JUNIT).validate(text)
        case Format.GITHUB:
            assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in text.splitlines())
        case Format.HTML:
            html5lib.HTMLParser(strict=True).parse(text)
        case Format.TEXT | Format.MARKDOWN:
            assert text.strip()


@pytest.mark.parametrize("format_", list(Format))
def test_reports_keep_their_formats_rules(format_: Format) -> None:
    """Each report is valid by its format's own schema."""
    validate(format_, render(REPORT, format_, SETTINGS))


def hostile() -> Report:
    finding = replace(samples.WRONG_YEAR.findings[0], cited=HOSTILE, recorded=HOSTILE)
    written = reference(HOSTILE, source="docs/a b#c%.md", key=HOSTILE, line=2)
    verdict = replace(samples.WRONG_YEAR, reference=written, findings=(finding,))
    problem = Problem(rule="broken-entry", location=Location(source="x.bib"), message=HOSTILE, key=HOSTILE)
    outage = ProviderOutage(provider=ProviderName.ARXIV, reason=Failure.PROVIDER_UNAVAILABLE, detail=HOSTILE)
    return Report(verdicts=(verdict,), problems=(problem,), outages=(outage,))


@pytest.mark.parametrize("format_", list(Format))
def test_hostile_text_breaks_no_format(format_: Format) -> None:
    """What a provider or a page says cannot leave its place in any report, nor colour a terminal."""
    text = render(hostile(), format_, SETTINGS)
    validate(format_, text)
    if format_ is not Format.JSON:  # JSON keeps what was written, as escapes
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "\\u001b" not in text
    assert "\x1b" not in text
    if format_ is Format.HTML:
        assert BeautifulSoup(text, "html5lib").find("script") is None
    if format_ is Format.MARKDOWN:
        html = markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(text)
        assert {"h2", "table", "thead", "tbody", "tr", "th", "td", "p", "strong", "code"} >= {
            tag.name for tag in BeautifulSoup(html, "html.parser").find_all()
        }


def test_json_counts_add_up() -> None:
    """The counts of the data are those of the text and add to the total."""
    summary = json.loads(render(REPORT, "json", SETTINGS))["summary"]
    assert summary["total"] == len(STATES) == sum(summary[status] for status in Status)


def test_json_identifiers_are_curies() -> None:
    """Tools read identifiers with their scheme."""
    found = json.loads(render(REPORT, "json", SETTINGS))["references"]
    assert found[0]["identifiers"] == ["doi:10.5555/jbrr.2021.0142"]


def test_json_keeps_ten_authors_and_the_total() -> None:
    """A collaboration of thousands does not swell the report."""
    many = replace(samples.VERIFIED.record, author=samples.VERIFIED.record.author * 20)  # type: ignore[union-attr,type-var]
    record = json.loads(render(Report(verdicts=(replace(samples.VERIFIED, record=many),)), "json", SETTINGS))
    assert (
        len(record["references"][0]["record"]["author"]),
        record["references"][0]["record"]["author_count"],
    ) == (10, 40)


def test_text_of_an_incomplete_run_says_how_much_was_checked() -> None:
    """Nobody takes an outage for a clean run."""
    report = Report(
        verdicts=(samples.VERIFIED, samples.RATE_LIMITED, samples.SILENT),
        outages=(ProviderOutage(provider=ProviderName.ARXIV, reason=Failure.RATE_LIMITED),),
    )
    lines = render(report, "text", SETTINGS).splitlines()
    assert lines[-3:] == [
        "3 references: 1 verified, 0 mismatch, 0 not found, 2 could not be checked",
        "1 of 3 checked.",
        "Not available this time: arxiv (rate_limited)",
    ]


def test_text_of_a_clean_run_is_one_line() -> None:
    """Nothing to do, nothing to read."""
    text = render(Report(verdicts=(samples.VERIFIED,)), "text", SETTINGS)
    assert text == "1 reference: 1 verified, 0 mismatch, 0 not found, 0 could not be checked\n"


def test_colour_is_for_terminals() -> None:
    """Colour comes only where it was asked for and changes no word."""
    coloured = render(REPORT, "text", SETTINGS, colour=True)
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == render(REPORT, "text", SETTINGS)


def test_a_reference_with_two_remarks_is_explained_once() -> None:
    """A withdrawn work with wrong authors has two headlines and one set of details."""
    text = render(Report(verdicts=(samples.WITHDRAWN,)), "text", SETTINGS)
    assert text.count("docs/reading-list.md:34:4: error") == 2
    assert text.count("Authors cited") == 1


def levels(verdict: Verdict, settings: Settings = SETTINGS) -> list[tuple[str, str]]:
    return [(remark.rule, str(remark.level)) for remark in remarks(Report(verdicts=(verdict,)), settings, words("en"))]


@pytest.mark.parametrize(
    ("verdict", "settings", "expected"),
    [
        (samples.VERIFIED, SETTINGS, []),
        (samples.WRONG_YEAR, SETTINGS, [("year-mismatch", "error")]),
        (samples.WRONG_YEAR, Settings(severity={"year-mismatch": Severity.WARNING}), [("year-mismatch", "warning")]),
        (samples.WRONG_YEAR, Settings(severity={"year-mismatch": Severity.OFF}), []),
        (samples.OTHER_WORK, SETTINGS, [("identifier-mismatch", "error")]),
        (samples.OTHER_WORK, Settings(strict=("title-mismatch",)), [("title-mismatch", "error")]),
        (samples.CONCERN, SETTINGS, [("expression-of-concern", "warning")]),
        (
            samples.CONCERN,
            Settings(strict=("correction",)),
            [("correction", "error"), ("expression-of-concern", "warning")],
        ),
        (samples.BOOK, SETTINGS, [("unchecked", "note")]),
        (samples.BOOK, Settings(strict=("unchecked",)), [("unchecked", "error")]),
        (samples.RATE_LIMITED, SETTINGS, [("unchecked", "warning")]),
        (samples.ACCEPTED, SETTINGS, []),
        (samples.EXPIRED, SETTINGS, [("identifier-not-found", "error")]),
        (samples.BOOK, Settings(strict=True, own=("docs/**",)), [("unchecked", "error")]),
        (samples.BOOK, Settings(own=("docs/**",)), [("unchecked", "note")]),
        (
            samples.WRONG_YEAR,
            Settings(overrides=(Override(paths=("docs/**",), severity={"year-mismatch": Severity.OFF}),)),
            [],
        ),
    ],
    ids=range(16),
)
def test_levels_follow_the_settings(verdict: Verdict, settings: Settings, expected: list[tuple[str, str]]) -> None:
    """What fails is an error, what is off is not said, books are a note."""
    assert expected == levels(verdict, settings)


def test_of_two_remarks_at_one_place_the_graver_comes_first() -> None:
    """A retraction is not hidden below an expression of concern."""
    verdict = replace(samples.CONCERN, notices=(*samples.CONCERN.notices, *samples.RETRACTED.notices))
    assert levels(verdict) == [("retraction", "error"), ("expression-of-concern", "warning")]


def test_problems_that_are_off_are_not_said() -> None:
    """An uncited entry is no remark unless it is asked for."""
    problem = Problem(rule="uncited-entry", location=Location(source="x.bib"), message="Nobody cites `a`.", key="a")
    report = Report(problems=(problem,))
    assert remarks(report, SETTINGS, words("en")) == []
    asked = Settings(severity={"uncited-entry": Severity.WARNING})
    assert [remark.level for remark in remarks(report, asked, words("en"))] == [Level.WARNING]


def fingerprints(report: Report) -> list[str]:
    run = json.loads(render(report, "sarif", SETTINGS))["runs"][0]
    return sorted(result["partialFingerprints"]["scholarBuild/v1"] for result in run["results"])


def moved(verdict: Verdict, by: int) -> Verdict:
    place = replace(verdict.reference.location, line=verdict.reference.location.line + by, column=1)
    return replace(verdict, reference=replace(verdict.reference, location=place))


def test_fingerprints_survive_moved_lines() -> None:
    """Code scanning tracks a finding when text is added above it."""
    later = replace(REPORT, verdicts=tuple(moved(verdict, 7) for verdict in REPORT.verdicts))
    assert fingerprints(REPORT) == fingerprints(later)


def test_fingerprints_tell_findings_apart() -> None:
    """The same reference twice in a page, or under two rules, are findings of their own."""
    report = replace(REPORT, verdicts=(*REPORT.verdicts, moved(samples.WRONG_YEAR, 400)))
    assert len(set(fingerprints(report))) == len(fingerprints(report)) == len(fingerprints(REPORT)) + 1


def test_sarif_rules_have_their_pages() -> None:
    """Code scanning links each finding to the page of its rule."""
    run = json.loads(render(REPORT, "sarif", SETTINGS))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert all(rule["helpUri"].endswith(f"/rules/{rule['id']}/") for rule in rules)
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_sarif_addresses_files_as_uris() -> None:
    """File names with spaces and signs are percent-encoded and relative."""
    run = json.loads(render(hostile(), "sarif", SETTINGS))["runs"][0]
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]]
    assert places == ["docs/a%20b%23c%25.md", "x.bib"]


def test_every_rule_can_be_described_in_sarif() -> None:
    """No rule breaks the report by its name."""
    problems = tuple(
        Problem(rule=code, location=Location(source="a.md", line=number + 1), message="x")
        for number, code in enumerate(RULES)
    )
    loud = Settings(severity=dict.fromkeys(RULES, Severity.WARNING))
    validate(Format.SARIF, render(Report(problems=problems), "sarif", loud))


def test_junit_counts_what_it_holds() -> None:
    """Failures, skipped and all cases are counted per source and in all."""
    root = ET.fromstring(render(REPORT, "junit", SETTINGS))
    for suite in root:
        assert suite.get("tests") == str(len(suite))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert suite.get("skipped") == str(len(suite.findall("testcase/skipped")))
    assert root.get("tests") == str(len(STATES) + 1)


def test_junit_skips_what_could_not_be_checked_even_where_that_is_off() -> None:
    """An unchecked reference never looks like a passed test."""
    text = render(Report(verdicts=(samples.SILENT,)), "junit", Settings(severity={"unchecked": Severity.OFF}))
    assert '<skipped message="could not be checked" />' in text


def test_github_shows_the_gravest_first() -> None:
    """GitHub cuts annotations after ten, so errors come before warnings."""
    kinds = [line.split(" ")[0] for line in render(REPORT, "github", SETTINGS).splitlines()]
    assert kinds == sorted(kinds, key=["::error", "::warning", "::notice"].index)


def test_a_long_markdown_summary_is_cut_and_says_so() -> None:
    """A job summary stays below what GitHub accepts."""
    many = tuple(moved(samples.UNREGISTERED, number) for number in range(SHOWN + 5))
    text = render(Report(verdicts=many), "markdown", SETTINGS)
    assert "and 5 more" in text
    assert text.count("| docs/") == SHOWN


def test_an_unknown_format_is_refused() -> None:
    """A wrong name is an error, not an empty report."""
    with pytest.raises(ValueError, match="pdf"):
        render(REPORT, "pdf", SETTINGS)


def test_every_reason_can_be_reported() -> None:
    """No verdict breaks a report."""
    verdicts = tuple(
        Verdict(reference=reference("x", line=number + 1), status=Status.UNCHECKED, reason=reason)
        for number, reason in enumerate(Reason)
    )
    for format_ in Format:
        validate(format_, render(Report(verdicts=verdicts), format_, SETTINGS))
