"""The Sphinx extension."""
