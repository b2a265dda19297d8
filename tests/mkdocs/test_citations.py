"""Citations by key, roles and lists of works, and everything else left as it was."""

from __future__ import annotations

import re

import pytest

from tests.mkdocs.building import Built, Site, statuses, without_badges

STYLE = re.compile(r'\s*<link rel="stylesheet" href="[./]*assets/scholar/scholar.css">|'
                   r'\s*<link href="[./]*assets/scholar/scholar.css" rel="stylesheet">')  # fmt: skip


def article(page: str) -> str:
    body = STYLE.sub("", page)
    return body[body.index("<h1") : body.rindex("</body>")]


@pytest.fixture(scope="module")
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Built]:
    """The named mini-site, built once for all tests that ask for it."""
    site = Site(request.param, tmp_path_factory.mktemp("site"))
    site.lock()
    result = site.build()
    assert result.status == 0, result.log
    return site, result


@pytest.mark.parametrize("built", ["mkdocs-unchanged", "mkdocs-bibtex"], indirect=True)
def test_nothing_but_badges_is_added(built: tuple[Site, Built]) -> None:
    """Links, diagrams, footnote numbers, tables, code and task lists are the bytes of a build without the plugin."""
    site, _ = built
    assert site.build("-d", "off", env={"SCHOLAR": "false"}).status == 0
    mine = article(site.page())
    assert statuses(mine)
    assert without_badges(mine) == article(site.page("index.html", "off"))


@pytest.mark.parametrize("built", ["mkdocs-unchanged"], indirect=True)
def test_two_keys_of_one_bracket_have_a_badge_each(built: tuple[Site, Built]) -> None:
    """Both keys of `[@a; @b, p. 3]` get their badge; headings, link text, code and attributes get none."""
    site, result = built
    page = site.page()
    task = page[page.index("open task") : page.index("done, see")]
    assert statuses(task) == ["verified", "mismatch"]
    assert without_badges(task).startswith("open task [@doe2020; @roe2021, p. 3]")
    heading = page[page.index("<h1") : page.index("</h1>")]
    assert statuses(heading) == []
    assert statuses(page[page.index("done, see") : page.index("</a>", page.index("done, see"))]) == []
    assert len(statuses(page)) == 4
    for word in ("ops@", "writer", "slow", "smith1999", "indented", "demo.1", "demo.2"):
        assert word not in result.log


@pytest.mark.parametrize("built", ["mkdocs-unchanged"], indirect=True)
def test_the_entry_knows_where_it_is_cited(built: tuple[Site, Built]) -> None:
    """A bibliography entry is one reference, reported at its own line."""
    site, _ = built
    entries = {each["key"]: each for each in site.report()["references"]}
    assert {key: (each["source"], each["line"], each["status"]) for key, each in entries.items()} == {
        "doe2020": ("refs.bib", 1, "verified"),
        "roe2021": ("refs.bib", 9, "mismatch"),
    }


@pytest.mark.parametrize("built", ["mkdocs-citations"], indirect=True)
def test_keys_work_alone(built: tuple[Site, Built]) -> None:
    """A key leads to its entry in the bibliography; one without an entry is named with its line."""
    site, result = built
    assert statuses(site.page()) == ["verified"]
    assert "As written [@doe2020" in site.page()
    assert "unknown [@nobody1900]." in site.page()
    assert re.search(r"docs/index\.md:3: .*\(missing-entry\)", result.log)
    assert "refs.bib:9: mismatch: year" in result.log


@pytest.mark.parametrize("built", ["mkdocs-citations"], indirect=True)
def test_a_page_can_list_its_works(built: tuple[Site, Built]) -> None:
    """A block `{references}` lists what the page cites, from the records; its citations are named and lead there."""
    site, result = built
    page = site.page("listed/index.html")
    text = without_badges(page)
    assert 'Named see <a class="scholar-role" href="#scholar-ref-doe2020">Moreau (2011)</a>, p. 3; ' in text
    assert (
        'by identifier <a class="scholar-role" href="https://doi.org/10.5555/gulls">Halloran et al. (2018)</a>, ch. 2.'
        in text
    )
    assert '<a class="scholar-role" href="https://doi.org/10.5555/gulls">the gull paper</a>' in text
    assert '<a class="scholar-role" href="https://doi.org/10.5555/unknown">10.5555/unknown</a>' in text
    assert 'wrong <span class="scholar-role">gull</span>.' in text
    assert re.search(r"docs/listed\.md:4: .*\(malformed-identifier\)", result.log)
    works = text[text.index('<ol class="scholar-references">') : text.index("</ol>", text.index("scholar-references"))]
    assert [works.count(word) for word in ("<li", "Tides and the habits", "Two keepers", "Counting gulls")] == [
        4,
        1,
        1,
        1,
    ]
    assert '<li id="scholar-ref-doe2020">' in works
    assert page.count('class="scholar-references"') == 1
    assert "```{references}" in page


@pytest.mark.parametrize("built", ["mkdocs-bibtex"], indirect=True)
def test_beside_mkdocs_bibtex_its_entries_get_the_badges(built: tuple[Site, Built]) -> None:
    """The footnotes that mkdocs-bibtex writes are matched to their entries by key; other footnotes are not touched."""
    site, _ = built
    page = site.page()
    notes = page[page.index('class="footnote"') :]
    assert statuses(notes) == ["verified", "mismatch"]
    assert 'id="fn:own">\n<p>Nothing bibliographic here.&#160;' in notes
    cited = {each["key"]: each for each in site.report()["references"]}
    assert sorted(cited) == ["doe2020", "roe2021"]


@pytest.mark.parametrize("built", ["mkdocs-hostile"], indirect=True)
def test_titles_and_texts_are_shown_and_never_run(built: tuple[Site, Built]) -> None:
    """What a record or an author writes is text in badges, lists and the report: no script comes of it."""
    site, _ = built
    for name in ("index.html", "scholar/references/index.html"):
        body = article(site.page(name))
        assert "<script>alert" not in body
        assert "alert(1)</script>" not in body
        assert 'onload="x"' not in body
        assert body.count("<script") == article(site.page("404.html").replace("404", "<h1 404")).count("<script")
    assert "Parsing &lt;/script&gt;&lt;!-- &lt;script&gt;alert(1)&lt;/script&gt; safely" in site.page()
    assert "<scholar-" not in site.page()
