"""What the product never does, held over all of its code. Single commands are held to it in their own tests:
`test_guard.py` (no credential), `test_fetch_pdf.py` (no paywalled copy), `tests/deadlines` (nothing submitted).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(path for room in ("scholar_build", "mkdocs_plugin", "sphinx_ext") for path in (ROOT / room).rglob("*.py"))
SENDING = {
    "smtplib",
    "ftplib",
    "imaplib",
    "poplib",
    "telnetlib",
    "xmlrpc",
    "webbrowser",
    "urllib.request",
    "http.client",
}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_nothing_can_send_mail_upload_files_or_open_a_browser() -> None:
    """No module has the means to contact anybody, to submit anything or to log in anywhere."""
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in CODE
        for name in imported(ast.parse(path.read_text(encoding="utf-8")))
        if name in SENDING
    }
    assert found == set()


def test_a_download_only_asks() -> None:
    """The code of PDFs knows one method, GET, and neither cookies nor logins."""
    folder = ROOT / "scholar_build" / "pdf"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    for word in (
        '"POST"',
        '"PUT"',
        '"PATCH"',
        "cookiejar",
        "cookies=",
        "netrc",
        "auth=",
        'b"authorization"',
        'b"cookie"',
    ):
        assert word not in text


@pytest.mark.parametrize(
    ("page", "promises"),
    [
        (
            "pdf.md",
            ["Never a paywalled copy", "Never a credential", "Nothing is ever submitted, and nobody is contacted"],
        ),
        ("deadlines.md", ["Nothing is submitted from here", "nobody is contacted"]),
    ],
)
def test_the_documentation_says_so(page: str, promises: list[str]) -> None:
    """Users can read what is never done."""
    text = " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
    assert [promise for promise in promises if promise not in text] == []
