"""What a watch asks: one search for each source and query, two at arXiv, two requests for `cites`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from scholar_build.config import Watch
from scholar_build.identifiers import Identifier, Scheme, parse_identifier
from scholar_build.model import Answer, Found, Lookup, ProviderName, Question, Search

P = ProviderName
BY_CHANGE = "order:updated"
_FILTERS: Mapping[ProviderName, tuple[str, ...]] = {
    P.ARXIV: ("author", "category"),
    P.OPENALEX: ("author",),
    P.CROSSREF: ("author", "venue"),
    P.PUBMED: ("author", "venue"),
    P.EUROPEPMC: ("author", "venue"),
    P.SEMANTICSCHOLAR: ("venue",),
}
"""Which limits a provider can be given; all are held against its records as well."""
Ask = Callable[[Iterable[Question]], Mapping[Question, Answer]]


def ask_all(setting: Watch, ask: Ask) -> dict[Question, Answer]:
    """Put all questions of a watch: at most one for each source and query, two at arXiv, two for `cites`."""
    own = {Lookup(provider=P.OPENALEX, identifier=one): one for one in own_works(setting)}
    answers = dict(ask(own)) if own else {}
    answers.update(ask([*questions(setting), *_citing(setting, answers)]))
    return answers


def questions(setting: Watch) -> Iterator[Search]:
    """Every search of a watch but the one for works that cite ours."""
    for source in dict.fromkeys(setting.sources):
        provider = ProviderName(source)
        filters = tuple(_limits(setting, provider))
        texts = setting.queries or (("",) if filters and provider is not P.SEMANTICSCHOLAR else ())
        newest = ("order:newest",) if provider is P.OPENALEX else ()
        for text in texts:
            asked = Search(
                provider=provider,
                text=" ".join(text.split()),
                since=setting.since,
                limit=setting.limit,
                filters=(*filters, *newest),
            )
            yield asked
            if provider is P.ARXIV:  # it tells revised versions only in the order of their change
                yield Search(provider=provider, text=asked.text, limit=setting.limit, filters=(*filters, BY_CHANGE))


def _limits(setting: Watch, provider: ProviderName) -> Iterator[str]:
    given = {"author": setting.authors, "venue": setting.venues, "category": setting.categories}
    for name in _FILTERS[provider]:
        yield from (f"{name}:{value}" for value in given[name])


def own_works(setting: Watch) -> list[Identifier]:
    """Our own works, for which citing ones are looked out."""
    found = (parse_identifier(text) for text in setting.cites)
    return list(dict.fromkeys(identifier for identifier in found if identifier))


def _citing(setting: Watch, answers: Mapping[Question, Answer]) -> Iterator[Search]:
    ids = [one.value for identifier in own_works(setting) for one in openalex_ids(identifier, answers)]
    works = [value for value in dict.fromkeys(ids) if re.fullmatch(r"W\d+", value)]
    if works:
        filters = (f"cites:{'|'.join(works)}",)
        yield Search(provider=P.OPENALEX, text="", since=setting.since, limit=setting.limit, filters=filters)


def openalex_ids(identifier: Identifier, answers: Mapping[Question, Answer]) -> Iterator[Identifier]:
    """The OpenAlex ids of one of our own works."""
    if identifier.scheme is Scheme.OPENALEX:
        yield identifier
    answer = answers.get(Lookup(provider=P.OPENALEX, identifier=identifier))
    for record in answer.records if isinstance(answer, Found) else ():
        yield from (one for one in record.identifiers if one.scheme is Scheme.OPENALEX)
