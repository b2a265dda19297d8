"""The chains, watches and deadlines that the pages of a site show: made once for a build, as HTML and as files.

Hosts find `{scholar-chain} NAME`, `{scholar-watch} NAME` and `{scholar-deadlines}` in their pages, and ask here for
the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from enum import StrEnum

from scholar_build import chain, deadlines, watch
from scholar_build.check import lock_path
from scholar_build.config import Settings
from scholar_build.errors import SourceError
from scholar_build.identifiers import Identifier
from scholar_build.lock import read_watches
from scholar_build.lookup import Session
from scholar_build.model import Failure, Frozen, Verdict
from scholar_build.model.chain import CitationChain
from scholar_build.model.deadline import DeadlineBoard
from scholar_build.model.watch import WatchResult
from scholar_build.report.chain.parts import slug
from scholar_build.report.page import PageLink
from scholar_build.report.words import words

FOLDER = "scholar"
"""Where a site keeps the files that belong to its chains, watches and deadlines."""


class BlockKind(StrEnum):
    """What a block of a page shows."""

    CHAIN = "chain"
    WATCH = "watch"
    DEADLINES = "deadlines"


class PageBlock(Frozen, frozen=True, kw_only=True):
    """One block that a page asks for: its kind, and the name of an entry of the settings where there may be several."""

    kind: BlockKind
    name: str


class BlockFile(Frozen, frozen=True, kw_only=True):
    """A file beside a page: its name in the folder of the site, what a reader calls it, its text."""

    name: str
    title: str
    text: str


Made = CitationChain | WatchResult | DeadlineBoard
"""What fills a block."""


def page_block(kind: str, name: str, settings: Settings) -> PageBlock:
    """The block of a name; raises `SourceError` for a name that the settings do not hold."""
    if kind == BlockKind.DEADLINES:
        if not settings.deadlines.file:
            raise SourceError("a page shows {scholar-deadlines}, but the settings name no `file` under [deadlines]")
        return PageBlock(kind=BlockKind.DEADLINES, name="")
    entries = settings.chain if kind == BlockKind.CHAIN else settings.watch
    names = [entry.name for entry in entries]
    if name not in names:
        known = f"; there is {', '.join(names)}" if names else ""
        raise SourceError(f"{{scholar-{kind}}} names `{name}`, but no [[{kind}]] of the settings has that name{known}")
    return PageBlock(kind=BlockKind(kind), name=name)


def make_blocks(
    blocks: Iterable[PageBlock], settings: Settings, session: Session, *, today: date
) -> dict[PageBlock, Made]:
    """Make every block once; raises `SourceError` for a seed that is no DOI and a list that cannot be read."""
    chains = {setting.name: setting for setting in settings.chain}
    watches = {setting.name: setting for setting in settings.watch}
    made: dict[PageBlock, Made] = {}
    lines = None
    for block in dict.fromkeys(blocks):
        if block.kind is BlockKind.CHAIN:
            made[block] = chain.chain(chains[block.name], session)
        elif block.kind is BlockKind.DEADLINES:
            made[block] = deadlines.board(settings)
        else:
            lines = read_watches(lock_path(settings)) if lines is None else lines
            made[block] = watch.watch(watches[block.name], session, lines=lines, today=today)
    return made


def is_pending(made: Made) -> bool:
    """Whether something is still being looked up."""
    if isinstance(made, CitationChain):
        return any(error.reason is Failure.PENDING for error in made.provider_errors)
    if isinstance(made, DeadlineBoard):
        return False
    return any(source.failure is Failure.PENDING for source in made.sources)


def block_html(
    made: Made,
    *,
    here: Mapping[Identifier, Verdict] | None = None,
    files: tuple[PageLink, ...] = (),
    lang: str = "en",
    page_lang: str = "",
) -> str:
    """A block as HTML; `here` are the verdicts of what the site cites, `files` its data with their addresses."""
    if isinstance(made, CitationChain):
        from scholar_build.report.chain.html import chain_html

        return chain_html(made, here=here, files=files, lang=lang, page_lang=page_lang)
    if isinstance(made, DeadlineBoard):
        from scholar_build.report.deadline.html import deadlines_html
        from scholar_build.report.deadline.parts import deadlines_page

        return deadlines_html(
            deadlines_page(made, lang), calendar=files[0].url if files else "", page_lang=words(page_lang).lang
        )
    from scholar_build.report.watch.html import watch_html

    return watch_html(made, files=files, lang=lang, page_lang=page_lang)


def block_files(made: Made, *, site: str = "", page: str = "", lang: str = "en") -> tuple[BlockFile, ...]:
    """The data of a block as files; `site` and `page` are the whole addresses of the site and of the block's page."""
    if isinstance(made, CitationChain):
        return tuple(_chain_files(made))
    if isinstance(made, DeadlineBoard):
        return tuple(_deadline_files(made, lang))
    return tuple(_watch_files(made, site, page, lang))


def _chain_files(made: CitationChain) -> Iterator[BlockFile]:
    from scholar_build.report.chain.formats import SUFFIXES, render_chain

    titles = {"json": "JSON", "graphml": "GraphML", "dot": "DOT", "bib": "BibTeX"}
    for format_, suffix in SUFFIXES.items():
        name = f"{FOLDER}/chain-{slug(made.name)}.{suffix}"
        yield BlockFile(name=name, title=titles[suffix], text=render_chain(made, format_))


def _deadline_files(made: DeadlineBoard, lang: str) -> Iterator[BlockFile]:
    from scholar_build.report.deadline.calendar import render_calendar

    text = render_calendar(made.listed.deadlines, made.remind_days, words(lang))
    yield BlockFile(name=f"{FOLDER}/deadlines.ics", title=".ics", text=text)


def _watch_files(made: WatchResult, site: str, page: str, lang: str) -> Iterator[BlockFile]:
    from scholar_build.report.watch.atom import watch_atom
    from scholar_build.report.watch.formats import WatchFormat, render_watch

    name = f"{FOLDER}/watch-{slug(made.name)}"
    feed = f"{site.rstrip('/')}/{name}.xml" if site else ""
    atom = watch_atom(made, site=site, page=page, feed=feed, lang=lang)
    yield BlockFile(name=f"{name}.xml", title="Atom", text=atom)
    yield BlockFile(name=f"{name}.json", title="JSON", text=render_watch([made], WatchFormat.JSON))
