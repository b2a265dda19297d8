"""The reference report as data: what the page says, before any markup.

MkDocs writes it as HTML (`page_html`), Sphinx as docutils nodes, the command line as a file of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scholar_build.model import Failure as FailureReason
from scholar_build.model import Frozen, Location, ProviderOutage, Reason, Reference, Report, Status, Verdict
from scholar_build.report.inline import Code, Line, Link, Text, line, link, spell
from scholar_build.report.order import sorted_problems, sorted_verdicts, unanswered
from scholar_build.report.parts import BadgeParts, badge_parts, needs_attention
from scholar_build.report.rows import ASKS_AGAIN, RUN_LOCK
from scholar_build.report.suggest import entry_text
from scholar_build.report.words import N_, PROVIDER_NAMES, STATUS_WORDS, SYMBOLS, Words, words

_KANA = re.compile("[\u3041-\u30ff]")
ABOUT = "scholar-about-verdicts"


class PageLink(Frozen, frozen=True, kw_only=True):
    """A page of the site: its title, its address from where the report stands, and its language."""

    title: str
    url: str
    lang: str = ""


class ReportLinks(Frozen, frozen=True, kw_only=True):
    """What only a host knows: the page of each source, the address of each place, files with the same data."""

    pages: Mapping[str, PageLink] = {}
    places: Mapping[Location, str] = {}
    files: tuple[PageLink, ...] = ()


class Count(Frozen, frozen=True, kw_only=True):
    """One choice of the filter: its value, how many references it shows, its words."""

    value: str
    number: int
    label: str


class EntryParts(Frozen, frozen=True, kw_only=True):
    """One reference: badge, text (with its language where it is another), the details written out, its places."""

    badge: BadgeParts
    classes: tuple[str, ...]
    text: Line
    text_lang: str
    says: Line
    cited: Line


class GroupParts(Frozen, frozen=True, kw_only=True):
    """The references of one source."""

    anchor: str
    title: str
    url: str
    lang: str
    about: Line
    entries: tuple[EntryParts, ...]


class PageParts(Frozen, frozen=True, kw_only=True):
    """The whole report page."""

    title: str
    lang: str
    intro: Line
    banner: tuple[str, Line] | None
    show: str
    counts: tuple[Count, ...]
    groups: tuple[GroupParts, ...]
    problems_title: str
    problems: tuple[Line, ...]
    about_title: str
    about: str
    files: Line


_CLAIM = N_(
    "That the reference agrees, or does not, with what the registry of its identifier holds. "
    "Not that the work is sound, nor that it says what the text claims. "
    "“Could not be checked” says nothing about the reference."
)


def page_parts(report: Report, links: ReportLinks | None = None, lang: str = "en") -> PageParts:
    """All that the reference report says, one group a source, in order of place."""
    links = links or ReportLinks()
    wording = words(lang)
    by_source: dict[str, list[Verdict]] = {}
    for verdict in sorted_verdicts(report):
        by_source.setdefault(verdict.reference.location.source, []).append(verdict)
    return PageParts(
        title=wording.text(N_("Reference report")),
        lang=wording.lang,
        intro=_intro(report, len(by_source), wording),
        banner=_banner(report, wording),
        show=wording.text(N_("Show")),
        counts=_counts(report, wording),
        groups=tuple(_group(source, verdicts, links, wording) for source, verdicts in by_source.items()),
        problems_title=wording.text(N_("Problems in the sources")),
        problems=tuple(_problem(report, links, wording)),
        about_title=wording.text(N_("What a verdict claims")),
        about=wording.text(_CLAIM),
        files=_files(links, wording),
    )


_NOTHING = N_(
    "No reference was found. What is read: entries below headings such as “References”, links to works, and roles."
)


def _intro(report: Report, pages: int, words: Words) -> Line:
    if not report.verdicts:
        return (Text(text=words.text(_NOTHING)),)
    references = words.count("{number} reference", "{number} references", len(report.verdicts))
    on = words.count("{number} page", "{number} pages", pages)
    days = sorted({asked.fetched_at[:10] for verdict in report.verdicts for asked in verdict.asked} - {""})
    if not days:
        return (Text(text=words.text(N_("{references} on {pages}."), references=references, pages=on)),)
    first, last = words.date(days[0]), words.date(days[-1])
    dates = first if first == last else words.text(N_("{first} to {last}"), first=first, last=last)
    message = N_("{references} on {pages}, checked with records of {dates}.")
    return (Text(text=words.text(message, references=references, pages=on, dates=dates)),)


def _banner(report: Report, words: Words) -> tuple[str, Line] | None:
    left = unanswered(report)
    outages = {outage.provider: outage for outage in report.outages}
    if outages:
        head = words.count("One provider did not answer.", "{number} providers did not answer.", len(outages))
    elif left:
        head = words.text(N_("Not everything could be checked."))
    else:
        return None
    sentences = [_outage(outage, words) for outage in outages.values()]
    if left:
        told = words.count("{number} reference got no answer.", "{number} references got no answer.", left)
        sentences.append((Text(text=told),))
    offline = any(verdict.reason is Reason.OFFLINE for verdict in report.verdicts)
    sentences.append(line(words.text(RUN_LOCK if offline and not outages else ASKS_AGAIN)))
    space = Text(text=words.space)
    return head, tuple(piece for sentence in sentences for piece in (space, *sentence))[1:]


def _outage(outage: ProviderOutage, words: Words) -> Line:
    waiting = outage.reason is FailureReason.RATE_LIMITED
    message = N_("{name} asked us to wait ({code}).") if waiting else N_("{name} did not answer ({code}).")
    return line(words.text(message), name=Text(text=PROVIDER_NAMES[outage.provider]), code=Code(text=outage.reason))


def _counts(report: Report, words: Words) -> tuple[Count, ...]:
    counts = report.count()
    problems = sum(map(needs_attention, report.verdicts))
    notices = sum(bool(verdict.notices) for verdict in report.verdicts)
    return (
        Count(value="all", number=counts["total"], label=words.text(N_("All references"))),
        Count(value="problem", number=problems, label=words.text(N_("Need attention"))),
        *(
            Count(value=status, number=counts[status], label=f"{SYMBOLS[status]} {words.text(STATUS_WORDS[status])}")
            for status in Status
        ),
        Count(value="notice", number=notices, label=words.text(N_("with a notice"))),
    )


def _group(source: str, verdicts: list[Verdict], links: ReportLinks, words: Words) -> GroupParts:
    page = links.pages.get(source) or PageLink(title=source, url="")
    number = words.count(
        "{number} reference in `{source}`", "{number} references in `{source}`", len(verdicts), source="{source}"
    )
    return GroupParts(
        anchor=f"scholar-in-{_slug(source)}",
        title=page.title,
        url=page.url,
        lang=page.lang if page.lang and page.lang != words.lang else "",
        about=line(number.replace("`{source}`", "{source}"), source=Code(text=source)),
        entries=tuple(_entry(verdict, links, words) for verdict in verdicts),
    )


def _slug(source: str) -> str:
    return re.sub(r"\W+", "-", source).strip("-").lower()


def _entry(verdict: Verdict, links: ReportLinks, words: Words) -> EntryParts:
    badge = badge_parts(verdict, words.lang)
    more = {"problem": needs_attention(verdict), "notice": bool(verdict.notices)}
    text = reference_line(verdict)
    written = any(_KANA.search(piece.text) for piece in text)
    return EntryParts(
        badge=badge,
        classes=tuple(
            f"scholar-entry--{name}" for name in (verdict.status, *(n for n, holds in more.items() if holds))
        ),
        text=text,
        text_lang="ja" if written and words.lang != "ja" else "",
        says=_says(badge, words),
        cited=_cited(verdict.reference, links, words),
    )


def reference_line(verdict: Verdict) -> Line:
    """A reference as it was written, its identifiers linked; a bare identifier with its record's words."""
    reference = verdict.reference
    written = reference.text or (entry_text(verdict.record) if verdict.record else "")
    pieces: tuple[Text | Link | Code, ...] = (Text(text=written),) if written else ()
    for identifier in reference.identifiers:
        linked = _linked(pieces, link(identifier), (identifier.value, spell(identifier)))
        pieces = linked or (*pieces, *((Text(text=" "),) if pieces else ()), link(identifier))
    return pieces


def _linked(pieces: Line, target: Link, spellings: Iterable[str]) -> Line:
    """The pieces with the identifier's first occurrence made a link; empty where it does not occur."""
    for spelling in sorted(spellings, key=len, reverse=True):
        for index, piece in enumerate(pieces):
            at = piece.text.lower().find(spelling.lower()) if isinstance(piece, Text) else -1
            if at >= 0:
                end = at + len(spelling)
                middle = Link(text=piece.text[at:end], url=target.url)
                around = (Text(text=piece.text[:at]), middle, Text(text=piece.text[end:]))
                return (*pieces[:index], *(part for part in around if part.text), *pieces[index + 1 :])
    return ()


def _says(badge: BadgeParts, words: Words) -> Line:
    """The details of a badge in one paragraph: the reason, then each row."""
    colon = words.context("after a mark", ": ")
    pieces: list[Text | Link | Code] = [Text(text=badge.reason)]
    for row in badge.rows:
        pieces += [Text(text=f" · {row.label}{colon}"), *row.value]
    return tuple(pieces)


def _cited(reference: Reference, links: ReportLinks, words: Words) -> Line:
    source = reference.location.source
    places = list(dict.fromkeys((reference.location, *reference.cited_at)))
    linked = [_place(place, links, words, named=place.source != source) for place in places]
    comma = Text(text=words.context("between names", ", "))
    listed = tuple(piece for place in linked for piece in (comma, *place))[1:]
    return (Text(text=words.text(N_("Cited at")) + " "), *listed)


def _place(place: Location, links: ReportLinks, words: Words, *, named: bool) -> Line:
    at = words.text(N_("line {number}"), number=place.line)
    if named:
        page = links.pages.get(place.source)
        at = words.context("between names", ", ").join([page.title if page else place.source, at])
    url = links.places.get(place, "")
    return (Link(text=at, url=url),) if url else (Text(text=at),)


def _problem(report: Report, links: ReportLinks, words: Words) -> Iterable[Line]:
    for problem in sorted_problems(report):
        place = _place(problem.location, links, words, named=True)
        yield (*place, Text(text=words.context("after a mark", ": ") + problem.message + " "), Code(text=problem.rule))


def _files(links: ReportLinks, words: Words) -> Line:
    if not links.files:
        return ()
    comma = Text(text=words.context("between names", ", "))
    linked = (Link(text=file.title, url=file.url) for file in links.files)
    listed = tuple(piece for file in linked for piece in (comma, file))[1:]
    return (Text(text=words.text(N_("The same as data")) + words.context("after a mark", ": ")), *listed)
