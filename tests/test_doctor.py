"""`scholar-build doctor`: what a run would work with."""

from __future__ import annotations

from scholar_build.config import load_settings
from scholar_build.doctor import examine, probe
from scholar_build.lookup import open_session
from tests.twin import Fault, Twin


def values(lines, section: str) -> dict[str, str]:
    """The lines of one section."""
    return {line.name: line.value for line in lines if line.section == section}


def test_settings_are_shown_with_their_origin_and_the_address_is_not(tmp_path):
    """A user sees where a setting comes from; the contact address itself is never printed."""
    environ = {"SCHOLAR_BUILD_CONTACT_EMAIL": "me@example.org", "NCBI_API_KEY": "s3cret"}
    (tmp_path / "scholar.toml").write_text("strict = true\n", encoding="utf-8")
    lines = list(examine(load_settings(tmp_path, environ=environ), environ))
    shown = values(lines, "settings")
    assert shown["contact_email"] == "set (environment)"
    assert shown["strict"].startswith("True (")
    text = "\n".join(line.value for line in lines)
    assert "me@example.org" not in text
    assert "s3cret" not in text


def test_each_provider_is_shown_with_its_pace_and_key(tmp_path):
    """The etiquette's pace stands beside each address, and whether its key is set."""
    settings = load_settings(tmp_path, environ={}, host={"cache_dir": str(tmp_path)})
    shown = values(examine(settings, {"OPENALEX_API_KEY": "k"}), "providers")
    assert "3/s, lists 1/s" in shown["crossref"]
    assert "0.33/s" in shown["arxiv"]
    assert shown["openalex"].endswith("OPENALEX_API_KEY set")
    assert shown["ncbi"].endswith("NCBI_API_KEY not set")


def test_the_cache_is_counted(tmp_path):
    """The folder of the cache and what it holds are shown."""
    settings = load_settings(tmp_path, environ={}, host={"cache_dir": str(tmp_path / "none")})
    assert "answers" not in values(examine(settings, {}), "cache")
    (tmp_path / "none").mkdir()
    assert values(examine(settings, {}), "cache")["answers"] == "0"


def test_online_every_provider_is_asked_one_thing(tmp_path):
    """With --online each provider says whether it answers, and one that is down is named with the reason."""
    with Twin(limits="off") as twin:
        twin.fail("arxiv", Fault.FORBIDDEN)
        host = {"endpoints": twin.endpoints(), "paces": twin.paces(), "cache_dir": str(tmp_path)}
        with open_session(load_settings(tmp_path, environ={}, host=host), environ={}) as session:
            shown = values(probe(session), "online")
    assert shown["crossref"].startswith("answers")
    assert shown["arxiv"].startswith("not available (provider_unavailable")
    assert len([name for name in shown if not name.endswith("budget")]) == 8
