"""What a lock remembers of watches: which works were shown, when, and which sources did not answer. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from scholar_build.config import Settings, Watch
from scholar_build.model import Answer, ProviderName, Question, Unavailable
from scholar_build.model.watch import Outage, Seen, WatchLine, WatchResult, WatchRun, WatchState
from scholar_build.watch.questions import ask_all, questions
from scholar_build.watch.reading import day_of, read

MEMORY_DAYS = 800
"""How long a lock remembers a work that is found no more."""


def remember(
    settings: Settings,
    answers: Mapping[Question, Answer],
    failed: Mapping[Question, Unavailable],
    lines: tuple[WatchLine, ...],
    *,
    today: date,
) -> tuple[WatchLine, ...]:
    """What a lock remembers after a run: `answers` are those it holds now, `failed` what could not be had anew.

    Where nothing was asked anew, nothing changes.
    """
    kept: list[WatchLine] = []
    for setting in settings.watch:
        old = WatchState.of(setting.name, lines)
        own = ask_all(setting, lambda wanted: {one: answers[one] for one in wanted if one in answers})
        asked = {*own, *questions(setting)}
        refused = {question: failed[question] for question in failed if question in asked}
        if not own and not refused:
            kept += [*([old.run] if old.run else []), *old.seen]
            continue
        run = _run(setting, own, refused, old, today)
        result = read(setting, own, {}, WatchState(run=run, seen=old.seen), today=today)
        kept += [run, *_seen(result, old, run)]
    return tuple(kept)


def _run(
    setting: Watch,
    answers: Mapping[Question, Answer],
    failed: Mapping[Question, Unavailable],
    old: WatchState,
    today: date,
) -> WatchRun:
    """The run that the lock holds now; it moves on only where something was asked anew."""
    days: dict[ProviderName, str] = {}
    for question, answer in answers.items():
        day = None if isinstance(answer, Unavailable) else day_of(answer.fetched_at)
        if day is not None:
            days[question.provider] = max(days.get(question.provider, ""), day.isoformat())
    checked = today.isoformat() if failed else max(days.values(), default="")
    outages = {question.provider: answer.reason for question, answer in failed.items()}
    previous = ""
    if old.run is not None:
        checked = max(checked, old.run.checked)
        previous = old.run.checked if checked > old.run.checked else old.run.previous
        if checked == old.run.checked:
            still = (one for one in old.run.unavailable if days.get(one.provider, "") < checked)
            outages = {one.provider: one.reason for one in still} | outages
    unavailable = tuple(Outage(provider=provider, reason=reason) for provider, reason in sorted(outages.items()))
    return WatchRun(watch=setting.name, checked=checked, previous=previous, unavailable=unavailable)


def _seen(result: WatchResult, old: WatchState, run: WatchRun) -> Iterator[Seen]:
    held = {one.id: one for one in old.seen}
    for item in (*result.items, *result.revised, *result.cross_listed):
        held.setdefault(item.id, Seen(watch=result.name, id=item.id, first_seen=run.checked, version=item.version))
    present = {item.id for item in (*result.items, *result.revised, *result.cross_listed)}
    checked = day_of(run.checked)
    for one in sorted(held.values(), key=lambda one: one.id):
        first = day_of(one.first_seen)
        if one.id in present or (checked and first and (checked - first).days <= MEMORY_DAYS):
            yield one
