"""Labelled references as model values: the rows of `verify*.jsonl` and of `hallmark-dev.jsonl`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scholar_build.identifiers import Identifier, Scheme, parse_identifier
from scholar_build.judge import next_questions
from scholar_build.model import (
    Absent,
    Answer,
    Fields,
    Found,
    Location,
    Lookup,
    Name,
    Origin,
    ProviderName,
    Question,
    Record,
    Reference,
    Search,
)

FETCHED = "2026-11-30T00:00:00Z"
_OPEN = re.compile(r"^(?:and )?(?:et|e)\.? ?al\.?$|^(?:and )?others$", re.IGNORECASE)


@dataclass
class Row:
    """One labelled reference with the answers that its providers give."""

    id: str
    group: str
    label: str
    kind: str
    reference: Reference
    lookups: dict[tuple[ProviderName, str], tuple[Record, ...]] = field(default_factory=dict)
    searches: dict[ProviderName, tuple[Record, ...]] = field(default_factory=dict)

    def answers(self) -> dict[Question, Answer]:
        """Ask and answer until nothing is open."""
        known: dict[Question, Answer] = {}
        while questions := [one for one in next_questions(self.reference, known) if one not in known]:
            known.update((question, self.answer(question)) for question in questions)
        return known

    def answer(self, question: Question) -> Answer:
        """What the row says; a source that it does not mention knows nothing."""
        if isinstance(question, Search):
            return Found(question=question, records=self.searches.get(question.provider, ()), fetched_at=FETCHED)
        assert isinstance(question, Lookup)
        records = self.lookups.get((question.provider, str(question.identifier).lower()), ())
        return Found(question=question, records=records[:1], fetched_at=FETCHED) if records else _absent(question)


def _absent(question: Question) -> Absent:
    return Absent(question=question, fetched_at=FETCHED)


def read_rows(path: Path) -> list[Row]:
    """Read a file of either shape."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if rows and "entry" not in rows[0]:
        return _hallmark(rows)
    return [_verify(row) for row in rows]


def _verify(row: Mapping[str, Any]) -> Row:
    entry = row["entry"]
    made = Row(
        id=row["id"],
        group=row["group"],
        label=row["label"],
        kind=row["kind"] or row["group"],
        reference=_reference(row["id"], entry),
    )
    for answer in row["answers"]:
        provider = ProviderName(answer["provider"])
        records = tuple(_record(provider, one) for one in answer["records"])
        if answer["question"] == "search":
            made.searches[provider] = records
        else:
            identifier = parse_identifier(answer["question"])
            made.lookups[provider, str(identifier).lower()] = records
            if identifier and identifier.scheme is Scheme.ARXIV:
                made.lookups[ProviderName.ARXIV, str(identifier).lower()] = records
    return made


def _reference(key: str, entry: Mapping[str, Any]) -> Reference:
    names = [str(name) for name in entry.get("authors", ())]
    kept = [name for name in names if not _OPEN.match(name.strip())]
    fields = Fields(
        type=entry.get("type") or "",
        title=entry.get("title") or "",
        author=tuple(_name(name) for name in kept),
        author_open=len(kept) < len(names),
        issued=(int(entry["year"]),) if entry.get("year") else (),
        container_title=entry.get("venue") or "",
        volume=str(entry.get("volume") or ""),
        page=entry.get("pages") or "",
        publisher=entry.get("publisher") or "",
        publisher_place=entry.get("location") or "",
    )
    identifiers = [
        parse_identifier(entry[name], scheme)
        for name, scheme in (("doi", Scheme.DOI), ("arxiv_id", Scheme.ARXIV))
        if entry.get(name)
    ]
    text = f"{', '.join(names)}. {fields.title}. {fields.container_title} ({entry.get('year', '')})."
    return Reference(
        key=key,
        text=text,
        location=Location(source="labelled"),
        origin=Origin.BIBLIOGRAPHY,
        identifiers=tuple(one for one in identifiers if one is not None),
        fields=fields,
    )


def _name(text: str) -> Name:
    family, comma, given = text.partition(",")
    if comma:
        return Name(family=family.strip(), given=given.strip())
    given, _, family = text.strip().rpartition(" ")
    return Name(family=family, given=given)


def _record(provider: ProviderName, record: Mapping[str, Any]) -> Record:
    names = [str(name) for name in record.get("authors") or ()]
    kept = [name for name in names if not _OPEN.match(name.strip())]
    identifiers = _identifiers(record)
    return Record(
        id=str(identifiers[0]) if identifiers else record.get("url") or record["title"],
        provider=provider,
        titles=(record["title"],) if record.get("title") else (),
        author=tuple(_name(name) for name in kept),
        author_complete=len(kept) == len(names),
        container_titles=(record["venue"],) if record.get("venue") else (),
        years=tuple(record.get("years") or ()),
        volume=record.get("volume") or "",
        page=record.get("pages") or "",
        publisher=record.get("publisher") or "",
        identifiers=tuple(identifiers),
        url=record.get("url") or "",
    )


def _identifiers(record: Mapping[str, Any]) -> list[Identifier]:
    pairs = (("doi", Scheme.DOI), ("arxiv_id", Scheme.ARXIV))
    return [one for name, scheme in pairs if record.get(name) and (one := parse_identifier(record[name], scheme))]


def _hallmark(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """The valid rows are the index: looked up by DOI, searched by the words of their titles."""
    made = [_hallmark_row(row) for row in rows]
    index = [(row, _as_record(row)) for row in made if row.label == "valid"]
    by_id = {str(one).lower(): record for row, record in index for one in row.reference.identifiers}
    for row in made:
        for one in row.reference.identifiers:
            provider = ProviderName.ARXIV if one.scheme is Scheme.ARXIV else ProviderName.CROSSREF
            record = by_id.get(str(one).lower())
            row.lookups[provider, str(one).lower()] = (record,) if record else ()
        wanted = _words(row.reference)
        ranked = sorted(index, key=lambda pair: -len(wanted & _words(pair[0].reference)))
        row.searches = {
            name: tuple(record for _, record in ranked[:5]) for name in (ProviderName.CROSSREF, ProviderName.OPENALEX)
        }
    return made


def _words(reference: Reference) -> frozenset[str]:
    assert reference.fields is not None
    return frozenset(re.findall(r"\w+", reference.fields.title.casefold()))


def _hallmark_row(row: Mapping[str, Any]) -> Row:
    fields = row["fields"]
    entry = {
        "title": fields["title"],
        "authors": [name.strip() for name in re.split(r"\s+and\s+", fields["author"])],
        "venue": fields.get("booktitle") or fields.get("journal"),
        "year": int(fields["year"]) if fields.get("year", "").isdigit() else None,
        "doi": fields.get("doi"),
        "type": {"inproceedings": "paper-conference", "article": "article-journal"}.get(row["type"], ""),
    }
    kind = row["kind"] or "valid"
    return Row(id=row["id"], group=kind, label=row["label"], kind=kind, reference=_reference(row["id"], entry))


def _as_record(row: Row) -> Record:
    fields = row.reference.fields
    assert fields is not None
    identifiers = row.reference.identifiers
    return Record(
        id=str(identifiers[0]) if identifiers else row.id,
        provider=ProviderName.CROSSREF,
        titles=(fields.title,),
        author=fields.author,
        container_titles=(fields.container_title,) if fields.container_title else (),
        years=fields.issued,
        identifiers=identifiers,
    )
