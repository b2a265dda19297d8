"""Other hosts, themes and plugins; the Markdown extension without the plugin; options."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mkdocs.building import Site, statuses


@pytest.mark.parametrize("tool", ["mkdocs", "properdocs"])
def test_material_with_its_plugins(tool: str, tmp_path: Path) -> None:
    """Snippets, macros, docstrings, blog excerpts and awesome-pages all give references with badges."""
    site = Site("mkdocs-material", tmp_path)
    site.lock()
    result = site.build(tool=tool)
    assert result.status == 0, result.log
    page = site.page()
    assert statuses(page[page.index("<article") :]) == ["verified", "verified", "verified", "verified"]
    assert 'class="scholar-filter"' in site.page("scholar/references/index.html")
    post = "blog/2026/11/01/first-post/index.html"
    assert statuses(site.page(post)) == ["verified", "not_found"]
    assert statuses(site.page("blog/index.html")) == ["verified"]
    assert "Okafor and Lind (2015)</a>" in site.page("blog/index.html")
    assert "not found" not in site.page("search/search_index.json"), "badges and the report are kept out of the search"
    assert "docs/blog/posts/first.md:10: not found" in result.log
    assert "snippets/list.md:2: retracted" in result.log


def test_properdocs_builds_the_same_site(tmp_path: Path) -> None:
    """ProperDocs runs the plugin as MkDocs does: the same badges, and its strict gate fails alike."""
    site = Site("mkdocs-verdicts", tmp_path)
    site.write("mkdocs.yml", "site_name: Verdicts\n", "site_name: Verdicts\ntheme: {name: material, font: false}\n")
    site.lock()
    result = site.build(tool="properdocs", env={"SCHOLAR_BUILD_STRICT": "1"})
    assert result.status == 1
    assert "mkdocs_scholar: docs/index.md:20: not found: " in result.log
    assert "(identifier-not-found) doi:10.5555/invented" in result.log
    assert site.build(tool="properdocs").status == 0
    assert len(statuses(site.page())) == 8


def test_the_extension_alone_judges_from_the_lock(tmp_path: Path) -> None:
    """Each page is judged by itself and without a request; pages without references stay as they are."""
    site = Site("mkdocs-alone", tmp_path)
    site.lock()
    result = site.build()
    assert result.status == 0, result.log
    page = site.page()
    assert statuses(page) == ["verified", "mismatch", "unchecked", "not_found"]
    assert '<a class="scholar-role" href="https://doi.org/10.5555/tides">Moreau (2011)</a>' in page
    assert page.count("<style>") == 1
    assert "scholar" not in site.page("plain/index.html").lower()


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("strikt: true", "setting `strikt` is unknown; did you mean `strict`?"),
        ("strict: [not_fuond]", "setting `strict` names `not_fuond`"),
        ("badges: some", "Plugin 'scholar' option 'badges'"),
        ("max_unchecked: many", "Plugin 'scholar' option 'max_unchecked'"),
        ("max_unchecked: -1", "setting `max_unchecked` must not be negative"),
        ("lock: broken.lock", "broken.lock:1"),
    ],
)
def test_a_wrong_option_is_named(option: str, said: str, tmp_path: Path) -> None:
    """A wrong option ends the build with status 1 and one sentence that names its key, without a traceback."""
    site = Site("mkdocs-verdicts", tmp_path)
    (site.root / "broken.lock").write_text("no lock\n", encoding="utf-8")
    site.write("mkdocs.yml", "      enabled: !ENV [SCHOLAR, true]", f"      {option}")
    result = site.build()
    assert result.status == 1
    assert said in result.log
    assert "Traceback" not in result.log


def test_a_wrong_settings_file_is_named(tmp_path: Path) -> None:
    """The same holds for `scholar.toml`: the file and the key are named."""
    site = Site("mkdocs-verdicts", tmp_path)
    site.write("scholar.toml", "offline = true", "offline = 'perhaps'")
    result = site.build()
    assert result.status == 1
    assert "scholar.toml: setting `offline` is wrong" in result.log


@pytest.mark.parametrize(
    ("option", "count", "word"),
    [("badges: problems", 4, "mismatch: year"), ("badges: none", 0, ""), ("lang: ja", 8, "不一致：発行年")],
)
def test_badges_as_the_options_ask(option: str, count: int, word: str, tmp_path: Path) -> None:
    """`badges` chooses which are shown, `lang` their language; roles are named all the same."""
    site = Site("mkdocs-verdicts", tmp_path)
    site.write("mkdocs.yml", "      enabled: !ENV [SCHOLAR, true]", f"      {option}")
    site.lock()
    site.build()
    page = site.page()
    assert len(statuses(page)) == count
    assert word in page
    assert "Halloran et al. (2018)</a>" in page


def test_a_bibliography_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A bibliography file that does not exist is told in one sentence, and the rest is judged all the same."""
    site = Site("mkdocs-verdicts", tmp_path)
    site.lock()
    site.write("scholar.toml", "offline = true", 'offline = true\nbibliography = ["missing.bib"]')
    result = site.build()
    assert result.status == 0
    assert (
        "missing.bib:1: This bibliography file is named, but there is no such file. (unreadable-source)" in result.log
    )
    assert len(statuses(site.page())) == 8
