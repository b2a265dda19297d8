"""Birds."""


def count() -> int:
    """Count gulls, after [the gull paper](https://doi.org/10.5555/gulls)."""
    return 0
