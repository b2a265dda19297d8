"""Beside sphinxcontrib-bibtex: its citations, its bibliography entries and its footnotes. Works without it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_scholar.nodes import badge_place


def files(app: Sphinx) -> tuple[Path, ...]:
    """The bibliography files that it reads."""
    named = getattr(app.config, "bibtex_bibfiles", None) or ()
    return tuple(Path(app.srcdir) / name for name in named)


def keys_of(citation: nodes.Element) -> tuple[str, ...]:
    """The keys of a citation by the role `cite` (`{see}key{p. 3}` is the key with what stands around it)."""
    from sphinxcontrib.bibtex.citation_target import parse_citation_targets

    return tuple(target.key for target in parse_citation_targets(citation["reftarget"]))


def footnotes(document: nodes.document, env: BuildEnvironment) -> dict[nodes.Element, str]:
    """The footnotes that the role `footcite` has made of entries, each with its key; while the document is read."""
    names: dict[str, str] = env.temp_data.get("bibtex_footcite_names") or {}
    keys = {name: key for key, name in names.items()}
    if not keys:
        return {}
    return {
        footnote: keys[name]
        for footnote in document.findall(nodes.footnote)
        for name in footnote["names"]
        if name in keys
    }


def keys_listed(env: BuildEnvironment) -> dict[str, list[str]]:
    """The keys of the entries in the bibliographies of each document; once all documents are read."""
    listed: dict[str, list[str]] = {}
    for citation in _citations(env):
        listed.setdefault(citation.bibliography_key.docname, []).append(citation.entry.key)
    return listed


def mark_entries(document: nodes.document, env: BuildEnvironment) -> None:
    """Put the place of a badge into each bibliography entry of a document, once they are written."""
    keys = {citation.citation_id: citation.entry.key for citation in _citations(env)}
    if not keys:
        return
    for entry in document.findall(lambda node: isinstance(node, (nodes.citation, nodes.list_item))):
        assert isinstance(entry, nodes.Element)
        key = next((keys[name] for name in entry["ids"] if name in keys), None)
        paragraph = next(reversed(list(entry.findall(nodes.paragraph))), None)
        if key is not None and paragraph is not None:
            paragraph += badge_place(key=key, docname=entry.get("docname", env.docname))


def prefixes(env: BuildEnvironment) -> tuple[str, ...]:
    """What its bibliographies put before the keys of their entries (`:keyprefix:`)."""
    listed = getattr(env.get_domain("cite"), "bibliographies", {}) if "cite" in env.domains else {}
    return tuple(dict.fromkeys(each.keyprefix for each in listed.values() if each.keyprefix))


def _citations(env: BuildEnvironment) -> Iterator[Any]:
    if "cite" in env.domains:
        yield from getattr(env.get_domain("cite"), "citations", ())
