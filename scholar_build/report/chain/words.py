"""What a citation chain says about itself in words: its state, the reasons, its warnings."""

from __future__ import annotations

from collections.abc import Iterator

from scholar_build.model.chain import (
    ChainNode,
    ChainReason,
    ChainStatus,
    ChainWarning,
    CitationChain,
    Direction,
    Remark,
    Shortfall,
)
from scholar_build.report.citation import inline_citation
from scholar_build.report.inline import Code, Inline, Line, Link, Text, line
from scholar_build.report.words import N_, Words

STATUS_HEADS = {
    ChainStatus.COMPLETE_WITHIN_BOUNDS: N_("COMPLETE WITHIN BOUNDS"),
    ChainStatus.PARTIAL: N_("PARTIAL"),
    ChainStatus.BLOCKED_SEED_IDENTITY_NOT_VERIFIED: N_("BLOCKED: the seed’s identity could not be verified"),
    ChainStatus.BLOCKED_SEED_LOOKUP: N_("BLOCKED: the seed could not be looked up"),
}
ABOUT = N_(
    "Citation edges as OpenAlex asserts them; nobody has checked them against the works. "
    "A work without edges here is not a work without citations."
)


def node_name(node: ChainNode) -> str:
    """A work as "Family et al. (Year)"."""
    return inline_citation(node.record)


def status_line(chain: CitationChain, words: Words) -> Line:
    """One paragraph that says what the state means here."""
    match chain.status:
        case ChainStatus.COMPLETE_WITHIN_BOUNDS:
            message = N_(
                "Every request was answered and no limit was reached: depth {depth}, at most {most} works {to}."
            )
            return (Text(text=words.text(message, **_bounds(chain, words))),)
        case ChainStatus.PARTIAL:
            return (Text(text=words.text(N_("The picture is incomplete, because:"))),)
        case ChainStatus.BLOCKED_SEED_IDENTITY_NOT_VERIFIED:
            asked, given = Code(text=chain.seed), Code(text=chain.answered_doi)
            told = (
                N_("OpenAlex answered {given} when asked for {asked}.")
                if chain.answered_doi
                else N_("OpenAlex answered with a record without a valid DOI when asked for {asked}.")
            )
            nothing = words.text(N_("Nothing is drawn, since it might be another work’s chain."))
            return (*line(words.text(told), asked=asked, given=given), Text(text=words.space + nothing))
        case ChainStatus.BLOCKED_SEED_LOOKUP:
            again = Text(text=words.space + words.text(N_("The next build asks again.")))
            if not chain.provider_errors:
                return (*line(words.text(N_("OpenAlex does not hold {asked}.")), asked=Code(text=chain.seed)), again)
            error = chain.provider_errors[0]
            message = N_("OpenAlex did not answer ({code}).")
            return (*line(words.text(message), code=Code(text=error.reason)), again)


def reason_lines(chain: CitationChain, words: Words) -> Iterator[Line]:
    """Each reason for `PARTIAL`, in the order in which it was met."""
    for reason in chain.reasons:
        yield _reason(reason, chain, words)


def _reason(reason: ChainReason, chain: CitationChain, words: Words) -> Line:
    values = {"shown": reason.shown, "total": reason.total, "work": "{work}"}
    pieces: dict[str, Inline] = {
        "work": Text(text=_subject(reason.node, chain, words)),
        "setting": Code(text="per_direction"),
        "code": Code(text=str(reason.failure or "")),
    }
    match reason.shortfall:
        case Shortfall.MORE_REFERENCES:
            message = N_("OpenAlex lists {total} references of {work}; {shown} are shown ({setting}).")
        case Shortfall.MORE_CITING:
            message = N_("OpenAlex counts {total} works that cite {work}; {shown} are shown ({setting}).")
        case Shortfall.WITHOUT_RECORD:
            sentence = words.count(
                "{number} reference of {work} has no record at OpenAlex.",
                "{number} references of {work} have no record at OpenAlex.",
                reason.shown,
                work="{work}",
            )
            return line(sentence, **pieces)
        case Shortfall.WITHOUT_IDENTIFIER:
            sentence = words.count(
                "{number} reference without identifier: OpenAlex counts {total} for {work}.",
                "{number} references without identifier: OpenAlex counts {total} for {work}.",
                reason.shown,
                total=reason.total,
                work="{work}",
            )
            return line(sentence, **pieces)
        case Shortfall.SHORT_PAGE:
            message = N_("OpenAlex counts {total} works that cite {work}, but its list holds {shown}.")
        case Shortfall.COUNTS_DIFFER:
            message = N_("OpenAlex’s record of {work} counts {total} citing works, its list {shown}.")
        case Shortfall.REFERENCES_NOT_ANSWERED:
            message = N_("OpenAlex did not answer for references of {work} ({code}).")
        case Shortfall.CITING_NOT_ANSWERED:
            message = N_("OpenAlex did not answer which works cite {work} ({code}).")
        case Shortfall.NO_OPENALEX_ID:
            message = N_("OpenAlex gives no id for {work}, so nobody can be asked which works cite it.")
        case Shortfall.NODE_CEILING:
            message = N_("The ceiling of {total} works was reached; what lies beyond was not followed.")
        case Shortfall.CALL_CEILING:
            message = N_("The ceiling of {total} requests was reached; what lies beyond was not asked.")
    return line(words.text(message, **values, setting="{setting}", code="{code}"), **pieces)


def remark_line(remark: Remark, chain: CitationChain, words: Words) -> str:
    """One warning as a sentence."""
    work = _subject(remark.subject, chain, words)
    match remark.warning:
        case ChainWarning.SELF_REFERENCE:
            return words.text(N_("OpenAlex lists {work} among its own references; that edge is left out."), work=work)
        case ChainWarning.SAME_WORK:
            return words.text(N_("Two ids of OpenAlex name {work}; it is shown once."), work=work)
        case ChainWarning.STALE:
            return words.text(N_("An older answer stands in for {work}, since OpenAlex did not answer."), work=work)


def _subject(id_: str, chain: CitationChain, words: Words) -> str:
    node = chain.node(id_)
    if node is None:
        return id_
    return node_name(node) if node.depth else words.text(N_("the seed"))


def _bounds(chain: CitationChain, words: Words) -> dict[str, object]:
    bounds = chain.bounds
    both = len(bounds.directions) > 1
    one_way = N_("that cite it") if bounds.directions == (Direction.FORWARD,) else N_("that it cites")
    to = words.text(N_("in each direction") if both else one_way)
    return {"depth": bounds.max_depth, "most": bounds.max_per_direction, "to": to}


def intro_line(chain: CitationChain, words: Words) -> Line:
    """What the chain is of and how large it is."""
    seed = chain.nodes[0]
    works = words.count("{number} work", "{number} works", len(chain.nodes))
    edges = words.count("{number} edge", "{number} edges", len(chain.edges))
    message = N_(
        "How {seed} hangs together with what it cites and what cites it. "
        "{works}, {edges}, depth {depth}, at most {most} works {to}."
    )
    title = f"{node_name(seed)}, “{seed.record.title}”" if seed.record.title else node_name(seed)
    target = Link(text=title, url=seed.identifier.url if seed.identifier else "")
    values = _bounds(chain, words)
    return line(words.text(message, seed="{seed}", works=works, edges=edges, **values), seed=target)


def relation(node: ChainNode, words: Words) -> str:
    """How a work is related to the seed: `cited`, `citing, 2 steps`."""
    if node.side is None:
        return words.text(N_("seed"))
    side = words.text(N_("cited") if node.side is Direction.BACKWARD else N_("citing"))
    comma = words.context("between names", ", ")
    return f"{side}{comma}{words.text(N_('2 steps'))}" if node.depth > 1 else side


def about_line(chain: CitationChain, words: Words) -> str:
    """Whose data this is, of which day, and what it is not."""
    about = words.text(ABOUT)
    if not chain.checked_at:
        return about
    read = words.text(N_("Read on {date}."), date=words.date(chain.checked_at, long=True))
    return f"{about}{words.space}{read}"
