"""A page of deadlines as data: what HTML and every other format of a host are written from. Pure."""

from __future__ import annotations

import re
from datetime import datetime, time

from scholar_build.model import Frozen
from scholar_build.model.deadline import Deadline, DeadlineBoard, zone_key, zone_named
from scholar_build.report.deadline.words import day_words, fault_sentence, until_words
from scholar_build.report.page_words import days_left
from scholar_build.report.words import N_, Words, words

SOON_DAYS = 7
_KANA = re.compile("[\u3040-\u30ff\uff66-\uff9f]")
_HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")


class DeadlineParts(Frozen, frozen=True, kw_only=True):
    """One deadline. `datetime` is its last moment for machines, `zone` the browser's name of its zone.

    `name_lang` and `note_lang` are set where they are not in the page's language.
    """

    day: str
    until: str
    name: str
    note: str
    left: str
    soon: bool
    datetime: str
    zone: str
    name_lang: str = ""
    note_lang: str = ""


class DeadlinesPage(Frozen, frozen=True, kw_only=True):
    """Everything that a page of deadlines says below its title.

    `intro` has a part before and one behind the day that days left are counted from. `script_words` are what a
    script needs to count again.
    """

    lang: str
    title: str
    intro: tuple[str, str]
    counted_from: str
    subscribe: str
    upcoming_title: str
    upcoming: tuple[DeadlineParts, ...]
    none_upcoming: str
    past_title: str
    past: tuple[DeadlineParts, ...]
    problems_title: str
    problems: tuple[tuple[str, str], ...]
    others_count: str
    about: str
    script_words: dict[str, str]


def deadlines_page(board: DeadlineBoard, lang: str = "en") -> DeadlinesPage:
    """The parts of a page in a language."""
    wording = words(lang)
    listed = board.listed
    is_japanese = any(_KANA.search(deadline.name + deadline.note) for deadline in listed.deadlines)
    foreign = "ja" if is_japanese and wording.lang != "ja" else ""
    left = list(zip(listed.deadlines, board.left, strict=True))
    built = board.today.isoformat()
    intro = wording.text(
        N_("From this site’s own list. Days left are counted from {day}, in the zone of each deadline.")
    )
    before, _, behind = intro.partition("{day}")
    past = [_parts(deadline, days, wording, foreign) for deadline, days in left if days < 0]
    return DeadlinesPage(
        lang=wording.lang,
        title=wording.text(N_("Grant deadlines")),
        intro=(before, behind),
        counted_from=wording.text(N_("{day}, when this page was built"), day=wording.date(built, long=True)),
        subscribe=wording.text(N_("Subscribe in a calendar (.ics)")),
        upcoming_title=wording.text(N_("Upcoming")),
        upcoming=tuple(_parts(deadline, days, wording, foreign) for deadline, days in left if days >= 0),
        none_upcoming=wording.text(N_("No deadline lies ahead.")),
        past_title=wording.text(N_("Past deadlines ({number})"), number=len(past)),
        past=tuple(reversed(past)),
        problems_title=wording.count(
            "One line could not be read.", "{number} lines could not be read.", len(listed.bad_lines)
        ),
        problems=tuple((f"{listed.source}:{bad.line}", fault_sentence(bad, wording)) for bad in listed.bad_lines),
        others_count=wording.text(N_("The others count.")),
        about=wording.text(N_("A reminder only: nothing is submitted from here.")),
        script_words=_script_words(wording),
    )


def _parts(deadline: Deadline, days: int, wording: Words, foreign: str) -> DeadlineParts:
    return DeadlineParts(
        day=day_words(deadline.day, wording),
        until=until_words(deadline, wording),
        name=deadline.name,
        note=deadline.note,
        left=days_left(wording, days),
        soon=0 <= days <= SOON_DAYS,
        datetime=_last_moment(deadline).isoformat(),
        zone=zone_key(deadline.zone),
        name_lang=foreign if _HAN.search(deadline.name) else "",
        note_lang=foreign if _HAN.search(deadline.note) else "",
    )


def _last_moment(deadline: Deadline) -> datetime:
    """A moment on the day itself, whose date a script can read off."""
    return datetime.combine(deadline.day, deadline.time or time(23, 59, 59), tzinfo=zone_named(deadline.zone))


def _script_words(wording: Words) -> dict[str, str]:
    number = "{number}"
    return {
        "over": wording.text(N_("over")),
        "today": wording.text(N_("today")),
        "one": days_left(wording, 1).replace("1", number),
        "many": days_left(wording, 22).replace("22", number),
        "now": wording.context("counted from", "today"),
    }
