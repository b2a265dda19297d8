project = "A thesis"
extensions = ["sphinxcontrib.bibtex", "sphinx_scholar"]
bibtex_bibfiles = ["refs.bib"]
scholar_offline = True
