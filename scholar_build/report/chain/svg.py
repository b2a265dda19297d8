"""The citation picture as one static SVG: no script, colours by the style sheet, a link on every work."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from scholar_build.identifiers import Identifier
from scholar_build.model import NoticeType, Status, UpdateType, Verdict
from scholar_build.model.chain import ChainNode, CitationChain, Direction
from scholar_build.report import escape
from scholar_build.report.chain.layout import Layout, Spot, lay_out
from scholar_build.report.chain.words import node_name
from scholar_build.report.parts import badge_parts, is_alarm
from scholar_build.report.words import ALARM_SYMBOL, N_, NOTICE_WORDS, SYMBOLS, Words, words

LABEL = 66  # characters of authors and title together; wide scripts count twice
MIN_WIDTH = 680
_ALARMS = {UpdateType.RETRACTION: NoticeType.RETRACTION, UpdateType.WITHDRAWAL: NoticeType.WITHDRAWAL}
_SIGN_CLASSES = {
    Status.VERIFIED: "scholar-here",
    Status.MISMATCH: "scholar-concern",
    Status.NOT_FOUND: "scholar-shout",
    Status.UNCHECKED: "scholar-what",
}
Here = Mapping[Identifier, Verdict]
"""The verdicts of the works that the site itself cites."""


def chain_svg(chain: CitationChain, prefix: str, *, here: Here | None = None, lang: str = "en") -> str:
    """The picture; `prefix` makes its ids unique on a page."""
    layout, wording = lay_out(chain), words(lang)
    wide = f' style="min-width:{layout.width}px"' if layout.width > MIN_WIDTH else ""
    name = node_name(chain.nodes[0])
    title = wording.text(N_("Citation chain of {work}"), work=name)
    works = wording.count("{number} work", "{number} works", len(chain.nodes))
    told = wording.text(
        N_(
            "{works}, one a row, newest at the top. Left of the middle line: works reached through what the seed "
            "cites. Right of it: works reached through what cites the seed. Every arrow points from the citing to "
            "the cited work. The tables below say the same."
        ),
        works=works,
    )
    head = (
        f'<svg class="scholar-picture" height="{layout.height}"{wide} role="group" '
        f'aria-labelledby="{prefix}-title {prefix}-desc">'
        f'<title id="{prefix}-title">{escape.html(title)}</title><desc id="{prefix}-desc">{escape.html(told)}</desc>'
    )
    return "\n".join(
        (
            head,
            _marker(prefix),
            *_ground(layout, prefix, wording),
            *(_node(spot, layout, here or {}, wording) for spot in layout.spots),
            "</svg>",
        )
    )


def _marker(prefix: str) -> str:
    return (
        f'<defs><marker id="{prefix}-arrow" viewBox="0 0 6 6" refX="5.5" refY="3" markerWidth="6" markerHeight="6" '
        'markerUnits="userSpaceOnUse" orient="auto"><path class="scholar-arrow" d="M0 .4 6 3 0 5.6z"/></marker></defs>'
    )


def _ground(layout: Layout, prefix: str, words: Words) -> Iterator[str]:
    """All that is no link: lanes, years, edges."""
    yield '<g aria-hidden="true">'
    cited, citing = (escape.html(words.text(word)) for word in (N_("cited"), N_("citing")))
    middle = layout.middle_x
    yield f'<text class="scholar-lane" x="{middle - 10:g}" y="14" text-anchor="end">{cited}</text>'
    yield f'<text class="scholar-lane" x="{middle + 10:g}" y="14">{citing}</text>'
    year: int | None = -1
    for spot in layout.spots:
        top = spot.y - 13
        if spot.node.side is None:
            yield f'<rect class="scholar-band" y="{top:g}" width="100%" height="26"/>'
        if spot.node.year != year:
            year = spot.node.year
            yield f'<line class="scholar-rule" x2="100%" y1="{top:g}" y2="{top:g}"/>'
            yield f'<text class="scholar-year" y="{spot.y + 4:g}">{year or "–"}</text>'
    for spot in layout.spots:
        end = layout.sign_x - 6
        if end - spot.x > 20:
            yield f'<line class="scholar-leader" x1="{spot.x + 11:g}" x2="{end:g}" y1="{spot.y:g}" y2="{spot.y:g}"/>'
    for run in layout.runs:
        cross = " scholar-edge--cross" if run.is_cross else ""
        yield f'<path class="scholar-edge{cross}" marker-end="url(#{prefix}-arrow)" d="{run.path}"/>'
    yield "</g>"


def _node(spot: Spot, layout: Layout, here: Here, words: Words) -> str:
    node = spot.node
    verdict = verdict_of(node, here)
    alarm = alarm_word(node, verdict, words)
    sign, sign_class = _sign(verdict, bool(alarm))
    parts = [_mark(spot, bool(alarm))]
    y = spot.y + 4.5
    if sign:
        parts.append(f'<text class="{sign_class}" x="{layout.sign_x:g}" y="{y:g}">{sign}</text>')
    who, what = label(node)
    shout = f'<tspan class="scholar-shout">{escape.html(alarm.upper())}</tspan> ' if alarm else ""
    names = f'<tspan class="scholar-who">{escape.html(who)}</tspan> ' if who else ""
    parts.append(
        f'<text x="{layout.label_x:g}" y="{y:g}">{shout}{names}'
        f'<tspan class="scholar-what">{escape.html(what)}</tspan></text>'
    )
    inside = "".join(parts)
    name = escape.attribute(spoken(node, verdict, alarm, words))
    if node.identifier is None:
        return f'<g role="img" aria-label="{name}">{inside}</g>'
    return f'<a href="{escape.href(node.identifier.url)}" aria-label="{name}">{inside}</a>'


def _mark(spot: Spot, alarm: bool) -> str:
    x, y = spot.x, spot.y
    far = " scholar-node--far" if spot.node.depth > 1 else ""
    if alarm:
        seed = " scholar-node--seed" if spot.node.side is None else ""
        cross = f'<path class="scholar-cross" d="M{x - 2.5:g} {y - 2.5:g}l5 5m0-5l-5 5"/>'
        return f'<circle class="scholar-node{seed} scholar-node--alarm" cx="{x:g}" cy="{y:g}" r="7"/>{cross}'
    if spot.node.side is None:
        return f'<circle class="scholar-node scholar-node--seed" cx="{x:g}" cy="{y:g}" r="7"/>'
    if spot.node.side is Direction.BACKWARD:
        return f'<circle class="scholar-node{far}" cx="{x:g}" cy="{y:g}" r="4.5"/>'
    return f'<rect class="scholar-node{far}" x="{x - 4.5:g}" y="{y - 4.5:g}" width="9" height="9" rx="1"/>'


def _sign(verdict: Verdict | None, alarm: bool) -> tuple[str, str]:
    if verdict is None:
        return "", ""
    if alarm or is_alarm(verdict):
        return ALARM_SYMBOL, "scholar-shout"
    if any(notice.type is NoticeType.EXPRESSION_OF_CONCERN for notice in verdict.notices):
        return ALARM_SYMBOL, "scholar-concern"
    return SYMBOLS[verdict.status], _SIGN_CLASSES[verdict.status]


def verdict_of(node: ChainNode, here: Here) -> Verdict | None:
    """The verdict of the work where the site cites it."""
    return next((here[one] for one in node.record.identifiers if one in here), None)


def alarm_word(node: ChainNode, verdict: Verdict | None, words: Words) -> str:
    """`retracted` or `withdrawn` where the record or this site's own check says so, else an empty string."""
    kinds = [_ALARMS[update.type] for update in node.record.updates if update.type in _ALARMS]
    kinds += [notice.type for notice in (verdict.notices if verdict else ()) if notice.type in _ALARMS.values()]
    return words.text(NOTICE_WORDS[kinds[0]]) if kinds else ""


def spoken(node: ChainNode, verdict: Verdict | None, alarm: str, words: Words) -> str:
    """What a screen reader says of a node."""
    who = authors(node)
    head = " ".join(part for part in (who, str(node.year or "")) if part)
    colon = words.context("after a mark", ": ")
    text = f"{head}{colon}{node.record.title or node.id}" if head else node.record.title or node.id
    marks = [f"{alarm}. "] if alarm else []
    here = ""
    if verdict is not None:
        badge = badge_parts(verdict, words.lang)
        said = words.context("between names", ", ").join([badge.word, *(notice.word for notice in badge.notices)])
        here = words.space + words.text(N_("Cited on this site: {verdict}."), verdict=said)
    return "".join(marks) + text.rstrip(".") + "." + here


def authors(node: ChainNode) -> str:
    """One author, two, or the first and others."""
    names = [name.family or name.literal or name.given for name in node.record.author]
    if len(names) > 2 or (names and not node.record.author_complete):
        return f"{names[0]} et al."
    return " & ".join(names)


def label(node: ChainNode) -> tuple[str, str]:
    """Authors and title, cut at a word so that both fit into the row."""
    who = shortened(authors(node), LABEL - 26)
    return who, shortened(node.record.title or node.id, LABEL - width(who))


def shortened(text: str, room: int) -> str:
    """As many whole words as fit, with an ellipsis where something is left out; a long word is cut."""
    text = escape.plain(text).strip()
    if width(text) <= room:
        return text
    kept = ""
    for word in text.split(" "):
        longer = f"{kept} {word}".strip()
        if width(longer) > room - 2:
            break
        kept = longer
    if width(kept) < room // 3:  # one long word, or a script without spaces
        kept = ""
        for char in text:
            if width(kept + char) > room - 2:
                break
            kept += char
    return f"{kept} …".strip()


def width(text: str) -> int:
    """Columns that a text takes; wide characters take two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(bool(unicodedata.combining(char)) for char in text)
