"""A literature watch: what is new on a topic, and what a lock file remembers from build to build."""

from __future__ import annotations

from enum import StrEnum

from scholar_build.model.answer import Failure
from scholar_build.model.base import Frozen
from scholar_build.model.record import ProviderName
from scholar_build.model.work import Work


class ItemKind(StrEnum):
    """Why a work is in the result."""

    WORK = "work"
    REVISED = "revised"  # a later version of a work that was seen, or first submitted, before
    CROSS_LIST = "cross_list"  # listed in a watched category, but its own category is another


class WatchItem(Frozen, frozen=True, kw_only=True):
    """One work that was found.

    `id` stays the same from build to build; `date` is ISO and may be partial. `is_new`: not there at the last
    published build. `first_version` is the version in which it was seen first, `cites` our own works that it cites.
    """

    id: str
    work: Work
    kind: ItemKind
    date: str = ""
    is_new: bool = False
    first_seen: str = ""
    version: int = 0
    first_version: int = 0
    updated: str = ""
    cites: tuple[str, ...] = ()


class WatchSource(Frozen, frozen=True, kw_only=True):
    """How one provider answered: `failure` where it did not this time, then `fetched_at` is its last good result."""

    provider: ProviderName
    failure: Failure | None = None
    fetched_at: str = ""
    found: int = 0
    total: int | None = None


class WatchResult(Frozen, frozen=True, kw_only=True):
    """What one watch found.

    `since` and `as_of` are the days between which works count; `previous` is the day of the build before, empty
    where none is known. Items stand newest first.
    """

    name: str
    queries: tuple[str, ...]
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    since: str = ""
    as_of: str = ""
    previous: str = ""
    limit: int = 0
    items: tuple[WatchItem, ...] = ()
    revised: tuple[WatchItem, ...] = ()
    cross_listed: tuple[WatchItem, ...] = ()
    sources: tuple[WatchSource, ...] = ()

    @property
    def new(self) -> tuple[WatchItem, ...]:
        """The works that were not there at the last published build."""
        return tuple(item for item in self.items if item.is_new)

    @property
    def unavailable(self) -> tuple[WatchSource, ...]:
        """The sources that did not answer this time."""
        return tuple(source for source in self.sources if source.failure)


class Outage(Frozen, frozen=True, kw_only=True):
    """A source that did not answer when the lock was written."""

    provider: ProviderName
    reason: Failure


class WatchRun(Frozen, frozen=True, kw_only=True, tag="run"):
    """When a watch was last asked for a lock, and the day of the time before (ISO dates)."""

    watch: str
    checked: str
    previous: str = ""
    unavailable: tuple[Outage, ...] = ()


class Seen(Frozen, frozen=True, kw_only=True, tag="seen"):
    """A work that a watch has shown: its id without version, the day, and the version it had then."""

    watch: str
    id: str
    first_seen: str
    version: int = 0


WatchLine = WatchRun | Seen
"""One line of a lock's record of watches."""


class WatchState(Frozen, frozen=True, kw_only=True):
    """What a lock remembers of one watch."""

    run: WatchRun | None = None
    seen: tuple[Seen, ...] = ()

    @staticmethod
    def of(name: str, lines: tuple[WatchLine, ...]) -> WatchState:
        """The state of one watch among the lines of a lock."""
        runs = [line for line in lines if isinstance(line, WatchRun) and line.watch == name]
        seen = tuple(line for line in lines if isinstance(line, Seen) and line.watch == name)
        return WatchState(run=runs[-1] if runs else None, seen=seen)
