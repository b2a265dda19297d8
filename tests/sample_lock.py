"""Write the sample site's `scholar.lock` from the shared recordings: `python -m tests.sample_lock`.

Every record in the lock is what a real response stated on the day it was recorded. Only the works under 10.5555 are
invented, and of those the lock says that nobody registered them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from scholar_build.check import gather
from scholar_build.cli.pages import gather_pages
from scholar_build.config import load_settings
from scholar_build.lock import write_lock
from scholar_build.model import Absent, Answer, Failure, Found, Lookup, ProviderName, Question, Search, Unavailable
from scholar_build.providers.base import Call, ReplyError
from scholar_build.scan import scan_paths
from tests.providers.recorded import manifest, recorded
from tests.sample_pages import listed, mended, remembered

SITE = Path(__file__).resolve().parents[1] / "sample_site"
INVENTED = "10.5555/"
_FULL_DATE = len("2026-01-01")
_MONTH = len("2026-01")


class Recordings:
    """Answers questions as a session does, from the recordings alone."""

    def __init__(self) -> None:
        self._found: dict[Question, Found] = {}
        self._titles: dict[tuple[ProviderName, str], Found] = {}
        self._lists: dict[str, Found] = {}
        for file, answer in _answers():
            self._lists[file] = answer
            if "/titlesearch-" in file:
                words = file.split("/titlesearch-")[1].removesuffix("-refchecker.json").replace("-", " ")
                self._titles[answer.question.provider, words] = answer
            for record in answer.records:
                for identifier in record.identifiers:
                    question = Lookup(provider=answer.question.provider, identifier=identifier)
                    held = self._found.get(question)
                    if held is None or held.fetched_at <= answer.fetched_at:
                        self._found[question] = msgspec.structs.replace(answer, question=question, records=(record,))
        self.requests = 0
        self._day = max(answer.fetched_at for answer in self._found.values())

    def ask(self, questions: Iterable[Question], progress: object = None) -> dict[Question, Answer]:
        """One answer for each question; what no recording states stays unanswered."""
        return {question: self._answer(question) for question in questions}

    def _answer(self, question: Question) -> Answer:
        if isinstance(question, Search) and question.filters:
            return listed(question, self._found.values(), self._lists)
        if isinstance(question, Search):
            for (provider, words), answer in self._titles.items():
                if provider == question.provider and words in question.text.lower():
                    return msgspec.structs.replace(answer, question=question)
        elif question in self._found:
            return self._found[question]
        elif self._is_absent(question):
            return Absent(question=question, fetched_at=self._day)
        return Unavailable(question=question, reason=Failure.OFFLINE)

    def _is_absent(self, question: Lookup) -> bool:
        """Invented DOIs are nowhere; a DOI that DataCite registered is not Crossref's."""
        if question.identifier.value.startswith(INVENTED):
            return True
        at_datacite = Lookup(provider=ProviderName.DATACITE, identifier=question.identifier)
        return question.provider == ProviderName.CROSSREF and at_datacite in self._found


def _answers() -> Iterator[tuple[str, Found]]:
    """Every recorded answer that found something, with its file, on the day it was recorded."""
    for row in manifest():
        day = _day(row.get("recorded_on") or "")
        if row["status"] not in (200, None) or not day:
            continue
        item = mended(recorded(row))
        try:
            answers = item.provider.read(item.call, item.reply)
        except ReplyError:
            continue
        for answer in answers.values():
            if isinstance(answer, Found) and not isinstance(answer, Call):
                yield row["file"], msgspec.structs.replace(answer, fetched_at=f"{day}T00:00:00Z")


def _day(recorded_on: str) -> str:
    """The day of a recording; the first of the month where only that is known, nothing where only the year is."""
    return {_FULL_DATE: recorded_on, _MONTH: f"{recorded_on}-01"}.get(len(recorded_on), "")


def main() -> None:
    """Read the recordings and write the lock."""
    settings = load_settings(SITE, environ={})
    scan = scan_paths([str(SITE / "docs")], settings, all_drafts=True)
    recordings = Recordings()
    answers = {**gather(scan.references, recordings), **gather_pages(settings, recordings)}  # type: ignore[arg-type]
    given = [answer for answer in answers.values() if not isinstance(answer, Unavailable)]
    write_lock(SITE / settings.lock, given, watches=remembered(settings, answers))
    print(f"{len(given)} answers for {len(scan.references)} references")
    for question, answer in answers.items():
        if isinstance(answer, Unavailable):
            print("no recording:", question.key[:150])


if __name__ == "__main__":
    main()
