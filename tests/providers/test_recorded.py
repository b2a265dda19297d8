"""Every recorded reply of the real services is read into the right records or the right failure.

`recorded.tsv` holds one line a file: what comes of it, how many records, and the facts of the first.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Lookup, Record
from scholar_build.providers.base import Call, ReplyError
from scholar_build.providers.values import at, doi
from tests.providers.recorded import FOLDER, Recorded, manifest, recorded
from tests.shared import needs_shared

TABLE = Path(__file__).with_name("recorded.tsv")
COLUMNS = ("file", "outcome", "records", "id", "title", "author", "authors", "years", "type", "updates", "notice")
MISSING = Identifier(Scheme.DOI, "10.5555/missing")
ROWS = {row["file"]: row for row in manifest()}
EXPECTED = {
    row["file"]: row for row in csv.DictReader(TABLE.open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE)
}


def outcome(item: Recorded) -> dict[str, str]:
    """What reading a recorded reply comes to, as a line of the table."""
    try:
        answers = item.provider.read(item.call, item.reply)
    except ReplyError as error:
        return {"file": item.file, "outcome": f"failure: {error}"} | dict.fromkeys(COLUMNS[2:], "")
    kinds: Counter[str] = Counter()
    records: list[Record] = []
    for answer in answers.values():
        if isinstance(answer, Call):
            kinds[f"then {answer.step}"] += 1
        else:
            kinds[type(answer).__name__.lower()] += 1
            records += answer.records if isinstance(answer, Found) else ()
    first = records[0] if records else Record(id="", provider=item.provider.NAME)
    return {
        "file": item.file,
        "outcome": ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())),
        "records": str(len(records)),
        "id": first.id,
        "title": first.title,
        "author": str(first.author[0]) if first.author else "",
        "authors": f"{len(first.author)}{'' if first.author_complete else '+'}",
        "years": " ".join(map(str, first.years)),
        "type": first.type,
        "updates": " ".join(f"{update.type}={update.notice}" for update in first.updates),
        "notice": "notice" if first.is_notice else "",
    }


@needs_shared
def test_every_recorded_file_has_an_expectation():
    """No recorded reply is left out of the table, and the table names none that is gone."""
    assert set(ROWS) == set(EXPECTED)


@needs_shared
@pytest.mark.parametrize("file", sorted(EXPECTED))
def test_recorded_reply(file):
    """A real reply is read as the table says."""
    assert EXPECTED[file] == outcome(recorded(ROWS[file]))


def lists(*folders: str) -> list[str]:
    """The recorded files that hold a whole list of works."""
    found = []
    for file, row in ROWS.items():
        if file.startswith(folders) and row["status"] == 200 and file.endswith(".json"):
            item = recorded(row)
            tree = json.loads(item.reply.body)
            works = [
                at(tree, *path) for path in (("message", "items"), ("results",), ("data",), ("resultList", "result"))
            ]
            if item.call.step == "search" and any(isinstance(one, list) and one for one in works):
                found.append(file)
    return sorted(found)


@needs_shared
@pytest.mark.parametrize("file", lists("crossref/"))
def test_crossref_lists_answer_a_batch(file):
    """Asked for every DOI of a list and one more, a Crossref list answers each and has the other asked alone."""
    item = recorded(ROWS[file])
    stated = {one for entry in json.loads(item.reply.body)["message"]["items"] if (one := doi(entry["DOI"]))}
    asked = [Lookup(provider=item.provider.NAME, identifier=one) for one in (*sorted(stated), MISSING)]
    answers = item.provider.read(Call(request=item.call.request, questions=tuple(asked), step="batch"), item.reply)
    assert {one: str(one) for one in stated} == {
        question.identifier: answer.records[0].id for question, answer in answers.items() if isinstance(answer, Found)
    }
    confirming = answers[asked[-1]]
    assert isinstance(confirming, Call)
    assert confirming.step == "confirm"


@needs_shared
@pytest.mark.parametrize("file", lists("openalex/", "europepmc/", "datacite/"))
def test_other_lists_answer_a_batch(file):
    """Asked for every identifier of a list and one more, each finds its record, and the other is absent."""
    item = recorded(ROWS[file])
    (found,) = item.provider.read(item.call, item.reply).values()
    assert isinstance(found, Found)
    stated = {one for record in found.records for one in record.identifiers if one.scheme in (Scheme.DOI, Scheme.PMID)}
    one_page_of_many = file.startswith("europepmc") and (found.total or 0) > len(found.records)
    wanted = [*sorted(stated), *([] if one_page_of_many else [MISSING])]
    asked = tuple(Lookup(provider=item.provider.NAME, identifier=one) for one in wanted)
    answers = item.provider.read(Call(request=item.call.request, questions=asked, step="batch"), item.reply)
    for question, answer in answers.items():
        if question.identifier == MISSING:
            assert isinstance(answer, Absent)
        else:
            assert question.identifier in answer.records[0].identifiers


@needs_shared
@pytest.mark.parametrize("file", sorted(ROWS))
def test_recorded_text_is_clean(file):
    """No record of a real reply holds markup, control characters or overlong text."""
    item = recorded(ROWS[file])
    try:
        answers = item.provider.read(item.call, item.reply)
    except ReplyError:
        return
    for answer in answers.values():
        for record in answer.records if isinstance(answer, Found) else ():
            texts = [
                *record.titles,
                *map(str, record.author),
                *record.container_titles,
                record.abstract,
                record.publisher,
            ]
            for text in texts:
                assert text.isprintable()
                assert not any(
                    mark in text for mark in ("mml:", "jats:", "</", "<i>", "<sub>", "<scp>", "&amp;", "&lt;")
                )
                assert len(text) <= 4_000


def write_table() -> None:
    """Write the table anew from what the code reads; every changed line is then to be judged by eye."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(
            file, COLUMNS, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None, lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(outcome(recorded(row)) for row in manifest())


if __name__ == "__main__" and FOLDER.is_dir():
    write_table()
