"""The arXiv API: one endpoint that answers with an Atom feed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote
from xml.sax.saxutils import escape, quoteattr

from tests.twin.exchange import Asked, Reply, date_text, is_group, split_author
from tests.twin.works import Version, Work, Works, words

NEW = re.compile(r"(\d{4}\.\d{4,5})(?:v(\d+))?")
OLD = re.compile(r"([a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v(\d+))?")
BEGINS_LIKE_AN_ID = re.compile(r"\d{4}\.\d{4,5}")
SORTS = ("relevance", "lastUpdatedDate", "submittedDate")
NAMESPACES = (
    'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
    'xmlns="http://www.w3.org/2005/Atom"'
)


@dataclass(frozen=True)
class Hit:
    work: Work
    version: int

    @property
    def stated(self) -> Version:
        return versions(self.work)[self.version - 1]


def versions(work: Work) -> tuple[Version, ...]:
    return work.versions or (Version(date=work.issued or (2020, 1, 1)),)


def answer(asked: Asked) -> Reply:
    if not asked.headers.get("accept"):
        return Reply(status=406, body=b"", content_type="text/html")
    params = dict(asked.params)
    if asked.method == "POST":
        params |= dict(parse_qsl(asked.body.decode(), keep_blank_values=True))
    if problem := _problem(params):
        return _error(problem, 400)
    query, ids = params.get("search_query", ""), params.get("id_list", "")
    start, size = int(params.get("start", 0)), int(params.get("max_results", 10))
    if start + size > 30_000:
        return _error("results window is larger than 30000", 400)
    hits: list[Hit] = []
    for text in filter(None, ids.split(",")):
        match = NEW.fullmatch(text) or OLD.fullmatch(text)
        if match is None and not BEGINS_LIKE_AN_ID.match(text):
            return _error(f"incorrect id format for {text}", int(asked.switches.arxiv_malformed))
        if match and (hit := _hit(asked.works, *match.groups())) and hit not in hits:
            hits.append(hit)
    if ids:
        hits.sort(key=lambda hit: (hit.stated.date, hit.version), reverse=True)
    if query:
        test = parse_query(query)
        pool = hits if ids else [Hit(work, len(versions(work))) for work in asked.works.of("arxiv")]
        hits = [hit for hit in pool if test(hit.work)]
        if params.get("sortBy", "relevance") == "relevance":
            wanted = words(query)
            hits.sort(key=lambda hit: -len(wanted & hit.work.words))
    if params.get("sortBy") in ("submittedDate", "lastUpdatedDate"):
        first = params["sortBy"] == "submittedDate"
        hits.sort(
            key=lambda hit: versions(hit.work)[0 if first else -1].date,
            reverse=params.get("sortOrder", "descending") == "descending",
        )
    entries = "".join(_entry(hit) for hit in hits[start : start + size])
    return _feed(_about(query, ids, start, size), entries, len(hits), start, size)


def _hit(works: Works, identifier: str, version: str | None) -> Hit | None:
    bare = re.sub(r"^([a-z-]+)\.[A-Z]{2}/", r"\1/", identifier)
    work = works.find("arxiv", "arxiv", bare)
    if work is None or int(version or 1) > len(versions(work)):
        return None
    return Hit(work, int(version or len(versions(work))))


def _problem(params: dict[str, str]) -> str:
    for name in ("start", "max_results"):
        value = params.get(name, "0")
        if value.startswith("-"):
            return f"{name} must be non-negative"
        if not value.isdigit():
            return f"{name} must be an integer"
    if params.get("sortBy", SORTS[0]) not in SORTS:
        return "sortBy must be in: " + ", ".join(SORTS)
    return ""


def parse_query(query: str):
    """Read arXiv's query language (fields, AND, OR, ANDNOT, parentheses, quotes) into a test of works."""
    tokens = re.findall(r'\(|\)|\bANDNOT\b|\bAND\b|\bOR\b|\w+:"[^"]*"|\w+:\[[^\]]*\]|"[^"]*"|[^\s()]+', query)

    def term():
        token = tokens.pop(0) if tokens else ""
        if token == "(":
            inner = expression()
            if tokens:
                tokens.pop(0)
            return inner
        name, colon, value = token.partition(":")
        return _term(name, value) if colon else _term("all", token)

    def expression():
        left = term()
        while tokens and tokens[0] != ")":
            operator = tokens.pop(0) if tokens[0] in ("AND", "OR", "ANDNOT") else "OR"
            left = _join(operator, left, term())
        return left

    return expression()


def _join(operator, left, right):
    match operator:
        case "AND":
            return lambda work: left(work) and right(work)
        case "ANDNOT":
            return lambda work: left(work) and not right(work)
        case _:
            return lambda work: left(work) or right(work)


def _term(name: str, value: str):
    wanted = words(value.strip('"').replace("_", " "))
    match name:
        case "ti":
            return lambda work: wanted <= words(work.title)
        case "au":
            return lambda work: bool(wanted & words(" ".join(work.authors)))
        case "abs":
            return lambda work: wanted <= words(work.abstract)
        case "cat":
            return lambda work: any(
                value in (c, c.partition(".")[0], c.partition(".")[0] + ".*") for c in work.categories
            )
        case "doi":
            return lambda work: work.doi.lower() == value.strip('"').lower()
        case "jr":
            return lambda work: wanted <= words(work.journal_ref)
        case "id":
            return lambda work: work.arxiv == value
        case "submittedDate" | "lastUpdatedDate":
            low, high = re.findall(r"\d{8}", value) or ("0", "9")
            at = 0 if name == "submittedDate" else -1
            return lambda work: low <= date_text(versions(work)[at].date).replace("-", "") <= high
        case _:
            return lambda work: wanted <= work.words | words(work.abstract)


def _about(query: str, ids: str, start: int, size: int) -> str:
    return f"search_query={query}&id_list={ids}&start={start}&max_results={size}"


def _feed(about: str, entries: str, total: int, start: int, size: int) -> Reply:
    link = quoteattr(f"https://arxiv.org/api/query?{quote(about, safe='=&,:.')}")
    body = (
        f"<?xml version='1.0' encoding='UTF-8'?>\n<feed {NAMESPACES}>\n"
        f"  <id>https://arxiv.org/api/AbCdEfGhIjKlMnOpQrStUvWxYz0</id>\n  <title>arXiv Query: {escape(about)}</title>\n"
        f'  <updated>2026-11-29T22:09:36Z</updated>\n  <link href={link} type="application/atom+xml"/>\n'
        f"  <opensearch:itemsPerPage>{size}</opensearch:itemsPerPage>\n"
        f"  <opensearch:totalResults>{total}</opensearch:totalResults>\n"
        f"  <opensearch:startIndex>{start}</opensearch:startIndex>\n{entries}</feed>\n"
    )
    return Reply(body=body.encode(), content_type="application/atom+xml; charset=utf-8")


def _entry(hit: Hit) -> str:
    work, stated = hit.work, hit.stated
    page = f"https://arxiv.org/abs/{work.arxiv}v{hit.version}"
    lines = [
        f"<id>{page.replace('https', 'http', 1)}</id>",
        f"<title>{escape(_wrap(stated.title or work.title))}</title>",
        f"<updated>{date_text(stated.date)}T10:00:00Z</updated>",
        f'<link href="{page}" rel="alternate" type="text/html"/>',
        f'<link href="{page.replace("/abs/", "/pdf/")}" rel="related" type="application/pdf" title="pdf"/>',
        f"<summary>{escape(work.abstract or 'No abstract is kept here.')}</summary>",
        *(f'<category term="{name}" scheme="http://arxiv.org/schemas/atom"/>' for name in work.categories),
        f"<published>{date_text(versions(work)[0].date)}T09:00:00Z</published>",
        f"<arxiv:comment>{escape(stated.comment)}</arxiv:comment>" if stated.comment else "",
        f'<arxiv:primary_category term="{work.categories[0]}"/>',
        f"<arxiv:journal_ref>{escape(work.journal_ref)}</arxiv:journal_ref>" if work.journal_ref else "",
        *(f"<author><name>{escape(_name(author))}</name></author>" for author in work.authors),
    ]
    if published := published_doi(work):
        lines.append(f"<arxiv:doi>{escape(published)}</arxiv:doi>")
        lines.append(f'<link title="doi" href={quoteattr("https://doi.org/" + published)} rel="related"/>')
    return "  <entry>" + "\n    ".join(filter(None, lines)) + "</entry>\n"


def published_doi(work: Work) -> str:
    """The publisher's DOI; arXiv's own is not in the feed."""
    return work.preprint_of or ("" if work.doi.lower().startswith("10.48550/") else work.doi)


def _wrap(title: str) -> str:
    """Long titles come on several lines."""
    at = title.find(" ", 60)
    return title if at < 0 else f"{title[:at]}\n  {title[at + 1 :]}"


def _name(author: str) -> str:
    family, given, suffix = split_author(author)
    return f" {family}" if is_group(author) else " ".join(filter(None, (given, family, suffix)))


def _error(message: str, status: int) -> Reply:
    page = f"https://arxiv.org/api/errors#{message.replace(' ', '_')}"
    entry = (
        f'  <entry><id>{escape(page)}</id><title>Error</title><link href={quoteattr(page)} rel="alternate" '
        f'type="text/html"/><summary>{escape(message)}</summary><author><name>arXiv api core</name></author></entry>\n'
    )
    body = (
        f"<?xml version='1.0' encoding='UTF-8'?>\n<feed {NAMESPACES}><id>https://arxiv.org/</id>"
        "<title>arXiv Search Results</title><updated>2026-11-29T22:09:36Z</updated>"
        "<opensearch:itemsPerPage>1</opensearch:itemsPerPage><opensearch:totalResults>1</opensearch:totalResults>"
        f"<opensearch:startIndex>0</opensearch:startIndex>\n{entry}</feed>\n"
    )
    return Reply(status=status, body=body.encode(), content_type="application/atom+xml; charset=utf-8")
