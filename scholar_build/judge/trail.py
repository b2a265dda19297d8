"""What the authorities say about one identifier, and whom to ask next.

A DOI is decided by its registration agency (Crossref, else DataCite, else whatever doi.org knows), an arXiv id by
arXiv, a PMID by PubMed, an OpenAlex id by OpenAlex. Where the authority gave no answer another source may stand
in; a stand-in can verify but never accuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Absent,
    Answer,
    Failure,
    Found,
    Frozen,
    Lookup,
    ProviderName,
    Question,
    Record,
    RelationType,
    Unavailable,
)  # fmt: skip

VERSIONS_ASKED = 5
_AUTHORITIES = {
    Scheme.DOI: (ProviderName.CROSSREF, ProviderName.DATACITE, ProviderName.DOI_ORG),
    Scheme.ARXIV: (ProviderName.ARXIV,),
    Scheme.PMID: (ProviderName.PUBMED,),
    Scheme.PMCID: (ProviderName.PUBMED, ProviderName.EUROPEPMC),
    Scheme.OPENALEX: (ProviderName.OPENALEX,),
}
_STAND_INS = {
    Scheme.DOI: (ProviderName.OPENALEX,),
    Scheme.ARXIV: (ProviderName.DATACITE, ProviderName.OPENALEX),
    Scheme.PMID: (ProviderName.EUROPEPMC,),
    Scheme.PMCID: (),
    Scheme.OPENALEX: (),
}


class Standing(StrEnum):
    """What is known about an identifier."""

    REGISTERED = "registered"
    UNREGISTERED = "unregistered"
    UNKNOWN = "unknown"  # the authority gave no answer


class Trail(Frozen, frozen=True, kw_only=True):
    """The answers about one identifier.

    `record` is the authority's, or a stand-in's where `standing` is unknown. `facts` is an aggregator's record,
    asked for only where the authority states no title. `open` is the question to ask next.
    """

    identifier: Identifier
    standing: Standing
    record: Record | None = None
    facts: Record | None = None
    failure: Failure | None = None
    provider: ProviderName | None = None
    answers: tuple[Answer, ...] = ()
    open: Question | None = None


def authorities(identifier: Identifier) -> tuple[ProviderName, ...]:
    """Who decides about an identifier, in the order in which they are asked."""
    if identifier.value.startswith("10/"):
        return (ProviderName.DOI_ORG,)
    return _AUTHORITIES.get(identifier.scheme, ())


def follow(identifier: Identifier, answers: Mapping[Question, Answer]) -> Trail:
    """Walk from authority to authority until one decides."""
    seen: list[Answer] = []
    failed: Unavailable | None = None
    names = authorities(identifier)
    for name in names:
        question = Lookup.of(name, identifier)
        answer = answers.get(question)
        if answer is None:
            return _unknown(identifier, seen, failed, question)
        seen.append(answer)
        match answer:
            case Found():
                return _with_facts(identifier, answer.records[0], name, seen, answers)
            case Unavailable():
                failed = failed or answer
            case Absent():
                pass
    if failed is None:
        return Trail(
            identifier=identifier,
            standing=Standing.UNREGISTERED,
            provider=names[-1] if names else None,
            answers=tuple(seen),
        )
    return _stand_in(identifier, seen, failed, answers)


def _stand_in(
    identifier: Identifier, seen: list[Answer], failed: Unavailable, answers: Mapping[Question, Answer]
) -> Trail:
    for name in _STAND_INS[identifier.scheme]:
        question = Lookup(provider=name, identifier=_as_known_to(name, identifier))
        answer = answers.get(question)
        if answer is None:
            return _unknown(identifier, seen, failed, question)
        seen.append(answer)
        if isinstance(answer, Found):
            trail = _unknown(identifier, seen, failed, None)
            return Trail(
                identifier=identifier,
                standing=Standing.UNKNOWN,
                record=answer.records[0],
                failure=trail.failure,
                provider=name,
                answers=trail.answers,
            )
    return _unknown(identifier, seen, failed, None)


def _as_known_to(name: ProviderName, identifier: Identifier) -> Identifier:
    """DataCite and OpenAlex know an arXiv id by its DOI."""
    if identifier.scheme is Scheme.ARXIV and name in {ProviderName.DATACITE, ProviderName.OPENALEX}:
        return Identifier(Scheme.DOI, f"10.48550/arxiv.{identifier.value}")
    return identifier


def _unknown(
    identifier: Identifier, seen: list[Answer], failed: Unavailable | None, question: Question | None
) -> Trail:
    return Trail(
        identifier=identifier,
        standing=Standing.UNKNOWN,
        failure=failed.reason if failed else Failure.PENDING,
        provider=failed.question.provider if failed else question.provider if question else None,
        answers=tuple(seen),
        open=question,
    )


def _with_facts(
    identifier: Identifier, record: Record, name: ProviderName, seen: list[Answer], answers: Mapping[Question, Answer]
) -> Trail:
    """The authority's record; where it states no title, OpenAlex may know one."""
    facts: Record | None = None
    failure: Failure | None = None
    question: Question | None = None
    if not record.titles and identifier.scheme in {Scheme.DOI, Scheme.PMID}:
        question = Lookup(provider=ProviderName.OPENALEX, identifier=identifier)
        answer = answers.get(question)
        if answer is not None:
            seen.append(answer)
            question = None
        if isinstance(answer, Found):
            facts = answer.records[0]
        elif isinstance(answer, Unavailable):
            failure = answer.reason
    return Trail(
        identifier=identifier,
        standing=Standing.REGISTERED,
        record=record,
        facts=facts,
        failure=failure,
        provider=name,
        answers=tuple(seen),
        open=question,
    )


def versions(record: Record) -> tuple[Lookup, ...]:
    """The questions for the versions that a concept DOI's record names, oldest and newest first, a few of them."""
    targets = [one.target for one in record.relations if one.type is RelationType.HAS_VERSION]
    half = VERSIONS_ASKED // 2
    chosen = targets if len(targets) <= VERSIONS_ASKED else [*targets[: half + 1], *targets[-half:]]
    provider = ProviderName.DATACITE if record.provider is not ProviderName.CROSSREF else ProviderName.CROSSREF
    return tuple(Lookup(provider=provider, identifier=target) for target in dict.fromkeys(chosen))
