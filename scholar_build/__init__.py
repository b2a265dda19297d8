"""scholar-build: verify the references of a documentation build."""
