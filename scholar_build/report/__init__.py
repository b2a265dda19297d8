"""Verdicts in, text out; pure."""
