"""Text in, references out."""
