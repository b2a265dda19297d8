"""All wording in English and Japanese, from message catalogues that the standard library reads.

English is the message id; `scholar_build/locale/ja/LC_MESSAGES/scholar_build.po` holds the Japanese. Sphinx
uses the same catalogue through `app.add_message_catalog("scholar_build", str(LOCALE_DIR))`.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from scholar_build.identifiers import Scheme
from scholar_build.model import Field, NoticeType, ProviderName, Reason, Status

DOMAIN = "scholar_build"
LOCALE_DIR = Path(__file__).resolve().parents[1] / "locale"
LANGUAGES = ("en", "ja")


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark, translate later"
    """Mark a message for the catalogue."""
    return message


SYMBOLS: Mapping[Status, str] = {
    Status.VERIFIED: "✓",
    Status.MISMATCH: "≠",
    Status.NOT_FOUND: "✗",
    Status.UNCHECKED: "?",
}
QUIET_SYMBOLS: Mapping[Reason, str] = {Reason.NOT_INDEXED: "–", Reason.PENDING: "…"}
ALARM_SYMBOL = "⚠\ufe0e"  # U+FE0E: not to be drawn as an emoji

STATUS_WORDS: Mapping[Status, str] = {
    Status.VERIFIED: N_("verified"),
    Status.MISMATCH: N_("mismatch"),
    Status.NOT_FOUND: N_("not found"),
    Status.UNCHECKED: N_("could not be checked"),
}
QUIET_WORDS: Mapping[Reason, str] = {Reason.NOT_INDEXED: N_("not indexed"), Reason.PENDING: N_("not checked yet")}
NOTICE_WORDS: Mapping[NoticeType, str] = {
    NoticeType.RETRACTION: N_("retracted"),
    NoticeType.WITHDRAWAL: N_("withdrawn"),
    NoticeType.EXPRESSION_OF_CONCERN: N_("expression of concern"),
    NoticeType.CORRECTION: N_("correction published"),
    NoticeType.PUBLISHED_VERSION: N_("published version exists"),
    NoticeType.CONCEPT_DOI: N_("DOI of all versions"),
    NoticeType.ALIAS: N_("alias DOI"),
    NoticeType.SOURCES_DIFFER: N_("sources differ"),
}
FIELD_WORDS: Mapping[Field, str] = {
    Field.IDENTIFIER: N_("identifier"),
    Field.TITLE: N_("title"),
    Field.AUTHORS: N_("authors"),
    Field.YEAR: N_("year"),
    Field.VENUE: N_("venue"),
    Field.PAGES: N_("pages"),
    Field.VERSION: N_("version"),
}
PART_WORDS: Mapping[str, str] = {"volume": N_("volume"), "issue": N_("issue"), "pages": N_("pages")}
SCHEME_WORDS: Mapping[Scheme, str] = {
    Scheme.DOI: "DOI",
    Scheme.ARXIV: N_("arXiv number"),
    Scheme.PMID: "PMID",
    Scheme.PMCID: "PMCID",
    Scheme.OPENALEX: "OpenAlex ID",
    Scheme.ISBN: "ISBN",
}
PROVIDER_NAMES: Mapping[ProviderName, str] = {
    ProviderName.CROSSREF: "Crossref",
    ProviderName.DOI_ORG: "doi.org",
    ProviderName.DATACITE: "DataCite",
    ProviderName.ARXIV: "arXiv",
    ProviderName.PUBMED: "PubMed",
    ProviderName.OPENALEX: "OpenAlex",
    ProviderName.EUROPEPMC: "Europe PMC",
    ProviderName.SEMANTICSCHOLAR: "Semantic Scholar",
}
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class Words:
    """The wording of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._catalogue = gettext.translation(DOMAIN, str(LOCALE_DIR), languages=[lang], fallback=True)

    @property
    def space(self) -> str:
        """What stands between two sentences: nothing in Japanese."""
        return "" if self.lang == "ja" else " "

    def text(self, message: str, **values: object) -> str:
        """A message in this language, its `{names}` filled in."""
        found = self._catalogue.gettext(message)
        return found.format(**values) if values else found

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """A message that depends on a number, which it may name as `{number}`."""
        return self._catalogue.ngettext(one, many, number).format(number=number, **values)

    def label(self, message: str) -> str:
        """A message at the start of a line or cell: with a capital, where the language has them."""
        found = self.text(message)
        return found[:1].upper() + found[1:]

    def field(self, field: Field, part: str = "") -> str:
        """A field of a reference, or the named part of it (`volume`)."""
        return self.text(PART_WORDS.get(part) or FIELD_WORDS[field])

    def fields(self, fields: Sequence[Field]) -> str:
        """Several fields in a sentence: `title, authors and year`."""
        return self._join([self.field(field) for field in fields], self._pair("between fields"))

    def providers(self, providers: Sequence[ProviderName]) -> str:
        """Several providers in a sentence: `Crossref, OpenAlex and PubMed`."""
        return self._join([PROVIDER_NAMES[name] for name in providers], self._pair("between names"))

    def _pair(self, context: str) -> tuple[str, str]:
        if context == "between fields":
            return self.context("between fields", ", "), self.context("between fields", " and ")
        return self.context("between names", ", "), self.context("between names", " and ")

    def context(self, context: str, message: str) -> str:
        """A message whose translation depends on where it stands."""
        return self._catalogue.pgettext(context, message)

    @staticmethod
    def _join(words: Sequence[str], marks: tuple[str, str]) -> str:
        comma, last = marks
        return last.join([comma.join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)

    def scheme(self, scheme: Scheme) -> str:
        """The name of a family of identifiers."""
        return self.text(SCHEME_WORDS[scheme])

    def date(self, iso: str, *, long: bool = False) -> str:
        """An ISO date or time, perhaps only a year or a month: `28 Nov 2026`, 「2026年11月28日」; else as it stands."""
        parts = iso[:10].split("-")
        if not all(part.isdigit() for part in parts) or len(parts[0]) != 4:
            return iso
        year, month, day = (int(part) for part in [*parts, "0", "0"][:3])
        if not month or month > 12:
            return self.text(N_("{year}"), year=year)
        name = _MONTHS[month - 1] if long else _MONTHS[month - 1][:3]
        if not day:
            return self.text(N_("{month_name}\u00a0{year}"), year=year, month=month, month_name=name)
        return self.text(N_("{day}\u00a0{month_name}\u00a0{year}"), year=year, month=month, month_name=name, day=day)


@lru_cache(maxsize=8)
def _words(lang: str) -> Words:
    return Words(lang)


def words(lang: str = "") -> Words:
    """The wording for a language tag (`ja`, `ja-JP`, `en`); English for every language that has no catalogue."""
    tag = lang.replace("_", "-").lower().split("-", maxsplit=1)[0]
    return _words(tag if tag in LANGUAGES else "en")
