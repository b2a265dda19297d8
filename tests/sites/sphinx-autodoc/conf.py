import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "A library"
extensions = ["sphinx.ext.autodoc", "numpydoc", "sphinx_scholar"]
scholar_offline = True
numpydoc_show_class_members = False
