"""Text in, references out."""

from scholar_build.scan.bibliography import read_bibliography
from scholar_build.scan.citations import CitationMark, find_citations
from scholar_build.scan.drafts import list_drafts
from scholar_build.scan.entry import is_bibliographic, is_placeholder, looks_like_reference, read_entry, read_mention
from scholar_build.scan.files import scan_paths
from scholar_build.scan.headings import is_reference_heading
from scholar_build.scan.lint import lint, malformed_identifiers, names_other_work
from scholar_build.scan.options import Format, ScanOptions
from scholar_build.scan.text import scan_text

__all__ = [
    "CitationMark",
    "Format",
    "ScanOptions",
    "find_citations",
    "is_bibliographic",
    "is_placeholder",
    "is_reference_heading",
    "lint",
    "list_drafts",
    "looks_like_reference",
    "malformed_identifiers",
    "names_other_work",
    "read_bibliography",
    "read_entry",
    "read_mention",
    "scan_paths",
    "scan_text",
]
