"""Hostile titles, names, venues and keys in every report: they stay text, and nothing else appears."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import markdown
import pytest

from tests.cases.own.rendering import CASES
from tests.cases.pipeline import Bench, Case, statuses, texts

MARKUP = {case.id: case for case in CASES}
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
NEVER = frozenset(["script", "img", "svg", "iframe", "object", "embed", "base", "form", "x"])


class Elements(HTMLParser):
    """Every element, and what would run."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.running: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            address = (value or "").strip().lower()
            if name.startswith("on") or (
                name in ("href", "src", "action") and address.startswith(("javascript:", "data:"))
            ):
                self.running.append(f"{tag} {name}={value}")


@pytest.mark.parametrize("case", MARKUP.values(), ids=MARKUP)
def test_hostile_text_stays_text(case: Case, the_bench: Bench) -> None:
    """Whatever stands in a record or a page, no report gains an element, a command, a control sign or a handler."""
    report = the_bench.run(case)
    if case.want:
        assert statuses(report, case.want) == dict(case.want)
    shown = texts(report)
    for page in (shown["html"], markdown.markdown(shown["markdown"], extensions=["tables"])):
        found = Elements(page)
        assert (found.running, sorted(NEVER.intersection(found.tags))) == ([], [])
        assert "evil.example" not in " ".join(re.findall(r'href="([^"]*)"', page))
    assert not CONTROL.search(shown["text"] + shown["github"] + shown["html"])
    ET.fromstring(shown["junit"])
    for name in ("json", "sarif", "gitlab"):
        json.loads(shown[name])
    commands = [line for line in shown["github"].splitlines() if line.startswith("::")]
    assert [
        line for line in commands if not re.match(r"::(?:(?:error|warning|notice) (?:file|title)=|(?:end)?group)", line)
    ] == []
    for text in case.never:
        assert not [name for name, page in shown.items() if text in page], text
