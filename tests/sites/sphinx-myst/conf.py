project = "Shore notes"
author = "A. Keeper"
version = release = "1"
extensions = ["myst_parser", "sphinx_scholar"]
suppress_warnings = ["myst.header"]
