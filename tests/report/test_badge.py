from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import html5lib
import msgspec
import pytest
from bs4 import BeautifulSoup, Tag

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Acceptance,
    Asked,
    Failure,
    Field,
    Finding,
    Notice,
    NoticeType,
    ProviderName,
    Reason,
    Status,
    Verdict,
)
from scholar_build.report import escape
from scholar_build.report.html import asset_path, badge, legend
from scholar_build.report.inline import as_markdown, as_text, link
from scholar_build.report.parts import badge_parts, is_shown, needs_attention, plain_badge
from tests.report import samples
from tests.report.samples import STATES, doi, reference
from tests.report.snapshots import snapshot
from tests.shared import SHARED, cases, needs_shared

replace = msgspec.structs.replace
NAMES = sorted(STATES)
LANGS = ("en", "ja")


def pretty(fragment: str) -> str:
    """One element a line, so that a change of a snapshot is readable."""
    return re.sub(
        r"(?=<(?:button|small|span class=.scholar-(?:row|reason|status|notice ))|</(?:button|small)>)", "\n", fragment
    )


@pytest.mark.parametrize("lang", LANGS)
def test_badges_of_every_state_are_as_they_were(lang: str) -> None:
    """The whole markup of all badges is kept in a snapshot for each language."""
    text = "".join(f"## {name}\n{pretty(badge(STATES[name], number=name, lang=lang))}\n\n" for name in NAMES)
    assert snapshot(f"badges.{lang}.txt", text) == text


@pytest.mark.parametrize("lang", LANGS)
def test_plain_badges_of_every_state_are_as_they_were(lang: str) -> None:
    """The words in brackets are kept in a snapshot for each language."""
    text = "".join(f"{name}: {plain_badge(STATES[name], lang)}\n" for name in NAMES)
    assert snapshot(f"plain.{lang}.txt", text) == text


def parse(fragment: str) -> None:
    """Parse as HTML and fail at the first fault."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    parser.parse(f"<!DOCTYPE html><html><head><title>x</title></head><body>{fragment}</body></html>")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_a_badge_is_valid_inside_a_paragraph(name: str, lang: str) -> None:
    """A badge tears no sentence in two: the paragraph around it stays one."""
    fragment = badge(STATES[name], number=1, lang=lang)
    parse(f"<p>Before {fragment} after</p>")
    soup = BeautifulSoup(f"<p>Before {fragment} after</p>", "html5lib")
    assert len(soup.find_all("p")) == 1


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("details", [True, False])
def test_a_badge_is_well_formed_xml_where_xml_rules(name: str, lang: str, details: bool) -> None:
    """An EPUB reader finds no fault."""
    ET.fromstring(badge(STATES[name], number=1, lang=lang, xml=True, details=details))


@pytest.mark.parametrize("lang", LANGS)
def test_the_legend_is_valid_and_as_it_was(lang: str) -> None:
    """The legend says what a verdict claims and what it does not."""
    parse(legend(lang))
    text = legend(lang).replace("<li>", "\n<li>") + "\n"
    assert snapshot(f"legend.{lang}.html", text) == text


@pytest.mark.parametrize("verdict", STATES.values(), ids=STATES)
def test_status_and_words_can_be_read_without_colour_or_script(verdict: Verdict) -> None:
    """Each badge says its verdict in words and carries it for tools."""
    soup = BeautifulSoup(badge(verdict, number=1), "html5lib")
    outer = soup.select_one(".scholar-badge")
    assert outer is not None
    assert outer["data-scholar-status"] == verdict.status
    assert f"scholar-badge--{verdict.status}" in outer["class"]
    word = outer.select_one(".scholar-word")
    assert word is not None
    assert word.get_text()
    reason = outer.select_one(".scholar-details .scholar-reason")
    assert reason is not None
    assert reason.get_text()


def test_details_belong_to_their_button() -> None:
    """Two badges of a page open each their own details."""
    fragment = badge(samples.VERIFIED, number=1) + badge(samples.WRONG_YEAR, number="b-2")
    soup = BeautifulSoup(fragment, "html5lib")
    opened = [button["popovertarget"] for button in soup.select(".scholar-badge > button")]
    assert opened == ["scholar-1", "scholar-b-2"] == [small["id"] for small in soup.select("small")]


def test_without_details_there_is_nothing_to_press() -> None:
    """Where the reason is written beside, the badge is words alone."""
    fragment = badge(samples.RETRACTED, details=False)
    assert "button" not in fragment
    assert "popover" not in fragment
    assert "retracted" in fragment


def test_a_badge_names_its_language_only_in_a_page_of_another() -> None:
    """Screen readers read a Japanese badge in an English page as Japanese."""
    assert ' lang="ja"' in badge(samples.VERIFIED, number=1, lang="ja", page_lang="en")
    assert ' lang="en"' in badge(samples.VERIFIED, number=1, lang="de", page_lang="ja")
    assert " lang=" not in badge(samples.VERIFIED, number=1, lang="ja", page_lang="ja-JP")
    assert " lang=" not in badge(samples.VERIFIED, number=1, lang="ja")


def classes(verdict: Verdict, **options: str) -> set[str]:
    outer = BeautifulSoup(badge(verdict, number=1, **options), "html5lib").select_one(".scholar-badge")  # type: ignore[arg-type]
    assert outer is not None
    return {name.removeprefix("scholar-badge--") for name in outer["class"]}


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (samples.VERIFIED, {"verified", "brief"}),
        (samples.CONCEPT, {"verified"}),
        (samples.RETRACTED, {"verified", "alarm"}),
        (samples.WITHDRAWN, {"mismatch", "alarm"}),
        (samples.CONCERN, {"verified"}),
        (samples.UNREGISTERED, {"not_found"}),
        (samples.BOOK, {"unchecked", "quiet", "brief"}),
        (samples.PENDING, {"unchecked", "quiet", "brief"}),
        (samples.RATE_LIMITED, {"unchecked"}),
        (samples.ACCEPTED, {"not_found", "accepted"}),
    ],
    ids=lambda value: "" if isinstance(value, set) else str(value.reason),
)
def test_volume_follows_meaning(verdict: Verdict, expected: set[str]) -> None:
    """Retractions are loud, books are quiet, clean references print as nothing."""
    assert {"scholar-badge", *expected} == classes(verdict)


def test_symbols_keep_the_word_for_screen_readers() -> None:
    """With symbols alone the word is still there to be read out."""
    assert "symbols" in classes(samples.VERIFIED, style="symbols")
    assert '<span class="scholar-word">verified</span>' in badge(samples.VERIFIED, number=1, style="symbols")


def rows(verdict: Verdict, lang: str = "en") -> list[tuple[str, str]]:
    return [(row.label, as_text(row.value)) for row in badge_parts(verdict, lang).rows]


def test_several_differences_are_told_field_by_field() -> None:
    """The badge names the gravest field, the details all of them in order of gravity."""
    year = samples.WRONG_YEAR.findings[0]
    title = replace(year, field=Field.TITLE, cited="A", recorded="B", rule="title-mismatch")
    volume = replace(year, field=Field.PAGES, part="volume", cited="1", recorded="2", rule="pages-mismatch")
    verdict = replace(samples.WRONG_YEAR, findings=(volume, year, title), suggestion=None)
    assert plain_badge(verdict) == "[mismatch: title]"
    assert plain_badge(verdict, "ja") == "[不一致：題名]"
    assert badge_parts(verdict).reason == "The title, year and pages differ from the record."
    assert rows(verdict)[:6] == [
        ("Title cited", "A"),
        ("Title recorded", "B"),
        ("Year cited", "2019"),
        ("Year recorded", "2018"),
        ("Volume cited", "1"),
        ("Volume recorded", "2"),
    ]
    assert rows(verdict, "ja")[:2] == [("引用（題名）", "A"), ("登録情報（題名）", "B")]
    assert rows(verdict)[-1] == ("Rule", "year-mismatch, pages-mismatch, title-mismatch")


def test_a_value_is_shown_in_full() -> None:
    """Long titles are not cut: the reader must be able to compare them."""
    long = "word " * 200
    verdict = replace(
        samples.OTHER_WORK, findings=(replace(samples.OTHER_WORK.findings[1], cited=long, recorded=long + "x"),)
    )
    assert ("Title cited", long) in rows(verdict)


@pytest.mark.parametrize(
    ("scheme", "english", "japanese"),
    [
        (Scheme.DOI, "This DOI is not registered.", "このDOIは登録されていません。"),
        (Scheme.ARXIV, "This arXiv number is not registered.", "このarXiv番号は登録されていません。"),
        (Scheme.PMID, "This PMID is not registered.", "このPMIDは登録されていません。"),
    ],
)
def test_the_kind_of_identifier_is_named(scheme: Scheme, english: str, japanese: str) -> None:
    """A reader learns which identifier is meant."""
    wrong = Identifier(scheme, "123")
    verdict = replace(samples.UNREGISTERED, reference=reference("x", wrong), findings=(), suggestion=None)
    assert (english, japanese) == (badge_parts(verdict, "en").reason, badge_parts(verdict, "ja").reason)


def test_of_several_identifiers_the_missing_one_is_named() -> None:
    """With a DOI and an arXiv number, the details say which of them names nothing."""
    arxiv = Identifier(Scheme.ARXIV, "2213.00001")
    finding = Finding(
        rule="identifier-not-found",
        field=Field.IDENTIFIER,
        cited=str(arxiv),
        recorded="",
        provider=ProviderName.ARXIV,
    )
    verdict = replace(samples.UNREGISTERED, reference=reference("x", doi("10.5555/a"), arxiv), findings=(finding,))
    assert badge_parts(verdict).reason == "This arXiv number is not registered."
    assert rows(verdict)[0] == ("Identifier", "arXiv:2213.00001")


def test_a_record_found_by_search_claims_no_registry() -> None:
    """Only a record reached by its DOI is called the registry's."""
    assert ("Says", "Crossref, 28\u00a0Nov\u00a02026") in rows(samples.SEARCHED)
    assert ("Says", "Crossref, which registers this DOI, 28\u00a0Nov\u00a02026") in rows(samples.VERIFIED)


def test_a_namesake_is_near_and_not_held_against_the_reference() -> None:
    """What a search found beside a reference that no source holds is called near, not meant."""
    assert [label for label, _ in rows(samples.UNKNOWN)] == ["Asked", "Nearest", "Rule"]


def test_a_search_that_answered_is_not_called_found() -> None:
    """Sources that answered a search without the work are said to have answered."""
    said = dict(rows(samples.UNKNOWN))["Asked"]
    assert said == "Crossref, OpenAlex and Semantic Scholar answered. 28\u00a0Nov\u00a02026"
    limited = Asked(provider=ProviderName.ARXIV, outcome=str(Failure.RATE_LIMITED))
    mixed = replace(samples.UNKNOWN, asked=(*samples.UNKNOWN.asked[:1], limited))
    assert dict(rows(mixed))["Asked"] == "Crossref answered. arXiv: rate_limited."
    only = replace(samples.UNKNOWN, asked=(limited,))
    assert dict(rows(only))["Asked"] == "arXiv: rate_limited."
    undated = replace(samples.UNKNOWN, asked=(Asked(provider=ProviderName.CROSSREF, outcome="found"),))
    assert dict(rows(undated))["Asked"] == "Crossref answered."


def test_a_search_that_failed_later_does_not_blur_an_answer() -> None:
    """Where a registry has said no, its silence to a further search is not told beside it."""
    silent = Asked(provider=ProviderName.CROSSREF, outcome=str(Failure.OFFLINE))
    verdict = replace(samples.UNREGISTERED, asked=(*samples.UNREGISTERED.asked, silent))
    assert dict(rows(verdict))["Asked"] == "Crossref: not there. doi.org: not there. 28\u00a0Nov\u00a02026"


def test_the_gravest_notice_is_told_first() -> None:
    """A retraction stands above the corrections that came before it."""
    verdict = replace(samples.CONCERN, notices=(*samples.CONCERN.notices[::-1], *samples.RETRACTED.notices))
    assert [label for label, _ in rows(verdict)][:3] == ["Notice", "Concern", "Correction"]
    assert plain_badge(verdict) == "[verified, retracted, expression of concern, correction published]"


@pytest.mark.parametrize(
    ("detail", "isbn", "expected"),
    [
        ("book", None, "A book without an identifier."),
        ("book", True, "The check digit of its ISBN is right."),
        ("chapter", False, "The check digit of its ISBN is wrong."),
        ("web page", None, "A web page."),
        ("software", None, "Software."),
        ("thesis", None, "few works of this kind"),
        ("article", None, "could not settle it"),
        ("unknown", None, "could not settle it"),
    ],
)
def test_what_no_index_holds_is_explained_by_its_kind(detail: str, isbn: bool | None, expected: str) -> None:
    """A book, a web page and an undecided article each get their own quiet sentence, none an accusation."""
    verdict = replace(samples.BOOK, detail=detail, checked_isbn=isbn)
    assert expected in badge_parts(verdict).reason
    assert "says nothing" in badge_parts(verdict).reason or detail == "web page"


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2023-03-12", "This work was retracted on 12\u00a0March\u00a02023."),
        ("2023-03", "This work was retracted in March\u00a02023."),
        ("2023", "This work was retracted in 2023."),
        ("", "This work was retracted."),
    ],
)
def test_a_retraction_says_when_as_far_as_is_known(date: str, expected: str) -> None:
    """Partial dates make whole sentences."""
    notice = Notice(type=NoticeType.RETRACTION, date=date)
    verdict = replace(samples.RETRACTED, notices=(notice,))
    assert badge_parts(verdict).reason == f"{expected} The reference itself is accurate."


def test_a_retraction_comes_first_whatever_else_is_wrong() -> None:
    """The sentence of a retracted work that was not found either tells both."""
    verdict = replace(samples.UNREGISTERED, notices=samples.RETRACTED.notices)
    assert badge_parts(verdict).reason.startswith("This work was retracted on")
    assert badge_parts(verdict).reason.endswith("This DOI is not registered.")
    assert "accurate" not in badge_parts(verdict).reason


def test_another_source_that_knows_of_a_retraction_is_named() -> None:
    """A second witness of a retraction is told apart from mere agreement."""
    second = replace(samples.RETRACTED.notices[0], provider=ProviderName.PUBMED)
    verdict = replace(samples.RETRACTED, notices=(*samples.RETRACTED.notices, second))
    assert ("Also says", "PubMed, 28\u00a0Nov\u00a02026") in rows(verdict)
    assert plain_badge(verdict) == "[verified, retracted]"


def test_a_differing_source_is_named_with_its_fields() -> None:
    """Where sources differ the reader learns in what, and who decides."""
    expected = "OpenAlex differs in: year and venue. The registry decides."
    assert ("Sources differ", expected) in rows(samples.ALIAS)
    odd = Notice(type=NoticeType.SOURCES_DIFFER, detail="some words")
    assert ("Sources differ", "some words") in rows(replace(samples.ALIAS, notices=(odd,)))


def test_details_of_rare_notices() -> None:
    """Notices without a target still say what they can."""
    bare = (
        Notice(type=NoticeType.ALIAS, detail="10.5555/y"),
        Notice(type=NoticeType.PUBLISHED_VERSION, target=doi("10.5555/z")),
        Notice(type=NoticeType.CONCEPT_DOI, target=doi("10.5555/c")),
        Notice(type=NoticeType.CORRECTION),
    )
    said = dict(rows(replace(samples.ALIAS, notices=bare)))
    assert said["Alias"] == "10.5555/y"
    assert said["Published as"] == "10.5555/z"
    assert said["Versions"] == "This DOI stands for all versions together. 10.5555/c"
    assert said["Correction"] == ""


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (samples.OTHER_WORK, "Perhaps meant: "),
        (samples.WRONG_YEAR, "Change the year to 2018."),
        (
            replace(samples.WITHDRAWN, suggestion=replace(samples.OTHER_WORK.suggestion, guess=False)),
            "Probably meant: ",
        ),
        (
            replace(
                samples.WITHDRAWN,
                suggestion=replace(samples.OTHER_WORK.suggestion, guess=False, record=samples.WITHDRAWN.record),
            ),
            "As recorded: ",
        ),
        (samples.WITHDRAWN, "Say that the work was withdrawn"),
        (samples.RETRACTED, "Cite the retraction"),
        (samples.PREPRINT, "Cite the published version"),
    ],
    ids=range(7),
)
def test_suggestions_say_how_sure_they_are(verdict: Verdict, expected: str) -> None:
    """A guess is called a guess, a correction from the record is not."""
    said = dict(rows(verdict))["Suggestion"]
    assert said.startswith(expected)
    assert ("so a guess" in said) == expected.startswith("Perhaps")


def test_sentences_for_one_field_alone() -> None:
    """Singular and plural are right in English."""
    one = replace(samples.VERIFIED, agreed=(Field.TITLE,))
    assert badge_parts(one).reason == "Title agrees with the record."
    assert badge_parts(replace(one, agreed=(Field.AUTHORS,))).reason == "Authors agree with the record."
    assert badge_parts(replace(one, agreed=())).reason == "The reference agrees with the record."
    assert badge_parts(replace(samples.SEARCHED, agreed=())).reason == "Found by searching for the title."
    none = replace(samples.WRONG_YEAR, findings=())
    assert badge_parts(none).reason == "The reference differs from the record."
    assert plain_badge(none) == "[mismatch]"
    volume = replace(samples.WRONG_YEAR.findings[0], field=Field.PAGES, part="volume")
    assert badge_parts(replace(samples.WRONG_YEAR, findings=(volume,))).reason == "The volume differs from the record."
    both = replace(samples.WITHDRAWN, findings=(*samples.WITHDRAWN.findings, *samples.WRONG_YEAR.findings))
    assert badge_parts(both).reason.endswith("The authors and year also differ from the record.")


def test_an_unnamed_provider_is_still_a_sentence() -> None:
    """A verdict that does not say who was silent reads whole."""
    anyone = replace(samples.SILENT, asked=())
    assert badge_parts(anyone).reason == "A provider did not answer. This says nothing about the reference."
    named = replace(anyone, detail="openalex")
    assert badge_parts(named).reason.startswith("OpenAlex did not answer.")


@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_has_a_sentence(reason: Reason, lang: str) -> None:
    """No verdict stands without an explanation in either language."""
    verdict = Verdict(reference=reference("x"), status=Status.UNCHECKED, reason=reason)
    sentence = badge_parts(verdict, lang).reason
    assert sentence.endswith("。" if lang == "ja" else ".")
    assert "{" not in sentence


def test_an_accepted_reference_is_shown_as_such() -> None:
    """The author's reason and its last day stand in the details; an expired one says so."""
    assert plain_badge(samples.ACCEPTED) == "[not found, accepted by the author]"
    assert ("Accepted", "seen in the library of the institute (until 31\u00a0Mar\u00a02027)") in rows(samples.ACCEPTED)
    assert plain_badge(samples.EXPIRED) == "[not found]"
    assert "Acceptance expired" in dict(rows(samples.EXPIRED))
    always = replace(samples.ACCEPTED, reference=replace(samples.ACCEPTED.reference, accepted=Acceptance(reason="r")))
    assert ("Accepted", "r") in rows(always)
    assert not needs_attention(samples.ACCEPTED)
    assert needs_attention(samples.EXPIRED)


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ("all", set(NAMES)),
        ("none", set()),
        (
            "problems",
            {"other_work", "wrong_year", "retracted", "unregistered", "unknown", "concern", "withdrawn"}
            | {"rate_limited", "silent", "offline", "accepted", "expired"},
        ),
    ],
)
def test_badges_can_be_kept_to_problems(setting: str, shown: set[str]) -> None:
    """With `badges: problems` a clean page carries no badge, and books and web pages none either."""
    assert shown == {name for name in NAMES if is_shown(STATES[name], setting)}


def test_hostile_text_stays_text() -> None:
    """A title that looks like markup shows literally and adds no element."""
    hostile = "</span></small><script>alert(1)</script><!-- \u202e\x1b[31m"
    finding = replace(samples.OTHER_WORK.findings[1], cited=hostile, recorded=hostile)
    harmless = replace(finding, cited="x", recorded="x")
    count = [
        len(BeautifulSoup(badge(replace(samples.OTHER_WORK, findings=(one,)), number=1), "html5lib").find_all())
        for one in (finding, harmless)
    ]
    assert count[0] == count[1]
    fragment = badge(replace(samples.OTHER_WORK, findings=(finding,)), number='1"><script>')
    assert "<script" not in fragment
    assert "\u202e" not in fragment
    assert "\x1b" not in fragment
    parse(f"<p>{fragment}</p>")


@needs_shared
@pytest.mark.parametrize("case", cases("output builders"), ids=lambda case: str(case["id"]))
def test_shared_cases_of_builders(case: dict[str, object]) -> None:
    """LaTeX gets words in brackets with no symbol that its default engine cannot set, and an escaped link."""
    for verdict in STATES.values():
        plain = plain_badge(verdict)
        latex = escape.latex(plain)
        assert plain.isascii()
        assert plain.startswith("[")
        assert latex.isascii()
        assert latex.startswith("{[}")
    text = "100 % of R&D_costs"
    assert escape.latex(text) == r"100 \% of R\&D\_costs"
    linked = link(doi("10.1016/0021-9681(87)90171-8"))
    assert linked.url == "https://doi.org/10.1016/0021-9681(87)90171-8"
    assert as_markdown((linked,)).startswith(r"[10\.1016/0021\-9681\(87\)90171\-8](<https://doi.org/10.1016/")


def test_no_badge_accuses_of_more_than_it_knows() -> None:
    """The words "fabricated" and "hallucinated" occur nowhere."""
    everything = "".join(badge(verdict, number=1) for verdict in STATES.values()) + legend()
    assert "fabricat" not in everything.lower()
    assert "hallucinat" not in everything.lower()


def shape(tag: Tag) -> object:
    """Names, classes and attributes of an element and what is in it, without texts and ids."""
    own = sorted(name for name in tag.attrs if name not in ("id", "popovertarget", "lang"))
    inner = [
        shape(child) for child in tag.children if isinstance(child, Tag) and child.name in ("button", "small", "span")
    ]
    keep = "scholar-row" not in tag.get("class", [])
    return (tag.name, tuple(tag.get("class", [])), tuple(own), tuple(inner) if keep else ())


@needs_shared
@pytest.mark.parametrize(
    ("name", "anchor"),
    [
        ("verified", "scholar-1"),
        ("other_work", "scholar-2"),
        ("wrong_year", "scholar-3"),
        ("concept", "scholar-4"),
        ("retracted", "scholar-5"),
        ("preprint", "scholar-6"),
        ("alias", "scholar-7"),
        ("unregistered", "scholar-8"),
        ("unknown", "scholar-9"),
        ("concern", "scholar-10"),
        ("withdrawn", "scholar-11"),
        ("rate_limited", "scholar-12"),
        ("book", "scholar-20"),
        ("web_page", "scholar-21"),
        ("pending", "scholar-30"),
        ("offline", "scholar-31"),
        ("silent", "scholar-32"),
    ],
)
def test_badges_have_the_shape_of_the_mock(name: str, anchor: str) -> None:
    """Classes, attributes and nesting are those that the style sheet and the design were made for."""
    mock = BeautifulSoup((SHARED / "mock" / "badges.html").read_text(encoding="utf-8"), "html5lib")
    details = mock.find(id=anchor)
    assert details is not None
    ours = BeautifulSoup(badge(STATES[name], number=1), "html5lib").select_one(".scholar-badge")
    theirs = details.parent
    assert ours is not None
    assert theirs is not None

    def head(outer: Tag) -> object:
        button = outer.find("button")
        assert isinstance(button, Tag)
        return (
            outer.name,
            tuple(outer["class"]),
            outer["data-scholar-status"],
            shape(button),
            button.get_text(" ", strip=True),
        )

    assert head(theirs) == head(ours)
    labels = [[label.get_text() for label in outer.select(".scholar-row b")] for outer in (theirs, ours)]
    assert [label for label in labels[0] if label in labels[1]] == [label for label in labels[1] if label in labels[0]]


def test_the_style_sheet_is_in_the_package() -> None:
    """Hosts copy the style sheet from where the package says it lies."""
    assert ".scholar-badge" in asset_path().read_text(encoding="utf-8")
