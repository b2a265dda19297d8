"""The list of deadlines: what counts, what does not, and why."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.deadlines import MAX_BYTES, parse_deadlines, read_deadlines
from scholar_build.errors import SourceError
from scholar_build.model.deadline import BadLine, Deadline, DeadlineList, Fault, zone_named


def parsed(text: str, tz: str = "Asia/Tokyo") -> DeadlineList:
    return parse_deadlines(text, "grants.md", tz)


def one(line: str, tz: str = "Asia/Tokyo") -> Deadline | BadLine:
    """What became of the only line."""
    listed = parsed(line, tz)
    (found,) = (*listed.deadlines, *listed.bad_lines)
    return found


def named(text: str) -> list[str]:
    return [deadline.name for deadline in parsed(text).deadlines]


def test_a_line() -> None:
    """A date, a name and a note, in the zone of the settings."""
    assert one("- 2026-12-18 | Field school | Two letters") == Deadline(
        name="Field school", day=date(2026, 12, 18), note="Two letters", zone="Asia/Tokyo", line=1
    )


@pytest.mark.parametrize(
    ("written", "at", "zone"),
    [
        ("2026-12-01 17:00", time(17), "Asia/Tokyo"),
        ("2026-12-01T9:05", time(9, 5), "Asia/Tokyo"),
        ("2026-12-01 AoE", None, "AoE"),
        ("2026-12-01 aoe", None, "aoe"),
        ("2026-12-01 17:00 Europe/Berlin", time(17), "Europe/Berlin"),
        ("2026-12-01 23:59 UTC", time(23, 59), "UTC"),
        ("2026-12-01 24:00", None, "Asia/Tokyo"),
        ("2026-12-01 America/Argentina/Buenos_Aires", None, "America/Argentina/Buenos_Aires"),
    ],
)
def test_times_and_zones(written: str, at: time | None, zone: str) -> None:
    """A time of day and a zone may follow the date."""
    found = one(f"- {written} | Grant")
    assert isinstance(found, Deadline)
    assert (found.time, found.zone) == (at, zone)


@pytest.mark.parametrize(
    "line",
    [
        "- 2026-12-18 | Grant", "-  2026-12-18|Grant", "* 2026-12-18 | Grant", "+ 2026-12-18 | Grant |",
        "  - 2026-12-18 | Grant", "-\t2026-12-18 |\tGrant ", "- 2026-12-18 | Grant | ", "\ufeff- 2026-12-18 | Grant",
    ],
)  # fmt: skip
def test_spellings_of_a_line(line: str) -> None:
    """Spaces, another bullet and a missing note change nothing."""
    text = line.encode().decode("utf-8-sig")
    found = one(text)
    assert isinstance(found, Deadline)
    assert (found.name, found.note, found.day) == ("Grant", "", date(2026, 12, 18))


def test_bars_inside_a_line() -> None:
    """A bar may be escaped in a name; behind the second one the note may hold any."""
    found = one(r"- 2026-12-18 | A\|B | see x | y")
    assert isinstance(found, Deadline)
    assert (found.name, found.note) == ("A|B", "see x | y")


@pytest.mark.parametrize(
    ("line", "fault", "detail"),
    [
        ("- 2026-13-01 | Spring call", Fault.NO_SUCH_DAY, "2026-13-01"),
        ("- 2026-02-29 | Leap", Fault.NO_SUCH_DAY, "2026-02-29"),
        ("- 0001-01-01 | Long ago", Fault.NO_SUCH_DAY, "0001-01-01"),
        ("- 9999-12-31 | Far", Fault.NO_SUCH_DAY, "9999-12-31"),
        ("- 2026-1-5 | Short", Fault.NO_DATE, "2026-1-5 | Short"),
        ("- soon | Grant", Fault.NO_DATE, "soon | Grant"),
        ("- Grant", Fault.NO_DATE, "Grant"),
        ("- [ ] 2026-12-01 | Grant", Fault.NO_DATE, "[ ] 2026-12-01 | Grant"),
        ("- ２０２６-12-01 | Grant", Fault.NO_DATE, "２０２６-12-01 | Grant"),
        ("- 2026-12-01 17 | Grant", Fault.NO_DATE, "2026-12-01 17 | Grant"),
        ("- 2026-12-01 25:00 | Grant", Fault.NO_SUCH_TIME, "25:00"),
        ("- 2026-12-01 12:60 | Grant", Fault.NO_SUCH_TIME, "12:60"),
        ("- 2026-12-01 Asia/Tokio | Grant", Fault.NO_SUCH_ZONE, "Asia/Tokio"),
        ("- 2026-12-01 JST | Grant", Fault.NO_SUCH_ZONE, "JST"),
        ("- 2026-12-01", Fault.NO_NAME, "2026-12-01"),
        ("- 2026-12-01 | | note", Fault.NO_NAME, "2026-12-01 | | note"),
        ("2026-12-01 | Grant", Fault.NO_DASH, "2026-12-01 | Grant"),
        ("- 2026-12-01 | " + "x" * 201, Fault.TOO_LONG, "x" * 79 + "…"),
        ("- 2026-12-01 | x | " + "y" * 1001, Fault.TOO_LONG, "x"),
    ],
)
def test_bad_lines(line: str, fault: Fault, detail: str) -> None:
    """A line that cannot be read is named with its number and what is wrong in it, and the others still count."""
    listed = parsed(f"# Grants\n\n{line}\n- 2027-01-01 | Next\n")
    assert listed.bad_lines == (BadLine(line=3, fault=fault, detail=detail),)
    assert [deadline.name for deadline in listed.deadlines] == ["Next"]


@pytest.mark.parametrize(
    "text",
    [
        "# 2026-12-01", "A sentence about 2026-12-01 | and more.", "  - a remark below a deadline", "-", "", "---",
        "> - 2026-12-01 | Quoted", "| 2026-12-01 | cell |", "1. 2026-12-01 | numbered",
        "```\n- 2026-12-01 | Example\n```",
        "~~~md\n- bad\n```\n- bad\n~~~", "<!-- - 2026-12-01 | Old -->", "<!--\n- 2026-12-01 | Old\n- bad\n-->",
    ],
)  # fmt: skip
def test_what_is_neither(text: str) -> None:
    """Headings, sentences, remarks, fenced examples and comments are the author's own."""
    assert parsed(text) == DeadlineList(source="grants.md")


def test_lines_keep_their_numbers() -> None:
    """Comments and fences do not shift the numbers of the lines behind them, nor do line ends of other systems."""
    text = "<!-- one\r\ntwo -->\r\n```\r\nx\r\n```\r\n- 2026-12-01 <!-- sure? --> | Grant\r\n- bad"
    listed = parsed(text)
    assert ([deadline.line for deadline in listed.deadlines], [bad.line for bad in listed.bad_lines]) == ([6], [7])
    assert [deadline.name for deadline in listed.deadlines] == ["Grant"]


def test_a_comment_that_never_ends() -> None:
    """A comment that swallows the rest of the list is said aloud."""
    listed = parsed("- 2026-12-01 | A\n<!-- x\n- 2026-12-02 | B\n")
    assert [deadline.name for deadline in listed.deadlines] == ["A"]
    assert listed.bad_lines == (BadLine(line=2, fault=Fault.OPEN_COMMENT),)


def test_two_deadlines_with_one_name_and_date() -> None:
    """The second of two that cannot be told apart is refused, with the line of the first; other dates are others."""
    listed = parsed("- 2026-12-01 | A | one\n- 2026-12-02 | A\n- 2026-12-01 09:00 |  A | two\n- 2026-12-01 | a\n")
    assert listed.bad_lines == (BadLine(line=3, fault=Fault.DUPLICATE, detail="A", other=1),)
    assert [deadline.line for deadline in listed.deadlines] == [1, 4, 2]


def test_the_order_is_that_of_ends() -> None:
    """Deadlines stand in the order in which they end, across zones."""
    assert named("- 2026-12-01 AoE | Last\n- 2026-12-01 | Middle\n- 2026-12-01 09:00 | First\n") == [
        "First", "Middle", "Last",
    ]  # fmt: skip


def test_hostile_names() -> None:
    """Control characters and overrides of direction are dropped."""
    found = one("- 2026-12-01 | A\u202eB\x1b[31m | x\x00y")
    assert isinstance(found, Deadline)
    assert (found.name, found.note) == ("AB[31m", "xy")


@pytest.mark.parametrize(
    ("written", "ends"),
    [
        ("2019-12-20 AoE", "2019-12-21T12:00:00+00:00"),
        ("2019-12-20 Asia/Tokyo", "2019-12-20T15:00:00+00:00"),
        ("2019-12-20 17:00 Asia/Tokyo", "2019-12-20T08:00:00+00:00"),
        ("2026-03-28 Europe/Berlin", "2026-03-28T23:00:00+00:00"),
        ("2026-03-29 Europe/Berlin", "2026-03-29T22:00:00+00:00"),  # a day of 23 hours
        ("2018-11-03 America/Sao_Paulo", "2018-11-04T03:00:00+00:00"),  # whose midnight did not exist
    ],
)
def test_the_end_of_a_day(written: str, ends: str) -> None:
    """A day ends with its end in its zone, anywhere on Earth twelve hours after UTC's (C039)."""
    found = one(f"- {written} | Grant")
    assert isinstance(found, Deadline)
    assert found.ends.astimezone(UTC).isoformat() == ends


def test_reading_files(tmp_path: Path) -> None:
    """A file is read as UTF-8; one that is missing, too large or something else is named."""
    path = tmp_path / "grants.md"
    path.write_bytes("\ufeff- 2026-12-18 | 架空財団 | 学内".encode())
    assert [deadline.name for deadline in read_deadlines(path, "grants.md", "UTC").deadlines] == ["架空財団"]
    with pytest.raises(SourceError, match=r"none\.md: cannot be read: No such file"):
        read_deadlines(tmp_path / "none.md", "none.md", "UTC")
    path.write_bytes(b"- 2026-12-18 | \x8b\xe0")
    with pytest.raises(SourceError, match=r"grants\.md: is not UTF-8"):
        read_deadlines(path, "grants.md", "UTC")
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    with pytest.raises(SourceError, match=r"grants\.md: is larger than"):
        read_deadlines(path, "grants.md", "UTC")


@pytest.mark.parametrize(
    "name", ["", "Tokyo", "../etc/passwd", "/etc/passwd", "Asia", "Asia/", "Asia/Tokyo\n", "UTC+9", "1"]
)
def test_zones_that_are_none(name: str) -> None:
    """What is no zone is refused with the way to write one, and reads no file."""
    with pytest.raises(ValueError, match="is no time zone"):
        zone_named(name)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.one_of(st.text(max_size=60), st.from_regex(r"- 20\d\d-\d\d-\d\d( \d\d:\d\d)?( \w+)? \| \w*", fullmatch=True))
    )
)
def test_any_text_can_be_read(lines: list[str]) -> None:
    """Nothing breaks the reading; every number is that of a line, and no two deadlines share name and date."""
    text = "\n".join(lines)
    listed = parsed(text)
    count = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    numbers = [one.line for one in (*listed.deadlines, *listed.bad_lines)]
    assert all(1 <= number <= count for number in numbers)
    assert len({(deadline.name, deadline.day) for deadline in listed.deadlines}) == len(listed.deadlines)
    now = datetime(2026, 11, 30, tzinfo=UTC)
    assert all(isinstance(deadline.days_left(now), int) for deadline in listed.deadlines)
