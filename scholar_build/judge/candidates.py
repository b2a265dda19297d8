"""References without an identifier: what to search for, and which hit is the work.

A hit is a guess until title (word by word) and authors prove it the same work. A namesake by other authors is
another work; so are a review, a correction or a recommendation with the work's title.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from scholar_build.identifiers import Scheme
from scholar_build.judge.claim import Claim
from scholar_build.judge.comparison import WITHOUT_IDENTIFIER, Comparison, compare
from scholar_build.judge.freetext import bare_text, guess_title, holds_title, query_text
from scholar_build.judge.kind import Kind
from scholar_build.judge.names import parts_of
from scholar_build.judge.normal import plain, words
from scholar_build.judge.outcome import Compared, Outcome
from scholar_build.judge.title import coverage, is_reworded, same_title
from scholar_build.judge.venue import is_preprint_server, same_venue
from scholar_build.model import (
    Answer,
    Basis,
    Field,
    Finding,
    Found,
    ProviderName,
    Question,
    Record,
    RelationType,
    Search,
)  # fmt: skip

PROVIDERS = (ProviderName.CROSSREF, ProviderName.OPENALEX, ProviderName.EUROPEPMC)
"""Who is searched, in this order, until a hit is a close match."""
BROAD = frozenset({ProviderName.CROSSREF, ProviderName.OPENALEX})
"""Of these one must have answered before a reference counts as not found."""
SHORT_TITLE = 3
"""Titles of fewer words prove nothing without authors."""

_ABOUT = re.compile(
    r"^\W*(?:faculty opinions recommendation|f1000 recommendation|review of|book review|reviewed work|erratum"
    r"|corrigendum|correction|author correction|publisher correction|retraction notice"
    r"|response to|reply to|comment(?:s|ary)? on"
    r"|decision letter|review for|author response)\b",
    re.IGNORECASE,
)
_ABOUT_TYPES = frozenset({"review-book", "review", "peer-review", "book-review", "erratum"})


def questions(claim: Claim) -> tuple[Search, ...]:
    """The searches that this reference allows, a function of its text alone."""
    fields = claim.fields
    if claim.structured:
        people = " ".join(name.family or str(name) for name in (fields.author or fields.editor)[:3])
        year = fields.issued[0] if fields.issued else 0
        title = plain(fields.title)
        text = " ".join(f"{title} {people} {fields.container_title} {year or ''}".split())
        author = (fields.author or fields.editor)[:1]
        family = max(parts_of(author[0]), key=len, default="") if author and not author[0].family else ""
        family = plain(author[0].family) if author and author[0].family else family
    else:
        text = claim.text
        title = guess_title(text)
        year = claim.years[0] if claim.years else 0
        family = ""
    text = query_text(bare_text(text))
    if not words(text):
        return ()
    return tuple(
        Search(provider=name, text=text, title=query_text(title), author=family, year=year) for name in PROVIDERS
    )


def hits(searches: Iterable[Search], answers: Mapping[Question, Answer]) -> list[Record]:
    """Every record that the searches found, without those that are about the work instead of being it."""
    found = [record for one in searches if isinstance(answer := answers.get(one), Found) for record in answer.records]
    return [record for record in found if not is_about(record)]


def is_about(record: Record) -> bool:
    """Whether the record is a review, correction or recommendation of a work."""
    return record.is_notice or record.type in _ABOUT_TYPES or _ABOUT.match(record.title) is not None


def is_preprint(record: Record) -> bool:
    """Whether the record is of a preprint: it says nothing about a publication's year or venue."""
    venues = (*record.container_titles, record.publisher)
    return (
        record.type in {"preprint", "posted-content"}
        or any(one.scheme is Scheme.DOI and one.value.startswith("10.48550/") for one in record.identifiers)
        or any(is_preprint_server(venue) for venue in venues if venue)
        or (not record.container_titles and any(one.scheme is Scheme.ARXIV for one in record.identifiers))
    )


def same_works(claim: Claim, records: Iterable[Record], checks: Collection[str]) -> list[Comparison]:
    """The hits that title and authors prove to be the work, best first; a preprint only where no publication is."""
    likely = [one for one in records if _has_title(claim, one)]
    compared = [compare(claim, one, checks, threshold=WITHOUT_IDENTIFIER) for one in likely]
    proven = [one for one in compared if is_same_work(claim, one)]
    wants_preprint = claim.kind is Kind.PREPRINT
    fitting = [one for one in proven if is_preprint(one.record) == wants_preprint] or proven
    return sorted(fitting, key=lambda one: (len(one.findings(Basis.SEARCH)), -len(one.agreed)))


def _has_title(claim: Claim, record: Record) -> bool:
    if claim.structured:
        return same_title(claim.fields.title, record.titles)
    return any(
        coverage((title,), claim.text) >= WITHOUT_IDENTIFIER and not is_reworded(title, claim.text)
        for title in record.titles
    )


def is_same_work(claim: Claim, compared: Comparison) -> bool:
    """Whether a hit has the title and does not have other authors."""
    if compared.outcome(Field.TITLE) is not Outcome.AGREE:
        return False
    if is_proven(compared):
        return True
    long_enough = len(words(compared.record.title)) >= SHORT_TITLE
    return compared.authors is None and long_enough and compared.outcome(Field.YEAR) is Outcome.AGREE


def is_proven(compared: Comparison) -> bool:
    """Whether the authors prove a hit with the right title the same work: half of the shorter list is in the other."""
    return compared.authors is not None and compared.authors >= 0.5


def is_close(compared: Comparison) -> bool:
    """Whether nothing differs and the year agrees."""
    return not compared.findings(Basis.SEARCH) and Field.YEAR in compared.agreed


def may_accuse(claim: Claim, compared: Comparison) -> bool:
    """Whether title word by word and authors prove the same work, and the record is of the form that was cited."""
    if not is_proven(compared) or (is_preprint(compared.record) and claim.kind is not Kind.PREPRINT):
        return False
    return claim.structured or any(holds_title(title, claim.text) for title in compared.record.titles)


def only_preprint(claim: Claim, works: Iterable[Comparison]) -> bool:
    """Whether a publication was cited, and all that any source knows is a preprint, proven the same work."""
    published = (RelationType.PUBLISHED_VERSION, RelationType.IDENTICAL)
    return (
        claim.structured
        and claim.kind is not Kind.PREPRINT
        and bool(claim.fields.container_title)
        and all(
            is_proven(one)
            and is_preprint(one.record)
            and not any(edge.type in published for edge in one.record.relations)
            for one in works
        )
    )


def preprint_finding(claim: Claim, record: Record) -> Finding:
    """That the version cited as published is known as a preprint only."""
    cited = (claim.fields.container_title, *map(str, claim.years))
    recorded = (record.container_title or record.publisher or "preprint", *map(str, record.years))
    return Finding(
        rule="version-mismatch",
        field=Field.VERSION,
        cited=" ".join(cited),
        recorded=" ".join(recorded),
        provider=record.provider,
        basis=Basis.SEARCH,
        part="preprint only",
    )


def closest(claim: Claim, records: Iterable[Record]) -> Record | None:
    """The hit to suggest: the one with most of title and authors, at least half of the title."""
    compared = [compare(claim, one, ("title", "year", "authors")) for one in records if one.titles]
    likely = [one for one in compared if one.share >= 0.5]
    if not likely:
        return None
    return max(likely, key=lambda one: (round(one.share + (one.authors or 0.0), 2), not is_preprint(one.record))).record


def pooled(best: Comparison, works: Iterable[Comparison]) -> Comparison:
    """The best hit, with what other sources say of the same publication where the hit itself says nothing."""
    spoken = {(field, compared.part) for field, compared in best.fields}
    spoken.update((field, "") for field, _ in best.fields if field is not Field.PAGES)
    extra: dict[tuple[Field, str], Compared] = {}
    for one in works:
        if one is best or not _same_publication(best.record, one.record):
            continue
        for field, compared in one.fields:
            key = (field, compared.part if field is Field.PAGES else "")
            if key not in spoken and (key not in extra or compared.outcome is Outcome.AGREE):
                extra[key] = compared
    if not extra:
        return best
    fields = (*best.fields, *((field, compared) for (field, _), compared in extra.items()))
    return Comparison(record=best.record, fields=fields, share=best.share, authors=best.authors)


def _same_publication(one: Record, other: Record) -> bool:
    """Whether two sources describe one publication: a common identifier, or one venue and a common year."""
    if set(one.identifiers) & set(other.identifiers):
        return True
    venues = ((mine, theirs) for mine in one.container_titles for theirs in other.container_titles)
    return bool(set(one.years) & set(other.years)) and any(same_venue(mine, theirs) for mine, theirs in venues)
