"""Where a page's references gather: entries, mentions, and the faults of both."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from scholar_build.identifiers import Scheme, find_identifiers
from scholar_build.model import Acceptance, Problem, Reference
from scholar_build.scan.blocks import Block, Inline, InlineReader, Kind, Place
from scholar_build.scan.code import blank
from scholar_build.scan.entry import is_placeholder, looks_like_reference, read_entry, read_mention, squeeze
from scholar_build.scan.ignore import is_ignore, parse_ignore
from scholar_build.scan.lint import names_other_work

_WORDS = ("10.", "10/", "10%2", "10．", "１０", "arxiv", "pubmed", "pmid", "pmc", "openalex", "doi", "corr", "acm.org")
_OLD_ARXIV = re.compile(r"/\d{7}")
_DOCUMENT_ONLY = frozenset({Scheme.ISBN})  # counts inside an entry, but is no mention by itself


class Collector:
    """What a page has yielded so far."""

    def __init__(self, place: Place, inline: InlineReader, *, labelled: bool) -> None:
        self.place = place
        self.labelled = labelled  # a link by label may lead to a work
        self.inline = inline
        self.references: list[Reference] = []
        self.problems: list[Problem] = []
        self.labels: dict[str, int] = {}  # label: line, within one reference list
        self.waiting: Acceptance | None = None  # from a comment before its entry
        self.waiting_for = -1  # the last line on which that entry may begin
        self.last_line = -3  # the last line of the last reference

    def join(self, leaves: Sequence[Block]) -> tuple[str, tuple[str, ...], Acceptance | None]:
        """Blocks that belong together: their text, the targets of their links, and what a comment says of them."""
        return _joined([self._leaf(leaf) for leaf in leaves])

    def _leaf(self, leaf: Block) -> Inline:
        if leaf.kind is Kind.COMMENT:
            return Inline("", accepted=parse_ignore(leaf.text))
        return self.inline(leaf.text)

    def looks(self, leaves: Sequence[Block]) -> bool:
        """Whether blocks together read like a reference."""
        text, targets, _ = self.join(leaves)
        return looks_like_reference(text, targets)

    def entry(self, leaves: Sequence[Block], key: str = "") -> None:
        """Take in blocks that are one entry; what is none may be a placeholder."""
        if not leaves:
            return
        read = [self._leaf(leaf) for leaf in leaves]
        text, targets, accepted = _joined(read)
        location = self.place.of(leaves[0])
        reference = read_entry(text, location, key, targets, accepted or self._accepted(leaves))
        if reference is None:
            self.placeholder(leaves[0], Inline(text))
            return
        self.references.append(reference)
        for leaf, inline in zip(leaves, read, strict=True):
            self._links(leaf, inline)
        self.last_line = max(leaf.line + leaf.text.count("\n") for leaf in leaves)
        if reference.key:
            first = self.labels.setdefault(reference.key, location.line)
            if first != location.line:
                message = f"The label `{reference.key}` already stands at line {first}."
                self.problem("duplicate-key", leaves[0], message, reference.key)

    def _links(self, block: Block, inline: Inline) -> None:
        """Report links whose text names another work than their target."""
        for link in inline.links:
            if link.label != link.target and may_name_work(link.label) and names_other_work(link.label, link.target):
                message = f"The link reads `{squeeze(link.label)[:60]}` and leads to `{link.target[:60]}`."
                location = self.place.within(block)(link.start)
                self.problems.append(Problem(rule="link-mismatch", location=location, message=message))

    def placeholder(self, block: Block, inline: Inline) -> None:
        """Report text that stands for a reference still to come."""
        if is_placeholder(inline.text):
            self.problem("placeholder", block, f"`{squeeze(inline.text)[:60]}` is a placeholder.")

    def problem(self, rule: str, block: Block, message: str, key: str = "") -> None:
        """Report a fault at the place where a block begins."""
        self.problems.append(Problem(rule=rule, location=self.place.of(block), message=message, key=key))

    def mention(self, block: Block) -> None:
        """Find the works that running text names: by link, by role, or by the identifier as it stands."""
        text = block.text
        if not (may_name_work(text) or (self.labelled and ("]" in text or "`_" in text))):
            return
        inline = self.inline(text)
        accepted = inline.accepted or self._accepted([block])
        locate = self.place.within(block)
        found: list[tuple[int, str, str]] = []
        spans = list(inline.hidden)
        for link in inline.links:
            if read_mention(link.target, link.label, locate(link.start)):
                found.append((link.start, link.target, link.label))
                spans.append((link.start, link.end))
        self._links(block, inline)
        masked = _mask(text, spans)
        bare = (each for each in find_identifiers(masked) if each.identifier.scheme not in _DOCUMENT_ONLY)
        found += [(each.start, masked[each.start : each.end], masked[each.start : each.end]) for each in bare]
        end = block.line + text.count("\n")
        seen: set[tuple[int, str]] = set()
        for start, target, label in sorted(found):
            location = locate(start)
            reference = read_mention(target, label, location, accepted)
            if reference and (location.line, str(reference.identifiers[0])) not in seen:
                seen.add((location.line, str(reference.identifiers[0])))
                self.references.append(reference)
                self.last_line = end

    def targets(self, targets: Sequence[tuple[Block, bool]]) -> None:
        """Take in link definitions as entries or mentions, where nothing on the page has named their works."""
        known = {identifier for reference in self.references for identifier in reference.identifiers}
        for target, listed in targets:
            named = {each.identifier for each in find_identifiers(target.text)}
            if named and named <= known:
                continue
            if listed:
                self.entry([target], key=target.key)
            else:
                self.mention(target)

    def comment(self, block: Block) -> None:
        """Take in a comment that may accept the entry above or below it."""
        if is_ignore(block.text):
            accepted = parse_ignore(block.text)
            if accepted is None:
                self.problem("broken-entry", block, "`scholar: ignore` needs a reason, and a date as YYYY-MM-DD.")
            elif self._follows_its_entry(block):
                self.references[-1] = msgspec.structs.replace(self.references[-1], accepted=accepted)
            else:
                self.waiting, self.waiting_for = accepted, block.line + block.text.count("\n") + 2

    def _follows_its_entry(self, comment: Block) -> bool:
        """Whether a comment speaks of the entry above it rather than the one below."""
        gap = comment.line - self.last_line
        below = comment.line + comment.text.count("\n") + 1
        joined = below < len(self.place.lines) and bool(self.place.lines[below].strip())
        return bool(self.references) and (gap == 1 or (gap == 2 and not joined))

    def _accepted(self, leaves: Sequence[Block]) -> Acceptance | None:
        """What a comment just above these blocks says of them."""
        accepted, self.waiting = self.waiting, None
        return accepted if leaves[0].line <= self.waiting_for else None


def _joined(read: Sequence[Inline]) -> tuple[str, tuple[str, ...], Acceptance | None]:
    accepted = next((each.accepted for each in read if each.accepted), None)
    return "\n".join(each.text for each in read), tuple(t for each in read for t in targets_of(each)), accepted


def may_name_work(text: str) -> bool:
    """A quick look: False only where no identifier can stand in the text."""
    lower = text.lower()
    for word in _WORDS:  # a plain loop: this is asked of every paragraph
        if word in lower:
            return True
    return _OLD_ARXIV.search(text) is not None


def targets_of(inline: Inline) -> tuple[str, ...]:
    """The targets of a text's links, in order."""
    return tuple(link.target for link in inline.links)


def _mask(text: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        start = max(start, at)
        pieces += [text[at:start], blank(text[start:end])]
        at = end
    return "".join(pieces) + text[at:]
