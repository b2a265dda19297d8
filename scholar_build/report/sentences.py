"""The sentence that explains a verdict: what happened, then what it does not mean."""

from __future__ import annotations

from collections.abc import Mapping

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Failure, Field, Notice, NoticeType, ProviderName, Reason, Status, Verdict
from scholar_build.report.words import N_, PROVIDER_NAMES, Words

GRAVE_NOTICES = (NoticeType.RETRACTION, NoticeType.WITHDRAWAL, NoticeType.EXPRESSION_OF_CONCERN)

# On a day, in a month or year, at an unknown time.
_NOTICE_SENTENCES: Mapping[NoticeType, tuple[str, str, str]] = {
    NoticeType.RETRACTION: (
        N_("This work was retracted on {date}."),
        N_("This work was retracted in {date}."),
        N_("This work was retracted."),
    ),
    NoticeType.WITHDRAWAL: (
        N_("This work was withdrawn by its author on {date}."),
        N_("This work was withdrawn by its author in {date}."),
        N_("This work was withdrawn by its author."),
    ),
    NoticeType.EXPRESSION_OF_CONCERN: (N_("The publisher has expressed concern about this work."),) * 3,
}
_ONE_FIELD: Mapping[Field, str] = {
    Field.IDENTIFIER: N_("The identifier differs from the record."),
    Field.TITLE: N_("The title differs from the record."),
    Field.AUTHORS: N_("The authors differ from the record."),
    Field.YEAR: N_("The year differs from the record."),
    Field.VENUE: N_("The venue differs from the record."),
    Field.PAGES: N_("The pages differ from the record."),
    Field.VERSION: N_("The version differs from the record."),
}
_ALSO_ONE_FIELD: Mapping[Field, str] = {
    Field.IDENTIFIER: N_("The identifier also differs from the record."),
    Field.TITLE: N_("The title also differs from the record."),
    Field.AUTHORS: N_("The authors also differ from the record."),
    Field.YEAR: N_("The year also differs from the record."),
    Field.VENUE: N_("The venue also differs from the record."),
    Field.PAGES: N_("The pages also differ from the record."),
    Field.VERSION: N_("The version also differs from the record."),
}
_ONE_PART: Mapping[str, str] = {
    "volume": N_("The volume differs from the record."),
    "issue": N_("The issue differs from the record."),
}
# What the judge calls the kinds of work that no index settles.
_KINDS: Mapping[str, str] = {
    "web page": N_("A web page. Scholarly indexes do not hold web pages."),
    "software": N_("Software. Scholarly indexes hold little of it, so its absence says nothing."),
    "article": N_("The sources that were asked could not settle it. This says nothing about the reference."),
}
_SETTLED_BY_INDEXES = frozenset({"article", "conference paper", "preprint", "unknown"})
_BOOK = N_("A book without an identifier. The indexes that were asked hold few books, so its absence says nothing.")
_OTHER_KIND = N_("The indexes that were asked hold few works of this kind, so its absence says nothing.")


def reason_sentence(verdict: Verdict, words: Words) -> str:
    """Why the verdict is what it is, the gravest notice first."""
    grave = next((notice for kind in GRAVE_NOTICES for notice in verdict.notices if notice.type is kind), None)
    if grave is None:
        return _reason(verdict, words)
    first = notice_sentence(grave, words)
    match verdict.status:
        case Status.VERIFIED:
            return _two(words, first, words.text(N_("The reference itself is accurate.")))
        case Status.MISMATCH if verdict.reason is Reason.FIELD_DIFFERS and verdict.findings:
            return _two(words, first, _differs(verdict, words, also=True))
        case Status.MISMATCH | Status.NOT_FOUND | Status.UNCHECKED:
            return _two(words, first, _reason(verdict, words))


def notice_sentence(notice: Notice, words: Words) -> str:
    """What one notice says; empty for the kinds that a label says in full."""
    if notice.type not in _NOTICE_SENTENCES:
        return ""
    day, month, unknown = _NOTICE_SENTENCES[notice.type]
    if not notice.date:
        return words.text(unknown)
    return words.text(day if len(notice.date) >= 10 else month, date=words.date(notice.date, long=True))


def _two(words: Words, first: str, second: str) -> str:
    return first + words.space + second


_FIXED: Mapping[Reason, str] = {
    Reason.REGISTERED: N_("This identifier is registered. The reference says nothing else to compare."),
    Reason.REFERENCE_NOT_FOUND: N_("No source that was asked holds this work."),
    Reason.OFFLINE: N_("Built offline, and the lock file holds no record of this work."),
    Reason.PENDING: N_("Being looked up. The page reloads when the answer is there."),
    Reason.NO_RECORD_TITLE: N_("This identifier is registered, but no source states a title to compare."),
    Reason.PLACEHOLDER: N_("This entry is a placeholder, so there is nothing to look up yet."),
}


def _reason(verdict: Verdict, words: Words) -> str:
    match verdict.reason:
        case Reason.AGREES:
            return _agrees(verdict, words)
        case Reason.FOUND_BY_SEARCH:
            return _found(verdict, words)
        case Reason.FIELD_DIFFERS:
            return _differs(verdict, words, also=False)
        case Reason.OTHER_WORK:
            return words.text(N_("The {scheme} names another work."), scheme=words.scheme(_scheme(verdict)))
        case Reason.IDENTIFIER_NOT_FOUND:
            return words.text(N_("This {scheme} is not registered."), scheme=words.scheme(_scheme(verdict)))
        case Reason.RATE_LIMITED:
            message = N_("{provider} asked us to wait. This says nothing about the reference.")
            return words.text(message, provider=_silent(verdict, Failure.RATE_LIMITED, words))
        case Reason.PROVIDER_UNAVAILABLE:
            message = N_("{provider} did not answer. This says nothing about the reference.")
            return words.text(message, provider=_silent(verdict, Failure.PROVIDER_UNAVAILABLE, words))
        case Reason.NOT_INDEXED:
            return _not_indexed(verdict, words)
        case _:
            return words.text(_FIXED[verdict.reason])


def _found(verdict: Verdict, words: Words) -> str:
    if not verdict.agreed:
        return words.text(N_("Found by searching for the title."))
    fields = words.fields(verdict.agreed)
    return words.text(N_("Found by searching for the title; {fields} agree."), fields=fields)


def _agrees(verdict: Verdict, words: Words) -> str:
    if not verdict.agreed:
        return words.text(N_("The reference agrees with the record."))
    listed = words.fields(verdict.agreed)
    fields = listed[:1].upper() + listed[1:]
    if len(verdict.agreed) == 1 and verdict.agreed[0] not in (Field.AUTHORS, Field.PAGES):
        return words.text(N_("{fields} agrees with the record."), fields=fields)
    return words.text(N_("{fields} agree with the record."), fields=fields)


def differing_fields(verdict: Verdict) -> tuple[Field, ...]:
    """The fields that differ, the gravest first, each once; the identifier only where it stands alone."""
    found = {finding.field for finding in verdict.findings}
    fields = tuple(field for field in Field if field in found)
    return tuple(field for field in fields if field is not Field.IDENTIFIER) or fields


def _differs(verdict: Verdict, words: Words, *, also: bool) -> str:
    fields = differing_fields(verdict)
    if not fields:
        return words.text(N_("The reference differs from the record."))
    if len(fields) == 1:
        parts = {finding.part for finding in verdict.findings}
        if not also and len(parts) == 1 and (part := parts.pop()) in _ONE_PART:
            return words.text(_ONE_PART[part])
        return words.text((_ALSO_ONE_FIELD if also else _ONE_FIELD)[fields[0]])
    message = N_("The {fields} also differ from the record.") if also else N_("The {fields} differ from the record.")
    return words.text(message, fields=words.fields(fields))


def _not_indexed(verdict: Verdict, words: Words) -> str:
    kind = "article" if verdict.detail in _SETTLED_BY_INDEXES else verdict.detail
    is_book = kind == "book" or (verdict.checked_isbn is not None and kind not in _KINDS)
    sentence = words.text(_BOOK if is_book else _KINDS.get(kind, _OTHER_KIND))
    match verdict.checked_isbn:
        case True:
            return _two(words, sentence, words.text(N_("The check digit of its ISBN is right.")))
        case False:
            return _two(words, sentence, words.text(N_("The check digit of its ISBN is wrong.")))
        case None:
            return sentence


def named_identifier(verdict: Verdict) -> Identifier | None:
    """The identifier that the verdict speaks of: the one a finding cites, else the first."""
    cited = {finding.cited.lower() for finding in verdict.findings if finding.field is Field.IDENTIFIER}
    identifiers = verdict.reference.identifiers
    for identifier in identifiers:
        if str(identifier).lower() in cited or identifier.value.lower() in cited:
            return identifier
    return identifiers[0] if identifiers else None


def _scheme(verdict: Verdict) -> Scheme:
    identifier = named_identifier(verdict)
    return identifier.scheme if identifier else Scheme.DOI


def _silent(verdict: Verdict, failure: Failure, words: Words) -> str:
    silent = list(dict.fromkeys(asked.provider for asked in verdict.asked if asked.outcome == failure))
    if not silent and verdict.detail in set(ProviderName):
        return PROVIDER_NAMES[ProviderName(verdict.detail)]
    return words.providers(silent) if silent else words.text(N_("A provider"))
