"""Corrections of BibTeX files: only the fields that differ are written anew; comments, order and layout stay.

A correction comes from the record that the reference itself names. What a search found is a guess and is
written only where that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scholar_build.model import Field, Finding, Record, Verdict
from scholar_build.report.suggest import as_bibtex
from scholar_build.scan.bibtex_syntax import RawEntry, read_entries

_NAMES: Mapping[tuple[Field, str], tuple[str, ...]] = {
    (Field.IDENTIFIER, ""): ("doi",),
    (Field.TITLE, ""): ("title",),
    (Field.AUTHORS, ""): ("author",),
    (Field.YEAR, ""): ("year", "date"),
    (Field.VENUE, ""): ("journal", "journaltitle", "booktitle"),
    (Field.PAGES, "volume"): ("volume",),
    (Field.PAGES, "issue"): ("number", "issue"),
    (Field.PAGES, "pages"): ("pages",),
    (Field.PAGES, "publisher"): ("publisher",),
    (Field.VERSION, "version"): ("version",),
}
"""What a finding's field is called in BibTeX and biblatex; the first that the entry has is mended."""
_FIELD = re.compile(r"([^\W\d][\w:+-]*)\s*=\s*")
_JOINT = re.compile(r"\s*#\s*")
_BARE = re.compile(r"[^\s,{}#\"]+")
_SIGN = re.compile(r'(?<!\\)[{}"]')
_SAME = {"journaltitle": "journal", "issue": "number", "date": "year"}


def fix_text(text: str, verdicts: Iterable[Verdict], *, guesses: bool = False) -> str:
    """The text of a `.bib` file with the fields corrected that its verdicts find different."""
    wanted = {verdict.reference.key: verdict for verdict in verdicts if _is_fixable(verdict, guesses=guesses)}
    entries = list(read_entries(text))
    keys = [entry.key for entry in entries]
    ends = [*(entry.offset for entry in entries[1:]), len(text)] if entries else []
    for entry, end in reversed(list(zip(entries, ends, strict=True))):
        if entry.key in wanted and keys.count(entry.key) == 1:
            for name, value in _corrections(entry, wanted[entry.key]).items():
                text, end = _replace(text, entry.offset, end, name, value)
    return text


def _is_fixable(verdict: Verdict, *, guesses: bool) -> bool:
    return bool(verdict.findings) and verdict.suggestion is not None and (guesses or not verdict.suggestion.guess)


def _corrections(entry: RawEntry, verdict: Verdict) -> dict[str, str]:
    """The new value of each field that differs, by the name that the entry uses for it."""
    assert verdict.suggestion is not None
    recorded = _as_fields(verdict.suggestion.record)
    corrected: dict[str, str] = {}
    findings = verdict.findings
    if findings[0].field is Field.IDENTIFIER:
        findings = findings[:1]  # the other fields differ from the wrong work
    for finding in findings:
        name = next((name for name in _names(finding) if name in entry.fields), "")
        value = recorded.get(_SAME.get(name, name)) or recorded.get("booktitle" if name in _VENUES else "")
        if name and value and name not in entry.damaged:
            corrected[name] = value
    return corrected


_VENUES = frozenset({"journal", "journaltitle", "booktitle"})


def _names(finding: Finding) -> tuple[str, ...]:
    part = finding.part if finding.field in {Field.PAGES, Field.VERSION} else ""
    return _NAMES.get((finding.field, part), ())


def _as_fields(record: Record) -> dict[str, str]:
    """The record's values as they are written in BibTeX."""
    fields = next(read_entries(as_bibtex(record, "key"))).fields
    venue = next((fields[name] for name in ("journal", "booktitle", "howpublished") if name in fields), "")
    return {**fields, "journal": venue, "booktitle": venue}


def _replace(text: str, start: int, end: int, name: str, value: str) -> tuple[str, int]:
    """Put a value in the place of a field's old one; leave a field alone that is joined with `#` or not closed."""
    position = start
    while found := _FIELD.search(text, position, end):
        stop = _value_end(text, found.end(), end)
        if stop < 0:
            break
        joined = _JOINT.match(text, stop, end)
        if found[1].lower() == name and not joined:
            written = "{" + value + "}"
            return text[: found.end()] + written + text[stop:], end + len(written) - (stop - found.end())
        while joined and (after := _value_end(text, joined.end(), end)) > 0:
            stop, joined = after, _JOINT.match(text, after, end)
        position = stop
    return text, end


def _value_end(text: str, start: int, end: int) -> int:
    """Where the value that begins at `start` ends, or -1 where it is not closed."""
    opening = text[start : start + 1]
    if opening not in {"{", '"'}:
        bare = _BARE.match(text, start, end)
        return bare.end() if bare else -1
    depth = 0
    for sign in _SIGN.finditer(text, start + (opening == '"'), end):
        depth += {"{": 1, "}": -1}.get(sign[0], 0)
        if depth == 0 and (opening == sign[0] == '"' or (opening == "{" and sign[0] == "}")):
            return sign.end()
    return -1
