"""Benchmarks and quality measurements; `python -m benchmarks` runs all benchmarks."""

MISSED = 3
"""The exit status of a benchmark that ran and missed a goal; any other than 0 says that it broke."""
