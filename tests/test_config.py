"""Settings: where they come from, which goes before which, and what a wrong one says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholar_build.config import SETTING_NAMES, Settings, load_settings
from scholar_build.errors import SettingsError
from scholar_build.rules import Severity


def settings(root: Path, text: str = "", **more) -> Settings:
    """The settings of a project whose scholar.toml holds `text`."""
    if text:
        (root / "scholar.toml").write_text(text, encoding="utf-8")
    return load_settings(root, **{"environ": {}, **more})


def test_nothing_is_required(tmp_path):
    """A project without any settings gets the defaults."""
    found = settings(tmp_path)
    assert (found.strict, found.offline, found.contact_email, found.origins) == (False, False, "", {})


def test_later_layers_go_before_earlier_ones(tmp_path):
    """Command line before environment before host options before the file."""
    found = settings(
        tmp_path,
        'lang = "en"\nlock = "file.lock"\nbadges = "none"\nbadge_style = "symbols"\n',
        host={"lock": "host.lock", "badges": "all", "badge_style": "words"},
        environ={"SCHOLAR_BUILD_BADGES": "problems", "SCHOLAR_BUILD_BADGE_STYLE": "words"},
        command_line={"badge_style": "symbols"},
    )
    assert (found.lang, found.lock, found.badges, found.badge_style) == ("en", "host.lock", "problems", "symbols")
    assert found.origins["badges"] == "environment"
    assert found.origins["badge_style"] == "command line"


def test_pyproject_is_read_where_there_is_no_settings_file(tmp_path):
    """`[tool.scholar-build]` in pyproject.toml holds the same settings."""
    (tmp_path / "pyproject.toml").write_text("[tool.scholar-build]\noffline = true\n", encoding="utf-8")
    assert settings(tmp_path).offline is True


def test_the_settings_file_goes_before_pyproject(tmp_path):
    """With both files, scholar.toml alone counts."""
    (tmp_path / "pyproject.toml").write_text("[tool.scholar-build]\noffline = true\n", encoding="utf-8")
    assert settings(tmp_path, 'lang = "ja"\n').offline is False


def test_a_named_file_replaces_the_search(tmp_path):
    """`--config` names the one file that counts, also a pyproject.toml, and relative paths start beside it."""
    (tmp_path / "sub").mkdir()
    other = tmp_path / "sub" / "pyproject.toml"
    other.write_text('[tool.scholar-build]\nlang = "ja"\n', encoding="utf-8")
    found = settings(tmp_path, 'lang = "en"\n', file=other)
    assert (found.lang, Path(found.root)) == ("ja", tmp_path / "sub")


@pytest.mark.parametrize(
    ("variable", "text", "name", "expected"),
    [
        ("STRICT", "1", "strict", True),
        ("STRICT", "no", "strict", False),
        ("STRICT", "not_found, retraction", "strict", ("not_found", "retraction")),
        ("OFFLINE", "true", "offline", True),
        ("CONTACT_EMAIL", "me@example.org", "contact_email", "me@example.org"),
        ("MAX_UNCHECKED", "3", "max_unchecked", 3),
        ("TIMEOUT_S", "2.5", "timeout_s", 2.5),
        ("BIBLIOGRAPHY", "a.bib,b.bib", "bibliography", ("a.bib", "b.bib")),
        ("LANG", "", "lang", ""),
    ],
)
def test_the_environment_is_read_by_type(tmp_path, variable, text, name, expected):
    """`SCHOLAR_BUILD_…` gives switches, numbers, lists and words, each read as the setting wants it."""
    found = settings(tmp_path, environ={f"SCHOLAR_BUILD_{variable}": text})
    assert getattr(found, name) == expected


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("strct = true", "strct", "did you mean `strict`"),
        ("zzzzzz = true", "zzzzzz", "is unknown"),
        ('offline = "maybe"', "offline", "expected `bool`"),
        ('lang = "xx"', "lang", "invalid enum value"),
        ('strict = ["not-found"]', "strict", "no status, notice or rule"),
        ("record_days = -1", "record_days", "must not be negative"),
        ('contact_email = "nobody"', "contact_email", "is not a mail address"),
        ('[endpoints]\ncrossref = "ftp://x"', "endpoints.crossref", "must start with https"),
        ('[endpoints]\nscopus = "https://x"', "endpoints", "invalid enum value"),
        ('[[accept]]\nid = "doi:10.5555/x"', "accept", "missing required field"),
        ('[[accept]]\nid = "doi:10.5555/x"\nreason = " "', "accept.reason", "say why"),
        ('[[accept]]\nid = "a"\nreason = "b"\nuntil = "soon"', "accept.until", "write YYYY-MM-DD"),
        ('[severity]\n"no-such-rule" = "off"', "severity", "unknown rule `no-such-rule`"),
        ('[[overrides]]\npaths = ["a"]\nstrict = ["nothing"]', "overrides.strict", "no status, notice or rule"),
        ('[[overrides]]\npaths = ["a"]\n[overrides.severity]\nnope = "off"', "overrides.severity", "unknown rule"),
        ("tool = 1\nx = [", "file", "is not valid TOML"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file_and_key(tmp_path, text, key, says):
    """A user reads which file, which key, and what to do."""
    with pytest.raises(SettingsError) as error:
        settings(tmp_path, text)
    assert error.value.key == key
    assert "scholar.toml" in str(error.value)
    assert says in str(error.value)


def test_a_wrong_environment_value_names_the_environment(tmp_path):
    """A number that is none is refused, and the message says that it came from the environment."""
    with pytest.raises(SettingsError, match=r"^environment: setting `max_unchecked`"):
        settings(tmp_path, environ={"SCHOLAR_BUILD_MAX_UNCHECKED": "many"})


def test_files_that_cannot_be_read_are_named(tmp_path):
    """A missing settings file, one that is not UTF-8, and a wrong table in pyproject are said in one sentence."""
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path, file=tmp_path / "missing.toml", environ={})
    (tmp_path / "scholar.toml").write_bytes(b'lang = "\xff"')
    with pytest.raises(SettingsError, match="is not UTF-8"):
        load_settings(tmp_path, environ={})
    (tmp_path / "scholar.toml").unlink()
    (tmp_path / "pyproject.toml").write_text('[tool]\nscholar-build = "x"\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="must be a table"):
        load_settings(tmp_path, environ={})


def test_severities_and_overrides_are_typed(tmp_path):
    """Severities are read as such, and an override keeps its paths."""
    found = settings(
        tmp_path,
        '[severity]\n"year-mismatch" = "warning"\n[[overrides]]\npaths = ["drafts/**"]\nstrict = false\n',
    )
    assert found.severity == {"year-mismatch": Severity.WARNING}
    assert found.overrides[0].paths == ("drafts/**",)
    assert found.overrides[0].strict is False


@given(st.dictionaries(st.sampled_from(SETTING_NAMES) | st.text(max_size=8), st.booleans() | st.integers() | st.text()))
def test_no_host_option_raises_anything_but_a_settings_error(tmp_path_factory, values):
    """Whatever a host hands over is either taken or refused with one sentence."""
    try:
        load_settings(tmp_path_factory.getbasetemp(), host=values, environ={})
    except SettingsError as error:
        assert str(error).startswith("host options: setting `")  # noqa: PT017 - both outcomes are right
