"""A reference against one record, field by field."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scholar_build.judge import title as titles
from scholar_build.judge.authors import compare_authors, share_known, show
from scholar_build.judge.byline import byline
from scholar_build.judge.claim import Claim
from scholar_build.judge.freetext import (
    TITLE_LIKE,
    author_and_year,
    cited_title,
    families_in,
    first_named,
    holds_title,
    leading_names,
    other_words,
)
from scholar_build.judge.normal import fold, same_script, words
from scholar_build.judge.outcome import AGREES, NOT_COMPARED, Compared, Outcome, differs
from scholar_build.judge.pages import compare_issue, compare_pages, compare_volume
from scholar_build.judge.publisher import compare_publisher
from scholar_build.judge.venue import compare_venue, with_section
from scholar_build.judge.version import compare_versions
from scholar_build.judge.year import compare_years, years_in
from scholar_build.model import Basis, Field, Finding, Frozen, Record, RelationType

WITH_IDENTIFIER = 0.6
"""The share of the record's title words that must stand in a reference that names the record."""
WITHOUT_IDENTIFIER = 0.8
"""The share that must stand in a reference for which the record was found by searching."""

_FIELDS = tuple(Field)
_RULES = {
    Field.TITLE: "title-mismatch",
    Field.AUTHORS: "author-mismatch",
    Field.YEAR: "year-mismatch",
    Field.VENUE: "venue-mismatch",
    Field.PAGES: "pages-mismatch",
    Field.VERSION: "version-mismatch",
}


class Comparison(Frozen, frozen=True, kw_only=True):
    """The outcome of every field that was compared.

    `share` is the part of the record's title words in the reference, `authors` the part of the shorter author list
    in the other one (`None`: not comparable), whether or not authors were among the checks.
    """

    record: Record
    fields: tuple[tuple[Field, Compared], ...]
    share: float
    authors: float | None

    def outcome(self, field: Field) -> Outcome:
        """The gravest outcome among the parts of a field."""
        outcomes = {compared.outcome for name, compared in self.fields if name is field}
        for outcome in (Outcome.DIFFER, Outcome.AGREE):
            if outcome in outcomes:
                return outcome
        return Outcome.NOT_COMPARABLE

    @property
    def agreed(self) -> tuple[Field, ...]:
        """The fields that were compared and agree."""
        differing = {field for field, compared in self.fields if compared.outcome is Outcome.DIFFER}
        agreeing = {field for field, compared in self.fields if compared.outcome is Outcome.AGREE}
        return tuple(field for field in _FIELDS if field in agreeing and field not in differing)

    @property
    def other_work(self) -> bool:
        """Whether the record is of another work: another title, and no authors who say otherwise."""
        return (
            self.outcome(Field.TITLE) is Outcome.DIFFER
            and self.share < WITH_IDENTIFIER
            and (self.authors is None or self.authors < 0.5)
        )

    def findings(self, basis: Basis) -> tuple[Finding, ...]:
        """The differences, gravest field first."""
        differing = [pair for pair in self.fields if pair[1].outcome is Outcome.DIFFER]
        return tuple(
            Finding(
                rule=_RULES[field],
                field=field,
                cited=compared.cited,
                recorded=compared.recorded,
                provider=self.record.provider,
                basis=basis,
                part=compared.part,
            )
            for field, compared in sorted(differing, key=lambda pair: _FIELDS.index(pair[0]))
        )


def compare(
    claim: Claim,
    record: Record,
    checks: Collection[str],
    *,
    years: Collection[int] = (),
    threshold: float = WITH_IDENTIFIER,
) -> Comparison:
    """Compare a reference with a record; `years` are further years known for the work (versions of a concept DOI)."""
    read = _structured if claim.structured else _mention if claim.mention else _free
    share = title_share(claim, record)
    fields = tuple(
        (field, compared)
        for field, compared in read(claim, record, checks, {*record.years, *years}, share, threshold)
        if compared.outcome is not Outcome.NOT_COMPARABLE
    )
    return Comparison(record=record, fields=fields, share=share, authors=_authors_share(claim, record))


def title_share(claim: Claim, record: Record) -> float:
    """The part of the record's title words that stand in the reference."""
    return titles.coverage(record.titles, claim.fields.title or claim.text) if record.titles else 0.0


def is_other_work(claim: Claim, record: Record) -> bool:
    """Whether a comparison with a record would say that it is another work; most records are told by their title."""
    return title_share(claim, record) < WITH_IDENTIFIER and compare(claim, record, ()).other_work


def _authors_share(claim: Claim, record: Record) -> float | None:
    if claim.structured:
        return share_known(claim.fields.author, claim.fields.author_open, record)
    named, persons = families_in(record, claim.text)
    if not persons:
        return None
    if named and first_named(record, claim.text):
        return max(named / persons, 0.5)
    return named / persons


def _structured(
    claim: Claim, record: Record, checks: Collection[str], years: set[int], share: float, _threshold: float
) -> Iterator[tuple[Field, Compared]]:
    fields = claim.fields
    if _is_whole_book(claim, record):
        yield Field.YEAR, compare_years(fields.issued, years)
        return
    yield Field.TITLE, _title(fields.title, record)
    if "authors" in checks:
        yield Field.AUTHORS, compare_authors(fields.author, fields.author_open, record)
    yield Field.YEAR, compare_years(fields.issued, years)
    if "venue" in checks:
        yield (
            Field.VENUE,
            compare_venue(
                fields.container_title,
                record.container_titles,
                fields.collection_title or with_section(fields.container_title, fields.volume),
            ),
        )
    if "pages" in checks:
        yield Field.PAGES, compare_volume(fields.volume, record.volume, record.issue)
        yield Field.PAGES, compare_issue(fields.issue, record.issue, record.volume)
        yield Field.PAGES, compare_pages(fields.page, record.page)
        if fields.type != "article-journal":
            yield Field.PAGES, compare_publisher(fields.publisher, record.publisher)
    if "version" in checks and not any(one.type is RelationType.HAS_VERSION for one in record.relations):
        yield Field.VERSION, compare_versions(fields.version, record.version)


def _is_whole_book(claim: Claim, record: Record) -> bool:
    """Whether a chapter or paper is cited by the identifier of the book that holds it, whose record says less."""
    fields = claim.fields
    return (
        record.type in {"book", "collection"}
        and bool(fields.container_title)
        and not titles.same_title(fields.title, record.titles)
        and titles.same_title(fields.container_title, record.titles)
    )


def _title(cited: str, record: Record) -> Compared:
    if not cited.strip() or not record.titles or not titles.comparable(cited, record.titles):
        return NOT_COMPARED
    return AGREES if titles.same_title(cited, record.titles) else differs(cited, record.title)


def _free(
    claim: Claim, record: Record, checks: Collection[str], years: set[int], share: float, threshold: float
) -> Iterator[tuple[Field, Compared]]:
    text = claim.text
    title = next((one for one in record.titles if holds_title(one, text)), "")
    if share >= threshold:
        yield Field.TITLE, AGREES
    elif record.titles and titles.comparable(text, record.titles) and len(other_words(record, text)) >= TITLE_LIKE:
        yield Field.TITLE, differs(cited_title(text), record.title)
        if "authors" in checks:
            yield Field.AUTHORS, _strangers(text, record)
    if "authors" in checks:
        yield Field.AUTHORS, _byline(text, title, record)
    yield Field.YEAR, compare_years(years_in(text, title) or claim.years, years)
    if "venue" in checks and any(len(words(name)) > 1 and fold(name) in fold(text) for name in record.container_titles):
        yield Field.VENUE, AGREES


def _strangers(text: str, record: Record) -> Compared:
    """Names before another work's title, of which none is the record's."""
    named, persons = families_in(record, text)
    cited = leading_names(text).strip(" .,;:")
    if named or not persons or not cited or not same_script(cited, show(record.author or record.editor)):
        return NOT_COMPARED
    return differs(cited, show(record.author or record.editor), part="other author")


def _byline(text: str, title: str, record: Record) -> Compared:
    """Names before a title that stands in the text in one piece; one name alone may stand for all."""
    read = byline(text, title) if title else None
    if read is not None:
        compared = compare_authors(read.names, read.open or len(read.names) == 1, record)
        if compared.outcome is not Outcome.NOT_COMPARABLE:
            return compared
    return AGREES if first_named(record, text) else NOT_COMPARED


def _mention(
    claim: Claim, record: Record, checks: Collection[str], years: set[int], share: float, _threshold: float
) -> Iterator[tuple[Field, Compared]]:
    """A mention is never held against a record; a title, or `Family et al. (year)`, may agree with it."""
    if share >= WITHOUT_IDENTIFIER:
        yield Field.TITLE, AGREES
    named = author_and_year(claim.text)
    if named is None:
        return
    family, year = named
    known = {part for name in (*record.author, *record.editor) for part in words(str(name))}
    if family in known:
        yield Field.AUTHORS, AGREES
        yield Field.YEAR, AGREES if year in years else NOT_COMPARED
