"""Identifiers of works: their normal forms, and where they stand in text.

Syntax and traps of each scheme: Crossref "DOIs and matching regular expressions" (2015),
arXiv "Understanding the arXiv identifier", NLM's PMID and PMCID pages, ISO 2108 for ISBN.
"""

from scholar_build.identifiers.find import find_identifiers, parse_identifier
from scholar_build.identifiers.identifier import FoundIdentifier, Identifier, Scheme

__all__ = ["FoundIdentifier", "Identifier", "Scheme", "find_identifiers", "parse_identifier"]
