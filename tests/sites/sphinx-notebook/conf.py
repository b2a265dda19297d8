project = "A notebook"
extensions = ["myst_nb", "sphinx_scholar"]
nb_execution_mode = "off"
scholar_offline = True
