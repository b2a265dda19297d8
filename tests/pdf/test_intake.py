"""Quarantine, structure, names and provenance of what has been downloaded."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.config import Pdf
from scholar_build.errors import ScholarBuildError, SourceError
from scholar_build.identifiers import Identifier, Scheme
from scholar_build.pdf import inspect_pdf, intake, provenance
from scholar_build.pdf.quarantine import FOLDER, Quarantine
from tests.pdf.files import BAD, BOMB, CLEAN, INFECTED, with_place_shown


def by_program(data: bytes) -> tuple[str, ...]:
    """What the inspecting program says of a file."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.flush()
        return intake.inspected(file)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


# ---- structure


@pytest.mark.parametrize("name", BAD)
def test_structures_that_are_refused(name: str) -> None:
    """Whatever runs, reaches outside, hides or cannot be read is found, however it is written."""
    expected, data = BAD[name]
    assert sorted(inspect_pdf.inspect(io.BytesIO(data))) == expected.split()


def test_the_program_says_the_same() -> None:
    """The child process reads a file from its start and names what it found."""
    expected, data = BAD["JavaScript in an object stream"]
    assert by_program(data) == tuple(expected.split())


@pytest.mark.parametrize("data", [CLEAN, with_place_shown()], ids=["plain", "hyperref"])
def test_structures_that_are_fine(data: bytes) -> None:
    """A plain paper passes; so does one that shows its first page when opened and links to the web, as LaTeX writes."""
    assert by_program(data) == ()


def test_a_bomb_inside_a_file() -> None:
    """A small file that unpacks to more than a gigabyte is refused, and takes neither memory nor long."""
    started = time.monotonic()
    assert by_program(BOMB) == ("bomb",)
    assert time.monotonic() - started < 20


def test_many_streams_that_are_too_large_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sum of all streams counts."""
    monkeypatch.setattr(inspect_pdf, "MAX_DECODED", 10)
    assert inspect_pdf.inspect(io.BytesIO(CLEAN)) == {"bomb"}


def test_what_a_reader_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream for which memory runs out is told as a bomb, a structure that breaks the reader as malformed."""

    def broken(message: str) -> Callable[..., None]:
        def fail(*_: object) -> None:
            raise pikepdf.PdfError(message)

        return fail

    monkeypatch.setattr(inspect_pdf, "_bombs", broken("a bug"))
    assert inspect_pdf.inspect(io.BytesIO(CLEAN)) == {"malformed"}
    monkeypatch.undo()
    monkeypatch.setattr(pikepdf.Object, "get_stream_buffer", broken("std::bad_alloc"))
    assert inspect_pdf.inspect(io.BytesIO(CLEAN)) == {"bomb"}


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("import time; time.sleep(60)", ("too_slow",)),
        ("raise SystemExit(3)", ("unreadable",)),
        ("import os; os.abort()", ("unreadable",)),
        ("print('clean, I swear')", ("unreadable",) * 3),
        ("print('javascript')", ("javascript",)),
    ],
)
def test_a_program_that_goes_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, expected: tuple[str, ...]
) -> None:
    """Whatever happens to the child process, only its full silence lets a file pass."""
    file = tmp_path / "program.py"
    file.write_text(program)
    monkeypatch.setattr(intake, "_PROGRAM", file)
    monkeypatch.setattr(intake, "INSPECTION_S", 1.0)
    assert by_program(CLEAN) == expected


def test_the_program_has_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child has bounded memory and time, cannot fill the disk, and knows nothing of the environment."""
    file = tmp_path / "program.py"
    source = Path(inspect_pdf.__file__).read_text().replace('if __name__ == "__main__":', "if False:")
    file.write_text(
        source + "\nimport os, resource\nlimit()\nwords = []\n"
        "words += ['xfa'] if resource.getrlimit(resource.RLIMIT_AS)[0] == MAX_MEMORY else []\n"
        "words += ['launch'] if resource.getrlimit(resource.RLIMIT_CPU)[0] == MAX_CPU_S else []\n"
        "words += ['bomb'] if resource.getrlimit(resource.RLIMIT_FSIZE)[0] == MAX_OUTPUT else []\n"
        "words += ['action'] if 'SECRET' not in os.environ and 'PATH' not in os.environ else []\nprint(*words)\n"
    )
    monkeypatch.setattr(intake, "_PROGRAM", file)
    monkeypatch.setenv("SECRET", "1")
    assert by_program(CLEAN) == ("xfa", "launch", "bomb", "action")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.integers(0, len(CLEAN)), st.sampled_from([CLEAN, with_place_shown(), INFECTED]))
def test_damaged_files_never_break_the_inspection(damage: bytes, at: int, data: bytes) -> None:
    """Any damage is told in a word; nothing but words comes out."""
    found = inspect_pdf.inspect(io.BytesIO(data[:at] + damage + data[at + len(damage) :]))
    assert found <= intake._PARTS


def test_the_main_program(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The program writes one word a line."""
    monkeypatch.setattr(inspect_pdf, "limit", lambda: None)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD["an attachment"][1])))
    assert inspect_pdf.main() == 0
    assert capsys.readouterr().out == "embedded_file\nexternal\n"


# ---- quarantine


def test_nobody_else_can_look_into_quarantine(tmp_path: Path) -> None:
    """The folder and what lies in it belong to their owner alone, and nothing in it is called a PDF."""
    before = os.umask(0)
    try:
        with Quarantine(tmp_path / "inbox", keep_refused=False).file() as (_, path):
            assert (mode(path.parent), mode(path)) == (0o700, 0o600)
            assert path.suffix == ".part"
            assert path.parent == tmp_path / "inbox" / FOLDER
    finally:
        os.umask(before)
    assert not path.exists()


def test_a_quarantine_that_was_left_open(tmp_path: Path) -> None:
    """A folder that is there already is closed to others before anything lies in it."""
    (tmp_path / FOLDER).mkdir(mode=0o755)
    with Quarantine(tmp_path, keep_refused=False).file() as (_, path):
        assert mode(path.parent) == 0o700


def test_refused_bytes_are_removed_or_sealed(tmp_path: Path) -> None:
    """What is refused goes away, or stays where nobody can open it by accident; empty files always go away."""
    quarantine = Quarantine(tmp_path, keep_refused=True)
    with quarantine.file() as (file, path):
        file.write(b"bad")
    with quarantine.file():
        pass
    left = list((tmp_path / FOLDER).iterdir())
    assert left == [path.with_suffix(".sealed")]
    assert mode(left[0]) == 0
    with Quarantine(tmp_path, keep_refused=False).file() as (file, _):
        file.write(b"bad")
    assert list((tmp_path / FOLDER).iterdir()) == left


def test_a_clean_file_is_moved(tmp_path: Path) -> None:
    """A clean file stands in the inbox under its name, whole, and is gone from quarantine."""
    quarantine = Quarantine(tmp_path, keep_refused=True)
    with quarantine.file() as (file, path):
        file.write(CLEAN)
        file.flush()
        quarantine.release(path, tmp_path / "x.pdf")
    assert (tmp_path / "x.pdf").read_bytes() == CLEAN
    assert list((tmp_path / FOLDER).iterdir()) == []


def test_what_a_killed_process_left(tmp_path: Path) -> None:
    """Unfinished downloads of yesterday are cleared away; those of today may be another process's."""
    quarantine = Quarantine(tmp_path, keep_refused=False)
    with quarantine.file():
        pass
    old, young = (tmp_path / FOLDER / name for name in ("old.part", "young.part"))
    old.write_bytes(b"x")
    young.write_bytes(b"x")
    os.utime(old, (0, 0))
    with quarantine.file():
        assert (old.exists(), young.exists()) == (False, True)


def test_a_quarantine_that_is_a_link(tmp_path: Path) -> None:
    """A link in the place of the folder, planted by somebody, is not followed."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / FOLDER).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SourceError, match="not a folder of yours"), Quarantine(tmp_path, keep_refused=False).file():
        pass
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_an_inbox_that_is_a_file(tmp_path: Path) -> None:
    """An inbox that cannot be made is a mistake with a name."""
    (tmp_path / "inbox").write_text("")
    with (
        pytest.raises(SourceError, match="inbox: cannot be used"),
        Quarantine(tmp_path / "inbox", keep_refused=False).file(),
    ):
        pass


# ---- names and provenance


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(list(Scheme)), st.text(min_size=1, max_size=300), st.none() | st.integers(1, 99))
def test_file_names_are_safe(scheme: Scheme, value: str, version: int | None) -> None:
    """Whatever an identifier holds, its file name is short, plain and stays in its folder."""
    name = provenance.file_name(Identifier(scheme, value, version))
    assert len(name) <= 100
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-")
    assert name.startswith(scheme)
    assert name.endswith(".pdf")
    assert Path(name).name == name


def test_file_names_differ() -> None:
    """Identifiers that look alike once made safe have different names, and so have versions."""
    values = ["10.5555/a/b", "10.5555/a_b", "10.5555/a-b", "10.5555/" + "x" * 200, "10.5555/" + "x" * 201]
    names = {provenance.file_name(Identifier(Scheme.DOI, value)) for value in values}
    names |= {provenance.file_name(Identifier(Scheme.ARXIV, "2101.00001", version)) for version in (None, 1, 2)}
    assert len(names) == 8


def test_a_changed_file_is_not_the_stored_one(tmp_path: Path) -> None:
    """A file counts as stored while it is what its provenance says."""
    pdf = tmp_path / "x.pdf"
    known = provenance.Provenance(
        id="doi:10.5555/x", url="u", named="n", provider="openalex", licence="cc-by", bytes=1, scanner="none",
        sha256="2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", fetched_at="", structure="pikepdf",
    )  # fmt: skip
    provenance.write(known, pdf)
    assert provenance.stored(pdf) is None
    pdf.write_bytes(b"x")
    assert provenance.stored(pdf) == known
    assert mode(provenance.beside(pdf)) == 0o644
    pdf.write_bytes(b"y")
    assert provenance.stored(pdf) is None
    provenance.beside(pdf).write_text("{}")
    assert provenance.stored(pdf) is None
    assert json.loads(msgspec.json.encode(known))["licence"] == "cc-by"


@pytest.mark.parametrize(("scanner", "missing"), [("clamd", "pikepdf and clamdpy"), ("none", "pikepdf")])
def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, scanner: str, missing: str) -> None:
    """Where the parts that look into files are missing, nothing is fetched, and the way to get them is named."""
    monkeypatch.setattr(intake, "find_spec", lambda name: None)
    with pytest.raises(ScholarBuildError, match=rf"{missing} is missing; run `pip install 'scholar-build\[pdf\]'`"):
        intake.require_parts(Pdf(scanner=scanner))  # type: ignore[arg-type]
