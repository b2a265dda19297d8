"""What a reference claims, read once: the same shape for structured entries and for free text."""

from __future__ import annotations

from functools import cached_property

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.judge.kind import Kind, kind_of
from scholar_build.judge.year import years_in
from scholar_build.model import Fields, Origin, Reference

NO_FIELDS = Fields()
LONGEST = 4000
"""In characters; what is longer is no reference, and is not read to its end."""
_SCHEMES = tuple(Scheme)
_ARXIV_DOI = "10.48550/arxiv."


class Claim:
    """One reference with what is derived from it; derived values are computed when first asked for."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.fields = reference.fields or NO_FIELDS
        self.structured = reference.fields is not None
        self.mention = reference.origin is Origin.MENTION

    @cached_property
    def identifiers(self) -> tuple[Identifier, ...]:
        """The identifiers that providers know, in normal form and once each, DOIs first."""
        found = dict.fromkeys(canonical(one) for one in self.reference.identifiers if one.scheme is not Scheme.ISBN)
        return tuple(sorted(found, key=lambda one: _SCHEMES.index(one.scheme)))

    @cached_property
    def text(self) -> str:
        """The reference without identifiers and addresses."""
        from scholar_build.judge.freetext import bare_text

        return bare_text(self.reference.text[:LONGEST], self.reference.identifiers)

    @cached_property
    def kind(self) -> Kind:
        """The kind of work that the reference reads as."""
        return kind_of(self.reference)

    @cached_property
    def years(self) -> tuple[int, ...]:
        """Every year written as a year of publication."""
        return self.fields.issued if self.structured else years_in(self.text)


def canonical(identifier: Identifier) -> Identifier:
    """An arXiv DOI is the arXiv id; everything else is itself."""
    if identifier.scheme is Scheme.DOI and identifier.value.lower().startswith(_ARXIV_DOI):
        number, _, version = identifier.value[len(_ARXIV_DOI) :].lower().partition("v")
        return Identifier(Scheme.ARXIV, number, int(version) if version.isdigit() else None)
    return identifier
