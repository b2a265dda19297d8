"""Citation chains as picture, tables and files."""
