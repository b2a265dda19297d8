"""Grant deadlines as page, text, data and calendar."""
