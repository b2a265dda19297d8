"""Which found works a watch wants: by author, venue, category, and what it leaves out. Pure."""

from __future__ import annotations

import re

from scholar_build.config import Watch
from scholar_build.identifiers import parse_identifier
from scholar_build.model import Name
from scholar_build.model.work import Work


def is_wanted(work: Work, setting: Watch, *, cites_ours: bool) -> bool:
    """Whether a work is shown; authors and venues say nothing about works that cite ours."""
    if _is_excluded(work, setting.exclude):
        return False
    if cites_ours:
        return True
    return _is_by(work, setting.authors) and _is_in(work, setting.venues)


def matches_category(work: Work, categories: tuple[str, ...]) -> bool:
    """Whether a work's own arXiv category, the first of its list, is one of these (`cs.*` names a whole archive)."""
    own = [record.categories[0] for record in work.records if record.categories]
    return not own or any(_in_category(one, category) for one in own for category in categories)


def _in_category(own: str, category: str) -> bool:
    archive = category.removesuffix(".*")
    return own in (category, archive) or (archive != category and own.startswith(f"{archive}."))


def _is_excluded(work: Work, exclude: tuple[str, ...]) -> bool:
    title = _words(" ".join(record.title for record in work.records))
    for text in exclude:
        identifier = parse_identifier(text)
        if identifier in work.identifiers if identifier else f" {_words(text)} " in f" {title} ":
            return True
    return False


def _is_by(work: Work, authors: tuple[str, ...]) -> bool:
    """Whether one of these wrote it; a list of authors that is not whole cannot say no."""
    if not authors or any(not record.author or not record.author_complete for record in work.records):
        return True
    return any(_is_name(author, name) for author in authors for record in work.records for name in record.author)


def _is_name(wanted: str, name: Name) -> bool:
    """`Reed`, `Ada Reed` and `A. Reed` all name Ada Reed; `Bo Reed` does not."""
    words = _words(wanted).split()
    whole = _words(str(name)).split()
    family = _words(name.family or name.literal).split()
    if not words or words[-len(family) :] != family:
        return bool(words) and words == whole
    given = words[: len(words) - len(family)]
    stated = _words(name.given).split()
    return (
        not given
        or not stated
        or (given[0][0] == stated[0][0] and (len(given[0]) == 1 or len(stated[0]) == 1 or given[0] == stated[0]))
    )


def _is_in(work: Work, venues: tuple[str, ...]) -> bool:
    stated = [_words(venue) for record in work.records for venue in record.container_titles]
    return not venues or not stated or any(f" {_words(venue)} " in f" {one} " for venue in venues for one in stated)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
