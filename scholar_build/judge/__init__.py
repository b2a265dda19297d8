"""Reference + answers -> verdict; pure: the same input gives the same verdict, offline, in any order."""

from scholar_build.judge.plan import next_questions
from scholar_build.judge.verdict import judge

__all__ = ["judge", "next_questions"]
