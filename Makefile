# Every target is a command of dev.py, which needs nothing but Python.
PYTHON ?= python3
export LABELLED JSON

.DEFAULT_GOAL := help
.PHONY: help demo test check format serve bench quality
help:
	@$(PYTHON) dev.py
demo test check format serve bench quality:
	@$(PYTHON) dev.py $@
