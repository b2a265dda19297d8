project = "Links"
extensions = ["sphinx.ext.extlinks", "sphinx_scholar"]
extlinks = {"doi": ("https://doi.org/%s", "doi:%s")}
scholar_offline = True
