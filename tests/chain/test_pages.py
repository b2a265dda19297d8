"""A chain as picture, page and files: nothing overlaps, nothing escapes, everything says the same."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import html5lib
import msgspec
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.chain import expand
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Failure,
    Found,
    Location,
    Name,
    Notice,
    NoticeType,
    Origin,
    Reason,
    Reference,
    Status,
    Unavailable,
    Update,
    UpdateType,
    Verdict,
)
from scholar_build.model.chain import ChainReason, ChainStatus, CitationChain, Shortfall
from scholar_build.report.chain.formats import ChainFormat, chain_data, render_chain
from scholar_build.report.chain.html import chain_html
from scholar_build.report.chain.layout import lay_out
from scholar_build.report.chain.parts import chain_parts, cited_here, slug
from scholar_build.report.chain.svg import LABEL, label, shortened, width
from scholar_build.report.chain.words import reason_lines
from scholar_build.report.inline import as_text
from scholar_build.report.page import PageLink
from scholar_build.report.words import words
from scholar_build.scan import Format, ScanOptions, scan_text
from tests.chain.graphs import answering, doi, full_graph, openalex, record
from tests.shared import cases, needs_shared

replace = msgspec.structs.replace
FULL = full_graph()
SVG = "{http://www.w3.org/2000/svg}"


def verdict(number: int, status: Status = Status.VERIFIED, *notices: NoticeType) -> Verdict:
    own = Identifier(Scheme.DOI, doi(number))
    place = Reference(key="", text="x", location=Location(source="a.md"), origin=Origin.ENTRY, identifiers=(own,))
    reason = {Status.VERIFIED: Reason.AGREES, Status.MISMATCH: Reason.FIELD_DIFFERS}.get(
        status, Reason.IDENTIFIER_NOT_FOUND if status is Status.NOT_FOUND else Reason.RATE_LIMITED
    )
    return Verdict(reference=place, status=status, reason=reason, notices=tuple(Notice(type=one) for one in notices))


HERE = cited_here(
    [
        verdict(1),
        verdict(2, Status.MISMATCH),
        verdict(3, Status.NOT_FOUND),
        verdict(4, Status.UNCHECKED),
        verdict(5, Status.VERIFIED, NoticeType.RETRACTION),
        verdict(11, Status.VERIFIED, NoticeType.EXPRESSION_OF_CONCERN),
    ]
)
FILES = (PageLink(title="JSON", url="x.json"), PageLink(title="DOT", url="x.dot"))


def page(chain: CitationChain, **options: Any) -> BeautifulSoup:
    return BeautifulSoup(chain_html(chain, **options), "html5lib")


def test_the_full_graph_has_thirty_works() -> None:
    """The largest picture that there can be."""
    assert (len(FULL.nodes), FULL.status) == (30, ChainStatus.PARTIAL)


def test_every_work_has_a_row_of_its_own() -> None:
    """No label lies over another: rows are 26 px apart and hold one work each; the newest is at the top."""
    layout = lay_out(FULL)
    rows = [spot.y for spot in layout.spots]
    assert {26.0} == {after - before for before, after in pairwise(rows)}
    years = [spot.node.year for spot in layout.spots]
    assert years == sorted(years, reverse=True)  # type: ignore[type-var]
    assert layout.height == 30 + 26 * 30 + 4


def test_edges_run_past_all_other_works() -> None:
    """No vertical run of an edge passes through the mark of a work; every arrow has room and points to its work."""
    layout = lay_out(FULL)
    at = {spot.node.id: spot for spot in layout.spots}
    assert len(layout.runs) == len(FULL.edges)
    for run in layout.runs:
        numbers = [float(part) for part in re.findall(r"-?[\d.]+", run.path)]
        start_x, start_y, bus_in = numbers[0], numbers[1], numbers[2]
        end_y = float(re.search(r"V(-?[\d.]+)", run.path)[1])  # type: ignore[index]
        end_x = float(re.search(r"H(-?[\d.]+)$", run.path)[1])  # type: ignore[index]
        bus = bus_in + (4 if bus_in > start_x else -4)
        low, high = sorted((start_y, end_y))
        for spot in layout.spots:
            if low + 8 < spot.y < high - 8:
                assert abs(spot.x - bus) >= 4.5 + 1, (run, spot)
        before = float(re.findall(r"q0 (-?\d+) (-?\d+) ", run.path)[-1][1])
        turn = bus + before
        assert (end_x - turn) * (1 if before > 0 else -1) > 0, run
        assert min(abs(spot.x - end_x) for spot in at.values()) <= 9.5


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)).filter(lambda pair: pair[0] != pair[1]), max_size=40))
def test_any_graph_can_be_drawn(pairs: list[tuple[int, int]]) -> None:
    """Whatever cites whatever: each edge is drawn once, within the picture, and the page is whole."""
    cited: dict[int, list[int]] = {}
    for citing, target in pairs:
        cited.setdefault(citing, []).append(target)
    records = [record(n, *dict.fromkeys(cited.get(n, []))) for n in range(15)]
    chain = expand(doi(0), answering(*records), max_depth=2, max_per_direction=10)
    layout = lay_out(chain)
    assert len(layout.runs) == len(chain.edges)
    for run in layout.runs:
        assert all(0 <= float(x) < layout.label_x for x in re.findall(r"[MH](-?[\d.]+)", run.path))
    marks = [spot.x for spot in layout.spots]
    assert max(marks) < layout.sign_x < layout.label_x
    assert len(page(chain).select("svg.scholar-picture > a")) == len(chain.nodes)


def test_the_picture_is_told_and_linked() -> None:
    """Title and description for screen readers, ids of the chain's own, one named link a work, edges hidden."""
    svg = page(FULL, here=HERE).select_one("svg")
    assert svg is not None
    assert svg["role"] == "group"
    ids = svg["aria-labelledby"].split()  # type: ignore[union-attr]
    assert ids == ["chain-full-graph-title", "chain-full-graph-desc"]
    assert all(svg.find(id=name) for name in ids)
    links = svg.select("a")
    assert len(links) == 30
    assert all(link["aria-label"] and str(link["href"]).startswith("https://doi.org/") for link in links)
    assert svg.select_one('g[aria-hidden="true"] path.scholar-edge')
    assert len(svg.select(".scholar-edge")) == len(FULL.edges)


def test_verdicts_of_the_site_stand_on_their_works() -> None:
    """A sign in the picture, words for screen readers, the badge in the table."""
    found = page(FULL, here=HERE)
    named = {str(link["aria-label"]): link for link in found.select("svg a")}
    one = next(name for name in named if name.startswith("Reed1 "))
    assert one.endswith("Cited on this site: verified.")
    signs = [sign.get_text() for sign in found.select("svg text[x]") if sign.get("class")]
    assert {"✓", "≠", "✗", "?", "⚠\ufe0e"} <= set(signs)
    row = found.select_one(f"#chain-full-graph-{openalex(2).lower()}")
    assert row is not None
    assert row.select_one(".scholar-badge--mismatch")
    assert len(found.select("table .scholar-badge[data-scholar-status]")) == len(HERE)


def test_a_retracted_work_stands_out() -> None:
    """A red mark with a cross, and the word before the authors, in the picture, the table and the text."""
    retracted = record(1, updates=(Update(type=UpdateType.RETRACTION, date="2025-02-03"),))
    chain = expand(doi(0), answering(record(0, 1), retracted))
    found = page(chain)
    assert found.select_one("svg .scholar-node--alarm + .scholar-cross")
    assert "RETRACTED" in found.select_one("svg").get_text()  # type: ignore[union-attr]
    assert "retracted" in found.select_one("tbody th .scholar-notice--retraction").get_text()  # type: ignore[union-attr]
    assert "RETRACTED" in render_chain(chain, ChainFormat.TEXT)
    assert "RETRACTED" in render_chain(chain, ChainFormat.DOT)


def test_the_tables_say_what_the_picture_says() -> None:
    """Every node and every edge is in a table, edges with who says so, at which step and with which status."""
    found = page(FULL, files=FILES)
    tables = found.select("table")
    assert len(tables[0].select("tbody tr")) == 30
    assert len(tables[1].select("tbody tr")) == len(FULL.edges)
    assert "CITES_PROVIDER_ASSERTED" in found.get_text()
    assert {row.select("td")[2].get_text() for row in tables[1].select("tbody tr")} == {
        "openalex:referenced_works",
        "openalex:cites",
    }
    for link in tables[1].select("a"):
        assert found.select_one(str(link["href"]))
    assert [link["href"] for link in found.select(".scholar-meta a")] == ["x.json", "x.dot"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_pages_are_valid(lang: str) -> None:
    """The page has no fault in HTML, in both languages, in every state."""
    for chain in (FULL, BLOCKED, UNANSWERED, UNKNOWN, COMPLETE, ALONE):
        body = chain_html(chain, here=HERE, files=FILES, lang=lang, page_lang="en")
        html5lib.HTMLParser(strict=True).parse(
            f"<!DOCTYPE html><html><head><title>x</title></head><body>{body}</body></html>"
        )


COMPLETE = expand(doi(0), answering(record(0, 1), record(1)), name="Complete")
ALONE = expand(doi(0), answering(record(0)), directions="forward", name="Alone")
BLOCKED = expand(
    "10.5555/other", lambda qs: {q: Found(question=q, records=(record(0),), fetched_at="2026") for q in qs}
)
NAMELESS = expand(
    "10.5555/other",
    lambda qs: {
        q: Found(question=q, records=(record(0, identifiers=(Identifier(Scheme.OPENALEX, "W1"),)),), fetched_at="2026")
        for q in qs
    },
)
UNANSWERED = expand("10.5555/x", lambda qs: {q: Unavailable(question=q, reason=Failure.RATE_LIMITED) for q in qs})
UNKNOWN = replace(UNANSWERED, provider_errors=())


@pytest.mark.parametrize(
    ("chain", "kind", "said"),
    [
        (FULL, "partial", "PARTIAL. The picture is incomplete, because:"),
        (COMPLETE, "complete", "COMPLETE WITHIN BOUNDS. Every request was answered and no limit was reached"),
        (BLOCKED, "blocked", "OpenAlex answered 10.5555/c.0 when asked for 10.5555/other."),
        (NAMELESS, "blocked", "without a valid DOI when asked for 10.5555/other"),
        (UNANSWERED, "blocked", "OpenAlex did not answer (rate_limited). The next build asks again."),
        (UNKNOWN, "blocked", "OpenAlex does not hold 10.5555/x."),
    ],
)
def test_the_state_stands_on_top(chain: CitationChain, kind: str, said: str) -> None:
    """Each state in words, and no picture where nothing may be drawn."""
    found = page(chain)
    banner = found.select_one(f".scholar-banner--{kind}")
    assert banner is not None
    assert said in banner.get_text()
    assert (kind == "blocked") == (found.select_one("svg") is None)
    assert kind != "blocked" or str(chain.status) in banner.get_text()
    assert "nobody has checked them" in found.get_text()


def test_no_edges_is_no_claim() -> None:
    """A work without edges says that this does not mean that there are none."""
    assert "That does not mean there are none." in page(ALONE).get_text()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_reason_has_its_words(lang: str) -> None:
    """Each way in which a chain can fall short is a sentence that names the work and the numbers."""
    reasons = tuple(
        ChainReason(shortfall=one, node=FULL.nodes[1].id, shown=3, total=7, failure=Failure.OFFLINE)
        for one in Shortfall
    )
    told = [as_text(one) for one in reason_lines(replace(FULL, reasons=reasons), words(lang))]
    assert len(set(told)) == len(Shortfall)
    assert all("{" not in one for one in told)
    first = replace(FULL, reasons=(ChainReason(shortfall=Shortfall.NO_OPENALEX_ID, node=FULL.nodes[0].id),))
    assert words(lang).text("the seed") in as_text(next(iter(reason_lines(first, words(lang)))))


@pytest.mark.parametrize(
    ("directions", "said"),
    [("forward", "at most 5 works that cite it"), ("backward", "at most 5 works that it cites")],
)
def test_a_chain_of_one_direction_says_so(directions: str, said: str) -> None:
    """The bounds are told as they are."""
    chain = expand(doi(0), answering(record(0, 1), record(1), record(2, 0)), directions=directions)
    assert said in page(chain).get_text()


ATTACKS = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "]]></desc></svg><svg onload=alert(1)>",
    "\\input{/etc/passwd} } @comment{",
    "`code` {work} {0} %s",
    '"];\n  evil -> w0; x["',
    "\x1b]0;owned\x07\u202etxt",
    "&lt;b&gt;",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_text_stays_text(attack: str) -> None:
    """Titles and names that are markup somewhere are shown as they stand, in every format."""
    titles = (f"Title {attack}",)
    names = (Name(family=f"Reed {attack}", given="A"),)
    chain = expand(doi(0), answering(record(0, 1, titles=titles, author=names), record(1, titles=titles, author=names)))
    plain = expand(doi(0), answering(record(0, 1), record(1)))
    count = [len(page(one).find_all(True)) for one in (chain, plain)]
    assert count[0] == count[1]
    assert [tag.name for tag in page(chain).find_all(["script", "img"])] == []
    graph = ET.fromstring(render_chain(chain, ChainFormat.GRAPHML))
    assert len(graph.findall(".//{http://graphml.graphdrawing.org/xmlns}node")) == 2
    mermaid = render_chain(chain, ChainFormat.MERMAID)
    assert len(mermaid.splitlines()) == len(render_chain(plain, ChainFormat.MERMAID).splitlines())
    dot = render_chain(chain, ChainFormat.DOT)
    assert len(dot.splitlines()) == len(render_chain(plain, ChainFormat.DOT).splitlines())
    assert all(len(re.findall(r'(?<!\\)(?:\\\\)*"', line)) % 2 == 0 for line in dot.splitlines())
    entries = scan_text(render_chain(chain, ChainFormat.BIBTEX), "x.bib", Format.BIBTEX, ScanOptions()).references
    assert len(entries) == 2
    text = render_chain(chain, ChainFormat.TEXT)
    assert not re.search("[\x1b\x07\u202e]", text)


@needs_shared
@pytest.mark.parametrize(
    "case", [case for case in cases("rendering & escaping") if "Graph page" in case["input"]["text"]], ids=str
)
def test_shared_cases_of_graph_pages(case: dict[str, Any]) -> None:
    """Data that would end a script element is in a file of its own, and the title shows literally in its label."""
    title = case["provider_facts"][0]["record"]["title"]
    chain = expand(doi(0), answering(record(0, 1), record(1, titles=(title,))))
    text = chain_html(chain)
    assert "<script" not in text
    assert "<!--" not in text
    found = page(chain)
    label_ = next(link for link in found.select("svg a") if "Reed1" in str(link["aria-label"]))
    assert title in str(label_["aria-label"])
    assert title == json.loads(render_chain(chain, ChainFormat.JSON))["nodes"][1]["title"]


def test_the_json_holds_everything() -> None:
    """What a program needs: identity, status, bounds, reasons, nodes and edges with where they come from."""
    data = json.loads(render_chain(FULL, ChainFormat.JSON))
    assert data == json.loads(json.dumps(chain_data(FULL)))
    assert data["status"] == "PARTIAL"
    assert data["checked_at"] == "2026-11-28T09:00:00Z"
    assert data["source_ids"] == [node["openalex"] for node in data["nodes"]]
    assert {"openalex", "doi", "doi_status", "title", "authors", "year", "cited_by_count", "notices"} <= set(
        data["nodes"][0]
    )
    assert set(data["edges"][0]) == {"citing", "cited", "evidence_source", "observed_at_depth", "status"}
    assert all(reason["text"] for reason in data["reasons"])
    assert {"warnings", "provider_errors", "bounds", "calls"} <= set(data)


def test_graphml_is_a_directed_graph() -> None:
    """Nodes, edges and declared keys; citing is the source."""
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ET.fromstring(render_chain(FULL, ChainFormat.GRAPHML))
    ids = {node.get("id") for node in root.iter(f"{space}node")}
    keys = {key.get("id") for key in root.iter(f"{space}key")}
    assert {(edge.get("source"), edge.get("target")) for edge in root.iter(f"{space}edge")} == {
        (edge.citing, edge.cited) for edge in FULL.edges
    }
    assert len(ids) == 30
    assert {data.get("key") for data in root.iter(f"{space}data")} <= keys


def test_bibtex_has_one_key_for_each_work() -> None:
    """Works of one author and year do not share a key."""
    same = {"author": (Name(family="Reed", given="Ada"),), "titles": ("Bedload",), "issued": "2020-01-01"}
    chain = expand(doi(0), answering(record(0, 1, 2, **same), record(1, **same), record(2, **same)))
    entries = scan_text(render_chain(chain, ChainFormat.BIBTEX), "x.bib", Format.BIBTEX, ScanOptions()).references
    assert len({entry.key for entry in entries}) == 3


@pytest.mark.parametrize("format_", list(ChainFormat))
def test_every_format_can_be_written(format_: ChainFormat) -> None:
    """All formats, for a full graph and for one that is blocked, end in a newline."""
    for chain in (FULL, UNANSWERED):
        assert render_chain(chain, format_).endswith("\n")


def test_names_become_parts_of_addresses() -> None:
    """A chain's name is lower case with hyphens in ids and files."""
    assert [slug("My Chain: 1"), slug("連鎖"), slug("…")] == ["my-chain-1", "連鎖", "chain"]


@settings(deadline=None, max_examples=80)
@given(st.text(max_size=200))
def test_labels_fit_their_row(text: str) -> None:
    """Whatever the title, its label takes at most as many columns as there are."""
    assert width(shortened(text, 40)) <= 40
    node = replace(FULL.nodes[0], record=record(0, titles=(text,), author=(Name(literal=text),)))
    assert sum(map(width, label(node))) <= LABEL + 1


def test_wide_characters_count_twice() -> None:
    """A Japanese title is cut where it would run out of its row."""
    assert width(shortened("礫床河川における音響観測の不確実性について", 20)) <= 20


def test_works_without_year_authors_or_title_are_shown() -> None:
    """Works that say little stand at the foot, by what there is."""
    bare = record(1, issued="", years=(), titles=(), author=(), cited_by_count=None)
    group = record(2, author=(Name(literal="The Pond Consortium"), Name(family="Reed"), Name(family="Moss")))
    chain = expand(doi(0), answering(record(0, 1, 2), bare, group))
    found = page(chain)
    assert found.select("table")[0].select("tbody tr")[-1].get_text().startswith(f"openalex:{openalex(1)}")
    assert "The Pond Consortium et al." in found.get_text()


def test_verdicts_by_identifier_prefer_the_one_to_look_at() -> None:
    """Where a work is cited twice, the faulty citation is the one that its node shows."""
    here = cited_here([verdict(1), verdict(1, Status.MISMATCH), verdict(1)])
    assert here[Identifier(Scheme.DOI, doi(1))].status is Status.MISMATCH


def test_a_page_in_another_language_says_which() -> None:
    """Japanese parts of an English page carry their language."""
    assert page(COMPLETE, lang="ja", page_lang="en").select_one('.scholar-chain[lang="ja"]')
    assert page(COMPLETE, lang="en", page_lang="en").select_one(".scholar-chain[lang]") is None
    assert chain_parts(COMPLETE, lang="ja").head == "設定範囲内で完全。"
