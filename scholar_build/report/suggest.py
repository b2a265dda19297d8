"""A record as a corrected entry: plain text, BibTeX, CSL-JSON."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from scholar_build.identifiers import Scheme
from scholar_build.model import Name, Record
from scholar_build.report import escape
from scholar_build.report.inline import spell

_AUTHORS_SHOWN = 10
_BIBTEX_TYPES: Mapping[str, str] = {
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "incollection",
    "paper-conference": "inproceedings",
    "thesis": "phdthesis",
    "report": "techreport",
}
_BIBTEX_VENUE: Mapping[str, str] = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}


def entry_text(record: Record) -> str:
    """One line: authors, year, title, venue, volume, issue and pages, as far as the record holds them."""
    year = _year(record)
    place = " ".join(part for part in (record.container_title, record.volume) if part)
    place += f"({record.issue})" if record.issue and record.volume else ""
    place = ", ".join(part for part in (place, record.page.replace("-", "–")) if part)
    head = " ".join(part for part in (_authors(record), f"({year})" if year else "") if part)
    return " ".join(_stopped(escape.plain(part)) for part in (head, record.title, place) if part)


def _stopped(part: str) -> str:
    return part if part.endswith((".", "?", "!", "。")) else part + "."


def _authors(record: Record) -> str:
    shown = [_inverted(name) for name in record.author[:_AUTHORS_SHOWN]]
    more = len(record.author) > _AUTHORS_SHOWN or not record.author_complete
    return ("; " if any("," in name for name in shown) else ", ").join([*shown, *(["et al."] if more else [])])


def _inverted(name: Name) -> str:
    return name.literal or ", ".join(part for part in (name.family, name.given, name.suffix) if part)


def _year(record: Record) -> str:
    issued = record.issued[:4]
    return issued if issued.isdigit() else (str(record.years[0]) if record.years else "")


def as_csl(record: Record, key: str = "") -> dict[str, Any]:
    """The record as one CSL-JSON item; `key` becomes its id, else the record's own."""
    item: dict[str, Any] = {
        "id": key or record.id,
        "type": record.type or "document",
        "title": record.title,
        "author": [_csl_name(name) for name in record.author],
        "editor": [_csl_name(name) for name in record.editor],
        "container-title": record.container_title,
        "volume": record.volume,
        "issue": record.issue,
        "page": record.page,
        "publisher": record.publisher,
        "version": record.version,
        "language": record.language,
        "URL": record.url,
    }
    for identifier in record.identifiers:
        if identifier.scheme in (Scheme.DOI, Scheme.PMID, Scheme.PMCID, Scheme.ISBN):
            item.setdefault(identifier.scheme.upper(), identifier.value)
    date = [int(part) for part in record.issued[:10].split("-") if part.isdigit()]
    if date or record.years:
        item["issued"] = {"date-parts": [date or [record.years[0]]]}
    return {name: value for name, value in item.items() if value}


def _csl_name(name: Name) -> dict[str, str]:
    if name.literal:
        return {"literal": name.literal}
    parts = {"family": name.family, "given": name.given, "suffix": name.suffix}
    return {part: value for part, value in parts.items() if value}


def as_bibtex(record: Record, key: str = "") -> str:
    """The record as one BibTeX entry, its text escaped for LaTeX, its title guarded against recasing."""
    kind = _BIBTEX_TYPES.get(record.type, "misc")
    values: dict[str, str] = {
        "title": "{" + _bibtex(record.title) + "}" if record.title else "",
        "author": " and ".join([*(_bibtex_name(name) for name in record.author), *_others(record)]),
        "editor": " and ".join(_bibtex_name(name) for name in record.editor),
        _BIBTEX_VENUE.get(kind, "howpublished"): _bibtex(record.container_title),
        "year": _year(record),
        "volume": _bibtex(record.volume),
        "number": _bibtex(record.issue),
        "pages": _bibtex(record.page).replace("-", "--").replace("–", "--"),
        "publisher": _bibtex(record.publisher),
        "version": _bibtex(record.version),
    }
    for identifier in record.identifiers:
        match identifier.scheme:
            case Scheme.DOI:
                values.setdefault("doi", escape.plain(identifier.value).replace("{", "").replace("}", ""))
            case Scheme.ARXIV:
                values.setdefault("eprint", escape.plain(spell(identifier).removeprefix("arXiv:")))
                values.setdefault("archiveprefix", "arXiv")
            case _:
                pass
    lines = [f"  {name:<13} = {{{value}}},\n" for name, value in values.items() if value]
    return f"@{kind}{{{key or bibtex_key(record)},\n{''.join(lines)}}}\n"


def bibtex_key(record: Record) -> str:
    """A key such as `abernold2021bedload`, plain ASCII; the record's id where its script has no ASCII form."""
    family = record.author[0].family or record.author[0].literal if record.author else ""
    long_words = [word for word in re.split(r"\W+", record.title) if len(word) > 3]
    key = "".join(_ascii(part) for part in (family, _year(record), long_words[0] if long_words else "") if part)
    return key if re.search("[a-z]", key) else re.sub(r"[^A-Za-z0-9:.\-]+", "-", record.id)


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]", "", plain.lower())


def _others(record: Record) -> list[str]:
    return [] if record.author_complete else ["others"]


def _bibtex_name(name: Name) -> str:
    if name.literal:
        return "{" + _bibtex(name.literal) + "}"
    parts = (name.family, name.suffix, name.given) if name.suffix else (name.family, name.given)
    return ", ".join(_bibtex(part) for part in parts if part)


def _bibtex(text: str) -> str:
    """LaTeX text that also keeps BibTeX's own braces balanced: a lone brace would end the entry."""
    balanced = text.replace("{", "(").replace("}", ")")
    return escape.latex(balanced).replace("{[}", "[").replace("{]}", "]")
