"""Records of one work brought together by identifier, never by title. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from scholar_build.model import Record
from scholar_build.model.work import IDENTITY_SCHEMES, Work


def merge(records: Iterable[Record]) -> tuple[Work, ...]:
    """One work for all records that share a DOI, arXiv id, PMID or OpenAlex id, in order of first appearance.

    A record that names two works so far apart (a preprint's id and the publication's) makes them one.
    """
    groups: dict[str, list[Record]] = {}
    group_of: dict[str, str] = {}
    for record in records:
        names = [str(identifier) for identifier in record.identifiers if identifier.scheme in IDENTITY_SCHEMES]
        names = names or [record.id]
        known = list(dict.fromkeys(group_of[name] for name in names if name in group_of))
        group = known[0] if known else names[0]
        members = groups.setdefault(group, [])
        for other in known[1:]:
            members.extend(groups.pop(other))
            group_of.update({name: group for name, at in group_of.items() if at == other})
        if record not in members:
            members.append(record)
        group_of.update(dict.fromkeys(names, group))
    return tuple(Work(records=tuple(members)) for members in groups.values())
