"""`python -m tests.twin` for trials by hand."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import httpx

from scholar_build.config import load_settings


def test_the_command_prints_settings_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    """What `--settings` prints is a `scholar.toml` that points at running servers, until Ctrl-C."""
    command = [sys.executable, "-m", "tests.twin", "--settings", "--limits", "off"]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines: list[str] = []
        while len(lines) < 18:
            lines.append(process.stdout.readline())
        (tmp_path / "scholar.toml").write_text("".join(lines))
        settings = load_settings(tmp_path, environ={})
        status = httpx.get(settings.endpoints["crossref"] + "/works/10.5555/prime", timeout=5).status_code
        process.send_signal(signal.SIGINT)
        ended = process.wait(timeout=5)
    assert (status, ended, len(settings.endpoints), len(settings.paces)) == (200, 0, 8, 8)
