"""One file per provider; pure."""
