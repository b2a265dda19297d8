"""Properties that hold for any work: it verifies against itself, and spelling is no fault."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.judge import judge
from scholar_build.model import Fields, Name, Origin, Record, Reference, Status
from tests.judge.answering import PLACE, Sources, ask, entry, verdict
from tests.judge.strategies import STYLES, initials, records

ALL = ("title", "year", "authors", "venue", "pages", "version")
quick = settings(max_examples=40, deadline=None)


def source(record: Record) -> Sources:
    """Providers that know exactly this work."""
    return Sources({("crossref", record.id): record}, {"crossref": [record]})


def structured(record: Record, *, by_doi: bool = True) -> Reference:
    """The record as a bibliography entry."""
    return Reference(
        key="k",
        text=record.title,
        location=PLACE,
        origin=Origin.BIBLIOGRAPHY,
        identifiers=record.identifiers if by_doi else (),
        fields=Fields(
            type="article-journal",
            title=record.title,
            author=record.author,
            issued=record.years,
            container_title=record.container_title,
            volume=record.volume,
            issue=record.issue,
            page=record.page,
        ),
    )


@pytest.mark.parametrize("style", STYLES)
@quick
@given(records())
def test_a_record_written_out_in_any_style_verifies_against_itself(style: str, record: Record) -> None:
    """Whatever the citation style, a right reference is verified, with its DOI and without."""
    text = STYLES[style](record)
    with_doi = verdict(
        entry(f"{text} https://doi.org/{record.identifiers[0].value}", *record.identifiers), source(record)
    )
    without = verdict(entry(text), source(record))

    assert (with_doi.status, with_doi.findings) == (Status.VERIFIED, ())
    assert (without.status, without.findings) == (Status.VERIFIED, ())


def _ascii(text: str) -> str:
    table = str.maketrans(
        {
            "ß": "ss",
            "ø": "o",
            "Ø": "O",
            "ł": "l",
            "Ł": "L",
            "œ": "oe",
            "Œ": "OE",
            "ı": "i",
            "–": "-",
            "’": "'",
            "α": "alpha ",
            "Α": "Alpha ",
            "Β": "Beta ",
            "β": "beta ",
        }
    )
    return unicodedata.normalize("NFD", text.translate(table)).encode("ascii", "ignore").decode()


def _german(text: str) -> str:
    for letter, spelled in (("ü", "ue"), ("ö", "oe"), ("ä", "ae"), ("ß", "ss"), ("å", "aa"), ("Å", "Aa"), ("ø", "oe")):
        text = text.replace(letter, spelled)
    return text


def _latex(text: str) -> str:
    for letter, spelled in (
        ("ü", r"{\"u}"), ("ö", r"\"{o}"), ("ő", r"{\H o}"), ("é", r"\'e"), ("ß", r"{\ss}"), ("ø", r"{\o}"),
        ("í", r"\'{\i}"),
        ("ï", r"\"{\i}"), ("Ł", r"{\L}"), ("ł", r"\l{}"), ("Å", r"{\AA}"), ("á", r"{\'a}"), ("&", r"\&"),
        ("œ", r"{\oe}"),
    ):  # fmt: skip
        text = text.replace(letter, spelled)
    return text


REWRITINGS: dict[str, Callable[[str], str]] = {
    "upper case": str.upper,
    "lower case": str.lower,
    "no accents": _ascii,
    "German letters": _german,
    "LaTeX": _latex,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "full width": lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
    "braces": lambda text: " ".join(f"{{{word}}}" for word in text.split()),
    "entities": lambda text: text.replace("&", "&amp;amp;"),
}
MARKUP: dict[str, Callable[[str], str]] = {
    "italics": lambda title: " ".join(f"<i>{word}</i>" if i % 2 else word for i, word in enumerate(title.split())),
    "glued tags": lambda title: title.replace(" ", "<b> </b>"),
    "soft hyphens": lambda title: title.replace("o", "o\u00ad"),
    "a retraction mark": lambda title: f"RETRACTED: {title}",
    "dashes": lambda title: title.replace("-", "–"),
    "a full stop": lambda title: title + ".",
}


def rewritten(reference: Reference, change: Callable[[str], str], *, people: bool) -> Reference:
    """The reference with title, and perhaps names, spelled another way."""
    assert reference.fields is not None
    author = reference.fields.author
    if people:
        author = tuple(Name(family=change(one.family), given=change(one.given)) for one in author)
    fields = msgspec.structs.replace(reference.fields, title=change(reference.fields.title), author=author)
    return msgspec.structs.replace(reference, fields=fields)


@quick
@given(records(), st.sampled_from(sorted(REWRITINGS)), st.booleans())
def test_a_verdict_survives_another_spelling(record: Record, how: str, by_doi: bool) -> None:
    """Case, accents, LaTeX and Unicode forms are spelling."""
    judged = verdict(rewritten(structured(record, by_doi=by_doi), REWRITINGS[how], people=True), source(record), ALL)

    assert (judged.status, judged.findings) == (Status.VERIFIED, ())


@quick
@given(records(), st.sampled_from(sorted(MARKUP)))
def test_a_verdict_survives_markup_in_the_title(record: Record, how: str) -> None:
    """Tags, marks and hyphens in a record's or an entry's title are no part of it."""
    judged = verdict(rewritten(structured(record), MARKUP[how], people=False), source(record), ALL)
    marked = msgspec.structs.replace(record, titles=(MARKUP[how](record.title),))
    other_way = verdict(structured(record), source(marked), ALL)

    assert (judged.status, other_way.status) == (Status.VERIFIED, Status.VERIFIED)


NAMES: dict[str, Callable[[Name], Name]] = {
    "swapped": lambda one: Name(family=one.given, given=one.family),
    "initials": lambda one: Name(family=one.family, given=initials(one)),
    "joined initials": lambda one: Name(family=one.family, given=initials(one).replace(" ", "").replace("-", "")),
    "PubMed": lambda one: Name(
        family=one.family, given=initials(one).replace(".", "").replace(" ", "").replace("-", "")
    ),
    "all in the family name": lambda one: Name(family=f"{one.given} {one.family}"),
    "literal": lambda one: Name(literal=f"{one.family}, {one.given}"),
    "suffix": lambda one: Name(family=one.family, given=one.given, suffix="Jr."),
    "family alone": lambda one: Name(family=one.family),
    "no particle": lambda one: Name(family=one.family.replace("van der ", "").replace("de la ", ""), given=one.given),
    "particle with the given name": lambda one: Name(
        family=one.family.split()[-1], given=" ".join([one.given, *one.family.split()[:-1]])
    ),
}


@quick
@given(records(), st.sampled_from(sorted(NAMES)), st.booleans())
def test_a_verdict_survives_another_form_of_the_names(record: Record, how: str, by_doi: bool) -> None:
    """Order, initials, particles and suffixes of names vary by source."""
    reference = structured(record, by_doi=by_doi)
    assert reference.fields is not None
    author = tuple(NAMES[how](one) for one in reference.fields.author)
    changed = msgspec.structs.replace(reference, fields=msgspec.structs.replace(reference.fields, author=author))
    judged = verdict(changed, source(record), ALL)

    assert (judged.status, judged.findings) == (Status.VERIFIED, ())


@quick
@given(records(), st.integers(1, 9))
def test_a_year_that_is_none_of_the_records_is_a_mismatch(record: Record, off: int) -> None:
    """By one year too, and however the reference is written."""
    wrong = msgspec.structs.replace(record, years=(record.years[0] + off,))
    by_doi = verdict(structured(wrong), source(record))
    by_search = verdict(structured(wrong, by_doi=False), source(record))
    free = verdict(entry(STYLES["APA"](wrong), *record.identifiers), source(record))

    assert [by_doi.rule, by_search.rule, free.rule] == ["year-mismatch"] * 3


@quick
@given(records(), st.randoms())
def test_the_same_answers_in_any_order_give_the_same_verdict(record: Record, random: object) -> None:
    """Judging is pure: no order, clock or earlier call plays a part."""
    reference = structured(record, by_doi=False)
    answers = list(ask(reference, Sources(searches={"openalex": [record]})).items())
    before = judge(reference, dict(answers))
    random.shuffle(answers)  # type: ignore[attr-defined]

    assert before == judge(reference, dict(answers))
