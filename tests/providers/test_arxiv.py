"""arXiv: versions, error entries, withdrawals, LaTeX, and lists that leave ids out."""

from __future__ import annotations

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Absent, Found, Name, ProviderName, Relation, RelationType, UpdateType
from scholar_build.providers.arxiv_entry import says_withdrawn
from scholar_build.providers.base import Call, ReplyError
from tests.providers.asking import FETCHED_AT, ask, lookup, params, plan, read, record, reply, search
from tests.shared import SHARED, needs_shared

NAME = ProviderName.ARXIV


def entry(number: str, title: str = "Frog calls in\n  noisy ponds", more: str = "", **dates: str) -> str:
    """One entry of a feed."""
    published, updated = dates.get("published", "2021-01-01"), dates.get("updated", "2021-03-01")
    return (
        f"<entry><id>http://arxiv.org/abs/{number}</id><title>{title}</title>"
        f"<updated>{updated}T10:00:00Z</updated><published>{published}T09:00:00Z</published>"
        f"<summary>  We listen\n to $N$ frogs.</summary><author><name> Ada Reed</name></author>{more}</entry>"
    )


def feed(*entries: str, total: int = 0) -> str:
    """A whole feed."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"<opensearch:totalResults>{total or len(entries)}</opensearch:totalResults>{''.join(entries)}</feed>"
    )


ERROR = feed(
    "<entry><id>https://arxiv.org/api/errors#incorrect_id_format_for_abc</id><title>Error</title>"
    "<summary>incorrect id format for abc</summary><author><name>arXiv api core</name></author></entry>"
)


def test_a_batch_names_its_size_and_kind():
    """Ids go into one list with as many results as ids, and with the header that arXiv's edge wants."""
    (call,) = plan(lookup(NAME, "arxiv:2101.00001"), lookup(NAME, "arxiv:hep-th/9901001"))
    assert params(call) == {"id_list": "2101.00001,hep-th/9901001", "max_results": "2"}
    assert call.request.accept == "application/atom+xml, */*"


def test_doubtful_ids_are_asked_alone():
    """An id that arXiv may refuse cannot fail the others."""
    calls = plan(*(lookup(NAME, f"arxiv:{one}") for one in ("2101.00001", "2113.00001", "1412.12345", "2102.00002")))
    assert [params(call)["id_list"] for call in calls] == ["2101.00001,2102.00002", "2113.00001", "1412.12345"]


def test_a_record_of_every_field():
    """Title, authors, dates, categories, journal, DOIs and links come from the entry."""
    more = (
        "<author><name>ATLAS Collaboration</name></author><author><name>:</name></author>"
        '<arxiv:primary_category term="q-bio.PE"/><category term="q-bio.PE"/><category term="cs.SD"/>'
        "<arxiv:journal_ref>J. Ponds 12 (2024) 101</arxiv:journal_ref><arxiv:doi>10.5555/FROG</arxiv:doi>"
    )
    found = record(lookup(NAME, "arxiv:2101.00001"), reply(feed(entry("2101.00001v2", more=more))))
    assert (found.id, found.title, found.version) == ("arxiv:2101.00001", "Frog calls in noisy ponds", "2")
    assert found.author == (Name(family="Reed", given="Ada"), Name(literal="ATLAS Collaboration"))
    assert (found.issued, found.years, found.type) == ("2021-01-01", (2021,), "article")
    assert found.container_titles == ("arXiv", "J. Ponds 12 (2024) 101")
    assert found.categories == ("q-bio.PE", "cs.SD")
    assert [str(one) for one in found.identifiers] == ["arxiv:2101.00001", "doi:10.48550/arxiv.2101.00001"]
    published = Relation(type=RelationType.PUBLISHED_VERSION, target=Identifier(Scheme.DOI, "10.5555/frog"))
    assert found.relations == (published,)
    assert found.abstract == "We listen to $N$ frogs."
    assert (found.pdf_url, found.updates) == ("https://arxiv.org/pdf/2101.00001", ())


def test_a_cited_version_brings_its_title_and_the_newest():
    """A version is asked for together with the newest; the record is the newest's, with both titles and all years."""
    question = lookup(NAME, "arxiv:2101.00001v1")
    (call,) = plan(question)
    assert params(call) == {"id_list": "2101.00001,2101.00001v1", "max_results": "2"}
    first = entry("2101.00001v1", "Toad calls", updated="2021-01-01")
    newest = entry("2101.00001v3", "Frog calls", updated="2023-05-05")
    found = record(question, reply(feed(first, newest)))
    assert (found.version, found.titles, found.years) == ("3", ("Frog calls", "Toad calls"), (2021, 2023))


def test_a_feed_that_counts_more_than_it_holds_says_nothing():
    """An empty or cut feed that counts hits makes no id unknown and no search empty."""
    found = entry("2101.00001v1")
    for question, body in (
        (lookup(NAME, "arxiv:2101.00001"), feed(total=1)),
        (lookup(NAME, "arxiv:2101.00002"), feed(found, total=2)),
        (search(NAME, "frogs"), feed(total=77)),
    ):
        with pytest.raises(ReplyError):
            ask(question, reply(body))


def test_old_ids_match_without_their_subject_class():
    """`math.CA/0611800` answers for `math/0611800`."""
    found = record(lookup(NAME, "arxiv:math/0611800"), reply(feed(entry("math.CA/0611800v1"))))
    assert found.id == "arxiv:math/0611800"


def test_what_a_list_lacks_is_asked_once_more():
    """Order does not matter, and an id that is missing is confirmed before it counts as absent."""
    first, second, unknown = (lookup(NAME, f"arxiv:2101.0000{n}") for n in (1, 2, 3))
    (call,) = plan(first, second, unknown)
    answers = read(call, reply(feed(entry("2101.00002v1", "Two"), entry("2101.00001v1", "One"))))
    assert [answers[one].records[0].title for one in (first, second)] == ["One", "Two"]
    again = answers[unknown]
    assert isinstance(again, Call)
    assert read(again, reply(feed()))[unknown] == Absent(question=unknown, fetched_at=FETCHED_AT)
    assert isinstance(read(again, reply(feed(entry("2101.00003v1"))))[unknown], Found)


def test_a_refused_batch_is_asked_singly():
    """One bad id fails a whole list: each id is then asked alone."""
    first, second = lookup(NAME, "arxiv:2101.00001"), lookup(NAME, "arxiv:2101.00002")
    (call,) = plan(first, second)
    answers = read(call, reply(ERROR, 400))
    assert [params(answers[one])["id_list"] for one in (first, second)] == ["2101.00001", "2101.00002"]


@pytest.mark.parametrize("status", [200, 400])
def test_an_error_entry_is_no_paper(status):
    """An entry that reports an error is a refusal whatever the status, for a lookup and for a search."""
    for question in (lookup(NAME, "arxiv:2101.00001"), search(NAME, "frogs")):
        with pytest.raises(ReplyError, match="incorrect id format for abc"):
            ask(question, reply(ERROR, status))


def test_a_400_without_error_entry_is_a_failure():
    """A refusal that names no error is a refusal all the same."""
    with pytest.raises(ReplyError, match="HTTP 400"):
        ask(lookup(NAME, "arxiv:2101.00001"), reply(feed(), 400))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("Rate exceeded.", "not XML"),
        ("<html><body>x</body></html>", "not the XML asked for: html"),
        (feed(entry("2101.00001v1"))[:400], "cut off"),
        ("", "empty reply"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><feed xmlns="http://www.w3.org/2005/Atom"><id>&a;</id></feed>', "not XML"),
        ("<!DOCTYPE x><feed xmlns='http://www.w3.org/2005/Atom'></feed>", "not XML"),
        (feed("<entry><id>http://arxiv.org/abs/x</id></entry>"), "no readable entry in reply"),
    ],
)
def test_broken_feeds_fail(body, kind):
    """Text, HTML, cut feeds, entities and DTDs are failures."""
    with pytest.raises(ReplyError) as caught:
        ask(search(NAME, "frogs"), reply(body))
    assert str(caught.value) == kind


def test_search_by_fields():
    """Words, author, categories and a date become one query."""
    filters = ("author:Ada Reed", "category:cs.CL", "category:cs.DL", "category:x y")
    (call,) = plan(search(NAME, "noisy AND (ponds)", since="2026-01-01", limit=25, filters=filters))
    assert params(call) == {
        "search_query": 'all:noisy AND all:ponds AND (au:"Ada Reed") AND (cat:cs.CL OR cat:cs.DL)'
        " AND submittedDate:[202601010000 TO 209912312359]",
        "max_results": "25",
        "sortBy": "submittedDate",
        "sortOrder": "descending",
    }
    (by_title,) = plan(search(NAME, "x", title="The Frog calls in ponds", author="Reed"))
    assert params(by_title)["search_query"] == 'ti:Frog AND ti:calls AND ti:ponds AND au:"Reed"'
    (updated,) = plan(search(NAME, "frogs", since="2026-01-01", filters=("order:updated",)))
    assert (params(updated)["search_query"], params(updated)["sortBy"]) == ("all:frogs", "lastUpdatedDate")


def test_search_results_keep_their_order_and_count():
    """Hits come as arXiv ranks them, with its own count."""
    question = search(NAME, "frogs")
    answer = ask(question, reply(feed(entry("2101.00002v1"), entry("2101.00001v1"), total=77)))
    assert isinstance(answer, Found)
    assert ([one.id for one in answer.records], answer.total) == (["arxiv:2101.00002", "arxiv:2101.00001"], 77)


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"Schr\"odinger equations on $\mathbb{Z}$ and $O(n^2)$", "Schrödinger equations on ℤ and O(n^2)"),
        (r"$\alpha$-stable noise: 50% of it &amp; more", "α-stable noise: 50% of it & more"),
        ("A {Bayes}ian $5 test", "A Bayesian $5 test"),
        (r"Erd\H{o}s--R\'enyi graphs", "Erdős–Rényi graphs"),
        ("{" * 60 + "deep" + "}" * 60, "{" * 60 + "deep" + "}" * 60),
        ("plain title", "plain title"),
    ],
)
def test_latex_titles_are_readable(latex, text):
    """Accents and symbols are shown as such; what is too deep to read stays as it is."""
    assert record(lookup(NAME, "arxiv:2101.00001"), reply(feed(entry("2101.00001v1", latex)))).title == text


def test_a_withdrawal_stands_in_the_comment():
    """The newest version's comment or summary says that a paper is withdrawn."""
    comment = "<arxiv:comment>This paper has been withdrawn by the author due to an error</arxiv:comment>"
    found = record(lookup(NAME, "arxiv:2101.00001"), reply(feed(entry("2101.00001v2", more=comment))))
    assert [(one.type, one.date) for one in found.updates] == [(UpdateType.WITHDRAWAL, "2021-03-01")]


@needs_shared
def test_comments_that_say_withdrawn():
    """Real comments that say so are understood, and real comments that only mention it are not taken for it."""
    path = SHARED / "recorded" / "arxiv" / "quoted-withdrawn-comments.txt"
    if not path.is_file():
        pytest.skip("not here")
    said, mentioned = path.read_text("utf-8").split("# arXiv comments that mention")
    assert all(says_withdrawn(line) for line in said.splitlines()[1:] if line)
    assert not any(says_withdrawn(line) for line in mentioned.splitlines()[1:] if line)
