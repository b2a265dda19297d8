"""Author lists: who is missing, added, another person, or in another place."""

from __future__ import annotations

from collections.abc import Sequence

from scholar_build.judge.names import comparable, is_group, is_open, same_person
from scholar_build.judge.normal import fold
from scholar_build.judge.outcome import AGREES, NOT_COMPARED, Compared, Outcome, differs
from scholar_build.model import Frozen, Name, Record

SHOWN = 6
SEVERAL = 3
"""From so many cited authors on, a record with one author is taken to name only the first."""
CROWD = 30
"""In lists longer than this sources differ by a few names; nine of ten must be the same."""
ALPHABETICAL = 5
"""From so many names on, alphabetical order is no accident."""


class Lists(Frozen, frozen=True, kw_only=True):
    """Two author lists made ready for comparison: persons only, and whether each is complete."""

    cited: tuple[Name, ...]
    recorded: tuple[Name, ...]
    cited_open: bool
    recorded_open: bool


def line_up(cited: Sequence[Name], cited_open: bool, record: Record) -> Lists | None:
    """The two lists, or `None` where nothing can be compared (one is empty, only groups, or in another script)."""
    recorded = record.author or record.editor
    mine = [name for name in cited if not is_open(name)]
    theirs = [name for name in recorded if not is_open(name)]
    opened = cited_open or len(mine) < len(cited)
    shortened = not record.author_complete or len(theirs) < len(recorded)
    persons, others = [n for n in mine if not is_group(n)], [n for n in theirs if not is_group(n)]
    if not persons or not others:
        return None
    if not any(comparable(one, other) for one in persons for other in others[: len(persons) + 3]):
        return None
    return Lists(cited=tuple(persons), recorded=tuple(others), cited_open=opened, recorded_open=shortened)


def compare_authors(cited: Sequence[Name], cited_open: bool, record: Record) -> Compared:
    """Compare two lists; an open or shortened list claims only the names it prints."""
    lists = line_up(cited, cited_open, record)
    return NOT_COMPARED if lists is None else _compare(lists)


def _compare(lists: Lists) -> Compared:
    cited, recorded = lists.cited, lists.recorded
    pairs = _pair(cited, recorded)
    unknown = [name for i, name in enumerate(cited) if i not in pairs]
    missing = [name for j, name in enumerate(recorded) if j not in pairs.values()]
    if lists.recorded_open:
        unknown = unknown if len(cited) <= len(recorded) else []
    if lists.cited_open or (lists.recorded_open and not unknown):
        missing = []
    if _is_first_only(lists, pairs) or (len(cited) > CROWD and len(pairs) >= 0.9 * max(len(cited), len(recorded))):
        return AGREES
    order = [pairs[i] for i in range(len(cited)) if i in pairs]
    if unknown or missing:
        part = "other author" if unknown and missing else "added author" if unknown else "missing author"
    elif order != sorted(order) and not _alphabetical(recorded):
        part = "order"
    elif lists.cited_open and order and order[0] != 0 and not lists.recorded_open and not _alphabetical(recorded):
        part = "first author"
    else:
        return AGREES
    return differs(show(cited, lists.cited_open), show(recorded, lists.recorded_open), part=part)


def _is_first_only(lists: Lists, pairs: dict[int, int]) -> bool:
    """Whether the record names the first of several authors alone, as old deposits do: it knows less."""
    return len(lists.recorded) == 1 and len(lists.cited) >= SEVERAL and pairs.get(0) == 0


def _alphabetical(names: Sequence[Name]) -> bool:
    """Whether a list is in alphabetical order, as some registrants deposit it whatever the order on the paper."""
    families = [fold(name.family) for name in names]
    return len(families) >= ALPHABETICAL and all(families) and families == sorted(families)


def _pair(cited: Sequence[Name], recorded: Sequence[Name]) -> dict[int, int]:
    """Which cited name is which recorded one: the same place first, then the first that fits."""
    pairs = {i: i for i in range(min(len(cited), len(recorded))) if same_person(cited[i], recorded[i])}
    taken = set(pairs.values())
    for i, name in enumerate(cited):
        if i not in pairs:
            found = next((j for j, other in enumerate(recorded) if j not in taken and same_person(name, other)), None)
            if found is not None:
                pairs[i] = found
                taken.add(found)
    return pairs


def share_known(cited: Sequence[Name], cited_open: bool, record: Record) -> float | None:
    """The share of the shorter list's persons that the other one holds, or `None` where nothing can be compared."""
    lists = line_up(cited, cited_open, record)
    if lists is None:
        return None
    return len(_pair(lists.cited, lists.recorded)) / min(len(lists.cited), len(lists.recorded))


def agrees(compared: Compared) -> bool:
    """Whether the outcome is agreement."""
    return compared.outcome is Outcome.AGREE


def show(names: Sequence[Name], opened: bool = False) -> str:
    """A list of names for a reader, at most `SHOWN` of them."""
    shown = "; ".join(str(name) for name in names[:SHOWN])
    more = len(names) - SHOWN
    return shown + (f"; and {more} more" if more > 0 else "; et al." if opened else "")
