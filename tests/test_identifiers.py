"""Identifiers in every spelling that people use."""

# ruff: noqa: E501

from __future__ import annotations

import time
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.identifiers import Identifier, Scheme, find_identifiers, parse_identifier
from tests.shared import cases


def curies(text: str) -> list[str]:
    return [str(each.identifier) for each in find_identifiers(text)]


def alternatives(text: str) -> list[str]:
    return [str(other) for each in find_identifiers(text) for other in each.alternatives]


SICI = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2"

suffixes = st.from_regex(
    r"[a-z0-9]{1,6}(?:[-._/:][a-z0-9]{1,6}){0,3}(?:\([a-z0-9]{1,4}\)[a-z0-9-]{0,4}[a-z0-9])?", fullmatch=True
).filter(
    lambda suffix: (
        not suffix.endswith(("/full", "/pdf", "/abstract", "/html", "/meta", ".pdf", ".html", ".svg", ".htm"))
    )
)
prefixes = st.from_regex(r"10\.[1-9][0-9]{3,5}", fullmatch=True).filter(
    lambda prefix: prefix not in ("10.1101", "10.48550", "10.64898")
)
dois = st.builds("{}/{}".format, prefixes, suffixes) | st.sampled_from(
    [SICI, "10.1016/0021-9681(87)90171-8", "10.3319/tao.2009.05.25.02(iwnop)", "10.1175/1520-0493(1974)102<0736:wacoj>2.0.co;2"]
)  # fmt: skip

SPELLINGS = [
    "doi:{}", "doi: {}", "DOI: {}", "DOI {}", "Doi:{}", "doi = {}", "doi：{}", "info:doi/{}", "https://doi.org/{}",
    "http://dx.doi.org/{}", "https://www.doi.org/{}", "doi.org/{}", "https://doi.org/https://doi.org/{}",
    "https://doi.org/doi:{}", "https://publisher.example/doi/{}", "https://publisher.example/doi/abs/{}?journalCode=x#y",
    "//publisher.example/article/{}", "https://publisher.example/doi/{}/full", "https://publisher.example/{}/abstract",
    "{}",
]  # fmt: skip
CONTEXTS = [
    "{}", "{}.", "{},", "({})", "({}).", "[{}]", "<{}>", "see {}; and", "“{}”", '"{}"', "{}。", "（{}）", "「{}」、", "*{}*", "**{}**",
    "`{}`", "x | {} | y", "a\n{}\nb", "（オンライン），{}．", "\u3000{}，", "<a>{}</a>", "{}<br>",
]  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(doi=dois, spelling=st.sampled_from(SPELLINGS), context=st.sampled_from(CONTEXTS), upper=st.booleans())
def test_a_doi_is_read_alike_in_every_spelling_and_context(doi: str, spelling: str, context: str, upper: bool) -> None:
    """However a DOI is written and whatever stands around it, the same DOI is read, once."""
    text = context.format(spelling.format(doi.upper() if upper else doi))
    assert curies(text) == [f"doi:{doi}"]


@settings(max_examples=50, deadline=None)
@given(doi=dois, safe=st.sampled_from(["", "/", "/:;"]))
def test_a_percent_encoded_doi_is_decoded(doi: str, safe: str) -> None:
    """An address may hold the DOI percent-encoded, also twice, also inside a query."""
    encoded = quote(doi, safe=safe)
    assert curies(f"https://doi.org/{encoded}") == [f"doi:{doi}"]
    assert curies(f"https://x.example/?url=https%3A%2F%2Fdoi.org%2F{quote(doi, safe='')}&y=1") == [f"doi:{doi}"]


@settings(max_examples=50, deadline=None)
@given(doi=dois)
def test_what_markup_does_to_a_doi_is_undone(doi: str) -> None:
    """HTML entities, LaTeX escapes, invisible characters, dashes and full-width forms do not change a DOI."""
    expected = [f"doi:{doi}"]
    assert curies(doi.replace("<", "&lt;").replace(">", "&gt;")) == expected
    assert curies(doi.replace("_", "\\_").replace("<", "$<$").replace(">", "$>$")) == expected
    assert curies("\u200b".join(doi)) == expected
    assert curies(doi.replace("-", "\u2010")) == expected
    assert curies("doi：" + "".join(chr(ord(char) + 0xFEE0) for char in doi)) == expected


@settings(max_examples=50, deadline=None)
@given(
    doi=dois,
    place=st.integers(0, 100),
    indent=st.sampled_from(["", "  ", "    "]),
    end=st.sampled_from(["", ".", ")."]),
)
def test_a_doi_wrapped_over_two_lines_is_joined(doi: str, place: int, indent: str, end: str) -> None:
    """A line may break after - . / or _; the joined DOI is among the readings."""
    breaks = [at + 1 for at, char in enumerate(doi[:-1]) if char in "-./_" and doi[at + 1] not in "<>(:"]
    at = breaks[place % len(breaks)]
    text = f"https://doi.org/{doi[:at]}\n{indent}{doi[at:]}{end}"
    readings = [each for found in find_identifiers(text) for each in (found.identifier, *found.alternatives)]
    if doi[at - 1] != ".":
        assert str(readings[0]) == f"doi:{doi}"
    elif any(char.isdigit() for char in doi[at : at + 2]) and len(doi) - at > 5:
        assert f"doi:{doi}" in map(str, readings)


def test_a_hyphen_at_a_line_end_is_kept_first_then_dropped() -> None:
    """Only the registry knows whether the hyphen belongs: both readings are carried, the fragment never."""
    text = "https://doi.org/10.1146/annurev-financial-010421-\n085556"
    assert curies(text) == ["doi:10.1146/annurev-financial-010421-085556"]
    assert alternatives(text) == ["doi:10.1146/annurev-financial-010421085556"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("doi:10.1234/abc\ndef", ["doi:10.1234/abc"]),
        ("doi:10.1234/abc.\nSmith, J. (2020)", ["doi:10.1234/abc"]),
        ("doi:10.1234/abc.\n2. Next, A.", ["doi:10.1234/abc"]),
        ("doi:10.1234/abc.\n2020", ["doi:10.1234/abc"]),
        ("doi:10.1234/abc-\n\nNext", ["doi:10.1234/abc-"]),
        ("doi:10.1126/science.\n1058040", ["doi:10.1126/science.1058040"]),
        ("> https://doi.org/10.1234/abc-\n> def", ["doi:10.1234/abc-def"]),
    ],
)
def test_lines_are_joined_only_where_a_doi_goes_on(text: str, expected: list[str]) -> None:
    """The next line is taken in only after - . / _, and not where it begins something else."""
    assert curies(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10.1234/a, 10.1234/b;10.1234/c,doi:10.1234/d", ["doi:10.1234/a", "doi:10.1234/b", "doi:10.1234/c", "doi:10.1234/d"]),
        ("[DOI:10.1234/x](https://dx.doi.org/10.1234/x).", ["doi:10.1234/x", "doi:10.1234/x"]),
        ("(see [P](https://doi.org/10.1016/0001-1(86)90-8)).", ["doi:10.1016/0001-1(86)90-8"]),
        ("DOI10.1234/x", ["doi:10.1234/x"]),
        ("https://doi.org/10.1234/xhttps://doi.org/10.1234/y", ["doi:10.1234/x", "doi:10.1234/y"]),
        ("\\href{https://doi.org/10.1234/x}{10.1234/x}", ["doi:10.1234/x", "doi:10.1234/x"]),
        ("10.1234/x[^1] and 10.1234/y", ["doi:10.1234/x", "doi:10.1234/y"]),
        ("10.1234/abcを参照", ["doi:10.1234/abc"]),
        ("J-STAGE 10.14789/jmj.93.1_19．", ["doi:10.14789/jmj.93.1_19"]),
        ("10.1207/s15327957pspr0101&2_1", ["doi:10.1207/s15327957pspr0101&2_1"]),
        ("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf", ["doi:10.1101/2020.01.01.123456"]),
        ("https://zenodo.org/badge/DOI/10.5281/zenodo.123.svg", ["doi:10.5281/zenodo.123"]),
        ("https://dl.acm.org/citation.cfm?doid=362342.362367", ["doi:10.1145/362342.362367"]),
        ("doi:10.\n1016/j.x", ["doi:10.1016/j.x"]),
        ("1. 210.1234/x v10.1234/x 1.10.1234/x", []),
        ("10.123/x 10.1234 10.1234/ doi:", []),
        ("doi:10/abcde, https://doi.org/help and doi:10.1234/x", ["doi:10/abcde", "doi:10.1234/x"]),
        ("10.\n1016/j.x", []),
        ("10.1234/x%20y", ["doi:10.1234/x%20y"]),
        ("https://doi.org/10.1234/x%20and", ["doi:10.1234/x"]),
        ("https://doi.org/10.1002/1(2000)36:3%3C156::A%3E3.0.CO;2-#", ["doi:10.1002/1(2000)36:3<156::a>3.0.co;2-#"]),
    ],
)  # fmt: skip
def test_where_a_doi_begins_and_ends(text: str, expected: list[str]) -> None:
    """A DOI ends where its own characters end, not where the next thing does."""
    assert curies(text) == expected


def test_a_publisher_ending_and_a_last_full_stop_leave_a_second_reading() -> None:
    """Where an ending may belong to the DOI after all, the longer form is tried second."""
    assert alternatives("https://doi.org/10.1234/x/full") == ["doi:10.1234/x/full"]
    assert alternatives("10.1234/x.") == ["doi:10.1234/x."]
    assert alternatives("(10.1234/x)") == []
    assert alternatives("10.1234/%28a%29b") == ["doi:10.1234/(a)b"]
    assert alternatives("doi:10.1126/science.\n1058040") == ["doi:10.1126/science"]


@pytest.mark.parametrize(
    "text", ["doi:10/abcde", "https://doi.org/10/abcde.", "http://dx.doi.org/10/abcde", "https://doi.org/abcde"]
)
def test_short_dois_are_read_where_they_are_marked(text: str) -> None:
    """A short DOI counts behind `doi:` or the resolver, never as a bare fraction."""
    assert curies(text) == ["doi:10/abcde"]


@pytest.mark.parametrize(
    "text", ["a score of 10/abcde", "https://doi.org/help", "https://doi.org/the-identifier/x", "doi.org"]
)
def test_what_is_no_short_doi(text: str) -> None:
    """Fractions and the resolver's own pages are no identifiers."""
    assert curies(text) == []


numbers = st.builds(
    "{:02d}{:02d}.{:05d}".format, st.integers(15, 40), st.integers(1, 12), st.integers(1, 99999)
) | st.builds("{:02d}{:02d}.{:04d}".format, st.integers(8, 14), st.integers(1, 12), st.integers(1, 9999)) | st.builds(
    "{}/{:02d}{:02d}{:03d}".format, st.sampled_from(["hep-th", "math", "astro-ph", "cond-mat", "cs"]), st.integers(92, 99), st.integers(1, 12), st.integers(1, 999)
)  # fmt: skip
ARXIV = [
    "arXiv:{}", "arxiv: {}", "ARXIV:{}", "arXiv preprint arXiv:{}", "arXiv e-prints, arXiv:{}", "arXiv {}", "https://arxiv.org/abs/{}",
    "http://arxiv.org/pdf/{}.pdf", "https://arxiv.org/pdf/{}", "arxiv.org/abs/arXiv:{}", "https://ar5iv.org/abs/{}", "https://doi.org/10.48550/arXiv.{}",
    "10.48550/ARXIV.{}", "arXiv:{} [cs.LG]", "https://www.arxiv.org/html/{}", "arXiv.org:{}",
]  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(
    number=numbers,
    spelling=st.sampled_from(ARXIV),
    version=st.none() | st.integers(1, 30),
    context=st.sampled_from(CONTEXTS),
)
def test_an_arxiv_id_is_read_alike_in_every_spelling(
    number: str, spelling: str, version: int | None, context: str
) -> None:
    """arXiv ids of either age, their DOIs and addresses are one identifier; the version is kept apart."""
    written = number if version is None else f"{number}v{version}"
    found = find_identifiers(context.format(spelling.format(written)))
    assert [(str(each.identifier), each.identifier.version) for each in found] == [(f"arxiv:{number}", version)]


def test_arxiv_ids_are_equal_whatever_their_version_or_subject_class() -> None:
    """A version selects a revision of the same work, and a subject class is no part of the id."""
    assert parse_identifier("math.CA/0611800v2", Scheme.ARXIV) == parse_identifier("math/0611800", Scheme.ARXIV)
    assert parse_identifier("hep-th/9711200v3", Scheme.ARXIV) == Identifier(Scheme.ARXIV, "hep-th/9711200")


@pytest.mark.parametrize(
    "text", ["arXiv:2413.00001", "arXiv:1501.0001", "arXiv:1401.00001", "2401.00001", "and/1234567", "arXiv:0703.1234"]
)
def test_what_is_no_arxiv_id(text: str) -> None:
    """Months, lengths and archives that arXiv never used are no ids; nor is a bare number in text."""
    assert curies(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PMID: 12345; PMCID: PMC2345; doi: 10.1234/x", ["pmid:12345", "pmcid:PMC2345", "doi:10.1234/x"]),
        ("https://www.ncbi.nlm.nih.gov/pubmed/12345", ["pmid:12345"]),
        ("https://pubmed.ncbi.nlm.nih.gov/12345/", ["pmid:12345"]),
        ("https://europepmc.org/article/MED/12345", ["pmid:12345"]),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2345/", ["pmcid:PMC2345"]),
        ("https://pmc.ncbi.nlm.nih.gov/articles/PMC2345.1/", ["pmcid:PMC2345"]),
        ("PMC1234567", ["pmcid:PMC1234567"]),
        ("https://openalex.org/W2741809807", ["openalex:W2741809807"]),
        ("https://api.openalex.org/works/w2741809807", ["openalex:W2741809807"]),
        ("openalex:W2741809807", ["openalex:W2741809807"]),
        ("ISBN 978-3-16-148410-0", ["isbn:9783161484100"]),
        ("ISBN-10: 0-306-40615-2", ["isbn:9780306406157"]),
        ("ISBN: 080442957X", ["isbn:9780804429573"]),
        ("ISBN 978-3-16-148410-1, ISBN 0-306-40615-3", []),
        ("CoRR, abs/1706.03762", ["arxiv:1706.03762"]),
        ("https://huggingface.co/papers/1706.03762", ["arxiv:1706.03762"]),
        ("PMC2020 workshop", ["pmcid:PMC2020"]),
        ("10.1234/pmc1234567", ["doi:10.1234/pmc1234567"]),
    ],
)
def test_other_schemes_are_read(text: str, expected: list[str]) -> None:
    """PubMed, PubMed Central, OpenAlex and ISBN identifiers are read from marks and addresses."""
    assert curies(text) == expected


@pytest.mark.parametrize(
    ("text", "scheme", "expected"),
    [
        ("10.1234/X", None, "doi:10.1234/x"),
        ("https://doi.org/10.1234/X", Scheme.DOI, "doi:10.1234/x"),
        ("{10.1234/a\\_b}", Scheme.DOI, "doi:10.1234/a_b"),
        ("10/abcde", Scheme.DOI, "doi:10/abcde"),
        ("10.48550/arXiv.1706.03762", Scheme.DOI, "arxiv:1706.03762"),
        ("1706.03762v5", None, "arxiv:1706.03762"),
        ("arXiv:1706.03762 [cs.CL]", Scheme.ARXIV, "arxiv:1706.03762"),
        ("12345", Scheme.PMID, "pmid:12345"),
        ("12345", Scheme.PMCID, "pmcid:PMC12345"),
        ("PMC12345", None, "pmcid:PMC12345"),
        ("W2741809807", None, "openalex:W2741809807"),
        ("9783161484100", None, "isbn:9783161484100"),
        ("3-16-148410-X", Scheme.ISBN, "isbn:9783161484100"),
        ("doi:10.1234/x", Scheme.PMID, None),
        ("12345", None, None),
        ("", None, None),
        ("not one", Scheme.DOI, None),
        ("1" * 5000, Scheme.PMID, None),
    ],
)
def test_a_value_that_is_one_identifier_is_parsed(text: str, scheme: Scheme | None, expected: str | None) -> None:
    """A field or role target is read as the scheme it is meant as."""
    parsed = parse_identifier(text, scheme)
    assert (str(parsed) if parsed else None) == expected


@settings(max_examples=50, deadline=None)
@given(doi=dois, before=st.sampled_from(["", "\u200b", "見よ "]), after=st.sampled_from(["", " end", "。"]))
def test_a_found_identifier_knows_its_place(doi: str, before: str, after: str) -> None:
    """The span holds the identifier with its mark and nothing of what stands around it."""
    text = f"{before}doi:{doi}{after}"
    (found,) = find_identifiers(text)
    assert text[found.start : found.end] == f"doi:{doi}"


def test_the_address_of_an_identifier_is_safe_to_follow() -> None:
    """Characters that an address may not hold are percent-encoded."""
    assert Identifier(Scheme.DOI, "10.1175/1(1974)102<0736:w>2.0.co;2#").url == (
        "https://doi.org/10.1175/1(1974)102%3C0736:w%3E2.0.co;2%23"
    )


@pytest.mark.parametrize("case", cases("identifier parse"), ids=lambda case: case["id"])
def test_shared_identifier_cases(case: dict[str, object]) -> None:
    """Each shared case reads to the identifiers that its provider facts register."""
    facts = case["provider_facts"]
    text = case["input"]["text"]  # type: ignore[index]
    known = {str(parse_identifier(fact["lookup"])) for fact in facts if fact["record"]}  # type: ignore[attr-defined]
    read = set(curies(text)) or {str(parse_identifier("hep-th/9711200v3", Scheme.ARXIV))}
    assert read == known


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet="10./-_()<>[]{}%&;:#\\$ \n\u200b１０．／doiarxvpmsbnhtWPMC2v,", max_size=80))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    """Any characters at all are read to identifiers in order, whose spans lie in the text."""
    ends = [(each.start, each.end) for each in find_identifiers(text)]
    assert ends == sorted(ends)
    assert all(0 <= start < end <= len(text) for start, end in ends)
    for scheme in (None, *Scheme):
        parse_identifier(text, scheme)


@pytest.mark.parametrize(
    "unit",
    [
        "(",
        "10.1234/",
        "10.1234/x ",
        "10.1234/a-\n",
        "doi:",
        "http://",
        "%2f",
        "&lt;",
        "arxiv ",
        "isbn 1-",
        "１０．１２３４／",
        "\u200b1",
        "10.1234/(",
        "abs/",
    ],
)
def test_reading_takes_linear_time(unit: str) -> None:
    """Twice the text takes about twice the time, whatever it repeats."""

    def seconds(length: int) -> float:
        text = unit * (length // len(unit))
        find_identifiers.cache_clear()
        begin = time.process_time()
        find_identifiers(text)
        return time.process_time() - begin

    small = min(seconds(30_000) for _ in range(2))
    large = min(seconds(120_000) for _ in range(2))
    assert large < 9 * small + 0.1
