"""Open-access PDFs into an inbox: one work, or a whole bibliography.

policy       pure: which copy of a work may be fetched at all
guard        connections to public addresses only
download     one guarded download
quarantine   where bytes lie that nobody has looked at
inspect_pdf  a program that reads a file's structure
scan         a ClamAV daemon's client
intake       all of that for one copy
provenance   what is written beside a stored file

Nothing is ever fetched from behind a paywall, with a credential, or because it is merely free to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from scholar_build.audit import AuditLog, Entry
from scholar_build.cache import cache_folder
from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.identifiers import Identifier, Scheme, parse_identifier
from scholar_build.limiter import BusyError, Limiter
from scholar_build.lookup import Progress, Session
from scholar_build.model import Found, Frozen, Lookup, ProviderName, Record, Reference, Unavailable
from scholar_build.pdf import provenance
from scholar_build.pdf.guard import PUBLIC, Network
from scholar_build.pdf.intake import Intake, RefusedError
from scholar_build.pdf.policy import ARXIV_HOSTS, Copy, NoCopy, Refusal, copies, eprint_url
from scholar_build.pdf.scan import ScannerError

_ASKED = {
    Scheme.DOI: (ProviderName.OPENALEX, ProviderName.CROSSREF),
    Scheme.ARXIV: (ProviderName.ARXIV,),
    Scheme.PMID: (ProviderName.OPENALEX, ProviderName.PUBMED),
    Scheme.PMCID: (ProviderName.PUBMED, ProviderName.EUROPEPMC),
    Scheme.OPENALEX: (ProviderName.OPENALEX,),
}
_ARXIV_INTERVAL_S = 3.0
_INTERVAL_S = 1.0

_NO_COPY = {
    NoCopy.CLOSED: "no open-access location is known",
    NoCopy.NO_LICENCE: "no licence is stated, and free to read is none",
    NoCopy.OTHER_LICENCE: "its licence is no open one",
    NoCopy.NO_PDF: "openly licensed, but no PDF is named",
}


class Outcome(StrEnum):
    """What became of one work."""

    STORED = "stored"
    NOT_OPEN = "not_open"  # no copy may be fetched
    REFUSED = "refused"  # copies were fetched, or asked for, and none may be taken in
    UNDECIDED = "undecided"  # a provider, a server or the scanner did not answer


class Fetched(Frozen, frozen=True, kw_only=True):
    """What became of one work, with the reason for each copy or record that gave no file."""

    id: str
    outcome: Outcome
    path: Path | None = None
    reasons: tuple[str, ...] = ()


class Fetching:
    """Fetches the PDFs of works into one inbox; nothing is fetched twice."""

    def __init__(self, settings: Settings, session: Session, inbox: Path, *, network: Network = PUBLIC) -> None:
        self._session, self._offline = session, settings.offline
        self._intake = Intake(inbox, settings.pdf, network=network, turn=self._turn)
        self._limiter = Limiter(cache_folder(settings) / "limits")
        self._audit = AuditLog(Path(settings.root) / settings.audit_log if settings.audit_log else None)

    def fetch(self, identifier: Identifier) -> Fetched:
        """Fetch one work, copy by copy until one is clean."""
        name = provenance.name_of(identifier)
        target = self._intake.target(identifier)
        if provenance.stored(target):
            return Fetched(id=name, outcome=Outcome.STORED, path=target)
        records, silent = self._records(identifier)
        found, refusals = copies(records)
        for refusal in refusals:
            self._log(identifier, refusal.provider, f"not fetched: {refusal.reason}")
        reasons = [*silent, *map(_sentence, refusals)]
        if not found:
            reasons = reasons or ["no provider that was asked knows this work"]
            return Fetched(id=name, outcome=Outcome.UNDECIDED if silent else Outcome.NOT_OPEN, reasons=tuple(reasons))
        if self._offline:
            return Fetched(id=name, outcome=Outcome.UNDECIDED, reasons=("offline: nothing is downloaded",))
        try:
            self._intake.check_scanner()
        except ScannerError as error:
            return Fetched(id=name, outcome=Outcome.UNDECIDED, reasons=(f"no malware scanner: {error}",))
        done = self._take(identifier, [_of_version(copy, identifier) for copy in found])
        if done.outcome is Outcome.STORED:
            return done
        return msgspec.structs.replace(done, reasons=(*reasons, *done.reasons))

    def _take(self, identifier: Identifier, found: Sequence[Copy]) -> Fetched:
        name = provenance.name_of(identifier)
        reasons: list[str] = []
        passing = False
        for copy in found:
            try:
                path = self._intake.take(identifier, copy, tuple(reasons))
            except RefusedError as error:
                self._log(identifier, copy.provider, f"refused: {error.stage}", error.size)
                reasons.append(f"{copy.url}: {error}")
                passing = passing or error.is_passing
            except BusyError:
                reasons.append(f"{copy.url}: other processes are asking this host")
                passing = True
            else:
                self._log(identifier, copy.provider, "stored", path.stat().st_size)
                return Fetched(id=name, outcome=Outcome.STORED, path=path, reasons=tuple(reasons))
        outcome = Outcome.UNDECIDED if passing else Outcome.REFUSED
        return Fetched(id=name, outcome=outcome, reasons=tuple(reasons))

    def _records(self, identifier: Identifier) -> tuple[list[Record], list[str]]:
        """What providers hold about a work, and which of them did not answer; its DOI is followed."""
        records, silent = self._asked(_questions(identifier))
        if identifier.scheme not in (Scheme.DOI, Scheme.ARXIV):
            dois = {one: None for record in records for one in record.identifiers if one.scheme is Scheme.DOI}
            for doi in list(dois)[:1]:
                more, silent_too = self._asked(_questions(doi))
                records, silent = [*records, *more], [*silent, *silent_too]
        return list({record.provider: record for record in records}.values()), silent

    def _asked(self, questions: Iterable[Lookup]) -> tuple[list[Record], list[str]]:
        answers = self._session.ask(questions).values()
        records = [answer.records[0] for answer in answers if isinstance(answer, Found) and answer.records]
        silent = [
            f"{answer.question.provider} did not answer ({answer.reason})"
            for answer in answers
            if isinstance(answer, Unavailable)
        ]
        return records, silent

    @contextmanager
    def _turn(self, address: str) -> Iterator[None]:
        """One download at a time on the whole machine, and arXiv's own pace for arXiv."""
        is_arxiv = urlsplit(address).hostname in ARXIV_HOSTS
        name, interval_s = ("arxiv", _ARXIV_INTERVAL_S) if is_arxiv else ("pdf", _INTERVAL_S)
        with self._limiter.slot(name, "single", interval_s) as slot:
            slot.sent()
            yield

    def _log(self, identifier: Identifier, provider: ProviderName, outcome: str, size: int = 0) -> None:
        name = provenance.name_of(identifier)
        self._audit.write(
            Entry(operation="pdf", provider=provider, ids=(name,), questions=1, bytes=size, outcome=outcome)
        )


def work_of(text: str) -> Identifier:
    """The identifier of a work to fetch; raises `SourceError` where the text is none."""
    identifier = parse_identifier(text)
    if identifier is None or identifier.scheme not in _ASKED:
        raise SourceError(f"`{text}` is no DOI, arXiv id, PMID, PMCID or OpenAlex id")
    return identifier


def works_of(references: Iterable[Reference]) -> tuple[Identifier, ...]:
    """The works that references name by an identifier, each once."""
    named = (next((one for one in reference.identifiers if one.scheme in _ASKED), None) for reference in references)
    return tuple(dict.fromkeys(one for one in named if one is not None))


def fetch_all(
    works: Sequence[Identifier],
    fetching: Fetching,
    session: Session,
    *,
    progress: Progress | None = None,
    each: Callable[[Fetched], None],
) -> tuple[Fetched, ...]:
    """Fetch several works: providers are asked about all of them at once, hosts one after the other."""
    session.ask([question for work in works for question in _questions(work)], progress)
    done = []
    for work in works:
        done.append(fetching.fetch(work))
        each(done[-1])
    return tuple(done)


def _questions(identifier: Identifier) -> tuple[Lookup, ...]:
    return tuple(Lookup(provider=provider, identifier=identifier) for provider in _ASKED[identifier.scheme])


def _of_version(copy: Copy, identifier: Identifier) -> Copy:
    """The copy of the e-print's version that was asked for."""
    if identifier.scheme is not Scheme.ARXIV or not identifier.version:
        return copy
    return Copy(url=eprint_url(identifier), provider=copy.provider, licence=copy.licence)


def _sentence(refusal: Refusal) -> str:
    licence = f" ({refusal.licence})" if refusal.licence and refusal.reason is NoCopy.OTHER_LICENCE else ""
    return f"{refusal.provider}: {_NO_COPY[refusal.reason]}{licence}"
