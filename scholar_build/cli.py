"""The command line: arguments in, exit status out."""


def main() -> None:
    """Run the command line."""
