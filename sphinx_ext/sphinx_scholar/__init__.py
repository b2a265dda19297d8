"""The Sphinx extension `sphinx_scholar`: verifies the references of a project while it is built."""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from scholar_build import LOCALE_DIR, __version__
from sphinx_scholar.assets import add_assets, link_assets
from sphinx_scholar.domain import ScholarDomain, join
from sphinx_scholar.linkcheck import LeaveOutVerified
from sphinx_scholar.messages import set_status
from sphinx_scholar.nodes import add_nodes
from sphinx_scholar.resolve import keep, resolve_references
from sphinx_scholar.roles import add_global_roles
from sphinx_scholar.settings import add_config_values, read_settings
from sphinx_scholar.transforms import FillBadges

AFTER_BIBTEX = 600  # sphinxcontrib-bibtex settles its entries at 500


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    add_config_values(app)
    add_nodes(app)
    app.add_domain(ScholarDomain)
    app.add_message_catalog("scholar_build", str(LOCALE_DIR))
    app.add_post_transform(FillBadges)
    app.add_post_transform(LeaveOutVerified)
    app.connect("config-inited", read_settings)
    app.connect("config-inited", add_global_roles)
    app.connect("builder-inited", join)
    app.connect("builder-inited", add_assets)
    app.connect("env-before-read-docs", prepare_reading)
    app.connect("env-updated", resolve_references, priority=AFTER_BIBTEX)
    app.connect("html-page-context", link_assets)
    app.connect("build-finished", keep)
    app.connect("build-finished", set_status)
    return {"version": __version__, "env_version": 2, "parallel_read_safe": True, "parallel_write_safe": True}


def prepare_reading(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Load what reads documents, where there are any to read: a build with nothing changed is to cost nothing."""
    if not docnames:
        return
    from sphinx_scholar.collect import CollectReferences
    from sphinx_scholar.directives import DIRECTIVES

    if CollectReferences not in app.registry.get_transforms():
        app.add_transform(CollectReferences)
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive, override=True)
