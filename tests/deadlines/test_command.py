"""`scholar-build deadlines` in the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scholar_build.cli import main
from scholar_build.config import load_settings
from scholar_build.errors import SettingsError
from tests.shared import cases

MAIN = "from scholar_build.cli import main; main()"
LIST = """# Grants
- 2026-12-01 17:00 | Travel grant | Budget table
- 2026-12-06 AoE | Fellowship
- 2026-13-01 | Spring call
- 2026-11-13 | Seed money
- 2026-12-06 AoE | Fellowship | again
"""


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grants.md").write_text(LIST, encoding="utf-8")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["deadlines", *arguments])


def test_the_reminders_of_a_day(lab: Path) -> None:
    """Each reminder is a line that ends in its id; bad lines are named, both lines of a repetition among them."""
    done = run("grants.md", "--today", "2026-11-30")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "1 day left: Travel grant, 2026-12-01 (17:00, Asia/Tokyo) – Budget table [grant:Travel grant:2026-12-01:d1]",
        "6 days left: Fellowship, 2026-12-06 (end of day, anywhere on Earth) [grant:Fellowship:2026-12-06:d7]",
    ]
    assert done.stderr.splitlines() == [
        "grants.md:4: “2026-13-01” is no day of the calendar.",
        "grants.md:6: “Fellowship” stands in line 3 with the same date; give one of them another name.",
    ]


def test_reminders_for_jobs(lab: Path) -> None:
    """The JSON holds what a job needs to file each reminder once, and the lines that it could not read."""
    document = json.loads(run("grants.md", "--today", "2026-12-01", "--format", "json").stdout)
    assert (document["today"], document["tz"], document["source"]) == ("2026-12-01", "Asia/Tokyo", "grants.md")
    assert [one["id"] for one in document["reminders"]] == [
        "grant:Travel grant:2026-12-01:d0",
        "grant:Fellowship:2026-12-06:d7",
    ]
    assert document["reminders"][0] == {
        "id": "grant:Travel grant:2026-12-01:d0", "name": "Travel grant", "date": "2026-12-01", "time": "17:00",
        "zone": "Asia/Tokyo", "ends": "2026-12-01T08:00:00Z", "days_left": 0, "distance": 0,
        "note": "Budget table", "line": 2,
    }  # fmt: skip
    assert document["reminders"][1]["ends"] == "2026-12-07T12:00:00Z"
    assert [(one["line"], one["fault"]) for one in document["problems"]] == [(4, "no_such_day"), (6, "duplicate")]


def test_the_zone_of_lines_without_one(lab: Path) -> None:
    """The zone of the command line holds for lines that name none."""
    document = json.loads(run("grants.md", "--today", "2026-12-01", "--format", "json", "--tz", "aoe").stdout)
    assert document["reminders"][0]["ends"] == "2026-12-02T05:00:00Z"


def test_other_distances(lab: Path) -> None:
    """The distances can be named; a deadline beyond all of them is not due."""
    done = run("grants.md", "--today", "2026-11-30", "--remind-days", "2, 1")
    assert "d1]" in done.stdout
    assert "Fellowship" not in done.stdout
    done = run("grants.md", "--today", "2026-12-30")
    assert (done.exit_code, done.stdout) == (0, "")
    assert "No reminder is due on 2026-12-30 (Asia/Tokyo)." in done.stderr


def test_today_by_the_clock(lab: Path) -> None:
    """Without a day named, the zone's own today counts."""
    (lab / "grants.md").write_text("- 2026-12-01 | Grant\n", encoding="utf-8")
    document = json.loads(run("grants.md", "--format", "json").stdout)
    assert len(document["today"]) == 10


def test_the_calendar(lab: Path) -> None:
    """The calendar comes as bytes with the line ends that calendars want, and counts what has changed since."""
    done = run("grants.md", "--format", "ics")
    assert done.stdout_bytes.startswith(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert done.stdout_bytes.count(b"SEQUENCE:0\r\n") == 3
    (lab / "old.ics").write_bytes(done.stdout_bytes)
    (lab / "grants.md").write_text(LIST.replace("Budget", "Cost"), encoding="utf-8")
    done = run("grants.md", "--format", "ics", "--previous", "old.ics")
    assert done.stdout_bytes.count(b"SEQUENCE:1\r\n") == 1
    assert "grants.md:4:" in done.stderr


def test_the_list_of_the_settings(lab: Path) -> None:
    """Without a file named, the settings name the list, the zone, the distances and the language."""
    (lab / "scholar.toml").write_text(
        'lang = "ja"\n[deadlines]\nfile = "grants.md"\ntz = "Europe/Berlin"\nremind_days = [9]\n', encoding="utf-8"
    )
    done = run("--today", "2026-11-30")
    assert "あと1日: Travel grant, 2026-12-01 (17:00（Europe/Berlin）)" in done.stdout
    assert "grants.md:4: 「2026-13-01」という日付はありません。" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a file, or set `file` under [deadlines]"),
        (("none.md",), "none.md: cannot be read"),
        (("grants.md", "--today", "tomorrow"), "--today `tomorrow` is no date; write YYYY-MM-DD"),
        (("grants.md", "--tz", "Mars/Base"), "`Mars/Base` is no time zone"),
        (("grants.md", "--remind-days", "7,soon"), "is no list of days"),
        (("grants.md", "--remind-days", "7,-1"), "numbers of days from 0 to 3650"),
    ],
)
def test_commands_that_cannot_run(lab: Path, arguments: tuple[str, ...], message: str) -> None:
    """A mistake ends with one sentence and status 2."""
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("line", "key"), [('tz = "Mars/Base"', "deadlines.tz"), ("remind_days = [-1]", "deadlines.remind_days")]
)
def test_settings_that_are_wrong(lab: Path, line: str, key: str) -> None:
    """A zone or a distance that cannot be used is named with its file and key."""
    (lab / "scholar.toml").write_text(f"[deadlines]\n{line}\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=rf"scholar\.toml: setting `{key}`"):
        load_settings(lab)


def test_the_machines_own_zone_means_nothing(lab: Path) -> None:
    """Two machines in other zones say the same."""
    said = {
        subprocess.run(
            [sys.executable, "-m", "scholar_build", "deadlines", "grants.md", "--today", "2026-11-30"],
            env={**os.environ, "TZ": zone}, capture_output=True, text=True, check=False,
        ).stdout
        for zone in ("America/Los_Angeles", "Pacific/Auckland")
    }  # fmt: skip
    assert len(said) == 1
    assert "[grant:Fellowship:2026-12-06:d7]" in said.pop()


def test_it_sends_nothing_and_writes_nothing(lab: Path) -> None:
    """A reminder is text: no connection is opened, no file left; nothing is submitted, nobody is contacted."""
    program = (
        "import socket, sys\n"
        "def refuse(*_, **__): raise SystemExit('a connection')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from scholar_build.cli import main\n"
        "try: main(['deadlines', 'grants.md', '--today', '2026-11-30'], standalone_mode=False)\n"
        "finally: print(sorted(name for name in sys.modules if name in ('httpx', 'httpcore', 'smtplib')))\n"
    )
    before = sorted(lab.iterdir())
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "[grant:Fellowship:2026-12-06:d7]" in done.stdout
    assert sorted(lab.iterdir()) == before


def test_every_shared_case_has_a_test() -> None:
    """The cases of this kind are held by tests that name them."""
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [case["id"] for case in cases("deadlines") if case["id"] not in text] == []
