"""BibTeX and biblatex files."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Acceptance, Name, Reference, Scan
from scholar_build.scan.bibtex import scan_bibtex
from tests.shared import SHARED, cases, needs_shared


def read(text: str) -> Scan:
    return scan_bibtex(text, "refs.bib")


def only(text: str) -> Reference:
    scan = read(text)
    assert scan.problems == ()
    (reference,) = scan.references
    return reference


def identifiers(text: str) -> list[str]:
    return [str(identifier) for identifier in only(text).identifiers]


def rules(scan: Scan) -> list[tuple[str, str, int]]:
    return [(problem.rule, problem.key, problem.location.line) for problem in scan.problems]


@pytest.mark.parametrize("case", cases("bib parse"), ids=lambda case: case["id"])
def test_one_odd_macro_hides_no_entry(case):
    """A file with built-in month macros and one unknown macro gives all entries and one problem."""
    scan = read(case["input"]["text"])
    assert [reference.key for reference in scan.references] == ["good1", "odd", "good2"]
    assert rules(scan) == [("undefined-macro", "odd", 4)]
    assert "jxyz" in scan.problems[0].message
    assert scan.references[1].fields.container_title == ""


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in cases(
            "identifier parse",
            "matching",
            "provider response",
            "CLI & CI",
            "provider failure",
            "rendering & escaping",
            "cache",
        )
        if case["input"]["format"] == "bib"
    ],
    ids=lambda case: case["id"],
)
def test_every_shared_bibliography_is_read_whole(case):
    """No shared bibliography has a problem, and every entry has its title."""
    scan = read(case["input"]["text"])
    assert scan.problems == ()
    assert len(scan.references) == case["input"]["text"].count("\n@") + 1
    assert all(reference.fields.title and reference.key for reference in scan.references)


@needs_shared
def test_labelled_entries_are_all_read():
    """Every labelled entry gives one reference with its title, and none hides the next, whatever its braces."""
    rows = [json.loads(line) for line in (SHARED / "labelled/hallmark-dev.jsonl").read_text("utf-8").splitlines()]
    broken = 0
    for row in rows:
        written = ",\n".join(f"  {name} = {{{value}}}" for name, value in row["fields"].items())
        scan = read(f"@{row['type']}{{{row['id']},\n{written}\n}}\n@misc{{after, title = {{Next}}}}\n")
        assert [reference.key for reference in scan.references] == [row["id"], "after"]
        fields = scan.references[0].fields
        assert (fields.title != "", fields.issued) == ("title" in row["fields"], (int(row["fields"]["year"]),))
        broken += any(problem.rule == "broken-entry" for problem in scan.problems)
    assert broken == sum(any(value.count("{") != value.count("}") for value in row["fields"].values()) for row in rows)


def test_an_entry_becomes_fields_and_a_readable_line():
    """Classic BibTeX fields arrive under their CSL names, and the text reads like a reference."""
    reference = only(
        "@article{qx,\n  author = {Edelkamp, Stefan and Wei{\\ss}, Armin},\n  title = {{QuickXsort}: Fast {S}orting},\n"
        '  journal = "Algorithmica", volume = 82, number = {3}, pages = {509--588}, year = 2020,\n}'
    )
    fields = reference.fields
    assert (fields.type, fields.title) == ("article-journal", "QuickXsort: Fast Sorting")
    assert fields.author == (Name(family="Edelkamp", given="Stefan"), Name(family="Weiß", given="Armin"))
    assert (fields.container_title, fields.volume, fields.issue, fields.page) == ("Algorithmica", "82", "3", "509-588")
    assert fields.issued == (2020,)
    assert reference.text == (
        "Stefan Edelkamp, Armin Weiß. (2020). QuickXsort: Fast Sorting. Algorithmica 82(3), 509-588."
    )


def test_biblatex_fields_are_read():
    """`date`, `journaltitle`, `subtitle`, `location` and the biblatex types mean what biblatex says."""
    scan = read(
        "@online{o, title={Page}, subtitle={Sub}, date={2021-05-03/2022}, url={https://example.org/a_b}}\n"
        "@software{s, title={Tool}, version={1.2}, date={2020}}\n@dataset{d, title={Data}, location={Bern}}\n"
        "@article{a, title={T}, journaltitle={J. Foo}, entrysubtype={newspaper}, eid={e12}}\n@unheardof{u, title={U}}\n"
    )
    fields = {reference.key: reference.fields for reference in scan.references}
    assert [fields[key].type for key in "osdau"] == [
        "webpage", "software", "dataset", "article-newspaper", "document",
    ]  # fmt: skip
    assert (fields["o"].title, fields["o"].issued, fields["o"].url) == (
        "Page: Sub", (2021, 2022), "https://example.org/a_b",
    )  # fmt: skip
    assert (fields["s"].version, fields["d"].publisher_place) == ("1.2", "Bern")
    assert (fields["a"].container_title, fields["a"].page) == ("J. Foo", "e12")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("doi = {10.1234/Ab\\_c}", ["doi:10.1234/ab_c"]),
        ("doi = {https://doi.org/10.1234/ab}", ["doi:10.1234/ab"]),
        ("doi = {\\url{https://dx.doi.org/10.1234/ab}}", ["doi:10.1234/ab"]),
        ("doi = {}, url = {https://doi.org/10.1234/ab}", ["doi:10.1234/ab"]),
        ("doi = {arXiv:2401.00001}", ["arxiv:2401.00001"]),
        ("doi = {10.1002/(SICI)1097(2000)36:3$<$156::AID-X$>$3.0.CO;2-L}", None),
        ("doi = {10.1234/a$\\_$b{\\_}c\\textless 15::A\\textgreater 3}", ["doi:10.1234/a_b_c<15::a>3"]),
        ("eprint = {hep-th/9711200v3}, archivePrefix = {arXiv}", ["arxiv:hep-th/9711200"]),
        ("eprint = {9711200}, archivePrefix = {hep-th}", ["arxiv:hep-th/9711200"]),
        ("eprint = {9711200}, eprinttype = {arxiv}, eprintclass = {hep-th}", ["arxiv:hep-th/9711200"]),
        ("eprint = {2401.00001}", ["arxiv:2401.00001"]),
        ("eprint = {https://arxiv.org/abs/2402.13284}, archivePrefix = {arXiv}", ["arxiv:2402.13284"]),
        ("eprint = {12345678}, eprinttype = {pubmed}", ["pmid:12345678"]),
        ("eprint = {some/handle}, eprinttype = {hdl}", []),
        ("journal = {arXiv preprint arXiv:2408.05147}", ["arxiv:2408.05147"]),
        ("journal = {CoRR}, volume = {abs/1412.6980}", ["arxiv:1412.6980"]),
        ("pmid = {123456}, pmcid = {PMC654321}", ["pmid:123456", "pmcid:PMC654321"]),
        ("isbn = {0-201-52983-1}", ["isbn:9780201529838"]),
        ("note = {doi:10.1234/in-note}", ["doi:10.1234/in-note"]),
        ("doi = {10.1234/own}, note = {Erratum: doi:10.1234/other}", ["doi:10.1234/own"]),
        ("howpublished = {\\url{https://doi.org/10.1234/how}}", ["doi:10.1234/how"]),
    ],
)
def test_identifiers_are_taken_from_where_people_put_them(fields, expected):
    """Each usual field and spelling yields its identifier, once; a note never adds a second DOI."""
    found = identifiers("@misc{k, title = {T}, " + fields + "}")
    assert found == (["doi:10.1002/(sici)1097(2000)36:3<156::aid-x>3.0.co;2-l"] if expected is None else expected)


def test_the_isbn_of_proceedings_is_no_identifier_of_a_paper():
    """Two papers of one volume share its ISBN and are not one work."""
    reference = only("@inproceedings{p, title={T}, isbn={0-201-52983-1}}")
    assert (reference.identifiers, reference.fields.isbn) == ((), "0-201-52983-1")


def test_a_malformed_doi_is_reported():
    """A DOI field that holds no DOI is a problem that names the key."""
    scan = read("@misc{k, title={T}, doi={10.48550/arXiv.2310.XXXX}}")
    assert rules(scan) == [("malformed-identifier", "k", 1)]


def test_strings_are_joined_and_expanded():
    """`@string`, `#` and the month macros work as in BibTeX, in any case."""
    scan = read('@STRING{jf = "J. " # "Foo"}\n@article{a, journal = JF # " B", title = {T}, month = dec # "~1"}')
    assert (scan.references[0].fields.container_title, scan.problems) == ("J. Foo B", ())


def test_a_value_with_an_undefined_macro_is_no_value():
    """Half a venue would be held against the record; half a title still helps."""
    scan = read('@article{a, journal = jnowhere # " B", title = "On " # jnothing # " Mice"}')
    assert (scan.references[0].fields.container_title, scan.references[0].fields.title) == ("", "On Mice")


def test_macros_that_double_each_other_stay_small():
    """Sixty lines of `@string` do not fill the memory."""
    strings = "".join(f"@string{{m{number + 1} = m{number} # m{number}}}\n" for number in range(60))
    scan = read('@string{m0 = "ponds "}\n' + strings + "@misc{a, title = m60 # m60, year = 2001}")
    assert (len(scan.references[0].fields.title) < 10_000, scan.problems) == (True, ())


def test_an_accent_does_not_end_a_quoted_value():
    """`\\"o` within quotes is an umlaut, with braces or without."""
    reference = only('@misc{a, title = "G\\"odel and Schr{\\"o}dinger and \\"{U}ber", year = 2001}')
    assert (reference.fields.title, reference.fields.issued) == ("Gödel and Schrödinger and Über", (2001,))


def test_an_undefined_macro_is_named_once():
    """Ten uses of a macro that nobody defines are one problem."""
    scan = read("".join(f"@article{{k{n}, title={{T}}, journal = jnowhere}}\n" for n in range(10)))
    assert rules(scan) == [("undefined-macro", "k0", 1)]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("@article{a, title={First}\n  year={2001}\n}", "a comma is missing before `year`"),
        ("@article{a\n  title={First}, year={2001}\n}", "a comma is missing after its key"),
        ("@article{a title={First}, year={2001}\n}", "a comma is missing after its key"),
        ("@article{a,\n  title={First}, year={2001}\n", "its closing brace is missing"),
        ("@article{a,\n  title={{First},\n  year={2001}\n}", "the value of `title` is not closed"),
        ("@article{a,\n  year={2001},\n  title={First\n}", "its closing brace is missing"),
        ('@article{a,\n  title="First,\n  year={2001}\n}', "the value of `title` is not closed"),
        ("@article{a, title={First}}, year={2001}\n}", "it has a closing brace too many"),
        ("@article{a, title={First}, !!!, year={2001}}", "is no field"),
        ("@article{a, title={First}, note=, year={2001}}", "`note` has no value"),
        ("@article{a, title={First}, year={2001}, and what", "is no field"),
    ],
)
def test_a_broken_entry_is_reported_and_hides_nothing(written, told):
    """Whatever is wrong with an entry, it is named with its line, and what can be read is read."""
    scan = read(f"@misc{{before, title={{B}}}}\n\n{written}\n@misc{{after, title={{A}}}}\n")
    assert [reference.key for reference in scan.references] == ["before", "a", "after"]
    assert rules(scan) == [("broken-entry", "a", 3)]
    assert told in scan.problems[0].message
    fields = scan.references[1].fields
    assert (fields.title, fields.issued) == ("First", (2001,))


def test_broken_entries_on_one_line_hide_nothing():
    """Recovery needs no line breaks."""
    scan = read("@misc{a, title={A @misc{b, title={B}} @misc{c, title={C}}")
    assert [reference.key for reference in scan.references] == ["a", "b", "c"]
    assert rules(scan) == [("broken-entry", "a", 1)]


def test_an_entry_without_a_key_is_read_and_reported():
    """The key may be forgotten; the reference is still checked."""
    scan = read("@misc{title={T}, year=2001}\n@misc{, title={U}}")
    assert [(reference.key, reference.fields.title) for reference in scan.references] == [("", "T"), ("", "U")]
    assert [problem.message for problem in scan.problems] == [
        "An entry of type @misc cannot be read in full: it has no key."
    ] * 2


def test_names_behind_an_unclosed_brace_are_not_held_against_the_author():
    """A cut author list is an open one, and its last name, perhaps cut too, is left out."""
    scan = read("@misc{a,\n author = {Doe, Jane and Roe, R. and {\\v{Z},\n title = {T}\n}")
    fields = scan.references[0].fields
    assert ([name.family for name in fields.author], fields.author_open) == (["Doe", "Roe"], True)


def test_duplicate_keys_are_reported_and_both_are_read():
    """The second entry of a key is a problem that names the first one's line."""
    scan = read("@misc{a, title={T}}\n@misc{a, title={U}}\n")
    assert [reference.fields.title for reference in scan.references] == ["T", "U"]
    assert rules(scan) == [("duplicate-key", "a", 2)]
    assert "line 1" in scan.problems[0].message


def test_comments_preambles_and_mail_addresses_are_no_entries():
    """Only entries are entries; `@comment{…}` hides what is in it."""
    scan = read(
        'Mail me@example.org {x}\n@comment{@misc{no, title={N}}}\n@preamble{ {\\newcommand{\\x}{y}} # "z" }\n'
        "@comment jabref\n@misc(round, title = {In (brackets)}, year = 2001)\n@xdata{x, publisher={P}}\n@misc{empty,}\n"
    )
    assert [(reference.key, reference.fields.title) for reference in scan.references] == [("round", "In (brackets)")]
    assert scan.references[0].fields.issued == (2001,)
    assert scan.problems == ()


def test_fields_are_inherited():
    """A paper takes the proceedings' title as its venue, but never its DOI; xdata fills gaps."""
    scan = read(
        "@inproceedings{p, title={Paper}, crossref={Proc}}\n@misc{m, title={M}, xdata={x}}\n"
        "@proceedings{proc, title={Proceedings}, year=2001, editor={Doe, J.}, doi={10.1234/vol}, xdata={x}}\n"
        "@book{one, title={One}, crossref={two}}\n@book{two, title={Two}, crossref={one}, publisher={Q}, year=1999}\n"
        "@xdata{x, publisher={P}, address={Bern}}\n"
    )
    found = {reference.key: reference for reference in scan.references}
    paper = found["p"].fields
    assert (paper.title, paper.container_title, paper.issued) == ("Paper", "Proceedings", (2001,))
    assert (found["p"].identifiers, paper.editor[0].family, paper.publisher) == ((), "Doe", "P")
    assert found["m"].fields.publisher_place == "Bern"
    assert (found["one"].fields.title, found["one"].fields.publisher) == ("One", "Q")


def test_an_entry_may_be_accepted_with_a_reason():
    """`scholar-ignore` carries the reason and, first, the last day."""
    assert only("@misc{a, title={T}, scholar-ignore={Seen in the archive}}").accepted == Acceptance(
        reason="Seen in the archive"
    )
    assert only("@misc{a, title={T}, scholar-ignore={until 2027-01-31 In press}}").accepted == Acceptance(
        reason="In press", until="2027-01-31"
    )


def test_every_entry_knows_its_line_and_column():
    """Locations count from 1, with any line end."""
    scan = read("\ufeffx\r\n\r\n  @misc{a, title={T}}\r\n@misc{b, title={\r\nU}}")
    places = [(each.location.line, each.location.column) for each in scan.references]
    assert places == [(3, 3), (4, 1)]


def test_an_entry_with_only_a_doi_has_the_doi_as_text():
    """There is nothing else to compare."""
    assert only("@misc{a, doi={10.1234/ab}}").text == "doi:10.1234/ab"


def test_ten_thousand_entries_are_read_in_seconds():
    """A big bibliography costs about 0.2 ms an entry."""
    entry = (
        "@article{{k{0},\n title = {{A {{Study}} of {0}}},\n year = 2001,\n doi = {{10.1234/{0}}},\n"
        ' author = {{M{{\\"u}}ller, R. and Doe, J.}}\n}}\n'
    )
    text = "".join(entry.format(number) for number in range(10_000))
    begin = time.process_time()
    assert len(read(text).references) == 10_000
    assert time.process_time() - begin < 10


@pytest.mark.parametrize(
    "unit",
    [
        "@a{k,t={",
        "@a{",
        "{",
        "@a(",
        "@comment{",
        "@string{a=",
        "\n@a{k,\nx={\n",
        'x="',
        "@a{k,x=1 # ",
        "@",
        "\n@a{b,",
        "}",
        "@a{k,a=",
    ],
)
def test_hostile_files_take_linear_time(unit):
    """Ten times the text takes about ten times as long."""

    def seconds(size: int) -> float:
        text = "@a{k," + unit * (size // len(unit))
        begin = time.process_time()
        read(text)
        return time.process_time() - begin

    seconds(100)  # what is loaded at first use does not count
    assert seconds(200_000) < 40 * max(seconds(20_000), 0.03)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("@{}\"#=,()\\ \nabAB1'~$%^_&`;-"), max_size=200))
def test_nothing_makes_the_reader_raise(text):
    """Any mixture of BibTeX's signs gives a scan, also inside an entry."""
    read(text)
    read(f"@article{{k, title = {{{text}}}, author = {{{text}}}, doi = {{{text}}}, eprint = {{{text}}}}}")
