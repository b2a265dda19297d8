"""One Semantic Scholar paper (Graph API, FullPaper) as a record."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from scholar_build.identifiers import Identifier
from scholar_build.model import ProviderName, Record
from scholar_build.providers import clean, csl_types
from scholar_build.providers.names import whole_name
from scholar_build.providers.updates import notice_by_title, with_title
from scholar_build.providers.values import (
    arxiv,
    at,
    doi,
    iso_date,
    items,
    number,
    pmcid,
    pmid,
    present,
    record_id,
    text,
    titles,
    unique,
    years,
)


def read_paper(paper: Any, provider: ProviderName, asked: Identifier | None = None) -> Record | None:
    """The record of one paper, or None where the object is none."""
    own = clean.line(text(at(paper, "paperId")), clean.SHORT)
    if not own:
        return None
    external = at(paper, "externalIds")
    written = text(at(external, "DOI"))
    found_titles = titles(at(paper, "title"))
    main = found_titles[0] if found_titles else ""
    identifiers = unique(
        (
            doi(unquote(written) if "%3C" in written.upper() else written),
            arxiv(at(external, "ArXiv")),
            pmid(at(external, "PubMed")),
            pmcid(at(external, "PubMedCentral")),
            asked if external is None else None,
        )
    )
    return Record(
        id=record_id(identifiers) or f"s2:{own}",
        provider=provider,
        titles=found_titles,
        author=present(whole_name(at(author, "name")) for author in items(at(paper, "authors"))),
        container_titles=titles(
            at(paper, "journal", "name"),
            at(paper, "venue"),
            at(paper, "publicationVenue", "name"),
            at(paper, "publicationVenue", "alternate_names"),
        ),
        issued=iso_date(at(paper, "publicationDate")) or iso_date(at(paper, "year")),
        years=years(at(paper, "year"), at(paper, "publicationDate")),
        type=csl_types.of_semantic_scholar([text(kind) for kind in items(at(paper, "publicationTypes"))]),
        volume=clean.plain(text(at(paper, "journal", "volume")), clean.SHORT),
        page=clean.plain(text(at(paper, "journal", "pages")), clean.SHORT),
        identifiers=identifiers,
        url=clean.address(text(at(paper, "url"))),
        open_access=clean.line(text(at(paper, "openAccessPdf", "status")).lower(), clean.SHORT),
        license=clean.line(text(at(paper, "openAccessPdf", "license")), clean.SHORT),
        pdf_url=clean.address(text(at(paper, "openAccessPdf", "url"))),
        abstract=clean.plain(text(at(paper, "abstract")), clean.ABSTRACT),
        updates=with_title((), main, "title"),
        is_notice=notice_by_title(main),
        cited_by_count=number(at(paper, "citationCount")),
        references_count=number(at(paper, "referenceCount")),
    )
