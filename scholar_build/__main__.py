"""`python -m scholar_build`: the command line."""

from scholar_build.cli import main

main(prog_name="scholar-build")
