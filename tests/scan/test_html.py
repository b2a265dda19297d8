"""HTML pages."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholar_build.model import Origin
from scholar_build.scan.html import scan_html
from scholar_build.scan.options import ScanOptions

PAGE = """<!DOCTYPE html>
<html><head><title>10.1234/title</title><script>var x = "10.1234/script"</script></head><body>
<!-- https://doi.org/10.1234/comment -->
<p>Text with <a href="https://doi.org/10.1234/aa">a link</a> and <code>10.1234/code</code></p>
<h2 id="r">References &amp; notes</h2>
<ol>
<li><p>Doe, J. (2001). <i>A title</i>.</p>
    <p><a class="x" href='https://doi.org/10.1234/bb'>link</a></p></li>
<li>Roe, R. 1999. Another &amp;<br>longer title</li>
</ol>
<h3>Books</h3>
<table><tr><td>Poe, E.</td><td>1998</td><td>Something longer</td></tr></table>
<h2>End</h2>
<p>Nothing here 2001 to be an entry</p>
</body></html>
"""


def test_lists_and_links_of_a_page_are_references():
    """Items under the heading are entries at their lines; scripts, code and comments hold none."""
    scan = scan_html(PAGE, "page.html", ScanOptions())
    found = [(each.origin, each.location.line, each.text) for each in scan.references]
    assert found == [
        (Origin.MENTION, 4, "doi:10.1234/aa"),
        (Origin.ENTRY, 7, "Doe, J. (2001). A title. link"),
        (Origin.ENTRY, 9, "Roe, R. 1999. Another & longer title"),
        (Origin.ENTRY, 12, "Poe, E. 1998 Something longer"),
    ]
    assert [str(found) for found in scan.references[1].identifiers] == ["doi:10.1234/bb"]


def test_only_the_last_list_counts_where_that_is_wanted():
    """`which_headings = "last"` leaves out earlier lists."""
    page = "<h2>References</h2><p>Doe 2001 First of all</p><h2>References</h2><p>Roe 1999 The last one</p>"
    scan = scan_html(page, "page.html", ScanOptions(which_headings="last"))
    assert [each.text for each in scan.references] == ["Roe 1999 The last one"]


@pytest.mark.parametrize(
    "unit", ["<!--", "<script>", "<a href='", "<", "<li>", "<p", "</", "<td>x", "&amp", "<h1>References"]
)
def test_hostile_pages_take_linear_time(unit):
    """Ten times the text takes about ten times as long."""

    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        begin = time.process_time()
        scan_html(text, "x.html", ScanOptions())
        return time.process_time() - begin

    seconds(100)  # what is loaded at first use does not count
    assert seconds(200_000) < 40 * max(seconds(20_000), 0.03)


PIECES = ["<li>", "</li>", "<p>", "<ul>", "<h2>", "References", "<a href=", "'x'", ">", "<!--", "-->", "<script>", "x"]
MORE = ["</script>", "&", "<", "<br/>", "10.1234/ab"]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES + MORE)))
def test_nothing_makes_the_reader_raise(pieces):
    """Any soup of tags gives a scan."""
    scan_html("".join(pieces), "x.html", ScanOptions())
