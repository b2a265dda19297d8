"""Literature watches: what providers hold on a topic since a day, merged by identifier, set against the last build.

questions  settings in, questions out
wanted     which works a watch wants
reading    answers in, result out
memory     what a lock remembers from build to build

`since = "30d"` stands in the question as it is, and means thirty days before the day of the answer: so the same
question is asked every week, its answer has one place in lock and cache, and an offline build finds it.
"""

from __future__ import annotations

from datetime import date

from scholar_build.config import Settings, Watch
from scholar_build.lookup import Session
from scholar_build.model import Answer, Question
from scholar_build.model.watch import WatchLine, WatchResult, WatchState
from scholar_build.watch.memory import remember
from scholar_build.watch.questions import ask_all
from scholar_build.watch.reading import read

__all__ = ["gather", "read", "remember", "watch"]


def watch(setting: Watch, session: Session, *, lines: tuple[WatchLine, ...] = (), today: date) -> WatchResult:
    """What one watch finds; `lines` is what the lock remembers (`lock.read_watches`)."""
    answers = ask_all(setting, session.ask)
    return read(setting, answers, session.stood_in, WatchState.of(setting.name, lines), today=today)


def gather(settings: Settings, session: Session) -> dict[Question, Answer]:
    """The answers that all watches of the settings rest on, as a lock file keeps them."""
    return {
        question: answer for setting in settings.watch for question, answer in ask_all(setting, session.ask).items()
    }
