"""Marks out, badges in: what a page shows once the verdicts are known."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mkdocs_scholar.marks import MARK, REFERENCES, tokens
from mkdocs_scholar.memory import Memory
from scholar_build import Origin, Record, Reference, Settings, Status, Verdict, badge, inline_citation, reference_text


@dataclass
class Filler:
    """Fills the marks of all pages of a site."""

    verdicts: dict[str, Verdict]
    """By token; a token without a verdict (an unknown key) leaves what was written."""
    settings: Settings
    memory: Memory
    site_lang: str = ""
    """The language that all pages are said to be in; empty: each its own."""
    anchors: dict[str, str] = field(default_factory=dict)
    """Where the first badge of each token stands: the address of the page, and the badge's id."""

    def __post_init__(self) -> None:
        self._known = sum(token.startswith("r") for token in self.verdicts)

    def know(self, references: Sequence[Reference]) -> None:
        """Take in references that were collected after the check: text that a theme converts once more."""
        if len(references) == self._known:
            return
        judged = {_claim(verdict.reference): verdict for verdict in self.verdicts.values()}
        for number in range(self._known, len(references)):
            verdict = judged.get(_claim(references[number]))
            if verdict is not None:
                self.verdicts[f"r{number}"] = verdict
        self._known = len(references)

    def fill(self, page: str, lang: str = "en", url: str = "") -> str:
        """One page's HTML with every mark replaced, in the words of a language unless the settings name one."""
        if "scholar-" not in page:
            return page
        return _Page(self, page, self.settings.lang or lang, url).filled()

    def badge(self, verdict: Verdict, number: int, lang: str) -> str:
        """The badge of a verdict with the space before it; nothing where none is wanted."""
        if self.settings.badges == "none" or (self.settings.badges == "problems" and _is_fine(verdict)):
            return ""
        key = id(verdict), number, lang
        known = self.memory.badges.get(key)
        if known is None:
            style, anchor = self.settings.badge_style, badge_id(number)
            made = badge(verdict, number=number, lang=lang, page_lang=self.site_lang, style=style, anchor=anchor)
            known = verdict, " " + made
            self.memory.badges[key] = known
        return known[1]


class _Page:
    """One page while it is filled: ids are numbered in order of place, so that they are the same in every build."""

    def __init__(self, filler: Filler, page: str, lang: str, url: str) -> None:
        self._filler = filler
        self._url = url
        self._page = page
        self._lang = lang
        self._number = 0
        self._lists_works = REFERENCES in page
        self._naming = True  # whether a key is shown as its work's name

    def filled(self) -> str:
        return MARK.sub(self._replace, self._page)

    def _replace(self, mark: re.Match[str]) -> str:
        if mark["badge"]:
            return self._badge(mark["badge"])
        if mark["work"]:
            return self._work(mark["work"], mark["written"])
        if mark["list"]:
            return self._list()
        return self._bracket(mark["bracket"], named=bool(mark["named"]))

    def _badge(self, token: str) -> str:
        verdict = self._filler.verdicts.get(token)
        if verdict is None:
            return ""
        self._number += 1
        shown = self._filler.badge(verdict, self._number, self._lang)
        if shown:
            self._filler.anchors.setdefault(token, f"{self._url}#{badge_id(self._number)}")
        return shown

    def _bracket(self, bracket: str, *, named: bool) -> str:
        """Citations: as written with badges beside the keys, or as names where the works are known and wanted.

        Names are wanted where an identifier is cited, which no reader wants to see, and on pages that list
        their works; elsewhere the bracket may be another tool's.
        """
        known = all(token in self._filler.verdicts for token in tokens(bracket))
        self._naming = known and (named or self._lists_works)
        filled = MARK.sub(self._replace, bracket)
        return filled.removeprefix("[").removesuffix("]") if self._naming else filled

    def _work(self, token: str, written: str) -> str:
        """A work's name in running text; one in brackets is linked to its entry below or to the work itself."""
        verdict = self._filler.verdicts.get(token)
        cited = written.startswith("@")
        if verdict is None or (cited and not self._naming):
            return written
        record = _record(verdict)
        name = html.escape(inline_citation(record)) if record else written.removeprefix("@")
        if not cited:
            return name  # a role: the link stands around it
        url = verdict.reference.identifiers[0].url if verdict.reference.identifiers else ""
        href = f"#{_anchor(verdict)}" if self._lists_works and verdict.reference.key else html.escape(url)
        return f'<a class="scholar-role" href="{href}">{name}</a>' if href else name

    def _list(self) -> str:
        items = "".join(f"<li{_id(verdict)}>{self._entry(verdict)}</li>\n" for verdict in self._cited())
        return f'<ol class="scholar-references">\n{items}</ol>' if items else ""

    def _cited(self) -> Iterator[Verdict]:
        """The works that the page cites by key, role, link or identifier, each once, in order of place."""
        seen = set()
        for token in tokens(self._page):
            verdict = self._filler.verdicts.get(token)
            if verdict is None or verdict.reference.origin is Origin.ENTRY:
                continue
            identifiers = verdict.reference.identifiers
            work = identifiers[0] if identifiers else (verdict.reference.key, verdict.reference.text)
            if work not in seen:
                seen.add(work)
                yield verdict

    def _entry(self, verdict: Verdict) -> str:
        record = _record(verdict)
        text = html.escape(reference_text(record) if record else verdict.reference.text)
        identifiers = verdict.reference.identifiers
        if identifiers:
            url = html.escape(identifiers[0].url)
            text = (
                f'{text} <a href="{url}">{url}</a>'
                if url not in text
                else text.replace(url, f'<a href="{url}">{url}</a>')
            )
        self._number += 1
        return text + self._filler.badge(verdict, self._number, self._lang)


def badge_id(number: int) -> str:
    """The id of a page's badges by their number."""
    return f"scholar-at-{number}"


def _claim(reference: Reference) -> object:
    return reference.origin, reference.text, reference.identifiers


def _record(verdict: Verdict) -> Record | None:
    """The record that may speak for a reference: only a verified one."""
    return verdict.record if verdict.status is Status.VERIFIED else None


def _is_fine(verdict: Verdict) -> bool:
    return verdict.status is Status.VERIFIED and not verdict.notices


def _anchor(verdict: Verdict) -> str:
    return "scholar-ref-" + re.sub(r"[^\w.-]", "-", verdict.reference.key)


def _id(verdict: Verdict) -> str:
    return f' id="{_anchor(verdict)}"' if verdict.reference.key else ""
