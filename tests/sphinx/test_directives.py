"""`scholar-report` and `scholar-references` in every kind of builder."""

from __future__ import annotations

import re
from pathlib import Path

from tests.sphinx.building import Project


def test_report_in_html(tmp_path: Path) -> None:
    """The report page has the counts as a filter, and leads from each reference to its badge."""
    result = Project("sphinx-rst", tmp_path).build()
    page = result.page("report.html")
    assert '<input type="radio" name="scholar-show" value="mismatch">' in page
    targets = re.findall(r'href="(index\.html|chapters/\w+\.html)#(scholar-at-\d+)">line (\d+)</a>', page)
    assert len(targets) == 12
    for name, anchor, _ in targets:
        assert f'id="{anchor}"' in result.page(name)


def test_report_in_words(tmp_path: Path) -> None:
    """Without HTML the same report is lists and paragraphs."""
    text = Project("sphinx-rst", tmp_path).build("text").page("report.txt")
    assert "14 All references" in text
    assert "* [mismatch: year] Moreau, A. (1999). Tides and the habits of limpets." in " ".join(text.split())
    assert "What a verdict claims" in text


def test_report_keeps_its_label(tmp_path: Path) -> None:
    """A label before the directive can be referred to."""
    project = Project("sphinx-rst", tmp_path)
    project.edit("report.rst", ".. scholar-report::", ".. _found:\n\n.. scholar-report::\n\nSee :ref:`here <found>`.")
    result = project.build()
    assert 'id="found"' in result.page("report.html")
    assert 'href="#found"' in result.page("report.html")


def test_named_references(tmp_path: Path) -> None:
    """Works named by identifier or key are listed as their records have them, each with its badge."""
    result = Project("sphinx-rst", tmp_path).build()
    page = re.sub(r"<[^>]*>", "", result.page("chapters/two.html"))
    assert (
        "Halloran, A.; Beck, A.; Ito, A. (2018). Counting gulls with borrowed drones. Journal of Patient Birds. "
        "https://doi.org/10.5555/gulls" in page
    )
    assert (
        "Okafor, A.; Lind, A. (2015). Two keepers and one lighthouse. Shore Letters. https://doi.org/10.5555/pair"
        in page
    )
    assert result.badges("chapters/two.html") == ["verified", "verified", "verified"]


def test_references_of_the_page(tmp_path: Path) -> None:
    """Without content the directive lists what the page cites, each work once; citations lead to the list."""
    project = Project("sphinx-rst", tmp_path)
    project.edit("chapters/two.rst", "   doi:10.5555/gulls\n   okafor2015\n", "")
    project.edit(
        "chapters/two.rst",
        "The costs of",
        "By [@okafor2015], :scholar:cite:`okafor2015` and :doi:`10.5555/gulls`, the costs of",
    )
    page = project.build().page("chapters/two.html")
    entries = re.findall(r'<li id="(scholar-ref-[^"]*)"', page)
    assert len(entries) == 3
    assert page.count(f'href="#{entries[0]}">Okafor and Lind (2015)</a>') == 2
    assert "By <a" in page, "the brackets go where works are named"


def test_unknown_key(tmp_path: Path) -> None:
    """A key that no bibliography has is named with its place, and left out of the list."""
    project = Project("sphinx-rst", tmp_path)
    project.edit("chapters/two.rst", "   okafor2015\n", "   nobody1900\n")
    result = project.build()
    assert re.search(r"two\.rst:6: WARNING: .*`nobody1900`.*\[scholar\.source\]", result.warnings)
    assert result.badges("chapters/two.html") == ["verified", "verified"]


def test_empty_list(tmp_path: Path) -> None:
    """A page that cites nothing has no list, and no fault."""
    project = Project("sphinx-rst", tmp_path)
    (project.root / "chapters" / "two.rst").write_text("Two\n===\n\n.. scholar-references::\n")
    for builder in ("html", "latex", "text"):
        assert project.build(builder).status == 0


def test_one_page_of_many(tmp_path: Path) -> None:
    """In a page made of many, links of the report and of citations lead to ids that are there."""
    project = Project("sphinx-rst", tmp_path)
    project.edit("chapters/two.rst", "   doi:10.5555/gulls\n   okafor2015\n", "")
    project.edit("chapters/two.rst", "The costs", "By :scholar:cite:`okafor2015`. The costs")
    page = project.build("singlehtml").page("index.html")
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    ours = set(re.findall(r'href="#(scholar-[^"]+)"', page))
    assert ours
    assert ours <= ids
