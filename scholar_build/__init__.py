"""scholar-build: verify the references of a documentation build.

This is the front door: the only module that the hosts import. Names are loaded when first used,
so that a build with nothing to look up loads no parser and no network code.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scholar_build import check as _check
    from scholar_build import gate as _gate
    from scholar_build.cache import cache_folder as cache_folder
    from scholar_build.check import accept as accept
    from scholar_build.check import session_for as session_for
    from scholar_build.config import SETTING_NAMES as SETTING_NAMES
    from scholar_build.config import Settings as Settings
    from scholar_build.config import load_settings as load_settings
    from scholar_build.errors import ScholarBuildError as ScholarBuildError
    from scholar_build.errors import SettingsError as SettingsError
    from scholar_build.errors import SourceError as SourceError
    from scholar_build.gate import Failed as Failed
    from scholar_build.gate import GateFailure as GateFailure
    from scholar_build.gate import Passed as Passed
    from scholar_build.identifiers import Identifier as Identifier
    from scholar_build.identifiers import Scheme as Scheme
    from scholar_build.identifiers import find_identifiers as find_identifiers
    from scholar_build.identifiers import parse_identifier as parse_identifier
    from scholar_build.lock import lock_path as lock_path
    from scholar_build.lookup import Session as Session
    from scholar_build.model import Acceptance as Acceptance
    from scholar_build.model import Answer as Answer
    from scholar_build.model import Failure as Failure
    from scholar_build.model import Location as Location
    from scholar_build.model import Origin as Origin
    from scholar_build.model import Problem as Problem
    from scholar_build.model import ProviderOutage as ProviderOutage
    from scholar_build.model import Question as Question
    from scholar_build.model import Reason as Reason
    from scholar_build.model import Record as Record
    from scholar_build.model import Reference as Reference
    from scholar_build.model import Report as Report
    from scholar_build.model import Scan as Scan
    from scholar_build.model import Status as Status
    from scholar_build.model import Unavailable as Unavailable
    from scholar_build.model import Verdict as Verdict
    from scholar_build.model.deadline import DeadlineBoard as DeadlineBoard
    from scholar_build.pages import BlockKind as BlockKind
    from scholar_build.pages import Made as Made
    from scholar_build.pages import PageBlock as PageBlock
    from scholar_build.pages import block_files as block_files
    from scholar_build.pages import block_html as block_html
    from scholar_build.pages import is_pending as is_pending
    from scholar_build.pages import make_blocks as make_blocks
    from scholar_build.pages import page_block as page_block
    from scholar_build.project import is_inside as is_inside
    from scholar_build.report import inline as _inline
    from scholar_build.report import render as render
    from scholar_build.report.chain.parts import ChainParts as ChainParts
    from scholar_build.report.chain.parts import WorkRow as WorkRow
    from scholar_build.report.chain.parts import chain_parts as chain_parts
    from scholar_build.report.chain.parts import cited_here as cited_here
    from scholar_build.report.citation import inline_citation as inline_citation
    from scholar_build.report.citation import reference_text as reference_text
    from scholar_build.report.deadline.parts import DeadlineParts as DeadlineParts
    from scholar_build.report.deadline.parts import deadlines_page as deadlines_page
    from scholar_build.report.html import asset_path as asset_path
    from scholar_build.report.html import badge as badge
    from scholar_build.report.html import legend as legend
    from scholar_build.report.inline import Code as Code
    from scholar_build.report.inline import Text as Text
    from scholar_build.report.order import remarks as remarks
    from scholar_build.report.page import EntryParts as EntryParts
    from scholar_build.report.page import GroupParts as GroupParts
    from scholar_build.report.page import PageLink as PageLink
    from scholar_build.report.page import PageParts as PageParts
    from scholar_build.report.page import ReportLinks as ReportLinks
    from scholar_build.report.page import page_parts as page_parts
    from scholar_build.report.page_html import page_html as page_html
    from scholar_build.report.parts import badge_words as badge_words
    from scholar_build.report.parts import is_shown as is_shown
    from scholar_build.report.parts import plain_badge as plain_badge
    from scholar_build.report.text import summary as summary
    from scholar_build.report.watch.parts import WatchParts as WatchParts
    from scholar_build.report.watch.parts import watch_parts as watch_parts
    from scholar_build.report.words import LOCALE_DIR as LOCALE_DIR
    from scholar_build.report.words import words as words
    from scholar_build.scan import ScanOptions as ScanOptions
    from scholar_build.scan import find_citations as find_citations
    from scholar_build.scan import is_reference_heading as is_reference_heading
    from scholar_build.scan import lint as lint
    from scholar_build.scan import read_bibliography as read_bibliography
    from scholar_build.scan import read_entry as read_entry
    from scholar_build.scan import read_mention as read_mention
    from scholar_build.scan.blocks import BOLD_LEVEL as BOLD_LEVEL
    from scholar_build.scan.blocks import Block as Block
    from scholar_build.scan.blocks import Inline as Inline
    from scholar_build.scan.blocks import Kind as Kind
    from scholar_build.scan.blocks import Link as Link
    from scholar_build.scan.blocks import Place as Place
    from scholar_build.scan.collect import may_name_work as may_name_work
    from scholar_build.scan.document import read_document as read_document
    from scholar_build.scan.entry import looks_like_reference as looks_like_reference
    from scholar_build.scan.ignore import parse_ignore as parse_ignore
    from scholar_build.scan.markdown_inline import read_markdown as read_markdown
    from scholar_build.site import Citation as Citation
    from scholar_build.site import Message as Message
    from scholar_build.site import Messages as Messages
    from scholar_build.site import bibliography_files as bibliography_files
    from scholar_build.site import cited_as as cited_as
    from scholar_build.site import cited_entries as cited_entries
    from scholar_build.site import messages as messages
    from scholar_build.site import read_bibliographies as read_bibliographies
    from scholar_build.site import relative as relative
    from scholar_build.site import wanted_reports as wanted_reports
    from scholar_build.site import write_reports as write_reports

    check_scan = _check.check
    apply_gate = _gate.gate
    TextLink = _inline.Link  # `Link` is a scanner's
    Piece = _inline.Inline

__version__ = "0.1.0"

_EXPORTS = {
    "DeadlineBoard": "model.deadline",
    "DeadlineParts": "report.deadline.parts",
    "deadlines_page": "report.deadline.parts",
    "BlockKind": "pages",
    "PageBlock": "pages",
    "Made": "pages",
    "page_block": "pages",
    "make_blocks": "pages",
    "is_pending": "pages",
    "block_html": "pages",
    "block_files": "pages",
    "ChainParts": "report.chain.parts",
    "WorkRow": "report.chain.parts",
    "chain_parts": "report.chain.parts",
    "cited_here": "report.chain.parts",
    "WatchParts": "report.watch.parts",
    "watch_parts": "report.watch.parts",
    "accept": "check",
    "check_scan": "check:check",  # another name, because `scholar_build.check` is the module
    "SETTING_NAMES": "config",
    "Settings": "config",
    "load_settings": "config",
    "ScholarBuildError": "errors",
    "SettingsError": "errors",
    "SourceError": "errors",
    "Identifier": "identifiers",
    "Scheme": "identifiers",
    "Acceptance": "model",
    "Location": "model",
    "Origin": "model",
    "Problem": "model",
    "Record": "model",
    "Reference": "model",
    "Report": "model",
    "Scan": "model",
    "Status": "model",
    "Verdict": "model",
    "session_for": "check",
    "parse_identifier": "identifiers",
    "is_reference_heading": "scan",
    "read_entry": "scan",
    "read_mention": "scan",
    "find_citations": "scan",
    "read_bibliography": "scan",
    "lint": "scan",
    "looks_like_reference": "scan.entry",
    "apply_gate": "gate:gate",
    "Failed": "gate",
    "Passed": "gate",
    "GateFailure": "gate",
    "remarks": "report.order",
    "summary": "report.text",
    "render": "report",
    "words": "report.words",
    "asset_path": "report.html",
    "badge": "report.html",
    "legend": "report.html",
    "is_inside": "project",
    "is_shown": "report.parts",
    "plain_badge": "report.parts",
    "inline_citation": "report.citation",
    "reference_text": "report.citation",
    "Answer": "model",
    "Question": "model",
    "Reason": "model",
    "ProviderOutage": "model",
    "Unavailable": "model",
    "Session": "lookup",
    "lock_path": "lock",
    "cache_folder": "cache",
    "Block": "scan.blocks",
    "Kind": "scan.blocks",
    "Inline": "scan.blocks",
    "Link": "scan.blocks",
    "Place": "scan.blocks",
    "BOLD_LEVEL": "scan.blocks",
    "read_document": "scan.document",
    "ScanOptions": "scan",
    "parse_ignore": "scan.ignore",
    "ReportLinks": "report.page",
    "PageLink": "report.page",
    "page_parts": "report.page",
    "page_html": "report.page_html",
    "Failure": "model",
    "read_markdown": "scan.markdown_inline",
    "find_identifiers": "identifiers",
    "LOCALE_DIR": "report.words",
    "Text": "report.inline",
    "Code": "report.inline",
    "TextLink": "report.inline:Link",
    "Piece": "report.inline:Inline",
    "EntryParts": "report.page",
    "GroupParts": "report.page",
    "PageParts": "report.page",
    "badge_words": "report.parts",
    **dict.fromkeys(
        (
            "Citation",
            "Message",
            "Messages",
            "bibliography_files",
            "cited_as",
            "cited_entries",
            "messages",
            "read_bibliographies",
            "relative",
            "wanted_reports",
            "write_reports",
        ),
        "site",
    ),
    "may_name_work": "scan.collect",
}


def __getattr__(name: str) -> Any:
    if name in _EXPORTS:
        module, _, attribute = _EXPORTS[name].partition(":")
        value = getattr(import_module(f"scholar_build.{module}"), attribute or name)
        globals()[name] = value  # found at once the next time
        return value
    raise AttributeError(f"module 'scholar_build' has no attribute {name!r}")
