"""The shared cases of the kinds that a Sphinx project shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.lock import write_lock
from scholar_build.model import Absent, Found, Lookup, Name, ProviderName, Record
from tests.shared import cases
from tests.sphinx.building import Project, contents

DAY = "2026-11-28T09:00:00Z"


def project_of(case: dict[str, Any], folder: Path, **files: str) -> Project:
    """An empty project whose lock holds the facts of a case."""
    project = Project("sphinx-extlinks", folder, locked=False)
    project.edit("conf.py", 'extlinks = {"doi": ("https://doi.org/%s", "doi:%s")}\n', "")
    for name, text in files.items():
        (project.root / name.replace("__", ".")).write_text(text, encoding="utf-8")
    write_lock(project.root / "scholar.lock", [_answer(fact) for fact in case["provider_facts"]])
    return project


def _answer(fact: dict[str, Any]) -> Found | Absent:
    identifier = Identifier(Scheme.DOI, fact["lookup"].lower())
    question = Lookup(provider=ProviderName.CROSSREF, identifier=identifier)
    if "record" not in fact:
        return Absent(question=question, fetched_at=DAY)
    known = fact["record"]
    authors = [name.rpartition(" ") for name in known.get("authors", ())]
    record = Record(
        id=str(identifier), provider=ProviderName.CROSSREF, titles=(known["title"],),
        author=tuple(Name(given=given, family=family) for given, _, family in authors),
        issued=str(known["year"]), years=(known["year"],), identifiers=(identifier,),
    )  # fmt: skip
    return Found(question=question, records=(record,), fetched_at=DAY)


@pytest.mark.parametrize("case", cases("build integration: sphinx"), ids=lambda case: case["id"])
def test_parallel(case: dict[str, Any], tmp_path: Path) -> None:
    """Documents read in one process or in many give the same pages and the same report."""
    doi = case["provider_facts"][0]["lookup"]
    names = "abcdefgh"
    pages = {f"{name}__rst": f"{name}\n=\n\nSee :doi:`{doi}` and :doi:`10.5555/{name}`.\n" for name in names}
    index = "All\n===\n\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in names) + "\n.. scholar-report::\n"
    project = project_of(case, tmp_path, index__rst=index, **pages)
    serial = project.build(folder="one", scholar_report="one.json")
    parallel = project.build(folder="two", parallel=4, scholar_report="two.json")
    assert (project.root / "one.json").read_bytes() == (project.root / "two.json").read_bytes()
    assert contents(serial.out / "_sources") == contents(parallel.out / "_sources")
    for name in (*names, "index"):
        assert serial.page(f"{name}.html") == parallel.page(f"{name}.html")
    assert "safe for parallel" not in parallel.warnings
    assert serial.warnings == parallel.warnings
    assert parallel.badges("a.html") == ["verified", "unchecked"]


@pytest.mark.parametrize("case", cases("output builders"), ids=lambda case: case["id"])
def test_builders(case: dict[str, Any], tmp_path: Path) -> None:
    """A badge shrinks to words in LaTeX, never to a failure, an image or a sign that its fonts lack."""
    source = case["input"]["text"].partition("\n\nbuild:")[0] + "\n"
    project = project_of(case, tmp_path, index__rst=source)
    tex = project.build("latex").page("links.tex")
    body = tex[tex.index(r"\begin{document}") :]
    text = body.replace("{[}", "[").replace("{]}", "]")
    assert "[verified]" in text
    assert r"100 \% of R\&D\_costs" in text
    assert re.search(r"\\sphinxhref\{https://doi\.org/10\.1016/0021-9681\(87\)90171-8\}", text)
    assert "includegraphics" not in body
    assert body.isascii()
    one = project.build("singlehtml")
    assert one.badges("index.html") == project.build().badges("index.html") == ["verified"]


@pytest.mark.parametrize("case", [each for each in cases("serve & incremental") if "refs.bib" in str(each)], ids=str)
def test_bibliography_edit(case: dict[str, Any], tmp_path: Path) -> None:
    """An edit of the .bib file reaches the page that cites it, and no other, without a request."""
    doi = case["provider_facts"][0]["lookup"]
    bib = (
        f"@article{{hirsch, author = {{Hirsch, J. E.}}, year = {{2005}}, doi = {{{doi}}},\n"
        "  title = {An index to quantify an individual's scientific research output}}\n"
    )
    index = "A\n=\n\nSee [@hirsch].\n\n.. toctree::\n\n   other\n"
    project = project_of(case, tmp_path, index__rst=index, other__rst="Other\n=====\n", refs__bib=bib)
    assert project.build(scholar_bibliography=["refs.bib"]).badges("index.html") == ["verified"]
    project.edit("refs.bib", "{2005}", "{1995}")
    edited = project.build(scholar_bibliography=["refs.bib"])
    assert edited.badges("index.html") == ["mismatch"]
    assert "mismatch: year" in edited.page("index.html")
    assert edited.read == {"index"}
    assert "other.html" not in edited.written
