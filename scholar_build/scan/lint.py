"""Faults of the references themselves, which no provider is needed to see."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from scholar_build.identifiers import Identifier, find_identifiers
from scholar_build.model import Location, Origin, Problem, Reference
from scholar_build.scan.entry import is_placeholder

_MEANT = re.compile(
    r"(?<![\w/.-])(?:doi\s?[:：]\s?(?:https?://(?:dx\.)?doi\.org/)?|(?:https?://)?(?:dx\.)?doi\.org/)(?P<doi>(?:10[./]|\d)[^\s<>\"]*)"
    r"|(?<![\w/.-])arxiv\s?[:：]\s?(?P<arxiv>\d[\d.v]{3,})"
    r"|\bisbn(?:-1[03])?\s?[:：]?\s?(?P<isbn>(?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dx])(?![\d-])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u3400-\u9fff]")
_SPELLED_OUT = re.compile(r"https?://\S+|(?:doi\s*[:：]\s*)?\b10\.\d{4,9}/\S+", re.IGNORECASE)
_SAME = 0.5  # the least share of the shorter title's words that two titles of one work have in common


def lint(
    references: Iterable[Reference], citations: Iterable[tuple[str, Location]] | None = None
) -> tuple[Problem, ...]:
    """Find faults among references of one project, in order of place.

    `citations` are the keys that its pages cite, with their places; without them no citation is
    called missing, and an entry is called uncited only where others are known to be cited.
    """
    references = tuple(references)
    cited = None if citations is None else tuple(citations)
    problems = [
        *_two_titles(references),
        *_two_entries(references),
        *(problem for reference in references for problem in _of_one(reference)),
        *_uncited(references, cited),
        *_missing(references, cited or ()),
    ]
    return tuple(sorted(problems, key=lambda problem: (problem.location, problem.rule)))


def names_other_work(label: str, target: str) -> bool:
    """Whether a link's text and its target each hold an identifier of one scheme, and not the same."""
    said = {each.identifier for each in find_identifiers(label)}
    meant = {each.identifier for each in find_identifiers(target)}
    if not said or not meant or said & meant:
        return False
    return bool({each.scheme for each in said} & {each.scheme for each in meant})


def malformed_identifiers(text: str) -> tuple[tuple[int, str], ...]:
    """What is meant as an identifier and is none: where it stands, and how it is written."""
    meant = list(_MEANT.finditer(text))
    if not meant:
        return ()
    spans = [(each.start, each.end) for each in find_identifiers(text)]
    return tuple(
        (match.start(), match[0].rstrip(".,;:)"))
        for match in meant
        if not any(start < match.end() and match.start() < end for start, end in spans)
    )


def _of_one(reference: Reference) -> Iterator[Problem]:
    if reference.origin is Origin.ENTRY:
        for _, written in malformed_identifiers(reference.text):
            yield _problem("malformed-identifier", reference, f"`{written}` is no identifier that can be registered.")
    title = reference.fields.title if reference.fields else ""
    if title and is_placeholder(title):
        yield _problem("placeholder", reference, f"The title `{title}` is a placeholder.")


def _two_titles(references: tuple[Reference, ...]) -> Iterator[Problem]:
    holders: dict[Identifier, list[Reference]] = defaultdict(list)
    for reference in references:
        if reference.origin is not Origin.MENTION and len(reference.identifiers) == 1:
            holders[reference.identifiers[0]].append(reference)
    for identifier, group in holders.items():
        first = group[0]
        words = _title_words(first)
        for other in group[1:]:
            if _differ(words, _title_words(other)):
                message = f"{identifier} also stands on another title at {first.location}."
                yield _problem("duplicate-identifier", other, message)


def _title_words(reference: Reference) -> frozenset[str]:
    text = reference.fields.title if reference.fields and reference.fields.title else reference.text
    return frozenset(_WORD.findall(_SPELLED_OUT.sub(" ", text).casefold()))


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    least = min(len(one), len(other))
    return least >= 3 and len(one & other) < _SAME * least


def _two_entries(references: tuple[Reference, ...]) -> Iterator[Problem]:
    """One key in two bibliographies; within one, its reader has said so already."""
    first: dict[str, Reference] = {}
    for reference in references:
        if reference.origin is not Origin.BIBLIOGRAPHY or not reference.key:
            continue
        earlier = first.setdefault(reference.key, reference)
        if earlier.location.source != reference.location.source:
            message = f"The key `{reference.key}` also stands at {earlier.location}."
            yield _problem("duplicate-key", reference, message)


def _uncited(references: tuple[Reference, ...], cited: tuple[tuple[str, Location], ...] | None) -> Iterator[Problem]:
    entries = [reference for reference in references if reference.origin is Origin.BIBLIOGRAPHY]
    keys = {key for key, _ in cited or ()}
    if "*" in keys or (cited is None and not any(entry.cited_at for entry in entries)):
        return
    for entry in entries:
        if entry.key not in keys and not entry.cited_at:
            yield _problem("uncited-entry", entry, f"No page cites `{entry.key}`.")


def _missing(references: tuple[Reference, ...], cited: tuple[tuple[str, Location], ...]) -> Iterator[Problem]:
    known = {reference.key for reference in references}
    for key, location in cited:
        if key != "*" and key not in known:
            message = f"No entry has the key `{key}`.{_meant(key, known)}"
            yield Problem(rule="missing-entry", location=location, key=key, message=message)


def _meant(key: str, known: Iterable[str]) -> str:
    from rapidfuzz import fuzz, process

    close = process.extractOne(key, sorted(known), scorer=fuzz.ratio, score_cutoff=75)
    return f" Is `{close[0]}` meant?" if close else ""


def _problem(rule: str, reference: Reference, message: str) -> Problem:
    return Problem(rule=rule, location=reference.location, key=reference.key, message=message)
