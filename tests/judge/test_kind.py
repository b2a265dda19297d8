"""The kind of work a free text reads as decides what its absence means."""

from __future__ import annotations

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.judge.kind import Kind, isbn_is_valid, kind_of
from tests.judge.answering import Sources, cited, entry, verdict

TEXTS = [
    (Kind.ARTICLE, "Rabiner L, Juang B (1986) An introduction to hidden Markov models. IEEE ASSP Magazine 3(1):4-16."),
    (Kind.ARTICLE, "Siddiqui C. Macroscopic spatial analysis. Accid Anal Prev 2012;45:382-391."),
    (Kind.ARTICLE, "A. Writer, Phys. Rev. B 49, 5065 (1994)"),
    (Kind.ARTICLE, "Author, Long title, Nature, vol. 3, no. 4, pp. 5-9, 2001."),
    (Kind.ARTICLE, "山田太郎「カエルの鳴き声」『情報処理学会論文誌』第81巻，第4号，186頁（2005）"),
    (Kind.ARTICLE, "Reed A. Software engineering for ponds. J Ponds 2020;1:2."),
    (Kind.CONFERENCE, "Reed A. Frogs. In Proceedings of the Pond Conference, 2020."),
    (Kind.BOOK, "VanderPlas J. Python Data Science Handbook. O'Reilly, 2016."),
    (Kind.BOOK, "Greene W. Econometric Analysis. 7th ed. Prentice Hall, 2003."),
    (Kind.CHAPTER, "Reed A. Frogs. In: Li W (ed.) Ponds of the world. 2001."),
    (Kind.THESIS, "Reed A. Frogs of the fens. PhD thesis, Pond University, 2011."),
    (Kind.REPORT, "Reed A. Frogs. Technical report, Pond Institute, 2011."),
    (Kind.STANDARD, "ISO 690:2021 Information and documentation."),
    (Kind.LAW, "Regulation (EU) 2016/679 of the European Parliament."),
    (Kind.WEB, "Frog society. Nature conservation in science parks. https://frogs.example/ (accessed 2024)"),
    (Kind.SOFTWARE, "Pond team. frogs: counting calls, version 2.1, https://github.com/pond/frogs, 2021."),
    (Kind.PREPRINT, "Reed A. Frogs. bioRxiv, 2021."),
    (Kind.UNKNOWN, "Reed A. Some notes on frogs, 1999."),
    (Kind.PLACEHOLDER, "[reference name] (reference URL)"),
    (Kind.PLACEHOLDER, "—"),
]


@pytest.mark.parametrize(("kind", "text"), TEXTS)
def test_the_kind_is_read_from_the_words(kind: Kind, text: str) -> None:
    """Volume and pages make an article, whatever words its title holds; a publisher makes a book."""
    assert kind == kind_of(entry(text))


def test_an_isbn_makes_a_book() -> None:
    """A book's number is not looked up, but it tells the kind."""
    isbn = Identifier(Scheme.ISBN, "9780201529838")

    assert kind_of(entry("Lamport L. LaTeX. 1994.", isbn)) == Kind.BOOK


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Kind.PREPRINT, {"type": "article-journal", "container_title": "arXiv preprint arXiv:2408.05147"}),
        (Kind.ARTICLE, {"type": "", "container_title": "Journal of Ponds"}),
        (Kind.PREPRINT, {"type": "", "container_title": "CoRR"}),
        (Kind.BOOK, {"type": "", "container_title": "Prentice Hall"}),
        (Kind.WEB, {"type": "", "container_title": "GitHub"}),
        (Kind.BOOK, {"type": "", "publisher": "Pond Press"}),
        (Kind.UNKNOWN, {"type": "", "url": "https://frogs.example/"}),
        (Kind.UNKNOWN, {"type": ""}),
        (Kind.PLACEHOLDER, {"title": "TODO"}),
    ],
)
def test_the_kind_of_an_entry_is_its_type_or_follows_from_its_fields(kind: Kind, fields: dict[str, str]) -> None:
    """Entries of unknown type are told by where they appeared."""
    values = {"title": "Frogs", **fields}

    assert kind == kind_of(cited(values.pop("title"), ("Ada Reed",), 2020, **values))


def test_an_entry_that_is_only_an_address_is_a_web_page() -> None:
    """No author and an address: nothing that an index holds."""
    assert kind_of(cited("Frog society", (), 2020, type="", url="https://frogs.example/")) == Kind.WEB


@pytest.mark.parametrize(
    ("isbn", "right"),
    [
        ("0-201-52983-1", True),
        ("978-0-201-52983-8", True),
        ("0-8044-2957-X", True),
        ("0-201-52983-2", False),
        ("978-0-201-52983-1", False),
        ("123", False),
    ],
)
def test_the_check_digit_of_an_isbn_is_said(isbn: str, right: bool) -> None:
    """ISBN-10 and ISBN-13 check themselves."""
    assert right == isbn_is_valid(cited("Book", ("A Reed",), 1994, type="book", isbn=isbn))


def test_without_an_isbn_nothing_is_said() -> None:
    """No number, no statement."""
    assert None is isbn_is_valid(entry("Reed A. Frogs."))


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("Knott E. Ponds. Graphics Press, 2001. ISBN 0-9613921-4-2", True),
        ("Knott E. Ponds. Graphics Press, 2001. ISBN: 0-9613921-4-3.", False),
        ("Knott E. Ponds. Graphics Press, 2001. ISBN-13: 978-0-306-40615-7", True),
        ("Knott E. Ponds. Graphics Press, 2001. ISBN 978 0 306 40615 8", False),
        ("Knott E. Ponds. Graphics Press, 2001.", None),
    ],
)
def test_a_wrong_check_digit_in_words_is_seen(text: str, valid: bool | None) -> None:
    """An ISBN in free text is checked, also a wrong one, which is no identifier."""
    assert isbn_is_valid(entry(text)) is valid


@pytest.mark.parametrize(
    "text",
    [
        "Tufte ER. The visual display of quantitative information. 2nd ed. Cheshire, CT: Graphics Press; 2001.",
        "Moss B. Sound in shallow water. PhD thesis, University of the Lake, 2012.",
        "ISO 8601-1:2019. Date and time. Representations for information interchange.",
        "Fielding R, Reschke J. Hypertext Transfer Protocol. RFC 7231, June 2014.",
        "Reed A. Pond acoustics. Technical Report TR-2009-14, Lake Institute, 2009.",
    ],
)
def test_grey_literature_in_words_is_not_searched_for(text: str) -> None:
    """Books, theses, standards and reports in words cost no question and are not indexed."""
    source = Sources()
    assert (verdict(entry(text), source).reason, source.asked) == ("not_indexed", [])
