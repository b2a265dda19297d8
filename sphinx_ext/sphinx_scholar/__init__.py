"""The Sphinx extension `sphinx_scholar`: verifies the references of a project while it is built."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from scholar_build import __version__
from sphinx_scholar.collect import CollectReferences
from sphinx_scholar.domain import ScholarDomain
from sphinx_scholar.messages import announce
from sphinx_scholar.resolve import resolve
from sphinx_scholar.roles import add_global_roles
from sphinx_scholar.settings import add_config_values, read_settings
from sphinx_scholar.transforms import FillBadges


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    add_config_values(app)
    app.add_domain(ScholarDomain)
    app.add_transform(CollectReferences)
    app.add_post_transform(FillBadges)
    app.connect("config-inited", read_settings)
    app.connect("config-inited", add_global_roles)
    app.connect("env-updated", resolve)
    app.connect("build-finished", announce)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
