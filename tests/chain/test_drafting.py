"""Chains and watches while a site is served: no save waits for them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from mkdocs_scholar.serve import Drafting

from scholar_build.config import Chain, Settings, Watch
from scholar_build.pages import BlockKind, PageBlock, is_pending
from tests.chain.graphs import doi, work
from tests.twin import Twin
from tests.watch.results import TODAY

pytestmark = pytest.mark.enable_socket
BLOCKS = (PageBlock(kind=BlockKind.CHAIN, name="a"), PageBlock(kind=BlockKind.WATCH, name="a"))


def test_a_block_is_pending_first_and_filled_by_a_later_build(tmp_path: Path) -> None:
    """The first build asks behind itself, in rounds as the answers lead on; a later one has everything."""
    with Twin([work(0, 1), work(1), work(2, 0)], limits="off") as twin:
        settings = Settings(
            chain=(Chain(name="a", seed=doi(0)),),
            watch=(Watch(name="a", queries=("graph",), sources=("openalex",), since="2000-01-01"),),
            root=str(tmp_path),
            cache_dir="cache",
            endpoints=twin.endpoints(),  # type: ignore[arg-type]
            paces=twin.paces(),  # type: ignore[arg-type]
        )
        drafting = Drafting()
        try:
            first = drafting.blocks(BLOCKS, settings, TODAY)
            assert all(map(is_pending, first.values()))
            until = time.monotonic() + 10
            while any(map(is_pending, (made := drafting.blocks(BLOCKS, settings, TODAY)).values())):
                assert time.monotonic() < until
            assert len(made[BLOCKS[0]].nodes) == 3  # type: ignore[union-attr]
            assert len(made[BLOCKS[1]].items) == 3  # type: ignore[union-attr]
        finally:
            drafting.close()
