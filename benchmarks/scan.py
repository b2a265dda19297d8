"""Scan throughput for Markdown, reST and BibTeX, beside a parser of each alone on the same text in the same run.

Goal: the scan costs at most as much as that parse (ratio at most 1.00).
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator

from benchmarks import MISSED
from scholar_build.identifiers import find_identifiers
from scholar_build.scan import Format, ScanOptions, headings, scan_text

PAGES = 150
ENTRIES = 3_000
REPEATS = 3
LIMIT = 1.0
_WORDS = [
    "frogs",
    "sing",
    "in",
    "ponds",
    "while",
    "toads",
    "listen",
    "below",
    "reeds",
    "and",
    "newts",
    "cross",
    "at",
    "night",
]


def run() -> list[str]:
    """One line a format; a line that begins with `!` misses the goal."""
    return [_measured(*row) for row in _rows()]


def _measured(name: str, form: Format, text: str, parse: Callable[[str], object], parser: str) -> str:
    references = len(scan_text(text, name, form, ScanOptions()).references)
    ours, alone = _times(lambda: scan_text(text, name, form, ScanOptions()), lambda: parse(text))
    size = len(text.encode()) / 1e6
    return (
        f"{'!' if ours / alone > LIMIT else ' '} scan {name:9}{size:5.2f} MB {size / ours:6.2f} MB/s "
        f"{references / ours:7.0f} references/s   {parser} alone {size / alone:6.2f} MB/s   "
        f"ratio {ours / alone:4.2f} (goal: at most {LIMIT:.2f})"
    )


def _rows() -> Iterator[tuple[str, Format, str, Callable[[str], object], str]]:
    import docutils.core
    import docutils.utils
    import pybtex.database
    from markdown_it import MarkdownIt

    def markdown(text: str) -> object:
        return MarkdownIt("commonmark").parse(text)

    def rest(text: str) -> object:
        settings = {"report_level": 5, "file_insertion_enabled": False, "raw_enabled": False}
        return docutils.core.publish_doctree(text, settings_overrides=settings)

    def bibtex(text: str) -> object:
        return pybtex.database.parse_string(text, "bibtex")

    yield "markdown", Format.MARKDOWN, "\n".join(map(markdown_page, range(PAGES))), markdown, "markdown-it-py"
    yield "rest", Format.REST, "\n".join(map(rest_page, range(PAGES))), rest, "docutils"
    yield "bibtex", Format.BIBTEX, "\n".join(map(bibtex_entry, range(ENTRIES))), bibtex, "pybtex"


def _times(ours: Callable[[], object], alone: Callable[[], object]) -> tuple[float, float]:
    """Seconds of processor time: the best of some runs of both, taken in turns."""
    best = [float("inf"), float("inf")]
    for _ in range(REPEATS):
        for place, run in enumerate((ours, alone)):
            gc.collect()
            find_identifiers.cache_clear()  # a first build has read nothing yet
            headings._is_reference_heading.cache_clear()
            begin = time.process_time()
            run()
            best[place] = min(best[place], time.process_time() - begin)
    return best[0], best[1]


def _prose(number: int, paragraphs: int) -> Iterator[str]:
    for paragraph in range(paragraphs):
        words = [_WORDS[(number * 7 + paragraph * 3 + place) % len(_WORDS)] for place in range(70)]
        yield " ".join(words[:35]) + "\n" + " ".join(words[35:]) + "."


def _identifier(number: int, place: int) -> str:
    return ("", f" https://doi.org/10.5555/p{number}.{place}", f" doi:10.5555/q{number}.{place}")[place % 3]


def markdown_page(number: int) -> str:
    """A page of prose, code and links with ten references, two thirds of them with an identifier."""
    entries = [
        f"{place}. Reed, A. & Marsh, B. (20{place:02}). On *frogs* of pond {number}, part {place}. Journal of Ponds, "
        f"{number}({place}), 1-9.{_identifier(number, place)}"
        for place in range(1, 11)
    ]
    prose = list(_prose(number, 6))
    return "\n\n".join(
        (
            f"# Pond {number}",
            *prose[:3],
            f"## Calls\n\nSee [the atlas](https://doi.org/10.5555/atlas.{number}) and [@reed{number}].",
            "```python\nx = [1]\nprint(x[0])  # 10.5555/no\n```",
            *prose[3:],
            "- one **bold** item\n- two `code` items\n- three",
            "## References",
            "\n".join(entries) + "\n",
        )
    )


def rest_page(number: int) -> str:
    """The same page in reST."""
    entries = [
        f".. [R{number}x{place}] Reed, A. & Marsh, B. (20{place:02}). On *frogs* of pond {number}, part {place}.\n"
        f"   Journal of Ponds, {number}({place}), 1-9."
        f"{_identifier(number, place)}"
        for place in range(1, 11)
    ]
    prose = list(_prose(number, 6))
    title, calls = f"Pond {number}", f"Calls {number}"
    return "\n\n".join(
        (
            f"{title}\n{'=' * len(title)}",
            *prose[:3],
            f"{calls}\n{'-' * len(calls)}",
            f"See `atlas {number} <https://doi.org/10.5555/atlas.{number}>`__ and [R{number}x1]_.",
            "Code::\n\n   x = [1]\n   print(x[0])  # 10.5555/no",
            *prose[3:],
            "- one **bold** item\n- two ``code`` items\n- three",
            "References\n----------",
            "\n".join(entries) + "\n",
        )
    )


def bibtex_entry(number: int) -> str:
    """One article with accents, braces, an abstract and a DOI."""
    return (
        f'@article{{reed{number},\n  author = {{Reed, Ada and M{{\\"u}}ller, Bj{{\\o}}rn and van der Berg, Kees}},\n'
        f"  title = {{On the {{DNA}} of Frogs, Part {number}}},\n  journal = {{Journal of Ponds and Rivers}},\n"
        f"  year = {1990 + number % 35},\n  month = jul,\n  volume = {{{number % 90}}},\n  number = 3,\n"
        f"  pages = {{{number}--{number + 9}}},\n  doi = {{10.5555/ponds.{number}}},\n"
        f"  url = {{https://doi.org/10.5555/ponds.{number}}},\n"
        f"  abstract = {{{' '.join(_WORDS)} $x_2$ {{{' '.join(_WORDS)}}}.}},\n}}\n"
    )


if __name__ == "__main__":
    lines = run()
    print("\n".join(lines))
    raise SystemExit(MISSED if any(line.startswith("!") for line in lines) else 0)
