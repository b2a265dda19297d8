"""Literature watches as page, text, feed and data."""
