project = "Shore notes"
author = "A. Keeper"
version = release = "1"
copyright = "2026, A. Keeper"
extensions = ["sphinx_scholar"]
