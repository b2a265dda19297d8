"""Corrections of BibTeX files change the fields that differ and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from scholar_build.cli import main
from scholar_build.fix import fix_text
from scholar_build.lock import write_lock
from scholar_build.model import Lookup, ProviderName, Record, Verdict
from scholar_build.scan import Format, scan_text
from tests.judge.answering import Sources, doi, found, record, verdict

X = doi("10.1000/x")
RIGHT = record(
    "Calls of tree frogs & toads", ("Reed, Ada", "Müller, Jo"), 2020, container_titles=("Journal of Ponds",),
    volume="12", issue="3", page="101-109", issued="2020-03-01", identifiers=(X,), type="article-journal",
)  # fmt: skip
BIB = """% my list
@comment{keep me}
@Article{ a ,
  TITLE   = "Calls of {tree} frogs and toads",
  note = {year = 1999, volume = "7"} # { number = 5},
  author  = {Reed, Ada and M{\\"u}ller, Jo},   % both of them
  journal = J # { Ponds},
  year    = 2019,
  volume  = {13},
  number=9, pages = {101--109},
  doi = {10.1000/x}
}

@misc{b, title = {Another}}
"""


def verdicts(bib: str, one: Record = RIGHT, *, searched: bool = False) -> list[Verdict]:
    """The verdicts on a file's entries by what Crossref holds."""
    source = Sources({} if searched else {("crossref", str(X)): one}, {"crossref": [one]} if searched else {})
    return [verdict(reference, source) for reference in scan_text(bib, "a.bib", Format.BIBTEX).references]


def test_only_the_fields_that_differ_are_written_anew() -> None:
    """Comments, order, spacing, delimiters of other fields and other entries stay byte for byte."""
    fixed = fix_text(BIB, verdicts(BIB))

    expected = BIB.replace("= 2019,", "= {2020},").replace("= {13},", "= {12},").replace("number=9,", "number={3},")
    assert fixed == expected


def test_corrected_entries_agree_and_are_not_touched_again() -> None:
    """A second run finds nothing to do."""
    fixed = fix_text(BIB, verdicts(BIB))

    assert verdicts(fixed)[0].findings == ()
    assert fix_text(fixed, verdicts(fixed)) == fixed


def test_title_authors_and_venue_are_written_for_latex() -> None:
    """What a registry says is escaped, so that it cannot run as LaTeX."""
    bib = "@article{a, title = {Calls of bush frogs}, author = {Reed, Ada}, journal = {Nature}, doi = {10.1000/x}}"
    hostile = record(
        "Calls of tree frogs \\input{x} & more", ("Reed, Ada", "Li, Wei"), 2020, container_titles=("J. of 100% Ponds",)
    )
    fixed = fix_text(bib, verdicts(bib, hostile))

    assert "Reed, Ada and Li, Wei" in fixed
    assert "100\\%" in fixed
    assert "\\input{" not in fixed


def test_what_only_a_search_found_is_written_on_demand() -> None:
    """A guess is no correction unless it is asked for."""
    bib = BIB.replace("doi = {10.1000/x}", "note = {}")
    judged = verdicts(bib, searched=True)

    assert fix_text(bib, judged) == bib
    assert "{2020}" in fix_text(bib, judged, guesses=True)


def test_a_wrong_doi_is_replaced_and_its_works_values_are_not_taken() -> None:
    """Where the identifier names another work only the identifier is wrong."""
    bib = """@article{a, title = {Calls of tree frogs and toads}, author = {Reed, Ada and Müller, Jo}, year = 2020,
  doi = {10.1000/y}}"""
    other = record("Optimal taxation of capital gains", ("Petra Moss",), 2001)
    source = Sources({("crossref", "doi:10.1000/y"): other}, {"crossref": [RIGHT]})
    judged = [verdict(one, source) for one in scan_text(bib, "a.bib", Format.BIBTEX).references]

    assert fix_text(bib, judged, guesses=True) == bib.replace("10.1000/y", "10.1000/x")


@pytest.mark.parametrize(
    "bib", ["@article{a, year = 2019, title = {Calls of tree frogs and toads, doi = {10.1000/x}}\n", "", "@"]
)
def test_a_damaged_file_stays_as_it_is(bib: str) -> None:
    """Nothing is lost where an entry cannot be read to its end."""
    fixed = fix_text(bib, verdicts(bib))

    assert fixed.replace("{2020}", "2019") == bib


def test_a_key_that_stands_twice_is_left_alone() -> None:
    """It cannot be said which of the two is meant."""
    twice = BIB + BIB.replace("% my list\n", "")

    assert fix_text(twice, verdicts(twice)) == twice


def project(folder: Path, bib: str) -> Path:
    """A folder with a bibliography and a lock file that holds Crossref's record."""
    path = folder / "refs.bib"
    path.write_bytes(bib.encode())
    (folder / "scholar.toml").write_text("offline = true\n")
    question = Lookup(provider=ProviderName.CROSSREF, identifier=X)
    write_lock(folder / "scholar.lock", {question: found(question, RIGHT)})
    return path


def test_the_command_shows_and_writes_only_on_demand(tmp_path: Path) -> None:
    """Without --write the file stays as it is and the status says that something is left to do."""
    path = project(tmp_path, BIB.replace("\n", "\r\n"))
    before = path.read_bytes()
    shown = CliRunner().invoke(main, ["fix", str(path)])

    assert (shown.exit_code, path.read_bytes()) == (1, before)
    assert {"-  year    = 2019,", "+  year    = {2020},"} <= set(shown.output.splitlines())
    written = CliRunner().invoke(main, ["fix", "--write", str(path)])
    assert (written.exit_code, b"year    = {2020},\r\n" in path.read_bytes()) == (0, True)
    again = CliRunner().invoke(main, ["fix", str(path)])
    assert (again.exit_code, "nothing to correct" in again.output) == (0, True)


def test_the_command_corrects_bib_files_only(tmp_path: Path) -> None:
    """Another file is refused with one sentence."""
    page = tmp_path / "page.md"
    page.write_text("# Page\n")
    refused = CliRunner().invoke(main, ["fix", str(page)])

    assert (refused.exit_code, "is no .bib file" in refused.output) == (2, True)
