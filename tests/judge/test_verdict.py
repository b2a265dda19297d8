"""Verdicts: what accuses, what confirms, what abstains, and what stands beside."""

from __future__ import annotations

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Answer,
    Failure,
    Field,
    Found,
    Location,
    Origin,
    ProviderName,
    Question,
    Record,
    Reference,
    Relation,
    RelationType,
    Status,
    Update,
    UpdateType,
)
from tests.judge.answering import Sources, cited, doi, entry, record, verdict

TITLE = "Calls of tree frogs in noisy ponds"
PEOPLE = ("Ada Reed", "Wei Li")
ALL = ("title", "year", "authors", "venue", "pages", "version")
X = doi("10.1000/x")


def crossref(one: Record) -> Sources:
    """Crossref holds this record under the DOI."""
    return Sources({("crossref", str(X)): one})


def mention(text: str) -> Reference:
    """A link in running text."""
    return Reference(key="", text=text, location=Location(source="a.md"), origin=Origin.MENTION, identifiers=(X,))


def test_a_difference_names_field_values_source_and_rule() -> None:
    """A finding says what was cited, what is recorded, by whom, and which rule minds."""
    judged = verdict(cited(TITLE, PEOPLE, 2019, X), crossref(record(TITLE, PEOPLE, 2020)))
    finding = judged.findings[0]

    assert (judged.status, judged.reason, judged.rule) == (Status.MISMATCH, "field_differs", "year-mismatch")
    assert (
        finding.field,
        finding.cited,
        finding.recorded,
        finding.provider,
    ) == (Field.YEAR, "2019", "2020", "crossref")
    assert judged.agreed == (Field.TITLE, Field.AUTHORS)
    assert judged.suggestion is not None
    assert not judged.suggestion.guess


@pytest.mark.parametrize(
    ("change", "rule", "part"),
    [
        ({"authors": ("Ada Reed",)}, "author-mismatch", "missing author"),
        ({"authors": (*PEOPLE, "Tom Marsh")}, "author-mismatch", "added author"),
        ({"authors": ("Wei Li", "Ada Reed")}, "author-mismatch", "order"),
        ({"authors": ("Ada Reed", "Tom Marsh")}, "author-mismatch", "other author"),
        ({"container_title": "Nature"}, "venue-mismatch", "venue"),
        ({"volume": "13"}, "pages-mismatch", "volume"),
        ({"issue": "9"}, "pages-mismatch", "issue"),
        ({"page": "7-9"}, "pages-mismatch", "pages"),
        ({"publisher": "Elsevier", "type": "paper-conference"}, "pages-mismatch", "publisher"),
        ({"version": "2.1"}, "version-mismatch", "version"),
        ({"title": "Calls of tree toads in noisy ponds"}, "title-mismatch", ""),
    ],
)
def test_each_detail_that_differs_has_its_rule(change: dict[str, object], rule: str, part: str) -> None:
    """One wrong field is one finding."""
    one = record(
        TITLE, PEOPLE, 2020, container_titles=("Journal of Ponds",), volume="12", issue="3", page="101-109",
        publisher="Pond Press International", version="1.4.0",
    )  # fmt: skip
    values = {"title": TITLE, "authors": PEOPLE, **change}
    title, authors = str(values.pop("title")), values.pop("authors")
    judged = verdict(cited(title, authors, 2020, X, **values), crossref(one), ALL)  # type: ignore[arg-type]

    assert [(rule, part)] == [(finding.rule, finding.part) for finding in judged.findings]


def test_checks_choose_among_the_fields() -> None:
    """A field outside the checks is not compared; title and year always are."""
    one = record(TITLE, PEOPLE, 2020, container_titles=("Journal of Ponds",))
    wrong = cited(TITLE, ("Tom Marsh",), 2020, X, container_title="Nature")

    assert verdict(wrong, crossref(one), ("title", "year")).status == Status.VERIFIED
    assert verdict(wrong, crossref(one), ("title", "year", "authors")).rule == "author-mismatch"
    assert verdict(cited(TITLE, PEOPLE, 2010, X), crossref(one), ()).rule == "year-mismatch"


def test_a_record_that_knows_less_contradicts_nothing() -> None:
    """Authors, venue, volume or year that no record holds are no finding."""
    full = cited(TITLE, PEOPLE, 2020, X, container_title="J. Ponds", volume="1", page="2-3", version="1")

    assert (
        (judged := verdict(full, crossref(record(TITLE)), ALL)).status,
        judged.agreed,
    ) == (Status.VERIFIED, (Field.TITLE,))


@pytest.mark.parametrize("how", ["Reed A, et al.", "Reed A, Li W."])
def test_sixty_per_cent_of_the_title_words_are_enough_with_a_doi(how: str) -> None:
    """A shortened title beside the right DOI is the same work."""
    text = f"{how} Calls of tree frogs in ponds. J Ponds 2020."

    assert verdict(entry(text, X), crossref(record(TITLE, PEOPLE, 2020))).status == Status.VERIFIED


def test_another_title_beside_a_doi_is_another_work() -> None:
    """The identifier is what readers click: the finding says which paper it names."""
    other = record("Optimal taxation of capital gains", ("Petra Moss",), 2020)
    for reference in (
        cited(TITLE, PEOPLE, 2020, X),
        entry(f"Reed A, Li W. {TITLE}. J Ponds 2020;1:2-3.", X),
    ):
        judged = verdict(reference, crossref(other))
        assert (judged.status, judged.reason, judged.rule) == (Status.MISMATCH, "other_work", "identifier-mismatch")
        assert other.title == judged.findings[0].recorded


def test_an_entry_without_a_title_is_compared_by_what_it_says() -> None:
    """In physics entries give authors, journal and year alone."""
    one = record("Spin waves in thin films", ("Ada Reed", "Wei Li"), 1994, container_titles=("Physical Review B",))
    right = verdict(entry("A. Reed and W. Li, Phys. Rev. B 49, 5065 (1994)", X), crossref(one))
    wrong = verdict(entry("A. Reed and W. Li, Phys. Rev. B 49, 5065 (1993)", X), crossref(one))

    assert (right.status, wrong.status) == (Status.VERIFIED, Status.MISMATCH)


def test_page_numbers_and_access_dates_are_no_years() -> None:
    """Only what can be a year of publication is compared."""
    one = record(TITLE, PEOPLE, 2020)
    text = f"Reed A, Li W. {TITLE}. J Ponds. 2020;12(3):1985-1999. Accessed 3 May 2024."

    assert verdict(entry(text, X), crossref(one)).status == Status.VERIFIED
    assert verdict(entry(f"Reed A. {TITLE}. pp. 1985-1999.", X), crossref(one)).status == Status.VERIFIED


def test_a_bare_identifier_is_registered_and_that_is_all() -> None:
    """There is nothing else to compare."""
    for reference in (entry("https://doi.org/10.1000/x", X), mention("here"), cited("", (), 0, X)):
        judged = verdict(reference, crossref(record(TITLE, PEOPLE, 2020)))
        assert (judged.status, judged.reason, judged.agreed) == (Status.VERIFIED, "registered", ())


def test_a_mention_is_never_held_against_a_record() -> None:
    """`Reed et al. (2020)` beside a DOI agrees with it; no other words of a link are its claims."""
    source = crossref(record(TITLE, PEOPLE, 2020))

    assert verdict(mention("Reed et al. (2020)"), source).agreed == (Field.AUTHORS, Field.YEAR)
    assert verdict(mention("Reed et al. (2019)"), source).status == Status.VERIFIED
    assert verdict(mention("what we said in 2019 about something else"), source).status == Status.VERIFIED
    assert verdict(mention(TITLE), source).status == Status.VERIFIED


def test_registered_without_metadata_is_no_absence() -> None:
    """doi.org knows the DOI, nobody knows its title: the gap is said; a bare DOI is registered."""
    source = Sources({("doi", str(X)): record(provider=ProviderName.DOI_ORG)})
    judged = verdict(cited(TITLE, PEOPLE, 2020, X), source)

    assert (judged.status, judged.reason) == (Status.UNCHECKED, "no_record_title")
    assert verdict(entry("10.1000/x", X), source).reason == "registered"
    offline = Sources(source.lookups, down={"openalex": Failure.OFFLINE})
    assert verdict(cited(TITLE, PEOPLE, 2020, X), offline).reason == "offline"


def test_an_unregistered_test_prefix_is_said_to_be_no_registered_doi() -> None:
    """ACM shows 10.5555 identifiers that are registered nowhere."""
    judged = verdict(cited(TITLE, PEOPLE, 2020, doi("10.5555/1")))

    assert (judged.status, judged.rule) == (Status.NOT_FOUND, "identifier-not-found")
    assert "not a registered DOI" in judged.detail


def test_identifiers_that_disagree_are_all_checked() -> None:
    """A right PMID does not excuse a DOI of another paper; the right work is offered, not guessed."""
    pmid = Identifier(Scheme.PMID, "1")
    right, other = record(TITLE, PEOPLE, 2020), record("Optimal taxation of capital gains", ("Petra Moss",), 2020)
    source = Sources({("crossref", str(X)): other, ("pubmed", "pmid:1"): right})
    judged = verdict(cited(TITLE, PEOPLE, 2020, X, pmid), source)

    assert judged.rule == "identifier-mismatch"
    assert judged.suggestion is not None
    assert (judged.suggestion.record.title, judged.suggestion.guess) == (TITLE, False)
    unknown = verdict(cited(TITLE, PEOPLE, 2020, X, pmid), Sources({("pubmed", "pmid:1"): right}))
    assert (unknown.status, unknown.rule) == (Status.NOT_FOUND, "identifier-not-found")


def test_a_preprint_and_its_publication_are_one_work_with_several_years() -> None:
    """Years of both identifiers' records count; the venue is that of the publication."""
    arxiv = Identifier(Scheme.ARXIV, "1701.00001")
    source = Sources(
        {
            ("crossref", str(X)): record(TITLE, PEOPLE, 2020, container_titles=("Journal of Ponds",)),
            ("arxiv", str(arxiv)): record(TITLE, PEOPLE, 2017, provider=ProviderName.ARXIV),
        }
    )

    for year in (2017, 2020):
        reference = cited(TITLE, PEOPLE, year, X, arxiv, container_title="J. Ponds")
        assert verdict(reference, source).status == Status.VERIFIED
    assert verdict(cited(TITLE, PEOPLE, 2018, X, arxiv), source).rule == "year-mismatch"


def test_a_title_in_another_script_is_not_compared() -> None:
    """A translated title can neither agree nor differ."""
    judged = verdict(cited("カエルの鳴き声", ("山田 太郎",), 2020, X), crossref(record(TITLE, PEOPLE, 2020)))

    assert (judged.status, judged.reason) == (Status.UNCHECKED, "no_record_title")


@pytest.mark.parametrize(
    "title",
    ["Die Rufe der Laubfrösche im lauten Teich", "Les appels des rainettes dans la mare", "El canto de las ranas"],
)
def test_a_translated_title_is_not_compared(title: str) -> None:
    """A registry may hold the English title alone: that the cited one is German is no difference."""
    one = record("The calls of tree frogs in noisy ponds", PEOPLE, 2020)
    judged = verdict(cited(title, PEOPLE, 2020, X), crossref(one))

    assert (judged.status, judged.reason) == (Status.UNCHECKED, "no_record_title")
    assert (
        verdict(cited(title, PEOPLE, 2020, X), crossref(record((one.title, title), PEOPLE, 2020))).agreed[0] == "title"
    )


def test_a_search_hit_accuses_only_of_details() -> None:
    """Title and authors prove the work; a wrong year is then a finding, with its basis."""
    source = Sources(searches={"crossref": [record(TITLE, PEOPLE, 2020)]})
    judged = verdict(cited(TITLE, PEOPLE, 2019), source)

    assert (judged.rule, judged.findings[0].basis) == ("year-mismatch", "search")
    assert judged.suggestion is not None
    assert judged.suggestion.guess
    free = verdict(entry(f"Reed A, Li W. {TITLE}. J Ponds 2019;1(2):3-4."), source)
    assert free.rule == "year-mismatch"


@pytest.mark.parametrize(
    "hit",
    [
        record(TITLE, ("Petra Moss", "Tom Marsh"), 2020),
        record(f"Review of: {TITLE}", PEOPLE, 2020),
        record(f"Faculty Opinions recommendation of {TITLE}", PEOPLE, 2020),
        record(f"Correction to: {TITLE}", PEOPLE, 2020),
        record(TITLE, PEOPLE, 2020, is_notice=True),
        record("Calls of tree toads in noisy ponds", PEOPLE, 2020),
    ],
)
def test_what_is_not_the_work_neither_verifies_nor_accuses(hit: Record) -> None:
    """A namesake, a review, a correction or a near title is another work."""
    judged = verdict(cited(TITLE, PEOPLE, 2020), Sources(searches={"crossref": [hit], "openalex": [hit]}))

    assert (judged.status, judged.rule) == (Status.NOT_FOUND, "reference-not-found")


def test_a_short_title_proves_nothing_without_authors() -> None:
    """`Introduction` by nobody is not the cited introduction."""
    hit = record("Introduction", (), 2020)

    assert (
        verdict(cited("Introduction", PEOPLE, 2020), Sources(searches={"crossref": [hit]})).status == Status.NOT_FOUND
    )


@pytest.mark.parametrize("who", ["crossref", "openalex", "europepmc"])
def test_not_found_needs_every_source_to_have_answered(who: str) -> None:
    """One source that failed makes the absence unproven."""
    judged = verdict(cited(TITLE, PEOPLE, 2020), Sources(down={who: Failure.RATE_LIMITED}))

    assert (judged.status, judged.reason) == (Status.UNCHECKED, "rate_limited")


@pytest.mark.parametrize(
    "kind", ["book", "thesis", "report", "standard", "webpage", "software", "legislation", "chapter", "dataset"]
)
def test_kinds_that_no_index_holds_are_not_called_missing(kind: str) -> None:
    """Absence of a book, thesis or web page says nothing."""
    judged = verdict(cited(TITLE, PEOPLE, 2020, type=kind))

    assert (judged.status, judged.reason, judged.suggestion) == (Status.UNCHECKED, "not_indexed", None)


def test_only_a_preprint_is_known_of_what_was_cited_as_published() -> None:
    """Silent by default; with the check `version` it is a difference of version."""
    preprint = record(TITLE, PEOPLE, 2019, container_titles=("arXiv",))
    source = Sources(searches={"openalex": [preprint]})
    reference = cited(TITLE, PEOPLE, 2020, container_title="Journal of Ponds")

    assert ((quiet := verdict(reference, source)).status, quiet.reason) == (Status.UNCHECKED, "not_indexed")
    assert (
        (judged := verdict(reference, source, ALL)).rule,
        judged.findings[0].part,
    ) == ("version-mismatch", "preprint only")


def test_what_one_source_omits_another_may_say() -> None:
    """Pages that the first hit lacks are compared with those of the same publication elsewhere."""
    venue = {"container_titles": ("Journal of Ponds",)}
    source = Sources(
        searches={
            "crossref": [record(TITLE, PEOPLE, 2020, **venue), record(TITLE, PEOPLE, 2020, page="5-9", **venue)],
        }
    )
    reference = cited(TITLE, PEOPLE, 2020, container_title="J. Ponds", page="7-8")

    assert verdict(reference, source, ALL).rule == "pages-mismatch"
    right = cited(TITLE, PEOPLE, 2020, container_title="J. Ponds", page="5-9")
    assert verdict(right, source, ALL).status == Status.VERIFIED


def test_notices_from_both_sides_are_told_once() -> None:
    """A retraction that two sources assert is one notice, with the notice's identifier."""
    updates = (
        Update(type=UpdateType.RETRACTION),
        Update(type=UpdateType.RETRACTION, notice=doi("10.1000/n"), date="2021-02-03"),
        Update(type=UpdateType.CORRECTION, notice=doi("10.1000/c")),
        Update(type=UpdateType.EXPRESSION_OF_CONCERN),
    )
    one = record(f"RETRACTED: {TITLE}", PEOPLE, 2020, updates=updates)
    judged = verdict(cited(TITLE, PEOPLE, 2020, X), crossref(one))

    assert judged.status == Status.VERIFIED
    assert [notice.type for notice in judged.notices] == ["retraction", "correction", "expression_of_concern"]
    assert (str(judged.notices[0].target), judged.notices[0].date) == ("doi:10.1000/n", "2021-02-03")


def test_a_title_prefix_alone_marks_a_withdrawn_work() -> None:
    """Some withdrawals exist only as a prefix of the title."""
    judged = verdict(cited(TITLE, PEOPLE, 2020, X), crossref(record(f"WITHDRAWN: {TITLE}", PEOPLE, 2020)))

    assert [notice.type for notice in judged.notices] == ["withdrawal"]


def test_a_notice_is_not_its_own_victim() -> None:
    """Citing a retraction notice is not citing a retracted work."""
    title = f"Retraction notice to: {TITLE}"
    one = record(title, PEOPLE, 2021, updates=(Update(type=UpdateType.RETRACTION),))

    assert verdict(cited(title, PEOPLE, 2021, X), crossref(one)).notices == ()


def test_a_published_version_and_an_alias_are_notices() -> None:
    """A preprint's publication is offered unless it is cited too; an alias names its prime DOI."""
    published = Relation(type=RelationType.PUBLISHED_VERSION, target=doi("10.1000/p"))
    prime = doi("10.1000/prime")
    one = record(TITLE, PEOPLE, 2020, relations=(published,), id=str(prime), identifiers=(prime,))
    judged = verdict(cited(TITLE, PEOPLE, 2020, X), crossref(one))

    assert [(notice.type, str(notice.target)) for notice in judged.notices] == [
        ("published_version", "doi:10.1000/p"),
        ("alias", "doi:10.1000/prime"),
    ]


def test_who_was_asked_is_told() -> None:
    """Every source, what came of it, and when."""
    judged = verdict(cited(TITLE, PEOPLE, 2020, X), Sources(down={"doi": Failure.OFFLINE}))

    assert [(one.provider, one.outcome) for one in judged.asked] == [
        ("crossref", "absent"),
        ("datacite", "absent"),
        ("doi", "offline"),
        ("openalex", "absent"),
    ]


def test_a_placeholder_is_no_reference() -> None:
    """`TBD` is said to be one, and nothing is concluded."""
    assert verdict(entry("TBD")).reason == "placeholder"
    assert verdict(cited("TODO", (), 0)).reason == "placeholder"


@pytest.mark.parametrize(
    ("title", "status"),
    [
        (TITLE, Status.VERIFIED),
        ("Calls of tree-frogs in noisy ponds", Status.VERIFIED),
        ("Calls of treefrogs in noisy ponds", Status.VERIFIED),
        ("Calls of tree frogs in quiet ponds", Status.NOT_FOUND),
        ("Calls of rare frogs in noisy ponds", Status.NOT_FOUND),
    ],
)
def test_a_reworded_title_is_not_the_work_that_a_search_found(title: str, status: Status) -> None:
    """In free text without an identifier another word in the title's place makes it another work."""
    hit = record(TITLE, PEOPLE, 2020)
    text = f"Reed A, Li W. {title}. J Ponds 2020;1(2):3-4."

    assert status == verdict(entry(text), Sources(searches={"crossref": [hit], "openalex": [hit]})).status


def test_the_year_in_a_conferences_name_is_not_the_year_of_publication() -> None:
    """Where another year is written, that of the conference's name does not excuse it."""
    venue = "Proceedings of the 2020 Conference on Ponds"
    source = Sources(searches={"crossref": [record(TITLE, PEOPLE, 2020, container_titles=(venue,))]})

    assert verdict(entry(f"Reed, A., & Li, W. (2018). {TITLE}. {venue}, 3-4."), source).rule == "year-mismatch"
    assert verdict(entry(f"A. Reed, W. Li, “{TITLE},” in {venue}, pp. 3-4."), source).status == Status.VERIFIED


def test_a_chapter_cited_by_its_books_doi_is_not_accused() -> None:
    """The book's record says nothing about the chapter: neither agreement nor difference."""
    book = record("Ponds of the world", ("Tom Marsh",), 2020, type="book")
    judged = verdict(
        cited(TITLE, PEOPLE, 2020, X, type="chapter", container_title="Ponds of the World"), crossref(book)
    )

    assert (judged.status, judged.findings) == (Status.UNCHECKED, ())


def test_a_text_without_end_is_judged_by_its_beginning() -> None:
    """A page-long paragraph costs no more than a long reference."""
    text = f"Reed A, Li W. {TITLE}. J Ponds 2020;1:2. " + "word " * 200_000

    assert verdict(entry(text, X), crossref(record(TITLE, PEOPLE, 2020))).status == Status.VERIFIED


def test_an_aged_search_proves_no_absence() -> None:
    """Where a provider is silent and an old result stands in for it, a newer work may be missing from it."""

    def aged(question: Question) -> Answer:
        return Found(question=question, records=(), fetched_at="2026-01-01T00:00:00Z", stale=True)

    judged = verdict(cited(TITLE, PEOPLE, 2020, container_title="Journal of Ponds"), aged)
    assert (judged.status, judged.reason) == (Status.UNCHECKED, "provider_unavailable")
