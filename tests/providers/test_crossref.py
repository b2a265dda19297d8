"""Crossref: works in batches, aliases, odd shapes, notices of both directions."""

from __future__ import annotations

from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Name, ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.providers.base import Call, Pace, ReplyError
from tests.providers.asking import ask, lookup, params, plan, read, record, reply, search

NAME = ProviderName.CROSSREF
OWN = "10.5555/frog.2024.7"


def doi(value: str) -> Identifier:
    return Identifier(Scheme.DOI, value)


def work(**fields: Any) -> dict[str, Any]:
    """A single reply around one work; `_` in names stands for `-`."""
    named = {key.replace("_", "-"): value for key, value in fields.items()}
    return {"status": "ok", "message-type": "work", "message": {"DOI": OWN, **named}}


def works(*entries: dict[str, Any], total: int = 0) -> dict[str, Any]:
    """A list reply."""
    message = {"total-results": total or len(entries), "items": list(entries)}
    return {"status": "ok", "message-type": "work-list", "message": message}


def read_work(**fields: Any) -> Record:
    """The record of a work with these fields."""
    return record(lookup(NAME, f"doi:{OWN}"), reply(work(**fields)))


def test_a_batch_is_one_list_request():
    """Several DOIs go into one list request that asks for as many rows and for the notices."""
    (call,) = plan(lookup(NAME, "doi:10.5555/a"), lookup(NAME, "doi:10.5555/b"))
    assert params(call)["filter"] == "doi:10.5555/a,doi:10.5555/b"
    assert params(call)["rows"] == "2"
    assert {"updated-by", "update-to", "relation", "published-print"} <= set(params(call)["select"].split(","))
    assert call.request.pace is Pace.LIST


def test_a_doi_with_a_comma_is_asked_alone():
    """A comma would end the filter, so such a DOI gets its own request, percent-encoded."""
    calls = plan(*(lookup(NAME, f"doi:10.5555/{name}") for name in ("a", "b", "c,d#e")))
    assert [call.request.path for call in calls] == ["/works", "/works/10.5555/c%2Cd%23e"]
    assert calls[1].request.pace is Pace.SINGLE


def test_a_path_cannot_climb():
    """Dots in a DOI stay part of it."""
    (call,) = plan(lookup(NAME, "doi:10.5555/../../agency"))
    assert call.request.path == "/works/10.5555%2F..%2F..%2Fagency"


def test_what_a_list_lacks_is_confirmed_alone():
    """A DOI missing from a list is asked for by itself before it counts as absent."""
    known, unknown = lookup(NAME, f"doi:{OWN}"), lookup(NAME, "doi:10.5555/none")
    (call,) = plan(known, unknown)
    answers = read(call, reply(works({"DOI": OWN, "title": ["Calls"]})))
    assert isinstance(answers[known], Found)
    again = answers[unknown]
    assert isinstance(again, Call)
    assert again.request.path == "/works/10.5555/none"
    answer = read(again, reply("Resource not found.", 404, content_type="text/plain"))[unknown]
    assert answer == Absent(question=unknown, fetched_at="2026-11-30T12:00:00Z")


def test_an_alias_leads_to_its_prime_record():
    """The prime DOI's record that answers for an alias says so."""
    found = record(lookup(NAME, "doi:10.5555/alias"), reply(work(title=["Calls"])))
    assert found.id == f"doi:{OWN}"
    assert Relation(type=RelationType.IDENTICAL, target=doi("10.5555/alias")) in found.relations


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ("Resource not found.", 400, "HTTP 400"),
        ("<html>Not found</html>", 404, "HTTP 404"),
        ({"status": "failed", "message-type": "resource-failure", "message": [{"message": "bad"}]}, 404, "HTTP 404"),
        (
            {"status": "failed", "message": [{"type": "x", "message": "Integer <b>expected</b>"}]},
            200,
            "error in reply: Integer expected",
        ),
        (
            {"status": "error", "message-type": "route-not-found", "message": "Route not found"},
            200,
            "error in reply: Route not found",
        ),
        ({"status": "failed"}, 200, "error in reply"),
        (works(), 200, "no work in reply"),
        ({"status": "ok", "message-type": "work", "message": {"title": ["x"]}}, 200, "no work in reply"),
        ('{"status":"ok","message":{"DOI"', 200, "cut off"),
    ],
)
def test_errors_are_no_absence(body, status, kind):
    """Only Crossref's own "Resource not found." is an absence."""
    with pytest.raises(ReplyError) as caught:
        ask(lookup(NAME, f"doi:{OWN}"), reply(body, status))
    assert str(caught.value) == kind


@pytest.mark.parametrize("message", [{}, {"items": "x"}, {"items": [{"title": ["no DOI"]}]}])
def test_an_unreadable_list_is_no_empty_result(message):
    """A list reply without a readable list fails."""
    with pytest.raises(ReplyError):
        ask(search(NAME, "frogs"), reply({"status": "ok", "message-type": "work-list", "message": message}))


def test_search_asks_for_the_whole_reference():
    """A search sends the reference as it stands, its filters and its date."""
    question = search(
        NAME,
        "Reed, Frog calls, 2024",
        since="2026-01-01",
        limit=7,
        filters=("author:Reed", "venue:J Ponds", "type:book"),
    )
    (call,) = plan(question)
    sent = params(call)
    assert sent["query.bibliographic"] == "Reed, Frog calls, 2024"
    assert (sent["query.author"], sent["query.container-title"]) == ("Reed", "J Ponds")
    assert sent["filter"] == "type:book,from-pub-date:2026-01-01"
    assert (sent["rows"], "sort" in sent) == ("7", False)
    found = read(call, reply(works({"DOI": "10.5555/b"}, {"DOI": OWN}, total=812)))[question]
    assert isinstance(found, Found)
    assert ([one.id for one in found.records], found.total) == (["doi:10.5555/b", f"doi:{OWN}"], 812)


@pytest.mark.parametrize(
    ("title", "titles"),
    [
        (None, ()),
        ([], ()),
        ([""], ()),
        ("a string", ("a string",)),
        (["Calls", "Rufe"], ("Calls", "Rufe")),
        (["Calls", None, 7], ("Calls", "7")),
        (["of<i>Leishmania</i>gene &amp;lt;scp&amp;gt;X&amp;lt;/scp&amp;gt;"], ("of Leishmania gene X",)),
    ],
)
def test_titles_of_every_shape(title, titles):
    """Titles may be absent, empty, one, several, or full of markup."""
    assert read_work(title=title).titles == titles


def test_every_title_is_kept():
    """Title, title with subtitle, original and short title all count."""
    found = read_work(title=["Calls"], subtitle=["a field study"], original_title=["Rufe"], short_title=["C"])
    assert found.titles == ("Calls", "Calls: a field study", "Rufe", "C")


def test_authors_of_every_shape():
    """Persons, one-name persons, groups; an entry without any name is no author, and namesakes stay two."""
    people = [
        {"given": "Ada", "family": "Reed", "suffix": "Jr.", "sequence": "first"},
        {"family": "Sheherazade"},
        {"name": "The Pond Consortium"},
        {"sequence": "additional", "affiliation": [{"name": "Pond University"}]},
        {"given": "Solo"},
        {"given": "Wei", "family": "Wang"},
        {"given": "Wei", "family": "Wang"},
        {"given": "Jan", "family": "Berg", "non-dropping-particle": "van den"},
        "no object",
    ]
    assert read_work(author=people).author == (
        Name(family="Reed", given="Ada", suffix="Jr."),
        Name(family="Sheherazade"),
        Name(literal="The Pond Consortium"),
        Name(literal="Solo"),
        Name(family="Wang", given="Wei"),
        Name(family="Wang", given="Wei"),
        Name(family="van den Berg", given="Jan"),
    )
    assert read_work(editor=[{"family": "Moss"}]).editor == (Name(family="Moss"),)


def test_every_year_counts_but_that_of_registration():
    """Issued, online, print, posted and accepted years are the work's; created, deposited and indexed are not."""
    found = read_work(
        issued={"date-parts": [[2023, 12, 5]]},
        published_online={"date-parts": [[2023, 12, 5]]},
        published_print={"date-parts": [[2024, 3]]},
        posted={"date-parts": [[2022]]},
        accepted={"date-parts": [["2021", "11"]]},
        created={"date-parts": [[2019, 1, 1]]},
        deposited={"date-parts": [[2018, 1, 1]]},
    )
    assert found.years == (2023, 2024, 2022, 2021)
    assert found.issued == "2023-12-05"


@pytest.mark.parametrize("parts", [[[None]], [[]], [], None, [None], [[0]], [[99999]], "x", [["x"]], [[2024, 13, 1]]])
def test_dates_of_odd_shapes(parts):
    """A date that says nothing is no date, and an impossible month leaves the year."""
    assert read_work(issued={"date-parts": parts}).issued in ("", "2024")


def test_facts_of_a_work():
    """Venue, volume, pages, type, licence, PDF, abstract and counts come from their documented fields."""
    found = read_work(
        type="journal-article",
        container_title=["Journal of Ponds"],
        short_container_title=["J Ponds"],
        volume="12",
        issue="3",
        page="101-109",
        publisher="Pond &amp; Press",
        language="en",
        URL="https://doi.org/10.5555/frog.2024.7",
        license=[
            {"URL": "https://pond.example/tdm", "content-version": "tdm"},
            {"URL": "https://creativecommons.org/licenses/by/4.0/", "content-version": "vor"},
        ],
        link=[
            {"URL": "https://pond.example/7.xml", "content-type": "text/xml"},
            {"URL": "javascript:alert(1)", "content-type": "application/pdf"},
            {"URL": "https://pond.example/7.pdf", "content-type": "application/pdf"},
        ],
        abstract="<jats:title>Abstract</jats:title><jats:p>Frogs <jats:italic>call</jats:italic>.</jats:p>",
        is_referenced_by_count=4,
        references_count=2,
        reference=[{"DOI": "10.5555/OLD.1"}, {"unstructured": "Moss (1999)"}],
    )
    assert (found.type, found.volume, found.issue, found.page) == ("article-journal", "12", "3", "101-109")
    assert found.container_titles == ("Journal of Ponds", "J Ponds")
    assert (found.publisher, found.language) == ("Pond & Press", "en")
    assert found.license == "https://creativecommons.org/licenses/by/4.0/"
    assert found.pdf_url == "https://pond.example/7.pdf"
    assert found.abstract == "Frogs call."
    assert (found.cited_by_count, found.references_count) == (4, 2)
    assert found.references == (doi("10.5555/old.1"),)


def test_a_preprint_has_its_server_and_its_publication():
    """A posted work names its server instead of a journal, and the article it became."""
    found = read_work(
        type="posted-content",
        institution=[{"name": "bioRxiv"}],
        article_number="e7",
        relation={
            "is-preprint-of": [
                {"id-type": "doi", "id": "10.5555/ARTICLE", "asserted-by": "subject"},
                {"id-type": "issn", "id": "1234-5679"},
                {"id-type": "doi", "id": "no doi"},
            ],
            "has-review": [{"id-type": "doi", "id": "10.5555/r"}],
        },
    )
    assert (found.type, found.container_titles, found.page) == ("article", ("bioRxiv",), "e7")
    assert found.relations == (Relation(type=RelationType.PUBLISHED_VERSION, target=doi("10.5555/article")),)


def entry(kind: str, target: str, source: str = "publisher", year: int = 2025) -> dict[str, Any]:
    """One entry of `updated-by` or `update-to`."""
    return {"DOI": target, "type": kind, "source": source, "updated": {"date-parts": [[year, 2, 3]]}}


def test_a_retraction_told_twice_is_one():
    """The same event from publisher and Retraction Watch is one update that names both."""
    found = read_work(
        title=["Calls"],
        updated_by=[entry("retraction", "10.5555/N"), entry("retraction", "10.5555/n", "retraction-watch", 2024)],
    )
    assert found.updates == (
        Update(
            type=UpdateType.RETRACTION,
            notice=doi("10.5555/n"),
            date="2025-02-03",
            asserted_by="publisher, retraction-watch",
        ),
    )
    assert not found.is_notice


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("retraction", UpdateType.RETRACTION),
        ("partial_retraction", UpdateType.RETRACTION),
        ("withdrawal", UpdateType.WITHDRAWAL),
        ("removal", UpdateType.WITHDRAWAL),
        ("expression_of_concern", UpdateType.EXPRESSION_OF_CONCERN),
        ("correction", UpdateType.CORRECTION),
        ("corrigendum", UpdateType.CORRECTION),
        ("new_version", None),
        ("new_edition", None),
        ("something_new", None),
    ],
)
def test_update_types_keep_their_weight(kind, expected):
    """A correction is no retraction, a concern is neither, and a new edition warns of nothing."""
    found = read_work(updated_by=[entry(kind, "10.5555/n")])
    assert [update.type for update in found.updates] == ([expected] if expected else [])


def test_an_update_that_points_to_itself():
    """A retraction in place counts and has no notice of its own; a new version in place is nothing."""
    in_place = read_work(title=["Calls"], update_to=[entry("retraction", OWN)], updated_by=[entry("retraction", OWN)])
    assert in_place.updates == (
        Update(type=UpdateType.RETRACTION, notice=None, date="2025-02-03", asserted_by="publisher"),
    )
    assert not in_place.is_notice
    newer = read_work(update_to=[entry("new_version", OWN)], updated_by=[entry("new_version", OWN)])
    assert (newer.updates, newer.is_notice) == ((), False)


@pytest.mark.parametrize(
    "title", ["RETRACTED: Calls of Rana", "Retracted: Calls", "[RETRACTED] Calls", "RETRACTED ARTICLE: Calls"]
)
def test_a_title_prefix_marks_the_victim(title):
    """Where only the title says so, the work is retracted all the same."""
    found = read_work(title=[title])
    assert ([update.type for update in found.updates], found.is_notice) == ([UpdateType.RETRACTION], False)


def test_a_withdrawn_title_is_a_withdrawal():
    """`WITHDRAWN:` is not called a retraction."""
    assert [update.type for update in read_work(title=["WITHDRAWN: Calls"]).updates] == [UpdateType.WITHDRAWAL]


@pytest.mark.parametrize(
    "title",
    ["Retraction notice to: Calls", "Retraction: Calls", "Retraction—Calls", "Erratum", "Author Correction: Calls"],
)
def test_a_notice_is_no_victim(title):
    """The notice points to the work it retracts or corrects; nothing happened to the notice itself."""
    found = read_work(title=[title], update_to=[entry("retraction", "10.5555/victim")])
    assert (found.updates, found.is_notice) == ((), True)


@pytest.mark.parametrize(
    "title",
    [
        "Retracted papers: a survey of them",
        "Withdrawn from the world",
        "Correction of frog errors",
        "Retraction of the tongue in frogs",
        "Retraction-induced calls",
        "Withdrawal of treatment in ponds",
    ],
)
def test_words_of_retraction_in_other_titles(title):
    """Titles about retraction, withdrawal or correction mark neither a victim nor a notice."""
    found = read_work(title=[title])
    assert (found.updates, found.is_notice) == ((), False)


def test_a_notice_deposited_the_wrong_way_round():
    """Where victim and notice point to each other both ways, titles and Retraction Watch tell them apart."""
    notice = read_work(
        title=["Retraction—Calls"],
        update_to=[entry("retraction", "10.5555/victim", "retraction-watch")],
        updated_by=[entry("retraction", "10.5555/victim")],
    )
    assert (notice.updates, notice.is_notice) == ((), True)
    untold = read_work(
        title=["Calls"],
        update_to=[entry("retraction", "10.5555/notice")],
        updated_by=[entry("retraction", "10.5555/notice", "retraction-watch")],
    )
    assert ([update.notice for update in untold.updates], untold.is_notice) == ([doi("10.5555/notice")], False)
    only_reversed = read_work(title=["RETRACTED: Calls"], update_to=[entry("retraction", "10.5555/notice")])
    assert [update.notice for update in only_reversed.updates] == [doi("10.5555/notice")]


def test_a_corrected_notice_keeps_its_correction():
    """A correction of a retraction notice is shown on the notice."""
    found = read_work(
        title=["Retraction: Calls"],
        update_to=[entry("retraction", "10.5555/victim")],
        updated_by=[entry("correction", "10.5555/later")],
    )
    assert ([update.type for update in found.updates], found.is_notice) == ([UpdateType.CORRECTION], True)


def test_an_arxiv_preprint_goes_by_its_arxiv_id():
    """A related arXiv DOI is the arXiv id that references go by."""
    found = read_work(relation={"has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.2101.00001"}]})
    assert found.relations == (Relation(type=RelationType.PREPRINT, target=Identifier(Scheme.ARXIV, "2101.00001")),)


@pytest.mark.parametrize(
    ("abstract", "text"),
    [
        ("<jats:title>Abstract</jats:title><jats:p>Frogs.</jats:p>", "Frogs."),
        ("<jats:p>Abstract interpretation of frogs.</jats:p>", "Abstract interpretation of frogs."),
        ("<jats:title>Aim</jats:title><jats:p>Frogs.</jats:p>", "Aim Frogs."),
    ],
)
def test_the_heading_of_an_abstract_is_left_off(abstract, text):
    """Only a heading that says "Abstract" is dropped, not an author's own word."""
    assert read_work(abstract=abstract).abstract == text
