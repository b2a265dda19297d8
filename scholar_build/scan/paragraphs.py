"""References among the paragraphs of a format that has no reference lists of its own: plain text, Word, HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scholar_build.identifiers import find_identifiers
from scholar_build.model import Location, Problem, Reference, Scan
from scholar_build.scan.entry import is_placeholder, looks_like_reference, read_entry, read_mention
from scholar_build.scan.headings import is_reference_heading
from scholar_build.scan.options import ScanOptions

_AFTER_THE_LIST = re.compile(
    r"\W*(?:appendi(?:x|ces)|acknowledge?ments?|supplementa\w+|supporting information|author contributions|notes on "
    r"contributors|index|glossary|付録|補足|謝辞|附録|索引)\b.{0,60}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, list item, table row or note: plain text, its place, the targets of its links.

    `level` is 1 to 9 for a heading, else 0. `note` marks a footnote, which may hold a reference
    anywhere in the document.
    """

    text: str
    location: Location
    links: tuple[str, ...] = ()
    level: int = 0
    note: bool = False


def read_paragraphs(paragraphs: Iterable[Paragraph], options: ScanOptions, *, all_entries: bool = False) -> Scan:
    """Entries under the reference headings, and identifiers everywhere else.

    `all_entries`: where there is no such heading, every paragraph is an entry.
    """
    paragraphs = list(paragraphs)
    inside = _entries(paragraphs, options)
    if inside is None:
        inside = set(range(len(paragraphs))) if all_entries else set()
    references: list[Reference] = []
    problems: list[Problem] = []
    for index, paragraph in enumerate(paragraphs):
        text, location = paragraph.text, paragraph.location
        if index in inside or (paragraph.note and looks_like_reference(text, paragraph.links)):
            if entry := read_entry(text, location, links=paragraph.links):
                references.append(entry)
            elif is_placeholder(text):
                problems.append(Problem(rule="placeholder", location=location, message="The entry is a placeholder."))
        elif not paragraph.level:
            references.extend(_mentions(paragraph))
    return Scan(references=tuple(references), problems=tuple(problems))


def _entries(paragraphs: Sequence[Paragraph], options: ScanOptions) -> set[int] | None:
    """The places of the paragraphs in reference lists; None where no heading opens one."""
    openings = [
        index
        for index, paragraph in enumerate(paragraphs)
        if is_reference_heading(paragraph.text, options.reference_headings)
    ]
    if not openings:
        return None
    if options.which_headings == "last":
        openings = openings[-1:]
    inside: set[int] = set()
    for opening in openings:
        level = paragraphs[opening].level
        for index in range(opening + 1, len(paragraphs)):
            paragraph = paragraphs[index]
            ends = _AFTER_THE_LIST.fullmatch(paragraph.text) or (paragraph.level and paragraph.level <= (level or 9))
            if ends or index in inside:
                break
            if not paragraph.level:
                inside.add(index)
    return inside - set(openings)


def _mentions(paragraph: Paragraph) -> Iterator[Reference]:
    """Every identifier of a paragraph once; the words around it are no claim about the work."""
    spelled = [
        (str(found.identifier), paragraph.text[found.start : found.end]) for found in find_identifiers(paragraph.text)
    ]
    seen = set()
    for target, text in [*((link, "") for link in paragraph.links), *spelled]:
        mention = read_mention(target, text, paragraph.location)
        if mention and mention.identifiers not in seen:
            seen.add(mention.identifiers)
            yield mention
