"""From answers to the result of a watch. Pure: the same lock gives the same page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from scholar_build.config import Watch
from scholar_build.identifiers import Identifier
from scholar_build.merge import merge
from scholar_build.model import Answer, Found, ProviderName, Question, Record, Search, Unavailable, since_day
from scholar_build.model.watch import ItemKind, WatchItem, WatchResult, WatchSource, WatchState
from scholar_build.model.work import Work
from scholar_build.watch.questions import BY_CHANGE, openalex_ids, own_works
from scholar_build.watch.wanted import is_wanted, matches_category


def read(
    setting: Watch,
    answers: Mapping[Question, Answer],
    stood_in: Mapping[Question, Unavailable],
    state: WatchState,
    *,
    today: date,
) -> WatchResult:
    """Read the answers; `stood_in` says why older ones had to do, and `today` counts only where some had to."""
    stood_in = {question: refusal for question, refusal in stood_in.items() if question in answers}
    sources = tuple(_sources(answers, stood_in, state))
    days = [day_of(answer.fetched_at) for answer in answers.values() if not isinstance(answer, Unavailable)]
    days.append(day_of(state.run.checked) if state.run else None)
    as_of = today if stood_in else max((day for day in days if day), default=today)
    since = since_day(setting.since, as_of)
    ours = {one: str(identifier) for identifier in own_works(setting) for one in openalex_ids(identifier, answers)}
    items = sorted(
        (
            _item(work, setting, state, since, ours)
            for work in merge(_records(answers, since))
            if is_wanted(work, setting, cites_ours=bool(_cited(work, ours)))
        ),
        key=lambda item: item.id,
    )
    items.sort(key=lambda item: item.updated or item.date, reverse=True)
    by_kind = {kind: tuple(item for item in items if item.kind is kind) for kind in ItemKind}
    return WatchResult(
        name=setting.name,
        queries=setting.queries,
        authors=setting.authors,
        categories=setting.categories,
        cites=tuple(map(str, own_works(setting))),
        since=since.isoformat(),
        as_of=as_of.isoformat(),
        previous=state.run.previous if state.run else "",
        limit=setting.limit,
        items=by_kind[ItemKind.WORK],
        revised=by_kind[ItemKind.REVISED],
        cross_listed=by_kind[ItemKind.CROSS_LIST] if setting.show_cross_lists else (),
        sources=sources,
    )


def _records(answers: Mapping[Question, Answer], since: date) -> Iterator[Record]:
    for question, answer in answers.items():
        if not isinstance(question, Search) or not isinstance(answer, Found):
            continue
        for record in answer.records:
            if BY_CHANGE not in question.filters or record.updated >= since.isoformat():
                yield record


def _item(work: Work, setting: Watch, state: WatchState, since: date, ours: Mapping[Identifier, str]) -> WatchItem:
    names = {str(identifier) for identifier in work.identifiers} | {work.id}
    seen = min((one for one in state.seen if one.id in names), key=lambda one: one.first_seen, default=None)
    version = max((int(record.version) for record in work.records if _is_arxiv(record)), default=0)
    first_version = seen.version if seen else 0
    issued = max((record.issued for record in work.records), key=len, default="")
    only_arxiv = all(record.provider is ProviderName.ARXIV for record in work.records)
    kind = ItemKind.WORK
    if version > 1 and ((seen and 0 < first_version < version) or (only_arxiv and issued < since.isoformat())):
        kind = ItemKind.REVISED
    elif only_arxiv and setting.categories and not matches_category(work, setting.categories):
        kind = ItemKind.CROSS_LIST
    run = state.run
    return WatchItem(
        id=seen.id if seen else work.id,
        work=work,
        kind=kind,
        date=issued,
        is_new=bool(run and run.previous and (seen.first_seen if seen else run.checked) > run.previous),
        first_seen=seen.first_seen if seen else run.checked if run else "",
        version=version,
        first_version=first_version,
        updated=max(record.updated for record in work.records) if kind is ItemKind.REVISED else "",
        cites=_cited(work, ours),
    )


def _cited(work: Work, ours: Mapping[Identifier, str]) -> tuple[str, ...]:
    """Our own works that a work cites, as its record says."""
    return tuple(dict.fromkeys(ours[one] for record in work.records for one in record.references if one in ours))


def _is_arxiv(record: Record) -> bool:
    return record.provider is ProviderName.ARXIV and record.version.isdigit()


def _sources(
    answers: Mapping[Question, Answer], stood_in: Mapping[Question, Unavailable], state: WatchState
) -> Iterator[WatchSource]:
    outages = {outage.provider: outage.reason for outage in state.run.unavailable} if state.run else {}
    by_provider: dict[ProviderName, list[Answer]] = {}
    for question, answer in answers.items():
        by_provider.setdefault(question.provider, []).append(answer)
    for provider, given in by_provider.items():
        refused = [answer.reason for answer in given if isinstance(answer, Unavailable)]
        refused += [answer.reason for question, answer in stood_in.items() if question.provider is provider]
        found = [answer for answer in given if isinstance(answer, Found) and isinstance(answer.question, Search)]
        totals = [answer.total for answer in found if answer.total is not None]
        yield WatchSource(
            provider=provider,
            failure=refused[0] if refused else outages.get(provider),
            fetched_at=min((answer.fetched_at for answer in found), default=""),
            found=sum(len(answer.records) for answer in found),
            total=sum(totals) if totals else None,
        )


def day_of(text: str) -> date | None:
    """The day of an ISO time; None for what is none: a lock may hold anything."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None
