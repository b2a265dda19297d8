"""What hosts ask for: a block by its name, made once, as HTML and as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import scholar_build
from scholar_build.config import Chain, Settings, Watch
from scholar_build.errors import SourceError
from scholar_build.lock import write_lock
from scholar_build.lookup import Session, open_session
from scholar_build.model import Failure
from scholar_build.model.chain import ChainWarning, Remark
from scholar_build.pages import BlockKind, PageBlock, block_files, block_html, is_pending, make_blocks, page_block
from scholar_build.report.chain.words import remark_line
from scholar_build.report.words import words
from scholar_build.watch import remember
from scholar_build.watch.questions import ask_all
from tests.chain.graphs import answering, doi, full_graph, record
from tests.watch.results import FROGS, TODAY, Providers, article

CHAIN = PageBlock(kind=BlockKind.CHAIN, name="Our chain")
WATCH = PageBlock(kind=BlockKind.WATCH, name=FROGS.name)


def locked(folder: Path, **more: Any) -> tuple[Settings, Session]:
    """Settings with a chain and a watch, and an offline session that a lock answers."""
    settings = Settings(
        chain=(Chain(name=CHAIN.name, seed=doi(0)),), watch=(FROGS,), offline=True, root=str(folder), **more
    )
    watched = ask_all(FROGS, Providers(openalex=[article("a")]).ask)
    asked: dict[Any, Any] = {}
    answer = answering(record(0, 1), record(1))

    def ask(questions: Any) -> Any:
        given = answer(questions)
        asked.update(given)
        return given

    scholar_build.chain.expand(doi(0), ask)  # type: ignore[attr-defined]
    lines = remember(settings, watched, {}, (), today=TODAY)
    write_lock(folder / "scholar.lock", {**asked, **watched}, watches=lines)
    return settings, scholar_build.session_for(settings)


def test_blocks_are_made_once_from_the_lock(tmp_path: Path) -> None:
    """Chain and watch, each once however many pages ask, as HTML and as files with addresses of their own."""
    settings, session = locked(tmp_path)
    with session:
        made = make_blocks([CHAIN, WATCH, CHAIN], settings, session, today=TODAY)
    assert list(made) == [CHAIN, WATCH]
    assert not any(map(is_pending, made.values()))
    assert 'class="scholar-page scholar-chain"' in block_html(made[CHAIN])
    assert 'class="scholar-page scholar-watch"' in block_html(made[WATCH])
    files = {file.name: file for block in made.values() for file in block_files(block, site="https://lab.example/x/")}
    assert set(files) == {
        *(f"scholar/chain-our-chain.{suffix}" for suffix in ("json", "graphml", "dot", "bib")),
        *(f"scholar/watch-frog-calls.{suffix}" for suffix in ("xml", "json")),
    }
    assert json.loads(files["scholar/chain-our-chain.json"].text)["status"] == "COMPLETE_WITHIN_BOUNDS"
    assert 'href="https://lab.example/x/scholar/watch-frog-calls.xml"' in files["scholar/watch-frog-calls.xml"].text


@pytest.mark.parametrize("kind", ["chain", "watch"])
def test_a_name_that_there_is_not_is_told(kind: str) -> None:
    """With the names that there are, or without where there is none."""
    settings = Settings(chain=(Chain(name="a", seed="10.5555/x"),), watch=(Watch(name="a", queries=("q",)),))
    assert page_block(kind, "a", settings).kind == kind
    with pytest.raises(SourceError, match="there is a"):
        page_block(kind, "b", settings)
    with pytest.raises(SourceError, match=r"has that name$"):
        page_block(kind, "b", Settings())


def test_what_is_being_looked_up_is_pending(tmp_path: Path) -> None:
    """While drafting, a chain or watch whose answers are on their way says so."""
    settings = Settings(chain=(Chain(name=CHAIN.name, seed=doi(0)),), watch=(FROGS,), cache_dir=str(tmp_path))
    with open_session(settings, environ={}) as session:

        class Drafting:
            requests = 0
            stood_in: Any = {}

            def ask(self, questions: Any) -> Any:
                return session.ask(questions, wait=False)

        made = make_blocks([CHAIN, WATCH], settings, Drafting(), today=TODAY)  # type: ignore[arg-type]
    assert all(map(is_pending, made.values()))
    assert Failure.PENDING in block_html(made[WATCH])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_warning_has_its_words(lang: str) -> None:
    """Each names the work it is about."""
    chain = full_graph()
    remarks = [Remark(warning=one, subject=chain.nodes[1].id) for one in ChainWarning]
    told = [remark_line(one, chain, words(lang)) for one in remarks]
    assert len(set(told)) == len(ChainWarning)
    assert all("Reed1 (2001)" in one for one in told)
    strange = msgspec.structs.replace(remarks[0], subject="2 references")
    assert "2 references" in remark_line(strange, chain, words(lang))
