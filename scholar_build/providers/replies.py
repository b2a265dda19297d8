"""Replies to trees and answers: decode what was asked for, name what came instead.

Every function raises `ReplyError` where a reply is not what was asked for, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sized
from typing import Any
from xml.etree.ElementTree import Element, ParseError

import msgspec

from scholar_build.model import Absent, Found, Question, Record
from scholar_build.providers import clean
from scholar_build.providers.base import Reply, ReplyError
from scholar_build.providers.values import text


def found(question: Question, reply: Reply, *records: Record, total: int | None = None) -> Found:
    """The answer that a question's records are these."""
    return Found(question=question, records=records, fetched_at=reply.fetched_at, total=total)


def absent(question: Question, reply: Reply) -> Absent:
    """The answer that the provider does not know what was asked for."""
    return Absent(question=question, fetched_at=reply.fetched_at)


def require(reply: Reply, *statuses: int) -> None:
    """Refuse every status but these (200 where none is named)."""
    if reply.status not in (statuses or (200,)):
        raise ReplyError(f"HTTP {reply.status}")


def json(reply: Reply, *statuses: int) -> Any:
    """The JSON value of a reply of one of these statuses."""
    require(reply, *statuses)
    body = reply.body.removeprefix(b"\xef\xbb\xbf").strip()
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if not body:
            raise ReplyError("empty reply") from error
        if body[:1] not in b"{[":
            raise ReplyError("not JSON") from error
        raise ReplyError("cut off" if "truncated" in str(error) else "not JSON") from error


def xml(reply: Reply, roots: tuple[str, ...], *statuses: int, doctype: bool = False) -> Element:
    """The root element, one of `roots`, of an XML reply; a DOCTYPE is let through by choice, entities never are."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    require(reply, *statuses)
    if not reply.body.strip():
        raise ReplyError("empty reply")
    try:
        tree: Element = fromstring(reply.body, forbid_dtd=not doctype)
    except ParseError as error:
        whole = any(f"</{root.rpartition('}')[2]}>".encode() in reply.body for root in roots)
        begun = any(f"<{root.rpartition('}')[2]}".encode() in reply.body[:1_000] for root in roots)
        raise ReplyError("cut off" if begun and not whole else "not XML") from error
    except (DefusedXmlException, ValueError, LookupError, RecursionError) as error:
        raise ReplyError("not XML") from error
    if tree.tag not in roots:
        raise ReplyError(f"not the XML asked for: {clean.line(str(tree.tag), 60)}")
    return tree


def refuse_empty_page(total: int | None, entries: Sized) -> None:
    """Refuse a first page that counts hits but holds none: services send such pages when they are unwell."""
    if total and not entries:
        raise ReplyError("empty page of a result that is not empty")


def stated_error(value: Any, otherwise: str = "error in reply") -> ReplyError:
    """The error that a provider states inside a reply, in a few clean words (never addresses or keys)."""
    words = clean.plain(text(value), 120)
    words = re.sub(r"https?://\S*|\S*@\S*|\b[0-9a-fA-F]{24,}\b", "…", words)
    return ReplyError(f"error in reply: {words}" if words else otherwise)
