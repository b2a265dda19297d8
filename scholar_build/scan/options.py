"""What a scan is told: the format of the text, and what counts in it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from scholar_build.config import Settings
from scholar_build.model import Frozen


class Format(StrEnum):
    """How a source is written."""

    MARKDOWN = "markdown"
    REST = "rest"
    BIBTEX = "bibtex"
    CSL_JSON = "csl_json"
    RIS = "ris"
    PLAIN = "plain"
    LATEX = "latex"
    BBL = "bbl"
    DOCX = "docx"
    HTML = "html"
    IPYNB = "ipynb"


class ScanOptions(Frozen, frozen=True, kw_only=True):
    """Which headings open a reference list.

    `reference_headings` are further headings beside the built-in ones. `which_headings`: every such
    heading of a page counts, or only the last.
    """

    reference_headings: tuple[str, ...] = ()
    which_headings: Literal["each", "last"] = "each"

    @classmethod
    def of(cls, settings: Settings) -> ScanOptions:
        """The options that the settings ask for."""
        return cls(reference_headings=settings.reference_headings, which_headings=settings.which_headings)
