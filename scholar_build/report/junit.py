"""JUnit XML for GitLab, Jenkins and others: one suite a source, one case a reference.

Shape: the schema of the Jenkins xUnit plugin (junit-10.xsd); no times and no host names, so that equal runs
give equal files.
"""

from __future__ import annotations

from collections import defaultdict
from xml.etree import ElementTree as ET

from scholar_build.config import Settings
from scholar_build.model import Report, Status
from scholar_build.report.escape import plain
from scholar_build.report.order import Level, Remark, acceptance, accepted_remarks, remarks, sorted_verdicts
from scholar_build.report.words import words


def render_junit(report: Report, settings: Settings) -> str:
    """Errors are failures, what is accepted or could not be checked is skipped, other warnings are output."""
    wording = words("en")
    said: dict[int, list[Remark]] = defaultdict(list)
    suites: dict[str, list[tuple[str, bool, list[Remark]]]] = defaultdict(list)
    problems: list[Remark] = []
    for remark in accepted_remarks(report, settings, wording, prefix=settings.prefix):
        said[id(remark.verdict)].append(remark)
    for remark in remarks(report, settings, wording, prefix=settings.prefix):
        (problems if remark.verdict is None else said[id(remark.verdict)]).append(remark)
    for verdict in sorted_verdicts(report):
        reference = verdict.reference
        identifiers = " ".join(str(identifier) for identifier in reference.identifiers)
        name = f"line {reference.location.line}: {reference.key or identifiers or reference.text}"
        unchecked = verdict.status is Status.UNCHECKED
        suites[settings.prefix + reference.location.source].append((name, unchecked, said[id(verdict)]))
    for problem in problems:
        name = f"line {problem.location.line}: {problem.key or problem.rule}"
        suites[problem.location.source].append((name, False, [problem]))
    root = ET.Element("testsuites", name="scholar-build")
    for source, cases in sorted(suites.items()):
        _suite(root, source, cases)
    _total(root)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: ET.Element, source: str, cases: list[tuple[str, bool, list[Remark]]]) -> None:
    suite = ET.SubElement(root, "testsuite", name=plain(source))
    for name, unchecked, found in cases:
        case = ET.SubElement(suite, "testcase", name=plain(name), classname=plain(source), file=plain(source), time="0")
        errors = [remark for remark in found if remark.level is Level.ERROR]
        others = [remark for remark in found if remark.level is not Level.ERROR]
        for remark in errors[:1]:
            message = plain(f"{remark.title}: {remark.message}")
            failure = ET.SubElement(case, "failure", type=remark.rule, message=message)
            failure.text = "\n".join(_told(remark) for remark in errors)
        accepted = next((reason for remark in others if (reason := acceptance(remark))), "")
        if accepted:
            ET.SubElement(case, "skipped", message=plain(f"accepted: {accepted}; {others[0].message}"))
        elif unchecked and not errors:
            ET.SubElement(case, "skipped", message=plain(others[0].message) if others else "could not be checked")
        elif others:
            ET.SubElement(case, "system-out").text = "\n".join(_told(remark) for remark in others)
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", "0")
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    suite.set("time", "0")


def _told(remark: Remark) -> str:
    place = f"{remark.location.source}:{remark.location.line}"
    return plain(f"{place}: {remark.title}: {remark.message} ({remark.rule}) {remark.text}".rstrip())


def _total(root: ET.Element) -> None:
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
