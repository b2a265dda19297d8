"""A list of deadlines as a page, on the day for which the page was built."""

from __future__ import annotations

from datetime import datetime

from scholar_build.deadlines import parse_deadlines
from scholar_build.model.deadline import DeadlineBoard, zone_named
from scholar_build.report.deadline.html import deadlines_html
from scholar_build.report.deadline.parts import deadlines_page

BUILT = datetime.fromisoformat("2026-11-30T08:00:00+09:00")
LIST = """
- 2026-12-01 17:00 | Stonewater Travel Grant, winter round | Budget table signed by the department
- 2026-12-06 AoE | Example Foundation: Young Rivers Fellowship | Two letters
- 2026-12-18 | 架空財団 水環境研究助成 | 学内締切は12月11日
- 2027-01-29 | Quiet Sensors Instrument Fund, call 7 | Letter of intent first
- 2026-11-30 | Reading room prize
- 2026-11-13 | Braided Rivers Network, seed money | Sent 12 Nov
- 2026-09-30 | Example Foundation: field school
- 2026-13-01 | Spring call
- 2026-11-13 | Braided Rivers Network, seed money
"""


def board(text: str = LIST, now: datetime = BUILT, tz: str = "Asia/Tokyo") -> DeadlineBoard:
    listed = parse_deadlines(text, "knowledge/grants.md", tz)
    left = tuple(deadline.days_left(now) for deadline in listed.deadlines)
    return DeadlineBoard(listed=listed, left=left, today=now.astimezone(zone_named(tz)).date(), remind_days=(7, 1))


def fragment(text: str = LIST, now: datetime = BUILT, lang: str = "en", calendar: str = "scholar/deadlines.ics") -> str:
    return deadlines_html(deadlines_page(board(text, now), lang), calendar=calendar)
