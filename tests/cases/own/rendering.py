"""Text that would break out of the place where it is put."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Any

from tests.cases.own.frogs import DOI, cases, frog

RUNNING = (
    '<script>alert("x")</script>',
    "</script><!-- <script>",
    '" onmouseover="alert(1)',
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "]]></failure><x>",
    "{{ 7*7 }}{% raw %}",
    "::set-output name=x::y",
    "%0A::error::x",
    "[x](javascript:alert(1))",
    "\x1b]0;owned\x07\x1b[2J",
    "\u202egnp.exe\u202c",
    "`code` *stars* | pipe",
    "\\input{/etc/passwd} $x$",
    "<a href='https://evil.example'>here</a>",
)


def hostile(place: int, text: str) -> dict[str, Any]:
    """A provider's title, authors and venue with something nasty in them, against a right reference."""
    return {
        "id": f"R-record-{place}",
        "why": "what a provider says stays text wherever it is put",
        "text": f"- Stork I. Quite another thing that is long enough. Journal of Ponds 2019. doi:{DOI}",
        "works": (
            frog(title=f"Calls of frogs {text}", authors=(f"Reed {text}, Ada", "Moss, Bo"), venue=f"Ponds {text}"),
        ),
        "want": {"#1": "mismatch"},
    }


def written(place: int, text: str) -> dict[str, Any]:
    """An author of a pull request writes something nasty into a reference."""
    clean = text.replace("{", "(").replace("}", ")").replace("%", "")
    return {
        "id": f"R-page-{place}",
        "why": "what a page says stays text in every report",
        "format": "bib",
        "text": f"@article{{k{place}, author={{Reed, Ada}}, title={{A paper nobody wrote {clean}}}, journal={{Ponds {clean}}}, year=2019, doi={{10.5555/nowhere}}}}",
        "want": {f"k{place}": "not_found"},
    }


CASES = cases(
    "rendering & escaping",
    *(hostile(place, text) for place, text in enumerate(RUNNING)),
    *(written(place, text) for place, text in enumerate(RUNNING)),
    {
        "id": "R-key",
        "why": "a key is text, too",
        "format": "bib",
        "text": f"@article{{<b>k\"&', author={{Reed, Ada}}, title={{A paper nobody wrote}}, year=2019, doi={{{DOI}}}}}",
    },
    {
        "id": "R-long",
        "why": "a record as long as a book is cut",
        "text": f"- Stork I. Quite another thing that is long enough. Journal of Ponds 2019. doi:{DOI}",
        "works": (frog(title="Frogs " * 5000, authors=("R" * 5000 + ", Ada",)),),
        "want": {"#1": "mismatch"},
        "never": ("Frogs " * 500, "R" * 1000),
    },
)
