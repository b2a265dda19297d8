"""What the MkDocs plugin adds to a build with a warm cache, and to a save while serving.

Two sites of 500 pages with 5,000 references: one lists them in its pages, one cites them by key from a
bibliography, as mkdocs-bibtex does beside it in the same run. Times are processor seconds of the whole
command, the best of some rounds that take turns, so that a busy machine disturbs all alike. Goals: at most
5 % of the build, less than mkdocs-bibtex adds, at most 50 ms more for a save on 50 pages.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import MISSED
from scholar_build.cache import Cache
from scholar_build.config import Settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.judge import next_questions
from scholar_build.model import Absent, Answer, Found, Lookup, Name, ProviderName, Question, Record
from scholar_build.scan import scan_paths

PAGES, PER_PAGE, ROUNDS = 500, 10, 2
SERVED_PAGES, SAVES = 50, 5
SHARE_LIMIT, SAVE_LIMIT_S = 0.05, 0.05
MKDOCS = Path(sys.executable).parent / "mkdocs"
FAMILIES = ("Halloran", "Beck", "Moreau", "Okafor", "Lind", "Vane", "Quine", "Ito", "Sato", "Berg")
WORDS = [
    *("gulls", "limpets", "tides", "keepers", "crabs", "weather"),
    *("shore", "drones", "borrowed", "patient", "counting", "habits"),
]

Variant = tuple[str, str]
PLUGINS: dict[str, str] = {
    "without": "",
    "scholar": "  - scholar:\n      cache_dir: .cache\n      report_page: false\n",
    "bibtex": "  - bibtex:\n      bib_file: refs.bib\n      enable_inline_citations: false\n",
}


def run() -> list[str]:
    """One line a comparison; a line that begins with `!` misses its goal."""
    with tempfile.TemporaryDirectory() as folder:
        lists, cites = Path(folder) / "lists", Path(folder) / "cites"
        write_site(lists, PAGES, cites=False)
        write_site(cites, PAGES, cites=True)
        lines = [*_builds(lists, ("without", "scholar")), *_builds(cites, ("without", "scholar", "bibtex"))]
        served = Path(folder) / "served"
        write_site(served, SERVED_PAGES, cites=False)
        return [*lines, _saves(served)]


def _builds(site: Path, variants: tuple[str, ...]) -> Iterator[str]:
    times: dict[str, list[float]] = {variant: [] for variant in variants}
    for _ in range(ROUNDS):
        for variant in variants:
            times[variant].append(_build(site, variant))
    best = {variant: min(measured) for variant, measured in times.items()}
    plain = best["without"]
    share = (best["scholar"] - plain) / best["scholar"]
    missed = "! " if share > SHARE_LIMIT else ""
    beside = ""
    if "bibtex" in best:
        beside = f"; mkdocs-bibtex makes it {best['bibtex'] / plain:.2f} times as long"
        if best["scholar"] > best["bibtex"]:
            missed = "! "
    yield (
        f"{missed}mkdocs build, a site that {site.name} its references: {plain:.2f} s without, "
        f"{best['scholar']:.2f} s with the plugin, "
        f"its share {share:.1%} (goal {SHARE_LIMIT:.0%}){beside}"
    )


def _build(site: Path, variant: str) -> float:
    _configure(site, variant)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([MKDOCS, "build", "-q"], cwd=site, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _saves(site: Path) -> str:
    plain, mine = _save(site, "without"), _save(site, "scholar")
    more = mine - plain
    missed = "! " if more > SAVE_LIMIT_S else ""
    return (
        f"{missed}mkdocs serve, {SERVED_PAGES} pages: {plain * 1000:.0f} ms from change to reload without, "
        f"{mine * 1000:.0f} ms with the plugin, {more * 1000:+.0f} ms (goal {SAVE_LIMIT_S * 1000:.0f})"
    )


def _save(site: Path, variant: str) -> float:
    """The best time from "Detected file changes" to "Reloading browsers"."""
    _configure(site, variant)
    process = subprocess.Popen(
        [MKDOCS, "serve", "-a", "127.0.0.1:0"],
        cwd=site,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    page, times, detected = site / "docs/page-0.md", [], 0.0
    try:
        for line in process.stderr:
            if "Detected file changes" in line:
                detected = time.perf_counter()
            if "Reloading browsers" in line:
                times.append(time.perf_counter() - detected)
            if "Serving on" in line or "Reloading browsers" in line:
                if len(times) == SAVES:
                    break
                time.sleep(0.6)  # the watcher looks twice a second
                page.write_text(page.read_text(encoding="utf-8") + "\nAnother line.\n", encoding="utf-8")
    finally:
        process.terminate()
        process.wait(timeout=20)
    return min(times)


def _configure(site: Path, variant: str) -> None:
    shutil.rmtree(site / "site", ignore_errors=True)
    text = f"site_name: Bench\nmarkdown_extensions: [footnotes]\nplugins:\n  - search\n{PLUGINS[variant]}"
    (site / "mkdocs.yml").write_text(text, encoding="utf-8")


def write_site(site: Path, pages: int, *, cites: bool) -> None:
    """Write a site of pages as people write them, and a cache that answers all it asks."""
    (site / "docs").mkdir(parents=True)
    if cites:
        entries = (_bibtex(number) for number in range(pages * PER_PAGE))
        (site / "refs.bib").write_text("\n".join(entries), encoding="utf-8")
        (site / "scholar.toml").write_text('bibliography = ["refs.bib"]\n', encoding="utf-8")
    for page in range(pages):
        numbers = range(page * PER_PAGE, (page + 1) * PER_PAGE)
        (site / f"docs/page-{page}.md").write_text(_page(page, numbers, cites=cites), encoding="utf-8")
    (site / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    _warm(site)


def _page(page: int, numbers: range, *, cites: bool) -> str:
    paragraphs = [
        f"## Section {part}\n\nThe *{WORDS[part % 12]}* of `page_{page}` are **{WORDS[(part + page) % 12]}**, see "
        f"[another page](page-{(page + part) % 50}.md) and [a site](https://example.org/{part}). "
        + " ".join(WORDS[(part * at + page) % 12] for at in range(60))
        + (f" [@key{numbers[part]}]." if cites else ".")
        + "\n\n- one\n- two\n- three\n\n```python\nprint('code')\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        for part in range(PER_PAGE)
    ]
    listed = "" if cites else "\n## References\n\n" + "\n".join(f"1. {_text(number)}" for number in numbers) + "\n"
    return f"# Page {page}\n\n" + "\n".join(paragraphs) + listed


def _title(number: int) -> str:
    return f"The {WORDS[number % 12]} and the {WORDS[number // 12 % 12]} of island {number}"


def _text(number: int) -> str:
    family = FAMILIES[number % 10]
    return (
        f"{family}, A. and Beck, B. ({1990 + number % 30}). *{_title(number)}*. Shore Letters. "
        f"<https://doi.org/10.5555/bench.{number}>"
    )


def _bibtex(number: int) -> str:
    return (
        f"@article{{key{number},\n  author = {{{FAMILIES[number % 10]}, A. and Beck, B.}},\n"
        f"  title = {{{_title(number)}}},\n  journal = {{Shore Letters}},\n  year = {{{1990 + number % 30}}},\n"
        f"  doi = {{10.5555/bench.{number}}},\n}}\n"
    )


def _warm(site: Path) -> None:
    settings = Settings(cache_dir=".cache", root=str(site), record_days=36_500)
    sources = [site / "docs", *site.glob("*.bib")]
    cache = Cache(site / ".cache", settings)
    answers: dict[Question, Answer] = {}
    for reference in scan_paths(sources, settings).references:
        while asked := [question for question in next_questions(reference, answers) if question not in answers]:
            for question in asked:
                answer = _answer(question)
                answers[question] = answer
                cache.put(answer)
    cache.close()


def _answer(question: Question) -> Found | Absent:
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    if not isinstance(question, Lookup) or question.provider is not ProviderName.CROSSREF:
        return Absent(question=question, fetched_at=now)
    found = re.fullmatch(r"10\.5555/bench\.(\d+)", question.identifier.value)
    assert found
    number = int(found[1])
    record = Record(
        id=str(question.identifier),
        provider=ProviderName.CROSSREF,
        titles=(_title(number),),
        author=(Name(family=FAMILIES[number % 10], given="A."), Name(family="Beck", given="B.")),
        issued=str(1990 + number % 30),
        years=(1990 + number % 30,),
        type="article-journal",
        container_titles=("Shore Letters",),
        identifiers=(Identifier(Scheme.DOI, question.identifier.value),),
    )
    return Found(question=question, records=(record,), fetched_at=now)


if __name__ == "__main__":
    measured = run()
    print("\n".join(f"  {line}" for line in measured))
    sys.exit(MISSED if any(line.startswith("!") for line in measured) else 0)
