"""Verdicts of every kind about invented works, for the tests of badges, pages and reports."""

from __future__ import annotations

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import (
    Acceptance,
    Asked,
    Basis,
    Failure,
    Field,
    Fields,
    Finding,
    Location,
    Name,
    Notice,
    NoticeType,
    Origin,
    Problem,
    ProviderName,
    ProviderOutage,
    Reason,
    Record,
    Reference,
    Report,
    Status,
    Suggestion,
    Verdict,
)

DAY = "2026-11-28T09:00:00Z"
ALL_FIELDS = (Field.TITLE, Field.AUTHORS, Field.YEAR, Field.VENUE)


def doi(value: str) -> Identifier:
    return Identifier(Scheme.DOI, value)


def arxiv(value: str) -> Identifier:
    return Identifier(Scheme.ARXIV, value)


def reference(
    text: str,
    *identifiers: Identifier,
    line: int = 1,
    source: str = "docs/reading-list.md",
    key: str = "",
    **more: object,
) -> Reference:
    return Reference(
        key=key,
        text=text,
        location=Location(source=source, line=line, column=4),
        origin=Origin.ENTRY,
        identifiers=identifiers,
        **more,  # type: ignore[arg-type]
    )


def found(provider: ProviderName = ProviderName.CROSSREF) -> Asked:
    return Asked(provider=provider, outcome="found", fetched_at=DAY)


def absent(provider: ProviderName) -> Asked:
    return Asked(provider=provider, outcome="absent", fetched_at=DAY)


def record(title: str, *identifiers: Identifier, provider: ProviderName = ProviderName.CROSSREF) -> Record:
    return Record(
        id=str(identifiers[0]) if identifiers else "",
        provider=provider,
        titles=(title,),
        author=(Name(family="Abernold", given="T."), Name(family="Kestrelmann", given="J.")),
        issued="2021-03-01",
        years=(2021,),
        type="article-journal",
        container_titles=("Journal of Braided River Research",),
        volume="14",
        issue="2",
        page="142-159",
        identifiers=identifiers,
    )


VERIFIED = Verdict(
    reference=reference(
        "Abernold, T., & Kestrelmann, J. (2021). Bedload transport measured with buried geophones. "
        "Journal of Braided River Research, 14(2), 142–159. 10.5555/jbrr.2021.0142",
        doi("10.5555/jbrr.2021.0142"),
        line=14,
        key="abernold2021",
    ),
    status=Status.VERIFIED,
    reason=Reason.AGREES,
    agreed=ALL_FIELDS,
    record=record("Bedload transport measured with buried geophones", doi("10.5555/jbrr.2021.0142")),
    asked=(found(), found(ProviderName.OPENALEX)),
)
OTHER_WORK = Verdict(
    reference=reference(
        "Brasseline, O. (2016). A low-cost hydrophone array for gravel streams. 10.5555/hal.2009.0311",
        doi("10.5555/hal.2009.0311"),
        line=16,
    ),
    status=Status.MISMATCH,
    reason=Reason.OTHER_WORK,
    rule="identifier-mismatch",
    findings=(
        Finding(
            rule="identifier-mismatch",
            field=Field.IDENTIFIER,
            cited="doi:10.5555/hal.2009.0311",
            recorded="Spawning gravel quality after small dam removal",
            provider=ProviderName.CROSSREF,
        ),
        Finding(
            rule="title-mismatch",
            field=Field.TITLE,
            cited="A low-cost hydrophone array for gravel streams",
            recorded="Spawning gravel quality after small dam removal",
            provider=ProviderName.CROSSREF,
        ),
    ),
    record=record("Spawning gravel quality after small dam removal", doi("10.5555/hal.2009.0311")),
    suggestion=Suggestion(
        record=record("A low-cost hydrophone array for gravel streams", doi("10.5555/hal.2016.0012")), guess=True
    ),
    asked=(found(),),
)
WRONG_YEAR = Verdict(
    reference=reference(
        "Drestova, L., Halloweigh, P., & Umeyashiki, R. (2019). Grain-size effects. 10.5555/hal.2018.0088",
        doi("10.5555/hal.2018.0088"),
        line=18,
    ),
    status=Status.MISMATCH,
    reason=Reason.FIELD_DIFFERS,
    rule="year-mismatch",
    suggestion=Suggestion(record=record("Grain-size effects", doi("10.5555/hal.2018.0088")), guess=False),
    findings=(
        Finding(rule="year-mismatch", field=Field.YEAR, cited="2019", recorded="2018", provider=ProviderName.CROSSREF),
    ),
    agreed=(Field.TITLE, Field.AUTHORS),
    record=record("Grain-size effects", doi("10.5555/hal.2018.0088")),
    asked=(found(),),
)
CONCEPT = Verdict(
    reference=reference("Fenwright, C. (2020). Gravelpack. 10.5555/ods.1408", doi("10.5555/ods.1408"), line=20),
    status=Status.VERIFIED,
    reason=Reason.AGREES,
    agreed=(Field.TITLE, Field.AUTHORS, Field.YEAR),
    notices=(
        Notice(type=NoticeType.CONCEPT_DOI, provider=ProviderName.DATACITE, detail="names all versions (3 known)"),
    ),
    record=record("Gravelpack", doi("10.5555/ods.1408"), provider=ProviderName.DATACITE),
    asked=(found(ProviderName.DATACITE),),
)
RETRACTED = Verdict(
    reference=reference(
        "Halloweigh, P., & Ondekwe, A. (2015). Universal scaling of pebble impact spectra. 10.5555/actaf.2015.0001",
        doi("10.5555/actaf.2015.0001"),
        line=22,
    ),
    status=Status.VERIFIED,
    reason=Reason.AGREES,
    agreed=ALL_FIELDS,
    notices=(
        Notice(
            type=NoticeType.RETRACTION,
            target=doi("10.5555/actaf.2023.0045"),
            date="2023-03-12",
            provider=ProviderName.CROSSREF,
        ),
    ),
    record=record("Universal scaling of pebble impact spectra", doi("10.5555/actaf.2015.0001")),
    asked=(found(), found(ProviderName.PUBMED)),
)
PREPRINT = Verdict(
    reference=reference("Iwakurai, S. (2022). Hearing floods. arXiv:2213.04417", arxiv("2213.04417"), line=24),
    status=Status.VERIFIED,
    reason=Reason.AGREES,
    agreed=(Field.TITLE, Field.AUTHORS, Field.YEAR),
    notices=(
        Notice(
            type=NoticeType.PUBLISHED_VERSION,
            target=doi("10.5555/hal.2023.0077"),
            detail="Hydroacoustic Letters 8, 77–91 (2023)",
        ),
    ),
    record=record("Hearing floods", arxiv("2213.04417"), provider=ProviderName.ARXIV),
    asked=(found(ProviderName.ARXIV),),
)
ALIAS = Verdict(
    reference=reference(
        "Kestrelmann, J. (2017). Impact plates. 10.5555/jbrr.x.1731", doi("10.5555/jbrr.x.1731"), line=26
    ),
    status=Status.VERIFIED,
    reason=Reason.AGREES,
    agreed=ALL_FIELDS,
    notices=(
        Notice(type=NoticeType.ALIAS, target=doi("10.5555/jbrr.2017.0031")),
        Notice(
            type=NoticeType.SOURCES_DIFFER,
            detail="year, venue",
            provider=ProviderName.OPENALEX,
        ),
    ),
    record=record("Impact plates", doi("10.5555/jbrr.x.1731")),
    asked=(found(), found(ProviderName.OPENALEX)),
)
UNREGISTERED = Verdict(
    reference=reference(
        "Lindqvale, M. (2024). Real-time sediment flux. 10.5555/jbrr.2024.0401", doi("10.5555/jbrr.2024.0401"), line=28
    ),
    status=Status.NOT_FOUND,
    reason=Reason.IDENTIFIER_NOT_FOUND,
    rule="identifier-not-found",
    suggestion=Suggestion(record=record("Sediment flux", doi("10.5555/jbrr.2023.0377")), guess=True),
    asked=(absent(ProviderName.CROSSREF), absent(ProviderName.DOI_ORG)),
)
UNKNOWN = Verdict(
    reference=reference("Morvayne, E. (2023). Deep learning bedload from riverbank video.", line=30),
    status=Status.NOT_FOUND,
    reason=Reason.REFERENCE_NOT_FOUND,
    rule="reference-not-found",
    basis=Basis.SEARCH,
    findings=(
        Finding(
            rule="reference-not-found",
            field=Field.TITLE,
            cited="Deep learning bedload from riverbank video",
            recorded="",
            provider=ProviderName.CROSSREF,
            basis=Basis.SEARCH,
        ),
    ),
    suggestion=Suggestion(record=record("Bedload from video", doi("10.5555/hal.2020.0001")), guess=True),
    asked=(found(), found(ProviderName.OPENALEX), found(ProviderName.SEMANTICSCHOLAR)),
)
CONCERN = Verdict(
    reference=reference(
        "Ondekwe, A. (2020). Bedload budgets. 10.5555/actaf.2020.0055", doi("10.5555/actaf.2020.0055"), line=32
    ),
    status=Status.VERIFIED,
    reason=Reason.AGREES,
    agreed=ALL_FIELDS,
    notices=(
        Notice(
            type=NoticeType.EXPRESSION_OF_CONCERN,
            target=doi("10.5555/actaf.2025.0102"),
            date="2025-06-09",
            provider=ProviderName.CROSSREF,
        ),
        Notice(type=NoticeType.CORRECTION, target=doi("10.5555/actaf.2021.0009"), date="2021-02-02"),
    ),
    record=record("Bedload budgets", doi("10.5555/actaf.2020.0055")),
    asked=(found(),),
)
WITHDRAWN = Verdict(
    reference=reference(
        "Tamberlane, I., & Brasseline, O. (2025). A closed-form law for gravel noise. arXiv:2513.00230",
        arxiv("2513.00230"),
        line=34,
    ),
    status=Status.MISMATCH,
    reason=Reason.FIELD_DIFFERS,
    rule="author-mismatch",
    findings=(
        Finding(
            rule="author-mismatch",
            field=Field.AUTHORS,
            cited="Tamberlane, I.; Brasseline, O.",
            recorded="Tamberlane, I.",
            provider=ProviderName.ARXIV,
        ),
    ),
    notices=(Notice(type=NoticeType.WITHDRAWAL, date="2025-05-04", provider=ProviderName.ARXIV),),
    record=record("A closed-form law for gravel noise", arxiv("2513.00230"), provider=ProviderName.ARXIV),
    asked=(found(ProviderName.ARXIV),),
)
RATE_LIMITED = Verdict(
    reference=reference("Venkarat, D. (2024). Self-noise. arXiv:2413.11902", arxiv("2413.11902"), line=36),
    status=Status.UNCHECKED,
    reason=Reason.RATE_LIMITED,
    asked=(
        Asked(
            provider=ProviderName.ARXIV,
            outcome=str(Failure.RATE_LIMITED),
            fetched_at="2026-11-30T08:00:00Z",
            detail="HTTP 429",
        ),
    ),
)
SILENT = Verdict(
    reference=reference(
        "Drestova, L. (2011). The pitch of pebbles. 10.5555/hal.2011.0003", doi("10.5555/hal.2011.0003"), line=38
    ),
    status=Status.UNCHECKED,
    reason=Reason.PROVIDER_UNAVAILABLE,
    asked=(Asked(provider=ProviderName.CROSSREF, outcome=str(Failure.PROVIDER_UNAVAILABLE)),),
)
BOOK = Verdict(
    reference=reference(
        "Umeyashiki, R. (1998). Field Methods for Gravel-Bed Rivers. Stonewater Press.",
        line=41,
        fields=Fields(type="book", title="Field Methods for Gravel-Bed Rivers"),
    ),
    status=Status.UNCHECKED,
    reason=Reason.NOT_INDEXED,
    detail="book",
)
WEB_PAGE = Verdict(
    reference=reference("Halloweigh, P. (2026). Recalibrating the lower station. https://lab.example/log", line=43),
    status=Status.UNCHECKED,
    reason=Reason.NOT_INDEXED,
    detail="web page",
)
PENDING = Verdict(
    reference=reference(
        "Quillfeather, N. (2026). Where the gravel goes. 10.5555/jbrr.2026.0019", doi("10.5555/jbrr.2026.0019"), line=45
    ),
    status=Status.UNCHECKED,
    reason=Reason.PENDING,
)
OFFLINE = Verdict(
    reference=reference(
        "Abernold, T. (2022). Geophone coupling. 10.5555/hal.2022.0140", doi("10.5555/hal.2022.0140"), line=47
    ),
    status=Status.UNCHECKED,
    reason=Reason.OFFLINE,
)
MENTION = Verdict(
    reference=reference("", doi("10.5555/jbrr.2021.0142"), line=9, source="docs/index.md"),
    status=Status.VERIFIED,
    reason=Reason.REGISTERED,
    record=record("Bedload transport measured with buried geophones", doi("10.5555/jbrr.2021.0142")),
    asked=(found(),),
)
SEARCHED = Verdict(
    reference=reference("御影堂詩（2022）「洪水を聴く」『水中音響速報』8、77–91。", line=9, source="docs/ja/bunken.md"),
    status=Status.VERIFIED,
    reason=Reason.FOUND_BY_SEARCH,
    basis=Basis.SEARCH,
    agreed=(Field.TITLE, Field.AUTHORS, Field.YEAR),
    record=record("洪水を聴く", doi("10.5555/sos.2022.0077")),
    asked=(found(),),
)
ACCEPTED = Verdict(
    reference=reference(
        "Lindqvale, M. (1961). Lost proceedings of the gravel congress. 10.5555/none",
        doi("10.5555/none"),
        line=50,
        accepted=Acceptance(reason="seen in the library of the institute", until="2027-03-31"),
    ),
    status=Status.NOT_FOUND,
    reason=Reason.IDENTIFIER_NOT_FOUND,
    rule="identifier-not-found",
    asked=(absent(ProviderName.CROSSREF), absent(ProviderName.DOI_ORG)),
)
EXPIRED = Verdict(
    reference=reference(
        "Lindqvale, M. (1962). More lost proceedings. 10.5555/none2",
        doi("10.5555/none2"),
        line=51,
        accepted=Acceptance(reason="still in print", until="2026-01-31", expired=True),
    ),
    status=Status.NOT_FOUND,
    reason=Reason.IDENTIFIER_NOT_FOUND,
    rule="identifier-not-found",
    asked=(absent(ProviderName.CROSSREF), absent(ProviderName.DOI_ORG)),
)

STATES: dict[str, Verdict] = {
    name.lower(): value for name, value in list(globals().items()) if isinstance(value, Verdict)
}

REPORT = Report(
    verdicts=tuple(STATES.values()),
    problems=(
        Problem(
            rule="duplicate-key",
            location=Location(source="refs.bib", line=12, column=1),
            message="The key `abernold2021` stands for two entries; the first one counts.",
            key="abernold2021",
        ),
    ),
    outages=(ProviderOutage(provider=ProviderName.ARXIV, reason=Failure.RATE_LIMITED, detail="HTTP 429"),),
    requests=7,
)
