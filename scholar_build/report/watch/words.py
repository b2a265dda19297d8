"""What a literature watch says in words: what was looked for, which sources answered, what each work is."""

from __future__ import annotations

from datetime import date

from scholar_build.identifiers import parse_identifier
from scholar_build.model.watch import WatchItem, WatchResult, WatchSource
from scholar_build.report.inline import Code, Line, Link, Text, line, link, spell
from scholar_build.report.page_words import last_good_result
from scholar_build.report.words import N_, Words

ABOUT = N_("Nothing is ranked, and the list is not exhaustive.")
AUTHORS_SHOWN = 3
_MONTH = len("2026-11")
_DAY = len("2026-11-30")


def intro(result: WatchResult, words: Words) -> str:
    """What was looked for, and since when."""
    comma = words.context("between names", ", ")
    quoted = comma.join(f"“{query}”" for query in result.queries)
    by = comma.join(result.authors)
    within = comma.join(result.categories)
    sought = []
    if quoted:
        sought.append(words.text(N_("on {topics}"), topics=quoted))
    if by:
        sought.append(words.text(N_("by {authors}"), authors=by))
    if within:
        sought.append(words.text(N_("in {categories}"), categories=within))
    day = words.date(result.since, long=True)
    if not sought:
        return words.text(N_("New works that cite ours, since {date}."), date=day)
    told = words.text(N_("New works {what}, since {date}."), what=comma.join(sought), date=day)
    ours = words.text(N_("Works that cite ours are among them.")) if result.cites else ""
    return words.space.join(part for part in (told, ours) if part)


def unavailable_line(source: WatchSource, result: WatchResult, words: Words) -> Line:
    """One source that did not answer: why, and how old what is shown of it is."""
    code = Code(text=str(source.failure))
    if not source.fetched_at:
        return line(
            words.text(N_("{source} ({code}), of which there is no earlier result.")), source=_name(source), code=code
        )
    age = last_good_result(words, _days(source.fetched_at, result.as_of))
    day = words.date(source.fetched_at, long=True)
    message = N_("{source} ({code}), {age}, on {date}. Its works of that day are shown.")
    return line(
        words.text(message, age=age, date=day, source="{source}", code="{code}"), source=_name(source), code=code
    )


def _name(source: WatchSource) -> Text:
    return Text(text=str(source.provider))


def _days(earlier: str, later: str) -> int:
    try:
        return max(0, (date.fromisoformat(later[:10]) - date.fromisoformat(earlier[:10])).days)
    except ValueError:
        return 0


def answered_line(result: WatchResult, words: Words) -> str:
    """The day, the sources that answered, and what the list is not."""
    answered = [source.provider for source in result.sources if not source.failure]
    comma = words.context("between names", ", ")
    asked = words.text(N_("As of {date}."), date=words.date(result.as_of, long=True))
    names = comma.join(map(str, answered))
    said = words.text(N_("Answered: {sources}."), sources=names) if answered else ""
    most = words.text(N_("At most {limit} works for each query from each source."), limit=result.limit)
    return words.space.join(part for part in (asked, said, words.text(ABOUT), most) if part)


def empty_line(result: WatchResult, words: Words) -> str:
    """What is said where nothing was found."""
    comma = words.context("between names", ", ")
    answered = comma.join(str(source.provider) for source in result.sources if not source.failure)
    day = words.date(result.since, long=True)
    if not answered:
        return words.text(N_("No source answered, so nothing can be said of works since {date}."), date=day)
    message = N_("No new work since {date} in the sources that answered ({sources}). Others may exist.")
    return words.text(message, date=day, sources=answered)


def only_new(result: WatchResult, words: Words) -> str:
    """The label of the switch that hides what was there before."""
    only = words.text(N_("Only the {number} that are new"), number=len(result.new))
    last = words.text(N_("since the last published build ({date})"), date=words.date(result.previous, long=True))
    return f"{only}{words.space}{last}"


def month_title(month: str, words: Words) -> str:
    """The heading of a month, a year, or works without a date."""
    return words.date(month, long=True) if month else words.text(N_("Without a date"))


def month_of(item: WatchItem) -> str:
    """`2026-11`, or `2026` where the month is not known, or an empty string."""
    return item.date[:_MONTH]


def byline(item: WatchItem) -> str:
    """The first authors, and how many more there are."""
    record = item.work.record
    record = next((one for one in item.work.records if one.author), record)
    names = [_initialed(str(name.given), str(name.family)) or str(name) for name in record.author[:AUTHORS_SHOWN]]
    more = len(record.author) - len(names)
    plus = f", +{more}{'' if record.author_complete else '…'}" if more else ("" if record.author_complete else ", …")
    return ", ".join(names) + plus if names else ""


def _initialed(given: str, family: str) -> str:
    if not family or not given:
        return ""
    return f"{given[0]}. {family}" if given[0].isascii() else f"{family} {given}"


def found_by(item: WatchItem, words: Words) -> str:
    """The providers that hold the work."""
    providers = tuple(dict.fromkeys(record.provider for record in item.work.records))
    return words.text(N_("Found by {sources}"), sources=words.providers(providers))


def cites_line(item: WatchItem, words: Words) -> Line:
    """Our own works that it cites."""
    comma = Text(text=words.context("between names", ", "))
    found = [parse_identifier(text) for text in item.cites]
    links: list[Link] = [link(identifier) for identifier in found if identifier]
    listed = tuple(piece for one in links for piece in (comma, one))[1:]
    return (Text(text=words.text(N_("cites")) + " "), *listed) if listed else ()


def identifier_line(item: WatchItem) -> str:
    """The work's first identifier as people write it."""
    identifiers = item.work.identifiers
    arxiv = next((one for one in identifiers if one.scheme == "arxiv"), None)
    first = identifiers[0] if identifiers else None
    if first and arxiv and first.value.startswith("10.48550/"):
        first = arxiv
    return spell(first) if first else ""


def version_line(item: WatchItem, words: Words) -> str:
    """What is said of a revised version."""
    day = words.date(item.updated or item.date)
    told = words.text(N_("version {version} of {date}"), version=item.version, date=day)
    if 0 < item.first_version < item.version and item.first_seen:
        seen = N_("first seen in version {version} on {date}")
        then = words.text(seen, version=item.first_version, date=words.date(item.first_seen))
    else:
        then = words.text(N_("submitted {date}"), date=words.date(item.date))
    return f"{told}; {then}"


def differences(item: WatchItem, words: Words) -> list[str]:
    """Each fact on which the providers contradict each other, with who says what."""
    named = {"title": words.text(N_("title")), "year": words.text(N_("year"))}
    told = []
    for fact, label in named.items():
        said = item.work.said(fact)
        if len(said) > 1:
            values = "; ".join(f"{one.value} ({words.providers(one.providers)})" for one in said)
            told.append(words.text(N_("{fact} differs: {values}"), fact=label, values=values))
    return told
