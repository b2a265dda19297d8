"""A page of deadlines as HTML: complete without script; a few lines of script count the days again. Pure."""

from __future__ import annotations

import json

from scholar_build.report import escape
from scholar_build.report.deadline.parts import DeadlineParts, DeadlinesPage
from scholar_build.report.html import asset_path

SCRIPT = "deadlines.js"
UPCOMING = "scholar-upcoming"


def deadlines_html(parts: DeadlinesPage, *, calendar: str = "", page_lang: str = "") -> str:
    """What stands below the page's own heading; `calendar` is the address of the calendar, where there is one.

    `page_lang` is the language of the page around, where it may be another.
    """
    language = f' lang="{parts.lang}"' if page_lang and page_lang != parts.lang else ""
    before, behind = map(escape.html, parts.intro)
    counted = f"<span data-scholar-today>{escape.html(parts.counted_from)}</span>"
    subscribe = f' <a href="{escape.href(calendar)}">{escape.html(parts.subscribe)}</a>' if calendar else ""
    data = escape.attribute(json.dumps(parts.script_words, ensure_ascii=False, sort_keys=True))
    blocks = [
        f'<div class="scholar-page scholar-deadlines" data-scholar-words="{data}"{language}>',
        f"<p>{before}{counted}{behind}{subscribe}</p>",
        f'<h2 id="{UPCOMING}">{escape.html(parts.upcoming_title)}</h2>',
        *_list(parts.upcoming),
        *([] if parts.upcoming else [f"<p>{escape.html(parts.none_upcoming)}</p>"]),
        *_past(parts),
        *_problems(parts),
        f'<p class="scholar-meta">{escape.html(parts.about)}</p>',
        "</div>",
        f"<script>\n{asset_path(SCRIPT).read_text(encoding='utf-8')}</script>",
    ]
    return "\n".join(blocks) + "\n"


def _list(deadlines: tuple[DeadlineParts, ...]) -> list[str]:
    return ['<ul class="scholar-list">', *map(_item, deadlines), "</ul>"] if deadlines else []


def _item(one: DeadlineParts) -> str:
    note = f'<p class="scholar-meta">{_text(one.note, one.note_lang)}</p>' if one.note else ""
    soon = " scholar-days--soon" if one.soon else ""
    return (
        '<li class="scholar-deadline">'
        f'<div><p><time datetime="{one.datetime}">{escape.html(one.day)}</time></p>'
        f'<p class="scholar-meta">{escape.html(one.until)}</p></div>'
        f"<div><p><strong>{_text(one.name, one.name_lang)}</strong></p>{note}</div>"
        f'<p class="scholar-days{soon}" data-scholar-zone="{escape.attribute(one.zone)}">'
        f"{escape.html(one.left)}</p></li>"
    )


def _text(text: str, lang: str) -> str:
    return f'<span lang="{lang}">{escape.html(text)}</span>' if lang else escape.html(text)


def _past(parts: DeadlinesPage) -> list[str]:
    if not parts.past:
        return []
    summary = f"<summary>{escape.html(parts.past_title)}</summary>"
    return ['<details class="scholar-fold">', summary, *_list(parts.past), "</details>"]


def _problems(parts: DeadlinesPage) -> list[str]:
    if not parts.problems:
        return []
    lines = "".join(
        f"<li><code>{escape.html(place)}</code>: {escape.html(sentence)}</li>" for place, sentence in parts.problems
    )
    head = f"<p><strong>{escape.html(parts.problems_title)}</strong> {escape.html(parts.others_count)}</p>"
    return [f'<div class="scholar-banner scholar-banner--partial">{head}<ul>{lines}</ul></div>']
