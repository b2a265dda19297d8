"""The report in GitHub-flavoured Markdown: a job summary or a comment."""

from __future__ import annotations

from collections.abc import Iterator

from scholar_build.config import Settings
from scholar_build.model import Report, Status
from scholar_build.report.escape import markdown
from scholar_build.report.order import Level, Remark, remarks
from scholar_build.report.text import summary_lines
from scholar_build.report.words import N_, STATUS_WORDS, SYMBOLS, Words, words

SHOWN = 200  # a job summary holds 1 MiB; 200 rows of full text are far below
_LEVELS = {Level.ERROR: N_("error"), Level.WARNING: N_("warning"), Level.NOTE: N_("note")}


def render_markdown(report: Report, settings: Settings) -> str:
    """Counts, what needs a look, providers that were left out."""
    wording = words(settings.lang)
    blocks = [f"## {markdown(wording.text(N_('Reference report')))}", _counts(report, wording)]
    found = sorted(
        remarks(report, settings, wording, prefix=settings.prefix), key=lambda remark: list(Level).index(remark.level)
    )
    if found:
        blocks.append("\n".join(_table(found[:SHOWN], wording)))
    if len(found) > SHOWN:
        blocks.append(markdown(wording.text(N_("… and {number} more."), number=len(found) - SHOWN)))
    blocks += [markdown(line) for line in summary_lines(report, wording, settings.prefix)[1:]]
    return "\n\n".join(blocks) + "\n"


def _counts(report: Report, words: Words) -> str:
    counts = report.count()
    heads = [f"{SYMBOLS[status]} {words.text(STATUS_WORDS[status])}" for status in Status]
    cells = [str(counts[status]) for status in Status]
    return "\n".join(
        (
            _row([*map(markdown, heads), markdown(words.text(N_("All references")))]),
            _row(["---:"] * (len(heads) + 1)),
            _row([*cells, str(counts["total"])]),
        )
    )


def _table(found: list[Remark], words: Words) -> Iterator[str]:
    yield _row([markdown(words.text(head)) for head in (N_("Place"), N_("Finding"), N_("Reference"))])
    yield _row(["---"] * 3)
    for remark in found:
        level = markdown(words.text(_LEVELS[remark.level]))
        said = f"**{markdown(remark.title)}** {markdown(remark.message)} {level}, <code>{markdown(remark.rule)}</code>"
        shown = remark.text or remark.key
        yield _row([markdown(f"{remark.location.source}:{remark.location.line}"), said, markdown(shown)])


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
