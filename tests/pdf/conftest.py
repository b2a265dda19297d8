"""One web and one daemon for all tests of PDFs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pdf.daemon import Daemon, daemon
from tests.pdf.web import Web, certificate


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("certificates"))


@pytest.fixture
def web(certificates: tuple[Path, Path]) -> Iterator[Web]:
    with Web(*certificates) as opened:
        yield opened


@pytest.fixture(scope="session")
def clamd() -> Iterator[Daemon]:
    with daemon() as started:
        yield started
