"""Literature search and look-up: several providers asked side by side, their records merged by identifier."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from scholar_build.errors import SourceError
from scholar_build.identifiers import Scheme, parse_identifier
from scholar_build.lookup import Progress, Session
from scholar_build.merge import merge
from scholar_build.model import Answer, Found, Lookup, ProviderName, Search, Unavailable
from scholar_build.model.work import SearchResult, SourceResult

SOURCES = (
    ProviderName.CROSSREF,
    ProviderName.OPENALEX,
    ProviderName.ARXIV,
    ProviderName.PUBMED,
    ProviderName.EUROPEPMC,
    ProviderName.SEMANTICSCHOLAR,
)
"""The providers that can be searched, in the order in which their facts are shown."""

MAX_QUERIES = 5
MAX_QUERY_LENGTH = 400
MAX_LIMIT = 25

_ASKED = {
    Scheme.DOI: (ProviderName.CROSSREF, ProviderName.DATACITE, ProviderName.OPENALEX, ProviderName.DOI_ORG),
    Scheme.ARXIV: (ProviderName.ARXIV, ProviderName.OPENALEX),
    Scheme.PMID: (ProviderName.PUBMED, ProviderName.OPENALEX),
    Scheme.PMCID: (ProviderName.PUBMED, ProviderName.EUROPEPMC),
    Scheme.OPENALEX: (ProviderName.OPENALEX,),
}


def search(
    queries: Sequence[str],
    session: Session,
    *,
    sources: Sequence[str] = (),
    since: str = "",
    limit: int = 10,
    progress: Progress | None = None,
) -> SearchResult:
    """Put each query to each source; raise `SourceError` for a query, source, date or limit that cannot be used."""
    providers = _providers(sources)
    _check(queries, since, limit)
    questions = [
        Search(provider=provider, text=" ".join(query.split()), since=since, limit=limit)
        for provider in providers
        for query in queries
    ]
    answers = session.ask(questions, progress)
    found = [answers[question] for question in questions]
    records = [record for answer in found if isinstance(answer, Found) for record in answer.records]
    results = tuple(
        _result(provider, [answer for answer in found if answer.question.provider == provider])
        for provider in providers
    )
    return SearchResult(queries=tuple(queries), works=merge(records), sources=results)


def get(text: str, session: Session, *, progress: Progress | None = None) -> SearchResult:
    """Look one work up by any of its identifiers; raise `SourceError` where the text is none."""
    identifier = parse_identifier(text)
    if identifier is None or identifier.scheme not in _ASKED:
        raise SourceError(f"`{text}` is no DOI, arXiv id, PMID, PMCID or OpenAlex id")
    questions = [Lookup.of(provider, identifier) for provider in _ASKED[identifier.scheme]]
    answers = session.ask(questions[:-1] if len(questions) > 1 else questions, progress)
    if not any(isinstance(answer, Found) for answer in answers.values()):
        answers.update(session.ask(questions[-1:], progress))
    records = [record for answer in answers.values() if isinstance(answer, Found) for record in answer.records]
    sources = tuple(_result(question.provider, [answer]) for question, answer in answers.items())
    return SearchResult(queries=(str(identifier),), works=merge(records), sources=sources)


def _providers(sources: Sequence[str]) -> tuple[ProviderName, ...]:
    unknown = [source for source in sources if source not in SOURCES]
    if unknown:
        raise SourceError(f"unknown source `{unknown[0]}`; choose among {', '.join(SOURCES)}")
    return tuple(ProviderName(source) for source in dict.fromkeys(sources)) or SOURCES[:-1]


def _check(queries: Sequence[str], since: str, limit: int) -> None:
    if not queries:
        raise SourceError("nothing to search for; give at least one query")
    if len(queries) > MAX_QUERIES:
        raise SourceError(f"{len(queries)} queries are too many; at most {MAX_QUERIES} at once")
    for query in queries:
        if not query.strip():
            raise SourceError("an empty query finds nothing; write a few words")
        if len(query) > MAX_QUERY_LENGTH:
            raise SourceError(f"a query of {len(query)} characters is too long; at most {MAX_QUERY_LENGTH}")
    if since:
        try:
            date.fromisoformat(since)
        except ValueError:
            raise SourceError(f"`{since}` is no date; write YYYY-MM-DD") from None
    if not 1 <= limit <= MAX_LIMIT:
        raise SourceError(f"a limit of {limit} is out of range; 1 to {MAX_LIMIT} works per source")


def _result(provider: ProviderName, answers: Sequence[Answer]) -> SourceResult:
    failed = next((answer for answer in answers if isinstance(answer, Unavailable)), None)
    found = [answer for answer in answers if isinstance(answer, Found)]
    totals = [answer.total for answer in found if answer.total is not None]
    if failed is not None and not found:
        return SourceResult(provider=provider, outcome=str(failed.reason), detail=failed.detail)
    return SourceResult(
        provider=provider,
        outcome="found" if found else "absent",
        detail=f"{failed.reason} for one query" if failed else "",
        found=sum(len(answer.records) for answer in found),
        total=sum(totals) if totals else None,
    )
