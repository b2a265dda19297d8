"""What the recordings say to the questions of the sample site's chain and watches.

No list was recorded for exactly these questions. Each list here holds only records that were recorded, and only
where the recording settles the question: which works the seed names, which works name the seed, which of the
arXiv papers found for a word are of a category and a time.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from datetime import date

import msgspec

from scholar_build.config import Settings
from scholar_build.model import Answer, Failure, Found, Question, Record, Search, Unavailable
from scholar_build.model.watch import WatchLine
from scholar_build.watch import remember
from tests.providers.recorded import Recorded

CITING = "openalex/works-filter-cites-w3046863325-w3045921891-per-page-200-cursor-oapro.json"
NAMED = "openalex/works-filter-cited-by-w3046863325-w3045921891-per-page-200-curso-oapro.json"
TESTING = "arxiv/q-testing-s0-m100-arxivpy.atom"
BUILD_BEFORE = date(2026, 3, 1)
"""The day of an earlier build, as if the site had been built then: what is older was seen by it."""


def mended(item: Recorded) -> Recorded:
    """One recorder wrote each byte above 127 as a character of its own: read such runs as the UTF-8 they were."""
    if item.file != TESTING:
        return item
    body = re.sub("[\x80-\xff]+", _as_utf8, item.reply.body.decode()).encode()
    return dataclasses.replace(item, reply=msgspec.structs.replace(item.reply, body=body))


def _as_utf8(run: re.Match[str]) -> str:
    try:
        return run[0].encode("latin-1").decode()
    except UnicodeDecodeError:
        return run[0]


def listed(question: Search, found: Iterable[Found], lists: Mapping[str, Found]) -> Answer:
    """The answer to a search by filters, from recorded lists; unavailable where no list settles it."""
    name, _, value = question.filters[0].partition(":")
    values = {f"openalex:{part}" for part in value.split("|")}
    if name == "openalex":
        of, records = lists[NAMED], [one for one in lists[NAMED].records if _names(one) & values]
    elif name == "cites":
        of, records = lists[CITING], [one for one in lists[CITING].records if {str(r) for r in one.references} & values]
    elif name == "category" and question.text == "testing":
        of, records = lists[TESTING], [one for one in lists[TESTING].records if value in one.categories]
    else:
        return Unavailable(question=question, reason=Failure.OFFLINE)
    if question.since:
        records = sorted(
            (one for one in records if one.issued >= question.since), key=lambda one: one.issued, reverse=True
        )
    elif name == "category":
        records.sort(key=lambda one: one.updated or one.issued, reverse=True)
    total = None if name == "category" else len(records)
    short = tuple(map(_without_abstract, records[: question.limit]))
    return Found(question=question, records=short, fetched_at=of.fetched_at, total=total)


def remembered(settings: Settings, answers: Mapping[Question, Answer]) -> tuple[WatchLine, ...]:
    """What the lock remembers after a build on an earlier day and one on the day of the recordings."""
    known = {question: answer for question, answer in answers.items() if not isinstance(answer, Unavailable)}
    earlier = {
        question: _before(answer) if isinstance(answer, Found) and isinstance(question, Search) else answer
        for question, answer in known.items()
    }
    lines = remember(settings, earlier, {}, (), today=BUILD_BEFORE)
    return remember(settings, known, {}, lines, today=BUILD_BEFORE)


def _before(answer: Found) -> Found:
    day = BUILD_BEFORE.isoformat()
    records = tuple(record for record in answer.records if max(record.updated, record.issued) <= day)
    return msgspec.structs.replace(answer, records=records, fetched_at=min(answer.fetched_at, f"{day}T00:00:00Z"))


def _names(record: Record) -> set[str]:
    return {str(identifier) for identifier in record.identifiers}


def _without_abstract(record: Record) -> Record:
    """Publishers may own abstracts; arXiv gives its own away with the rest of its metadata."""
    return record if record.provider == "arxiv" else msgspec.structs.replace(record, abstract="")
