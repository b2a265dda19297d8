"""Works laid out one field a bullet: `**Title**: …`, `- **Year**: …`, `- **Link**: …`."""

from __future__ import annotations

import re

from scholar_build.scan.blocks import Block, Kind, leaves_of

_FIELD = re.compile(
    r"[\s*_]*(?:title|authors?|editors?|year|date|journal|venue|conference|booktitle|publisher|published(?: in)?|doi|"
    r"link|url|volume|issue|number|pages?|source|type|arxiv|abstract|タイトル|題名|題目|著者|年|発行年|雑誌|出版社|リンク)"
    r"[\s*_]*[:：]",
    re.IGNORECASE,
)


def is_field_card(block: Block, following: Block | None) -> bool:
    """Whether a paragraph and the list after it are one work's fields."""
    return bool(
        following
        and following.kind is Kind.LIST
        and block.kind is Kind.PARAGRAPH
        and _FIELD.match(block.text)
        and is_field_list(following)
    )


def is_field_list(block: Block) -> bool:
    """Whether each item of a list is one labelled field of a work."""
    heads = [leaves[0].text if (leaves := leaves_of(item)) else "" for item in block.children]
    return len(heads) > 1 and all(_FIELD.match(head) for head in heads)


def cards_of(block: Block) -> list[list[Block]]:
    """The fields of a field list, work by work: a label that comes again begins the next."""
    cards: list[list[Block]] = []
    labels: set[str] = set()
    for item in block.children:
        leaves = leaves_of(item)
        label = re.split("[:：]", leaves[0].text, maxsplit=1)[0].strip(" *_").lower()
        if not cards or label in labels:
            cards.append([])
            labels = set()
        labels.add(label)
        cards[-1] += leaves
    return cards
