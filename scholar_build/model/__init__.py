"""The types that the stages hand to each other.

    source -scan-> Reference -lookup-> Answer -judge-> Verdict -report-> badges, pages, JSON
                                                       Verdict -gate-> Passed | Failed

All of them are immutable values. Provider text in them has been cleaned at the border
(`providers.clean`) but not escaped: escaping belongs to the place where text is put.
"""

from scholar_build.model.answer import Absent, Answer, Failure, Found, Lookup, Question, Search, Unavailable, since_day
from scholar_build.model.base import Frozen
from scholar_build.model.record import ProviderName, Record, Relation, RelationType, Update, UpdateType
from scholar_build.model.reference import Acceptance, Fields, Location, Name, Origin, Problem, Reference, Scan
from scholar_build.model.verdict import (
    Asked,
    Basis,
    Field,
    Finding,
    Notice,
    NoticeType,
    ProviderOutage,
    Reason,
    Report,
    Status,
    Suggestion,
    Verdict,
)

__all__ = [
    "Absent",
    "Acceptance",
    "Answer",
    "Asked",
    "Basis",
    "Failure",
    "Field",
    "Fields",
    "Finding",
    "Found",
    "Frozen",
    "Location",
    "Lookup",
    "Name",
    "Notice",
    "NoticeType",
    "Origin",
    "Problem",
    "ProviderName",
    "ProviderOutage",
    "Question",
    "Reason",
    "Record",
    "Reference",
    "Relation",
    "RelationType",
    "Report",
    "Scan",
    "Search",
    "Status",
    "Suggestion",
    "Unavailable",
    "Update",
    "UpdateType",
    "Verdict",
    "since_day",
]
