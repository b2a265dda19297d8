"""Draft versions of a document."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import pytest

from scholar_build.errors import SourceError
from scholar_build.scan.drafts import list_drafts, newest_drafts


def made(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x", encoding="utf-8")
        os.utime(folder / name, (0, datetime(2026, 2, 1, tzinfo=UTC).timestamp()))
    return [folder / name for name in names]


@pytest.mark.parametrize(
    "newest_first",
    [
        ["thesis_v10.md", "thesis_v2.md", "thesis_v1.md", "thesis.md"],
        ["thesis-2026-03-01.md", "thesis.md", "thesis-2025-12-24.md", "thesis_20240101.md"],
        ["20260301 thesis.md", "2026-02-28_thesis.md"],
        ["thesis (3).md", "thesis (2).md", "thesis.md"],
        ["thesis-v1.2.1.md", "thesis-v1.2.md", "Thesis-v1.md"],
        ["thesis draft 4.md", "thesis-rev3.md", "thesis_r2.md"],
        ["thesis_final.md", "thesis_v9.md"],
        ["thesis 2026-01-05 v2.md", "thesis 2026-01-05 v1.md", "thesis 2026-01.md"],
    ],
)
def test_drafts_are_listed_newest_first(tmp_path, newest_first):
    """Dates and version numbers order the drafts, from whichever draft the list is asked."""
    expected = made(tmp_path, *newest_first)
    made(tmp_path, "other_v3.md", "thesis_v99.tex", "thesis.bib")
    for file in expected:
        assert list_drafts(file) == expected
    assert [draft for draft in list_drafts(tmp_path / "thesis") if draft.suffix == ".md"] == expected


def test_a_folder_lists_all_of_its_documents(tmp_path):
    """Every document's drafts, one after the other."""
    made(tmp_path, "a_v1.md", "a_v2.md", "b.rst")
    assert [draft.name for draft in list_drafts(tmp_path)] == ["a_v2.md", "a_v1.md", "b.rst"]


def test_the_newest_of_each_document_is_kept(tmp_path):
    """Chapters with numbers, impossible dates and bibliographies are no drafts of each other."""
    files = made(
        tmp_path, "a_v1.md", "a_v2.md", "chapter1.md", "chapter2.md", "refs_v1.bib", "refs_v2.bib", "x/a_v1.md",
        "n-20261399.md", "n-20261398.md", "p2026-02-30.md", "p2026-02-31.md",
    )  # fmt: skip
    kept = {str(file.relative_to(tmp_path)) for file in newest_drafts(files)}
    assert kept == {str(file.relative_to(tmp_path)) for file in files} - {"a_v1.md"}


def test_a_name_that_no_document_has_is_said_so(tmp_path):
    """A typing error gets a sentence."""
    made(tmp_path, "thesis_v1.md")
    for wrong in ("thesys", "thesis.rst", "nowhere/thesis.md"):
        with pytest.raises(SourceError, match="no document and no draft"):
            list_drafts(tmp_path / wrong)
