"""One twin for all cases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cases.pipeline import Bench, bench


@pytest.fixture(scope="session")
def the_bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """The twin, and room for caches."""
    with bench(tmp_path_factory.mktemp("cases")) as made:
        yield made
