"""Write `docs/settings.md` from the docstrings in `scholar_build/config/settings.py`.

python tools/settings_page.py write     after changing a setting
python tools/settings_page.py check     ends with 1 where the page is behind
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "scholar_build" / "config" / "settings.py"
PAGE = ROOT / "docs" / "settings.md"
NOT_SETTINGS = {"root", "origins", "outside"}

HEAD = """\
# Settings

Nothing is required. Settings stand in `scholar.toml` beside `mkdocs.yml` or `conf.py`, or under `[tool.scholar-build]`
in `pyproject.toml`; as options of the MkDocs plugin by the same names; in `conf.py` with the prefix `scholar_`; in the
environment as `SCHOLAR_BUILD_` and the name in capitals (lists with commas); some on the command line. What stands
later in this list goes before what stands earlier. A setting that is wrong or unknown ends the run with its origin and
its key.

Keys (`OPENALEX_API_KEY`, `NCBI_API_KEY`, `SEMANTIC_SCHOLAR_API_KEY`, `CROSSREF_PLUS_TOKEN`) are no settings: they come
from the environment only. So does `SCHOLAR_BUILD_TRUST_ENDPOINTS=1`, which lets keys and contact address go to replaced
endpoints.

<!-- Written by tools/settings_page.py from scholar_build/config/settings.py; change it there. -->
"""


def page() -> str:
    """The page as it must be."""
    classes = [node for node in ast.parse(SOURCE.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]
    main = next(node for node in classes if node.name == "Settings")
    tables = [node for node in classes if node is not main]
    parts = [HEAD, _table("Settings", "", main)]
    parts += [_table(_title(node), ast.get_docstring(node) or "", node) for node in tables]
    return "\n".join(parts)


def _title(node: ast.ClassDef) -> str:
    first = (ast.get_docstring(node) or "").split("`")
    return f"`{first[1]}`" if len(first) > 2 else node.name


def _table(title: str, about: str, node: ast.ClassDef) -> str:
    rows = [f"| `{name}` | `{kind}` | {default} | {text} |" for name, kind, default, text in _fields(node)]
    head = ["| setting | type | default | what it does |", "| --- | --- | --- | --- |"]
    intro = [about, ""] if about else []
    return "\n".join([f"## {title}", "", *intro, *head, *rows, ""])


def _fields(node: ast.ClassDef) -> list[tuple[str, str, str, str]]:
    fields = []
    for here, following in zip(node.body, [*node.body[1:], None], strict=True):
        if not isinstance(here, ast.AnnAssign) or not isinstance(here.target, ast.Name):
            continue
        if here.target.id in NOT_SETTINGS:
            continue
        text = ""
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            text = " ".join(str(following.value.value).split())
        default = f"`{ast.unparse(here.value)}`" if here.value else "required"
        kind = _type(here.annotation)
        fields.append((here.target.id, *(_cell(part) for part in (kind, default, text))))
    return fields


def _type(annotation: ast.expr) -> str:
    """A type as it is written, without the bounds that `Annotated` adds."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        assert isinstance(annotation.slice, ast.Tuple)
        return _type(annotation.slice.elts[0])
    if isinstance(annotation, ast.Subscript) and isinstance(annotation.slice, ast.Tuple):
        inside = ", ".join(_type(part) for part in annotation.slice.elts)
        return f"{ast.unparse(annotation.value)}[{inside}]"
    return ast.unparse(annotation)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        PAGE.write_text(page(), encoding="utf-8")
    elif sys.argv[1:] == ["check"]:
        sys.exit(PAGE.read_text(encoding="utf-8") != page())
    else:
        sys.exit(__doc__)
