"""What the Sphinx extension adds to `sphinx-build`: 300 documents, 5,000 citations, a warm cache of records.

One project, whose chapters end in lists of references with links, is built without and with this extension; beside it
the same words with the same works cited through sphinxcontrib-bibtex. The kinds of build are run in turn, in the same
run; ratios are those of the processor seconds of the whole command, least of the runs, so that a busy machine does not
decide them.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks import MISSED
from scholar_build.cache import Cache
from scholar_build.config import Settings
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Found, Lookup, Name, ProviderName, Record

DOCUMENTS = 300
CITATIONS = 5_000
ENTRIES = 1_000
WORDS = 1_500
RUNS = int(os.environ.get("RUNS", "3"))
LIMITS = {"full": 1.05, "nothing changed": 1.1, "one document edited": 1.2}
_TEXT = """
the of and in to a is that for with as by on are this from at which be an was were it not these or have their has
between model data tide shore gull limpet measured observed estimated during under several three method result
sample field station season population temperature slope interval error survey record figure table section
"""
_WORDS = _TEXT.split()


@dataclass(frozen=True)
class Variant:
    """One way to write the citations, and the extensions that read it."""

    name: str
    extensions: str
    cite: Callable[[int], str]
    entry: Callable[[int], str] | None = None
    settings: str = ""
    more: str = ""

    def write(self, root: Path) -> None:
        """Write the whole project."""
        chance = random.Random(7)  # the same words for every variant
        root.mkdir()
        (root / "conf.py").write_text(
            f'project = "Bench"\nextensions = [{self.extensions}]\nhtml_theme = "alabaster"\n{self.settings}'
        )
        names = [f"doc{number}" for number in range(DOCUMENTS)]
        cited = [chance.randrange(ENTRIES) for _ in range(CITATIONS)]
        for number, name in enumerate(names):
            own = cited[number * CITATIONS // DOCUMENTS : (number + 1) * CITATIONS // DOCUMENTS]
            text = document(number, [self.cite(entry) for entry in own], chance)
            if self.entry:
                text += "\nReferences\n----------\n\n" + "".join(f"- {self.entry(entry)}\n" for entry in own)
            (root / f"{name}.rst").write_text(text)
        contents = "\n".join(f"   {name}" for name in names)
        (root / "index.rst").write_text(f"Bench\n=====\n\n.. toctree::\n\n{contents}\n\n{self.more}")
        (root / "refs.bib").write_text("\n".join(map(entry_of, range(ENTRIES))))


def document(number: int, citations: list[str], chance: random.Random) -> str:
    """A chapter: sections, paragraphs, a list and a piece of code."""
    title = f"Chapter {number}"
    parts = [title, "=" * len(title), ""]
    sentences = [" ".join(chance.choices(_WORDS, k=15)).capitalize() for _ in range(WORDS // 15)]
    places = sorted(chance.sample(range(len(sentences)), len(citations)))
    for place, citation in zip(places, citations, strict=True):
        sentences[place] += f" {citation}"
    for start in range(0, len(sentences), 5):
        if start % 25 == 0:
            head = f"Section {start // 25}"
            parts += [head, "-" * len(head), ""]
        parts += [". ".join(sentences[start : start + 5]) + ".", ""]
    parts += ["* First point.", "* Second point.", "", ".. code-block:: python", "", "   tide = [1, 2, 3]", ""]
    return "\n".join(parts)


def title_of(number: int) -> str:
    """The title of one invented work."""
    return f"On the tides of {_WORDS[number % 40]} shores and the habits of limpets, part {number}"


def written(number: int) -> str:
    """A citation as an author writes it."""
    return f"(Reed{number % 97} and Lind{number % 89}, {1990 + number % 35})"


def listed(number: int) -> str:
    """The entry of one invented work in a list of references."""
    return (
        f"Reed{number % 97}, A. and Lind{number % 89}, B. ({1990 + number % 35}). {title_of(number)}.\n"
        f"  *Shore Letters*. https://doi.org/10.5555/bench.{number}"
    )


def entry_of(number: int) -> str:
    """One invented work as BibTeX."""
    return (
        f"@article{{reed{number},\n  author = {{Reed{number % 97}, Ada and Lind{number % 89}, Bo}},\n"
        f"  title = {{{title_of(number)}}},\n  journal = {{Shore Letters}},\n  year = {{{1990 + number % 35}}},\n"
        f"  doi = {{10.5555/bench.{number}}},\n}}\n"
    )


def warm(cache_dir: Path) -> None:
    """Put every record into the cache, as a build a moment ago has left it."""
    cache = Cache(cache_dir, Settings())
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    for number in range(ENTRIES):
        identifier = Identifier(Scheme.DOI, f"10.5555/bench.{number}")
        record = Record(
            id=str(identifier),
            provider=ProviderName.CROSSREF,
            titles=(title_of(number),),
            author=(Name(family=f"Reed{number % 97}", given="Ada"), Name(family=f"Lind{number % 89}", given="Bo")),
            container_titles=("Shore Letters",),
            issued=str(1990 + number % 35),
            years=(1990 + number % 35,),
            type="article-journal",
            identifiers=(identifier,),
        )
        question = Lookup(provider=ProviderName.CROSSREF, identifier=identifier)
        cache.put(Found(question=question, records=(record,), fetched_at=now))
    cache.close()


def build(root: Path) -> float:
    """Run one build; its processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", ".", "_build"],
        cwd=root,
        env={**os.environ, "SCHOLAR_BUILD_CACHE_DIR": str(root.parent / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode or "WARNING" in done.stderr:
        raise SystemExit(f"{root.name}: the build failed: {done.stdout[-500:]}{done.stderr[-500:]}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(root: Path, kind: str, run: int) -> float:
    """One build of a kind."""
    if kind == "full":
        shutil.rmtree(root / "_build", ignore_errors=True)
    elif kind == "one document edited":
        path = root / "doc7.rst"
        path.write_text(path.read_text().replace("First point", "First and last point"))
    return build(root)


def run() -> int:
    """Measure, print, and say whether the goals are met."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        warm(top / "cache")
        variants = [
            Variant("plain", "", written, listed),
            Variant("scholar-build", '"sphinx_scholar"', written, listed),
            Variant(
                "sphinxcontrib-bibtex",
                '"sphinxcontrib.bibtex"',
                lambda number: f":cite:p:`reed{number}`",
                settings='bibtex_bibfiles = ["refs.bib"]\n',
                more=".. bibliography::\n",
            ),
        ]
        for variant in variants:
            variant.write(top / variant.name)
        taken: dict[tuple[str, str], float] = {}
        for kind in LIMITS:
            for number in range(RUNS):
                for variant in variants:
                    if variant.name == "sphinxcontrib-bibtex" and number and kind == "full":
                        continue  # its full build takes long; once is enough to compare
                    seconds = measure(top / variant.name, kind, number)
                    taken[kind, variant.name] = min(seconds, taken.get((kind, variant.name), seconds))
        return report(taken, [variant.name for variant in variants])


def report(taken: dict[tuple[str, str], float], names: list[str]) -> int:
    """Print the table; 1 where a goal is missed."""
    missed = 0
    for kind, limit in LIMITS.items():
        plain = taken[kind, "plain"]
        cells = [f"{name} {taken[kind, name]:.2f} s ({taken[kind, name] / plain:.2f}x)" for name in names]
        print(f"  {kind}: " + ", ".join(cells) + f"; goal {limit:.2f}x")
        missed += taken[kind, "scholar-build"] / plain > limit
    return MISSED if missed else 0


if __name__ == "__main__":
    sys.exit(run())
