"""Badges and the legend as HTML fragments: phrasing content, valid wherever text is, without script.

The markup is shared with the style sheet `assets/scholar.css`; see `docs/reports.md` for its classes.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from scholar_build.model import Status, Verdict
from scholar_build.report import escape
from scholar_build.report.inline import as_html
from scholar_build.report.parts import BadgeParts, NoticePart, badge_parts
from scholar_build.report.words import ALARM_SYMBOL, N_, QUIET_SYMBOLS, STATUS_WORDS, SYMBOLS, words

ASSETS = Path(__file__).resolve().parent / "assets"
STYLE_SHEET = "scholar.css"


def asset_path(name: str = STYLE_SHEET) -> Path:
    """Where an asset that pages need lies in the installed package."""
    return ASSETS / name


def badge(
    verdict: Verdict,
    *,
    number: int | str = "",
    lang: str = "en",
    page_lang: str = "",
    style: Literal["words", "symbols"] = "words",
    details: bool = True,
    anchor: str = "",
    xml: bool = False,
) -> str:
    """The badge of a verdict, without the space that stands before it.

    `number` makes the id of the details (`scholar-NUMBER`): unique on its page, the same from build to
    build. `page_lang` is the language of the page around (empty: the badge's own). `details` false leaves
    the reason out, for EPUB and wherever it is written beside. `anchor` is an id for links to the badge.
    `xml` writes attributes as XML wants them.
    """
    parts = badge_parts(verdict, lang)
    return badge_html(parts, number=number, page_lang=page_lang, style=style, details=details, anchor=anchor, xml=xml)


def badge_html(
    parts: BadgeParts,
    *,
    number: int | str = "",
    page_lang: str = "",
    style: Literal["words", "symbols"] = "words",
    details: bool = True,
    anchor: str = "",
    xml: bool = False,
) -> str:
    """The badge of parts that have been made before; the options are those of `badge`."""
    pieces = _around_anchor(parts, page_lang, style, details, xml)
    made = escape.attribute(f"scholar-{number}").join(pieces)
    place = " data-scholar-status="
    return made.replace(place, f' id="{escape.attribute(anchor)}"{place}', 1) if anchor else made


_ANCHOR = "\0"
"""Where the id of the details goes: no escaped text holds it."""


@lru_cache(maxsize=1 << 10)
def _around_anchor(parts: BadgeParts, page_lang: str, style: str, details: bool, xml: bool) -> tuple[str, ...]:
    """A badge cut where its id goes: most references of a site are told the same."""
    language = f' lang="{parts.lang}"' if page_lang and words(page_lang).lang != parts.lang else ""
    inside = _button(parts, xml=xml) if details else _marks(parts)
    classes = " ".join(_classes(parts, style))
    badge = f'<span class="{classes}" data-scholar-status="{parts.status}"{language}>{inside}</span>'
    return tuple(badge.split(_ANCHOR))


def _classes(parts: BadgeParts, style: str) -> list[str]:
    modifiers = {
        str(parts.status): True,
        "alarm": parts.alarm,
        "quiet": parts.quiet,
        "brief": parts.brief,
        "accepted": parts.accepted,
        "symbols": style == "symbols",
    }
    return ["scholar-badge", *(f"scholar-badge--{name}" for name, holds in modifiers.items() if holds)]


def _marks(parts: BadgeParts) -> str:
    before = f'<span class="scholar-hidden">{escape.html(parts.before)}</span>' if parts.before else ""
    status = (
        f'<span class="scholar-status"><span aria-hidden="true">{escape.html(parts.symbol)}</span> '
        f'<span class="scholar-word">{before}{escape.html(parts.word)}</span></span>'
    )
    return " ".join([status, *(_notice(notice, parts.lang) for notice in parts.notices)])


def _notice(notice: NoticePart, lang: str) -> str:
    comma = words(lang).context("between names", ", ")
    sign = f'<span aria-hidden="true">{ALARM_SYMBOL}</span> ' if notice.alarm else ""
    return (
        f'<span class="scholar-notice scholar-notice--{notice.name}">'
        f'<span class="scholar-hidden">{comma}</span>{sign}{escape.html(notice.word)}</span>'
    )


def _button(parts: BadgeParts, *, xml: bool) -> str:
    wording = words(parts.lang)
    excluded, popover = ('data-search-exclude=""', 'popover=""') if xml else ("data-search-exclude", "popover")
    rows = "".join(
        f'<span class="scholar-row"><b>{escape.html(row.label)}</b> <span>{as_html(row.value)}</span></span>'
        for row in parts.rows
    )
    check, close = (escape.attribute(wording.text(label)) for label in (N_("Check of this reference"), N_("Close")))
    return (
        f'<button type="button" popovertarget="{_ANCHOR}" {excluded}>{_marks(parts)}</button>'
        f'<small class="scholar-details" id="{_ANCHOR}" {popover} role="group" aria-label="{check}" {excluded}>'
        f'<span class="scholar-reason">{escape.html(parts.reason)}</span>{rows}'
        f'<button class="scholar-close" type="button" popovertarget="{_ANCHOR}" popovertargetaction="hide" '
        f'aria-label="{close}">×</button></small>'
    )


def alarm_html(word: str) -> str:
    """A notice of retraction or withdrawal that stands by itself, before a work."""
    notice = f'<span aria-hidden="true">{ALARM_SYMBOL}</span> {escape.html(word)}'
    return (
        '<span class="scholar-badge scholar-badge--alarm">'
        f'<span class="scholar-notice scholar-notice--retraction">{notice}</span></span> '
    )


_COMPARED = N_(
    "While this site was built, each reference was compared with what the registries of scholarly works hold."
)
CLAIM = N_(
    "A mark says whether the two agree. It does not say that the work is sound, nor that it says what the text claims."
)
_MEANINGS: dict[Status, str] = {
    Status.VERIFIED: N_("the work exists and what is written here agrees with its record."),
    Status.MISMATCH: N_("the work exists, but something written here differs from its record."),
    Status.NOT_FOUND: N_("every source that should know the work has answered, and none does."),
    Status.UNCHECKED: N_("no answer this time; nothing is said about the reference."),
}


def legend_lines(lang: str = "en") -> tuple[str, tuple[str, str], tuple[tuple[str, str, str], ...]]:
    """The legend as data: its heading, two sentences, and (symbol, word, meaning) of each mark."""
    wording = words(lang)
    marks = [
        (SYMBOLS[status], wording.text(STATUS_WORDS[status]), wording.text(_MEANINGS[status])) for status in Status
    ]
    not_indexed = next(iter(QUIET_SYMBOLS))
    marks.append(
        (
            QUIET_SYMBOLS[not_indexed],
            wording.text(N_("not indexed")),
            wording.text(N_("a web page, book or report that these registries do not cover.")),
        )
    )
    sentences = (wording.text(_COMPARED), wording.text(CLAIM))
    return wording.text(N_("What these marks mean")), sentences, tuple(marks)


def legend(lang: str = "en", page_lang: str = "") -> str:
    """What the marks claim and what they do not, folded; a block, to stand after a reference list."""
    heading, sentences, marks = legend_lines(lang)
    wording = words(lang)
    language = f' lang="{wording.lang}"' if page_lang and words(page_lang).lang != wording.lang else ""
    colon = wording.context("after a mark", ": ")
    items = "".join(
        f'<li><span aria-hidden="true">{symbol}</span> '
        f"<strong>{escape.html(word)}</strong>{colon}{escape.html(meaning)}</li>"
        for symbol, word, meaning in marks
    )
    text = escape.html(wording.space.join(sentences))
    return (
        f'<details class="scholar-fold"{language}><summary>{escape.html(heading)}</summary>'
        f"<p>{text}</p><ul>{items}</ul></details>"
    )
