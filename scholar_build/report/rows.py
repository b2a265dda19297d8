"""The rows of a badge's details, in their one order, each only where there is something to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scholar_build.identifiers import Scheme
from scholar_build.model import (
    Asked,
    Basis,
    Failure,
    Field,
    Finding,
    Notice,
    NoticeType,
    ProviderName,
    Reason,
    Record,
    Status,
    Suggestion,
    Verdict,
)
from scholar_build.report.inline import Code, Line, Text, line, link, spell
from scholar_build.report.sentences import named_identifier
from scholar_build.report.suggest import entry_text
from scholar_build.report.words import N_, PROVIDER_NAMES, Words

_REGISTRARS = (ProviderName.CROSSREF, ProviderName.DATACITE)
_NOTICE_ROWS: Mapping[NoticeType, str] = {
    NoticeType.RETRACTION: N_("Notice"),
    NoticeType.WITHDRAWAL: N_("Notice"),
    NoticeType.EXPRESSION_OF_CONCERN: N_("Concern"),
    NoticeType.CORRECTION: N_("Correction"),
    NoticeType.PUBLISHED_VERSION: N_("Published as"),
    NoticeType.CONCEPT_DOI: N_("Versions"),
    NoticeType.ALIAS: N_("Alias"),
    NoticeType.SOURCES_DIFFER: N_("Sources differ"),
}
_KINDS: Mapping[NoticeType, str] = {
    NoticeType.RETRACTION: N_("Retraction"),
    NoticeType.WITHDRAWAL: N_("Withdrawal"),
}
ASKS_AGAIN = N_("The next build asks again.")
RUN_LOCK = N_("Run `scholar-build lock` and commit `scholar.lock`.")
_OUTCOMES: Mapping[str, str] = {"found": N_("found"), "absent": N_("not there")}

Labelled = tuple[str, Line]


def rows(verdict: Verdict, words: Words) -> Iterator[Labelled]:
    """Label and value of each row, in the order in which they stand."""
    yield from _compared(verdict, words)
    gravity = list(NoticeType)
    for notice in sorted(verdict.notices, key=lambda notice: gravity.index(notice.type)):
        yield words.text(_NOTICE_ROWS[notice.type]), _notice(notice, words)
    yield from _sources(verdict, words)
    if (suggestion := _suggestion(verdict, words)) is not None:
        yield words.text(N_("Nearest") if _is_nearest(verdict) else N_("Suggestion")), suggestion
    yield from _next(verdict, words)
    if (accepted := verdict.reference.accepted) is not None:
        label = N_("Acceptance expired") if accepted.expired else N_("Accepted")
        until = words.text(N_(" (until {date})"), date=words.date(accepted.until)) if accepted.until else ""
        yield words.text(label), (Text(text=accepted.reason + until),)
    if codes := rule_codes(verdict):
        listed = [piece for code in codes for piece in (Text(text=", "), Code(text=code))]
        yield words.text(N_("Rule")), tuple(listed[1:])


def rule_codes(verdict: Verdict) -> tuple[str, ...]:
    """The rules that call the reference a fault, each once, the verdict's own first."""
    if verdict.status not in (Status.MISMATCH, Status.NOT_FOUND):
        return ()
    return tuple(dict.fromkeys(code for code in (verdict.rule, *(f.rule for f in verdict.findings)) if code))


def _compared(verdict: Verdict, words: Words) -> Iterator[Labelled]:
    """What was cited and recorded; for an identifier that names nothing, which one of several it is."""
    if verdict.status is Status.NOT_FOUND:
        named = named_identifier(verdict)
        if named is not None and len(verdict.reference.identifiers) > 1:
            yield words.label(N_("identifier")), (Text(text=spell(named)),)
        return
    order = list(Field)
    findings = [finding for finding in verdict.findings if finding.field is not Field.IDENTIFIER]
    findings = sorted(findings or verdict.findings, key=lambda finding: order.index(finding.field))
    several = len({(finding.field, finding.part) for finding in findings}) > 1
    for finding in findings:
        for label, value in _pair(finding, words, several=several):
            if value:
                yield label, (Text(text=value),)


def _pair(finding: Finding, words: Words, *, several: bool) -> tuple[tuple[str, str], tuple[str, str]]:
    name = words.field(finding.field, finding.part)
    name = name[:1].upper() + name[1:]
    if several:
        cited = words.context("one of several fields", "{field} cited")
        recorded = words.context("one of several fields", "{field} recorded")
    else:
        cited = words.context("the only field", "{field} cited")
        recorded = words.context("the only field", "{field} recorded")
    return (cited.format(field=name), finding.cited), (recorded.format(field=name), finding.recorded)


def _notice(notice: Notice, words: Words) -> Line:
    target = (link(notice.target),) if notice.target else ()
    detail = (Text(text=notice.detail),) if notice.detail else ()
    match notice.type:
        case NoticeType.RETRACTION | NoticeType.WITHDRAWAL:
            date = (Text(text=words.date(notice.date, long=True)),) if notice.date else ()
            return _listed((Text(text=words.text(_KINDS[notice.type])), *date, *detail, *target), words)
        case NoticeType.EXPRESSION_OF_CONCERN | NoticeType.CORRECTION:
            date = (Text(text=words.date(notice.date, long=True)),) if notice.date else ()
            return _listed((*date, *detail, *target), words)
        case NoticeType.PUBLISHED_VERSION:
            return _listed((*detail, *target), words)
        case NoticeType.CONCEPT_DOI:
            sentence = words.text(N_("This DOI stands for all versions together."))
            return _between((Text(text=sentence), *target), " ")
        case NoticeType.ALIAS:
            return line(words.text(N_("This DOI now points to {target}.")), target=target[0]) if target else detail
        case NoticeType.SOURCES_DIFFER:
            return (Text(text=_differing(notice, words)),)


def _differing(notice: Notice, words: Words) -> str:
    """`OpenAlex differs in year, venue.`: the judge names the fields."""
    known = {str(field): field for field in Field}
    fields = [known[name] for name in notice.detail.split(", ") if name in known]
    if not fields or notice.provider is None:
        return notice.detail
    provider = PROVIDER_NAMES[notice.provider]
    message = N_("{provider} differs in: {fields}. The registry decides.")
    return words.text(message, provider=provider, fields=words.fields(fields))


def _listed(pieces: Line, words: Words) -> Line:
    return _between(pieces, words.context("between names", ", "))


def _between(pieces: Line, mark: str) -> Line:
    return tuple(part for piece in pieces for part in (Text(text=mark), piece))[1:]


def _sources(verdict: Verdict, words: Words) -> Iterator[Labelled]:
    """Who says so, who else does, and, where nobody says anything, who was asked."""
    record = verdict.record
    if record is None:
        if verdict.asked:
            searched = verdict.basis is Basis.SEARCH
            yield words.text(N_("Asked")), (_answered if searched else _asked)(verdict.asked, words)
        return
    when = {asked.provider: asked.fetched_at for asked in verdict.asked if asked.outcome == "found"}
    yield words.text(N_("Says")), _authority(verdict, record, when.get(record.provider, ""), words)
    others = [name for name in when if name is not record.provider]
    saying = {n.provider for n in verdict.notices if n.type in _KINDS and n.provider not in (None, record.provider)}
    differing = {n.provider for n in verdict.notices if n.type is NoticeType.SOURCES_DIFFER}
    if also := [name for name in others if name in saying]:
        yield words.text(N_("Also says")), _named(also, when, words)
    agreeing = [name for name in others if name not in saying and name not in differing]
    by_identifier = verdict.basis is Basis.IDENTIFIER and verdict.status is Status.VERIFIED
    if agreeing and by_identifier and not differing:
        yield words.text(N_("Also agrees")), _named(agreeing, when, words)
    if silent := tuple(asked for asked in verdict.asked if asked.outcome in set(Failure)):
        yield words.text(N_("Asked")), _asked(silent, words)


def _authority(verdict: Verdict, record: Record, fetched_at: str, words: Words) -> Line:
    name = PROVIDER_NAMES[record.provider]
    date = words.date(fetched_at) if fetched_at else ""
    has_doi = any(identifier.scheme is Scheme.DOI for identifier in verdict.reference.identifiers)
    if has_doi and verdict.basis is Basis.IDENTIFIER and record.provider in _REGISTRARS:
        name = words.text(N_("{provider}, which registers this DOI"), provider=name)
    pieces = (Text(text=name), Text(text=date)) if date else (Text(text=name),)
    return _listed(pieces, words)


def _named(providers: list[ProviderName], when: Mapping[ProviderName, str], words: Words) -> Line:
    last = max(when[name] for name in providers)
    pieces = (Text(text=words.providers(providers)), *((Text(text=words.date(last)),) if last else ()))
    return _listed(pieces, words)


def _asked(asked: tuple[Asked, ...], words: Words) -> Line:
    """`Crossref: not there. doi.org: not there. 28 Nov 2026`, or with the failure's code word."""
    pieces: list[Line] = []
    answered = {one.provider for one in asked if one.outcome in _OUTCOMES}
    for one in asked:
        if one.provider in answered and one.outcome not in _OUTCOMES:
            continue  # a further search that went unanswered changes nothing
        name = PROVIDER_NAMES[one.provider]
        if one.outcome in _OUTCOMES:
            outcome = words.text(_OUTCOMES[one.outcome])
            pieces.append((Text(text=words.text(N_("{provider}: {outcome}."), provider=name, outcome=outcome)),))
        else:
            detail = (Text(text=f" ({one.detail})"),) if one.detail else ()
            head = words.text(N_("{provider}: "), provider=name)
            pieces.append((Text(text=head), Code(text=one.outcome), *detail, Text(text=words.text(N_(".")))))
    pieces = list(dict.fromkeys(pieces))
    days = [one.fetched_at for one in asked if one.fetched_at]
    if days:
        pieces.append((Text(text=words.date(max(days))),))
    return _sentences(pieces, words)


def _answered(asked: tuple[Asked, ...], words: Words) -> Line:
    """The same where a search was the question: that a provider answered says nothing of what it found."""
    silent = tuple(one for one in asked if one.outcome not in _OUTCOMES)
    answered = list(dict.fromkeys(one.provider for one in asked if one.outcome in _OUTCOMES))
    if not answered:
        return _asked(silent, words)
    said = words.text(N_("{providers} answered."), providers=words.providers(answered))
    if silent:
        return _sentences([(Text(text=said),), _asked(silent, words)], words)
    last = max(one.fetched_at for one in asked)
    date: list[Line] = [(Text(text=words.date(last)),)] if last else []
    return _sentences([(Text(text=said),), *date], words)


def _suggestion(verdict: Verdict, words: Words) -> Line | None:
    years = [finding for finding in verdict.findings if finding.field is Field.YEAR]
    if len(verdict.findings) == 1 and years and years[0].recorded.isdigit():
        return (Text(text=words.text(N_("Change the year to {year}."), year=years[0].recorded)),)
    if verdict.suggestion is not None:
        return _meant(verdict, verdict.suggestion, words)
    kinds = {notice.type for notice in verdict.notices}
    if NoticeType.RETRACTION in kinds:
        return (Text(text=words.text(N_("Cite the retraction beside the work, or drop the citation."))),)
    if NoticeType.WITHDRAWAL in kinds:
        return (Text(text=words.text(N_("Say that the work was withdrawn, or drop the citation."))),)
    if NoticeType.PUBLISHED_VERSION in kinds:
        return (Text(text=words.text(N_("Cite the published version, if that is the one you read."))),)
    return None


def _is_nearest(verdict: Verdict) -> bool:
    """Whether what a search found is only near: another work, which is not held against the reference."""
    return verdict.basis is Basis.SEARCH and verdict.status in (Status.NOT_FOUND, Status.UNCHECKED)


def _meant(verdict: Verdict, suggestion: Suggestion, words: Words) -> Line:
    record = suggestion.record
    if _is_nearest(verdict):
        message = "{work}"
    elif suggestion.guess:
        message = N_("Perhaps meant: {work}")
    else:
        message = N_("As recorded: {work}") if record == verdict.record else N_("Probably meant: {work}")
    pieces: list[Line] = [line(words.text(message), work=Text(text=entry_text(record)))]
    if record.identifiers:
        pieces.append((link(record.identifiers[0]),))
    if suggestion.guess:
        pieces.append((Text(text=words.text(N_("Found by a title search, so a guess."))),))
    return tuple(piece for part in pieces for piece in (Text(text=" "), *part))[1:]


def _sentences(pieces: list[Line], words: Words) -> Line:
    return tuple(piece for part in pieces for piece in (Text(text=words.space), *part))[1:]


def _next(verdict: Verdict, words: Words) -> Iterator[Labelled]:
    match verdict.reason:
        case Reason.RATE_LIMITED | Reason.PROVIDER_UNAVAILABLE:
            yield words.text(N_("Next")), (Text(text=words.text(ASKS_AGAIN)),)
        case Reason.OFFLINE:
            yield words.text(N_("Reason")), (Code(text=verdict.reason),)
            yield words.text(N_("Next")), line(words.text(RUN_LOCK))
        case Reason.PENDING | Reason.NOT_INDEXED | Reason.PLACEHOLDER | Reason.NO_RECORD_TITLE:
            yield words.text(N_("Reason")), (Code(text=verdict.reason),)
        case _:
            pass
