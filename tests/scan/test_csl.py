"""CSL-JSON bibliographies."""

from __future__ import annotations

import json
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Acceptance, Name
from scholar_build.scan.csl import scan_csl

LIST = """[
  {"id": "a", "type": "article-journal", "title": "On <i>b</i>", "DOI": "10.1234/ab", "page": "1-2", "volume": 3,
   "author": [{"family": "Berg", "given": "J.", "non-dropping-particle": "van den"}, {"literal": "NASA"}],
   "container-title": "J. Foo", "issued": {"date-parts": [["2020", 1]]}},
  {"id": "b", broken},
  {"id": 12, "type": "book", "title": "T", "issued": {"raw": "c. 1999"}, "ISBN": "0-201-52983-1"},
  7,
  {"citation-key": "a", "id": "x", "title": "Twice", "issued": 2001, "author": "nobody", "editor": [3, {}]},
  {"id": "p", "type": "article", "title": "P", "publisher": "arXiv", "number": "arXiv:2401.00001",
   "scholar-ignore": "Known", "issued": {"date-parts": []}}
]
"""


def test_items_are_read_with_their_lines():
    """Each item is a reference at its own line, under CSL names; broken ones are reported."""
    scan = scan_csl(LIST, "refs.json")
    first, book, twice, preprint = scan.references
    assert [each.location.line for each in scan.references] == [2, 6, 8, 9]
    assert (first.key, first.fields.title, first.fields.container_title) == ("a", "On b", "J. Foo")
    assert first.fields.author == (Name(family="van den Berg", given="J."), Name(literal="NASA"))
    assert (first.fields.issued, first.fields.volume, first.fields.page) == ((2020,), "3", "1-2")
    assert (book.key, book.fields.issued, [str(found) for found in book.identifiers]) == (
        "12", (1999,), ["isbn:9780201529838"],
    )  # fmt: skip
    assert (twice.fields.issued, twice.fields.author) == ((2001,), ())
    assert [str(found) for found in preprint.identifiers] == ["arxiv:2401.00001"]
    assert preprint.accepted == Acceptance(reason="Known")
    assert [(problem.rule, problem.location.line) for problem in scan.problems] == [
        ("broken-entry", 5), ("broken-entry", 7), ("duplicate-key", 8),
    ]  # fmt: skip


def test_one_item_and_wrapped_lists_are_read():
    """An object is one item, or holds the list as `items` or `references`."""
    item = {"id": "a", "title": "T"}
    for document in (item, {"items": [item]}, {"version": 1, "references": [item]}):
        scan = scan_csl(json.dumps(document, indent=1), "refs.json")
        assert ([each.key for each in scan.references], scan.problems) == (["a"], ())


def test_a_file_that_is_no_json_is_one_problem():
    """Text, nothing at all and deep nesting are no exceptions."""
    assert [problem.rule for problem in scan_csl("hello", "refs.json").problems] == ["broken-entry"]
    assert scan_csl("", "refs.json").references == ()
    assert [problem.rule for problem in scan_csl('{"a":' + "[" * 100_000, "r.json").problems] == ["broken-entry"]


def test_many_broken_items_take_linear_time():
    """A file of nothing but openings ends soon."""
    begin = time.process_time()
    scan_csl('[\n{"a":"\n' * 50_000, "refs.json")
    assert time.process_time() - begin < 10


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["id", "title", "author", "issued", "date-parts", "DOI", "items"]), inner)
        ),
        max_leaves=12,
    )
)
def test_any_json_is_read(document):
    """Whatever values stand where, nothing raises."""
    scan_csl(json.dumps(document), "refs.json")
    scan_csl(json.dumps([{"id": "x", "author": document, "issued": document, "title": document}]), "refs.json")
