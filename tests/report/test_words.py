from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from scholar_build.model import Field, ProviderName
from scholar_build.report.page_words import CHAIN, DEADLINES, WATCH, days_left, last_good_result
from scholar_build.report.words import LOCALE_DIR, words

ROOT = Path(__file__).resolve().parents[2]
PO = LOCALE_DIR / "ja" / "LC_MESSAGES" / "scholar_build.po"


@pytest.fixture(scope="module")
def catalogue() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogue", ROOT / "tools" / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_message_has_a_japanese_translation(catalogue: ModuleType) -> None:
    """No English sentence stands in a Japanese page."""
    assert catalogue.missing(PO) == []


def test_the_compiled_catalogue_is_what_the_translators_file_says(catalogue: ModuleType) -> None:
    """What is read at run time is the current translation, byte by byte on every machine."""
    assert catalogue.compiled(PO) == PO.with_suffix(".mo").read_bytes()


def test_the_translators_file_has_no_message_that_the_code_dropped(catalogue: ModuleType) -> None:
    """Writing the file anew changes nothing."""
    assert catalogue.updated(PO) == PO.read_bytes()


@pytest.mark.parametrize(
    ("iso", "english", "japanese"),
    [
        ("2026-11-28", "28\u00a0Nov\u00a02026", "2026年11月28日"),
        ("2026-11-28T09:00:00Z", "28\u00a0Nov\u00a02026", "2026年11月28日"),
        ("2026-05", "May\u00a02026", "2026年5月"),
        ("2026", "2026", "2026年"),
        ("2026-00-00", "2026", "2026年"),
        ("2026-13-01", "2026", "2026年"),
        ("forthcoming", "forthcoming", "forthcoming"),
    ],
)
def test_dates_are_written_as_each_language_does(iso: str, english: str, japanese: str) -> None:
    """A date, perhaps only a month or a year, reads naturally in both languages."""
    assert (english, japanese) == (words("en").date(iso), words("ja").date(iso))


def test_a_notice_names_its_month_in_full() -> None:
    """Dates in sentences are spelt out."""
    assert words("en").date("2023-03-12", long=True) == "12\u00a0March\u00a02023"


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("ja", "ja"), ("ja-JP", "ja"), ("ja_JP", "ja"), ("JA", "ja"), ("en-GB", "en"), ("de", "en"), ("", "en")],
)
def test_a_language_without_a_catalogue_is_english(tag: str, lang: str) -> None:
    """Language tags of any spelling find their wording, all others English."""
    assert lang == words(tag).lang


@pytest.mark.parametrize(
    ("fields", "english", "japanese"),
    [
        ((), "", ""),
        ((Field.YEAR,), "year", "発行年"),
        ((Field.TITLE, Field.YEAR), "title and year", "題名・発行年"),
        ((Field.TITLE, Field.AUTHORS, Field.YEAR), "title, authors and year", "題名・著者・発行年"),
    ],
)
def test_fields_are_listed_as_in_a_sentence(fields: tuple[Field, ...], english: str, japanese: str) -> None:
    """Lists end in "and" in English and are dotted in Japanese."""
    assert (english, japanese) == (words("en").fields(fields), words("ja").fields(fields))


def test_providers_carry_their_own_names() -> None:
    """Services are written as they write themselves."""
    names = (ProviderName.CROSSREF, ProviderName.OPENALEX, ProviderName.SEMANTICSCHOLAR)
    assert words("en").providers(names) == "Crossref, OpenAlex and Semantic Scholar"
    assert words("ja").providers(names) == "Crossref、OpenAlex、Semantic Scholar"


def test_the_other_pages_words_are_translated_too() -> None:
    """The chain, watch and deadline pages find Japanese for each of their words."""
    same = [message for message in (*CHAIN, *WATCH, *DEADLINES) if words("ja").text(message) == message]
    assert same == []


@pytest.mark.parametrize(
    ("days", "english", "japanese"),
    [(12, "12 days left", "あと12日"), (1, "1 day left", "あと1日"), (0, "today", "本日"), (-1, "over", "終了")],
)
def test_days_left_are_counted_in_words(days: int, english: str, japanese: str) -> None:
    """A deadline says how long there is still, with the right number."""
    assert (english, japanese) == (days_left(words("en"), days), days_left(words("ja"), days))


def test_the_age_of_a_result_is_counted_in_words() -> None:
    """An outage on the watch page says how old the shown result is."""
    assert last_good_result(words("en"), 3) == "last good result 3 days ago"
    assert last_good_result(words("ja"), 3) == "最後の取得は3日前"


def test_sphinx_reads_the_same_catalogue() -> None:
    """`app.add_message_catalog` finds the Japanese wording in the installed package."""
    locale = pytest.importorskip("sphinx.locale")
    translator, found = locale.init([str(LOCALE_DIR)], "ja", "scholar_build")
    assert found
    assert translator.gettext("not found") == "見つかりません"
