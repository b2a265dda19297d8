"""A badge as data: from this, HTML, docutils nodes and plain words are all made."""

from __future__ import annotations

from functools import lru_cache

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Asked,
    Basis,
    Field,
    Frozen,
    Location,
    Notice,
    NoticeType,
    Origin,
    ProviderName,
    Reason,
    Record,
    Reference,
    Status,
    Verdict,
)
from scholar_build.report.inline import Line
from scholar_build.report.rows import rows
from scholar_build.report.sentences import GRAVE_NOTICES, differing_fields, reason_sentence
from scholar_build.report.words import (
    N_,
    NOTICE_WORDS,
    QUIET_SYMBOLS,
    QUIET_WORDS,
    STATUS_WORDS,
    SYMBOLS,
    words,
)

ALARMS = (NoticeType.RETRACTION, NoticeType.WITHDRAWAL)


class NoticePart(Frozen, frozen=True, kw_only=True):
    """One notice label: `name` is its class (`retraction`, …, `accepted`), `alarm` asks for the warning sign."""

    name: str
    word: str
    alarm: bool = False


class Row(Frozen, frozen=True, kw_only=True):
    """One labelled line of the details."""

    label: str
    value: Line


class BadgeParts(Frozen, frozen=True, kw_only=True):
    """All that a badge says. `before` is read out before `word` but not shown (`could not be checked: `)."""

    status: Status
    symbol: str
    word: str
    reason: str
    lang: str
    before: str = ""
    notices: tuple[NoticePart, ...] = ()
    rows: tuple[Row, ...] = ()
    alarm: bool = False
    quiet: bool = False
    brief: bool = False
    accepted: bool = False


def badge_parts(verdict: Verdict, lang: str = "en") -> BadgeParts:
    """What the badge of a verdict says in a language."""
    record = verdict.record
    fine = verdict.status is Status.VERIFIED and not (verdict.notices or verdict.findings or verdict.suggestion)
    if not fine or record is None or verdict.reference.accepted:
        return _parts(verdict, lang)
    has_doi = any(identifier.scheme is Scheme.DOI for identifier in verdict.reference.identifiers)
    asked = tuple((one.provider, one.outcome, one.detail, one.fetched_at[:10]) for one in verdict.asked)
    return _fine_parts(verdict.reason, verdict.basis, verdict.agreed, record.provider, has_doi, asked, lang)


@lru_cache(maxsize=1 << 10)
def _fine_parts(
    reason: Reason,
    basis: Basis,
    agreed: tuple[Field, ...],
    provider: ProviderName,
    has_doi: bool,
    asked: tuple[tuple[ProviderName, str, str, str], ...],
    lang: str,
) -> BadgeParts:
    """The parts of a verified reference without notices, as most are: made of so little that many are the same."""
    identifiers = (Identifier(Scheme.DOI, "10."),) if has_doi else ()
    verdict = Verdict(
        reference=Reference(
            key="", text="", location=Location(source=""), origin=Origin.ENTRY, identifiers=identifiers
        ),
        status=Status.VERIFIED,
        reason=reason,
        basis=basis,
        agreed=agreed,
        record=Record(id="", provider=provider),
        asked=tuple(
            Asked(provider=name, outcome=outcome, detail=detail, fetched_at=day) for name, outcome, detail, day in asked
        ),
    )
    return _parts(verdict, lang)


def _parts(verdict: Verdict, lang: str) -> BadgeParts:
    wording = words(lang)
    quiet = verdict.reason in QUIET_WORDS
    notices = tuple(
        NoticePart(
            name=str(notice.type), word=wording.text(NOTICE_WORDS[notice.type]), alarm=notice.type in GRAVE_NOTICES
        )
        for notice in _sorted_notices(verdict)
    )
    if is_accepted(verdict):
        notices += (NoticePart(name="accepted", word=wording.text(N_("accepted by the author"))),)
    return BadgeParts(
        status=verdict.status,
        symbol=QUIET_SYMBOLS.get(verdict.reason, SYMBOLS[verdict.status]),
        word=status_word(verdict, lang),
        before=wording.text(N_("could not be checked: ")) if quiet else "",
        notices=notices,
        reason=reason_sentence(verdict, wording),
        rows=tuple(Row(label=label, value=value) for label, value in rows(verdict, wording)),
        lang=wording.lang,
        alarm=is_alarm(verdict),
        quiet=quiet,
        accepted=is_accepted(verdict),
        brief=quiet or (verdict.status is Status.VERIFIED and not verdict.notices),
    )


def _sorted_notices(verdict: Verdict) -> list[Notice]:
    order = list(NoticeType)
    first = {notice.type: notice for notice in reversed(verdict.notices)}
    return sorted(first.values(), key=lambda notice: order.index(notice.type))


def status_word(verdict: Verdict, lang: str = "en") -> str:
    """The label of a verdict, such as `verified`, `mismatch: year` or `not indexed`."""
    wording = words(lang)
    if verdict.reason in QUIET_WORDS:
        return wording.text(QUIET_WORDS[verdict.reason])
    fields = differing_fields(verdict)
    if verdict.status is Status.MISMATCH and fields:
        return wording.text(N_("mismatch: {field}"), field=wording.field(fields[0]))
    return wording.text(STATUS_WORDS[verdict.status])


def plain_badge(verdict: Verdict, lang: str = "en") -> str:
    """The badge as words in brackets, for builders without colour or symbols: `[mismatch: year]`."""
    return badge_words(badge_parts(verdict, lang))


def badge_words(parts: BadgeParts) -> str:
    """The same, from parts that have been made before."""
    comma = words(parts.lang).context("between names", ", ")
    return "[" + comma.join([parts.before + parts.word, *(notice.word for notice in parts.notices)]) + "]"


def is_alarm(verdict: Verdict) -> bool:
    """Whether the work has been retracted or withdrawn."""
    return any(notice.type in ALARMS for notice in verdict.notices)


def is_accepted(verdict: Verdict) -> bool:
    """Whether the author vouches for the reference and the acceptance has not passed its last day."""
    accepted = verdict.reference.accepted
    return accepted is not None and not accepted.expired


def needs_attention(verdict: Verdict) -> bool:
    """Whether an author should look: mismatch, not found, retraction, withdrawal, expression of concern."""
    if is_accepted(verdict):
        return False
    wrong = verdict.status in (Status.MISMATCH, Status.NOT_FOUND)
    return wrong or any(notice.type in GRAVE_NOTICES for notice in verdict.notices)


def is_shown(verdict: Verdict, badges: str) -> bool:
    """Whether a badge stands beside the reference under the setting `badges` (`all`, `problems`, `none`)."""
    if badges == "problems":
        grave = any(notice.type in GRAVE_NOTICES for notice in verdict.notices)
        loud = verdict.status is not Status.VERIFIED and verdict.reason not in (Reason.NOT_INDEXED, Reason.PENDING)
        return grave or loud
    return badges == "all"
