"""Benchmarks and quality measurements; `python -m benchmarks` runs all benchmarks."""
